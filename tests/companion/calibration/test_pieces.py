"""What is beside the locations, moves that are seen, and places far apart."""

import math
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from unittest.mock import Mock

import cv2
import numpy as np
import numpy.typing as npt
import pygame
import pytest

from companion.calibration.board import untaught_session
from companion.calibration.desk import Desk
from companion.calibration.draft import Draft, Point, Sample
from companion.calibration.pieces import spread
from companion.calibration.points import AreasPage
from companion.calibration.proof import SETTLED, MovesSeen, Standing
from companion.calibration.teaching import Areas
from companion.calibration.wizard import CalibrationPage, WizardPage, steps_of, table_steps
from companion.games.sumeria.teaching import AREAS, TEACHING
from companion.journal.store import Store
from companion.language import LANGUAGES, Language
from companion.pages.kinds import MessagePage
from companion.session.session import Session
from companion.settings import Settings
from companion.ui.guided_photo import RIM, SIGNS, GuidedPhoto, Mark
from companion.ui.pen import Pen
from companion.ui.screen import Screen, is_pad
from companion.ui.sheet import draw_screen
from companion.words.names import names_of
from engine.games import parse_board
from engine.sumeria.board_file import INFLUENCE_KINDS
from hardware.panel import Button
from seeds.boards import builtin_board_text
from tests.companion.calibration.lessons import STEPS, lesson, nothing
from tests.companion.pages.hands import press, rows
from tests.companion.pages.tasks import run_tasks
from tests.companion.ui.legible import assert_legible
from tests.examples.examples import screen_of
from tests.sampled import few
from vision.camera import Lens
from vision.kept import Kept
from vision.picture import load_picture
from vision.proposing.flat import Flat
from vision.table import Table, load_table

TEXT = builtin_board_text("dubsar")
BOARD = parse_board(TEXT, "dubsar.toml")
PICTURE = np.zeros((420, 560, 3), np.uint8)
CORNERS = ((0.0, 0.0), (560.0, 0.0), (560.0, 420.0), (0.0, 420.0))
FLAT = Flat(PICTURE, BOARD.size_mm, Lens(560, 420), np.eye(3))
"""A camera that shows each millimetre as a pixel."""
SEEN = replace(TEACHING.blank, corners_px=CORNERS, size_mm=BOARD.size_mm)
KNOWN = replace(SEEN, known=TEXT)
RANKING, INFLUENCE, TURNS = AREAS


@pytest.fixture
def session() -> Session:
    """Give a session in which a table is taught."""
    return untaught_session(Settings(), Store.in_memory())


def desk_with(folder: Path, draft: Draft) -> Desk:
    desk = Desk(folder, TEACHING)
    desk.change(replace(draft, empty=desk.keep_picture("empty", PICTURE)))
    desk.begin()
    return desk


def open_areas(session: Session, desk: Desk, areas: Areas) -> AreasPage:
    page = AreasPage(lesson(session, desk), areas, FLAT)
    session.open(page)
    return page


def touch(page: AreasPage, at_px: Point) -> None:
    """Touch a pixel of the picture."""
    page.point("down", at_px)
    page.point("up", at_px)


def points_of(areas: Areas) -> list[Point]:
    """List points as they are asked for; the last of them may be one of a rim."""
    *others, last = [(20.0 + 9 * i, 350.0 + 5 * i) for i in range(len(areas.asks))]
    return [*others, (last[0] - 5.0, last[1])]


def test_three_corners_make_the_row() -> None:
    (x, y, width, height), (last, end, *_) = BOARD.row_boxes[0], BOARD.row_boxes[-1]
    made = RANKING.made([(x, y), (x + width, y + height), (last + width, end + height)])
    assert np.allclose(made, BOARD.row_boxes)


def test_middles_and_a_rim_make_spaces() -> None:
    *_, (x, y, radius) = BOARD.tile_circles
    points = [(x, y) for x, y, _ in BOARD.tile_circles]
    assert np.allclose(INFLUENCE.made([*points, (x, y - radius)]), BOARD.tile_circles)


def test_fingers_that_come_down_at_the_same_place_make_no_slot_of_nothing() -> None:
    for row in (*RANKING.made([(5.0, 5.0)] * 3), *INFLUENCE.made([(5.0, 5.0)] * 7)):
        assert min(row[2:]) > 0


