"""What areas teach: which cells are pieces, in what noise, and how large the pieces are."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.sampled import few
from vision.area_colours import Evidence, Ground, Looks, evidence_of, tile_ground
from vision.area_lamps import Stand, lamps_of
from vision.area_lessons import Grounds, heap, own_cells, shown, small_outline
from vision.area_map import Plot, saturation
from vision.area_shapes import Lamp, Lean, Outline, laid
from vision.area_tiles import TilesUnder
from vision.areas import Search, counts
from vision.config import AreaConfig, EvidenceConfig
from vision.illumination import from_linear, linear
from vision.looks import Appearance

STEP_MM: Final = 0.8
SHAPE: Final = (110, 160)
NO_NOISE: Final = np.zeros(3)
ABOVE: Final = Lean((64.0, 44.0), 800.0)
Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]


def flat(*colour: float) -> Floats:
    """Give a window of one colour (opponent space)."""
    return np.tile(np.array(colour, np.float32), (*SHAPE, 1))


def whole_plot() -> Plot:
    inside = np.zeros(SHAPE, bool)
    inside[5:-5, 5:-5] = True
    return Plot(np.s_[0 : SHAPE[0], 0 : SHAPE[1]], inside, np.zeros(2), STEP_MM)


def squares(side_mm: float) -> Mask:
    """Mark eight faces of cubes, each turned otherwise."""
    bits = np.zeros(SHAPE, np.uint8)
    for k in range(8):
        middle = (25.0 + 35 * (k % 4), 30.0 + 45 * (k // 4))
        corners = cv2.boxPoints((middle, (side_mm / STEP_MM,) * 2, 11.0 * k))
        cv2.fillConvexPoly(bits, np.round(corners * 16).astype(np.int32), 1, shift=4)
    return bits > 0


def seen(bare: Floats, pieces: Mask, colour: tuple[float, float, float], noise: float) -> Floats:
    """Show pieces of a colour on a ground, through a camera's noise (log units)."""
    sharp = np.where(pieces[..., None], np.array(colour, np.float32), bare)
    rng = np.random.default_rng(7)
    soft = cv2.GaussianBlur(sharp, (0, 0), 0.7)
    return np.asarray(soft + rng.normal(0, noise, sharp.shape), np.float32)


def grounds(bare: Floats, noise: float) -> Grounds:
    """Give the grounds of a lesson whose noise (log units, where the ground is) was measured."""
    levels = np.full(3, noise) * np.exp(float(bare[0, 0, 0]))
    return Grounds(bare, STEP_MM, levels)


def test_noise_on_a_dark_board_is_hardly_ever_foreign() -> None:
    """Six levels of noise are a fifth of what a dark board shows, and a thirtieth of a pale one."""
    dark = flat(np.log(30.0), 0.0, 0.0)
    noisy = seen(dark, np.zeros(SHAPE, bool), (0.0, 0.0, 0.0), 0.2)
    unaware, aware = Ground(dark, STEP_MM, NO_NOISE), Ground(dark, STEP_MM, np.full(3, 6.0))
    assert unaware.foreign(noisy)[1].mean() > 0.5
    assert aware.foreign(noisy)[1].mean() < 0.05


def test_noise_in_levels_matters_less_where_a_board_is_pale() -> None:
    pale, noise = flat(np.log(200.0), 0.0, 0.0), np.full(3, 6.0)
    piece = flat(np.log(200.0), 0.0, 0.5)
    assert Ground(pale, STEP_MM, noise).foreign(piece)[1][20:-20, 20:-20].all()


@pytest.mark.parametrize("noise", few(1, [0.12, 0.02]))
@pytest.mark.parametrize("side_mm", few(2, [8.0, 12.0, 10.0]))
def test_the_width_of_cubes_is_measured_in_any_noise(side_mm: float, noise: float) -> None:
    bare, pieces = flat(4.6, 0.1, 0.2), squares(side_mm)
    lit = seen(bare, pieces, (3.8, 0.6, 0.9), noise)
    found = heap("gold", grounds(bare, noise), lit, whole_plot())
    assert small_outline([found], ABOVE).height_mm == pytest.approx(side_mm, rel=0.2)


def test_white_cubes_on_a_pale_field_are_learnt() -> None:
    """They are 13 % brighter than the paper and hardly bluer, as a child sees at once."""
    bare, pieces = flat(5.30, 0.02, 0.09), squares(8.0)
    lit = seen(bare, pieces, (5.43, -0.03, 0.05), 0.02)
    mask = heap("diamond", grounds(bare, 0.02), lit, whole_plot()).mask
    assert mask[pieces].mean() > 0.6
    assert mask[~cv2.dilate(pieces.astype(np.uint8), np.ones((5, 5))).astype(bool)].mean() < 0.01


