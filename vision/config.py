"""Numbers of finding the board and what covers it: unit, trade-off and source of each.

"Chosen" means that no measurement stands behind a number yet. The other numbers of the eye still
stand in the modules that use them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RegistrationConfig:
    """Numbers of `vision.registration`; pixels are those of the working picture.

    All were chosen, but for the few with a source, and tried together: on tables-a, -b and -c
    bumped by 5 to 120 px and 1 to 180 degrees every pose came within 1 px of the camera's.
    """

    working_px: int = 640
    """Longer side of the working picture, pixels, about: more is finer and costs its square."""
    patch_px: int = 11
    """Side of a patch of art, pixels: larger is more distinct, smaller is hidden less often."""
    cells: tuple[int, int] = (12, 9)
    """Patches are spread over this grid, at most one a cell: a hand cannot hide them all."""
    choice: int = 8
    """Corners in a cell of which the one least like its repeats is taken: the more, the weaker."""
    least_contrast: float = 3.0
    """Standard deviation of a patch, grey levels: under it a sensor's noise outweighs the art."""
    match: float = 0.6
    """Normalised correlation from which a patch is found; lower admits neighbours' art."""
    least_patches: int = 12
    """Patches that must agree: three times the four that determine a homography."""
    least_share: float = 0.25
    """Share of the patches in view that must be found: hands and cups may hide the rest."""
    sure_share: float = 0.5
    """Share from which no other pose is looked for."""
    still_px: float = 0.15
    """Movement of a corner, pixels, under which the pose is kept."""
    stray_px: float = 1.0
    """How far a found patch may lie from where the pose puts it, pixels."""
    near_px: int = 12
    """How far a patch is searched for around its last place, pixels; its square is the cost."""
    damping: float = 0.02
    """Share of a patch's steepness added in all directions: a line says nothing along itself."""
    shear: float = 2.5
    """The most by which a pose may stretch a side of the board: no camera above it sees more."""
    repeat: float = 0.2
    """Autocorrelation of the art from which a shift counts as a rival; more rivals cost time."""
    rivals: int = 12
    """The most shifts that are tried."""
    hopeless: float = 0.3
    """Share of a pose's mean correlation under which a rival is not worth refining."""
    vote: float = 4.0
    """What a difference of correlation between two poses is worth, in nats a unit."""
    most_vote: float = 2.0
    """The most that one patch may say, nats: a hand over it must not decide."""
    rival_margin: float = 8.0
    """Nats by which a pose must beat its rivals: more loses grids, less may be off by a cell. On
    photos-1 and -5 the nearest rival is 13 to 27 behind."""
    search_px: int = 420
    """Longer side of the picture in which a lost board is looked for before the working one."""
    features: int = 1200
    """SIFT features of a lost board: more are found on pale art, at a cost by its square."""
    feature_contrast: float = 0.02
    """SIFT's threshold, half of Lowe's: pale art has few stronger ones."""
    feature_ratio: float = 0.8
    """How much nearer the best match must be than the second (Lowe 2004)."""
    feature_px: float = 3.0
    """How far a feature may lie from where the homography puts it, pixels."""
    clahe: float = 3.0
    """Clip limit of the local contrast under SIFT: pale and dark art alike have features then."""


@dataclass(frozen=True, slots=True)
class OcclusionConfig:
    """Numbers of `vision.occlusion`.

    All were chosen, but for those with a source. Tried on tables-a, -b, -c and -e and five boards
    of the same renderer that were not looked at before: without a hand the largest patch over the
    board has at most 257 mm2 and with what hangs on to it beside 429; of hands only one of 127
    has less than 1,400 mm2 of both.
    """

    step_mm: float = 3.5
    """Distance of cells: a finger is five of them wide; the cost is its inverse square."""
    most_cells: int = 180
    """Cells along the longer side of a large board, where they are farther apart."""
    rim_mm: float = 25.0
    """How far beyond the edge is looked: a wrist is wider, supplies begin about there."""
    piece_radii: float = 1.75
    """Reach of a piece off its spot's middle, in radii: 5 mm astray and 7 mm wide on 8 mm."""
    tile_rim: float = 0.08
    """How far beyond its place a tile may lie, as a share of its size: 4 mm of 50."""
    least_free: float = 0.15
    """Share of the board free of places under which all of it is looked at, as on a grid."""
    judges: int = 700
    """Cells from which light and noise are measured: more are surer and cost in proportion."""
    unchanged: float = 10.0
    """Grey levels, mean of 3 x 3 cells, within which a cell is as it was."""
    least_changed_mm2: float = 75.0
    """Changed cells over the board from which it is looked at anew: a fingertip's."""
    level_noise: float = 0.004
    """Noise of bright cells beside that of dark ones, 1 / grey level: JPEG and shot noise."""
    least_noise: tuple[float, float, float] = (0.02, 0.008, 0.01)
    """Log units of lightness and two chromas under which a frame's noise is never held."""
    sure: float = 6.0
    """Standard deviations of chroma from which a cell is foreground: fewer see noise."""
    least_chroma: float = 0.1
    """Log units of chroma under which a cell is never foreground: lamps differ in colour too."""
    brightest: float = 0.35
    """Log lightness that a lamp adds to a patch of the board."""
    darkest: float = 1.6
    """Log lightness that the deepest shadow takes: it leaves a fifth of the light."""
    misplaced: float = 0.25
    """Cells by which a flat picture may be misplaced."""
    window: tuple[int, int] = (5, 5)
    """Cells over which art is compared: 17 mm, as a hand's fingers."""
    least_art: float = 0.06
    """Log contrast of art under which it tells nothing."""
    gone: float = 0.3
    """Correlation under which art is hidden: more takes shadows for hands."""
    gap_mm: float = 22.0
    """Gaps within a hand that count as it: between fingers, over a spot's disc."""
    bridge_mm: float = 40.0
    """The same over places and tiles, where foreground was not counted."""
    least_spots: float = 2.5
    """Foreground over the board that is a hand by itself, in areas of a spot: a piece that fell
    over between spots shows one, and its shadow another."""
    least_edge_mm2: float = 25.0
    """The same where it goes on beyond the edge, to ``least_reach_mm2`` in all: a fingertip."""
    least_reach_mm2: float = 900.0
    """Two fingers, as far as the rim shows them: between the 429 and 1,400 mm2 above."""
    hidden: float = 0.25
    """Share of a location that must be covered for it to count as hidden (tables' README)."""
