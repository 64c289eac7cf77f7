"""What areas teach: which cells are pieces, in what noise, and how large the pieces are."""

import cv2
import numpy as np
import pytest

from tests.sampled import few
from tests.vision.area_field import (
    ABOVE,
    DIE,
    NO_NOISE,
    SHAPE,
    STEP_MM,
    Floats,
    Mask,
    flat,
    whole_plot,
)
from vision.area_colours import Ground, Looks, evidence_of, tile_ground
from vision.area_lamps import Stand, lamps_of
from vision.area_lessons import Grounds, agreed, heap, own_cells, shown, small_outline
from vision.area_map import saturation
from vision.area_shapes import Lamp, Lean
from vision.area_teaching import common_cells
from vision.area_tiles import TilesUnder
from vision.config import AreaConfig, EvidenceConfig
from vision.illumination import as_clipped, from_linear, linear, opponent
from vision.looks import Appearance


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


def looks_of(pixels: Floats, lamps: tuple[Lamp, ...]) -> Looks:
    """Give one class of dice of these colours (N x 3), with the lamps that are known."""
    own = Appearance([pixels])
    one = (pixels, own.log_density(pixels)[..., 0])
    alike = np.ones((1, 1), bool)
    return Looks(("die",), own, (DIE,), ABOVE, alike, None, (), np.zeros(3), lamps, (one,))


def shadowed(lean: Lean, offset: tuple[float, float, float], right_mm: float = 0.0) -> Stand:
    """Let a lamp cast the shadows of six dice on a noisy ground, softly."""
    plot = whole_plot()
    plot.at_mm = plot.at_mm + np.array([right_mm, 0.0])
    feet = [(row, column) for row in (30, 80) for column in (40, 80, 120)]
    off, free = np.zeros((*SHAPE, 3), np.float32), np.ones(SHAPE, bool)
    for row, column in feet:
        at = plot.at_mm + np.array([column, row]) * STEP_MM
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
    return Stand(plot, off, free, DIE, feet)


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
@pytest.mark.parametrize("side_mm", few(1, [8.0, 12.0, 10.0]))
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


@pytest.mark.parametrize(
    ("box", "white", "noise"),
    [
        ((5.30, 0.02, 0.09), (5.38, -0.02, 0.055), 0.015),
        ((5.49, 0.02, 0.0), (5.58, -0.02, -0.03), 0.03),
    ],
    ids=["pale", "nearly overexposed, in more noise"],
)
def test_of_cubes_that_are_hardly_paler_than_their_box_the_colour_is_learnt(
    box: tuple[float, float, float], white: tuple[float, float, float], noise: float
) -> None:
    bare, pieces = flat(*box), squares(8.0)
    lit = seen(bare, pieces, white, noise)
    one = heap("diamond", grounds(bare, noise), lit, whole_plot())
    assert one.mask[pieces].mean() > 0.2
    assert not one.mask[~cv2.dilate(pieces.astype(np.uint8), np.ones((5, 5))).astype(bool)].any()
    assert np.allclose(one.seen[one.mask].mean(axis=0), white, atol=0.03)


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


def test_of_a_piece_that_lights_its_ground_up_the_colour_is_learnt_elsewhere() -> None:
    """In red light that it reflects the orange ground around it looks paler, as a piece would."""
    grey, orange, pawn = flat(4.6, 0.0, 0.0), flat(4.4, 0.6, 1.5), squares(8.0)
    there = seen(grey, pawn, (3.7, 1.6, 0.9), 0.01)
    around = cv2.dilate(pawn.astype(np.uint8), np.ones((13, 13))).astype(bool) & ~pawn
    lit_up = orange + around[..., None] * np.array([0.03, 0.1, -0.1], np.float32)
    here = seen(lit_up, pawn, (3.7, 1.6, 0.9), 0.01)
    plain = shown("red", grounds(grey, 0.01), there, whole_plot())
    faint = shown("red", grounds(orange, 0.01), here, whole_plot())
    assert (plain.faint, faint.faint) == (False, True)
    assert np.median(own_cells(faint)[:, 0]) > 4.3
    _, mended = agreed([plain, faint])
    assert np.median(own_cells(mended)[:, 0]) < 4


