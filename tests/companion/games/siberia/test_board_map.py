"""The plan of Siberia's board: each name whole and within its region, whatever the shape."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pygame
import pytest

from companion.games.siberia import board_map
from companion.games.siberia.board_map import RegionMap, draw_cube, draw_pawns
from companion.games.siberia.map_plan import MapPlan, map_plan
from companion.games.siberia.play import GUIDED_LINES
from companion.games.siberia.play_screen import CUBE, GAP, SiberiaPlay
from companion.games.siberia.whole_board import ExchangeRow, WholeBoard
from companion.language import LANGUAGES, Language
from companion.pages.history import ReplayPage
from companion.ui.pen import Box, Pen
from companion.ui.photos import Replayed
from companion.ui.play import MARGIN
from companion.ui.sheet import draw_screen
from companion.ui.style import SMALL, TEXT
from companion.words.names import names_of
from engine.games import parse_board
from engine.ruling import Fact
from engine.siberia.board import SiberiaBoard, as_siberia
from engine.siberia.events import Mine, Salesman
from engine.siberia.material import RESOURCES
from seeds.boards import builtin_board_text
from tests.companion.ui.legible import assert_legible
from tests.companion.ui.test_far import SEVEN_SIZES
from tests.examples.examples import screen_of
from tests.examples.siberia_table import played, siberia_session
from tests.examples.sitting import sitting
from tests.sampled import in_turn

SIZES = ((800, 480), (1280, 720), (480, 800), (720, 1280))
BOXES: tuple[Box, ...] = (
    *((8, 50, 480, 184), (8, 50, 784, 260), (8, 50, 348, 366), (8, 60, 386, 228)),
    *((8, 50, 464, 190), (8, 50, 464, 290), (8, 50, 464, 560), (8, 50, 390, 340)),
)
"""Of all shapes that screens give it: beside a list, above one, alone."""
LONGEST = ("Ust-Ilimsk", "Novokuznetsk", "Blagoveshch.", "Severo Kuril")


@pytest.fixture(scope="module")
def board() -> SiberiaBoard:
    return as_siberia(parse_board(builtin_board_text("taiga"), "taiga"))


def drawn(board: SiberiaBoard, size: tuple[int, int], box: Box) -> Pen:
    pen = Pen.filling(pygame.Surface(size, depth=32))
    RegionMap(board, {}, {}, ()).draw(pen, box)
    return pen


def outside(pen: Pen, board: SiberiaBoard, box: Box) -> list[str]:
    """List what is written across the border of its region."""
    plan = map_plan(board, int(box[2]), int(box[3]), pen.unit)
    owner = pygame.Surface(pen.surface.get_size(), depth=8)
    where: dict[str, list[int]] = {}
    for number, region in enumerate(plan.regions.values(), 1):
        corners = [pen.at(box[0] + x, box[1] + y) for x, y in region.corners]
        pygame.draw.polygon(owner, number, corners)
        for line, _ in region.name:
            where.setdefault(line, []).append(number)
    owners = pygame.surfarray.array2d(owner)
    found = []
    for line, place in pen.written:
        here = owners[place.left : place.right, place.top : place.bottom]
        if {*np.unique(here)} - {*where[line]}:
            found.append(line)
    return found


@pytest.mark.parametrize(("size", "box"), in_turn(SIZES, BOXES), ids=str)
def test_each_name_stands_whole_in_its_region(
    board: SiberiaBoard, size: tuple[int, int], box: Box
) -> None:
    pen = drawn(board, size, box)
    assert pen.shortened == []
    lines = [text for text, _ in pen.written]
    assert "".join(lines).replace("-", "") == "".join(one.name for one in board.regions)
    assert outside(pen, board, box) == []


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_longer_names_lose_their_end_before_they_leave_their_region(
    board: SiberiaBoard, box: Box
) -> None:
    named = [*LONGEST, *(one.name for one in board.regions[len(LONGEST) :])]
    regions = tuple(replace(one, name=name) for one, name in zip(board.regions, named, strict=True))
    longer = replace(board, regions=regions)
    pen = drawn(longer, (800, 480), box)
    assert pen.shortened == []
    assert outside(pen, longer, box) == []
    places = [place for _, place in pen.written]
    assert all(place.collidelist(places[:i]) < 0 for i, place in enumerate(places))


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_cubes_and_pawns_lie_within_the_height_of_their_region(
    board: SiberiaBoard, box: Box
) -> None:
    unit = drawn(board, (800, 480), box).unit
    plan = map_plan(board, int(box[2]), int(box[3]), unit)
    for ident, region in plan.regions.items():
        heights = [y for _, y in region.corners]
        for _, top, _, height in (region.cubes, region.pawns):
            assert min(heights) <= top, ident
            assert top + height <= max(heights), ident


def test_a_name_loses_its_end_rather_than_push_cubes_out_of_a_low_region(
    board: SiberiaBoard,
) -> None:
    plan = map_plan(board, 464, 131, 1.0)
    owner = pygame.Surface((464, 131), depth=8)
    for number, region in enumerate(plan.regions.values(), 1):
        pygame.draw.polygon(owner, number, region.corners)
    for number, region in enumerate(plan.regions.values(), 1):
        left, top, width, height = region.cubes
        for share in (0.1, 0.9):
            at = round(left + width / 2), round(top + share * height)
            assert owner.get_at_mapped(at) == number


@pytest.mark.parametrize(("high", "least"), [(149, 14), (110, 13)])
def test_cubes_shrink_in_a_low_region_no_more_than_they_must(
    board: SiberiaBoard, high: int, least: float
) -> None:
    """Below a name at the top of a sloping region they had half the size of the others."""
    pen = drawn(board, (800, 480), (8, 50, 484, high))
    plan = map_plan(board, 484, high, pen.unit)
    sides = sorted(one.cubes[3] for one in plan.regions.values())
    assert sides[1] >= least, "all but one that is lower still"
    assert plan.regions["verkhoyansk"].cubes[3] >= least


@pytest.mark.parametrize(
    ("size", "name", "language"),
    in_turn(
        [*SEVEN_SIZES, (800, 524), (720, 480)],
        ["siberia-play", "siberia-play-locked", "siberia-wrong-later", "siberia-guided"],
        LANGUAGES,
    ),
    ids=str,
)
def test_names_cubes_and_pawns_stand_in_their_region_beside_a_long_reminder(
    name: str, size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window beside a virtual table is narrower than a display, and its map the lowest."""
    plans: list[MapPlan] = []

    def watched(*arguments: object) -> MapPlan:
        plans.append(map_plan(*arguments))
        return plans[-1]

    monkeypatch.setattr(board_map, "map_plan", watched)
    draw_screen(pygame.Surface(size, depth=32), screen_of(name, language))
    (plan,) = plans
    owner = pygame.Surface(size, depth=8)
    for number, region in enumerate(plan.regions.values(), 1):
        pygame.draw.polygon(owner, number, region.corners)
    for number, (ident, region) in enumerate(plan.regions.items(), 1):
        assert region.name, ident
        for left, top, width, height in (region.cubes, region.pawns):
            for share in (0.15, 0.85):
                at = round(left + width / 2), round(top + share * height)
                assert owner.get_at_mapped(at) == number, ident
        for line, (left, top, width, height) in region.name:
            for across in (0.02, 0.98):
                at = round(left + across * width), round(top + height / 2)
                assert owner.get_at_mapped(at) == number, line


