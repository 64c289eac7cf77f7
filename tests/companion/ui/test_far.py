"""Screens as they are seen from the far end of a table, and by those who see colours alike."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Never

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from companion.games.siberia.board_map import COLOURS as CUBES
from companion.games.siberia.board_map import cube_image
from companion.games.siberia.play_screen import SiberiaPlay
from companion.games.sumeria.screens import KINDS
from companion.language import LANGUAGES
from companion.ui import diagram, style
from companion.ui.board_plan import CELL, BoardPlan, board_plan
from companion.ui.pen import Box, Pen
from companion.ui.photos import AnswersToPhoto
from companion.ui.pieces import piece_image
from companion.ui.play import Play
from companion.ui.screen import Screen
from companion.ui.sheet import draw_screen
from tests.companion.ui.legible import assert_legible
from tests.examples.examples import KINDS as SCREENS
from tests.examples.examples import of_kind, screen_of
from tests.examples.sitting import sitting
from tests.sampled import in_turn

SIZES = ((800, 480), (1024, 600), (1280, 720), (1920, 1080), (720, 1280))
ALL_SIZES = (*SIZES, (480, 800))
SEVEN_SIZES = (*ALL_SIZES, (1280, 800))
SQUARER = ((800, 524), (569, 524), (1024, 768), (1280, 1024))
"""Beside a virtual table, as wide as it is wished or as a small desktop lets it be, and displays
of earlier years."""
LEAST_PX = 34
"""How large text that matters is at least where the shorter side has 480 pixels."""
STATUS_PX = 24
"""How large the state of the camera is at least, which may need all the room beside a title."""
CONTRAST = 7.0
LONG = pytest.mark.long
AROUND_PX = 8
"""By how much more than the letters of a text, some of which leave nothing of it, is its ground."""
SHAPE_CONTRAST = 3.0
"""What WCAG 2.1 asks of graphics (1.4.11)."""
MATTERS: Mapping[str, tuple[str, ...]] = {
    "play": ("Green, then Ana", "Mihai moves within Lagash.", "SCORE", "Pause", "Why?"),
    "play-ended": ("Green", "Ana", "Blue", "Mihai", "10", "3", "Kish", "Lagash"),
    "wrong": (
        "Please put it back",
        "Put it back",
        "The camera is mistaken",
        "We agree",
        "Later",
    ),
    "dynasty-summary": ("Scoring of dynasty 1", "Nippur", "Green", "Blue", "1", "Next"),
    "start": ("New game", "Past games", "Settings"),
    "settings": ("Language", "English", "Sound"),
    "people": ("Ana", "1 game"),
    "person": ("2", "36", "0:12:34", "Points, game by game"),
    "new-game": ("Red", "Blue", "Yellow", "Green", "House rules", "Start: draw lots"),
    "why": ("38. The game goes back to where it stood after event 36.",),
    "siberia-markers": ("× 3", "× 14"),
    "siberia-final-count": ("Green", "25,500"),
    "score-early": ("Ana", "3 turns"),
    "dynasty-deal": ("Which tile comes next? In the bag are:", "E", "R"),
}


def drawn(name: str, size: tuple[int, int], language: str = "en") -> Pen:
    return draw_screen(pygame.Surface(size, depth=32), screen_of(name, language))


@pytest.mark.parametrize(
    ("name", "size"),
    [
        pytest.param(name, size, marks=() if k == number % len(SIZES) else LONG)
        for number, name in enumerate(MATTERS)
        for k, size in enumerate(SIZES)
    ],
    ids=str,
)
def test_what_matters_can_be_read_from_far_and_grows_with_the_screen(
    name: str, size: tuple[int, int]
) -> None:
    """Where time is short each is looked at on one screen, in turn."""
    pen = drawn(name, size)
    assert_legible(pen)
    for text in MATTERS[name]:
        pixels = [drawn_at * pen.unit for one, _, drawn_at in pen.sizes if one == text]
        assert pixels, text
        assert max(pixels) >= LEAST_PX * min(size) / 480 - 1, text


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", SCREENS)
def test_all_that_matters_is_as_large_on_every_screen(kind: str, language: str) -> None:
    """In the design, which grows with the screen."""
    for name, size in itertools.product(of_kind(kind), SEVEN_SIZES):
        screen = screen_of(name, language)
        pen = draw_screen(pygame.Surface(size, depth=32), screen)
        rounded = 0.5 / pen.unit
        small = [
            text
            for text, wished, drawn_at in pen.sizes
            if wished >= style.COMPACT > drawn_at + rounded
        ]
        assert small == [], (name, size)
        matters = [drawn_at for _, wished, drawn_at in pen.sizes if wished >= style.TEXT]
        assert min(matters) >= LEAST_PX - rounded, (name, size)
        if size == SIZES[0]:
            statuses = [
                drawn_at for text, _, drawn_at in pen.sizes if text and text == screen.status
            ]
            assert min(statuses, default=STATUS_PX) >= STATUS_PX, name


@pytest.mark.parametrize(
    ("size", "name", "language"),
    in_turn(ALL_SIZES, ["play", "play-reminding", "play-placing"], LANGUAGES),
)
def test_the_legend_is_never_small_for_the_sake_of_the_note_about_the_board(
    size: tuple[int, int], name: str, language: str
) -> None:
    screen = screen_of(name, language)
    assert isinstance(screen.body, Play)
    pen = draw_screen(pygame.Surface(size, depth=32), screen)
    legend = next(drawn_at for text, _, drawn_at in pen.sizes if text == screen.body.legend)
    assert legend >= style.SMALL - 1
    if size[0] > size[1]:
        assert screen.body.note in [text for text, _, _ in pen.sizes]
    assert not {screen.body.note, screen.body.legend} & {*pen.shortened}


def plan_drawn(
    name: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch, language: str = "en"
) -> BoardPlan:
    """Draw an example, and give the plan of the one board on it."""
    plans: list[BoardPlan] = []

    def watched(*arguments: object) -> BoardPlan:
        plans.append(board_plan(*arguments))  # type: ignore[arg-type]
        return plans[-1]

    monkeypatch.setattr(diagram, "board_plan", watched)
    drawn(name, size, language)
    (plan,) = plans
    return plan


@pytest.mark.parametrize("language", LANGUAGES)
def test_above_a_long_reminder_the_names_of_city_states_stay_whole(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = screen_of("play-restoring", language)
    assert isinstance(screen.body, Play)
    plan = plan_drawn("play-restoring", (480, 800), monkeypatch, language)
    assert [name for name, _ in plan.names.values()] == [
        one.name for one in screen.body.board.regions
    ]


@pytest.mark.parametrize(
    ("name", "size", "language"),
    in_turn(
        ["play", "play-guided", "play-restoring", "play-placing", "hints", "wrong-offered"],
        (*SEVEN_SIZES, *SQUARER),
        LANGUAGES,
    ),
)
def test_the_name_of_a_city_state_stays_whole_inside_its_region(
    name: str, size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the long sentences of a guide the map is low: one name lost its end there."""
    plan = plan_drawn(name, size, monkeypatch, language)
    board = sitting(language).board
    assert [text for text, _ in plan.names.values()] == [one.name for one in board.regions]
    for region, (text, box) in enumerate(plan.names.values()):
        left, top, wide, high = (round(one / CELL) for one in box)
        assert (plan.regions[top : top + high, left : left + wide] == region).all(), text


