"""Pieces are found in an area one by one, and it is weighed which class each is."""

from dataclasses import replace
from typing import Final

import numpy as np
import pytest

from tests.vision.area_field import (
    ABOVE,
    AGAINST,
    DIE,
    NO_NOISE,
    SHAPE,
    STEP_MM,
    Floats,
    disc,
    evidence,
    flat,
    found,
    whole_plot,
)
from vision.area_colours import Evidence, Ground
from vision.area_map import Plot
from vision.area_shapes import Lamp, Lean, Outline, laid
from vision.areas import Search, counts
from vision.config import AreaConfig

PEG: Final = Outline(6.0, 4.0, 20.0)
RIGHT: Final = Lamp(Lean((-10_000.0, 44.0), 10_001.0), (-0.4, 0.0, 0.0), (0.0, 0.0))
"""A lamp whose shadows fall to the right, as long as pieces are high."""


def test_what_stands_beyond_the_border_is_no_further_piece_of_the_area() -> None:
    bounds = np.zeros(SHAPE, bool)
    bounds[5:-5, 5:100] = True
    plot = Plot(np.s_[0 : SHAPE[0], 0 : SHAPE[1]], bounds, np.zeros(2), STEP_MM)
    for column, lying in ((107, ()), (96, ("gas",))):
        says = evidence([(0, column, 0.4)], np.zeros(SHAPE, np.float32))
        search = Search(plot, (DIE, DIE), ABOVE, says)
        pieces = search.run()
        left = search.left(0.7)
        assert left.max() < -4
        likely = counts(plot, ("gas", "coal"), pieces, left, 0.7)
        first, second, *_ = likely.values()
        assert next(iter(likely)) == lying
        assert first > second + 3


def test_what_may_be_the_shadow_of_a_piece_is_no_other_piece() -> None:
    """A dark patch 12 mm beside a die is a dark die, unless it looks as the die's shadow would."""
    parts = [(0, 60, 0.4), (1, 75, 0.25)]
    none, cast = np.zeros(SHAPE, np.float32), np.full(SHAPE, 0.25, np.float32)
    assert sorted(found(evidence(parts, none), (DIE, DIE))) == [0, 1]
    assert found(evidence(parts, cast), (DIE, DIE)) == [0]


def test_a_shadow_falls_no_farther_than_the_piece_is_high() -> None:
    parts = [(0, 40, 0.4), (1, 110, 0.25)]
    cast = np.full(SHAPE, 0.25, np.float32)
    assert sorted(found(evidence(parts, cast), (DIE, DIE))) == [0, 1]


def test_the_shadow_of_a_known_lamp_falls_to_one_side() -> None:
    """A dark patch there is a shadow; the same on the other side is a dark die."""
    cast = np.stack([np.zeros(SHAPE, np.float32), np.full(SHAPE, 0.25, np.float32)])
    for column, kinds in ((70, [0]), (46, [0, 1])):
        told = evidence([(0, 58, 0.4), (1, column, 0.25)], cast)
        assert sorted(found(told, (DIE, DIE), (RIGHT,))) == kinds


@pytest.mark.parametrize(("shadow_mm", "kind"), [(10, 0), (24, 1)])
def test_the_length_of_a_shadow_tells_a_die_from_a_peg(shadow_mm: int, kind: int) -> None:
    cast, shaded = np.zeros((2, *SHAPE), np.float32), np.full(SHAPE, -0.3, np.float32)
    shaded[50:61, 60 : 60 + round(shadow_mm / STEP_MM)] = 0.3
    both = evidence([(0, 60, 0.4), (1, 60, 0.4)], cast, shaded)
    (piece,) = Search(whole_plot(), (DIE, PEG), ABOVE, both, (RIGHT,)).run()
    assert piece.gains[kind] > piece.gains[1 - kind] + 5


