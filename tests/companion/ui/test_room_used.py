"""Words and photographs are as large as the room allows."""

import itertools

import numpy as np
import pygame
import pytest

from companion.games.siberia.board_map import COUNT
from companion.games.siberia.final import Holdings
from companion.games.sumeria.play import RANK_GAP, Ladder
from companion.games.sumeria.screens import KindColumn
from companion.language import LANGUAGES, LETTERS, Language
from companion.ui.guided_photo import GuidedPhoto
from companion.ui.keyboard import CURSOR, Keyboard
from companion.ui.menu import Menu, Row
from companion.ui.numbers_compared import Accounts, Tally
from companion.ui.pen import Box, Pen
from companion.ui.person_sheet import PersonSheet
from companion.ui.photos import AnswersToPhoto, BesidePhoto, MarkedPhoto
from companion.ui.pieces import Person
from companion.ui.play import Play
from companion.ui.sheet import draw_screen, footer_height
from companion.ui.style import COMPACT, GROWING, LARGE, SMALL, TEXT
from companion.ui.texts import Headline, Paragraph, ReadingText
from engine.sumeria.board_file import RANKS
from hardware.panel import Button
from tests.companion.ui.legible import assert_legible
from tests.examples.examples import screen_of
from tests.sampled import few, in_turn

WIDE: Box = (8, 60, 784, 360)
UPRIGHT: Box = (8, 84, 464, 640)
RED = (0, 0, 255)
ACCENT = 6
"""By how much the tops of two names on one line differ at most, by their letters."""


def canvas(box: Box) -> Pen:
    size = (800, 480) if box is WIDE else (480, 800)
    return Pen.filling(pygame.Surface(size, depth=32))


def written(pen: Pen) -> dict[str, float]:
    assert pen.shortened == []
    return {text: size for text, _, size in pen.sizes}


def red(pen: Pen) -> pygame.Rect:
    """Give where a red photograph was drawn."""
    pixels = pygame.surfarray.array3d(pen.surface)
    columns, lines = np.nonzero((pixels == RED[::-1]).all(axis=2))
    left, top = int(columns.min()), int(lines.min())
    return pygame.Rect(left, top, int(columns.max()) - left + 1, int(lines.max()) - top + 1)


def photo(width: int = 640, height: int = 480) -> MarkedPhoto:
    # Marked in two corners, so that nothing can be cut off.
    marks = ((0.0, 0.0), (float(width), float(height)))
    return MarkedPhoto("red", np.full((height, width, 3), RED, np.uint8), allowed=marks)


def paragraphs(many: int) -> tuple[Paragraph, ...]:
    return tuple(Paragraph(f"{number}. Mihai takes it.", number % 2) for number in range(many))


@pytest.mark.parametrize("box", [WIDE, UPRIGHT], ids=["wide", "upright"])
def test_a_short_text_is_written_larger(box: Box) -> None:
    pen = canvas(box)
    ReadingText(paragraphs(2)).draw(pen, box)
    assert {*written(pen).values()} == {GROWING[0]}


def test_a_long_text_is_as_large_as_ever_wherever_it_is_read() -> None:
    for first in (0, 10, 29):
        pen = canvas(WIDE)
        ReadingText(paragraphs(30), first).draw(pen, WIDE)
        assert {*written(pen).values()} == {TEXT}


def test_a_heading_stands_on_the_page_of_what_it_is_the_heading_of() -> None:
    told = Paragraph("A sentence that takes two lines of a page. " * 2)
    heading = Paragraph("Why?", heading=True)
    for many, shown in ((2, True), (3, False)):
        pen = canvas(WIDE)
        ReadingText((*(told,) * many, heading, told, told, told)).draw(pen, WIDE)
        assert (heading.text in written(pen)) is shown


@pytest.mark.parametrize("box", [WIDE, UPRIGHT], ids=["wide", "upright"])
def test_keys_are_labelled_as_large_as_they_have_room_for(box: Box) -> None:
    pen = canvas(box)
    Keyboard("", tuple("1234567890"), ("Delete", "Done"), 0).draw(pen, box)
    assert {size for text, size in written(pen).items() if text != CURSOR} == {GROWING[0]}
    widths = {place.width for target, place in pen.targets.items() if target != "key-10"}
    assert min(widths) > box[2] * pen.unit / 12
    pen = canvas(box)
    Keyboard("", tuple(LETTERS), ("Space", "Delete", "Done"), 0).draw(pen, box)
    assert_legible(pen)


