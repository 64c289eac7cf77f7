"""What covers the board: hands, sleeves, a cup set down on it.

The board and a rim around it are sampled flat, on an even lattice in millimetres, in the light of
the empty frame. A cell is foreground where its colour is not the board's, where it is darker or
lighter than shadows and lamps explain, or where art should be seen and is not; and where it also
differs so from the last frame without a hand, as light moves. A patch of another colour through
which the art is seen covers nothing: a camera may show some colours otherwise than when taught. How
far a cell may be off is measured on the frame itself, so that no hands are seen in a dim and noisy
picture. Pieces and tiles lie on known places, which do not count. A hand is foreground of its size
over the board, or less of it that reaches in over the edge; what lies only beside the board is
none. What is left around the images of lamps, which light seldom explains to the last cell, counts
only where it reaches in.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.art import Art, showing
from vision.config import NORMAL_MEDIAN, AreaConfig, IlluminationConfig, OcclusionConfig
from vision.flat_board import ALL, Flat, FlatBoard, Regions, Window
from vision.illumination import (
    Light,
    channel_max,
    channel_min,
    linear,
    logs,
    mean_log,
    medians,
    saturated,
)
from vision.lamp_images import (
    added_light,
    exchanged_light,
    fades,
    lamp_images,
    varies_alike,
    with_halos,
)
from vision.plan import Plan
from vision.reading import Floats, Image, Indices, Mask

CONFIG: Final = OcclusionConfig()
LIGHT: Final = IlluminationConfig()


@dataclass(frozen=True, slots=True)
class Cover:
    """What covers the board: whether anything does, and the places that it hides or is near.

    ``covered`` and ``near`` are by location, ``tiles`` and ``near_tiles`` by the outlines of
    ``Plan.tiles`` that it reaches into or is near; ``cells`` are the cells of the flat board that
    it hides, None for none.
    """

    hand: bool
    covered: Mask
    near: Mask
    tiles: Mask
    near_tiles: Mask
    cells: Mask | None = None


class Occlusion:
    """Finds what covers one board."""

    def __init__(self, flat_board: FlatBoard, plan: Plan) -> None:
        """Learn where pieces and tiles may lie."""
        self._flat_board = flat_board
        self._shape, self._board = flat_board.shape, flat_board.board
        spots = [
            flat_board.disc(at, r) for at, r in zip(plan.centres_mm, plan.radii_mm, strict=True)
        ]
        self._pieces = [
            flat_board.disc(at, CONFIG.explained_radii * r)
            for at, r in zip(plan.centres_mm, plan.radii_mm, strict=True)
        ]
        tiles = [flat_board.outline(one) for one in plan.tiles_mm()]
        self._spots, self._tiles, self._each_tile = Regions(spots), Regions(tiles), tiles
        self._on_tiles = np.any([np.zeros(self._shape, bool), *tiles], axis=0) & self._board
        self._gap, self._border = self._oval(CONFIG.gap_mm), self._oval(CONFIG.border_mm)
        around = self._oval(2 * plan.spacing_mm)
        self._near_spots, self._near_tiles = (
            Regions([cv2.dilate(one.view(np.uint8), around) > 0 for one in each])
            for each in (spots, tiles)
        )
        self._least_mm2 = AreaConfig().least_over_mm2
        if len(plan.radii_mm):
            self._least_mm2 = CONFIG.least_spots * np.pi * float(np.median(plan.radii_mm)) ** 2
        self._linear = linear(flat_board.soft)
        self._linear_grey = self._linear.mean(axis=2)
        burnt = flat_board.brightest >= LIGHT.saturated
        self._shows_art: Mask = flat_board.free & ~burnt
        self._steps = _steps(flat_board.art.grey, flat_board.judges)
        self._counts = flat_board.free & flat_board.board
        self._clear: Floats | None = None
        self._apart: Mask = np.zeros(self._shape, bool)
        self._waiting: Mask = np.ones(self._shape, bool)
        self._foreground: Mask = np.zeros(self._shape, bool)
        self._images: Mask = np.zeros(self._shape, bool)
        self._usual, self._usual_wide = np.zeros((2, 3), np.float32)
        self._grain, self._noisy = 0.0, False
        self._middle_noise = 1.0
        self._lit: Floats = np.zeros((*self._shape, 3), np.float32)
        self._known: Floats | None = None
        self._limited: Mask = np.zeros((*self._shape, 3), bool)
        self._light: Light

    def find(
        self,
        flat: Flat,
        light: Light,
        there: Callable[[], Mask],
        explained: Mask | None = None,
    ) -> Cover:
        """Find what covers the board in a frame, from its flat sample and its light.

        ``explained`` marks cells of pieces that are read in areas. Where places leave next to
        nothing of the board, pieces on them explain foreground as well: ``there`` gives (places)
        where they are read.
        """
        nothing, untouched = (np.zeros(one.count, bool) for one in (self._spots, self._tiles))
        clear = Cover(
            hand=False, covered=nothing, near=nothing, tiles=untouched, near_tiles=untouched
        )
        self._waiting = self._waiting | flat.changed
        if self._as_before(flat):
            return clear
        self._judge(flat, light)
        foreground = self._foreground & flat.inside
        if self._flat_board.crowded:
            for place in np.flatnonzero(there()):
                foreground &= ~self._pieces[place]
        if explained is not None:
            foreground &= ~explained
        hand = self._hand(foreground, flat)
        if hand is None:
            self._clear, self._apart = logs(flat.soft), np.zeros(self._shape, bool)
            self._known = self._lit.copy()
            return clear
        covered = self._spots.share(hand) >= CONFIG.hidden
        near = (self._near_spots.share(hand) > 0) | covered
        tiles, near_tiles = self._tiles.share(hand) > 0, self._near_tiles.share(hand) > 0
        return Cover(
            hand=True, covered=covered, near=near, tiles=tiles, near_tiles=near_tiles, cells=hand
        )

    def _as_before(self, flat: Flat) -> bool:
        """Tell whether next to nothing has changed since the last frame without a hand."""
        if self._clear is None:
            return False
        for window in flat.windows:
            change = cv2.absdiff(logs(flat.soft[window]), self._clear[window])
            self._apart[window] = channel_max(change) > CONFIG.unchanged
        changed = np.count_nonzero(self._apart & self._counts)
        return bool(changed * self._flat_board.step_mm**2 < CONFIG.least_changed_mm2)

    def _judge(self, flat: Flat, light: Light) -> None:
        """Determine anew which cells are foreground, where any of them changed."""
        self._light, self._limited = light, flat.soft >= LIGHT.shoulder
        if self._waiting.all():
            self._lit = self._flat_board.lit(flat, light)
            self._measure_noise(flat)
            self._foreground = self._found(flat, ALL)
            self._waiting = np.zeros(self._shape, bool)
            return
        windows = cv2.connectedComponentsWithStats(self._waiting.view(np.uint8))[2][1:, :4]
        # Of the means, of the window and of what is around that.
        reach = (sum(CONFIG.window) + CONFIG.art_around[0]) // 2 - 2
        for x, y, wide, high in windows.tolist():
            inner, outer = (
                (
                    slice(max(0, y - rim), y + high + rim),
                    slice(max(0, x - rim), x + wide + rim),
                )
                for rim in (reach, 2 * reach)
            )
            self._lit[outer] = self._flat_board.lit(flat, light, outer)
            found = self._found(flat, outer)
            down, across = (one.start - two.start for one, two in zip(inner, outer, strict=True))
            rows, columns = self._foreground[inner].shape
            self._foreground[inner] = found[down : down + rows, across : across + columns]
        self._waiting = np.zeros(self._shape, bool)

    def _measure_noise(self, flat: Flat) -> None:
        """Measure how far cells of the bare board are usually off in a frame.

        Uneven light and arms change lightness over many cells alike, which hides no art; so its
        ``grain``, the noise from cell to cell, is measured by itself, as art is compared: on single
        cells, not on means.
        """
        board, judges = self._flat_board, self._flat_board.judges
        noise = self._level_noise(np.take(flat.pixels.reshape(-1, 3), judges, axis=0))
        self._middle_noise = float(medians(noise))
        off = self._light.unexplained(self._lit - board.soft)
        seen, taught = _steps(board.grey(flat), judges), self._steps
        steps = seen / _contrast(seen, taught) - taught
        each = (*np.take(off.reshape(-1, 3), judges, axis=0).T, steps)
        relative = np.abs(np.stack(each)) / (noise / self._middle_noise)
        usual = medians(relative) / NORMAL_MEDIAN
        limits = CONFIG.least_noise, CONFIG.most_noise
        self._usual = np.clip(usual[:3], *limits).astype(np.float32)
        self._grain = max(float(usual[3]), CONFIG.least_art / CONFIG.sure_art)
        self._noisy = bool(CONFIG.sure * self._usual[1:].max() > CONFIG.least_chroma)
        if self._noisy:
            free = self._flat_board.between
            wide = np.take(_wide_means(off, free).reshape(-1, 3), judges, axis=0)
            usual = medians(np.abs(wide.T) / (noise / self._middle_noise)) / NORMAL_MEDIAN
            self._usual_wide = np.clip(usual, *limits).astype(np.float32)

    def _found(self, flat: Flat, part: Window) -> Mask:
        """Mark the cells of a part that do not show the board as it looks in this light."""
        pixels, lit = flat.pixels[part], self._lit[part]
        most = channel_max(pixels)
        off = lit - self._flat_board.soft[part]
        noise = self._noise(pixels)
        brightest = np.maximum(most, self._flat_board.brightest[part])
        unlike = self._unlike_around(off, brightest, noise, part)
        lightness, spread = off[..., 0], self._usual[0] * noise
        unlike |= (lightness > CONFIG.brightest + 4 * spread) | (lightness < -CONFIG.darkest)
        blown = (most >= LIGHT.saturated) & (lightness > 0)
        # Where the bare board has art, and the frame correlates with none of it, that is hidden.
        art = self._flat_board.art.part(*part)
        whole = part is ALL
        alike = self._flat_board.alike(flat) if whole else art.alike(mean_log(pixels))
        gone = alike < CONFIG.gone
        hidden = gone & art.exceeds(self._grain * noise)
        found: Mask = (unlike | hidden) & ~blown
        self._images[part] = False
        if self._matters(found, part):
            unlike &= ~_showing_most(unlike, showing(art.exceeds(0.0), alike))
            found = np.asarray((unlike | hidden) & ~blown)
        if self._known is not None and self._matters(found, part):
            found &= self._new(self._known[part], lit, brightest, noise, part)
        if self._matters(found, part):
            shares = linear(lit)
            judged = gone & (most < LIGHT.shoulder)
            added = self._lamp_light(lit, shares, judged, spread, part)
            image = lamp_images(added) | self._lamps_gone(shares, part)
            image |= self._lamps_exchanged(lit, shares, judged, spread, part)
            around = self._images[part] = _widened(image)
            found &= (unlike & ~image | hidden & ~around) & ~fades(added)
        return np.asarray(found)

    def _matters(self, found: Mask, part: Window) -> bool:
        """Tell whether the cells found in a part are as much as a fingertip, where they count."""
        size = np.count_nonzero(found & self._counts[part]) * self._flat_board.step_mm**2
        return bool(size >= CONFIG.least_edge_mm2)

    def _lamp_light(
        self, lit: Floats, shares: Floats, gone: Mask, noise: Floats, part: Window
    ) -> Floats:
        """Give the white light that lamps add to a part, as shares of the brightest.

        Through the image of a lamp the board's art is still seen, but fainter. Where most of the
        art of a patch is ``gone``, something pale lies there (it may be as round as a hand, and so
        fade towards its border too), and no light is given. Art cannot be judged where the picture
        is nearly as bright as it can be.
        """
        added = added_light(lit, shares, self._linear[part], self._limited[part])
        return self._not_lying(added, gone, noise, part)

    def _not_lying(self, added: Floats, gone: Mask, noise: Floats, part: Window) -> Floats:
        """Leave out the light of patches in which most of the art is ``gone``."""
        count, labels = cv2.connectedComponents((added > CONFIG.highlight_least).view(np.uint8))
        if count == 1:
            return added
        art, grey = self._flat_board.art.deviation[part], self._linear_grey[part]
        shows = (art > CONFIG.least_art) & (art * grey > noise * (grey + added))
        missing = np.bincount(labels[shows & gone], minlength=count)
        lies = 2 * missing > np.bincount(labels.ravel())
        lies[0] = False
        return added * ~np.take(lies, labels) if lies.any() else added

    def _lamps_exchanged(
        self, lit: Floats, shares: Floats, gone: Mask, noise: Floats, part: Window
    ) -> Mask:
        """Mark where a part shows the image of one lamp instead of another's, or beside it."""
        taught = self._linear[part]
        both = exchanged_light(lit, shares, taught)
        if both is None:
            return np.zeros(gone.shape, bool)
        came = self._not_lying(both[0], gone, noise, part)
        alike = varies_alike(self._shows_art[part], channel_min(shares), channel_min(taught))
        return lamp_images(came, across_folds=True) | lamp_images(both[1]) & alike

    def _lamps_gone(self, shares: Floats, part: Window) -> Mask:
        """Mark where a part shows the board without the image of a lamp that was there when taught.

        ``shares`` are what is seen, as shares of light. Something dark on such a place looks much
        the same, but does not show its art.
        """
        taught, judged = self._linear[part], self._shows_art[part]
        look, limited = self._flat_board.soft[part], self._flat_board.limited[part]
        added = added_light(look, taught, shares, limited, CONFIG.highlight_least)
        images = lamp_images(added, across_folds=True)
        if images.any():
            images = with_halos(images, added_light(look, taught, shares, limited), taught)
            x, y, wide, high = cv2.boundingRect(images.view(np.uint8))
            rim = sum(CONFIG.window + CONFIG.art_around) // 4 - 1  # as far as is looked from there
            near = slice(max(0, y - rim), y + high + rim), slice(max(0, x - rim), x + wide + rim)
            seen, before = (channel_min(one[near]) for one in (shares, taught))
            images[near] &= varies_alike(judged[near], seen, before)
        return images

    def _new(
        self, known: Floats, lit: Floats, brightest: Image, noise: Floats, part: Window
    ) -> Mask:
        """Mark the cells of a part that differ from ``known``, the last frame without a hand.

        Light that moves changes the bare board little by little. What looked like art when taught
        may be the edge of a shadow, which is gone with the shadow.
        """
        off = lit - known
        new = self._unlike_around(off, brightest, noise, part)
        before, spread = known[..., 0], self._usual[0] * noise
        new |= np.abs(off[..., 0]) > CONFIG.brightest + 4 * spread
        art = Art.of(before)
        gone = art.alike(lit[..., 0]) < CONFIG.gone
        return new | gone & art.exceeds(self._grain * noise)

    def _noise(self, pixels: Image) -> Floats:
        """Give the noise of pixels (... x 3) relative to the board's middle.

        It is a constant (read noise) and a part that falls with the level (shot noise).
        """
        return np.asarray(self._level_noise(pixels) / np.float32(self._middle_noise))

    def _level_noise(self, pixels: Image) -> Floats:
        """Give how noisy pixels (... x 3) are relative to each other, by their level."""
        return self._light.steepness(pixels) + np.float32(CONFIG.level_noise)

    def _unlike_around(self, off: Floats, brightest: Image, noise: Floats, part: Window) -> Mask:
        """Mark the cells of a part that have another colour than the known look.

        Where noise could be taken for one, so is what has another on the mean of more cells, to
        which none adds more than makes it unlike by itself: a small piece of a strong colour is no
        hand.
        """
        unlike = self._unlike(off, brightest, noise)
        if self._noisy:
            deviation = np.sqrt(_deviation2(self._light.unexplained(off), self._usual)) / noise
            share = CONFIG.sure / np.maximum(deviation, CONFIG.sure)
            limited = np.asarray(off * share[..., None], np.float32)
            wide = _wide_means(limited, self._flat_board.between[part])
            unlike |= self._unlike(wide, brightest, noise, self._usual_wide)
        return unlike

    def _unlike(
        self, off: Floats, brightest: Image, noise: Floats, usual: Floats | None = None
    ) -> Mask:
        """Mark what is so far off (... x 3) the known look that it has another colour.

        ``brightest`` (...) is the level of the brightest channel, in either, ``usual`` (3) how far
        off the board usually is: by default, as means of 3 x 3 cells are.
        """
        off = self._light.unexplained(off)
        relative2 = _deviation2(off, self._usual if usual is None else usual)
        paled = np.maximum(brightest, LIGHT.shoulder).astype(np.float32) - LIGHT.shoulder
        least_chroma = CONFIG.least_chroma + CONFIG.shoulder_chroma * paled
        unlike = relative2 > np.square(CONFIG.sure * noise)
        red, yellow = off[..., 1], off[..., 2]
        return np.asarray(unlike & (red * red + yellow * yellow > np.square(least_chroma)))

    def _over_tiles(self, flat: Flat) -> Mask:
        """Mark cells on places of tiles that have changed since the last frame without a hand.

        Where nearly all of a place has changed, another tile lies there, and it is not marked.
        """
        tiles, found = self._on_tiles, np.zeros(self._shape, bool)
        if self._known is not None:
            pixels, off = flat.pixels[tiles], self._lit[tiles] - self._known[tiles]
            brightest = np.maximum(channel_max(pixels), self._flat_board.brightest[tiles])
            found[tiles] = self._unlike(off, brightest, self._noise(pixels))
            missing = saturated(flat.pixels) & (self._lit[..., 0] > self._known[..., 0])
            for place in np.flatnonzero(self._tiles.share(found | missing) > CONFIG.other_tile):
                found &= ~self._each_tile[place]
            found &= ~missing
            if found.any():
                found &= ~fades(
                    added_light(self._lit, linear(self._lit), linear(self._known), self._limited)
                )
        return found

    def _hand(self, foreground: Mask, flat: Flat) -> Mask | None:
        """Give the foreground of a hand's size, its gaps filled; None where there is none.

        On places of tiles another one may have been laid, so what is new there counts only where it
        continues over the edge, a printed border left aside.
        """
        free = foreground & self._flat_board.free
        kept = self._large(free, self._gap, self._least_mm2)
        beside_mm2 = np.count_nonzero(free & ~self._board) * self._flat_board.step_mm**2
        if beside_mm2 >= CONFIG.least_edge_mm2 and (tiles := self._over_tiles(flat)).any():
            kept |= self._large(free | tiles, self._border, np.inf)
        if not kept.any():
            return None
        # Foreground on places of pieces and tiles that touches the hand belongs to it.
        bits = foreground.astype(np.uint8)
        grown = cv2.bitwise_and(cv2.dilate(kept, self._gap), bits)
        whole = cv2.morphologyEx(cv2.bitwise_or(kept, grown), cv2.MORPH_CLOSE, self._gap)
        outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        filled = cv2.drawContours(whole, outlines, -1, 1, cv2.FILLED)
        return np.asarray(filled > 0, bool)

    def _large(self, mask: Mask, gap: Image, enough_mm2: float) -> Image:
        """Keep the patches as large as a hand, by their area over the board and beside it.

        Patches less than ``gap`` (an oval) apart count as one. An area of ``enough_mm2`` over the
        board suffices by itself; a smaller one must reach in over the edge.
        """
        if not self._are_large(mask, mask.view(np.uint8), 2, enough_mm2).any():
            return np.zeros(self._shape, np.uint8)  # all of it together is too small
        bits = _opened(mask)
        joined = cv2.morphologyEx(bits, cv2.MORPH_CLOSE, gap)
        count, labels = cv2.connectedComponents(joined)
        large = self._are_large(bits > 0, labels, count, enough_mm2)
        return np.asarray(np.take(large, labels), np.uint8)

    def _are_large(
        self, mask: Mask, labels: npt.NDArray[np.integer], count: int, enough_mm2: float
    ) -> Mask:
        """Mark which of so many patches, without the background, are as large as a hand.

        What lies around the images of lamps counts only in patches that reach in over the edge.
        """
        over, beside, alone = (
            np.bincount(labels[mask & one], minlength=count) * self._flat_board.step_mm**2
            for one in (self._board, ~self._board, self._board & ~self._images)
        )
        large = np.minimum(over, beside) >= CONFIG.least_edge_mm2
        large &= CONFIG.over_weight * over + beside >= CONFIG.least_reach_mm2
        large |= alone >= enough_mm2
        large[0] = False
        return np.asarray(large)

    def _oval(self, diameter_mm: float) -> Image:
        side = max(1, round(diameter_mm / self._flat_board.step_mm)) | 1
        return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def _deviation2(off: Floats, usual: Floats) -> Floats:
    """Give the squared chromas of differences (... x 3), relative to usual ones (3)."""
    _, red, yellow = usual
    return np.asarray(np.square(off[..., 1] / red) + np.square(off[..., 2] / yellow))