@pytest.mark.parametrize(("shadow_mm", "kind"), [(10, 0), (24, 1)])
def test_of_two_kinds_of_one_paint_the_shadow_tells_too(shadow_mm: int, kind: int) -> None:
    cast, shaded = np.zeros((2, *SHAPE), np.float32), np.full(SHAPE, -0.3, np.float32)
    shaded[50:61, 60 : 60 + round(shadow_mm / STEP_MM)] = 0.3
    parts = [(0, 60, 0.4), (1, 60, 0.4)]
    says = replace(evidence(parts, cast, shaded), alike=np.ones((2, 2), bool))
    (piece,) = Search(whole_plot(), (DIE, PEG), ABOVE, says, (RIGHT,)).run()
    without = replace(says, shaded=np.zeros_like(says.shaded))
    (unlit,) = Search(whole_plot(), (DIE, PEG), ABOVE, without, (RIGHT,)).run()
    lead, before = (float(one.gains[kind] - one.gains[1 - kind]) for one in (piece, unlit))
    assert lead > before + 5


def test_the_long_shadow_of_a_known_lamp_is_nothing_unknown() -> None:
    low = Lamp(Lean((-20_000.0, 44.0), 5_000.0), (-0.4, 0.0, 0.0), (0.0, 0.0))
    cast = np.stack([np.zeros(SHAPE, np.float32), np.full(SHAPE, 0.25, np.float32)])
    for column, count in ((80, 1), (36, 2)):
        foreign = np.where(disc(58) | disc(column), np.float32(0.3), np.float32(-0.07))
        says = evidence([(0, 58, 0.4)], cast, foreign=foreign)
        assert len(found(says, (DIE, DIE), (low,))) == count


def test_a_lamp_that_shines_no_more_says_nothing_against_pieces() -> None:
    """Of several none casts a shadow: it is the lamp. If one alone casts none, it is no piece."""
    nothing, lit = np.zeros((2, *SHAPE), np.float32), np.full(SHAPE, -0.3, np.float32)
    feet = (30, 60, 90, 120)
    parts = [(0, foot, 0.4) for foot in feet]

    def gain_at_60(shaded: Floats | None) -> float:
        says = evidence(parts, nothing, shaded)
        pieces = Search(whole_plot(), (DIE, DIE), ABOVE, says, (RIGHT,)).run()
        return next(float(piece.gains.max()) for piece in pieces if piece.foot[1] == feet[1])

    assert gain_at_60(lit) == pytest.approx(gain_at_60(None), abs=0.2)
    for foot in (feet[0], feet[2], feet[3]):
        lit[50:61, foot : foot + 20] = 0.3
    assert gain_at_60(lit) < gain_at_60(None) - 3


def test_what_casts_no_shadow_is_less_likely_to_be_overlooked() -> None:
    """A faint patch might be another die, but the lamp is seen to shine on the first one."""
    nothing, shaded = np.zeros((2, *SHAPE), np.float32), np.full(SHAPE, -0.3, np.float32)
    shaded[50:61, 40:52] = 0.3
    odds = []
    for says in (None, shaded):
        told = evidence([(0, 40, 0.4), (1, 100, 0.02)], nothing, says)
        search = Search(whole_plot(), (DIE, DIE), ABOVE, told, (RIGHT,))
        search.run()
        odds.append(search.left(0.7)[1])
    assert odds[1] < odds[0] - 2


def test_a_black_piece_stands_where_its_shadow_begins() -> None:
    """Its shadow is as dark as itself, and a little more like its colour."""
    shaded = np.full(SHAPE, -0.3, np.float32)
    shaded[50:61, 54:72] = 0.25
    cast = np.stack([np.zeros(SHAPE, np.float32), np.maximum(shaded, 0)])
    says = evidence([(0, 60, 0.3), (0, 68, 0.35)], cast, shaded)
    pieces = Search(whole_plot(), (DIE, DIE), ABOVE, says, (RIGHT,)).run()
    (sure,) = (piece for piece in pieces if piece.gains.max() > 0)
    assert sure.foot[1] == pytest.approx(60, abs=2)


