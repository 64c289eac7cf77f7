"""Siberia's page of a game that goes on: the map, the money, how near the end is, what pays."""

from itertools import chain
from typing import Final, NamedTuple

from companion.boards.known import builtin_names
from companion.games.siberia.board_map import regions_drawn
from companion.games.siberia.play_screen import Cell, Nearness, Prospects, SiberiaPlay, prospects_of
from companion.games.siberia.whole_board import exchanges_drawn
from companion.pages.phases import page_between
from companion.pages.play import FICTIONAL, READING, PlayPage, touched
from companion.session.live_game import LiveGame
from companion.session.session import Session
from companion.ui.screen import Body, Labels
from companion.words.happened import happening_sentences
from engine.game import Waits
from engine.record import Undo
from engine.siberia.board import as_siberia
from engine.siberia.material import COUNTS
from hardware.panel import Button, Light

TURNS: Final = {"action": "end_turn", "research": "end_action", "logistics": "end_action"}
"""What the button ends in a phase, as its label calls it."""

GUIDED_LINES: Final = 2
"""Lines of nearly all that a guide says."""


class Ended(NamedTuple):
    """Whose turn a press has ended that was seen before, after which event.

    It came at a moment in the session's seconds.
    """

    player: str
    event: int
    at: float


class SiberiaPlayPage(PlayPage):
    """Shows how the game stands; SCORE ends a turn, and what nobody saw of it is asked then."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._pressed_again = False
        self._ended: Ended | None = None

    def title(self) -> str:
        awaited, names = self._awaited, self.live.names
        title = names.tell("awaited", "action", {"player": awaited}) if awaited else super().title()
        if not self.live.state["ending"]:
            return title
        last = names.tell("screen", "last_round")
        return f"{title} · {last}"

    def player(self) -> str | None:
        return self._awaited or super().player()

    @property
    def _awaited(self) -> str | None:
        """Who is led, and is still to press for his turn."""
        return self.session.guide.awaits if self.session.guide is not None else None

    def light(self) -> Light | None:
        if self.is_stopped:
            return super().light()
        waits = self.live.phase.waits is Waits.OPENING and self.live.wrong is None
        return Light.BLUE if waits else None

    def body(self) -> Body:
        live = self.live
        board, state = as_siberia(live.board), live.state
        pointed_out = self.pointed_out() or touched_by_last(live)
        order = state["order"] or list(live.players)
        reminder = self.reminder()
        return SiberiaPlay(
            regions_drawn(board, state, pointed_out),
            exchanges_drawn(board, state, pointed_out),
            self._nearness(),
            self._prospects(),
            tuple(map(self._cell, order)),
            reminder or self.last_event(),
            bool(reminder),
            self.is_alarm,
            self.say(FICTIONAL) if live.header.board in builtin_names() else "",
            GUIDED_LINES if self.session.guide is not None else 1,
        )

    def _prospects(self) -> Prospects:
        """Tell what resources would bring whoever is to play; nothing where nobody is."""
        names, state = self.live.names, self.live.history.state
        somebody = self._awaited or self.live.state["to_play"]
        if somebody is None:
            return Prospects("", (), "")
        paying = [one for one in prospects_of(state, somebody, names) if one.money]
        paying.sort(key=lambda one: (one.marked, one.money), reverse=True)
        return Prospects(
            names.tell("screen", "would_bring", {"player": somebody}),
            tuple((one, names.language.grouped(one.money)) for one in paying),
            names.tell("screen", "nothing"),
        )

    def _nearness(self) -> Nearness:
        state, tell = self.live.state, self.live.names.tell
        labels = (
            tell("screen", "locked"),
            tell("screen", "in_supply", {"number": COUNTS.end.supplies}),
        )
        return Nearness(len(state["locked"]), state["supply"], labels)

    def last_event(self) -> str:
        history = self.live.history
        if history.event and isinstance(event := history.events[-1], Undo):
            undone = [one for one in history.in_effect(history.event - 1) if one >= event.to]
            if len(undone) <= 1:
                return happening_sentences((event,), history.events, self.live.names)[0]
        return super().last_event()

    def _cell(self, player: str) -> Cell:
        names, state = self.live.names, self.live.state
        passed = player in state["passed"]
        money = names.language.grouped(state["money"][player])
        return Cell(
            player,
            names.tell("screen", "passed", {"player": player}) if passed else names.player(player),
            money if self.session.settings.money else "",
            player == (self._awaited or state["to_play"]),
            passed,
        )

    def reminder(self) -> str:
        """Say what the table is to know or to do; the button's own phases need no word."""
        live, look = self.live, self.session.look
        guided = self.session.guide is not None and self.session.guide.text
        if self.is_stopped or live.paused or guided or (look and look.reading.troubles):
            return super().reminder()
        if self._pressed_again and live.turns.is_looking:
            return live.names.tell("screen", "still_looking")
        if locked := self._to_lock():
            return live.names.tell("screen", "lock", {"at": locked})
        ended, to_play = self._ended, live.state["to_play"]
        if (
            ended is not None
            and ended.event == live.history.event
            and to_play is not None
            and self.session.now - ended.at < READING
        ):
            facts = {"player": ended.player, "to_play": to_play}
            return live.names.tell("screen", "ended", facts)
        left = live.state["left"]
        if left and live.state["phase"] == "logistics":
            return live.names.tell("screen", "steps", {"left": left})
        return ""

    def _to_lock(self) -> tuple[str, ...]:
        """List the regions that are still to be blocked, once the last event has been read.

        Where no camera sees it, those that this event has locked are listed for a while.
        """
        look, locked = self.session.look, self.live.state["locked"]
        if look is not None and look.reading.registered:
            left = () if self.change.is_new else self.live.tracker.unfinished
            return tuple(one for one in locked if one in left)
        before, _ = self.change.states()
        just = tuple(one for one in locked if one not in before["locked"])
        return just if self.change.is_read else ()

    def labels(self) -> Labels:
        labels, phase = super().labels(), self.live.state["phase"]
        names = self.live.names
        button = names.tell("button", TURNS.get(phase, "go_on"))
        return Labels(button, labels.ok, labels.back, labels.why)

    def press(self, button: Button) -> None:
        if button is not Button.SCORE:
            super().press(button)
        elif self.live.phase.players:
            self._end_turn()
        elif name := page_between(self.session, self.live):
            self.session.go(name)

    def pass_time(self, now: float) -> None:
        super().pass_time(now)
        self.follow()  # without a camera there are no looks

    def follow(self) -> None:
        """Ask first what nobody saw of a turn."""
        if self.live.turns.unseen and self.session.page is self:
            self.session.go("turn")
        else:
            super().follow()

    def _end_turn(self) -> None:
        """Let the camera look what was done, or ask at once where there is none that sees it."""
        live, look = self.live, self.session.look
        was_over = live.turns.is_over
        self._pressed_again = not live.turns.end_turn()
        # Somebody else may have meant the press for a turn of his own, which nobody has seen.
        ended = live.turns.is_over and not was_over
        last = live.history.events[-1]
        by = None if isinstance(last, Undo) else getattr(last, "player", None)
        number = live.history.event
        self._ended = Ended(by, number, self.session.now) if ended and by else None
        if self.is_stopped:  # what the turn was is still to be answered
            self.ask_again()
        elif look is None or not look.reading.registered:
            self.session.go("turn")
        elif self._pressed_again:
            self.session.speak(live.names.tell("screen", "still_looking"))


def touched_by_last(live: LiveGame) -> tuple[str, ...]:
    """List the regions and exchanges that the last event changed."""
    event = live.history.event
    if event < 1:
        return ()
    before, after = live.state_at(event - 1), live.state
    if not before["cubes"]:  # the setup lays out everything
        return ()
    changed = (touched(before[what], after[what]) for what in ("cubes", "pawns"))
    return tuple(sorted({*chain.from_iterable(changed)}))
