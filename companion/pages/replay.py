"""A game played back: it moves by itself, or by the arrows, with its photographs and points."""

from typing import Any, ClassVar, Final

from companion.language import said
from companion.pages.board_photos import moment_pictures
from companion.pages.game_drawn import board_drawn, curve_of
from companion.pages.stored_game import Recorded, being_played
from companion.session.session import Page, Session
from companion.tracking.notes import changed_places
from companion.ui.pen import Drawable
from companion.ui.photos import Replayed
from companion.ui.screen import Body, Labels
from hardware.panel import Button

PACE: Final = 1.5
"""Seconds for which each event is shown while the game moves by itself."""


class ReplayPage(Page):
    """Shows one event after the other: SCORE back, WHY? on, OK lets it move by itself or stops."""

    heading = said("The game played back")
    scrolls: ClassVar[bool] = True

    def __init__(
        self, session: Session, recorded: Recorded | None = None, event: int | None = None
    ) -> None:
        """Begin with an event, or move from the first; without a game with the one being played."""
        super().__init__(session)
        self._game: Final = recorded or being_played(session)
        self._last: Final = self._game.history.event
        self._at = min(1, self._last) if event is None else event
        self._moves = event is None
        self._since = session.now
        self._shown: tuple[int, Body] | None = None

    def title(self) -> str:
        state = self._game.history.game.to_json(self._history_at())
        told = self._game.names.progress(state)
        return " · ".join(told) if told else super().title()

    def status(self) -> str:
        return f"{self._at} / {self._last}"

    def body(self) -> Body:
        if self._shown is None or self._shown[0] != self._at:
            self._shown = self._at, self._drawn()
        return self._shown[1]

    def labels(self) -> Labels:
        ok = self.say("Stop") if self._moves else self.say("Play")
        return Labels("◀", ok, self.say("Back"), "▶")

    def press(self, button: Button) -> None:
        match button:
            case Button.SCORE:
                self._step(-1)
            case Button.WHY:
                self._step(1)
            case Button.BACK:
                self.close()
            case Button.OK:
                self._moves = not self._moves
                self._since = self.session.now
                if self._moves and self._at == self._last:
                    self._at = min(1, self._last)

    def pass_time(self, now: float) -> None:
        if self._moves and self.session.page is self and now - self._since >= PACE:
            self._since = now
            self._at = min(self._at + 1, self._last)
            self._moves = self._at < self._last

    def _step(self, by: int) -> None:
        self._moves = False
        self._at = min(max(min(1, self._last), self._at + by), self._last)

    def _history_at(self) -> Any:  # noqa: ANN401 - a state of any game
        return self._game.history.at(self._at)

    def _drawn(self) -> Body:
        game, at = self._game, self._at
        text = self.say("Nothing has happened yet.")
        if at:
            text = game.names.at_a_glance(game.history.events[at - 1])
        share = at / self._last if self._last else 1.0
        curve = curve_of(game.history, game.names, event=at)
        return Replayed(self._picture(), text, curve, share)

    def _picture(self) -> Drawable | None:
        """Show the photograph taken after the event, or else the board as it stood."""
        game, at = self._game, self._at
        history = game.history
        views = (history.game.expected(history.at(one)) for one in (max(0, at - 1), at))
        touched = changed_places(game.board, *views)
        kept = moment_pictures(game.evidence(at), at, game.board, touched) if at else None
        if kept is not None and kept.photos:
            return kept.photos[-1][1]
        return board_drawn(history, game.board, game.players, at, touched)
