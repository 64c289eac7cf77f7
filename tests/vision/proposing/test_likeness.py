"""Learning what is alike from examples, of which a few may be wrong."""

import numpy as np
import pytest

from vision.proposing.likeness import learn


def test_examples_score_one_and_others_nought() -> None:
    rng = np.random.default_rng(0)
    others = rng.normal(0.0, 1.0, (300, 5))
    examples = rng.normal(0.0, 1.0, (60, 5)) + np.array([6.0, 0.0, 0.0, 0.0, 0.0])
    likeness = learn(examples, others, 0.1)
    assert np.median(likeness.of(examples)) == pytest.approx(1.0, abs=0.1)
    assert likeness.of(others).mean() == pytest.approx(0.0, abs=0.01)


def test_what_tells_nothing_counts_for_nothing() -> None:
    rng = np.random.default_rng(0)
    others = rng.normal(0.0, [1.0, 20.0], (300, 2))
    examples = rng.normal(0.0, [1.0, 20.0], (60, 2)) + np.array([6.0, 0.0])
    weights = np.abs(learn(examples, others, 0.1).weights)
    assert weights[1] < 0.1 * weights[0]


def test_a_few_wrong_examples_do_no_harm() -> None:
    rng = np.random.default_rng(0)
    others = rng.normal(0.0, 1.0, (300, 3))
    examples = rng.normal(0.0, 1.0, (60, 3)) + np.array([6.0, 0.0, 0.0])
    examples[:9] = rng.normal(0.0, 1.0, (9, 3))
    scores = learn(examples, others, 0.1).of(examples)
    assert scores[:9].max() < 0.55 < scores[9:].min()