@pytest.mark.parametrize("areas", AREAS)
def test_points_that_were_shown_survive_a_power_cut(
    areas: Areas, session: Session, tmp_path: Path
) -> None:
    desk = desk_with(tmp_path, SEEN)
    points = points_of(areas)
    for point in points:
        page = open_areas(session, Desk(tmp_path, TEACHING), areas)
        touch(page, point)
    assert Desk(tmp_path, TEACHING).draft.rows(areas.step) == areas.made(points)
    assert Desk(tmp_path, TEACHING).draft.tapped == ()
    assert desk.draft.empty is not None


@pytest.mark.parametrize("areas", AREAS)
def test_the_screen_counts_the_points_that_are_asked_for(
    areas: Areas, session: Session, tmp_path: Path
) -> None:
    page, number = open_areas(session, desk_with(tmp_path, SEEN), areas), len(areas.asks)
    for done, point in enumerate(points_of(areas)):
        assert page.status() == f"{done} of {number} points"
        touch(page, point)
    assert page.status() == f"{number} of {number} points"


def test_a_point_is_taken_back(session: Session, tmp_path: Path) -> None:
    desk = desk_with(tmp_path, SEEN)
    page = open_areas(session, desk, RANKING)
    touch(page, (20.0, 350.0))
    touch(page, (99.0, 99.0))
    page.at = "undo"
    press(session, Button.OK)
    assert desk.draft.tapped == ((20.0, 350.0),)


def undo(page: AreasPage) -> None:
    page.at = "undo"
    press(page.session, Button.OK)


def test_what_is_erased_to_be_tapped_again_comes_back(session: Session, tmp_path: Path) -> None:
    desk = desk_with(tmp_path, SEEN)
    page = open_areas(session, desk, RANKING)
    points = points_of(RANKING)
    for point in points:
        touch(page, point)
    rows = desk.draft.rows("ranking")
    page.at = "again"
    press(session, Button.OK)
    assert desk.draft.rows("ranking") == ()
    undo(page)
    assert desk.draft.rows("ranking") == rows
    undo(page)
    assert desk.draft.tapped == tuple(points[:-1])


def test_points_of_before_a_power_cut_are_taken_back(session: Session, tmp_path: Path) -> None:
    page = open_areas(session, desk_with(tmp_path, SEEN), RANKING)
    for point in ((20.0, 350.0), (99.0, 360.0)):
        touch(page, point)
    desk = Desk(tmp_path, TEACHING)
    page = open_areas(session, desk, RANKING)
    undo(page)
    assert len(desk.draft.tapped) == 1
    undo(page)
    assert not desk.draft.tapped


def test_points_of_one_step_are_none_of_another(session: Session, tmp_path: Path) -> None:
    desk = desk_with(tmp_path, SEEN)
    touch(open_areas(session, desk, RANKING), (20.0, 350.0))
    other = open_areas(session, desk, TURNS)
    for x, y in points_of(TURNS):
        touch(other, (x, y - 320.0))
    assert desk.draft.rows("turns")[0][:2] == (20.0, 30.0)


def test_a_row_is_aimed_at_by_buttons_alone(session: Session, tmp_path: Path) -> None:
    desk = desk_with(tmp_path, SEEN)
    open_areas(session, desk, RANKING)
    for way in (Button.SCORE, Button.WHY, Button.WHY):
        press(session, Button.OK, *[way] * 9, Button.OK, *[way] * 9, Button.OK)
    assert len(desk.draft.rows("ranking")) == 8


def test_the_tiles_of_two_places_change_places(session: Session, tmp_path: Path) -> None:
    desk = desk_with(tmp_path, KNOWN)
    session.open(STEPS["row"].page(lesson(session, desk)))
    names = [state.name for state in BOARD.regions]
    assert rows(session)[1:-1] == [f"Rank {i} {name}" for i, name in enumerate(names, 1)]
    press(session, Button.WHY, Button.OK, *[Button.WHY] * 3, Button.OK)
    names[0], names[3] = names[3], names[0]
    assert rows(session)[1:-1] == [f"Rank {i} {name}" for i, name in enumerate(names, 1)]


