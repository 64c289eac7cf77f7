"""Calibration: claims are sorted by their probability, and each bin counts what was right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.account import EDGES, Reliability

CLAIMS = st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=60)


def kept(claims: list[tuple[float, bool]]) -> Reliability:
    reliability = Reliability()
    for probability, right in claims:
        reliability.add(probability, right=right)
    return reliability


def test_bins_meet_at_the_edges_and_reach_from_nothing_to_certainty() -> None:
    bins = Reliability().bins
    assert [one.low for one in bins] == [0.0, *EDGES]
    assert [one.high for one in bins] == [*EDGES, 1.0]


@pytest.mark.parametrize("edge", EDGES)
def test_a_probability_on_an_edge_belongs_above_it(edge: float) -> None:
    (used,) = [one for one in kept([(edge, True)]).bins if one.total]
    assert used.low == edge


def test_a_bin_tells_how_many_were_right_and_what_was_claimed_on_the_average() -> None:
    claims = [(0.96, True), (0.98, False), (0.97, True), (0.5, False)]
    low, _, third, *_ = kept(claims).bins
    assert (low.total, low.right) == (1, 0)
    assert (third.total, third.right) == (3, 2)
    assert third.mean == pytest.approx(0.97)


def test_of_four_surest_claims_one_was_wrong() -> None:
    claims = [(0.992, True), (0.996, False), (0.9999, True), (1.0, True), (0.98, False)]
    assert kept(claims).at_least(0.99) == (4, 3)


@given(claims=CLAIMS)
def test_every_claim_is_in_one_bin_within_its_bounds(claims: list[tuple[float, bool]]) -> None:
    bins = kept(claims).bins
    assert sum(one.total for one in bins) == len(claims)
    assert sum(one.right for one in bins) == sum(right for _, right in claims)
    used = [one for one in bins if one.total]
    assert all(one.low - 1e-9 <= one.mean <= one.high + 1e-9 for one in used)
