"""Telling light that passes over the board from things that lie on it.

Where art shows as well as it would in that light, light is all there is. On plain ground it is
so where the light is that of art seen nearby, and where it has no edge, as a mirrored lamp's.
"""

from typing import Final

import cv2
import numpy as np

from vision.art import DOUBT
from vision.background import Mask
from vision.gleams import gleams, kept_in_light, least_channel
from vision.light import Floats, levels
from vision.masks import Bits, without_specks
from vision.sampling import Indices
from vision.view import Lit, View

WINDOW_MM: Final = 25.0
"""Side of the window in which added light is judged."""
MOST_LIFT: Final = 0.7
"""The most by which it is held to have raised lightness, as its log."""
SHOWS: Final = 0.3
"""Share of its contrast above which the art of a window may be seen through a gleam."""
CLEAR: Final = 0.95
"""Share of what its light leaves of its contrast above which it is seen in any light."""
PLAIN: Final = 0.7
"""Share of its contrast above which it is plainly seen."""
ALIKE: Final = (0.1, 0.05, 0.05)
"""How far the lights of two cells may differ that are the same (opponent space)."""
NEAR: Final = 0.15
"""How far in lightness, as its log, those may be that tell of its light."""
NEARBY_MM: Final = 60.0
"""How far around a cell others tell of its light."""
ENOUGH: Final = 8
"""How many of them must."""
STEPS: Final = 4
"""How often cells found to be lit so tell of their surroundings in turn."""
HALO_MM: Final = 60.0
"""How far around a mirrored lamp, where nothing can be seen, its light may drown the art."""
PEAK: Final = 40.0
"""Levels that a mirrored lamp adds at least in its middle."""
BLIND_PEAK: Final = 135.0
"""Levels that it is held to add where it is too bright to tell."""
FALLS_OFF: Final = 0.65
"""Share of the most that it adds which half of its image must stay under."""
GOES_ON: Final = 0.25
"""Share of what it adds at the rim of a patch that it adds right beyond: light has no edge."""

_THREE: Final = np.ones((3, 3), np.uint8)