def test_of_cubes_that_are_hardly_paler_than_their_box_the_colour_is_learnt() -> None:
    bare, pieces = flat(5.30, 0.02, 0.09), squares(8.0)
    lit = seen(bare, pieces, (5.38, -0.02, 0.055), 0.015)
    one = heap("diamond", grounds(bare, 0.015), lit, whole_plot())
    assert one.mask[pieces].mean() > 0.2
    assert not one.mask[~cv2.dilate(pieces.astype(np.uint8), np.ones((5, 5))).astype(bool)].any()
    assert np.allclose(one.seen[one.mask].mean(axis=0), (5.38, -0.02, 0.055), atol=0.03)


def test_the_shadows_of_white_cubes_are_no_part_of_their_colour() -> None:
    """A lamp at the side makes them as large as the cubes, and far less like the paper."""
    bare, pieces = flat(4.65, 0.17, 0.33), squares(8.0)
    beside = np.roll(pieces, 5, axis=1) & ~pieces
    lit = seen(bare, beside, (3.55, 0.1, 0.25), 0.02)
    lit = np.where(pieces[..., None], seen(bare, pieces, (4.88, 0.11, 0.16), 0.02), lit)
    assert own_cells(heap("diamond", grounds(bare, 0.02), lit, whole_plot()))[:, 0].min() > 4.6
    pawn = shown("white", grounds(bare, 0.02), lit, whole_plot())
    assert own_cells(pawn)[:, 0].min() > 4.6
    black = np.where(lit[..., :1] < 4.2, lit, bare)
    assert np.median(own_cells(shown("black", grounds(bare, 0.02), black, whole_plot()))[:, 0]) < 4


@pytest.mark.parametrize("there", [True, False])
def test_cubes_of_which_only_shadows_are_seen_have_the_colour_of_their_box(*, there: bool) -> None:
    bare = flat(5.30, 0.02, 0.09)
    shadows = np.roll(squares(8.0), 4, axis=1) & ~squares(8.0) & there
    lit = seen(bare, shadows, (4.9, 0.02, 0.09), 0.015)
    one = heap("diamond", grounds(bare, 0.015), lit, whole_plot())
    assert one.mask.any() == there
    learnt = one.seen[one.mask if there else whole_plot().inside]
    assert np.allclose(learnt.mean(axis=0), bare[0, 0], atol=0.03)


DIE: Final = Outline(4.5, 4.5, 8.0)
PEG: Final = Outline(6.0, 4.0, 20.0)


def test_what_stands_beyond_the_border_is_no_further_piece_of_the_area() -> None:
    bounds = np.zeros(SHAPE, bool)
    bounds[5:-5, 5:100] = True
    plot = Plot(np.s_[0 : SHAPE[0], 0 : SHAPE[1]], bounds, np.zeros(2), STEP_MM)
    for column, near in ((107, False), (96, True)):
        says = evidence([(0, column, 0.4)], np.zeros(SHAPE, np.float32))
        assert (Search(plot, (DIE, DIE), ABOVE, says).left(0.7)[0] > 0) == near
    assert Search(plot, (DIE, DIE), ABOVE, says).left(0.7)[1] < -4


def looks_of(pixels: Floats, lamps: tuple[Lamp, ...]) -> Looks:
    """Give one class of dice of these colours (N x 3), with the lamps that are known."""
    own = Appearance([pixels])
    one = (pixels, own.log_density(pixels)[..., 0])
    alike = np.ones((1, 1), bool)
    return Looks(("die",), own, (DIE,), ABOVE, alike, None, (), np.zeros(3), lamps, (one,))


AGAINST: Final = np.full(SHAPE, -0.4, np.float32)
"""Evidence of cells against anything, in nats."""


def disc(column: int, radius_mm: float = 4.5) -> Mask:
    rows, columns = np.ogrid[: SHAPE[0], : SHAPE[1]]
    return np.asarray(np.hypot(rows - 55, columns - column) * STEP_MM <= radius_mm)