def test_so_they_lie_after_a_power_cut(session: Session, tmp_path: Path) -> None:
    desk = desk_with(tmp_path, KNOWN)
    session.open(STEPS["row"].page(lesson(session, desk)))
    press(session, Button.WHY, Button.OK, *[Button.WHY] * 3, Button.OK)
    changed = rows(session)
    session.open(STEPS["row"].page(lesson(session, Desk(desk.folder, TEACHING))))
    assert rows(session) == changed


def test_all_kinds_are_among_the_influence_tiles_that_are_asked_for(
    session: Session, tmp_path: Path
) -> None:
    desk = desk_with(tmp_path, KNOWN)
    session.open(STEPS["kinds"].page(lesson(session, desk)))
    for kind in INFLUENCE_KINDS:
        assert any(kind in row for row in rows(session))


def test_without_a_picture_nothing_is_taken(session: Session, tmp_path: Path) -> None:
    desk = desk_with(tmp_path, KNOWN)
    page = STEPS["row"].page(lesson(session, desk))
    session.open(page)
    press(session, Button.OK)
    assert session.page is page


def test_a_step_is_not_offered_before_what_it_builds_on() -> None:
    steps = table_steps(TEACHING)
    assert not any(step.can_begin(TEACHING.blank) for step in steps)
    known = replace(KNOWN, empty="frames/empty.png")
    asked = [step for step in steps if not step.teaches_board]
    assert [step.name for step in asked if step.can_begin(known)] == ["colours"]


def test_of_a_known_board_nothing_is_asked_that_is_printed_on_it(
    session: Session, tmp_path: Path
) -> None:
    desk = desk_with(tmp_path, KNOWN)
    session.open(WizardPage(session, desk, steps_of(TEACHING), nothing))
    *steps, _ = rows(session)
    assert [one.split(". ")[1].rsplit(" ", 1)[0] for one in steps] == [
        "What the camera sees",
        "A known board",
        "Colours of the merchants",
        "Merchants",
        "City-state tiles",
        "Influence tiles",
        "Test",
    ]


def test_a_table_beside_another_leaves_the_other_as_it_is(tmp_path: Path) -> None:
    draft = replace(KNOWN, colours=("red",))
    desk = desk_with(tmp_path / "draft", draft)
    frame = desk.draft.empty or ""
    desk.change(replace(desk.draft, samples=(Sample(frame, "red", (0, 9)),)))
    for name in ("table.toml", "garden.toml"):
        written = load_table(desk.write(desk.draft, tmp_path / name))
        assert written.board == BOARD
        assert all(one.is_file() for one in written.frames)
    assert load_table(tmp_path / "table.toml").empty == tmp_path / frame
    assert load_table(tmp_path / "garden.toml").empty == tmp_path / "garden-files" / frame


def test_what_was_learnt_is_learnt_anew_only_from_other_pictures_or_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.calibration.desk.eye_of", lambda table, _: Mock(table=table))
    desk = desk_with(tmp_path, replace(KNOWN, colours=("red",)))
    told = replace(desk.draft, samples=(Sample(desk.draft.empty or "", "red", (0, 9)),))
    learnt = desk.learnt(told)
    assert desk.learnt(replace(told, finished=("pieces",))) is learnt
    other = desk.learnt(replace(told, samples=(replace(told.samples[0], at=(0, 8)),)))
    assert other is not learnt
    assert desk.learnt(told) is not learnt
    again = desk.learnt(told)
    desk.keep_picture("empty", PICTURE + 1)
    assert desk.learnt(told) is not again


def test_a_picture_that_is_taken_while_another_is_learnt_from_is_learnt_from_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = desk_with(tmp_path, replace(KNOWN, colours=("red",)))
    told = replace(desk.draft, samples=(Sample(desk.draft.empty or "", "red", (0, 9)),))
    pictures, learnt = [PICTURE + 1], []

    def taught(table: Table, known: Kept) -> Mock:
        learnt.append(known.part("board", lambda: load_picture(table.empty)))
        for picture in pictures:  # somebody went back meanwhile
            desk.keep_picture("empty", picture)
        pictures.clear()
        return Mock()

    monkeypatch.setattr("companion.calibration.desk.eye_of", taught)
    assert desk.learnt(told) is not desk.learnt(told)
    assert desk.learnt(told) is desk.learnt(told)
    assert [(one == PICTURE).all() for one in learnt] == [True, False]


