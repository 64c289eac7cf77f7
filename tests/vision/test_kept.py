"""What was learnt is learnt anew only where it was learnt from something else; it is the same."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.sampled import few
from tests.vision import area_board, drawn
from tests.vision.reduced import reduced, reduced_frame
from vision import area_teaching, eye
from vision.area_eye import AnyEye, eye_of
from vision.kept import Kept, Source
from vision.picture import load_picture
from vision.reading import Image
from vision.table import Table, UnteachableError, load_table

PARTS = {
    "board": (eye, "Sight"),
    "row": (eye, "teach_row"),
    "pieces": (eye, "teach_pieces"),
    "tiles": (eye, "teach_tiles"),
    "heaps": (area_teaching, "small_outline"),
}
"""What does the work of each part."""
Change = Callable[[Table], Table]


class Pupil:
    """Has one eye after another taught, and counts by part how often something was learnt."""

    def __init__(self) -> None:
        self.kept = Kept()
        self.taught: Counter[str] = Counter()

    def eye(self, table: Table) -> AnyEye:
        return eye_of(table, self.kept.begin(Source.of(table)))

    def learn(self, table: Table) -> dict[str, int]:
        """Learn a table; give what was learnt anew."""
        before = Counter(self.taught)
        self.eye(table)
        return dict(self.taught - before)


@pytest.fixture
def pupil(monkeypatch: pytest.MonkeyPatch) -> Pupil:
    one = Pupil()

    def counted(part: str, work: Callable[..., object]) -> Callable[..., object]:
        def counting(*arguments: object) -> object:
            one.taught[part] += 1
            return work(*arguments)

        return counting

    for part, (module, name) in PARTS.items():
        monkeypatch.setattr(module, name, counted(part, getattr(module, name)))
    return one


def seen(one: AnyEye, *frames: Image) -> list[object]:
    """Read frames, down to the last bit."""
    readings = [one.read(frame) for frame in frames]
    return [
        (
            reading.registered,
            reading.hand,
            reading.troubles,
            [
                (ident, slots.log_likelihood.tobytes(), slots.observed.tobytes())
                for ident, slots in reading.groups.items()
            ],
            [
                (ident, [*map(repr, areas.log_likelihood)], areas.observed.tobytes())
                for ident, areas in reading.areas.items()
            ],
        )
        for reading in readings
    ]


@pytest.fixture
def drawn_table(tmp_path: Path) -> Table:
    return load_table(drawn.write(tmp_path).table)


@pytest.mark.parametrize("compared", few(1, [False, True]))
def test_each_step_learns_what_it_shows_and_no_more(
    tables: Path,
    tmp_path: Path,
    pupil: Pupil,
    compared: bool,  # noqa: FBT001 - with an eye that learns all at once
) -> None:
    table = load_table(reduced(tables / "table-a" / "table.toml", tmp_path))
    frame = load_picture(reduced_frame(tables / "table-a" / "frames" / "0003.jpg", tmp_path))
    assert pupil.learn(replace(table, row=None, tiles=None)) == {"board": 1, "pieces": 1}
    assert pupil.learn(replace(table, tiles=None)) == {"row": 1}
    one = pupil.eye(table)
    assert pupil.taught == {"board": 1, "pieces": 1, "row": 1, "tiles": 1}
    assert not compared or seen(one, frame) == seen(eye_of(table), frame)


def other_picture(path: Path) -> None:
    """Change one pixel of a picture."""
    picture = load_picture(path)
    picture[0, 0] ^= 1
    drawn.save(path, picture)


def nothing(table: Table) -> Table:
    return table


def empty_picture(table: Table) -> Table:
    other_picture(table.empty)
    return table


def sample_picture(table: Table) -> Table:
    other_picture(table.samples[0].frame)
    return table


def another_picture(table: Table) -> Table:
    """Show the same pieces in a picture of another name."""
    path = table.samples[0].frame
    other = path.with_name(f"other{path.suffix}")
    other.write_bytes(path.read_bytes())
    return replace(table, samples=tuple(replace(one, frame=other) for one in table.samples))


def places(table: Table) -> Table:
    """Say that fewer pieces stand there."""
    first, *others = table.samples
    return replace(table, samples=(replace(first, at=first.at[:1]), *others))


def colours(table: Table) -> Table:
    names = {"red": "blue", "blue": "red"}
    each = (replace(one, colour=names.get(one.colour, one.colour)) for one in table.samples)
    return replace(table, samples=tuple(each))


def corners(table: Table) -> Table:
    (x, y), *others = table.corners_px
    return replace(table, corners_px=((x + 1.0, y), *others))


def board(table: Table) -> Table:
    table.board_path.write_text(drawn.board_text().replace("8.0", "8.5"), encoding="utf-8")
    return load_table(table.path)


PIECES = {"pieces": 1}
ALL = {"board": 1, "pieces": 1}


CHANGES: tuple[tuple[Change, dict[str, int]], ...] = (
    (sample_picture, PIECES),
    (another_picture, PIECES),
    (places, PIECES),
    (colours, PIECES),
    (empty_picture, ALL),
    (corners, ALL),
    (board, ALL),
)


SOME = (CHANGES[0], CHANGES[-1])


@pytest.mark.parametrize("changes", [SOME, pytest.param(CHANGES, marks=pytest.mark.long)])
def test_what_was_learnt_from_something_else_is_learnt_anew(
    drawn_table: Table, pupil: Pupil, changes: tuple[tuple[Change, dict[str, int]], ...]
) -> None:
    frame, changed = drawn.picture({"a2": "red", "c3": "yellow"}), drawn_table
    assert pupil.learn(changed) == ALL
    for change, anew in changes:
        assert not pupil.learn(changed), f"nothing has changed, nor was forgotten: {change}"
        changed = change(changed)
        assert pupil.learn(changed) == anew, change
        if change in {colours, board}:
            assert seen(pupil.eye(changed), frame) == seen(eye_of(changed), frame)


def test_what_an_eye_has_read_or_was_told_is_unknown_to_the_next(
    drawn_table: Table, pupil: Pupil
) -> None:
    frames = [drawn.picture({"a2": "red"}), drawn.picture({"b1": "blue"}, seed=3)]
    expected = seen(eye_of(drawn_table), *frames)
    pupil.taught.clear()
    for _ in range(2):
        one = pupil.eye(drawn_table)
        assert isinstance(one, eye.Eye)
        assert seen(one, *frames) == expected
        assert one.correct("b1", "red")
        assert seen(one, drawn.moved(frames[0], by_px=(3.0, 2.0))) != expected[:1]
    assert pupil.taught == ALL


def test_what_cannot_be_learnt_is_refused_each_time(drawn_table: Table, pupil: Pupil) -> None:
    bare = replace(drawn_table.samples[0], frame=drawn_table.empty.with_name("bare.png"))
    drawn.save(bare.frame, drawn.picture(seed=5))
    wrong = replace(drawn_table, samples=(bare, *drawn_table.samples[1:]))
    for _ in range(2):
        with pytest.raises(UnteachableError, match="looks like the empty board"):
            pupil.eye(wrong)
    assert pupil.learn(drawn_table) == PIECES


def heaps_picture(table: Table) -> Table:
    other_picture(table.groups[0].frame)
    return table


def other_heaps(table: Table) -> Table:
    """Say that the two kinds lie the other way round."""
    return replace(table, groups=(replace(table.groups[0], names=area_board.KINDS[::-1]),))


@pytest.mark.long
def test_what_areas_were_taught_is_kept_like_all_else(
    tmp_path: Path, pupil: Pupil, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = area_board.teach(tmp_path)
    first = pupil.eye(table)
    frame = area_board.picture([("ruby", 60.0, 150.0), ("blue", 250.0, 150.0)], seed=9)
    pupil.taught.clear()
    assert seen(pupil.eye(table), frame) == seen(first, frame)
    assert not pupil.taught
    _, standing = pupil.kept._parts["standing"]

    def learnt(_: object) -> object:
        pupil.taught["heaps"] += 1
        return standing  # as to learn it takes long

    monkeypatch.setattr(area_teaching._Lessons, "standing", learnt)
    for change in (other_heaps, heaps_picture, sample_picture):
        changed = change(table)
        assert pupil.learn(changed) == {"heaps": 1}
        assert not pupil.learn(changed), "and kept again"
    assert pupil.learn(empty_picture(table)) == {"board": 1, "heaps": 1}


@pytest.mark.long
def test_tiles_and_markers_of_a_board_with_areas_leave_its_heaps_as_they_were(
    tables: Path, pupil: Pupil
) -> None:
    table = load_table(tables / "table-s1" / "table.toml")
    frames = [load_picture(tables / "table-s1" / "frames" / f"00{i:02}.jpg") for i in (7, 16)]
    steps = (("supply", "clocks"), ("supply", "clocks", "sides"), None)
    for number, step in enumerate(steps):
        shown = [one for one in table.groups if step is None or one.group in step]
        one = pupil.eye(replace(table, groups=tuple(shown)))
        assert pupil.taught == {"board": 1, "heaps": 1}, number
    assert seen(one, *frames) == seen(eye_of(table), *frames)
