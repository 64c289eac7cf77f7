"""A board with areas is taught from the frames of a shared table, as its own files have it."""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Final

import cv2
import numpy as np
import pytest

from companion.calibration import board
from companion.calibration.draft import Point
from companion.calibration.pieces import ArrangementPage, LearntPage, PiecesPage
from companion.calibration.points import RegionsPage
from companion.calibration.teaching import NOTHING, Teaching
from companion.calibration.wizard import CalibrationPage, SavedPage
from companion.games.siberia.teaching import TEACHING
from engine.layout import Lying
from engine.siberia.board import Exchange, as_siberia
from engine.siberia.material import RESOURCES
from hardware.panel import Button
from tests.companion.calibration.owner import Owner, Shown
from tests.companion.pages.hands import press, rows
from vision.area_eye import AreaEye
from vision.picture import load_picture
from vision.proposing.borders import Outline
from vision.reading import Image
from vision.table import Table, load_table

TABLE: Final = Path(__file__).parents[4] / "shared" / "tables" / "table-s1"
SHARE: Final = 0.5
"""How large the frames are here: large enough to see cubes, small enough for a test."""
EVERY: Final = 8
"""Every eighth corner of an outline is touched: where it turns most."""
NEAR_MM: Final = 4.0
"""How far spaces may be from where they are: corners and touches are off, and the lens bends."""


