"""Cutting boxes of the design into smaller ones."""

from collections.abc import Sequence

from companion.screens.pen import Box


def inset(box: Box, by: float) -> Box:
    """Take so much off each side."""
    left, top, width, height = box
    return left + by, top + by, width - 2 * by, height - 2 * by


def down(box: Box, shares: Sequence[float], gap: float = 0) -> list[Box]:
    """Cut a box into boxes below each other, their heights in these proportions."""
    left, top, width, height = box
    unit = (height - gap * (len(shares) - 1)) / sum(shares)
    boxes = []
    for share in shares:
        boxes.append((left, top, width, share * unit))
        top += share * unit + gap
    return boxes


def across(box: Box, shares: Sequence[float], gap: float = 0) -> list[Box]:
    """Cut a box into boxes beside each other, their widths in these proportions."""
    left, top, width, height = box
    turned = down((top, left, height, width), shares, gap)
    return [(y, x, tall, wide) for x, y, wide, tall in turned]


def top_and_rest(box: Box, height: float, gap: float = 0) -> tuple[Box, Box]:
    """Cut off a box of that height at the top; give it and what is left."""
    left, top, width, whole = box
    return (left, top, width, height), (left, top + height + gap, width, whole - height - gap)


def bottom_and_rest(box: Box, height: float, gap: float = 0) -> tuple[Box, Box]:
    """Cut off a box of that height at the bottom; give it and what is left."""
    left, top, width, whole = box
    return (left, top + whole - height, width, height), (left, top, width, whole - height - gap)