def test_what_only_one_place_shows_is_no_part_of_a_colour() -> None:
    """At each of three places a third of the cells are mixed with another ground."""
    rng = np.random.default_rng(11)

    def cells(count: int, *colour: float) -> Floats:
        return np.asarray(rng.normal(colour, (0.1, 0.04, 0.05), (count, 3)), np.float32)

    mixtures = ((4.4, 0.6, 1.4), (4.2, -0.8, -0.3), (4.9, 0.1, 0.1))
    places = [np.concatenate([cells(80, 3.8, 1.6, 0.9), cells(40, *one)]) for one in mixtures]
    learnt = common_cells(places)
    assert len(learnt) > 200
    assert learnt[:, 1].min() > 1.2
    assert len(common_cells(places[:1])) == 120
    assert len(common_cells([cells(30, 3.8, 1.6, 0.9), cells(30, 5.0, 0.0, 0.0)])) == 60


@pytest.mark.parametrize("there", [True, False])
def test_cubes_of_which_only_shadows_are_seen_have_the_colour_of_their_box(*, there: bool) -> None:
    bare = flat(5.30, 0.02, 0.09)
    shadows = np.roll(squares(8.0), 4, axis=1) & ~squares(8.0) & there
    lit = seen(bare, shadows, (4.9, 0.02, 0.09), 0.015)
    one = heap("diamond", grounds(bare, 0.015), lit, whole_plot())
    assert one.mask.any() == there
    learnt = one.seen[one.mask if there else whole_plot().inside]
    assert np.allclose(learnt.mean(axis=0), bare[0, 0], atol=0.03)


@pytest.mark.parametrize("degrees", few(3, [0, 100, 215, 310]))
@pytest.mark.parametrize("length", few(1, [0.8, 1.5]))
def test_a_lamp_is_found_by_the_shadows_of_pieces(degrees: int, length: float) -> None:
    aside = length * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    x, y = (np.array([64.0, 44.0]) - 10_000 * aside).tolist()
    (lamp, *_) = lamps_of([shadowed(Lean((x, y), 10_001.0), (-0.4, 0.05, 0.1))])
    fallen = lamp.lean.of(1.0, np.array([64.0, 44.0]))
    assert np.hypot(*(fallen - aside)) < 0.35
    assert lamp.offset == pytest.approx((-0.4, 0.05, 0.1), abs=0.08)


def test_the_shadows_of_a_low_lamp_are_deeper_near_it() -> None:
    low, right_mm = Lean((-436.0, 44.0), 600.0), 200.0
    places = [np.array([x, 44.0]) for x in (64.0, 64.0 + right_mm)]
    near, far = (-float(np.log1p(3 * low.light_at(at))) for at in places)
    lamp, *_ = lamps_of([shadowed(low, (near, 0, 0)), shadowed(low, (far, 0, 0), right_mm)])
    assert [lamp.at(at).offset[0] for at in places] == pytest.approx([near, far], abs=0.08)


def test_how_deep_shadows_are_is_told_where_nothing_hides_half_the_lamp() -> None:
    """As a window's bars hide the sun from some of the pieces."""
    sun, half, whole = Lean((-8000.0, 44.0), 10_001.0), (-0.25, 0.0, 0.0), (-0.6, 0.0, 0.0)
    stands = [shadowed(sun, depth, 80.0 * k) for k, depth in enumerate((half, whole, half))]
    lamp, *_ = lamps_of(stands)
    assert lamp.offset[0] == pytest.approx(-0.6, abs=0.08)