class Settler(Owner):
    """An owner of the board of table s1, who lays what its frames show."""

    teaching: ClassVar[Teaching] = TEACHING

    def __init__(self, folder: Path, table: Table, share: float) -> None:
        """Sit down before the whole wizard; frames are reduced by ``share``."""
        board = as_siberia(table.board)
        self.board, self.table, self.share = board, table, share
        corners = [(x * share, y * share) for x, y in table.corners_px]
        width, height = board.size_mm
        on_board = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        self._to_px = cv2.getPerspectiveTransform(on_board, np.array(corners, np.float32))
        super().__init__(folder, Shown(board, self.frame(table.empty), corners))
        self.file = folder / "table" / "table.toml"
        self.session.close(self.session.page)
        self.session.open(CalibrationPage(self.session, self.desk, self.file))
        self.wait(2)

    def touch_px(self, at_mm: Point) -> None:
        """Touch a place of the board in the camera's picture."""
        ((x, y),) = cv2.perspectiveTransform(np.array([[at_mm]], np.float64), self._to_px)[0]
        self.drag((float(x), float(y)))

    def frame(self, path: Path) -> Image:
        size = {"fx": self.share, "fy": self.share}
        return np.asarray(
            cv2.resize(load_picture(path), None, **size, interpolation=cv2.INTER_AREA), np.uint8
        )

    def outline(self) -> None:
        """Outline and name each region, by some points along its border."""
        for region in self.board.regions:
            corners = region.outline_mm[::EVERY]
            for at in corners:
                self.touch_mm(at)
            assert isinstance(self.session.page, RegionsPage)
            self.touch_row("Close it")
            self.write(region.name)

    def join(self) -> set[frozenset[str]]:
        """Put right which regions are neighbours; give the pairs that were proposed wrong."""
        names = [region.id for region in self.board.regions]
        true = {frozenset(map(names.index, pair)) for pair in self.board.borders}
        wrong = true ^ {frozenset(pair) for pair in self.desk.draft.stretches or ()}
        for pair in wrong:
            for region in sorted(pair):
                self.touch_mm(self.desk.draft.spots[region].at_mm)
        return {frozenset(names[one] for one in pair) for pair in wrong}

    def show_map(self) -> None:
        """Show the empty board, the regions on it, and which are neighbours."""
        self.touch_row("1.")
        self.touch_row("Take")
        self.wait(4)
        self.tell_board()
        self.touch_row("Continue")
        self.wait(3)
        self.outline()
        self.touch_row("Continue")
        self.wait(3)
        wrong = self.join()
        assert wrong == {
            frozenset({"selenga", "olyokma"}),  # a ferry, beyond what borders tell
            frozenset({"vladivostok", "khatanga"}),  # mountains on a border
            frozenset({"aldan", "lena"}),  # the same
        }
        self.touch_row("Continue")

    def write_facts(self) -> None:
        """Write what the exchanges buy, where pawns begin, and which markers there are.

        Most of it is there already, as after a power cut.
        """
        *others, last = self.board.exchanges
        sides = (*map(record, others), ("Oslo", "f", *"12345"))
        draft = self.desk.draft.with_records("sides", sides)
        markers = (*map(str, self.board.markers[:-1]), "1")
        self.desk.change(draft.with_records("markers", (markers,)))
        self.touch_row("Continue")  # what is not right yet is not taken
        press(self.session, Button.OK)
        self.touch_row("Oslo")
        self.touch_row("Remove it")
        self.touch_row("Another side")
        self._write("Name", last.name)
        self.touch_row("Tile")
        self.touch_row(last.tile)
        for resource, price in zip(RESOURCES, last.prices, strict=True):
            self._write(self.resource(resource), f"{price or NOTHING}")
        press(self.session, Button.BACK)
        self.touch_row("Continue")
        self.write_start()
        self.touch_row("Continue")
        self.touch_number(len(markers))
        self.write(f"{self.board.markers[-1]}")
        self.choose("Continue")
        self.wait(3)

    def _write(self, name: str, value: str) -> None:
        """Write a value where another one is written."""
        rows = getattr(self.session.screen.body, "rows", ())
        if next(row.value for row in rows if row.text == name) != value:
            self.touch_row(name)
            self.write("" if value == NOTHING else value)

    def resource(self, resource: str) -> str:
        """Give what a row calls a resource."""
        return {"diamond": "Diamonds"}.get(resource, resource.capitalize())

    def write_start(self) -> None:
        """Choose where pawns begin."""
        region = next(one for one in self.board.regions if one.id == self.board.start_region)
        exchange = next(one for one in self.board.exchanges if one.id == self.board.start_exchange)
        self.touch_row("Workers")
        self.touch_row(region.name)
        self.touch_row("Cubes")
        self.touch_row("Yes" if region.cubes else "No")
        self.touch_row("Salesmen")
        self.touch_row(exchange.name)

    def touch_spaces(self) -> None:
        """Show the printed spaces, kind by kind."""
        for boxes in (self.board.exchange_slots, self.board.supply_spaces):
            self._touch_boxes(boxes)
        for x, y, _ in self.board.clock_spaces:
            self.touch_px((x, y))
        x, y, radius = self.board.clock_spaces[-1]
        self.touch_px((x + radius, y))
        self.touch_row("Continue")
        self.wait(2)
        self._touch_boxes(self.board.investment_slots)

    def _touch_boxes(self, boxes: tuple[tuple[float, ...], ...]) -> None:
        (x, y, width, height), *others = boxes
        self.touch_px((x, y))
        self.touch_px((x + width, y + height))
        for left, top, *_ in others:
            self.touch_px((left, top))
        self.touch_row("Continue")
        self.wait(2)

    def show_pawns(self) -> None:
        """Say which colours there are, and show the pawns where they stand in the frame."""
        for colour in self.table.colours:
            self.touch_row(colour.capitalize())
        self.touch_row("Continue")
        self.wait(2)
        page = self.session.page
        assert isinstance(page, PiecesPage)
        number = {place.id: i for i, place in enumerate(page.places)}
        wanted = {sample.colour: [number[at] for at in sample.at] for sample in self.table.samples}
        self._move_marks(page, wanted)
        self.see(self.table.samples[0].frame)
        self.touch_row("They are in place")
        self.learn()

    def _move_marks(self, page: PiecesPage, wanted: Mapping[str, list[int]]) -> None:
        """Touch each mark that is elsewhere, and then the place where its pawn stands."""
        stand = [place for at in wanted.values() for place in at]
        free = [i for i in range(len(page.places)) if i not in stand]
        for colour, at in wanted.items():
            for k, place in enumerate(at):
                lit = [one for marks in page.where.values() for one in marks]
                if page.where[colour][k] == place:
                    continue
                if place in lit:  # another one is shown there, and gives way
                    self.drag(page.at_px[place])
                    self.drag(page.at_px[next(i for i in free if i not in lit)])
                self.drag(page.at_px[page.where[colour][k]])
                self.drag(page.at_px[place])

    def lessons(self, *groups: str) -> list[tuple[Path, list[str]]]:
        """List the frames of cubes, exchange tiles or investment markers, with what lies there."""
        names = {one.id: one.name for one in self.board.exchanges} | {"diamond": "diamonds"}
        return [
            (one.frame, [names.get(lies, lies) for lies in one.names])
            for group in groups
            for one in self.table.groups
            if one.group == group
        ]

    def lay(self, frame_path: Path, classes: list[str]) -> None:
        """Lay what a frame shows, and say so where the screen does not say it itself."""
        page = self.session.page
        assert isinstance(page, ArrangementPage)
        said = ", ".join(classes) in page.text()
        for number, wanted in enumerate(() if said else classes):
            body = self.session.screen.body
            rows = getattr(getattr(body, "body", body), "rows", ())
            if rows[1 + number].value != wanted:
                self.touch_number(1 + number)
                self.touch_row(wanted)
        self.see(frame_path)
        self.touch_row("Ready")
        self.learn()

    def learn(self) -> None:
        """Wait until it was learnt, and agree."""
        self.wait(3)
        self.touch_row("Continue")
        self.wait(2)

    def see(self, path: Path) -> None:
        """Have the camera show a frame."""
        self.picture = self.frame(path)
        self.wait(2)


