"""Learning what is alike from examples, of which a few may be wrong."""

import numpy as np
import numpy.typing as npt
import pytest

from vision.proposing.stretches import cross_fitted, describe, discriminate, mixture_log_odds

Reals = npt.NDArray[np.float64]


def drawn(count: int, shift: float, seed: int) -> Reals:
    values = np.random.default_rng(seed).normal(0.0, 1.0, (count, 5))
    values[:, 0] += shift
    return values


def test_examples_score_one_and_others_nought() -> None:
    others, examples = drawn(300, 0.0, 0), drawn(60, 6.0, 1)
    learnt = discriminate(examples, describe(others), 0.1)
    assert learnt.score(examples).mean() == pytest.approx(1.0, abs=0.01)
    assert learnt.score(others).mean() == pytest.approx(0.0, abs=0.01)


def test_what_tells_nothing_counts_for_nothing() -> None:
    rng = np.random.default_rng(0)
    others = rng.normal(0.0, [1.0, 20.0], (300, 2))
    examples = rng.normal(0.0, [1.0, 20.0], (60, 2)) + np.array([6.0, 0.0])
    weights = np.abs(discriminate(examples, describe(others), 0.1).weights)
    assert weights[1] < 0.1 * weights[0]


def test_a_wrong_example_does_not_speak_for_itself() -> None:
    others, examples = drawn(300, 0.0, 0), drawn(60, 6.0, 1)
    examples[:9] = drawn(9, 0.0, 2)
    all_ = np.arange(len(examples))
    _, scores = cross_fitted(examples[:, None], all_, np.zeros_like(all_), describe(others), 0.1)
    assert scores[:9].max() < 0.6 < scores[9:].min()


def test_log_odds_part_two_normal_distributions() -> None:
    rng = np.random.default_rng(0)
    scores = np.append(rng.normal(0.0, 0.1, 300), rng.normal(1.0, 0.1, 50))
    odds = mixture_log_odds(scores, scores > 0.9)
    assert (odds[:300] < 0).all()
    assert (odds[300:] > 0).all()


def test_log_odds_never_fall_where_scores_rise() -> None:
    scores = np.append(np.random.default_rng(0).normal(0.0, 1.0, 300), [4.0, 4.1, 4.2, 90.0])
    odds = mixture_log_odds(scores, scores > 3.9)
    rising = odds[np.argsort(scores)]
    assert (rising[1:] >= rising[:-1]).all()
