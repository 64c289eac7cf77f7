"""The page of a game that goes on: nothing needs to be pressed while all goes well."""

from typing import Final, cast

from companion.games.sumeria.play_screen import Play, swapped, touched
from companion.language import said
from companion.pages.phases import lead_on, score
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.session.session import Page, Session
from companion.state_object import StateObject
from companion.tracking.notes import Line
from companion.ui.screen import Body, Labels
from companion.words.camera import trouble_sentences
from companion.words.history import order_sentence
from companion.words.names import Names, sentence
from companion.words.panel import LABELS
from companion.words.play import (
    FICTIONAL,
    PAUSED,
    PRESS_SCORE,
    awaited,
    last_event,
    markers,
    progress,
    row_reminder,
)
from hardware.panel import Button, Light
from seeds.boards import builtin_boards

LEAVE: Final = said("Leave this game? It is kept, and you can go on with it at any time.")


class PlayPage(Page):
    """Shows how the game stands; what is wrong, and the end of a dynasty, open their own pages."""

    def __init__(self, session: Session) -> None:
        """Begin with nothing asked; whoever opens the page goes on with the game."""
        super().__init__(session)
        self._live: Final[LiveGame] = session.live
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
                self._ask(None)
            case Button.OK:
                self._live.paused = not self._live.paused
            case Button.BACK:
                words = self.session.words
                question = words.tell(LEAVE, {})
                self.session.go(
                    "question", question=question, yes=words.say("Leave"), do=self._leave
                )
            case Button.WHY:
                self._look_back()

    def see(self, look: Look) -> None:
        """Ask once about each thing that is wrong, and lead on once a dynasty has ended."""
        del look  # the game has taken it
        self._asked = self._ask(self._asked)
        self._lead_on()

    def pass_time(self, now: float) -> None:
        """Move on what is moving."""
        self._change.pass_time(now)

    def _ask(self, asked: Line | None) -> Line | None:
        """Open the page for what is wrong, unless that was ``asked`` before; give what is wrong."""
        wrong = self._live.wrong
        if wrong is not None and wrong is not asked and self.session.named("wrong") is None:
            self.session.go("wrong")
        return wrong

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
        score(self.session, self._live)
        self._led_at = self._live.history.event

    def _lead_on(self) -> None:
        if self.session.page is self:
            self._led_at = lead_on(self.session, self._live, self._led_at)
        else:  # the page on top has shown it
            self._led_at = self._live.history.event

    def _look_back(self) -> None:
        self.session.go("why")

    def _leave(self) -> None:
        self._live.paused = True
        self.session.close(self)


MOVING: Final = 1.0
"""Seconds that two tiles of the ranking take to pass each other."""
STEPS: Final = 20
"""In so many steps: each is a screen to be drawn."""
READING: Final = 4.0
"""Seconds for which the last event can be read before something else takes its place."""
REMINDING: Final = 10.0
"""Seconds for which the table is reminded of its markers."""


class ShowingChange:
    """Follows one game's events, and tells what of the last one is to be shown at a moment."""

    def __init__(self, live: LiveGame) -> None:
        """Take what has happened so far as seen."""
        self._live = live
        self._event = live.history.event
        self._since = -MOVING - READING - REMINDING
        self._now = 0.0

    def pass_time(self, now: float) -> None:
        """Let time pass: seconds of a monotonic clock."""
        self._now = now
        if self._live.history.event != self._event:
            self._event = self._live.history.event
            self._since = now

    @property
    def moving(self) -> float:
        """How far the tiles of the ranking have come, from 0 to 1."""
        if self._live.history.event != self._event:
            return 0  # nobody has told the time since
        return min(1.0, int((self._now - self._since) / MOVING * STEPS) / STEPS)

    @property
    def swap(self) -> tuple[str, str] | None:
        """The city-state that rose with the last event, and the one that fell."""
        before, after = self._states()
        return swapped(before["ranking"], after["ranking"])

    @property
    def touched(self) -> tuple[str, ...]:
        """The locations that the last event changed."""
        before, after = self._states()
        return touched(before, after)

    @property
    def is_new(self) -> bool:
        """Whether the last event is still being read."""
        return self._live.history.event != self._event or self._now - self._since < READING

    def reminder(self, names: Names) -> str:
        """Say which markers are to be moved on the table, once the event itself has been read."""
        if READING <= self._now - self._since < READING + REMINDING:
            return markers(*self._states(), names)
        return ""

    def _states(self) -> tuple[StateObject, StateObject]:
        history = self._live.history
        before = history.game.to_json(history.at(max(0, history.event - 1)))
        return cast("StateObject", before), self._live.state
