"""The numbers of the eye: unit, trade-off and source of each.

"Chosen" means that no measurement stands behind a number yet.
"""

from dataclasses import dataclass
from typing import Final

NORMAL_MEDIAN: Final = 0.6745
"""Median of the absolute value of a standard normal variable: noise is measured by medians."""
ROUNDS: Final = 4
"""Rounds of reweighting in which a robust fit settles."""
SURE: Final = 2.2
"""Lead in log likelihood from which one reading counts as sure: nine to one."""


@dataclass(frozen=True, slots=True)
class RegistrationConfig:
    """Numbers of `vision.registration`; pixels are those of the working picture.

    All were chosen, but for the few with a source, and tried together: on tables-a, -b and -c
    bumped by 5 to 120 px and 1 to 180 degrees every pose came within 1 px of the camera's.
    """

    working_px: int = 640
    """Longer side of the working picture, pixels, about: more is finer and costs its square."""
    smooth_px: int = 5
    """Side of the square over which the working picture is averaged: a dim and noisy picture of a
    pale board correlates with itself by 0.1 without, 0.8 with it; more loses fine art."""
    patch_px: int = 11
    """Side of a patch of art, pixels: larger is more distinct, smaller is hidden less often."""
    cells: tuple[int, int] = (12, 9)
    """Patches are spread over this grid, at most one a cell: a hand cannot hide them all."""
    corners_per_cell: int = 8
    """Corners in a cell, the strongest, of which the one least like its repeats is taken."""
    least_contrast: float = 3.0
    """Standard deviation of a patch, grey levels: under it a sensor's noise outweighs the art."""
    match: float = 0.6
    """Normalised correlation from which a patch is found; lower admits neighbours' art."""
    least_patches: int = 12
    """Patches that must agree: three times the four that determine a homography."""
    sure_share: float = 0.5
    """Share of the patches found from which no other pose is looked for."""
    still_px: float = 0.15
    """Movement of a corner, pixels, under which the pose is kept."""
    stray_px: float = 1.0
    """How far a found patch may lie from where the pose puts it, pixels."""
    near_px: int = 12
    """How far a patch is searched for around its last place, pixels; its square is the cost."""
    damping: float = 0.02
    """Share of a patch's steepness added in all directions: a line says nothing along itself."""
    most_stretch: float = 2.5
    """The most by which a pose may stretch a side of the board: no camera above it sees more."""
    repeat: float = 0.2
    """Autocorrelation of the art from which a shift counts as a rival; more rivals cost time."""
    rivals: int = 12
    """The most shifts that are tried."""
    hopeless: float = 0.3
    """Share of a pose's mean correlation under which a rival is not worth refining."""
    most_vote: float = 0.5
    """The most by which one patch may prefer a pose, as a difference of correlation: a hand over
    it must not decide."""
    rival_margin: float = 2.0
    """Sum of these by which a pose must beat its rivals: more loses grids, less may be off by a
    cell. On photos-1 and -5 the nearest rival is 3.2 to 6.8 behind."""
    search_px: int = 400
    """Longer side of the picture in which a lost board is looked for before the working one."""
    features: int = 1200
    """SIFT features of a lost board: more are found on pale art, at a cost by its square."""
    feature_contrast: float = 0.02
    """SIFT's threshold, half of Lowe's: pale art has few stronger ones."""
    feature_ratio: float = 0.8
    """How much nearer the best match must be than the second (Lowe 2004)."""
    feature_px: float = 3.0
    """How far a feature may lie from where the homography puts it, pixels."""
    square: float = 1.1
    """Ratio of its sides under which a board is square, and may be turned by a quarter."""
    least_shift: float = 2.5
    """Shift, in samples, below which art correlates with itself only because it is smooth."""
    art_cells: int = 160
    """Samples along the board's longer side in which repetitions of the art are looked for."""
    few: int = 3
    """One patch in so many is compared first, which is enough where the board has not moved at
    all."""
    narrowing_px: tuple[float, float, float] = (3.0, 1.5, 1.0)
    """Distance in pixels at which a patch has a quarter of its weight, by round of robust
    fitting."""
    steps: int = 12
    """The most steps of refining a pose."""


