"""The pen: texts that fit, whatever the size of the screen."""

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.language import Language
from companion.ui.pen import Pen
from companion.ui.style import TEXT
from tests.sampled import one_in

LETTERS = "șțăîâȘȚĂÎÂéèçœàêÉ·…'"


def pen(size: tuple[int, int] = (800, 480)) -> Pen:
    return Pen(pygame.Surface(size, depth=32))


@given(st.lists(st.text("abcdW", min_size=1, max_size=12), max_size=30).map(" ".join))
def test_a_text_stays_in_its_box(text: str) -> None:
    canvas = pen()
    canvas.text(text, (100, 100, 200, 60), 20, lines=2)
    for _, place in canvas.written:
        assert pygame.Rect(100, 100, 200, 60).contains(place)


def test_a_text_that_fits_keeps_its_size_and_its_words() -> None:
    canvas = pen()
    canvas.text("Ur", (0, 0, 200, 40), 20)
    canvas.text("Ur", (0, 60, 18, 40), 20)
    (_, large), (_, small) = canvas.written
    assert small.height < large.height
    assert canvas.shortened == []


def test_a_text_breaks_between_words_only() -> None:
    canvas = pen()
    canvas.text("one two three four", (0, 0, 90, 100), 20, lines=3)
    assert " ".join(row for row, _ in canvas.written) == "one two three four"
    assert len(canvas.written) > 1


def test_a_text_never_breaks_at_a_hard_space() -> None:
    canvas = pen()
    assert canvas.wrapped("Qui commence\u00a0?", 120, 20) == ("Qui", "commence\u00a0?")


def test_text_that_matters_gets_no_smaller_than_what_can_be_read_across_a_table() -> None:
    canvas = pen()
    canvas.text("seventeen letters", (0, 0, 100, 40), 40)
    canvas.text("seventeen letters", (0, 60, 125, 40), 20)
    (_, _, large), (_, _, small) = canvas.sizes
    assert (large, canvas.shortened) == (28, ["seventeen letters"])
    assert small < 20


def test_a_text_that_cannot_fit_says_so_with_an_ellipsis() -> None:
    canvas = pen()
    canvas.text("a very long text " * 20, (0, 0, 200, 30), 20)
    ((row, _),) = canvas.written
    assert row.endswith("…")
    assert len(canvas.shortened) == 1


@pytest.mark.parametrize("word", ["W" * 60, "WWWWWWWWWWWW", "Wilhelmina-W", "Maximilianaa"])
def test_a_word_wider_than_its_box_loses_its_middle(word: str) -> None:
    canvas = pen()
    canvas.text(word, (0, 0, 62, 30), 20)
    ((row, place),) = canvas.written
    begin, end = row.split("…")
    assert word.startswith(begin)
    assert word.endswith(end)
    assert len(begin) - len(end) in {0, 1}
    assert place.width <= 62


@pytest.mark.parametrize(
    "names",
    [
        ("Bernadetta-A", "Bernadetta-B"),
        ("Maria-Claire", "Marie-Louise"),
        ("AWWWWWWWWWWW", "BWWWWWWWWWWW"),
    ],
)
def test_long_names_that_differ_at_an_end_are_told_apart_where_they_are_cut(
    names: tuple[str, str],
) -> None:
    """All of them lost their end, in which those of a family differ."""
    canvas = pen()
    for name in names:
        canvas.text(name, (0, 0, 70, 30), 20)
    assert {*canvas.shortened} == {*names}
    (one, _), (other, _) = canvas.written
    assert one != other


@pytest.mark.parametrize("letter", LETTERS)
def test_the_face_has_the_letters_of_three_languages(letter: str) -> None:
    """A face lacking a letter draws the same box for it as for any other it lacks."""
    pictures = []
    for text in (letter, "\uffff"):
        canvas = pen((60, 40))
        canvas.text(text, (0, 0, 800, 480), 300)
        pictures.append(pygame.image.tostring(canvas.surface, "RGB"))
    assert pictures[0] != pictures[1]


