"""The account of readings against truth, with readings made up for it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.board import LOCATIONS
from engine.games import parse_board
from engine.sumeria.board_file import RANKING
from tests.companion.tracking.watching import tiles
from tests.vision import drawn
from tools.account import Account
from tools.truth import FrameTruth, contents
from vision.reading import Reading, Slots, Trouble

BOARD = parse_board(drawn.board_text(), "board.toml")
CHOICES = (None, "red", "blue")
IDS = [location.id for location in BOARD.locations]
LAST = len(IDS) - 1


def reading(
    claims: Mapping[str, tuple[str | None, float]],
    *,
    hand: bool = False,
    covered: Sequence[str] = (),
    near: Sequence[str] = (),
    ranking: tuple[str | None, ...] | None = None,
) -> Reading:
    """Make up a reading: the likeliest choice and its probability; other places are bare."""
    shares = np.empty((len(IDS), len(CHOICES)))
    for i, at in enumerate(IDS):
        choice, probability = claims.get(at, (None, 0.99999))
        shares[i] = (1 - probability) / (len(CHOICES) - 1)
        shares[i, CHOICES.index(choice)] = probability
    hidden = np.array([at in covered for at in IDS])
    is_near = hidden | [at in near for at in IDS]
    groups = {LOCATIONS: Slots(CHOICES, np.log(shares) - 5.0, ~hidden, is_near)}
    if ranking is not None:
        groups[RANKING] = tiles(ranking, [one for one in ranking if one])
    return Reading(registered=True, hand=hand, groups=groups)


def lost() -> Reading:
    return Reading(registered=False, hand=False, groups={})


def account(truth: FrameTruth, seen: Reading) -> Account:
    kept = Account()
    kept.add(truth, seen, BOARD)
    return kept


def frame(board: Mapping[str, str] | None = None, **known: object) -> FrameTruth:
    lying = {} if board is None else contents(BOARD, {"board": board})
    return FrameTruth("1.png", lying=lying, **known)  # type: ignore[arg-type]


def test_confusion_counts_each_pair_of_truth_and_claim() -> None:
    there = {"a1": "red", "a2": "blue", "a3": "red", "a4": "blue"}
    claims: dict[str, tuple[str | None, float]] = {
        "a1": ("red", 0.999),
        "a2": ("red", 0.95),
        "a3": ("red", 0.6),
        "b1": ("blue", 0.91),
    }
    kept = account(frame(there), reading(claims))
    assert kept.confusion == {
        ("red", "red"): 1,
        ("blue", "red"): 1,
        ("red", "unsure"): 1,
        ("blue", "empty"): 1,
        ("empty", "blue"): 1,
        ("empty", "empty"): 7,
    }
    counts = kept.counts
    assert (counts["clear"], counts["clear_exact"], counts["clear_presence"]) == (12, 8, 9)
    assert (counts["clear_wrong"], counts["clear_held"]) == (3, 1)
    assert (counts["clear_pieces"], counts["clear_colour"]) == (4, 1)
    assert len(kept.mistakes) == 4


def test_another_colour_is_there_but_not_right() -> None:
    seen = reading({"a1": ("red", 0.99), "a2": ("blue", 0.99), "a3": ("red", 0.99)})
    counts = account(frame({"a1": "red", "a2": "blue", "a3": "blue"}), seen).counts
    assert (counts["clear_presence"], counts["clear_exact"], counts["clear_colour"]) == (12, 11, 2)


def test_a_piece_missed_or_made_up_is_wrong() -> None:
    seen = reading({"a1": ("red", 0.99), "a2": ("blue", 0.99), "a4": ("red", 0.99)})
    counts = account(frame({"a1": "red", "a2": "blue", "a3": "red"}), seen).counts
    assert (counts["clear_presence"], counts["clear_exact"]) == (10, 10)
    assert (counts["clear_pieces"], counts["clear_colour"]) == (3, 2)


def test_the_likeliest_choice_enters_calibration_even_where_it_is_not_claimed() -> None:
    kept = account(frame({"a3": "red"}), reading({"a3": ("red", 0.6), "b2": ("red", 0.97)}))
    assert [(one.total, one.right) for one in kept.clear.bins] == [
        (1, 1),
        (0, 0),
        (1, 0),
        (0, 0),
        (0, 0),
        (0, 0),
        (10, 10),
    ]


def test_nothing_is_right_where_the_board_was_not_found() -> None:
    kept = account(frame({"a1": "red"}, hand=False, occluded=frozenset()), lost())
    assert kept.confusion == {("red", "lost"): 1, ("empty", "lost"): LAST}
    assert (kept.counts["frames"], kept.counts["found"], kept.counts["clear_exact"]) == (1, 0, 0)
    assert kept.counts["clear_held"] == len(IDS)
    assert (kept.counts["hands"], kept.counts["hands_right"]) == (1, 0)
    assert sum(one.total for one in kept.clear.bins) == 0
    assert kept.mistakes == ["1.png: board not found"]


@pytest.mark.parametrize(
    ("there", "noticed", "expected"),
    [(True, True, (1, 0, 0)), (True, False, (0, 0, 1)), (False, True, (0, 1, 0))],
)
def test_a_hand_is_right_false_or_missed(
    there: bool,  # noqa: FBT001 - what is tested
    noticed: bool,  # noqa: FBT001
    expected: tuple[int, int, int],
) -> None:
    truth = frame({}, hand=there, occluded=frozenset())
    counts = account(truth, reading({}, hand=noticed)).counts
    assert (counts["hands_right"], counts["hands_false"], counts["hands_missed"]) == expected


def test_beside_a_hand_what_the_eye_calls_near_is_kept_out_of_calibration() -> None:
    truth = frame({"a1": "red", "b1": "red"}, hand=True, occluded=frozenset({"a1"}))
    seen = reading({"b1": ("red", 0.9995)}, hand=True, covered=["a1", "a2"], near=["a3"])
    kept = account(truth, seen)
    assert kept.counts["clear"] == 0
    assert (kept.counts["beside"], kept.counts["beside_exact"]) == (11, 10)
    assert (kept.counts["beside_held"], kept.counts["beside_colour"]) == (1, 1)
    assert (kept.counts["hidden"], kept.counts["hidden_right"]) == (2, 1)
    assert sum(one.total for one in kept.beside.bins) == 9
    assert sum(one.total for one in kept.clear.bins) == 0


def test_under_a_hand_only_a_wrong_claim_is_wrong() -> None:
    hidden = frozenset({"a1", "a2", "a3"})
    truth = frame({"a1": "red", "a2": "red"}, hand=True, occluded=hidden)
    seen = reading({"a2": ("red", 0.99)}, hand=True, covered=["a3"])
    kept = account(truth, seen)
    assert (kept.counts["under"], kept.counts["under_wrong"]) == (3, 1)
    assert kept.counts["beside"] == 9


def test_a_doubtful_location_may_be_called_hidden_or_not() -> None:
    truth = frame({}, hand=True, occluded=frozenset({"a1"}), doubtful=frozenset({"a2", "a3"}))
    kept = account(truth, reading({}, hand=True, covered=["a1", "a2"]))
    assert (kept.counts["hidden"], kept.counts["hidden_right"]) == (1, 1)
    assert (kept.counts["under"], kept.counts["under_wrong"]) == (3, 0)


def test_with_a_hand_of_which_truth_hides_nothing_no_location_is_judged() -> None:
    kept = account(frame({}, hand=True), reading({}, hand=True))
    assert (kept.counts["clear"], kept.counts["beside"], kept.counts["under"]) == (0, 0, 0)


def test_each_kind_of_trouble_is_counted_once_a_frame() -> None:
    cut = (Trouble("cut-off", "top"), Trouble("cut-off", "left"), Trouble("dark"))
    kept = account(frame({}), replace(reading({}), troubles=cut))
    assert kept.troubles == {"cut-off": 1, "dark": 1}
    assert kept.mistakes == ["1.png: board found, cut-off, dark"]


def test_without_a_board_in_truth_only_finding_it_counts() -> None:
    kept = account(frame(), reading({}))
    assert +kept.counts == {"frames": 1, "found": 1}


def test_tiles_are_compared_slot_by_slot() -> None:
    truth = FrameTruth("1.png", lying={RANKING: (("ur",), ("kish",), ())})
    kept = account(truth, reading({}, ranking=("ur", None, None)))
    assert (kept.counts["ranking"], kept.counts["ranking_right"]) == (3, 2)