@dataclass(frozen=True, slots=True)
class OcclusionConfig:
    """Numbers of `vision.occlusion`.

    All were chosen, but for those with a source. Tried on tables-a, -b, -c and -e and photos-3 to
    -5: without a hand the largest patch over a board has at most 306 mm2, and 514 on a board full
    of places; each of the tables' hands has 1,590 mm2 over the board and beside it together.
    """

    step_mm: float = 3.5
    """Distance of cells: a finger is five of them wide; the cost is its inverse square."""
    most_cells: int = 180
    """Cells along the longer side of a large board, where they are farther apart."""
    rim_mm: float = 25.0
    """How far beyond the edge is looked: a wrist is wider, supplies begin about there."""
    piece_radii: float = 1.75
    """Reach of a piece off its spot's middle, in radii: 5 mm astray and 7 mm wide on 8 mm."""
    explained_radii: float = 1.5
    """Reach of what a piece that is read explains, in radii, on a board that is full of places: a
    square's corners reach 1.41."""
    tile_rim: float = 0.08
    """How far beyond its place a tile may lie, as a share of its size: 4 mm of 50."""
    least_free: float = 0.15
    """Share of the board free of places under which all of it is looked at, as on a grid."""
    judges: int = 700
    """Cells from which light and noise are measured: more are surer and cost in proportion."""
    beside: int = 300
    """Cells beside the board that help to tell stray light from a tone curve: a board may be as
    bright everywhere."""
    most_changed: float = 0.15
    """Share of the board's picture that may change for pose and light to hold: a piece and its
    shadow change a twentieth, an arm a fifth, a lamp nearly all."""
    same_light: float = 0.008
    """Share by which a channel may be brighter or darker for the same: with 0.01 one of table-b's
    2,408 places is read less surely."""
    unchanged: float = 0.1
    """Log units by which a channel of a cell, mean of 3 x 3, may differ and count as unchanged: ten
    levels of a hundred, two of a dim picture's."""
    least_changed_mm2: float = 75.0
    """Area of changed cells over the board from which hands are looked for anew: a fingertip's."""
    level_noise: float = 0.004
    """Noise of bright cells relative to dark ones, 1 / grey level: JPEG and shot noise."""
    least_noise: tuple[float, float, float] = (0.02, 0.008, 0.01)
    """The least noise that a frame is taken to have, log units of lightness and two chromas."""
    most_noise: tuple[float, float, float] = (0.25, 0.07, 0.09)
    """The most: arms that cover most of a board look like even more noise."""
    sure: float = 6.0
    """Standard deviations of chroma from which a cell is foreground: with fewer, noise is."""
    least_chroma: float = 0.1
    """Log units of chroma under which a cell is never foreground: lamps differ in colour too."""
    shoulder_chroma: float = 0.01
    """Log units of chroma that each level above `IlluminationConfig.shoulder` loses: 0.06 at 240,
    0.12 at 245, 0.22 at 251, by that curve."""
    brightest: float = 0.35
    """Log lightness that a lamp adds to a patch of the board."""
    highlight_chroma: float = 0.3
    """Log units of chroma by which white light added to the board may be off: lamps are warm."""
    highlight_step: float = 0.08
    """Share by which it may differ from its mean over the window: a hand's edge is a step."""
    highlight_least: float = 0.05
    """Added light, as a share of the brightest, from which it belongs to a lamp's image. On two dim
    glossy boards with such images and sheets of grey and white paper drawn in, 0.02 missed 8 of 60
    sheets more, and at 0.1 images cut off by a fold were hands again."""
    highlight_border: float = 0.5
    """Share of its brightest under which the border of a lamp's image fades. With 0.7 and 0.1 of
    the brightest as many sheets were found; with 0.7 and more, images were hands again."""
    least_image: int = 30
    """Cells of a lamp's image that tell its colour, of some 12 mm2: three fingertips."""
    one_colour: float = 0.07
    """Median deviation from the middle colour, as a share of the light, of what one lamp adds. On
    three path-traced tables lamps' images show 0.03 to 0.05, hands on 13 tables 0.05 to 0.5."""
    same_colour: float = 0.97
    """Cosine of the angle between colours of light from which two lamps are one, as to colour: at
    14 degrees what is misseen of a colour is already taken for four times as much of either."""
    least_green: float = 0.95
    """Green light squared, as a share of blue times red, that lamps have at least: white light has
    1, warmer light more. Hands that showed one colour had 0.73, 0.78 and 0.91."""
    darkest: float = 1.6
    """Log lightness that the deepest shadow takes: it leaves a fifth of the light."""
    window: tuple[int, int] = (5, 5)
    """Cells over which art is compared: 17 mm, as a hand's fingers."""
    least_art: float = 0.06
    """Log contrast of art under which it tells nothing."""
    sure_art: float = 1.5
    """Noise, of both pictures, that art must exceed: with as much, half of what correlates with a
    frame would be noise and a third of a dim table's cells without a hand look hidden; with this
    much one in a hundred does."""
    gone: float = 0.3
    """Correlation under which art is hidden: more takes shadows for hands."""
    art_shows: float = 0.6
    """Correlation of the art around a cell from which it is seen there."""
    art_share: float = 0.7
    """Share of the art around a cell that must be seen for its light to be measured, and of a patch
    of another colour for nothing to lie there: under a hand some correlates by chance."""
    art_around: tuple[int, int] = (9, 9)
    """Cells around one in which art must show where a lamp's image has gone, or where the colour of
    light that came or went is measured, and over which colours are averaged where noise hides them:
    32 mm, as a wrist. All over a patch it correlated by 0.05 to 0.10 under a
    hand and a sleeve, by 0.74 and more where images had gone."""
    gap_mm: float = 22.0
    """Gaps within a hand that count as it: between fingers, over a spot's disc."""
    least_spots: float = 3.2
    """Foreground over the board that is a hand by itself, in areas of a spot: a piece that fell
    over between spots and its shadow show three."""
    least_edge_mm2: float = 100.0
    """The same on each side of the edge, with ``least_reach_mm2`` in all: a fingertip."""
    least_reach_mm2: float = 1400.0
    """Two fingers, as far as the rim shows them: a lamp's image at the edge of a glossy tile makes
    1,298, what is no hand on 24 tables at most 967; dark hands in a dim picture show 1,127, 1,433
    and 1,531, all others more."""
    border_mm: float = 11.0
    """Gap between a tile and the edge over which a hand goes on: print may look like a finger."""
    other_tile: float = 0.6
    """Share of a tile's place that changes from which another tile lies there: a pointing finger of
    16 mm covers a third of 50 mm."""
    over_weight: float = 3.0
    """How much more foreground over the board counts there than that beside it, where furniture
    is moved."""
    hidden: float = 0.25
    """Share of a location that must be covered for it to count as hidden (tables' README)."""


@dataclass(frozen=True, slots=True)
class IlluminationConfig:
    """Numbers of `vision.illumination`; all were chosen but those with a source."""

    dark: float = 8.0
    """Grey levels added before the logarithm: read noise of a dark pixel, as JPEG leaves it."""
    shoulder: int = 232
    """Level from which a camera's curve flattens towards white: 0.8 of full scale in linear light,
    where the renderer of tables-a to -e bends it."""
    saturated: int = 250
    """Level from which a channel may be as bright as the camera can tell, coding allowed for."""
    beyond: float = 1.25
    """Distance from the middle, in half boards, beyond which the field stays constant."""
    level_noise: tuple[float, float] = (0.05, 3.0)
    """Noise of a level's logarithm when bright, log units, and of dark levels, grey levels: JPEG
    and stray light."""
    even: float = 0.5
    """How firmly the field is kept even: as by so many points of the free board."""
    tone: float = 0.67
    """Usual change of a slope where a camera's tone curve changes. Against it all points together
    count as one: a shadow that moved leaves much the same at many of them. With 0.83 one on a pale
    board made a false hand; with 0.5 two hands of 85 more are not seen at gamma 1.8."""
    slopes: tuple[float, float] = (-0.6, 1.5)
    """Changes of a tone curve's slope that are believed; gamma 0.55 and 1.8 lie within."""
    least_left: float = 0.02
    """The least residual, log units, that points are taken to have, however even a picture is."""
    tolerance: float = 1.8
    """Distance, in medians of all, at which a point has a quarter of its weight."""
    moved: float = 0.1
    """Log lightness by which a cell must differ for its light to have come or gone."""
    white: float = 0.001
    """How firmly light that comes and goes is taken to be white: as by this mean square of log
    lightness over the board's art. Shadows of the sun on two path-traced boards made 0.01 to 0.04,
    and chromas of up to 0.33 and 0.50 were found (on one 0.34 and 0.52 are right). Without sun or
    hands four tables made 0.0004 at most and table-c 0.009. With twice as much 45 of 2,744 places
    of the first board were in doubt, with this 19, with half as much 12."""


