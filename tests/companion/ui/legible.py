"""What it means that a screen can be read."""

import itertools

from companion.ui.pen import Pen
from companion.ui.style import COMPACT, LEAST


def assert_legible(pen: Pen) -> None:
    """Nothing cut, nothing over something else, nothing outside, nothing too small."""
    assert pen.shortened == []
    inside = pen.surface.get_rect()
    for text, place in pen.written:
        assert inside.contains(place), text
    for (one, place), (other, another) in itertools.combinations(pen.written, 2):
        assert not place.colliderect(another), f"{one!r} touches {other!r}"
    for text, wished, size in pen.sizes:
        rounded = 0.5 / pen.unit
        assert size >= min(wished, COMPACT if wished >= COMPACT else LEAST) - rounded, text
    for name, place in pen.targets.items():
        assert inside.contains(place), name
