"""Teaching when merchants already stand on the board, as after a restart in mid-game."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.sighting import sighting
from engine.board import LOCATIONS
from engine.errors import InputError
from tests.vision import drawn
from vision.eye import Eye
from vision.picture import load_picture
from vision.reading import Image
from vision.table import load_table

STANDING = {"a1": "red", "a3": "blue", "b4": "yellow", "c3": "red"}


def files_with(
    folder: Path, samples: Mapping[str, str], also: Mapping[str, str] | None = None
) -> drawn.Files:
    """Write a table whose empty frame shows STANDING; its other frame ``samples`` and ``also``."""
    files = drawn.write(folder, samples)
    drawn.save(files.frames / "empty.png", drawn.picture(STANDING, seed=1))
    drawn.save(files.frames / "sample.png", drawn.picture({**samples, **(also or {})}, seed=2))
    return files


def named_in_the_empty_frame(standing: Mapping[str, str] = STANDING) -> str:
    """Say in a table file who stands in its empty frame."""
    lines = []
    for at, colour in standing.items():
        lines += ["", "[[sample]]", 'frame = "frames/empty.png"', f'colour = "{colour}"']
        lines.append(f'at = ["{at}"]')
    return "\n".join(lines) + "\n"


def taught_by_it_alone(folder: Path) -> Eye:
    """Teach from an empty frame that is not empty, and nothing else."""
    files = files_with(folder, drawn.SAMPLES)
    camera = files.table.read_text(encoding="utf-8").split("[[sample]]")[0]
    files.table.write_text(camera + named_in_the_empty_frame(), encoding="utf-8")
    return Eye(load_table(files.table))


def board(eye: Eye, frame: Image) -> Mapping[str, str]:
    line = sighting(eye.read(frame), eye.table.board, "frame")
    assert (line["registered"], line["hand"]) == (True, False)
    assert (line["unsure"], line["occluded"]) == ([], [])
    seen: Mapping[str, str] = line["board"]
    return seen


def crowd(seed: int) -> dict[str, str]:
    """Let merchants stand on half of the board."""
    chance = np.random.default_rng(seed)
    colours = [*drawn.COLOURS]
    return {at: colours[chance.integers(3)] for at in drawn.PLACES if chance.random() < 0.5}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Eye:
    return taught_by_it_alone(tmp_path_factory.mktemp("alone"))


def test_the_locations_that_it_could_not_learn_are_told(alone: Eye) -> None:
    assert set(alone.unlearnt) == {*STANDING}


def test_all_is_read_right_though_the_board_was_never_seen_empty(alone: Eye) -> None:
    assert board(alone, drawn.picture(STANDING, seed=3)) == STANDING
    assert board(alone, drawn.picture(seed=4)) == {}
    for seed in range(6):
        stands = crowd(seed)
        assert board(alone, drawn.picture(stands, seed=seed)) == stands


def test_another_colour_may_come_where_one_stood(alone: Eye) -> None:
    swapped = {"a1": "blue", "a3": "yellow", "b4": "red", "c3": "yellow"}
    assert board(alone, drawn.picture(swapped, seed=5)) == swapped


def test_so_it_is_in_other_light(alone: Eye) -> None:
    stands = crowd(9)
    for gain in (0.5, 1.15):
        frame = drawn.as_picture(drawn.picture(stands, seed=6) * gain)
        assert board(alone, frame) == stands


def test_a_spot_that_another_frame_shows_bare_is_learnt_from_that_nudged_and_in_other_light(
    tmp_path: Path,
) -> None:
    samples = {"a2": "red", "c4": "red", "b2": "blue", "a4": "blue", "c1": "yellow", "b3": "yellow"}
    files = files_with(tmp_path, samples)
    nudged = drawn.moved(drawn.picture(samples, seed=2), by_px=(3.0, -2.0), degrees=0.3)
    drawn.save(files.frames / "sample.png", drawn.as_picture(nudged * 0.7))
    eye = Eye(load_table(files.table), STANDING)
    assert eye.unlearnt == ()
    for stands in (STANDING, {}, crowd(1)):
        assert board(eye, drawn.picture(stands, seed=7)) == stands


def test_a_spot_is_not_learnt_from_a_frame_in_which_someone_stands_there(tmp_path: Path) -> None:
    samples = {"a2": "red", "b2": "blue", "c1": "yellow"}
    files = files_with(tmp_path, samples, also={"a3": "blue", "c3": "yellow"})
    eye = Eye(load_table(files.table), STANDING)
    assert set(eye.unlearnt) == {"a3", "c3"}
    for stands in (STANDING, {}, crowd(2)):
        assert board(eye, drawn.picture(stands, seed=8)) == stands


def test_one_hardly_unlike_the_ground_is_read_and_one_named_wrongly_is_learnt_from_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ground = dict.fromkeys(drawn.PLACES, (120, 150, 172))
    monkeypatch.setattr(drawn, "COLOURS", {**drawn.COLOURS, "pale": (122, 152, 174)})
    standing = {"a1": "red", "b4": "red", "a3": "blue", "c3": "yellow", "b2": "pale"}
    files = drawn.write(tmp_path, printed=ground)
    drawn.save(files.frames / "empty.png", drawn.picture(standing, printed=ground, seed=1))
    camera = files.table.read_text(encoding="utf-8").split("[[sample]]")[0]
    files.table.write_text(camera + named_in_the_empty_frame(standing), encoding="utf-8")
    seen = sighting(
        Eye(load_table(files.table)).read(drawn.picture(standing, printed=ground, seed=7)),
        load_table(files.table).board,
        "frame",
    )
    assert (seen["board"], seen["unsure"]) == (standing, [])
    named = named_in_the_empty_frame({**standing, "b2": "red"})
    files.table.write_text(camera + named, encoding="utf-8")
    assert "b2" in Eye(load_table(files.table)).unlearnt


@pytest.mark.long
def test_the_table_file_and_the_program_may_say_it_alike(tmp_path: Path) -> None:
    files = files_with(tmp_path, drawn.SAMPLES)
    table = load_table(files.table)
    frame = drawn.picture(crowd(3), seed=9)
    said = Eye(table, STANDING).read(frame).groups[LOCATIONS].log_likelihood
    text = files.table.read_text(encoding="utf-8") + named_in_the_empty_frame()
    files.table.write_text(text, encoding="utf-8")
    written = load_table(files.table)
    assert written.standing == STANDING
    assert (Eye(written).read(frame).groups[LOCATIONS].log_likelihood == said).all()


def test_a_location_that_is_not_on_the_board_is_refused(tmp_path: Path) -> None:
    table = load_table(files_with(tmp_path, drawn.SAMPLES).table)
    with pytest.raises(InputError) as refused:
        Eye(table, {"z9": "red"})
    assert refused.value.file == str(table.path)
    assert refused.value.expected == "the board has no location z9"


def test_an_empty_frame_that_is_empty_leaves_nothing_to_guess(taught_eye: Eye) -> None:
    assert taught_eye.table.standing == {}
    assert taught_eye.unlearnt == ()


def truths_of(folder: Path) -> Mapping[str, dict[str, Any]]:
    """Read what is true of each frame of a shared table, by the frame's name."""
    lines = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    return {truth["file"]: truth for truth in map(json.loads, lines)}