@dataclass(frozen=True, slots=True)
class StrayLightConfig:
    """Numbers of `vision.stray_light`; all were chosen but those with a source."""

    usual: float = 1.0
    """Usual stray light, as a share of the brightest, where there is some: any. With 0.2 a tenth of
    0.17 was not found on table-s1."""
    colour: float = 0.02
    """Usual difference of two channels' stray light: it is mostly that of the whole scene."""
    limits: tuple[float, float] = (-0.1, 0.4)
    """Stray light that is looked for; less than none is none."""
    dark: float = 1e-4
    """Share of the brightest light, level 4 of 255, under which noise is all that is seen."""
    sure: float = 1.0
    """Standard deviations, as if all points were one, from which it is believed: where all is about
    as bright it looks like more light."""
    worse: float = 0.1
    """How much more may be left by stray light than by a tone curve, as a share of what is left by
    neither. On tables a, b, e and s1 true stray light leaves less in 86 of 87 frames, and 0.13 in
    one; a gamma of 0.55 or 0.8 leaves 0.34 and more. On table-c, pale all over, true stray light
    does so in 8 of 21 frames, and gamma leaves 0.14 and more."""
    no_tone: float = 1e-4
    """Usual change of a tone curve's slope where it is taken not to change."""
    flat: float = 0.96
    """Slope of a channel's tone curve under which it is looked for: it makes the curve flatter."""


@dataclass(frozen=True, slots=True)
class AppearanceConfig:
    """Numbers of `vision.looks`, in the opponent space of logarithms. All were chosen."""

    low: tuple[float, float, float] = (1.8, -1.4, -1.4)
    """Lowest colour that is tabulated: black in each channel gives 2.1, 0, 0."""
    high: tuple[float, float, float] = (5.8, 1.8, 2.2)
    """Highest colour: white gives 5.6, 0, 0; saturated paints reach 1.5."""
    cells: tuple[int, int, int] = (40, 48, 54)
    """Cells along each axis, of 0.1 and 0.067: under half of the narrow kernel's width."""
    narrow: tuple[float, float, float] = (0.16, 0.05, 0.06)
    """Width of the kernel: texture, noise, and light on a round or slanted side."""
    wide: tuple[float, float, float] = (0.35, 0.15, 0.15)
    """Width of the second: shadow of neighbours, another lamp."""
    wide_share: float = 0.15
    lamps: tuple[float, ...] = (0.08, 0.16, 0.24, 0.32)
    """White light that a lamp's image adds to a piece, as shares of the brightest class's level:
    more hides its colour. As shares of the piece's own level they hardly changed black ones: on a
    virtual table (seed 771 of `tools.long_run`) 253 shining black ones were read as white in 250
    frames, with these 90."""
    lamp_share: float = 0.1
    """Share of pieces in one. Without, a yellow tile in the image of a lamp was an orange one. On a
    path-traced evening with black and brown pieces 94 areas were in doubt without, 73 with 0.03,
    34 with this; on another, where these have nearly one colour, 214, 242 and 294. Of both 16 were
    wrong without, nine with this."""
    floor: float = 1e-4
    """Density of any colour at all: about one in ten thousand in a unit of volume."""
    usual_off: tuple[float, float, float] = (0.4, 0.12, 0.14)
    """Usual distance of a piece's mean colour from that of its class's lessons: another lamp, and
    another side of it. On n11 and n07, dim rendered tables, the standard deviations are 0.16, 0.10
    and 0.14; what a step is worth is learnt."""
    most_off: float = 30.0
    """The largest half squared distance, in these units, that is counted."""


@dataclass(frozen=True, slots=True)
class EvidenceConfig:
    """Numbers of `vision.flat_board`, `vision.features` and `vision.learning`.

    All were chosen but those with a source. What they trade was seen on tables-b, -c and -e,
    photos-1, -2, -3 and -5 with classifiers trained without the table that was read.
    """

    working_radius_px: float = 6.5
    """Radius of a place in the working picture: more costs its square, less shows too little."""
    side: int = 24
    """Points along a side of a patch: one a pixel of the above."""
    aside_px: float = 0.5
    """Working pixels by which the empty board is seen again aside, and blur of one of these."""
    aside_blur_px: float = 0.8
    half_radii: float = 2.1
    """Reach of a patch in radii of a place: a piece off its spot and the ring around it."""
    blurs_px: tuple[float, ...] = (0.0, 1.0, 1.8)
    """Levels of blur of the bare look, working pixels: up to 3.6 px of a frame of 1280."""
    least_step_mm: float = 1.2
    """Distance of discs that are tried, at least."""
    steps: float = 3.5
    """Discs from the middle outwards, at most."""
    core_radii: float = 0.85
    """The part of a piece that is looked at: its rim is shaded and mixed with the board."""
    ring_radii: tuple[float, float] = (1.3, 1.75)
    """What is around a piece; nearer lies its side and its contact shadow."""
    middle_radii: float = 0.5
    """The part that any piece on the place covers: reach is half a radius on most boards."""
    rim_radii: float = 1.2
    """Points of a patch beyond which the bare board is usually seen."""
    least_noise: float = 0.015
    """Log units: one grey level at 64."""
    least_chroma_noise: float = 0.006
    rough_percentile: float = 75.0
    """Percentile of the places around which the bare look's misfit is called rough: a quarter of
    a board may have neighbours, its own prints more rarely."""
    same_chroma: tuple[float, float] = (0.10, 0.13)
    """How far from the bare chromas a point may be to be used for measuring the light."""
    shades: tuple[float, float] = (-1.0, 0.7)
    """Darkest shadow and brightest highlight that a place's own light may be, log lightness."""
    least_rim: float = 0.3
    """Share of the rim that must be usable for measuring the light."""
    dark_print: float = 0.4
    """Log lightness by which a place is darker than what is around it, for a lamp's image to show:
    what is as bright grows brighter in it as in any light."""
    lamp_shares: tuple[float, ...] = (0.1, 0.2, 0.35, 0.5, 0.62, 0.75, 0.87, 1.0)
    """Shares of what they are brighter by that are added, as white light, and do not multiply. On a
    virtual table with black spots (seed 7000 of `tools.long_run`) 118 places were in doubt in 165
    frames without 0.62 and 0.87, 100 with them."""
    lamp_slack: float = 0.05
    """Share by which the light around a place may be misjudged: `Light.left` is usually 0.02 of a
    level's logarithm, which is as much of the light itself."""
    lamp_gain: float = 0.3
    """Nats a point by which a lamp's image must explain a place and what is around it better; with
    0.6 three virtual tables were read the same, without it bare spots less surely."""
    lamp_misfit: float = 2.0
    """Nats by which what is around a place may be off its look in a lamp's image: two standard
    deviations."""
    lamp_rim: float = 0.85
    """Share of it that must look so. It was 0.86 to 1 around dark spots of three virtual tables in
    the image of a lamp, 0.75 beside a white piece, 0.6 at most around dominoes side by side."""
    piece_shade: float = 0.6
    """Share of a place's own light that falls on a piece: it stands above a shadow's edge."""
    bare_spread: tuple[float, float, float] = (0.09, 0.035, 0.045)
    """Standard deviation of the bare look seen again, in taught light."""
    misplaced_px: float = 0.35
    """Working pixels by which a pose may be off."""
    shadow: float = -0.35
    """Log lightness of a usual shadow, and how fast others become rarer, both ways."""
    shadow_rate: float = 2.0
    above_rate: float = 10.0
    shadow_share: float = 0.15
    bare_floor: float = -6.1
    """Log density of what nobody foresaw, two in a hundred of `any_colour`: a foreign thing is
    neither the bare board nor a piece."""
    least_spread: float = 0.15
    """The least variation, nats a pixel, that the ratio of bare places is taken to have."""
    most_ratio: float = 7.0
    """The most nats that one point counts for: a highlight must not decide."""
    offset_penalty: float = 0.15
    """Nats a pixel by which a disc at the end of its reach must beat one in the middle."""
    unchanged: tuple[float, float, float] = (0.06, 0.045, 0.05)
    """How much lightness and chromas of 3 x 3 cells may change before a place is read again; in
    noisier frames the noise of a point, three of such means' deviations."""
    settled: float = 4.0
    """Log likelihood by which a place must look like one thing to be left alone: 50 to 1."""
    many: float = 0.25
    """Share of the places that must have changed for the frame's quality to be measured at all
    places."""
    quality_places: int = 24
    """Bare places by which the quality of a frame is judged where fewer are read again: the
    median of as many is a quarter of their spread off (1.25 over the root of 24)."""
    least_observed: float = 0.5
    """Share of a place's middle that must be in view and within the camera's range."""
    least_bare: float = 1.0
    """Nats a point of its middle by which those points that are not washed out must tell that a
    place is bare, if they are fewer: two nats of half of them. Bare places with a printed mark show
    0.8 to 3.2 on two path-traced tables, white discs on a board too bright for the camera 0.6 at
    most."""
    any_colour: float = -2.2
    """Log density where any colour is as likely as any other, over the range of `low` to `high`
    that pictures fill: 3.5 x 1.6 x 1.6."""
    hidden: float = 0.15
    """Share of a place's middle, not seen bare, that shows whose piece it is."""
    most_corrections: int = 3
    """Corrections that are kept a place: the last ones; as many lights as an evening has."""
    least_usual: float = 0.2
    """Correlation of a bare place with itself under which it tells nothing."""
    least_texture: float = 0.1
    """Texture, in noise, under which differences mean nothing."""