def test_the_shadows_of_a_low_lamp_are_longer_far_from_it() -> None:
    """It stands 0.4 m above the table, between the heights that are tried first."""
    low, right_mm = Lean((-336.0, 44.0), 400.0), 400.0
    places = [np.array([x, 44.0]) for x in (64.0, 64.0 + right_mm)]
    depth = (-0.4, 0.0, 0.0)
    lamp, *_ = lamps_of([shadowed(low, depth), shadowed(low, depth, right_mm)])
    for at in places:
        assert lamp.lean.of(1.0, at) == pytest.approx(low.of(1.0, at), abs=0.1)


def test_pieces_without_shadows_tell_of_no_lamp() -> None:
    assert lamps_of([shadowed(Lean((0.0, 0.0), 10_001.0), (0.0, 0.0, 0.0))]) == ()


def test_where_a_lamp_is_known_a_dark_patch_elsewhere_is_less_likely_a_shadow() -> None:
    """Black dice beside a peg are dice, though some other lamp might have been lit since."""
    bare, pieces = flat(4.8, 0.0, 0.05), squares(8.0)
    right = Lamp(Lean((-10_000.0, 44.0), 10_001.0), (-0.4, 0.0, 0.0), (0.0, 0.0))
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


def test_a_black_die_on_a_saturated_field_is_black() -> None:
    """Were its middle always mixed with the ground, it would be blue where none is mixed in."""
    rng = np.random.default_rng(12)
    black = np.asarray(rng.normal((3.75, 0.0, 0.05), (0.15, 0.08, 0.08), (200, 3)), np.float32)
    yellow = flat(5.0, 0.25, 1.45)
    lit = np.where(squares(8.0)[..., None], np.array([3.95, 0.1, 0.15], np.float32), yellow)
    says = evidence_of(looks_of(black, ()), (0,), Ground(yellow, STEP_MM, NO_NOISE), lit)
    middle = cv2.erode(squares(8.0).astype(np.uint8), np.ones((7, 7))).astype(bool)
    assert says.mixed[0][middle].min() > 0.2
    assert says.clear[0][middle].min() > 0.2


def test_a_veil_of_white_light_is_no_foreign_thing_but_white_dice_are() -> None:
    """The ground's saturated green pales where a window is mirrored, all of it at once."""
    bare, pieces = flat(4.4, -1.1, 0.1), squares(8.0)
    veiled = from_linear(linear(bare) + np.float32(0.06))
    lit = seen(veiled, pieces, (5.4, 0.0, 0.05), 0.02)
    ground = Ground(bare, STEP_MM, NO_NOISE)
    density = ground.log_densities(lit, ground.corrected(lit), None).ground
    foreign = density < EvidenceConfig().any_colour
    beside = cv2.dilate(pieces.astype(np.uint8), np.ones((5, 5))) == 0
    assert foreign[beside].mean() < 0.02
    assert foreign[pieces].mean() > 0.9


def test_a_veil_may_be_narrow_and_end_sharply_if_it_is_long() -> None:
    """A fold of the board mirrors a window in a strip of 10 mm."""
    bare, pieces = flat(4.4, -1.1, 0.1), squares(8.0)
    strip = np.zeros(SHAPE, bool)
    strip[:, 4 : 4 + round(10 / STEP_MM)] = True
    veiled = np.where(strip[..., None], from_linear(linear(bare) + np.float32(0.06)), bare)
    lit = seen(veiled, pieces, (5.4, 0.0, 0.05), 0.02)
    ground = Ground(bare, STEP_MM, NO_NOISE)
    density = ground.log_densities(lit, ground.corrected(lit), None).ground
    foreign = density < EvidenceConfig().any_colour
    beside = cv2.dilate(pieces.astype(np.uint8), np.ones((5, 5))) == 0
    assert foreign[strip & beside].mean() < 0.1
    assert foreign[beside].mean() < 0.02
    assert foreign[pieces].mean() > 0.9