# In a shorter form `tests/companion/calibration/test_whole.py` teaches a board with tiles on it.
@pytest.mark.long
def test_a_game_in_full_swing_teaches_its_table(tables: Path) -> None:
    folder = tables / "table-a"
    truths = truths_of(folder)
    table = load_table(folder / "table.toml")
    midgame = folder / "frames" / "0052.jpg"
    eye = Eye(replace(table, empty=midgame), truths["frames/0052.jpg"]["board"])
    assert eye.unlearnt == ()
    for name in ("frames/0006.jpg", "frames/0052.jpg", "frames/0084.jpg"):
        truth = truths[name]
        assert not truth["hand"]
        seen = sighting(eye.read(load_picture(folder / name)), table.board, name)
        assert seen["board"] == truth["board"]
        assert (seen["unsure"], seen["hand"]) == ([], False)
        assert (seen["ranking"], seen["influence"]) == (truth["ranking"], truth["influence"])


# The same.
@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "empty", "later"),
    [
        # In the middle of a dynasty.
        ("table-a", "0055", ("0041", "0059", "0061", "0084")),
        ("table-b", "0032", ("0027", "0058", "0060")),
        ("table-e", "0003", ("0035", "0060", "0063")),  # before anybody has placed a piece
    ],
)
def test_tiles_are_read_though_they_lay_there_when_the_board_was_to_be_empty(
    tables: Path, name: str, empty: str, later: Sequence[str]
) -> None:
    folder = tables / name
    truths = truths_of(folder)
    table = load_table(folder / "table.toml")
    there = f"frames/{empty}.jpg"
    eye = Eye(replace(table, empty=folder / there), truths[there]["board"])
    for frame in later:
        truth = truths[f"frames/{frame}.jpg"]
        assert not truth["hand"]
        seen = sighting(eye.read(load_picture(folder / truth["file"])), table.board, frame)
        assert (seen["ranking"], seen["influence"]) == (truth["ranking"], truth["influence"])