@dataclass(frozen=True, slots=True)
class OutlineConfig:
    """Numbers of `vision.outlines`; all were chosen."""

    step_radii: float = 0.35
    """Distance of discs that are tried, at most, in radii: the bands are as wide."""
    sectors: int = 8
    spared: int = 1
    """Sectors that may show no step: a neighbour or a highlight hides one."""
    inner_radii: tuple[float, float] = (0.5, 0.9)
    """Bands on either side of the rim, in radii of the piece; between them the rim is mixed."""
    outer_radii: tuple[float, float] = (1.1, 1.5)
    offset_penalty: float = 0.5
    """Standard deviations by which an outline at the end of its reach must be clearer."""
    most: float = 4.0
    """The most standard deviations that one point counts for: a highlight must not decide."""
    least_expected: float = 0.5
    """Standard deviations that a piece's outline is expected to show, at least, when shared by."""


@dataclass(frozen=True, slots=True)
class ClassifierConfig:
    """Numbers of `vision.slots`; its weights are learnt."""

    farthest: float = 6.0
    """Standard deviations at which features are cut off: nothing was learnt beyond."""
    per_span: float = 1.5
    """Log odds that a nat a pixel between a piece and the bare place is worth, at most: of 45,000
    places of shared tables one in a thousand has less than 1.5 of these, printed spots in the
    colour of a piece have."""
    as_shown: float = 0.7
    """What may be said of a place, as a share of the log odds that a piece reaches that is laid on
    it, where that is more: real ones lie in another light. Of 9,296 places of four rendered tables
    that took no part in training, two of them dark with white and black pieces, none was claimed
    wrongly even without this bound."""
    dissenters: int = 2
    """Members, of nine, that may say otherwise: the log odds are those that all others reach.
    Tables left out (`docs/training.md`) had 69 wrong and 1,024 unsure places. If all had to agree,
    and 0.8 of their standard deviation was taken off their mean, there were 55 and 1,369, and if
    0.5 was taken off what is reached, about as many."""
    worth: tuple[float, float] = (-4.0, 2.0)
    """Logarithms of the least and the greatest weight of a colour's measures."""
    most: float = 12.0
    """The greatest log odds that are given, one in 160,000: new tables may differ."""


