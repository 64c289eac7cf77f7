"""How stretches are drawn where it shows which of them are one line."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Final

from companion.calibration.draft import Point, Stretch
from companion.ui.guided_photo import Stroke

HALF: Final = 0.5
STEPS: Final = 6
"""Pieces of which a bend is drawn."""


def drawn_ways(
    at_px: Mapping[int, Point],
    stretches: Sequence[Stretch],
    ways: Mapping[int, Collection[Stretch]],
) -> list[Stroke]:
    """Draw stretches up to half way before places that ``ways`` knows, and bend the ways past.

    A line that goes on nowhere so ends before it gets there.
    """
    strokes = []
    for one, other in stretches:
        start, end = at_px[one], at_px[other]
        middle = _between(start, end, HALF)
        strokes.append(Stroke(middle if one in ways else start, middle if other in ways else end))
    for via, pairs in ways.items():
        for one, other in pairs:
            ends = [_between(at_px[via], at_px[place], HALF) for place in (one, other)]
            bend = [_bent(ends[0], at_px[via], ends[1], step / STEPS) for step in range(STEPS + 1)]
            strokes += [Stroke(start, end, "chosen") for start, end in pairwise(bend)]
    return strokes


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _bent(start: Point, past: Point, end: Point, share: float) -> Point:
    """Go from start to end, drawn towards a point (a quadratic Bézier curve)."""
    return _between(_between(start, past, share), _between(past, end, share), share)