def test_what_cannot_be_kept_is_said(session: Session, tmp_path: Path) -> None:
    desk = desk_with(tmp_path, SEEN)
    page = CalibrationPage(session, desk, tmp_path / "table.toml")
    session.open(page)
    page.save()
    session.pass_time(1.0)
    run_tasks(session)
    assert isinstance(session.page, MessagePage)
    assert not page.over
    assert not (tmp_path / "table.toml").exists()


def test_moves_are_counted_when_the_board_has_come_to_rest() -> None:
    moves = MovesSeen()
    moves.add({"ur.city": ("red",)}, 0.0)
    moves.add({"ur.city": ("red",)}, SETTLED)
    assert moves.count == 0  # that is how it began
    moves.add({"ur.town-1": ("red",)}, 2.0)
    assert moves.count == 0
    moves.add({"ur.town-1": ("red",)}, 2.0 + SETTLED)
    assert (moves.count, moves.last) == (1, ("ur.city", "ur.town-1"))
    moves.add({"ur.town-1": ("red",)}, 9.0)
    assert moves.count == 1


@pytest.mark.parametrize(
    ("after", "counts"),
    [
        ({}, True),
        ({"a": ("red",), "b": ("blue",)}, True),
        ({"b": ("red",)}, True),
        ({"b": ("blue",)}, False),
        ({"a": ("blue",)}, False),
        ({"a": ("red",), "b": ("blue",), "c": ("blue",)}, False),
        ({"b": ("red",), "c": ("red",)}, False),
        ({"a": ("red", "red")}, True),
        ({"a": ("blue", "blue", "red")}, False),
    ],
)
def test_only_one_merchant_at_a_time_is_a_move(after: Standing, *, counts: bool) -> None:
    moves = MovesSeen()
    for now, standing in enumerate(({"a": ("red",)}, {"a": ("red",)}, after, after)):
        moves.add(standing, float(now))
    assert (moves.count == 1, moves.several) == (counts, not counts)