@dataclass(frozen=True, slots=True)
class AreaConfig:
    """Numbers of the eye for areas, beside those of spots that hold here too.

    All but those with a source were chosen on the first half of table-s1's frames.
    """

    step_mm: float = 0.8
    """Distance of cells: a piece of 8 mm is ten of them wide; the cost is its inverse square."""
    step_px: float = 1.0
    """The same in pixels of the frame, at least: finer there is nothing to see."""
    rim_mm: float = 20.0
    """How far beyond an area its neighbourhood is looked at: a tall piece that leans, and some."""
    soft_px: int = 2
    """Side of the square of pixels whose mean is taken: it halves the noise."""
    misplaced_mm: float = 0.5
    """How far a pose may be off, or a lens bend otherwise after a nudge: without, two of 63 places
    of table-s1 were in doubt."""
    light_mm: float = 14.0
    """Standard deviation of the neighbourhood by which an area's own light is judged: more lets
    a lamp's edge count as pieces, less takes large pieces for light."""
    spread: tuple[float, float, float] = (0.06, 0.035, 0.045)
    """Standard deviation of the bare look seen again in an area's own light. That is followed more
    closely than around a spot (``EvidenceConfig.bare_spread``). With 0.09 of lightness white pieces
    on a pale path-traced board were in doubt in 46 of 195 readings instead of 31, and those of
    table-s1 dimmed to a third in 8 of 120 instead of 2. Under a hard new shadow of 0.35 of the
    light 9 of 105 readings were wrong with it, and 14 are with this."""
    local: tuple[float, float, float] = (0.5, 0.06, 0.08)
    """The most by which an area's own light may differ, log units of lightness and chromas."""
    veil_share: float = 0.25
    """How usual a veil of white light is on the board. Of 1,050 readings of eight path-traced
    tables 826 were right with 0.1, 844 with this (14 wrong both times), 846 with 0.4 (17)."""
    veil_mm: float = 35.0
    """How long a veil is in some direction at least: longer than the tallest pieces, as they are
    seen from the side. With 45 eight fewer of these readings were right."""
    veil_wide_mm: float = 20.0
    """How wide it is in all directions where it is no longer, as a lamp's image that a tile's edge
    cuts off: wider than pieces that stand. Of a sequence of path-traced frames 75.95 % were right
    with it, 74.11 % without; 17 and 22 do the same."""
    veil_spread: float = 0.3
    """By which share of itself the change that a veil makes may be misjudged. Chosen."""
    paler: float = 0.25
    """Share of its chroma by which a tile's print may be paler or stronger than it was taught. Of
    1,403 readings of table-s1 and six path-traced tables five were wrong with 0, pieces of a tile's
    saturated colour that were none, two with 0.15, none with this."""
    shadow_mm: tuple[float, float] = (1.6, 16.0)
    """How far from a piece these are looked for: two cells from its edge, its height's shadow."""
    least_shadow: float = 2.5
    """Standard deviations off the ground from which something beside a piece counts as its
    shadow."""
    cast_reach: float = 1.2
    """How far from a piece its shadow falls, in heights: a lamp 40 degrees above the table. With 0,
    shadows on a dark path-traced board were black pieces in twice as many readings."""
    cast: float = 0.45
    """Chroma that a shadow may have for each unit of log lightness that it takes: where one lamp
    is hidden another's colour is left. A warm lamp's on table-s1: 0.3 and 0.6."""
    most: float = 4.0
    """The most nats that one independent look counts for a piece: a highlight must not decide."""
    alike: float = 4.5
    """Nats between the colours of two standing classes of different outlines under which they share
    one colour, so that the outline decides. On table-s1 with a class painted black or yellow those
    of one paint have 1.8 and 4.3, all others 6 and more."""
    own_edge: float = 0.33
    """What a small piece's mixed edge and shadow say for a tall one of its paint, as a share of all
    that a tall one has beyond it. At two path-traced tables, as they are, dimmed, blurred by 3 px
    and coded by JPEG 20, that is at most 0.15, 0.2, 0.2 and 0.5 for dice, and at least 0.5, 0.9,
    0.9 and 0.9 for pegs. On a dark one with long shadows dice have up to 1.8, and are read as pegs:
    with 0.05 in more readings."""
    mixed: tuple[tuple[float, float], ...] = ((0.85, 0.85), (1.0, 1.0), (0.85, 0.43), (0.55, 0.34))
    """Shares of a cell's lightness and chroma that are a piece's own, the rest being the ground's:
    two in its middle, and more mixed. A sensor's mosaic and JPEG's chroma of 16 x 16 pixels leave
    pieces of 12 pixels 0.35 to 0.6 of their chroma; on table-s1 in an evening a white piece on
    green had its full lightness and a third of its chroma. Of 1, 0.9 and 0.85 for the middle the
    last was best on table-s1 blurred and on two path-traced tables: with 1 their wrong readings
    were 18 instead of none, a brown die on green ground was black. Coded coarsely, or under strong
    glare, table-s1 has a few wrong ones more so. But without 1 a black die on a saturated yellow
    path-traced field was blue: of 105 readings of that table 4 were wrong, with it none."""
    usual_mixed: tuple[float, ...] = (0.64, 0.06, 0.12, 0.18)
    """How often each of these mixtures occurs. The second is rare: with 0.3 two to three readings
    of 111 more of table-s1 in an evening and coded by JPEG 20 were in doubt or wrong. With the
    first alone more is in doubt on table-s1; shares that follow a frame's noise did no better in
    the evening, dimmed, blurred or coded by JPEG 15."""
    darkest: float = 1.5
    """Log lightness between ground and piece beyond which unmixing their colours goes no further:
    noise would be all that is left."""
    strengths: tuple[float, float] = (0.5, 2.0)
    """Least and greatest strength of colours: a camera's settings."""
    smear_mm: float = 7.0
    """How far beyond a piece its colour may be smeared: well over half a block of coded chroma."""
    look_mm2: float = 6.0
    """Area that is one independent look: JPEG's and the lens's blur, and a piece's own shading."""
    core: float = 0.75
    """The part of a piece, in its radii, that counts in full: its rim is mixed with the ground."""
    rim_weight: float = 0.6
    """How much the rest of it counts beside: without, a tall piece that is seen from above was
    read where a smaller one of its colour lay."""
    ring_mm: float = 2.0
    ring_weight: float = 0.3
    """What surrounds a piece, and how much its own colour there speaks against the place: without,
    three that touch in a row are two."""
    edge_mm: float = 1.0
    """What a piece covers beyond its outline: the shaded and mixed cells of its edge."""
    presence: float = 6.0
    """Nats of evidence that a piece must have: what any of some hundred places may show by chance,
    and the art seen badly."""
    apart: float = 0.7
    """Least distance of two pieces' feet, as a share of the sum of their radii: solid things."""
    shown: float = 0.15
    """Share of a piece that must show for its place to tell whether it is there; where others hide
    more, it is as likely as that part of the area is large. Chosen: around pegs on a path-traced
    table ten nats speak from there on against dice, none where they are hidden."""
    most_pieces: int = 24
    """Pieces looked for in an area: all players' are no more."""
    aside_mm: float = 1.6
    """How far off its place a piece may lie if it is of another class."""
    trust: float = 0.7
    """What a nat of evidence is worth as log odds, as neighbouring looks fail together, in a frame
    as good as those of teaching; in others less, by how they show the bare board. On table-s1
    changed in seven ways 81 of 3,633 readings were wrong so, 68 of them by JPEG 15, where black
    looks purple. Falling with the square of that, 26 were wrong, but of an evening much was left
    in doubt."""
    tint: float = 0.4
    """What a nat between two classes of one outline is worth beside others: one light tints the
    whole of a piece, so that its looks fail together. With 1, on a path-traced dim table, a black
    piece was read as brown at 0.98 in 13 frames, with 0.4 at 0.95 in two."""
    untaught: float = -24.0
    """Log odds, before `trust`, that a piece has a colour that was not taught, by glare or another
    lamp. On a dark path-traced table 21 of 600 readings were wrong without and 10 are with this;
    with -14 one is, but in an evening a quarter of table-s1's are in doubt."""
    usual_off: tuple[float, float, float] = (0.007, 0.010, 0.012)
    """Log lightness and chromas by which squares of 8 mm differ from the bare board in a good
    frame, as table-s1 has them: drawn frames of teaching are better still."""
    unforeseen: float = -5.0
    """Log density on bare ground of what nobody foresaw, one in seventeen of
    `EvidenceConfig.any_colour`: glare that ends on a tile, a worn edge. Of 2,616 readings of
    table-s1 and twelve path-traced tables, -6.1 has six wrong more, pieces that are none, and -4
    leaves pieces in doubt by day whose colour another lamp changed."""
    print_share: float = 0.2
    """Probability that what was nearly washed out when the board was taught, brighter than
    `IlluminationConfig.shoulder`, is no plain ground but a printed line or sign of any colour. Of
    1,050 readings of eight path-traced tables 868 were right with it, 858 without, 13 wrong each
    time; from level 240 on it is the same, from 249 on 863 are."""
    usual: float = 0.6
    """Odds that one more piece of a class lies in an area, where it would not be noticed. With 0.4
    four readings more of a pale path-traced table were wrong, white pieces on pale ground."""
    explained: float = 0.3
    """Probability that the likeliest content of a place must have for its pieces to explain what is
    foreign there. A hand on a dim path-traced table was read as many pieces, with 0.04 and 0.05.
    On that table, and on table-s1 made as dim, 0.5 gives the same hand flags."""
    overlooked: float = -6.5
    """Log odds that a piece of a class was overlooked, at least: of nine classes 1.4 % together.
    Coarse JPEG has hidden a white piece on pale ground whose absence seemed sure to 0.998."""
    border_mm: float = 1.5
    """Standard deviation of where a piece's foot is seen."""
    beam: int = 64
    """The most contents that are kept for an area."""
    bare_share: float = 0.3
    """Share of a slot that may look foreign for its ground to be known: what pieces on it cover.
    Four pieces left 0.14 of a path-traced slot foreign to its tile, 0.28 to the next one, 0.94 to
    the board; five left 0.18, 0.36 and 0.94."""
    hidden_mm2: float = 40.0
    """Part of an area under a hand from which the area is not observed: a small piece's size."""
    noise: float = 6.0
    """Standard deviations of the difference of two frames by which a cell may differ and count as
    unchanged, where noise is more than ``EvidenceConfig.unchanged``: coarse JPEG of dim pictures
    has long tails. Without, every place of table-s1 dimmed to a third was searched in each frame;
    with it half as many are."""
    averaged: int = 8
    """Frames of a place in doubt that are averaged while it is unchanged: noise falls to a third,
    and light that changes slowly is followed. In a warm evening 313 of 345 readings of table-s1 are
    sure and right instead of 272 (5 wrong instead of 6), dimmed to a third 313 instead of 296 (6
    instead of 4), both measured together with ``noise``."""
    least_over_mm2: float = 900.0
    """Foreground over a board with areas, beside the pieces read, that is a hand by itself."""


