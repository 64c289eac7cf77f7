"""How well pieces will be told from the bare board, place by place, and from each other.

The pieces of the lessons are laid on every place in turn, in other shades than they were seen in,
and read as a frame would be. Where that fails, players had better know beforehand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from vision.classifier import Rows
from vision.slots import Slots

SHADES: Final = (-0.25, 0.15)
"""Changes of a piece's lightness, as its log, that it must be told in: shadow, gleam."""
LEAST_MARGIN: Final = 2.2
"""Log likelihood from which there is no trouble: nine to one, as a place is claimed."""
ALIKE: Final = 0.7
"""Log likelihood under which two classes cannot be told apart: two to one."""


@dataclass(frozen=True, slots=True)
class Confusion:
    """What will be hard to read: a colour against the bare board, or two colours.

    ``location`` is None where it is so all over the board. ``margin`` is by how much log
    likelihood the truth is expected to lead; below nought it does not.
    """

    colours: tuple[str, ...]
    location: str | None
    margin: float


def margins(slots: Slots) -> Rows:
    """Tell by how much each class leads on each place (classes x places x 1 + classes)."""
    rows = slots.laid(SHADES)
    each: list[list[Rows]] = [[] for _ in slots.names]
    for piece, row in zip(slots.shown, rows, strict=True):
        k = slots.names.index(piece.lesson.name)
        each[k].append(row[:, 1 + k, None] - row)
    return np.array([np.mean(one, axis=0) for one in each])


def confusions(slots: Slots, leads: Rows, places: Sequence[str]) -> tuple[Confusion, ...]:
    """Foretell what will be confused, the worst first; ``places`` names the places."""
    usual = np.median(leads, axis=1)
    apart = np.minimum(usual[:, 1:], usual[:, 1:].T)
    found = [
        Confusion((one, other), None, float(apart[k, m]))
        for (k, one), (m, other) in combinations(enumerate(slots.names), 2)
        if apart[k, m] < LEAST_MARGIN
    ]
    for k, name in enumerate(slots.names):
        if usual[k, 0] < LEAST_MARGIN:
            found.append(Confusion((name,), None, float(usual[k, 0])))
            continue
        found += [
            Confusion((name,), place, margin)
            for place, margin in zip(places, leads[k, :, 0].tolist(), strict=True)
            if margin < LEAST_MARGIN
        ]
    return tuple(sorted(found, key=lambda one: one.margin))


def alike(slots: Slots, leads: Rows) -> tuple[str, str] | None:
    """Name two classes that look alike, if any two do."""
    usual = np.median(leads, axis=1)[:, 1:]
    for (k, one), (m, other) in combinations(enumerate(slots.names), 2):
        if min(usual[k, m], usual[m, k]) < ALIKE:
            return one, other
    return None
