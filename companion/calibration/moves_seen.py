"""Counting the changes that are seen while the owner moves merchants about."""

from collections.abc import Mapping
from typing import Final

SETTLED: Final = 0.6
"""Seconds for which the board must look the same before it is believed."""

Standing = Mapping[str, str]
"""Whose merchant stands on which location."""


class MovesSeen:
    """``count`` moves, one merchant at a time, were seen since somebody said that one was wrong.

    ``last`` are the locations that the last change touched; ``several`` tells that it was more
    than one merchant, which is no move and does not count.
    """

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self.count = 0
        self.last: tuple[str, ...] = ()
        self.several = False
        self._settled: Standing | None = None
        self._seen: Standing | None = None
        self._since = 0.0

    def add(self, standing: Standing, now: float) -> None:
        """Take what is seen on a clear board at a time in seconds."""
        if standing != self._seen:
            self._seen, self._since = standing, now
        if now - self._since < SETTLED or standing == self._settled:
            return
        before, self._settled = self._settled, standing
        if before is None:
            return
        self.last = tuple(
            at for at in sorted({*before, *standing}) if before.get(at) != standing.get(at)
        )
        self.several = not _is_move(before, standing, self.last)
        self.count += not self.several

    def object(self) -> None:
        """Begin to count again: what was seen last was wrong."""
        self.count = 0
        self.last = ()
        self.several = False
        self._settled = None


def _is_move(before: Standing, after: Standing, changed: tuple[str, ...]) -> bool:
    """Tell whether one merchant came, went, or went from one place to another."""
    if len(changed) == 1:
        return (changed[0] in before) != (changed[0] in after)
    left = [before[at] for at in changed if at in before and at not in after]
    come = [after[at] for at in changed if at in after and at not in before]
    return len(changed) == 2 and len(left) == 1 and left == come  # noqa: PLR2004 - from and to