@pytest.mark.parametrize("name", ["final-score", "siberia-final-count"])
def test_what_the_end_is_made_of_can_be_read_from_far_on_an_upright_screen(name: str) -> None:
    pen = draw_screen(pygame.Surface((480, 800), depth=32), screen_of(name, "fr"))
    assert_legible(pen)
    assert all(drawn >= COMPACT for text, _, drawn in pen.sizes if text[:1].isdigit())


def test_a_headline_with_few_words_is_larger_than_one_with_many() -> None:
    sizes = []
    for text in ("With 25,500.", "With 25,500, more than anyone else. " * 4):
        pen = canvas(WIDE)
        Headline((Person("Ana", "red"),), "Ana wins.", text).draw(pen, WIDE)
        sizes.append(written(pen)["Ana wins."])
    assert sizes[0] > sizes[1]


@pytest.mark.parametrize("answers", [0, 2, 3])
def test_a_photograph_above_its_answers_uses_the_width_of_an_upright_screen(answers: int) -> None:
    pen = canvas(UPRIGHT)
    rows = tuple(Row(f"Answer {number}") for number in range(answers))
    AnswersToPhoto(photo(), Menu(rows, text="A merchant stops there. " * 2)).draw(pen, UPRIGHT)
    assert red(pen).width >= 0.9 * UPRIGHT[2]
    assert pen.shortened == []


def test_a_sentence_stands_beside_a_photograph_that_is_larger_so() -> None:
    pen = canvas(WIDE)
    AnswersToPhoto(photo(), Menu((), text="Put the board right. " * 4)).draw(pen, WIDE)
    assert red(pen).height >= 0.95 * WIDE[3]
    assert pen.shortened == []


def test_a_photograph_above_a_short_list_uses_the_width_of_an_upright_screen() -> None:
    pen = canvas(UPRIGHT)
    BesidePhoto(Menu((Row("The reasons"),), text="Mihai takes it."), photo()).draw(pen, UPRIGHT)
    assert red(pen).width >= 0.95 * UPRIGHT[2]


@pytest.mark.parametrize("chosen", range(4))
def test_a_list_beside_a_photograph_shows_that_there_is_more_than_one_answer(chosen: int) -> None:
    """A game to go on with stood alone below how it stands, as if it were all there is."""
    last = Row("Reprendre la dernière partie", large=True)
    rows = (last, *(Row(f"Nouvelle partie de {game}") for game in ("Siberia", "Sumeria", "Go")))
    stands = "Tour 2. Régions verrouillées: 2 sur 8. Cases de réserve vides: 0 sur 3."
    text = f"{stands} Bleu: 2~500, Jaune: 1~500, Ana: 1~000, Mihai: 500."
    text = text.replace(":", "~:").replace("~", "\N{NO-BREAK SPACE}")
    menu = Menu(rows, chosen, text=text)
    pen = Pen.filling(pygame.Surface((800, 524), depth=32))  # the virtual table's window
    BesidePhoto(menu, photo()).draw(pen, (8, 60, 716, 360))
    assert len(pen.targets) > 1
    assert red(pen).width > 0


@pytest.mark.parametrize("shape", [(640, 480), (400, 400)])
def test_a_picture_that_is_touched_uses_the_width_of_an_upright_screen(
    shape: tuple[int, int],
) -> None:
    pen = canvas(UPRIGHT)
    rows = (Row("Continue"), Row("Undo"))
    image = photo(*shape).image
    GuidedPhoto("red", image, "Touch it.", rows=rows).draw(pen, UPRIGHT)
    assert red(pen).width >= 0.9 * UPRIGHT[2]


def test_what_is_said_beside_a_picture_is_larger_where_there_is_room() -> None:
    pen = canvas(WIDE)
    GuidedPhoto("red", photo().image, "Touch it.", rows=(Row("Undo"),)).draw(pen, WIDE)
    assert min(written(pen).values()) > TEXT