def test_the_shadow_of_a_piece_beside_the_area_is_no_piece_in_it() -> None:
    bounds = np.zeros(SHAPE, bool)
    bounds[5:-5, 5:60] = True
    plot = Plot(np.s_[0 : SHAPE[0], 0 : SHAPE[1]], bounds, np.zeros(2), STEP_MM)
    left = Lamp(Lean((20_000.0, 44.0), 5_000.0), (-0.4, 0.0, 0.0), (0.0, 0.0))
    cast = np.stack([np.zeros(SHAPE, np.float32), np.full(SHAPE, 0.3, np.float32)])
    for column, kinds in ((70, []), (30, [0, 1])):
        says = evidence([(0, column, 0.4), (1, 50, 0.25)], cast)
        pieces = Search(plot, (DIE, DIE), ABOVE, says, (left,)).run()
        assert sorted(one.kind for one in pieces if bounds[one.foot]) == kinds


def test_no_piece_is_denied_where_it_would_not_be_noticed() -> None:
    """On white paper white pegs may be overlooked anywhere, red ones nowhere."""
    paper = Ground(flat(5.3, 0.06, 0.1), STEP_MM, NO_NOISE)
    white, red = (
        np.array([[5.25, 0.05, 0.1]], np.float32),
        np.array([[4.6, 1.2, 0.5]], np.float32),
    )
    own = np.array([2.0], np.float32)
    search = Search(whole_plot(), (PEG, PEG), ABOVE, evidence([], np.zeros(SHAPE, np.float32)))
    shares = search.unseen([paper.expected_nats(one, own) for one in (white, red)], 0.7)
    assert shares[0] > 0.9
    assert shares[1] < 0.01


def test_what_would_cast_a_shadow_is_noticed_by_it() -> None:
    """A white die on white paper shows nothing else, but a lamp shines: another die says so."""
    paper = Ground(flat(5.3, 0.06, 0.1), STEP_MM, NO_NOISE)
    white = np.array([[5.25, 0.05, 0.1]], np.float32), np.array([2.0], np.float32)
    nats = [paper.expected_nats(*white)] * 2
    nothing, shaded = np.zeros((2, *SHAPE), np.float32), np.full(SHAPE, -0.3, np.float32)
    shaded[50:61, 40:52] = 0.3
    shares = []
    for says in (None, shaded):
        told = evidence([(1, 40, 0.4)], nothing, says)
        search = Search(whole_plot(), (DIE, DIE), ABOVE, told, (RIGHT,))
        search.run()
        shares.append(search.unseen(nats, 0.7)[0])
    assert shares[0] > 0.9
    assert shares[1] < 0.2