def luminance(colour: npt.ArrayLike) -> float:
    """Give the relative luminance of WCAG 2.1."""
    parts = np.asarray(colour, float) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def contrast(one: npt.ArrayLike, other: npt.ArrayLike) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


SOME = [[*MATTERS, "setup-read", "siberia-play"][start::3] for start in range(len(LANGUAGES))]
"""Where time is short each of some screens is looked at in one language, in turn."""
GROUNDS = (style.PAPER, style.CARD, style.PALE_GOLD)


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *itertools.product((style.INK, style.FAINT), GROUNDS),
        *((style.INK, style.region(number)) for number in range(8)),
        *((style.ink_on(ground), ground) for ground, _ in KINDS.values()),
        (style.INK, style.LINE),
        (style.WHITE, style.ALARM),
        (style.ALARM, style.PAPER),
    ],
)
def test_text_stands_out_from_its_ground(ink: style.Colour, ground: style.Colour) -> None:
    assert contrast(ink, ground) >= CONTRAST


def grounds(
    screen: Screen, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] = SIZES[0]
) -> list[tuple[str, float]]:
    """Give the contrast of each text of a screen to what it is written on."""
    found: list[tuple[str, float]] = []
    write = Pen.text

    def watched(
        pen: Pen,
        text: str,
        box: Box,
        size: float,
        *,
        colour: style.Colour = style.INK,
        **how: Never,
    ) -> None:
        before = len(pen.written)
        write(pen, text, box, size, colour=colour, **how)
        for line, place in pen.written[before:]:
            around = place.inflate(AROUND_PX, AROUND_PX).clip(pen.surface.get_rect())
            part = pen.surface.subsurface(around)
            shades, many = np.unique(pygame.surfarray.array2d(part), return_counts=True)
            many[shades == pen.surface.map_rgb(colour)] = 0
            ground = pen.surface.unmap_rgb(int(shades[many.argmax()]))
            found.append((line, contrast(colour, ground[:3])))

    monkeypatch.setattr(Pen, "text", watched)
    draw_screen(pygame.Surface(size, depth=32), screen)
    return found