def evidence(
    parts: list[tuple[int, int, float]],
    cast: Floats,
    shaded: Floats | None = None,
    foreign: Floats = AGAINST,
) -> Evidence:
    """Let discs of 4.5 mm at columns speak for classes, in nats a cell, and all else against.

    ``shaded`` is what a cell says for a known lamp's shadow, without it what is cast there.
    """
    nats = np.stack([AGAINST, AGAINST])
    for k, column, each in parts:
        nats[k][disc(column)] = each
    all_cast = cast.reshape(-1, *SHAPE)
    known = all_cast[1:] if shaded is None else shaded[None]
    alike = np.eye(2, dtype=bool)
    return Evidence(nats, nats, all_cast, known, foreign, foreign, alike)


def found(
    evidence: Evidence, outlines: tuple[Outline, ...], lamps: tuple[Lamp, ...] = ()
) -> list[int]:
    return [piece.kind for piece in Search(whole_plot(), outlines, ABOVE, evidence, lamps).run()]


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


def shadowed(lean: Lean, offset: tuple[float, float, float]) -> Stand:
    """Let a lamp cast the shadows of six dice on a noisy ground, softly."""
    feet = [(row, column) for row in (30, 80) for column in (40, 80, 120)]
    off, free = np.zeros((*SHAPE, 3), np.float32), np.ones(SHAPE, bool)
    for row, column in feet:
        at = np.array([column, row]) * STEP_MM
        drawn, die = DIE.kernel(lean.of(8.0, at), STEP_MM), DIE.kernel(np.zeros(2), STEP_MM)
        for kernel, into in ((drawn, off), (die, free)):
            reach = len(kernel) // 2
            rows, columns = (slice(k - reach, k + reach + 1) for k in (row, column))
            if into is off:
                off[rows, columns] = np.maximum(drawn[..., None], 0) * np.array(offset, np.float32)
            else:
                free[rows, columns] &= kernel < 0.5
    rng = np.random.default_rng(5)
    off = cv2.GaussianBlur(off, (0, 0), 1.0) + rng.normal(0, 0.05, off.shape).astype(np.float32)
    return Stand(whole_plot(), off, free, DIE, feet)


@pytest.mark.parametrize("degrees", few(3, [0, 100, 215, 310]))
@pytest.mark.parametrize("length", [0.8, 1.5])
def test_a_lamp_is_found_by_the_shadows_of_pieces(degrees: int, length: float) -> None:
    aside = length * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    x, y = (np.array([64.0, 44.0]) - 10_000 * aside).tolist()
    (lamp, *_) = lamps_of([shadowed(Lean((x, y), 10_001.0), (-0.4, 0.05, 0.1))])
    fallen = lamp.lean.of(1.0, np.array([64.0, 44.0]))
    assert np.hypot(*(fallen - aside)) < 0.35
    assert lamp.offset == pytest.approx((-0.4, 0.05, 0.1), abs=0.08)


def test_pieces_without_shadows_tell_of_no_lamp() -> None:
    assert lamps_of([shadowed(Lean((0.0, 0.0), 10_001.0), (0.0, 0.0, 0.0))]) == ()


def test_the_shadow_of_a_known_lamp_falls_to_one_side() -> None:
    """A dark patch there is a shadow; the same on the other side is a dark die."""
    right = Lamp(Lean((-10_000.0, 44.0), 10_001.0), (-0.4, 0.0, 0.0))
    cast = np.stack([np.zeros(SHAPE, np.float32), np.full(SHAPE, 0.25, np.float32)])
    for column, kinds in ((70, [0]), (46, [0, 1])):
        told = evidence([(0, 58, 0.4), (1, column, 0.25)], cast)
        assert sorted(found(told, (DIE, DIE), (right,))) == kinds


def test_where_a_lamp_is_known_a_dark_patch_elsewhere_is_less_likely_a_shadow() -> None:
    """Black dice beside a peg are dice, though some other lamp might have been lit since."""
    bare, pieces = flat(4.8, 0.0, 0.05), squares(8.0)
    right = Lamp(Lean((-10_000.0, 44.0), 10_001.0), (-0.4, 0.0, 0.0))
    black = np.random.default_rng(3).normal((3.7, 0.0, 0.05), 0.1, (400, 3)).astype(np.float32)
    lit = seen(bare, pieces, (3.7, 0.0, 0.05), 0.02)
    unknown, known = (
        evidence_of(looks_of(black, lamps), [0], Ground(bare, STEP_MM, NO_NOISE), lit).cast[0]
        for lamps in ((), (right,))
    )
    assert known[pieces].mean() < 0.7 * unknown[pieces].mean()
    assert known[pieces].mean() > 0