def test_where_a_veil_is_too_bright_for_the_camera_it_may_be_brighter_still() -> None:
    """Then the paper looks hardly brighter than when taught, and its prints have vanished."""
    bare = flat(5.4, 0.0, 0.05)
    bare[20:24, 30:34] = (4.9, 0.05, 0.15)
    white = np.full((*SHAPE, 3), (5.55, 0.0, 0.0), np.float32)
    ground, limited = Ground(bare, STEP_MM, NO_NOISE), np.ones((*SHAPE, 3), bool)
    print_foreign, known = (
        ground.log_densities(white, ground.corrected(white), None, one).ground[21:23, 31:33].mean()
        for one in (None, limited)
    )
    assert known > print_foreign + 2


def test_what_is_seen_where_the_board_was_washed_out_may_be_its_print_but_a_die_is_still_one() -> (
    None
):
    """A lamp's image lay on a line when the board was taught; of ground beside it all is known."""
    black = np.random.default_rng(3).normal((3.7, 0.0, 0.05), 0.1, (400, 3)).astype(np.float32)
    line, pieces, told = np.zeros(SHAPE, bool), squares(8.0), {}
    line[:, 2:4] = True
    for level in (200, 250):
        bare = flat(float(np.log(level + 8)), 0.0, 0.0)
        lit = seen(bare, pieces | line, (3.7, 0.0, 0.05), 0.02)
        told[level] = evidence_of(looks_of(black, ()), [0], Ground(bare, STEP_MM, NO_NOISE), lit)
    known, hidden = (told[level].foreign[line].mean() for level in (200, 250))
    assert hidden < 0.7 * known
    assert told[250].mixed[0][pieces].mean() > 0.8 * told[200].mixed[0][pieces].mean()


def test_ground_at_the_cameras_limit_is_known_again_in_less_light() -> None:
    """Its red was cut off when it was taught. A light blue die on it is still seen."""
    orange = opponent(np.log(np.array([70.0, 205.0, 320.0], np.float32) + 8))
    bare, pieces = as_clipped(np.full((*SHAPE, 3), orange, np.float32)), squares(8.0)
    assert bare[0, 0, 1] < orange[1] - 0.2
    lit = np.where(pieces[..., None], np.array([5.2, -0.2, -0.5], np.float32), orange)
    _, foreign = Ground(bare, STEP_MM, NO_NOISE).foreign(lit)
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
    ((_, _, under),), sure = known.under(now, blue, "tile")
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
    ((_, _, under),), sure = known.under(now, sea, "tile")
    assert sure
    on_tile = np.abs(under - now)[27:83, 42:118]
    assert np.median(on_tile) < 0.02
    assert on_tile.mean() < 0.05
    # Pieces on it are no light: what they hide is given as it would be without them.
    pieces = now.copy()
    pieces[50:70, 45:60] = pieces[40:60, 80:95] = (4.6, 0.7, 0.3)
    ((name, turn, under),), _ = known.under(pieces, sea, "tile")
    assert np.median(np.abs(under - now)[27:83, 42:118]) < 0.03
    # It goes on lying so when the light changes, and is then seen in that.
    later = np.where((now == sea).all(axis=2)[..., None], sea, from_linear(0.6 * linear(now)))
    later = np.where((pieces == now).all(axis=2)[..., None], later, pieces)
    *_, under = known.laid(later, sea, name, turn)
    beside = (pieces == now).all(axis=2)[27:83, 42:118]
    assert np.median(np.abs(under - later)[27:83, 42:118][beside]) < 0.03


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
    found, sure = TilesUnder(tiles, (66.0, 50.0), STEP_MM).under(pieces, sea, None)
    assert not sure
    foreign = [tile_ground(one.shown, STEP_MM, NO_NOISE).foreign(pieces)[1].mean() for one in found]
    assert foreign[1] < AreaConfig().bare_share
    assert foreign[1] < foreign[0] / 1.3


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