@dataclass(frozen=True, slots=True)
class LampConfig:
    """Numbers of `vision.area_lamps`.

    All were chosen once, and looked at on three dim path-traced tables.
    """

    directions: int = 24
    lengths: tuple[float, ...] = (0.25, 0.4, 0.6, 0.8, 1.0, 1.3, 1.7, 2.2)
    """Directions of shadows, and their lengths in heights of the piece: lamps from 76 to 24 degrees
    above the table. What lies higher shades nothing beyond a piece's edge."""
    far_mm: float = 100_000.0
    """Height from which a lamp's shadows are alike all over a board, as those of the sun."""
    low_mm: float = 500.0
    """Height of a low lamp, such as a desk lamp. How much a lamp's shadows differ from place to
    place goes with the inverse of its height, which is refined in shares of the inverse of this."""
    steps: tuple[float, ...] = (0.2, 0.1, 0.05)
    """Steps by which a lamp's place is refined: of the inverse of its height, as above, and of
    where shadows fall, in heights of the piece. Of a lamp 0.4 m above a path-traced table, 0.8 m
    aside, shadows fit 1.4 times as well as where only heights of 0.6, 1, 1.8 and 100 m were tried.
    """
    least_dark: float = 0.12
    """Log lightness that a shadow takes at least: twice the deviation of bare ground."""
    most_dark: float = 0.3
    """The most that a cell counts for beyond that: another dark piece is no deeper shadow."""
    least_fit: float = 1.5
    """Log lightness times mm² that a lamp takes around a piece, on the mean, at least: an eighth
    over the area of a small shadow."""
    most: int = 2
    """The most lamps with hard shadows that are looked for."""
    most_pieces: int = 12
    """Pieces of a heap by which they are judged; more cost time."""
    within: float = 0.9
    """Share of a cell that a shadow covers for its colour to be taken from there."""
    sure: float = 0.97
    """Probability that a known lamp shines, that a piece casts its shadow if it does, and that a
    cell is dark where it falls: the lamp may have been moved since teaching. With 0.9 table-s1 and
    five path-traced tables read much the same, 3 wrong instead of 2 of 1,212."""
    another: float = 0.25
    """Probability that the ground beside a piece lies in the shadow of a lamp that is not known,
    where others are: one that has been lit or moved since teaching. With 0.5, as where no lamp is
    known, a black piece beside a tall one was its shadow in table-s1 dimmed to a third: 2 of 22
    events were followed instead of all."""
    deepest: float = 0.85
    """Quantile of what a lamp adds, over the cells of shadows, from which they are whole. With the
    median, on a path-traced board in the sun of a window, shadows were black pieces: 29 of 720
    areas were read wrong, none with 0.85 to 0.93. The deepest cells of a dark board are its noise:
    on one 7 areas of 766 were read wrong with the median, 8 with 0.85, 11 with 0.93."""
    depths: tuple[float, ...] = (0.6, 1.0)
    """Shares of a shadow's depth that are seen: its soft edge, and the whole."""
    spread: tuple[float, float, float] = (0.12, 0.04, 0.05)
    """Standard deviations of a shadow's lightness and chromas from place to place."""


