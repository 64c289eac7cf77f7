"""The images of lamps on a glossy board: light added to what is printed, which shows through.

Looks are of the even lattice: rows x columns x 3 in the opponent space, or as shares of light.
"""

from typing import Final

import cv2
import numpy as np

from vision.config import IlluminationConfig, OcclusionConfig
from vision.illumination import channel_max, channel_min, from_linear, medians
from vision.reading import Floats, Mask
from vision.stray_light import GAMMA

CONFIG: Final = OcclusionConfig()
LIGHT: Final = IlluminationConfig()


def added_light(
    lit: Floats, shares: Floats, known: Floats, limited: Mask, least: float = 0.0
) -> Floats:
    """Give the white light that was added to the known look, as shares of the brightest.

    The image of a lamp on a glossy board adds such light. ``lit`` is what is seen (rows x columns x
    3), ``shares`` the same as shares of light, ``known`` the known look, as shares too. ``limited``
    marks the channels near the camera's limit: they tell only that there is at least so much. It is
    0 where white light does not explain what is seen, or where it is no more than ``least``.
    """
    brighter_by = shares - known
    more = np.asarray(channel_min(brighter_by), np.float32)
    some = np.flatnonzero(channel_max(limited) & ~channel_min(limited))
    each, untold = (np.take(one.reshape(-1, 3), some, axis=0) for one in (brighter_by, limited))
    np.put(more, some, np.where(untold, np.float32(np.inf), each).min(axis=1))
    added, brighter = np.zeros_like(more), np.flatnonzero(more > least)
    if not len(brighter):
        return added
    before, seen, now = (
        np.take(one.reshape(-1, 3), brighter, axis=0) for one in (known, lit, shares)
    )
    most = np.take(more, brighter)
    there = before + most[:, None]
    limit = np.take(limited.reshape(-1, 3), brighter, axis=0)
    np.minimum(there, now, out=there, where=limit)
    red, yellow = (from_linear(there) - seen).T[1:]
    white = red * red + yellow * yellow < CONFIG.highlight_chroma**2
    np.put(added, brighter, most * white)
    return added


def exchanged_light(lit: Floats, shares: Floats, known: Floats) -> tuple[Floats, Floats] | None:
    """Give the light of a lamp's image that came, and that of another which went.

    Where the two overlap, neither alone explains what is seen; but each has its colour all over, as
    cells outside the overlap show, and every cell is known plus so much of one minus so much of the
    other. Both are as ``added_light`` gives them. None if the colours are not shown, or alike.
    """
    more = shares - known
    came, off = _colour(more)
    if came is None or off > CONFIG.one_colour:
        return None
    blue, green, red = came
    if green * green < CONFIG.least_green * blue * red:  # more red than yellow, as skin is
        return None
    went, _ = _colour(-more)
    if went is None:
        return None
    lengths = np.linalg.norm(came) * np.linalg.norm(went)
    if came @ went > CONFIG.same_colour * lengths:
        return None
    much = cv2.transform(more, np.linalg.pinv(np.stack([came, -went], axis=1)))
    alone = cv2.transform(more, np.stack([came / (came @ came), -went / (went @ went)]))
    first, second = (
        np.maximum(np.where(much[..., 1 - one] > 0, much[..., one], alone[..., one]), 0)
        for one in (0, 1)
    )
    there = known + first[..., None] * came - second[..., None] * went
    _, red, yellow = np.moveaxis(from_linear(np.clip(there, 0, 1)) - lit, -1, 0)
    explained = red * red + yellow * yellow < CONFIG.highlight_chroma**2
    return first * explained, second * explained


def _colour(more: Floats) -> tuple[Floats | None, float]:
    """Give the colour of light that was added to cells (rows x columns x 3), with a mean of 1.

    With it comes by how much the cells usually differ from it. None if few cells show any light.
    """
    strong = np.flatnonzero(channel_min(more) > CONFIG.highlight_least)
    if len(strong) < CONFIG.least_image:
        return None, np.inf
    channels = np.ascontiguousarray(np.take(more.reshape(-1, 3), strong, axis=0).T)
    each = channels / channels.mean(axis=0)
    colour = medians(each)
    return colour, float(medians(np.abs(each - colour[:, None])).max())


def fades(added: Floats, noise: Floats | float = 0.0) -> Mask:
    """Mark where added light changes slowly; a thing that lies there would have an edge.

    ``noise`` is that of the added light, as a share of the brightest (rows x columns).
    """
    around = cv2.blur(added, CONFIG.window)
    most = CONFIG.highlight_step * around + noise
    return np.asarray((added > 0) & (np.abs(added - around) < most))


def lamp_images(added: Floats, *, across_folds: bool = False) -> Mask:
    """Mark the patches of added light that fade along most of their border.

    A fold of the board or a window's bar gives the image of a lamp a sharp edge on one side; a
    thing on the board has one all around. ``across_folds``: parts on both sides of one are judged
    as a whole.
    """
    bright = added > CONFIG.highlight_least
    if not bright.any():
        return bright
    bits = bright.view(np.uint8)
    if across_folds:
        bits = cv2.morphologyEx(bits, cv2.MORPH_CLOSE, np.ones(CONFIG.window, np.uint8))
        bright = bits > 0
    border = bright & (cv2.erode(bits, np.ones((3, 3), np.uint8)) == 0)
    nearby = cv2.dilate(added, np.ones(CONFIG.window, np.uint8))
    count, labels = cv2.connectedComponents(bits)
    at, peaks = labels[border], np.zeros(count, np.float32)
    np.maximum.at(peaks, labels[bright], added[bright])
    low = nearby[border] < CONFIG.highlight_border * peaks[at]
    fading = np.bincount(at, low, count) > np.bincount(at, minlength=count) / 2
    fading[0] = False
    return np.asarray(np.take(fading, labels))


def with_halos(images: Mask, added: Floats, shares: Floats) -> Mask:
    """Add the faint light around images of lamps, as far as it fades.

    ``shares`` are what is seen with them, as shares of light: by these it is told how noisy so
    little light is, as steps between dark levels are coarse.

    On ground of a dark, strong colour it changes the chroma as much as a thing would.
    """
    dark = np.asarray(channel_min(shares), np.float32)
    noise = np.asarray(GAMMA * dark ** (1 - 1 / GAMMA) * LIGHT.level_noise[1] / 255, np.float32)
    _, labels = cv2.connectedComponents((images | fades(added, noise)).view(np.uint8))
    around = np.zeros(int(labels.max()) + 1, bool)
    around[labels[images]] = True
    return np.asarray(np.take(around, labels))


def varies_alike(judged: Mask, seen: Floats, before: Floats) -> Mask:
    """Mark, in ``judged`` cells, where the light still varies around them as it did before.

    The image of a lamp adds to the light that the art reflects, and leaves its steps.
    """
    steps = [judged * (one - cv2.blur(one, CONFIG.window)) for one in (seen, before)]
    both, *each = (
        cv2.blur(one * other, CONFIG.art_around)
        for one, other in (steps, (steps[0], steps[0]), (steps[1], steps[1]))
    )
    most = np.sqrt(np.maximum(each[0] * each[1], 0))
    return np.asarray(both >= CONFIG.gone * most)
