"""The page of a game that goes on: nothing needs to be pressed while all goes well."""

from typing import TYPE_CHECKING, Final

from companion.language import said
from companion.screens.play import Play
from companion.screens.screen import Body, Labels
from companion.table.confirm_page import ConfirmPage
from companion.table.game import LiveGame
from companion.table.look import Look
from companion.table.page import Page
from companion.table.showing_change import ShowingChange
from companion.table.wrong_page import ask
from companion.tracking.notes import Line
from companion.words.camera import trouble_sentences
from companion.words.history import order_sentence
from companion.words.names import sentence
from companion.words.panel import LABELS
from companion.words.play import (
    FICTIONAL,
    PAUSED,
    PRESS_SCORE,
    awaited,
    last_event,
    progress,
    row_reminder,
)
from hardware.panel import Button, Light
from seeds.boards import builtin_boards

if TYPE_CHECKING:
    from companion.table.session import Session

LEAVE: Final = said("Leave this game? It is kept, and you can go on with it at any time.")


class PlayPage(Page):
    """Shows how the game stands; what is wrong, and the end of a dynasty, open their own pages."""

    def __init__(self, session: "Session") -> None:
        """Begin with nothing asked; whoever opens the page goes on with the game."""
        super().__init__(session)
        assert session.game is not None  # noqa: S101 - nobody opens this page without one
        self._live: Final[LiveGame] = session.game
        self._live.paused = False
        self._change: Final = ShowingChange(self._live)
        self._is_fictional: Final = self._live.header.board in builtin_boards()
        self._asked: Line | None = None
        self._led_at: int | None = None

    def title(self) -> str:
        """Say what the game awaits."""
        return awaited(self._live.state, self._live.names)

    def player(self) -> tuple[str, int] | None:
        """Give whoever is to act."""
        player = self._live.state["to_play"]
        return None if player is None else (player, self._live.players.index(player))

    def light(self) -> Light | None:
        """Wait for SCORE where all have played."""
        waits = self._live.state["phase"] == "score" and self._live.wrong is None
        return Light.BLUE if waits else None

    def body(self) -> Body:
        """Show the board, the ranking and the scores, and what happened last."""
        live, names = self._live, self._live.names
        history = live.history
        event = history.events[-1] if history.events else None
        return Play(
            live.board,
            live.state,
            {player: names.player(player) for player in live.players},
            progress(live.state, names),
            "" if event is None else last_event(event, names),
            self._change.touched,
            self._reminder(),
            tuple(history.game.outlook(history.state)),
            self._change.swap,
            self._change.moving,
            self.session.words.tell(FICTIONAL, {}) if self._is_fictional else "",
        )

    def labels(self) -> Labels:
        """Name the four."""
        say = self.session.words.say
        ok = say("Go on") if self._live.paused else say("Break")
        if self._asked is not None:
            ok = say("Answer")
        return Labels(LABELS[Button.SCORE], ok, say("Leave"), say("Why?"))

    def press(self, button: Button) -> None:
        """Score, answer or pause, leave, or look back."""
        match button:
            case Button.SCORE:
                self._score()
            case Button.OK if self._asked is not None:
                ask(self.session, None)
            case Button.OK:
                self._live.paused = not self._live.paused
            case Button.BACK:
                words = self.session.words
                question = words.tell(LEAVE, {})
                self.session.open(
                    ConfirmPage(self.session, question, words.say("Leave"), self._leave)
                )
            case Button.WHY:
                self._look_back()

    def see(self, look: Look) -> None:
        """Ask once about each thing that is wrong, and lead on once a dynasty has ended."""
        del look  # the game has taken it
        self._asked = ask(self.session, self._asked)
        self._lead_on()

    def pass_time(self, now: float) -> None:
        """Move on what is moving."""
        self._change.pass_time(now)

    def _reminder(self) -> str:
        live, words = self._live, self.session.words
        if live.paused:
            return words.tell(PAUSED, {})
        look = self.session.look
        if look is not None and look.reading.troubles:
            return sentence(trouble_sentences(look.reading.troubles, live.names)[0]) + "."
        if live.row is not None:
            return row_reminder(live.row, live.names)
        unordered = order_sentence(live.unordered, words) if live.unordered else ""
        if unordered and self._change.is_new:
            return unordered
        if live.state["phase"] == "score":
            return words.tell(PRESS_SCORE, {})
        return self._change.reminder(live.names) or unordered

    def _score(self) -> None:
        from companion.table.scoring import score  # noqa: PLC0415 - its pages come back to this one

        score(self.session, self._live)
        self._led_at = self._live.history.event

    def _lead_on(self) -> None:
        from companion.table.scoring import lead_on  # noqa: PLC0415 - as above

        if self.session.page is self:
            self._led_at = lead_on(self.session, self._live, self._led_at)
        else:  # the page on top has shown it
            self._led_at = self._live.history.event

    def _look_back(self) -> None:
        from companion.table.why_page import open_why  # noqa: PLC0415 - as above

        open_why(self.session)

    def _leave(self) -> None:
        self._live.paused = True
        self.session.close(self)