@pytest.mark.parametrize(
    ("names", "language"),
    [
        *((names, language) for names, language in zip(SOME, LANGUAGES, strict=True)),
        *(
            pytest.param(of_kind(kind), language, marks=LONG)
            for kind, language in itertools.product(SCREENS, LANGUAGES)
        ),
    ],
    ids=str,
)
def test_every_text_stands_out_from_what_it_is_written_on(
    names: Sequence[str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in names:
        with monkeypatch.context() as patch:
            found = grounds(screen_of(name, language), patch)
        assert found, name
        assert [one for one in found if one[1] < CONTRAST] == [], name


# Machado, Oliveira and Fernandes 2009, severity 1, for linear RGB.
BLIND = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
RADIUS = 9
"""Of a merchant on the smallest diagram."""
OTHERWISE = 0.05
"""The share of a piece by which two shapes differ at least."""


def seen(colour: npt.ArrayLike, kind: str) -> npt.NDArray[np.float64]:
    """Give a colour as somebody sees it who lacks one kind of cone."""
    linear = (np.asarray(colour, float) / 255) ** 2.2
    return np.asarray(np.clip(linear @ np.array(BLIND[kind]).T, 0, 1) ** (1 / 2.2) * 255)


def shape(colour: str) -> npt.NDArray[np.bool_]:
    """Mark the shape on a piece: what is nearer to its ink than to its ground."""
    ground = style.piece_colour(colour)
    image = piece_image(colour, RADIUS)
    pixels = pygame.surfarray.array3d(image).astype(float)
    ink = np.abs(pixels - style.ink_on(ground)).sum(axis=2)
    return np.asarray(ink < np.abs(pixels - ground).sum(axis=2), bool)


@pytest.mark.parametrize("kind", BLIND)
def test_a_piece_shows_its_shape_to_those_who_see_colours_alike(kind: str) -> None:
    for colour in style.PIECES:
        ground = style.piece_colour(colour)
        ink = style.ink_on(ground)
        assert contrast(seen(ground, kind), seen(ink, kind)) >= SHAPE_CONTRAST, colour


@pytest.mark.parametrize("kind", BLIND)
def test_a_cube_shows_its_shape_to_those_who_see_colours_alike(kind: str) -> None:
    for resource, ground in CUBES.items():
        ink = style.ink_on(ground)
        assert contrast(seen(ground, kind), seen(ink, kind)) >= SHAPE_CONTRAST, resource


def test_no_two_colours_have_one_shape() -> None:
    told = {colour: shape(colour) for colour in style.PIECES if colour != "violet"}
    for one, other in itertools.combinations(told, 2):
        differ = np.count_nonzero(told[one] != told[other])
        assert differ >= OTHERWISE * np.pi * RADIUS**2, f"{one} and {other}"


def test_no_two_resources_have_one_shape() -> None:
    told = {}
    for resource, ground in CUBES.items():
        pixels = pygame.surfarray.array3d(cube_image(resource, 2 * RADIUS)).astype(float)
        ink = np.abs(pixels - style.ink_on(ground)).sum(axis=2)
        told[resource] = ink < np.abs(pixels - ground).sum(axis=2)
    for one, other in itertools.combinations(told, 2):
        differ = np.count_nonzero(told[one] != told[other])
        assert differ >= OTHERWISE * (2 * RADIUS) ** 2, f"{one} and {other}"


@pytest.mark.parametrize("kind", BLIND)
def test_a_tile_shows_its_letter_to_those_who_see_colours_alike(kind: str) -> None:
    assert len({letter for _, letter in KINDS.values()}) == len(KINDS)
    for ground, letter in KINDS.values():
        ink = style.ink_on(ground)
        assert contrast(seen(ground, kind), seen(ink, kind)) >= SHAPE_CONTRAST, letter


@pytest.mark.parametrize(("size", "language"), in_turn(ALL_SIZES, LANGUAGES))
def test_what_was_held_at_the_end_of_siberia_is_no_smaller_than_a_caption(
    size: tuple[int, int], language: str
) -> None:
    shown = screen_of("siberia-final-holdings", language, longest=True)
    pen = draw_screen(pygame.Surface(size, depth=32), shown)
    assert min(drawn_at for _, _, drawn_at in pen.sizes) >= style.SMALL


@pytest.mark.parametrize(
    ("size", "name", "language"),
    in_turn(ALL_SIZES, ["siberia-play", "siberia-play-told", "siberia-play-hidden"], LANGUAGES),
)
def test_names_and_money_in_siberia_are_as_large_as_what_matters(
    size: tuple[int, int], name: str, language: str
) -> None:
    shown = screen_of(name, language)
    assert isinstance(shown.body, SiberiaPlay)
    pen = draw_screen(pygame.Surface(size, depth=32), shown)
    words = {part for cell in shown.body.cells for part in (cell.called, cell.money) if part}
    amounts = {amount for _, amount in shown.body.prospects.rows}
    for text, _, drawn_at in pen.sizes:
        if text in words | amounts and not text.isdigit():  # supplies are counted in digits too
            assert drawn_at >= style.TEXT - 0.5 / pen.unit, text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*SIZES, (480, 800)])
