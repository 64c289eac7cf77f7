"""Which rows of a long list are shown."""

from collections.abc import Sequence


def visible(heights: Sequence[float], chosen: int, room: float) -> range:
    """Find the rows that fit into the room around the chosen one, as many as can be."""
    if not heights:
        return range(0)
    chosen = min(max(0, chosen), len(heights) - 1)
    first, past = chosen, chosen + 1
    left = room - heights[chosen]
    above = below = True
    while above or below:
        # Turn about, so that the chosen row stands in the middle where it can.
        above = first > 0 and heights[first - 1] <= left
        if above:
            first -= 1
            left -= heights[first]
        below = past < len(heights) and heights[past] <= left
        if below:
            left -= heights[past]
            past += 1
    return range(first, past)