def test_a_piece_hidden_by_another_is_as_likely_as_the_place_is_small() -> None:
    """The camera sees the field from aside, so that a die may lie behind a peg, unseen.

    Nothing speaks against it there, which made it likelier than where one would show.
    """
    aside = Lean((64.0, 344.0), 500.0)
    peg = PEG.kernel(aside.of(PEG.height_mm, np.array([64.0, 44.0])), STEP_MM)
    part, shown = laid(peg, (55, 80), SHAPE)
    says = evidence([], np.zeros(SHAPE, np.float32))
    says.mixed[1][part] += shown
    search = Search(whole_plot(), (DIE, PEG), aside, says)
    (piece,) = search.run()
    assert piece.kind == 1
    assert search.left(0.7)[0] < -0.7 * AreaConfig().presence - 3
    expected = np.full((SHAPE[0] // 4, SHAPE[1] // 4), 4.0, np.float32)
    hidden = search.unseen([expected, expected], 0.7)[0]
    assert 0 < hidden < 0.02


def test_what_looks_like_nothing_taught_may_be_a_piece_of_any_class() -> None:
    foreign = np.where(disc(80), np.float32(0.3), np.float32(-0.07))
    says = evidence([], np.zeros(SHAPE, np.float32), foreign=foreign)
    (piece,) = Search(whole_plot(), (DIE, DIE), ABOVE, says).run()
    likely = counts(whole_plot(), ("gas", "coal"), [piece], np.full(2, -9.0), 0.7)
    most = max(likely.values())
    assert likely[()] < most - 3
    assert likely["gas",] == pytest.approx(likely["coal",]) == most


def test_a_shadow_beside_a_piece_is_explained_by_it() -> None:
    foreign = np.where(disc(80) | disc(90), np.float32(0.3), np.float32(-0.07))
    says = evidence([(0, 80, 0.4)], np.zeros(SHAPE, np.float32), foreign=foreign)
    assert [one.kind for one in Search(whole_plot(), (DIE, DIE), ABOVE, says).run()] == [0]


def test_of_a_piece_that_fits_no_class_well_the_class_is_unsure() -> None:
    """Its colour is nobody's: one class only fits less badly than the other."""
    foreign = np.where(disc(80), np.float32(0.43), np.float32(-0.4))
    leads = []
    for each in (0.4, 0.1):
        says = evidence([(0, 80, each)], np.zeros(SHAPE, np.float32), foreign=foreign)
        (piece,) = Search(whole_plot(), (DIE, DIE), ABOVE, says).run()
        leads.append(float(piece.gains[0] - piece.gains[1]))
    assert leads[0] > 3
    assert leads[1] < 1


def test_a_die_whose_colour_runs_over_its_edges_is_no_peg_of_its_paint() -> None:
    """Blur and coded chroma make it as wide as a peg, but not its clear colour."""
    nothing = np.zeros((1, *SHAPE), np.float32)
    rows, columns = np.ogrid[: SHAPE[0], : SHAPE[1]]
    away = np.hypot(rows - 55, columns - 80) * STEP_MM

    def ahead(clear_mm: float, mixed_mm: float) -> float:
        clear, mixed = (
            np.where(away <= radius, 0.4, -0.4).astype(np.float32)[None].repeat(2, axis=0)
            for radius in (clear_mm, mixed_mm)
        )
        alike = np.ones((2, 2), bool)
        one_paint = Evidence(mixed, clear, nothing, nothing[:0], AGAINST, AGAINST, alike)
        (piece,) = Search(whole_plot(), (DIE, PEG), ABOVE, one_paint).run()
        return float(piece.gains[0] - piece.gains[1])

    assert ahead(clear_mm=4.5, mixed_mm=5.5) > 3
    assert ahead(clear_mm=6.0, mixed_mm=7.0) < -3


def test_colour_alone_tells_two_kinds_apart_less_surely_than_outlines_do() -> None:
    """One light tints the whole of a piece: its cells do not judge its colour independently."""
    both = evidence([(0, 60, 0.4), (1, 60, 0.3)], np.zeros(SHAPE, np.float32))

    def lead(other: Outline) -> float:
        piece = Search(whole_plot(), (DIE, other), ABOVE, both).run()[0]
        return float(piece.gains[0] - piece.gains[1])

    assert 0 < lead(DIE) < 0.5 * lead(PEG)


@pytest.mark.parametrize("mixed_throughout", [True, False])
def test_in_the_middle_of_a_large_piece_its_colour_is_not_mixed(*, mixed_throughout: bool) -> None:
    """A small dark piece smears its colour around it.

    All of that together has the colour of a large piece that is mixed with the ground in each cell.
    """
    says = evidence([(0, 80, 0.3)], np.zeros(SHAPE, np.float32))
    says.mixed[1][disc(80, 7.0)] = 0.3
    says = replace(says, clear=says.mixed.copy())
    if mixed_throughout:
        says.clear[1][disc(80, 4.5)] = -0.5
    (piece,) = Search(whole_plot(), (DIE, PEG), ABOVE, says).run()
    assert piece.gains.argmax() == (0 if mixed_throughout else 1)