class PassingLight:
    """Finds light in views of one board."""

    def __init__(self, view: View, free: Mask) -> None:
        """Take the view and mark those of its cells (rows x columns) that show bare board."""
        self._view = view
        self._free = free.astype(np.float32)
        self._mean = view.background.mean

    def beside(self, blind: Mask) -> Mask:
        """Mark the cells (N) near those where the board mirrors a lamp, too brightly to be seen.

        The larger its image, the farther its light spreads. ``blind`` is as in ``Lit``.
        """
        mirrored = without_specks(self._bits(blind))
        radius = np.sqrt(cv2.countNonZero(mirrored) / np.pi)
        side = 2 * round(HALO_MM / self._view.step_mm + radius) + 1
        return np.asarray(cv2.dilate(mirrored, np.ones((side, side), np.uint8)).ravel() > 0)

    def fair(self, lit: Lit, shown: Floats) -> Floats:
        """Allow for light that was added: how much of its contrast the art would show without it.

        ``shown`` (N) is what ``Art.shown`` tells of a view. What adds to dark and pale alike
        leaves less of their ratio.
        """
        lift = (lit.off[:, 0] + lit.shade[:, 0]).reshape(self._view.shape)
        size = (2 * round(WINDOW_MM / self._view.step_mm / 2) + 1,) * 2
        lift = cv2.blur(lift * self._free, size) / np.maximum(cv2.blur(self._free, size), 1e-3)
        more = np.exp(np.clip(lift, 0, MOST_LIFT)).ravel()
        return np.where(shown == DOUBT, DOUBT, shown * more).astype(np.float32)

    def find(self, lit: Lit, shown: Floats, odd: Mask) -> Mask:
        """Mark those of the ``odd`` cells (N) to which nothing but light happened.

        ``shown`` is as for ``fair``.
        """
        whole = lit.off + lit.shade
        mirrored = self.beside(lit.blind)
        fair = self.fair(lit, shown)
        # Beyond the board's edge a window shows art that lies beside what covers the rim.
        told = (shown != DOUBT) & self._view.on_board.ravel()
        light = np.zeros_like(odd)
        seen = np.flatnonzero(odd & told)
        light[seen] = shown[seen] > CLEAR * kept_in_light(self._mean[seen], whole[seen])
        bright = np.flatnonzero(odd & ~light & (mirrored | (told & (fair > SHOWS))))
        for change in (whole, lit.off):
            gleam = gleams(self._mean[bright], change[bright], mirrored[bright]) > 0
            light[bright[gleam]] = True
        light |= self._lit_alike(whole, told & (fair > PLAIN), odd & ~told & ~light)
        bright = odd & ~light & (~told | mirrored)
        return light | self._without_edge(whole, lit.blind, bright)

    def _lit_alike(self, whole: Floats, plain: Mask, asked: Mask) -> Mask:
        """Mark the cells ``asked`` about that are lit as what is ``plain`` around them is.

        ``whole`` is by how much the cells differ from the board in the light over all of it.
        """
        alike = np.zeros_like(asked)
        sure = cv2.erode(self._bits(plain), _THREE).ravel() > 0
        told = np.insert(whole, 0, 1, axis=1)
        order = np.argsort(whole[:, 0])
        cells = order[asked[order]]
        steps = np.round(whole[cells, 0] / ALIKE[0])
        groups = np.split(cells, np.flatnonzero(np.diff(steps)) + 1)
        for _ in range(STEPS if len(cells) else 0):
            known = order[sure[order]]
            lightness = whole[known, 0]
            found = [cells[:0]]
            for group in groups:
                middle = whole[group[len(group) // 2], 0]
                first, last = np.searchsorted(lightness, (middle - NEAR, middle + NEAR))
                if last - first >= ENOUGH:
                    found.append(self._lit_as(told, known[first:last], group[~alike[group]]))
            lately = np.concatenate(found)
            alike[lately] = sure[lately] = True
            # What was found tells anew of those of about its lightness, and of no others.
            groups = [
                group
                for group in groups
                if (np.abs(whole[lately, 0] - whole[group[0], 0]) < 2 * NEAR).any()
            ]
        return alike

    def _lit_as(self, told: Floats, near: Indices, cells: Indices) -> Indices:
        """Choose those of the cells that enough of those ``near`` in lightness are lit as.

        ``told`` (N x 4) is 1 and by how much each cell differs from the board.
        """
        side = 2 * round(NEARBY_MM / self._view.step_mm) + 1
        picture = np.zeros((*self._view.shape, 4), np.float32)
        picture.reshape(-1, 4)[near] = told[near]
        summed = cv2.boxFilter(picture, -1, (side, side), normalize=False).reshape(-1, 4)[cells]
        apart = np.abs(told[cells] - summed / np.maximum(summed[:, :1], 1))[:, 1:]
        alike = (summed[:, 0] >= ENOUGH) & (apart < ALIKE).all(axis=1)
        return np.asarray(cells[alike], np.int64)

    def _without_edge(self, whole: Floats, blind: Mask, asked: Mask) -> Mask:
        """Mark the cells ``asked`` about to which light was added that falls off to all sides.

        Over land without art nothing else tells a mirrored lamp from a pale sleeve, which is
        about as bright all over and ends at an edge.
        """
        light = np.zeros_like(asked)
        if not asked.any():
            return light
        added = gleams(self._mean, whole, self.beside(blind))
        added[blind] = np.maximum(added[blind], BLIND_PEAK)
        asked = asked & (added > 0)
        images, patches = self._labelled(added > 0), self._labelled(asked)
        falling = [
            image
            for image in np.intersect1d(images[asked], images[added > PEAK])
            for each in [added[(images == image) & (added > 0)]]
            if np.median(each) < FALLS_OFF * each.max()
        ]
        asked &= np.isin(images, falling)
        if not asked.any():
            return light
        more = least_channel(levels(self._mean + whole) - levels(self._mean))
        raised = np.pad(np.maximum(more, 0).reshape(self._view.shape), 1)
        unseen = np.pad(self._bits(blind), 1)
        for patch in np.unique(patches[asked]):
            here = (patches == patch) & asked
            light[here] = _goes_on(raised, unseen, self._bits(here))
        return light

    def _labelled(self, cells: Mask) -> Indices:
        """Give each patch of cells (N), with those next to it, a number of its own."""
        near = cv2.dilate(self._bits(cells), _THREE)
        return np.asarray(cv2.connectedComponents(near)[1].ravel(), np.int64)

    def _bits(self, cells: Mask) -> Bits:
        return cells.reshape(self._view.shape).astype(np.uint8)


def _goes_on(raised: Floats, unseen: Bits, patch: Bits) -> bool:
    """Tell whether light goes on beyond the rim of a patch (rows x columns) of it.

    ``raised`` are levels, and ``unseen`` marks what is too bright to be seen: both reach one cell
    farther to each side. What lies beyond the view counts as dark, so that an arm reaching in
    from there has an edge.
    """
    x, y, width, height = cv2.boundingRect(patch)
    part = slice(y, y + height + 2), slice(x, x + width + 2)
    light, bits = raised[part], np.pad(patch[y : y + height, x : x + width], 1)
    rim = (bits > 0) & (cv2.erode(bits, _THREE, borderValue=0) == 0)
    beyond = (cv2.dilate(bits, _THREE) > 0) & (bits == 0) & (unseen[part] == 0)
    return not beyond.any() or bool(light[beyond].mean() > GOES_ON * light[rim].mean())