def record(side: Exchange) -> tuple[str, ...]:
    """Write a side as the screen keeps it."""
    return side.name, side.tile, *(f"{price or ''}" for price in side.prices)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep boards in a folder of the test's own, and know none, which takes time to see."""
    monkeypatch.setenv("DUBSAR_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(board, "known_boards", lambda: ())


@pytest.fixture
def settler(request: pytest.FixtureRequest, tmp_path: Path) -> Settler:
    if not TABLE.exists():
        pytest.skip("the shared tables are not beside this checkout")
    return Settler(tmp_path, load_table(TABLE / "table.toml"), getattr(request, "param", SHARE))


def overlap(one: Outline, other: Outline, size_mm: Point) -> float:
    """Measure how much of what either covers both do."""
    inside = [np.zeros((round(size_mm[1]), round(size_mm[0])), np.uint8) for _ in range(2)]
    for mask, each in zip(inside, (one, other), strict=True):
        cv2.fillPoly(mask, [np.round(np.array(each)).astype(np.int32)], (1,))
    return float((inside[0] & inside[1]).sum() / (inside[0] | inside[1]).sum())


def read(table: Path, picture: Image) -> Mapping[str, Mapping[str, Lying]]:
    """Read a frame by a table file: what lies on each place of each group of areas."""
    eye = AreaEye(load_table(table))
    reading = eye.read(picture)
    return {
        group.id: {
            place.id: lying
            for place, (lying, _) in zip(
                group.places, reading.areas[group.id].likeliest(), strict=True
            )
        }
        for group in eye.table.board.areas
        if group.id in reading.areas
    }


# In a shorter form each of these pages has its own tests, `test_ways.py` walks through all of them,
# and `test_whole.py` teaches another board from the first page to the last.
@pytest.mark.long
def test_the_board_of_a_shared_table_is_taught_as_its_files_have_it(settler: Settler) -> None:
    settler.show_map()
    settler.write_facts()
    settler.touch_spaces()
    settler.show_pawns()
    check_files(settler, settler.desk.write(settler.desk.draft, settler.file), set())


# In a shorter form the eye's own test finds such pieces, and `test_doubts.py` shows the page.
@pytest.mark.long
@pytest.mark.parametrize("settler", [1.0], indirect=True)
def test_a_cube_on_the_board_that_was_to_be_empty_is_found_once_pieces_are_known(
    settler: Settler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the frames' cubes, one of coal on Angara is there too when the board is photographed."""
    x, y, half = 985, 611, 16
    place = np.s_[y - half : y + half, x - half : x + half]
    settler.picture[place] = settler.frame(TABLE / "frames" / "0005.jpg")[place]
    settler.wait(2)
    settler.show_map()
    settler.write_facts()
    settler.touch_spaces()
    monkeypatch.setattr(settler, "learn", lambda: settler.wait(3))  # and do not agree
    settler.show_pawns()
    page = settler.session.page
    assert isinstance(page, LearntPage)
    assert rows(settler.session) == ["Another picture", "Use it anyway"]
    assert page.text() == (
        "Something is on Angara, or was there when the board should have been empty. "
        "Clear it; then repeat “Pawns” or “What the camera sees”."
    )


@pytest.mark.long
@pytest.mark.parametrize("settler", [1.0], indirect=True)
def test_what_was_taught_reads_as_the_files_of_a_shared_table_do(settler: Settler) -> None:
    settler.show_map()
    settler.write_facts()
    settler.touch_spaces()
    settler.show_pawns()
    for lesson in settler.lessons("supply", "sides"):
        settler.lay(*lesson)
    settler.touch_row("Skip")  # no frame has the tiles turned over
    settler.wait(2)
    for lesson in settler.lessons("open"):
        settler.lay(*lesson)
    settler.touch_row("Skip")
    settler.wait(3)
    assert isinstance(settler.session.page, SavedPage)
    check_files(settler, settler.file, {"clocks", "supply"})
    for name in ("0007.jpg", "0016.jpg", "0024.jpg"):
        picture = load_picture(TABLE / "frames" / name)
        own = read(TABLE / "table.toml", picture)
        taught = read(settler.file, picture)
        differ = [at for at, lying in own.items() if taught[at] != lying]
        assert len(differ) <= 1, {at: (own[at], taught[at]) for at in differ}


def check_files(settler: Settler, table: Path, groups: set[str]) -> None:
    """Compare the files that were written with the table's own; they teach these groups."""
    taught, own = load_table(table), settler.table
    board, true = as_siberia(taught.board), settler.board
    for one, other in zip(board.regions, true.regions, strict=True):
        assert (one.id, one.name, one.cubes) == (other.id, other.name, other.cubes)
        assert overlap(one.outline_mm, other.outline_mm, true.size_mm) > 0.93
    assert {*map(frozenset, board.borders)} == {*map(frozenset, true.borders)}
    assert {one.id: one for one in board.exchanges} == {one.id: one for one in true.exchanges}
    assert (board.start_region, board.start_exchange) == (true.start_region, true.start_exchange)
    assert board.markers == true.markers
    for spaces in ("exchange_slots", "supply_spaces", "clock_spaces", "investment_slots"):
        assert np.allclose(getattr(board, spaces), getattr(true, spaces), atol=NEAR_MM)
    shown = [(sample.colour, sample.at) for sample in taught.samples]
    assert shown == [(sample.colour, sample.at) for sample in own.samples]
    lessons = {(group.group, group.names) for group in taught.groups}
    assert lessons <= {(group.group, group.names) for group in own.groups}
    assert {group for group, _ in lessons} >= groups