def test_what_a_class_explains_best_is_hardly_of_a_colour_that_was_not_taught() -> None:
    """Its lead over any colour counts in full, though that over the ground is limited."""
    bare, pieces = flat(4.8, 0.0, 0.05), squares(8.0)
    colours = np.array([(3.7, 0.0, 0.05), (3.7, 0.9, 0.6)], np.float32)
    black = np.random.default_rng(3).normal(colours[0], 0.05, (400, 3)).astype(np.float32)
    lead = []
    for colour in colours:
        lit = seen(bare, pieces, tuple(colour.tolist()), 0.02)
        told = evidence_of(looks_of(black, ()), [0], Ground(bare, STEP_MM, NO_NOISE), lit)
        lead.append(float((told.mixed[0] - told.untaught)[pieces].mean()) / STEP_MM**2 * 6)
    assert lead[0] > 4
    assert lead[1] < -1


@pytest.mark.parametrize(("shadow_mm", "kind"), [(10, 0), (24, 1)])
def test_the_length_of_a_shadow_tells_a_die_from_a_peg(shadow_mm: int, kind: int) -> None:
    right = Lamp(Lean((-10_000.0, 44.0), 10_001.0), (-0.4, 0.0, 0.0))
    cast, shaded = np.zeros((2, *SHAPE), np.float32), np.full(SHAPE, -0.3, np.float32)
    shaded[50:61, 60 : 60 + round(shadow_mm / STEP_MM)] = 0.3
    both = evidence([(0, 60, 0.4), (1, 60, 0.4)], cast, shaded)
    (piece,) = Search(whole_plot(), (DIE, PEG), ABOVE, both, (right,)).run()
    assert piece.gains[kind] > piece.gains[1 - kind] + 5


def test_a_lamp_that_shines_less_says_nothing_against_a_piece() -> None:
    right = Lamp(Lean((-10_000.0, 44.0), 10_001.0), (-0.4, 0.0, 0.0))
    nothing, lit = np.zeros((2, *SHAPE), np.float32), np.full(SHAPE, -0.3, np.float32)
    pieces = [
        Search(whole_plot(), (DIE, DIE), ABOVE, one, (right,)).run()[0]
        for one in (evidence([(0, 60, 0.4)], nothing), evidence([(0, 60, 0.4)], nothing, lit))
    ]
    assert pieces[1].gains.max() == pytest.approx(pieces[0].gains.max())


def test_a_veil_of_white_light_is_no_foreign_thing_but_white_dice_are() -> None:
    """The ground's saturated green pales where a window is mirrored, all of it at once."""
    bare, pieces = flat(4.4, -1.1, 0.1), squares(8.0)
    veiled = from_linear(linear(bare) + np.float32(0.06))
    lit = seen(veiled, pieces, (5.4, 0.0, 0.05), 0.02)
    ground = Ground(bare, STEP_MM, NO_NOISE)
    density = ground.log_densities(ground.corrected(lit), None).ground
    foreign = density < EvidenceConfig().any_colour
    beside = cv2.dilate(pieces.astype(np.uint8), np.ones((5, 5))) == 0
    assert foreign[beside].mean() < 0.02
    assert foreign[pieces].mean() > 0.9


def test_a_tile_may_be_paler_than_where_it_was_taught() -> None:
    """Its green header is then none of the green pegs, but a red one on it is still seen."""
    taught, pieces = flat(4.4, -1.1, 0.1), squares(12.0)
    lit = seen(flat(4.4, -0.85, 0.1), pieces, (4.4, 1.2, 0.4), 0.02)
    _, foreign = tile_ground(taught, STEP_MM, NO_NOISE).foreign(lit)
    beside = cv2.dilate(pieces.astype(np.uint8), np.ones((5, 5))) == 0
    assert foreign[beside].mean() < 0.02
    assert foreign[pieces].mean() > 0.9


def test_what_lay_beside_a_tile_when_it_was_taught_is_no_part_of_it() -> None:
    """It was taught on red ground; now it lies on blue ground, 2 mm lower."""
    rng = np.random.default_rng(3)
    tile = np.array([5.0, 0.1, 0.3], np.float32) + rng.normal(0, 0.3, (60, 80, 3))

    def laid(ground: Floats, row: int) -> Floats:
        shown = ground.copy()
        shown[row : row + 60, 40:120] = tile
        return shown

    red, blue = flat(4.5, 0.9, 0.3), flat(4.3, -0.2, -0.9)
    known = TilesUnder({"tile": laid(red, 25)}, (66.0, 50.0), STEP_MM)
    now = laid(blue, 27)
    (under,), sure = known.under(now, blue, "tile")
    assert sure
    assert np.abs(under - now).max(axis=2).mean() < 0.02
    assert np.median(np.abs(under - now)[:10]) == 0