def test_whose_prospects_are_shown_is_no_smaller_than_a_caption_for_the_longest_names(
    size: tuple[int, int], language: str
) -> None:
    shown = screen_of("siberia-play", language, longest=True)
    assert isinstance(shown.body, SiberiaPlay)
    pen = draw_screen(pygame.Surface(size, depth=32), shown)
    title = shown.body.prospects.title
    assert min(drawn_at for text, _, drawn_at in pen.sizes if text == title) >= style.SMALL
    assert_legible(pen)


@pytest.mark.parametrize(
    ("size", "name", "language"), in_turn(ALL_SIZES, ["wrong", "siberia-wrong"], LANGUAGES)
)
def test_the_words_of_a_large_answer_stand_off_its_edges(
    size: tuple[int, int], name: str, language: str
) -> None:
    pen = drawn(name, size, language)
    answers = [place for target, place in pen.targets.items() if target.startswith("row-")]
    aside = round(4 * pen.unit)
    for answer in answers:
        inside = [place for _, place in pen.written if answer.colliderect(place)]
        assert inside
        assert all(answer.inflate(-2 * aside, 0).contains(place) for place in inside)


@pytest.mark.parametrize(
    ("size", "name", "language"),
    in_turn(ALL_SIZES, ["wrong", "siberia-wrong", "siberia-straight"], LANGUAGES),
)
def test_large_answers_are_as_large_beside_a_long_sentence(
    size: tuple[int, int], name: str, language: str
) -> None:
    screen = screen_of(name, language)
    assert isinstance(screen.body, AnswersToPhoto)
    pen = draw_screen(pygame.Surface(size, depth=32), screen)
    assert_legible(pen)
    answers = [row.text for row in screen.body.menu.rows]
    sizes = [drawn_at for text, _, drawn_at in pen.sizes if text in answers]
    assert sizes
    assert min(sizes) >= style.TEXT - 0.5 / pen.unit