@pytest.mark.parametrize(("size", "language"), in_turn(SIZES, LANGUAGES), ids=str)
def test_five_cubes_are_large_enough_to_be_told_apart_and_lie_in_their_region(
    board: SiberiaBoard, size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a narrow region they lie in two rows."""
    found: list[tuple[float, float, float]] = []

    def seen(pen: Pen, resource: str, x: float, y: float, side: float) -> None:
        found.append((x, y, side))
        draw_cube(pen, resource, x, y, side)

    monkeypatch.setattr("companion.games.siberia.board_map.draw_cube", seen)
    shown = screen_of("siberia-play-told", language)
    assert isinstance(shown.body, SiberiaPlay)
    boxes: list[Box] = []
    monkeypatch.setattr(RegionMap, "draw", _noting(boxes))
    pen = draw_screen(pygame.Surface(size, depth=32), shown)
    (box,) = boxes
    assert max(map(len, shown.body.regions.cubes.values())) == 5
    assert min(side for *_, side in found) >= 12
    plan = map_plan(board, int(box[2]), int(box[3]), pen.unit)
    outlines = {
        ident: np.array(region.corners, np.float32) for ident, region in plan.regions.items()
    }
    cubes, middles = shown.body.regions.cubes, iter(found)
    for ident in plan.regions:
        for _, (x, y, side) in zip(cubes.get(ident, ()), middles, strict=False):
            for across, down in itertools.product((-side / 2, side / 2), repeat=2):
                at = (x + across - box[0], y + down - box[1])
                assert cv2.pointPolygonTest(outlines[ident], at, measureDist=True) > -3, ident


def _noting(boxes: list[Box]) -> Callable[[RegionMap, Pen, Box], None]:
    draw = RegionMap.draw

    def noted(regions: RegionMap, pen: Pen, box: Box) -> None:
        boxes.append(box)
        draw(regions, pen, box)

    return noted


@pytest.mark.parametrize("size", [(480, 800), (720, 1280)], ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_two_columns_of_prospects_stand_apart(size: tuple[int, int], language: str) -> None:
    shown = screen_of("siberia-play-told", language)
    assert isinstance(shown.body, SiberiaPlay)
    pen = draw_screen(pygame.Surface(size, depth=32), shown)
    rows = shown.body.prospects.rows
    amounts = {amount: place for text, place in pen.written for _, amount in rows if text == amount}
    second = min(place.left for place in amounts.values() if place.left > size[0] / 2)
    lines = [place.centery for place in amounts.values()]
    ends = [
        place.right
        for text, place in pen.written
        if text in {row.where for row, _ in rows}
        and place.right < second
        and any(abs(place.centery - y) < 10 * pen.unit for y in lines)
    ]
    cube = (CUBE + GAP) * pen.unit  # before the amount
    assert second - cube - max(ends) >= 12 * pen.unit


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_game_played_back_shows_the_exchanges_and_who_was_sent_there(
    board: SiberiaBoard, size: tuple[int, int]
) -> None:
    one = sitting("en", players=4)
    events, _ = played(one.colours, "untold")
    number, sent = next((n, e) for n, e in enumerate(events, 1) if isinstance(e, Salesman))
    session = siberia_session(one, number, stored=True)
    session.open(ReplayPage(session, event=number))
    body = session.screen.body
    assert isinstance(body, Replayed)
    assert isinstance(body.picture, WholeBoard)
    assert sent.to in body.picture.exchanges.touched
    pen = draw_screen(pygame.Surface(size, depth=32), session.screen)
    names = {side.name for side in board.exchanges if side.id in session.live.state["exchanges"]}
    assert names <= {text for text, _ in pen.written}
    assert not names & {*pen.shortened}
    session.store.close()


def test_a_sale_played_back_tells_what_it_brought() -> None:
    one = sitting("en", players=3)
    events, states = played(one.colours, "untold")
    number, sale = next((n, e) for n, e in enumerate(events, 1) if isinstance(e, Mine))
    session = siberia_session(one, number)
    session.open(ReplayPage(session, event=number))
    body = session.screen.body
    assert isinstance(body, Replayed)
    seat = one.colours.index(sale.player)
    gained = states[number].money[seat] - states[number - 1].money[seat]
    assert body.text.endswith(f" +{gained:,}")
    session.store.close()


def test_before_the_setup_there_are_no_exchanges_to_play_back() -> None:
    session = siberia_session(sitting("en", players=3), 0)
    session.open(ReplayPage(session, event=0))
    assert draw_screen(pygame.Surface((800, 480), depth=32), session.screen).written
    session.store.close()


def test_beside_a_photograph_each_exchange_keeps_its_name() -> None:
    session = siberia_session(sitting("en", players=4), 20)
    session.go("then", event=15)
    pen = draw_screen(pygame.Surface((800, 480), depth=32), session.screen)
    assert pen.shortened == []
    session.store.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_a_photograph_exchanges_stand_above_a_sentence_of_three_lines(language: str) -> None:
    """There were none, though the sentence told that some looked different."""
    pen = draw_screen(pygame.Surface((800, 480), depth=32), screen_of("siberia-then", language))
    assert {"Seoul", "Frankfurt"} <= {text for text, _ in pen.written}


def test_names_stand_off_the_borders_of_their_exchanges(board: SiberiaBoard) -> None:
    """“Seoul” began and ended on the line around it."""
    sides = ["seoul", "new-york", "london", "singapore", "zurich", "frankfurt"]
    names = {one.name for one in board.exchanges if one.id in sides}
    pen = Pen.filling(pygame.Surface((800, 480), depth=32))
    crowd = dict.fromkeys(("blue", "red", "yellow", "green"), 2)
    row, box = ExchangeRow(board, sides, {"frankfurt": crowd}), (8, 100, 387, 48)
    row.draw(pen, box)
    _, cells = row.cells(pen, box)
    inks = (ink for text, ink in pen.written if text in names)
    written = sorted(inks, key=lambda ink: ink.left)
    for ink, (left, _, width, _) in zip(written, cells, strict=True):
        assert ink.left - left >= 3
        assert left + width - ink.right >= 3


@pytest.mark.parametrize(
    ("size", "language", "name"),
    in_turn(SIZES, LANGUAGES, ["siberia-play", "siberia-play-told"]),
    ids=str,
)
def test_names_of_exchanges_are_as_large_as_captions(
    name: str, language: str, size: tuple[int, int]
) -> None:
    """They were 15 to 17 of 480 pixels high, each as narrow as the next."""
    shown = screen_of(name, language)
    assert isinstance(shown.body, SiberiaPlay)
    pen = draw_screen(pygame.Surface(size, depth=32), shown)
    row = shown.body.exchanges
    names = {one.name for one in row.board.exchanges if one.id in row.sides}
    found = {text: drawn_at for text, wished, drawn_at in pen.sizes if wished == SMALL}
    assert names <= {*found}
    assert min(found[one] for one in names) >= SMALL - 0.5 / pen.unit


@pytest.mark.parametrize("width", [464, 484])
def test_the_longest_names_of_exchanges_are_whole_and_pawns_take_what_they_leave(
    board: SiberiaBoard, width: int
) -> None:
    longest = sorted(board.exchanges, key=lambda one: len(one.name))[-6:]
    sides = [one.id for one in longest]
    crowd = dict.fromkeys(("blue", "red", "yellow"), 1)
    row = ExchangeRow(board, sides, {sides[0]: crowd})
    pen = Pen.filling(pygame.Surface((800, 480), depth=32))
    row.draw(pen, (8, 100, width, 48))
    assert min(drawn_at for *_, drawn_at in pen.sizes) >= 17
    assert pen.shortened == []
    _, cells = row.cells(pen, (8, 100, width, 48))
    _, empty = replace(row, pawns={}).cells(pen, (8, 100, width, 48))
    assert cells[0][2] >= empty[0][2]
    assert cells[-1][0] + cells[-1][2] == pytest.approx(8 + width)


@pytest.mark.parametrize(("size", "number"), in_turn(SIZES, [1, 2, 3]), ids=str)
def test_pawns_stand_off_the_border_of_their_exchange(
    board: SiberiaBoard, size: tuple[int, int], number: int
) -> None:
    sides = [one.id for one in board.exchanges[:6]]
    pawns = dict.fromkeys(("blue", "red", "yellow", "green")[: number + 1], number)
    pictures, box = [], (8, 100, 464, 48)
    row = ExchangeRow(board, sides, dict.fromkeys(sides, pawns))
    with pytest.MonkeyPatch.context() as patch:
        for draw in (draw_pawns, lambda *_: None):
            patch.setattr("companion.games.siberia.whole_board.draw_pawns", draw)
            pen = Pen.filling(pygame.Surface(size, depth=32))
            row.draw(pen, box)
            pictures.append(pygame.surfarray.array3d(pen.surface).astype(int))
    covered = (pictures[0] != pictures[1]).any(axis=(1, 2))
    for left, _, width, _ in row.cells(pen, box)[1]:
        cell = covered[pen.at(left, 0)[0] : pen.at(left + width, 0)[0]]
        rim = round(3 * pen.unit)
        assert cell.any()
        assert not cell[:rim].any()
        assert not cell[-rim:].any()


@pytest.mark.parametrize(
    ("language", "name"),
    in_turn(LANGUAGES, ["siberia-wrong-later", "siberia-choice-later", "siberia-play-told"]),
    ids=str,
)
def test_names_and_cubes_are_whole_and_large_below_a_long_text_of_an_upright_screen(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[MapPlan] = []
    sides: list[float] = []

    def watched(*arguments: object) -> MapPlan:
        plans.append(map_plan(*arguments))
        return plans[-1]

    def noted(_: Pen, cubes: Sequence[str], box: Box, largest: float) -> None:
        sides.extend([min(largest + 2, box[2] / len(cubes)) - 2] if cubes else [])

    monkeypatch.setattr(board_map, "map_plan", watched)
    monkeypatch.setattr(board_map, "draw_cubes", noted)
    draw_screen(pygame.Surface((480, 800), depth=32), screen_of(name, language))
    (plan,) = plans
    written = {ident: "".join(line for line, _ in one.name) for ident, one in plan.regions.items()}
    assert [text for text in written.values() if text.endswith(".")] == []
    assert min(sides) >= 14


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["siberia-wrong-later", "siberia-choice-later"])
@pytest.mark.parametrize("longest", [False, True])
def test_what_resources_would_bring_stays_above_a_long_text(
    name: str, language: str, *, longest: bool
) -> None:
    """It left an upright screen whose text took three lines and whose buttons two rows."""
    shown = screen_of(name, language, longest=longest)
    assert isinstance(shown.body, SiberiaPlay)
    pen = draw_screen(pygame.Surface((480, 800), depth=32), shown)
    assert_legible(pen)
    prospects = shown.body.prospects
    told = {text for text, _ in pen.written}
    assert prospects.title in " ".join(text for text, _ in pen.written)
    assert {amount for _, amount in prospects.rows[:2]} <= told
    sizes = {text: size for text, _, size in pen.sizes}
    assert prospects.rows or sizes[prospects.nothing] >= SMALL


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1280, 800)])
def test_a_long_sentence_leaves_a_wide_screen_most_of_its_map(
    size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three large lines left three quarters of it, and cubes so small that none was told."""
    heights: list[int] = []

    def watched(board: SiberiaBoard, width: int, height: int, unit: float) -> MapPlan:
        heights.append(height)
        return map_plan(board, width, height, unit)

    monkeypatch.setattr(board_map, "map_plan", watched)
    shown = screen_of("siberia-guided", language)
    assert isinstance(shown.body, SiberiaPlay)
    for text in ("", "Chersky is empty: a lock is put there, and the workers leave it. " * 3):
        screen = replace(shown, body=replace(shown.body, text=text))
        draw_screen(pygame.Surface(size, depth=32), screen)
    whole, left = heights
    assert left >= 0.85 * whole


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_what_stands_beside_the_map_is_named_in_large_letters(
    size: tuple[int, int], language: str
) -> None:
    shown = screen_of("siberia-play", language)
    assert isinstance(shown.body, SiberiaPlay)
    pen = draw_screen(pygame.Surface(size, depth=32), shown)
    sizes = {text: drawn_at for text, _, drawn_at in pen.sizes}
    locked, supply = (sizes[text] for text in shown.body.nearness.labels)
    assert supply >= 22 - 0.5 / pen.unit
    assert locked >= 18 - 0.5 / pen.unit


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_guide_asks_for_takes_two_lines(language: str) -> None:
    names = names_of(Language(language), parse_board(builtin_board_text("taiga"), ""))
    screen = screen_of("siberia-guided", language)
    pen = draw_screen(pygame.Surface((800, 480), depth=32), screen)
    facts: Mapping[str, Fact] = {"money": 12500, "at": "vladivostok"}
    for verb, resource, at, number in itertools.product(
        ("mine", "salesman", "worker"), RESOURCES, ("singapore", "frankfurt"), (1, 3)
    ):
        told = {**facts, "resource": resource, "exchange": at, "to": at, "number": number}
        text = names.tell("guide", verb, told)
        assert len(pen.wrapped(text, 800 - 4 * MARGIN, TEXT)) <= GUIDED_LINES, text


def stamped(
    name: str, size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[Pen, list[pygame.Rect]]:
    """Draw an example; give the pixels of each cube and piece too."""
    places: list[pygame.Rect] = []
    stamp = Pen.stamp

    def watched(pen: Pen, image: pygame.Surface, x: float, y: float) -> None:
        places.append(image.get_rect(center=pen.at(x, y)))
        stamp(pen, image, x, y)

    monkeypatch.setattr(Pen, "stamp", watched)
    return draw_screen(pygame.Surface(size, depth=32), screen_of(name, language)), places


@pytest.mark.parametrize(
    ("size", "name", "language"),
    in_turn(
        SEVEN_SIZES,
        ["siberia-play", "siberia-play-steps", "siberia-replay", "siberia-guided", "hints-siberia"],
        LANGUAGES,
    ),
    ids=str,
)
def test_no_cube_or_pawn_covers_letters(
    name: str, size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pen, places = stamped(name, size, language, monkeypatch)
    letters = [(text, place.inflate(-pen.unit, -pen.unit)) for text, place in pen.written]
    assert [text for text, place in letters if place.collidelist(places) >= 0] == []


@pytest.mark.parametrize("name", ["hints-siberia", "siberia-replay"])
def test_pawns_alone_in_a_high_narrow_region_stand_in_two_rows(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one row they were a third smaller than anything else on the map."""
    _, places = stamped(name, (800, 480), "en", monkeypatch)
    assert min(place.width for place in places) >= 14
