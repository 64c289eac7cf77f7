"""Judging readings of a board with areas: what truth says of it, and what a disturbance leaves."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.boards.known import board_of_game
from engine.errors import InputError
from tools.account import Account
from tools.disturb.disturbances import DISTURBANCES
from tools.evaluate import Disturbed, evaluate, holds
from tools.truth import FrameTruth, contents, load_truth
from vision.reading import Areas, Reading

BOARD = board_of_game("siberia").board
GROUPS = {group.id: group for group in BOARD.layout}
REGIONS = [place.id for place in GROUPS["regions"].places]
SLOTS = [place.id for place in GROUPS["exchanges"].places]
SIDE = GROUPS["sides"].classes[0]
LINE: dict[str, Any] = {
    "regions": {REGIONS[1]: {"cubes": {"gas": 1, "oil": 2}, "pawns": {"red": 1}, "blocked": False}},
    "slots": [{"exchange": SIDE, "pawns": {"blue": 2}}, *[{"exchange": None, "pawns": {}}] * 5],
    "supply": {"gas": 7, "coal": 0, "oil": 1, "gold": 1, "diamond": 1},
    "open": ["gas", None, "manager", None],
    "supply_empty": ["coal"],
    "clocks": [],
}


def test_truth_depends_on_place_and_class() -> None:
    told = contents(BOARD, LINE)
    assert told["regions"][:3] == ((), ("gas", "oil", "oil", "red"), ())
    assert told["exchanges"][:2] == (("blue", "blue"), ())
    assert told["sides"][:2] == ((SIDE,), ())
    assert told["supply"] == (("gas",), (), ("oil",), ("gold",), ("diamond",))
    assert told["open"] == (("gas",), (), ("manager",), ())
    assert "clocks" not in told


def test_a_hidden_place_is_one_of_the_board(tmp_path: Path) -> None:
    (tmp_path / "truth.jsonl").write_text('{"file": "1", "occluded": ["supply-gas"]}\n', "utf-8")
    assert load_truth(tmp_path, BOARD)[0].occluded == frozenset({"supply-gas"})
    (tmp_path / "truth.jsonl").write_text('{"file": "1", "occluded": ["ur.city"]}\n', "utf-8")
    with pytest.raises(InputError, match=r"line 1\.occluded: the board has no location ur\.city"):
        load_truth(tmp_path, BOARD)


def regions(*lying: tuple[str, ...]) -> Reading:
    """Read this in the first regions, surely, and nothing in the others."""
    count = len(REGIONS)
    found = [*lying, *[()] * (count - len(lying))]
    areas = Areas(tuple({one: 0.0} for one in found), np.ones(count, bool), np.zeros(count, bool))
    return Reading(registered=True, hand=False, groups={}, areas={"regions": areas})


def test_an_area_is_right_when_all_that_lies_there_is() -> None:
    truth = FrameTruth("1", hand=False, lying={"regions": contents(BOARD, LINE)["regions"]})
    account = Account()
    account.add(truth, regions((), ("gas", "oil", "oil", "red")), BOARD)
    account.add(truth, regions((), ("gas", "oil", "red")), BOARD)
    counts = account.counts
    assert (counts["clear"], counts["clear_exact"]) == (2 * len(REGIONS), 2 * len(REGIONS) - 1)
    assert (counts["clear_pieces"], counts["clear_colour"], counts["clear_wrong"]) == (2, 1, 1)
    assert account.mistakes == [f"1: {REGIONS[1]} gas+oil+red, truth gas+oil+oil+red"]


def test_where_the_board_is_not_found_nothing_is_claimed() -> None:
    truth = FrameTruth("1", hand=False, lying={"regions": contents(BOARD, LINE)["regions"]})
    account = Account()
    account.add(truth, Reading(registered=False, hand=False, groups={}), BOARD)
    assert account.counts["clear_held"] == len(REGIONS)
    assert account.counts["clear_wrong"] == 0


@pytest.mark.long
def test_any_table_can_be_disturbed(tables: Path) -> None:
    for name in ("JPEG: quality", "shift: px"):
        (one,) = [each for each in DISTURBANCES if each.name == name]
        disturbed = Disturbed(one, one.strengths[0])
        counts = evaluate(tables / "table-s1", disturbed, every=9).account.counts
        assert holds(counts)
        assert counts["clear"] > 0
