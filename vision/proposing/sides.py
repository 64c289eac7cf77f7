"""Where the four sides of a printed board end, near an outline that was found roughly.

Each side is moved to where the picture changes most along it; it may be bowed, as lenses bend
lines. Beside that line, which may belong to the print, the board ends where the table's colours
begin to change, but for the shadow that the board casts. Points on the four edges are fitted by
straight lines that one lens has bent.
"""

from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Final

import cv2
import numpy as np

from vision.camera import Lens
from vision.config import ProposalConfig
from vision.proposing.flat import Corners, Points
from vision.reading import Floats, Reals

CONFIG: Final = ProposalConfig()

ALONG: Final = 240
PARTS: Final = 6
"""Samples along a side, and into how many parts it is cut where it is looked for."""
ENDS: Final = 0.04
"""Share of a side at either end that is left to its neighbours."""
PART: Final = np.linspace(ENDS, 1.0 - ENDS, ALONG)
BEYOND: Final = np.concatenate([np.linspace(-0.16, -0.03, 40), np.linspace(1.03, 1.16, 40)])
"""Where along a side, beyond its ends, lines of the table go on."""
TOGETHER: Final = 4
"""So many neighbours along a side are averaged while it is looked for."""
BENDS: Final = np.linspace(-0.08, 0.08, 33)
"""Lens distortions tried, as a share at the picture's corner."""
ACROSS_PX: Final = 1.5
"""Over how far a change is measured to either side of an edge."""
NEARBY_PX: Final = 25.0
"""Standard deviation of how far a side is from where it was looked for."""
SATURATED: Final = 25.0
"""Change, in levels of L*a*b*, within a part of a side beyond which more tells no more."""
LATERAL: Final = np.arange(-40.0, 37.0)
"""Where beside the clearest line a side is measured (pixels, outwards)."""
BARE_PX: Final = 24
"""From here outwards there is only table."""
PROFILE_PARTS: Final = 12
INSIDE: Final = 16
"""Width of the print along a side that is compared with that along others (pixels)."""
EDGE_OFF: Final = 3
"""How far worn print moves the clearest change from the edge (pixels)."""
PIECES: Final = 40
NEAR_EDGE: Final = np.arange(-3.0, 3.25, 0.5)
"""Where the edge is looked for in each of so many pieces of a side (pixels)."""


@dataclass(frozen=True, slots=True)
class Outline:
    """An outline that keeps to edges: its corners (4 x 2, pixels).

    ``clear`` is how much colours change across the clearest line beside each side (levels), and
    ``alike`` how much the print along the sides looks alike (correlation).
    """

    corners: Corners
    clear: Points
    alike: float


@dataclass(frozen=True, slots=True)
class Search:
    """How far, in steps of how many pixels, and for which bows (shares of length) is looked."""

    reach_px: float
    step_px: float
    bows: Reals


@dataclass(frozen=True, slots=True)
class Side:
    """A line beside a side of the board: its ends, and how far out its middle is (pixels).

    ``clear`` is how much the picture changes across it, in levels.
    """

    start: Points
    end: Points
    bow: float
    clear: float = 0.0

    @property
    def outward(self) -> Points:
        x, y = self.end - self.start
        return np.asarray(np.array([y, -x]) / np.hypot(x, y))

    def beside(self, lateral: Points, along: Points = PART) -> Points:
        """Give points at places outward of it (pixels): along (shares of it) x places x 2."""
        part = along[:, None, None]
        off = self.bow * 4.0 * part * (1.0 - part) + lateral[:, None]
        return np.asarray(self.start + part * (self.end - self.start) + off * self.outward)


@dataclass(frozen=True, slots=True)
class Profile:
    """A side of the board across: mean colours beside the clearest line, at each of `LATERAL`.

    ``clarity`` is by how many levels they change there almost all along the side.
    """

    means: Points
    clarity: Points


SEARCHES: Final = (
    Search(24.0, 3.0, np.linspace(-0.02, 0.02, 5)),
    Search(8.25, 0.75, np.linspace(-0.01, 0.01, 5)),
)


def refine(lab: Floats, corners: Corners) -> Outline:
    """Move corners (4 x 2, clockwise) to the board's in a picture (L*a*b*)."""
    sides = [
        Side(start, end, 0.0)
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True)
    ]
    for search in SEARCHES:
        sides = [_clearest(lab, side, search) for side in sides]
    clear = np.array([side.clear for side in sides])
    sides = _bowed(*_fitted([_on_edge(lab, side, 0.0) for side in sides], lab.shape))
    profiles = [_profile(lab, side) for side in sides]
    places, alike = _edges(profiles)
    edges = zip(sides, LATERAL[places].tolist(), strict=True)
    corners, _ = _fitted([_on_edge(lab, side, lateral) for side, lateral in edges], lab.shape)
    return Outline(corners, clear, alike)