@given(st.integers(200, 2000), st.integers(200, 2000))
def test_the_design_is_scaled_whole_and_centred(width: int, height: int) -> None:
    canvas = pen((width, height))
    area = canvas.pixels((0, 0, 800, 480))
    assert area.width * 480 == pytest.approx(area.height * 800, rel=0.01)
    assert area.width == width or area.height == height
    assert area.centerx == pytest.approx(width / 2, abs=1)
    assert area.centery == pytest.approx(height / 2, abs=1)


@pytest.mark.parametrize(
    ("language", "text", "width", "lines"),
    [
        ("en", "Draw 6 markers", 90, ("Draw", "6 markers")),
        ("en", "after event 36.", 80, ("after", "event 36.")),
        ("en", "Ur: Blue 2 → Green 2, Blue 1", 130, ("Ur: Blue 2 →", "Green 2, Blue 1")),
        ("en", "38. The game", 30, ("38.", "The", "game")),
        ("en", "influence 3", 70, ("influence", "3")),
        ("en", "Touch: town 3 of Umma.", 110, ("Touch:", "town 3 of", "Umma.")),
        ("ro", "Atingeți: orașul 3 din Umma.", 130, ("Atingeți:", "orașul 3 din", "Umma.")),
        ("fr", "l’événement 39 ou le 40.", 165, ("l’événement 39 ou", "le 40.")),
        ("en", "first, event 39 or 40.", 130, ("first,", "event 39 or 40.")),
        ("fr", "Manche 3 sur 6, tour 1 sur 3.", 160, ("Manche 3 sur 6,", "tour 1 sur 3.")),
        ("en", "Round 4 begins.", 80, ("Round 4", "begins.")),
        (
            "en",
            "2 tiles at rank 1, 1 tile at rank 2.",
            150,
            ("2 tiles at rank 1,", "1 tile at rank 2."),
        ),
        ("en", "events 100 to 123 happened.", 178, ("events 100 to 123", "happened.")),
        ("ro", "după 20 de minute", 120, ("după", "20 de minute")),
        ("en", "and 2 religion tiles.", 130, ("and", "2 religion tiles.")),
        ("en", "and 2 religion tiles.", 90, ("and 2", "religion", "tiles.")),
        ("en", "keep 10 action markers, then", 170, ("keep", "10 action markers,", "then")),
        ("en", "Blue 2 → Green 2, Blue 1", 100, ("Blue 2 →", "Green 2,", "Blue 1")),
        ("en", "are worth 1, 3, 6, 10 points.", 160, ("are worth", "1, 3, 6, 10 points.")),
        ("fr", "d’affilée : 3 sur 10.", 120, ("d’affilée :", "3 sur 10.")),
    ],
)
def test_a_number_stays_with_what_it_counts_where_there_is_room(
    language: str, text: str, width: float, lines: tuple[str, ...]
) -> None:
    canvas = pen()
    canvas.unbroken = Language(language).unbroken
    assert canvas.wrapped(text, width, 20) == lines


@pytest.mark.parametrize("unit", [1.0, 1.25, 1.5, 5 / 3])
@settings(max_examples=one_in(4))
@given(st.integers(0, 40), st.integers(120, 300))
def test_a_text_is_drawn_on_as_many_lines_as_were_measured(
    unit: float, left: int, width: int
) -> None:
    canvas = Pen(pygame.Surface((round(800 * unit), round(480 * unit)), depth=32))
    text = "Mihai takes back the merchant on a town of Lagash."
    lines = canvas.wrapped(text, width + 0.3, 20)
    canvas.text(text, (left + 0.4, 0, width + 0.3, 400), 20, lines=12)
    assert tuple(row for row, _ in canvas.written) == lines


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 720), (1920, 1080), (720, 1280)])
def test_a_text_in_a_box_as_high_as_was_measured_is_as_large_as_wished(
    size: tuple[int, int],
) -> None:
    """Wherever the box begins: its pixels may be one fewer, which took a size from the letters."""
    pen = Pen.filling(pygame.Surface(size, depth=32))
    text = "Everybody has played. When you are ready, press SCORE."
    lines = len(pen.wrapped(text, 400, TEXT))
    for top in range(100):
        pen.text(text, (10.3, 3 + top / 7, 400, pen.height(lines, TEXT)), TEXT, lines=lines)
    assert {drawn for _, _, drawn in pen.sizes} == {round(TEXT * pen.unit) / pen.unit}