@pytest.mark.parametrize("white", [0.03, -0.03])
def test_a_tile_is_seen_in_the_light_of_the_slot_where_it_lies(white: float) -> None:
    """It was taught in another slot; here a lamp is nearer and its image lies on it, or no more."""
    rng = np.random.default_rng(3)
    sea, tile = flat(4.3, -0.2, -0.9), flat(4.9, 0.1, 0.3)
    tile[25:37, 40:120] = (4.4, 0.3, -0.4)
    printed = cv2.resize(rng.normal(0, 0.3, (8, 12)).astype(np.float32), (80, 48))
    tile[37:85, 40:120, 0] += printed
    tile += rng.normal(0, 0.02, tile.shape).astype(np.float32)
    across = np.linspace(-1, 1, SHAPE[1], dtype=np.float32)[:, None]
    there = from_linear(np.clip(linear(tile) * (1.1 + 0.3 * across) + white, 0.001, 1))
    shown, now = sea.copy(), sea.copy()
    shown[25:85, 40:120], now[25:85, 40:120] = tile[25:85, 40:120], there[25:85, 40:120]
    known = TilesUnder({"tile": shown}, (66.0, 50.0), STEP_MM)
    (under,), sure = known.under(now, sea, "tile")
    assert sure
    on_tile = np.abs(under - now)[27:83, 42:118]
    assert np.median(on_tile) < 0.02
    assert on_tile.mean() < 0.05
    # Pieces on it are no light: what they hide is given as it would be without them.
    pieces = now.copy()
    pieces[50:70, 45:60] = pieces[40:60, 80:95] = (4.6, 0.7, 0.3)
    (under,), _ = known.under(pieces, sea, "tile")
    assert np.median(np.abs(under - now)[27:83, 42:118]) < 0.03


def test_a_tile_under_many_pieces_is_the_one_that_leaves_least_unexplained() -> None:
    """Five saturated pegs hide so much of its print that hardly any likeness to it is left."""
    sea = flat(4.3, -0.2, -0.9)
    tiles = {}
    for k, name in enumerate(("one", "other")):
        shown = sea.copy()
        shown[25:85, 40:120] = (5.0, 0.1, 0.3)
        shown[25:35, 40:120] = (4.0, (0.4, -0.4)[k], 0.3)
        shown[45:65, 46 + 9 * k : 60 + 9 * k] = (4.7, (0.3, -0.1)[k], (0.2, 0.4)[k])
        tiles[name] = shown
    pieces = tiles["other"].copy()
    colours = (3.6, 1.2, 0.9), (3.4, 0.3, -1.5), (3.5, -1.2, 0.9), (4.4, 0.9, 1.8), (3.6, 1.2, 0.9)
    for k, colour in enumerate(colours):
        cv2.circle(pieces, (50 + 15 * k, 40 + 30 * (k % 2)), 9, colour, -1)
    looks, sure = TilesUnder(tiles, (66.0, 50.0), STEP_MM).under(pieces, sea, None)
    assert not sure
    foreign = [tile_ground(one, STEP_MM, NO_NOISE).foreign(pieces)[1].mean() for one in looks]
    assert foreign[1] < AreaConfig().bare_share
    assert foreign[1] < foreign[0] / 1.3


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


def test_how_colourful_a_board_is_does_not_depend_on_how_much_each_colour_covers() -> None:
    """A few pieces may turn the middle of all colours from the sea's to the land's."""
    sea, land, sand = (5.0, -0.4, -0.9), (5.0, -0.1, 0.4), (5.1, 0.1, 0.5)
    rng = np.random.default_rng(3)
    known = np.array(rng.permutation([sea] * 510 + [land] * 250 + [sand] * 240), np.float32)
    now = known.copy()
    now[rng.choice(1000, 40, replace=False)] = (4.6, 1.2, 0.5)
    strength, offset = saturation(known, now)
    assert np.allclose(strength, 1, atol=0.01)
    assert np.allclose(offset, 0, atol=0.01)
    paler, _ = saturation(known, np.float32(0.7) * now + np.float32(0.1))
    assert np.allclose(paler[1:], 0.7, atol=0.01)


def test_a_grey_board_does_not_tell_how_colourful_a_frame_is() -> None:
    rng = np.random.default_rng(3)
    known, now = rng.normal((5.0, 0.0, 0.0), 0.001, (2, 1000, 3)).astype(np.float32)
    for one in (known, np.full_like(known, 5.0)):
        assert np.array_equal(saturation(one, now)[0], np.ones(3))


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
