"""The ranking row, from event to event: how it has been laid since the last."""

from collections.abc import Sequence

Tiles = tuple[str | None, ...]


class Row:
    """Knows whether people have laid the row otherwise since the last event.

    ``relaid`` tells whether they have. ``anew`` tells whether it lay as the rules want it before,
    and nothing on the board has looked odd since: then it was laid for an event that cannot be
    seen, and for none that was taken back. Tiles that cannot be read tell nothing.
    """

    def __init__(self) -> None:
        """Begin without having seen it."""
        self.relaid = self.anew = False
        self._event = 0
        self._first: dict[str, int] = {}
        self._right = False

    def watch(
        self,
        event: int,
        expected: Sequence[str | None],
        seen: Sequence[str | None] | None,
        *,
        odd: bool,
    ) -> None:
        """Take a reading after event number ``event``; ``odd`` tells what the board looks like."""
        if event != self._event:
            self._event = event
            self._first = {}
            self._right = False
        self._right &= not odd
        told = {tile: slot for slot, tile in enumerate(seen or ()) if tile is not None}
        self._first = told | self._first
        is_right = all(expected[slot] == tile for tile, slot in told.items())
        self._right |= is_right and not odd and 2 * len(told) > len(expected)
        self.relaid = any(self._first[tile] != slot for tile, slot in told.items())
        self.anew = self._right and not is_right