def test_an_objection_begins_the_count_again() -> None:
    moves = MovesSeen()
    for now in range(20):
        moves.add({"a": ("red",)} if now // 2 % 2 else {}, float(now))
    assert moves.count == 9
    moves.object()
    moves.add({"b": ("red",)}, 30.0)
    moves.add({"b": ("red",)}, 31.0)
    assert moves.count == 0  # what lies there at present is where it begins


def test_chosen_places_are_far_apart() -> None:
    at_mm = [one.at_mm for one in BOARD.locations]
    chosen = spread(at_mm, 8)
    apart = min(math.dist(at_mm[i], at_mm[j]) for i in chosen for j in chosen if i != j)
    assert len(set(chosen)) == 8
    assert apart > 100
    assert len(spread(at_mm, 99)) == len(at_mm)


PROOFS = ("calibration-proof", "teaching-pawns-seen")


@pytest.mark.parametrize(
    ("name", "size"), few(1, product(PROOFS, [(800, 480), (480, 800)])), ids=str
)
def test_pieces_that_are_seen_are_marked_large_and_under_no_ring(
    name: str, size: tuple[int, int]
) -> None:
    shown = screen_of(name, "en")
    assert isinstance(shown.body, GuidedPhoto)
    every = tuple(replace(mark, label="") for mark in shown.body.marks)
    pieces = tuple(mark for mark in every if mark.look == "piece")
    assert len(pieces) < len(every)
    marked, alone, bare = (
        pixels(replace(shown, body=replace(shown.body, marks=marks)), size)
        for marks in (every, pieces, ())
    )
    covered = (alone != bare).any(axis=2).astype(np.uint8)
    within = cv2.erode(covered, np.ones((9, 9), np.uint8)) > 0  # without their smooth rims
    assert (marked[within] == alone[within]).all()
    _, _, boxes, _ = cv2.connectedComponentsWithStats(covered)
    wide, high = boxes[1:, cv2.CC_STAT_HEIGHT], boxes[1:, cv2.CC_STAT_WIDTH]  # x comes first
    assert min(*wide, *high) >= 20


@pytest.mark.parametrize("name", PROOFS)
def test_the_colour_that_was_seen_is_named(name: str) -> None:
    """Where two colours were taught the wrong way round, marks alone look right."""
    for language, told in (("en", "Last change: Red."), ("ro", "Ultima schimbare: Roșu.")):
        written = draw_screen(pygame.Surface((800, 480), depth=32), screen_of(name, language))
        assert told in " ".join(text for text, _ in written.written)


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_colour_that_is_seen_is_written_beside_each_piece(
    language: str, size: tuple[int, int]
) -> None:
    pen = draw_screen(pygame.Surface(size, depth=32), screen_of("calibration-proof", language))
    names = names_of(Language(language), BOARD)
    written = [text for text, _ in pen.written]
    assert {*map(names.colour, ("red", "blue", "green", "yellow"))} <= {*written}
    assert_legible(pen)


@pytest.mark.parametrize("name", [*PROOFS, "calibration-proof-several"])
@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "in a row: {} of 10."),
        ("fr", "d’affilée\u00a0: {} sur 10."),
        ("ro", "rând: {} din 10."),
    ],
)
def test_what_is_counted_is_named_whatever_the_last_change_was(
    name: str, language: str, told: str
) -> None:
    shown = screen_of(name, language)
    assert isinstance(shown.body, GuidedPhoto)
    assert told.format(2 if name == "teaching-pawns-seen" else 3) in shown.body.text


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_colours_of_each_heap_are_named_once_beside_it(
    language: str, size: tuple[int, int]
) -> None:
    pen = draw_screen(pygame.Surface(size, depth=32), screen_of("teaching-pawns-seen", language))
    red, blue, green = map(names_of(Language(language), BOARD).colour, ("red", "blue", "green"))
    written = [text for text, _ in pen.written]
    assert written.count(f"{red}, {blue.lower()}, {green.lower()}") == 2
    assert written.count(red) == 1
    assert_legible(pen)


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("name", [*PROOFS, "calibration-proof-several"])
def test_no_two_rings_around_what_has_changed_touch(name: str, size: tuple[int, int]) -> None:
    shown = screen_of(name, "en")
    assert isinstance(shown.body, GuidedPhoto)
    pen = draw_screen(pygame.Surface(size, depth=32), shown)
    (wide,) = (place.width for pad, place in pen.targets.items() if is_pad(pad))
    scale = wide / shown.body.image.shape[1]
    rings = [mark for mark in shown.body.marks if mark.look in SIGNS]
    assert rings
    for one, other in combinations(rings, 2):
        around = sum(mark.radius * scale + (2 * RIM + 3) * pen.unit for mark in (one, other))
        assert math.dist(one.at, other.at) * scale > around


def test_names_stand_on_no_piece_and_are_left_out_where_there_is_no_room() -> None:
    picture = np.zeros((200, 300, 3), np.uint8)
    free = Mark((150.0, 100.0), "piece", 10, "red", label="Red")
    crowd = [replace(free, at=(150.0 + x, 100.0 + y)) for x in (-24, 0, 24) for y in (-24, 0, 24)]
    for marks, number in (((free,), 1), ((replace(free, at=(6.0, 6.0)),), 1), (crowd, 8)):
        pen = Pen.filling(pygame.Surface((800, 480), depth=32))
        pen.surface.fill((0, 0, 0))
        GuidedPhoto("black", picture, marks=tuple(marks)).draw(pen, (0, 0, 450, 300))
        written = [place for text, place in pen.written if text == "Red"]
        assert 1 <= len(written) <= number
        assert_legible(pen)


def test_the_colours_of_a_change_are_kept_until_somebody_objects() -> None:
    moves = MovesSeen()
    for now, standing in enumerate(({"a": ("red",)},) * 2 + ({"b": ("blue",)},) * 2):
        moves.add(standing, float(now))
    assert moves.colours == ("red", "blue")
    moves.object()
    assert not any(moves.colours)


def pixels(screen: Screen, size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """Draw a screen, and give its pixels."""
    surface = pygame.Surface(size, depth=32)
    draw_screen(surface, screen)
    return pygame.surfarray.array3d(surface)