@pytest.mark.parametrize("name", ["setup", "setup-read"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_what_lies_on_the_table_before_a_game_fills_the_screen(
    name: str, size: tuple[int, int]
) -> None:
    screen = screen_of(name, "fr")
    pen = draw_screen(pygame.Surface(size, depth=32), screen)
    # What can be touched, the row that ends it all excepted where it cannot be.
    shown = [one for target, one in pen.targets.items() if target.startswith(("slot-", "space-"))]
    rows = sorted({(one.top, one.bottom) for one in shown})
    edge = size[1] - footer_height(pen, screen.labels) * pen.unit
    gaps = [after[0] - before[1] for before, after in itertools.pairwise(rows)]
    assert max(gaps) < 30
    assert edge - rows[-1][1] < 70


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_what_everybody_has_earned_is_written_in_one_size(size: tuple[int, int]) -> None:
    screen = screen_of("siberia-round", "fr")
    pen = draw_screen(pygame.Surface(size, depth=32), screen)
    assert {drawn for text, _, drawn in pen.sizes if text.startswith("+")} == {TEXT}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dots_that_count_rounds_do_not_touch(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Box] = []

    def note(_: Pen, box: Box, colour: object, corner: float = 0, outline: float = 0) -> None:
        del colour, outline
        if box[2] == box[3] == 2 * corner:
            drawn.append(box)

    monkeypatch.setattr(Pen, "fill", note)
    pen = Pen(pygame.Surface((800, 480), depth=32))
    screen_of("play-beginning", language).body.draw(pen, (0, 60, 740, 340))
    assert len(drawn) == 9
    assert all(
        other[0] >= one[0] + one[2]
        for one, other in itertools.pairwise(drawn)
        if one[1] == other[1]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_each_thing_brought_somebody_is_written_alike(language: str) -> None:
    surface = pygame.Surface((1280, 720), depth=32)
    pen = draw_screen(surface, screen_of("person-of-both", language))
    grouped = (Language(language).grouped(amount) for amount in (0, 1000, 1500))
    amounts = {*grouped}
    sizes = [drawn for text, wished, drawn in pen.sizes if text in amounts and wished < LARGE]
    assert len(sizes) == 5
    assert len({*sizes}) == 1


def test_pawns_have_the_room_of_cubes_where_there_are_none() -> None:
    pen = draw_screen(pygame.Surface((480, 800), depth=32), screen_of("siberia-then", "en"))
    assert min(drawn for text, _, drawn in pen.sizes if text.isdigit()) >= 0.7 * COUNT


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (480, 800)])
def test_what_is_to_be_scrolled_leaves_no_page_half_empty(size: tuple[int, int]) -> None:
    pen = draw_screen(pygame.Surface(size, depth=32), screen_of("siberia-straight-rule", "en"))
    told = [place for text, place in pen.written if "pawn" in text or "walk" in text]
    ends = max(place.bottom for place in told)
    labels = min(pen.targets[one.value].top for one in Button if one.value in pen.targets)
    assert ends > 0.7 * labels


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_a_city_state_alone_on_a_page_is_larger(size: tuple[int, int]) -> None:
    alone, three = (
        draw_screen(pygame.Surface(size, depth=32), screen_of(name, "en"))
        for name in ("dynasty-shares", "dynasty-summary")
    )
    high = [
        max(place.height for text, place in pen.written if text == "Umma") for pen in (alone, three)
    ]
    assert high[0] >= 1.2 * high[1]
    assert_legible(alone)


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_breaks_a_tie_is_named_as_large_as_there_is_room(
    size: tuple[int, int], language: str
) -> None:
    pen = draw_screen(pygame.Surface(size, depth=32), screen_of("final-tie", language))
    assert min(drawn for _, _, drawn in pen.sizes) >= (TEXT if size[0] > size[1] else 24)


def test_what_breaks_a_tie_leads_to_whoever_wins_it() -> None:
    """“Red = □” read as if red were the square."""
    pen = draw_screen(pygame.Surface((800, 480), depth=32), screen_of("dynasty-summary", "en"))
    words = [text for text, _ in pen.written]
    assert "Tie-breaks:" in words
    assert "=" not in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_kinds_of_location_are_named_in_one_size_on_an_upright_screen(language: str) -> None:
    screen = screen_of("dynasty-tie-by-city", language)
    assert isinstance(screen.body, Tally)
    pen = draw_screen(pygame.Surface((480, 800), depth=32), screen)
    assert_legible(pen)
    words = [one.text for one in screen.body.columns if isinstance(one, KindColumn)]
    assert [drawn for text, _, drawn in pen.sizes if text in words] == [24, 24, 24]


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_kinds_of_location_are_named_in_one_size_beside_their_signs(
    size: tuple[int, int], language: str
) -> None:
    screen = screen_of("dynasty-tie-by-city", language)
    assert isinstance(screen.body, Tally)
    pen = draw_screen(pygame.Surface(size, depth=32), screen)
    assert_legible(pen)
    words = [one.text for one in screen.body.columns if isinstance(one, KindColumn)]
    (drawn,) = {drawn for text, _, drawn in pen.sizes if text in words}
    assert drawn >= COMPACT


@pytest.mark.parametrize(
    ("size", "language"), in_turn([(800, 480), (480, 800)], LANGUAGES), ids=str
)
def test_the_persons_of_action_markers_are_named_in_one_size(
    size: tuple[int, int], language: str
) -> None:
    shown = screen_of("siberia-markers", language)
    pen = draw_screen(pygame.Surface(size, depth=32), shown)
    top = min(pen.targets[f"marker-{number}"].top for number in range(4))
    heads = [text for text, place in pen.written if 0 < top - place.bottom < 40][-4:]
    sizes = [drawn for text, _, drawn in pen.sizes if text in heads]
    assert len({*sizes}) == 1 or (min(sizes), max(sizes)) == (SMALL, 24)  # for a long word


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (480, 800)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["siberia-final-holdings", "siberia-final-holdings-told"])
def test_names_stand_in_one_line_above_what_was_held(
    size: tuple[int, int], language: str, name: str
) -> None:
    shown = screen_of(name, language)
    assert isinstance(shown.body, Holdings)
    pen = draw_screen(pygame.Surface(size, depth=32), shown)
    assert_legible(pen)
    names = [one.person.name for one in shown.body.holdings]
    tops = [place.top / pen.unit for text, place in pen.written if text in names]
    if size[0] > size[1]:
        apart = [right - left for left, right in zip(tops[::2], tops[1::2], strict=True)]
    else:
        steps = [below - above for above, below in itertools.pairwise(tops)]
        apart = [step - steps[0] for step in steps]
    assert max(map(abs, apart)) <= ACCENT


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_below_amounts_stand_apart(language: str) -> None:
    """In Romanian one ran into the next."""
    pen = draw_screen(
        pygame.Surface((800, 480), depth=32), screen_of("siberia-final-count", language)
    )
    body = screen_of("siberia-final-count", language).body
    assert isinstance(body, Accounts)
    told = {*body.counted.values()}
    below = sorted(
        (ink.top // 20, ink.left, ink.right) for text, ink in pen.written if text in told
    )
    gaps = [
        left - right
        for (line, _, right), (other, left, _) in itertools.pairwise(below)
        if line == other
    ]
    assert gaps
    assert min(gaps) >= 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_above_lying_bars_are_of_one_size(language: str) -> None:
    screen = screen_of("person", language)
    assert isinstance(screen.body, PersonSheet)
    labels = {bar.label for chart in screen.body.charts if chart.lying for bar in chart.bars}
    pen = draw_screen(pygame.Surface((800, 480), depth=32), screen)
    assert len({drawn for text, _, drawn in pen.sizes if text in labels}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_held_at_the_end_grows_with_the_screen(language: str) -> None:
    """Beside the names it stood smaller on a larger screen than below them on a smaller one."""
    shown = screen_of("siberia-final-holdings", language)
    small, large = (
        min(drawn for _, _, drawn in draw_screen(pygame.Surface(size, depth=32), shown).sizes)
        for size in ((800, 480), (1280, 720))
    )
    assert large >= small


@pytest.mark.parametrize("language", few(1, LANGUAGES))
def test_the_status_below_a_title_can_be_read_from_far(language: str) -> None:
    screen = screen_of("wrong", language)
    pen = draw_screen(pygame.Surface((480, 800), depth=32), screen)
    assert [drawn for text, _, drawn in pen.sizes if text == screen.status] == [COMPACT]


@pytest.mark.parametrize("name", ["play", "play-ended", "play-beginning"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1024, 600)])
def test_names_of_the_ranking_stay_inside_their_tiles(name: str, size: tuple[int, int]) -> None:
    screen = screen_of(name, "en")
    assert isinstance(screen.body, Play)
    ladder = screen.body.beside
    assert isinstance(ladder, Ladder)
    pen = Pen.filling(pygame.Surface(size, depth=32))
    step = 35 if size[0] > size[1] else 30
    ladder.draw(pen, (0, 10, ladder.width(pen), RANKS * step))
    names = {one.name for one in ladder.board.regions}
    row = sorted((place for text, place in pen.written if text in names), key=lambda one: one.top)
    assert len(row) == RANKS
    for rank, place in enumerate(row):
        assert place.top >= (10 + rank * step) * pen.unit
        assert place.bottom <= (10 + (rank + 1) * step - RANK_GAP) * pen.unit + 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["siberia-round-back", "siberia-play-ending", "list-troubled"])
def test_the_status_beside_a_long_title_stands_on_one_line_on_a_narrower_screen(
    name: str, language: str
) -> None:
    """The title rather becomes a little smaller: of two lines neither could be read from far."""
    screen = screen_of(name, language)
    pen = draw_screen(pygame.Surface((1280, 800), depth=32), screen)
    assert screen.status in [text for text, _ in pen.written]
    assert screen.title in [text for text, _ in pen.written]