@dataclass(frozen=True, slots=True)
class LearningConfig:
    """Numbers of `vision.learning` and `vision.teaching`; lengths in radii of the place.

    All were chosen.
    """

    alike: float = 0.7
    """Log likelihood under which two classes cannot be distinguished: two to one."""
    shades: tuple[float, ...] = (-0.25, 0.0, 0.15)
    """Changes of a piece's lightness, as its log, that it must be recognised in; none is one too:
    without it a spot printed like a piece seemed easy to tell from it."""
    far_rim: float = 1.7
    """Distance from the middle beyond which a patch shows no piece of its own."""
    clearly: float = 3.0
    """How far a piece must be off the bare look, in standard deviations of the rim."""
    misplaced_px: float = 0.5
    """Working pixels by which a sample's pose may be off."""
    least_off: tuple[float, float, float] = (0.10, 0.05, 0.06)
    """Log units of lightness and chromas below which a difference means nothing."""
    shadow: float = -1.1
    """Log lightness to which it may be a shadow, and how much that says beside a colour."""
    of_shadow: float = 0.55
    least_change: float = 0.35
    """Change of a point, relative to that of a sure piece, below which it is ignored."""
    nothing: float = 0.05
    """Contrast under which nothing lies where a piece is said to lie: on a place where nothing was
    laid it is 0.00, of an orange piece on orange land 0.14, of a black one on black 0.33."""
    rough: tuple[float, float] = (0.55, 0.5)
    """Radius and reach of the disc by which a piece is first looked for."""
    offset_penalty: float = 0.1
    near: float = 0.95
    profile_radii: float = 1.5
    """How far out, and in what steps, a piece's edge is looked for."""
    profile_step: float = 0.1
    core_belts: int = 5
    clear: float = 0.8
    """Contrast from which a piece's edge is trusted."""
    percentile: float = 35.0
    """Percentile of the pieces' radii that is taken: leave-one-out tables, see the history."""
    radii: tuple[float, float] = (0.4, 1.35)
    """Smallest and largest radius of a piece."""
    room: float = 0.75
    reach: tuple[float, float] = (0.2, 0.75)
    """How far a piece may lie off its place: half the spacing less three quarters of its radius,
    between these."""
    inner: float = 0.72
    """The part of a piece, in its radii, from which its colour is learnt."""
    unknown: float = 3.0
    """Nats a pixel that a piece is expected to show, and a bare place to lack, until that is
    measured."""


@dataclass(frozen=True, slots=True)
class ProposalConfig:
    """What `vision.proposing` may be adjusted by.

    "Measured" is `python -m tools.proposals` on tables a, b, c, e and 24 random virtual tables.
    """

    flat_px_per_mm: float = 2.0
    """Scale of the flattened board. More costs time; a webcam at 60 cm resolves about 1.7."""
    search_px_per_mm: float = 1.25
    """Scale in which spots are searched. 1.8 found no more (measured) and takes twice as long."""
    smallest_spot_mm: float = 3.5
    """Least radius of a printed spot. Less mistakes letters and trees for spots."""
    largest_spot_mm: float = 13.0
    """Largest radius of a printed spot: half a large piece more than the largest piece."""
    illumination_mm: float = 12.0
    """Standard deviation of the surroundings that lightness is normalised by. Less removes large
    spots with the shade, more keeps shadows; 8 and 20 found as many (measured)."""
    noise_levels: float = 1.0
    """Noise of a camera in L* that contrast is weighed against; more ignores faint print."""
    kernel_spots: int = 40
    """Examples from which the look of a spot is learnt: fewer than any board of the game has (56),
    more than the features need for a covariance."""
    kind_spots: int = 8
    """Examples of a second kind of spot: one a region. Fewer are no evidence."""
    candidates: int = 600
    """Round places looked at. More costs time; below 300 dark boards lose spots (measured)."""
    apart_mm: float = 6.0
    """Distance of two spots below which only the likelier is kept: a small piece's width."""
    enough_roundness: float = 2.0
    """Roundness of a hypothesis's examples, in standard deviations of all candidates, beyond
    which more is no merit; less lets repeated trees and letters win (measured)."""
    enough_separation: float = 5.0
    """Separation of a hypothesis's examples from the rest, in standard deviations, beyond which
    more is no merit: five are practically without overlap."""
    line_separation: float = 1.9
    """Standard deviations between lines and others from which colour profiles alone are believed;
    near two they hardly overlap. More weighs t on clear boards too, and takes shades for lines
    (measured)."""
    least_angle: float = 25.0
    """Degrees between two stretches at one spot: none of 20 boards has less (measured). Less
    proposes ways along other ways."""
    least_network: int = 4
    """Spots that printed lines must join at least: turn tracks join three."""
    least_joined: float = 1 / 3
    """Share of the spots found that lines must join for the others to be doubted. More proposes
    what no line confirms: with a half, 39 false spots on two dark boards, with a third one, and
    18 fewer true ones (measured)."""
    bow: float = 0.05
    """How far a printed line between spots may leave the straight one half-way, as a share of its
    length."""
    line_mm: float = 2.0
    """Width in which the ink of a printed line is looked for; a pencil's line is 1, a road 3."""
    snap_mm: float = 7.0
    """How far a tap is moved at most: two standard deviations of a finger (physics)."""
    snap_roundness: float = 0.3
    """Share of a circle that edges follow from which a tap is moved there. Less moves taps on bare
    ground."""
    least_board: float = 0.1
    """Share of the picture that a board fills at least; less finds boxes beside it."""
    edge_levels: float = 5.0
    """Least change of L*a*b* across a side of the board. Less finds outlines where none is."""
    edge_least_levels: float = 2.0
    """Levels of L*a*b* by which the picture changes at a board's edge at least: two steps that an
    eye tells apart. Less takes noise for the edge."""
    edge_all_along: float = 0.7
    """Share of a side along which it changes so; pieces and shadows hide the rest."""
    edge_above_table: float = 3.0
    """How many times as much it changes there as beside the board. Less takes grain of wood."""
    edge_of_clearest: float = 0.2
    """Share of the change across the clearest line of the side that its edge has at least. More
    loses worn rims, less takes grain of wood (measured: 2 of 16 random tables at 0)."""
    table_line: float = 0.5
    """Share of its change with which a line goes on beyond both ends that belongs to the table: a
    plank, a checkered cloth (measured: 5 of 16 random tables)."""
    shadow_px: float = 14.0
    """Width of the shadow that a board casts at most: cardboard of 2 mm under a low lamp."""
    shadow_alike: float = 0.13
    """By how much more alike (correlation) the four sides must look for a shadow to be believed;
    true ones gave 0.14 and more, false ones up to 0.12 (tables b and e, 7 rendered dark boards)."""
    largest_bend: float = 0.12
    """Strongest lens distortion searched, as a share at the picture's corner: a stronger one
    does not show a board whole."""
    sharpness: float = 0.42
    """Share of a picture's coarse steps that its fine ones must have; less accepts blur."""
    lamp_level: float = 140.0
    """Level (0 to 255) of the darkest channel from which a specular highlight may be seen."""