def _wide_means(off: Floats, free: Mask) -> Floats:
    """Give means of differences (rows x columns x 3) over a wrist's width, of free cells only."""
    counts = free.astype(np.float32)
    much = cv2.blur(counts, CONFIG.art_around)
    means = cv2.blur(off * counts[..., None], CONFIG.art_around)
    return np.asarray(means / np.maximum(much, np.float32(0.5))[..., None], np.float32)


def _steps(grey: Floats, cells: Indices) -> Floats:
    """Give by how much cells of a look (rows x columns) differ from what is around them."""
    return np.asarray(np.take(grey - cv2.blur(grey, CONFIG.window), cells))


def _contrast(seen: Floats, taught: Floats) -> float:
    """Give how much more contrast art has now: by which factor ``taught`` steps (N) are ``seen``.

    It is the one with the least sum of distances, as hands hide some of the art.
    """
    shown = np.flatnonzero(taught)
    if not len(shown):
        return 1.0
    factors, much = seen[shown] / taught[shown], np.abs(taught[shown])
    order = np.argsort(factors)
    sums = np.cumsum(much[order])
    middle = factors[order[np.searchsorted(sums, sums[-1] / 2)]]
    return float(np.clip(middle, *(1 + np.array(LIGHT.slopes))))


def _opened(mask: Mask) -> Image:
    """Remove what is narrower than two cells.

    OpenCV's own opening by an even square shifts the result by a cell.
    """
    square, last = np.ones((2, 2), np.uint8), (1, 1)
    eroded = cv2.erode(mask.astype(np.uint8), square, anchor=(0, 0))
    return np.asarray(cv2.dilate(eroded, square, anchor=last), np.uint8)


def _showing_most(mask: Mask, art: Mask) -> Mask:
    """Mark the patches of a mask over most of which ``art`` shows."""
    count, labels = cv2.connectedComponents(mask.view(np.uint8))
    shown = np.bincount(labels[art], minlength=count)
    most = shown >= CONFIG.art_share * np.bincount(labels.ravel())
    most[0] = False
    return np.asarray(np.take(most, labels))


def _widened(mask: Mask) -> Mask:
    """Add the cells within whose window there is a marked one."""
    return np.asarray(cv2.dilate(mask.view(np.uint8), np.ones(CONFIG.window, np.uint8)) > 0)