def _bowed(corners: Corners, lens: Lens) -> list[Side]:
    straight = lens.straighten(corners)
    middles = lens.distort((straight + np.roll(straight, -1, axis=0)) / 2)
    sides = []
    for start, end, middle in zip(corners, np.roll(corners, -1, axis=0), middles, strict=True):
        side = Side(start, end, 0.0)
        sides.append(replace(side, bow=float((middle - (start + end) / 2) @ side.outward)))
    return sides


def _clearest(lab: Floats, near: Side, search: Search) -> Side:
    """Find the line near a side across which the picture changes most, part for part."""
    length = float(np.hypot(*(near.end - near.start)))
    step, bows = search.step_px, search.bows * length
    most = 1.15 * search.reach_px + float(np.abs(bows).max()) + 2 * ACROSS_PX
    lateral = np.arange(-most, most + step, step)
    reach = max(1, round(ACROSS_PX / step))
    seen = _sampled(lab, near.beside(lateral)).reshape(-1, TOGETHER, len(lateral), 3).mean(axis=1)
    changes, lateral = seen[:, 2 * reach :] - seen[:, : -2 * reach], lateral[reach:-reach]
    offsets = np.arange(-search.reach_px, search.reach_px + step / 2, step)
    first, last, bow = (each.ravel() for each in np.meshgrid(offsets, offsets, bows, indexing="ij"))
    part = PART.reshape(-1, TOGETHER).mean(axis=1)
    at = first[:, None] * (1.0 - part) + last[:, None] * part
    at += bow[:, None] * 4.0 * part * (1.0 - part)
    index = np.clip(np.rint((at - lateral[0]) / step).astype(np.intp), 0, len(lateral) - 1)
    parts = changes[np.arange(len(part)), index].reshape(len(bow), PARTS, -1, 3).mean(axis=2)
    size = np.linalg.norm(parts, axis=2)
    limited = np.minimum(size, SATURATED)
    together = (parts * (limited / np.maximum(size, 1e-6))[..., None]).mean(axis=1)
    clarity = (limited.mean(axis=1) + np.linalg.norm(together, axis=1)) / 2
    middle = (first + last) / 2 + bow * 2 / 3
    best = int(np.argmax(clarity * np.exp(-((middle / NEARBY_PX) ** 2) / 2)))
    return Side(
        near.start + first[best] * near.outward,
        near.end + last[best] * near.outward,
        near.bow + float(bow[best]),
        float(clarity[best]),
    )


def _sampled(lab: Floats, at: Points) -> Floats:
    seen = cv2.remap(
        lab, at.astype(np.float32), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.float32)


def _profile(lab: Floats, side: Side) -> Profile:
    """Measure how the picture changes from line to line beside a side."""
    means = _means(lab, side.beside(LATERAL), PROFILE_PARTS)
    changes = _changes(means)
    clarity = np.quantile(np.linalg.norm(changes, axis=2), 1.0 - CONFIG.edge_all_along, axis=0)
    change = changes.mean(axis=0)
    ways = change / np.maximum(1e-6, np.linalg.norm(change, axis=1))[:, None]
    beyond = _changes(_means(lab, side.beside(LATERAL, BEYOND), 2))
    near = [np.roll(beyond, off, axis=1) for off in range(-EDGE_OFF, EDGE_OFF + 1)]
    same = (np.array(near) * ways).sum(axis=-1).max(axis=0).min(axis=0)
    clarity[same > CONFIG.table_line * clarity] = 0.0
    return Profile(means.mean(axis=0), clarity)


def _means(lab: Floats, at: Points, parts: int) -> Floats:
    return np.asarray(_sampled(lab, at).reshape(parts, -1, at.shape[1], 3).mean(axis=1))


def _changes(means: Floats) -> Floats:
    """Tell how colours change outwards at places (... x places x 3)."""
    changes = np.zeros_like(means)
    changes[:, 2:-2] = (means[:, 4:] + means[:, 3:-1] - means[:, 1:-3] - means[:, :-4]) / 2
    return changes