@dataclass(frozen=True, slots=True)
class TileConfig:
    """Numbers of `vision.tiles`; all were chosen but those with a source."""

    coarse_side: int = 16
    """Points along a side of a slot by which it is seen whether it changed."""
    side: int = 24
    """Sample points along a side of a tile."""
    rim: int = 4
    """Points beyond each side of the slot, for tiles that lie off their place."""
    spare: int = 1
    """Points at half the size by which the rim reaches farther than a tile is sought."""
    turns: tuple[float, ...] = (-12.0, -6.0, 0.0, 6.0, 12.0)
    """Degrees by which a taught tile is turned for comparison."""
    scale: tuple[float, float, float] = (0.2, 0.12, 0.12)
    """The unit of difference in each channel; lightness varies with shadow."""
    blur: float = 0.8
    """Blur of what is compared, points: part of a point's shift makes little difference then."""
    light: float = 4.0
    """Standard deviation, in points, of the blur by which light is separated from print."""
    alike: float = 0.35
    """Correlation from which a slot shows a tile at all."""
    the_same: float = 0.75
    """Correlation from which the bare board shows a tile itself. An empty printed frame had up to
    0.62 with a tile on 45 rendered tables, 0.55 on the built-in board of Siberia."""
    laid: float = 0.35
    """Share of a row's slots that show a tile from which the row lay on the bare board. On 45
    rendered tables at most one slot did where it did not lie there, else four of eight or more."""
    independent: float = 50.0
    """Independent parts of a tile's picture: 24 x 24 points, blurred, of few signs and colours.
    Nine differences of ten are worth 1.3 nats then, seven of ten 4.5."""
    sure: float = 4.0
    """Nats by which a tile must be likelier than any other in its slot: fifty to one."""
    far_behind: float = 30.0
    """By how many nats a tile is put behind that was not worth comparing in full."""
    few: int = 2
    """Tiles, besides the best, and turns of each that are compared in full at first."""
    changed: tuple[tuple[int, float], ...] = ((4, 0.08), (2, 0.13))
    """Sides of square blocks of these points, and the change of their mean (opponent space) above
    which a slot is read anew. A sign that took another's place on the same ground changed large
    blocks by 0.07 and small ones by 0.155. In the 85 frames of table-a 107 slots are read anew by
    the large ones alone, 280 with the small ones, and 532 with 0.08 for these, as their noise is
    twice as large."""


@dataclass(frozen=True, slots=True)
class MotionConfig:
    """Numbers of `vision.motion_gate`; all were chosen."""

    across: float = 4.5
    """Pixels looked at across the smallest piece, at least."""
    square: float = 0.8
    """Side of the square that is summed over, as a share of the smallest piece's width."""
    tile: int = 16
    """Pixels looked at along a side of a tile, each with a noise of its own."""
    sure: float = 2.2
    """How many times its usual greatest difference a tile must show to have changed. That is about
    2.4 standard deviations, so this makes 5.3: noise reaches it in under one frame of a hundred."""
    flicker: float = 0.03
    """Share by which the light may flicker or fade without anything having changed."""
    rise: float = 1.3
    """How many times higher the noise is believed to be after a frame that shows a change."""
    creep: float = 1.002
    """The same after any other frame."""
    fall: float = 0.7
    """The most by which it falls after one frame: the very same picture may come again."""
    rate: float = 0.03
    """How fast a tile's noise, relative to that of the others, is learnt."""
    uneven: tuple[float, float] = (0.5, 1.7)
    """The least and greatest noise of a tile, relative to that of all."""
    usual: float = 2.4
    """The usual greatest difference in a tile, in standard deviations."""
    stray_px: float = 4.0
    """How far the corners of the part of the frame that is watched may lie from the board's."""
    thinning: int = 7
    """One pixel in so many, each way, is used to measure how the light changed."""
    around: int = 6
    """By how many pixels a changed region is enlarged: what changed a tile may reach beyond it."""


@dataclass(frozen=True, slots=True)
class PlanConfig:
    """Numbers of `vision.plan`; all were chosen but those with a source."""

    circle_corners: int = 16
    """Corners of the polygon that stands for a circle."""
    farthest_radii: float = 8.0
    """The greatest distance of a neighbour, in radii, that counts for the usual spacing."""
    piece_room: float = 2.0
    """How far from a spot's middle a piece may be seen, in radii of the spot."""
    tile_rim: float = 0.25
    """How far beyond its place, as a share of its size, a tile may lie."""
    nudge: float = 0.06
    """How far a board without spots may be nudged between frames of teaching, in its shorter side:
    33 mm of 560, about what boards with spots are allowed."""
    points_across: int = 8
    """Points looked at along a spot's radius."""
    points_beyond: int = 10
    """The same over the whole distance from a supposed middle that is compared."""
    noise_levels: float = 2.0
    """Standard deviation, in grey levels, of a place where nothing but noise is to be seen."""
    reaches_px: tuple[float, float, float] = (8.0, 4.0, 3.0)
    """How far, in pixels, a spot may lie from where it is looked for, from one round to the next:
    taps are up to 5 off, and lenses bend."""
    most_reach: float = 0.35
    """The same as a share of the spots' spacing, at most, so that no other spot is found
    instead."""
    chance: float = 0.1
    """How round the best of many random places is."""
    tap_px: float = 2.5
    """Standard deviation of a tapped corner, in pixels."""
    bend: float = 0.06
    """Standard deviation of the bend of lenses, as a share of the picture's half diagonal."""
    spot_px: float = 0.5
    """Standard deviation, in pixels, of the seen middle of a spot that is nothing but round."""
    narrowing_px: tuple[float, ...] = (6.0, 3.0, 1.5, 1.5, 1.5)
    """Distance in pixels at which a spot has a quarter of its weight, by step of fitting."""
    agree_px: float = 1.5
    agree_radii: float = 0.08
    """How far a spot may be seen from its place, in pixels and in radii, to confirm a plan."""
    straighter: float = 1.25
    """How strong edges along a lens's lines must be beside the median of all lenses tried. Those
    of table-s1 are 3.3 times as strong, in a drawn evening 2.4, of three dim virtual boards with
    wide lenses 2.7 to 4.6; of a dark board out of focus 1.1, of noise alone seldom above 1.2."""
    least_witnesses: int = 6
    least_share: float = 0.35
    """How many spots, and which share of all, must confirm a plan: far more than would by
    chance."""


@dataclass(frozen=True, slots=True)
class RecognitionConfig:
    """Numbers by which `vision.registration` recognises boards; all were chosen."""

    side_px: int = 240
    """Pixels along the longer side of the small pictures that are compared in the end."""
    blur_px: float = 2.0
    """Pixels by which these are smoothed: a lens bends what a homography cannot."""
    alike: float = 0.5
    """Correlation of their shades from which a board is the one in the picture."""
    agreed: float = 0.3
    """Share of the features found that must agree on where the board lies."""
