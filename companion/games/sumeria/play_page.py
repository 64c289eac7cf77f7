"""Sumeria's page of a game that goes on: the ranking moves, and so do markers on the table."""

from typing import Final

from companion.games.sumeria.play_screen import SumeriaPlay, swapped
from companion.games.sumeria.words import markers
from companion.pages.play import PlayPage

MOVING: Final = 1.0
"""Seconds that two tiles of the ranking take to pass each other."""
STEPS: Final = 20
"""In so many steps: each is a screen to be drawn."""


class SumeriaPlayPage(PlayPage):
    """Shows the ranking too, and reminds of turn marker and first-player marker."""

    def body(self) -> SumeriaPlay:
        """Show board, ranking and scores, and what happened last."""
        shown = super().body()
        before, after = self.change.states()
        history = self.live.history
        return SumeriaPlay(
            shown.board,
            shown.state,
            shown.called,
            shown.progress,
            shown.event,
            shown.touched,
            shown.reminder,
            shown.note,
            tuple(history.game.outlook(history.state)),
            swapped(before["ranking"], after["ranking"]),
            min(1.0, int(min(self.change.age, MOVING) / MOVING * STEPS) / STEPS),
        )

    def marker_reminder(self) -> str:
        """Say which markers are to be moved."""
        return markers(*self.change.states(), self.live.names)