def _edges(profiles: list[Profile]) -> tuple[list[int], float]:
    """Choose where the board ends on each side: places in `LATERAL`.

    That is the outermost change, unless it is the rim of a shadow. Frames are printed alike on all
    sides, so a shadow is believed where without it the sides look more alike.
    """
    candidates = [_candidates(profile) for profile in profiles]
    best: tuple[list[int], float] = [places[0] for places in candidates], -np.inf
    most = -np.inf
    for chosen in product(*candidates):
        pairs = combinations(zip(profiles, chosen, strict=True), 2)
        alike = float(np.mean([_alike(*one, *other) for one, other in pairs]))
        skipped = [places.index(place) for places, place in zip(candidates, chosen, strict=True)]
        if alike - CONFIG.shadow_alike * sum(skipped) > most:
            best, most = (list(chosen), alike), alike - CONFIG.shadow_alike * sum(skipped)
    return best


def _alike(one: Profile, at: int, other: Profile, place: int) -> float:
    """Correlate lightness, and its steps, inside two edges, each of which may be off a little."""
    light, others = one.means[at - INSIDE : at + 1, 0], other.means[:, 0]
    return max(
        _correlation(light, others[place + off - INSIDE : place + off + 1])
        for off in range(-EDGE_OFF, EDGE_OFF + 1)
    )


def _correlation(one: Points, other: Points) -> float:
    values, steps = np.corrcoef(one, other), np.corrcoef(np.diff(one), np.diff(other))
    return float(values[0, 1] + steps[0, 1]) / 2


def _candidates(profile: Profile) -> list[int]:
    """List where a side of the board may be, the outermost first: that, and what shadows hide."""
    clarity = profile.clarity
    bare = LATERAL >= BARE_PX
    table = CONFIG.edge_above_table * float(np.quantile(clarity[bare], 0.8))
    least = max(CONFIG.edge_least_levels, table, CONFIG.edge_of_clearest * float(clarity.max()))
    peaks = [
        place
        for place in range(len(clarity) - 1 - EDGE_OFF, INSIDE + EDGE_OFF, -1)
        if clarity[place] >= max(CONFIG.edge_least_levels, clarity[place - 1 : place + 2].max())
    ]
    outermost = next((at for at, place in enumerate(peaks) if clarity[place] >= least), None)
    if outermost is None:
        return [int(np.argmin(np.abs(LATERAL)))]
    found = [peaks[outermost]]
    for place in peaks[outermost + 1 :]:
        if found[0] - place > CONFIG.shadow_px or not _shadow(profile.means, found[-1]):
            break
        found.append(place)
    return found


def _shadow(means: Points, place: int) -> bool:
    """Tell whether inside of a place the table is only darker: shade takes from all channels."""
    outside, inside = means[place + 3], means[place - 3]
    share = (inside[0] + 16.0) / (outside[0] + 16.0)
    off = np.hypot(*(inside[1:] - share * outside[1:]))
    return bool(share < 1.0 and off < max(1.5, 0.35 * (outside[0] - inside[0])))


def _on_edge(lab: Floats, side: Side, lateral: float) -> Points:
    """Find points (N x 2) on an edge beside a side, across which colours change in one way."""
    at = side.beside(lateral + NEAR_EDGE)
    seen = _means(lab, at, PIECES)
    middle = len(NEAR_EDGE) // 2
    change = (seen[:, middle + 2] - seen[:, middle - 2]).mean(axis=0)
    steps = (seen[:, 4:] - seen[:, :-4]) @ change
    best = steps.argmax(axis=1) + 2
    places = at.reshape(PIECES, -1, len(NEAR_EDGE), 2).mean(axis=1)
    return np.asarray(places[np.arange(PIECES), best])


def _fitted(points: list[Points], shape: tuple[int, ...]) -> tuple[Corners, Lens]:
    """Fit four straight lines to points on the edges as one lens bends them; give the corners."""
    best, least = (np.zeros((4, 2)), Lens(shape[1], shape[0])), np.inf
    for bend in BENDS.tolist():
        lens = Lens(shape[1], shape[0], bend)
        lines, off = [], 0.0
        for one in points:
            straight = lens.straighten(one).astype(np.float32)
            x, y, at_x, at_y = cv2.fitLine(straight, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
            lines.append(np.array([[at_x, at_y], [at_x + x, at_y + y]]))
            away = np.abs((straight - (at_x, at_y)) @ (-y, x))
            off += float(np.minimum(away, 2.0).sum())
        if off < least:
            met = np.array([_meet_lines(lines[side - 1], lines[side]) for side in range(4)])
            best, least = (lens.distort(met), lens), off
    return best


def _meet_lines(one: Points, other: Points) -> Points:
    normals = np.array([[a[1] - b[1], b[0] - a[0]] for a, b in (one, other)])
    return np.asarray(np.linalg.solve(normals, [normals[0] @ one[0], normals[1] @ other[0]]))
