"""Whether a camera's view of a board that nobody has taught yet is good enough to begin."""

from typing import Final, Literal

import numpy as np

from vision.masks import Bits
from vision.proposing.foreground import Foreground, find_foreground
from vision.proposing.glare import find_glare
from vision.reading import Image
from vision.trouble import DARK_LEVEL, brightest, detail

Kind = Literal["dark", "blurred", "glare", "cut-off", "low"]

SHARP: Final = 0.42
"""Share of the coarse steps of a picture that the fine ones have at least in a sharp one."""
MARGIN: Final = 0.02
"""Share of the picture's longer side, all around, that the board keeps clear of."""
TOUCHING: Final = 0.2
"""Share of a side of the picture along which something there is more than a stray piece."""
LOW: Final = 0.8
"""How long a board must look at its far end beside its near one: a camera at the side is low."""
BANDS: Final = ((0.1, 0.3), (0.7, 0.9))
"""Which parts of its height, or of its width, are its two ends."""


def judge_view(picture: Image) -> list[Kind]:
    """Say what is wrong with a picture (BGR) of a board on a table, the worst first.

    "low" is a camera that looks at the board too much from the side. Nothing is wrong with an
    empty list. Whether a board is there at all is not asked: see ``find_outline``.
    """
    if brightest(picture) < DARK_LEVEL:
        return ["dark"]
    troubles: list[Kind] = []
    fine, coarse = detail(picture)
    if fine < SHARP * coarse:
        troubles.append("blurred")
    thing = find_foreground(picture)
    if thing is None:
        return troubles
    if _cut_off(thing):
        troubles.append("cut-off")
    elif _low(thing.inside) or _low(np.ascontiguousarray(thing.inside.T)):
        troubles.append("low")
    if find_glare(picture, thing.inside) is not None:
        troubles.append("glare")
    return troubles


def _cut_off(thing: Foreground) -> bool:
    """Tell whether a thing goes on beyond a side of the picture."""
    inside = thing.inside
    margin = max(4, round(MARGIN * max(inside.shape)))
    lines = (inside[margin], inside[-1 - margin], inside[:, margin], inside[:, -1 - margin])
    return any(float(line.mean()) > TOUCHING for line in lines)


def _low(inside: Bits) -> bool:
    """Tell whether one end of a thing, upper or lower, looks much narrower than the other."""
    widths = inside.sum(axis=1)[inside.any(axis=1)]
    one, other = (
        np.median(widths[round(a * len(widths)) : round(b * len(widths))]) for a, b in BANDS
    )
    return bool(min(one, other) < LOW * max(one, other))
