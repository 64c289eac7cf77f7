"""The page of a game that goes on: nothing needs to be pressed while all goes well."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from companion.boards.known import builtin_names
from companion.language import said
from companion.pages.answers import lacks_detail
from companion.pages.kinds import MessagePage
from companion.pages.phases import PAUSE, end_early, page_between, score, teach_action, teach_phase
from companion.session.helpers import Mark, wrong_places
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.session.money import brief_event
from companion.session.session import Page, Session
from companion.tracking.notes import Line
from companion.ui.legend import Sign
from companion.ui.menu import Row
from companion.ui.play import Play, ScoreCells
from companion.ui.screen import Body, Labels
from companion.ui.texts import Message
from companion.words.eye import trouble_sentences
from companion.words.happened import order_sentence
from companion.words.names import capitalised
from engine.game import StateObject, Waits
from hardware.panel import Button, Light

LEAVE: Final = said("Leave this game?")
KEEP_PLAYING: Final = said("Keep playing")
END_EARLY: Final = said("End the game early")
END_IT: Final = said("End it")
NOBODY_WINS: Final = said(
    "Nobody wins. All that was played is kept, and can be continued from “Past games”."
)
PRESS_SCORE: Final = said("Everybody has played. When you are ready, press SCORE.")
PAUSED: Final = said("Paused: no time is counted and no move is recorded.")
STOPPED: Final = said("Waiting: the board differs. Nothing is written until it is right.")
UNSEEN: Final = said("The camera did not see all of this turn. Press Answer to say what it was.")
EARLY: Final = said("{player} is early: {at} will count in turn.")
OCCUPIED: Final = said("{at} is occupied, so the piece went back.")
FICTIONAL: Final = said("Fictional board, not the boxed game’s")
READING: Final = 4.0
"""Seconds for which the last event can be read before something else takes its place."""
REMINDING: Final = 10.0
"""Seconds for which the table is reminded of its markers."""


class LastChange:
    """Follows one game's events, and tells for how long the last one has been shown."""

    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._event = live.history.event
        self._since = -math.inf
        self._now = 0.0

    def pass_time(self, now: float) -> None:
        self._now = now
        if self._live.history.event != self._event:
            self._event = self._live.history.event
            self._since = now

    @property
    def age(self) -> float:
        """Seconds since the last event, 0 while nobody has told the time since."""
        return 0.0 if self._live.history.event != self._event else self._now - self._since

    @property
    def is_new(self) -> bool:
        """Whether the last event is still being read."""
        return self.age < READING

    @property
    def is_read(self) -> bool:
        """Whether it has been read, but so lately that markers may still have to be moved."""
        return READING <= self.age < READING + REMINDING

    def states(self) -> tuple[StateObject, StateObject]:
        before = self._live.state_at(max(0, self._live.history.event - 1))
        return before, self._live.state


def touched(then: Mapping[str, object], now: Mapping[str, object]) -> tuple[str, ...]:
    """List the places on which something else stands or lies, or nothing, than before."""
    return tuple(sorted(one for one in {*then, *now} if then.get(one) != now.get(one)))


class PlayPage(Page):
    """Shows how the game stands; what is wrong, and the end of a round, open their own pages."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.live: Final[LiveGame] = session.live
        self.live.paused = False
        self.change: Final = LastChange(self.live)
        self._is_fictional: Final = self.live.header.board in builtin_names()
        self._asked: Line | None = None
        self._lacks_detail = False
        self._led_at: int | None = None
        self._taught_at: int | None = None
        self._spoken_at: int | None = None
        self._spoken = ""

    def title(self) -> str:
        return self.waiting()

    def waiting(self) -> str:
        """Say what the game waits for, in a few words."""
        is_virtual = self.session.hands is not None
        return self.live.names.waits_for(self.live.state, virtual=is_virtual)

    def player(self) -> str | None:
        return self.live.active_player

    def light(self) -> Light | None:
        if self.is_stopped and self._lacks_detail:
            return Light.BLUE
        waits = self.live.paused or self.live.awaits_press(self.session.look)
        return Light.BLUE if waits and self.live.wrong is None else None

    def body(self) -> Body:
        return self.shown()

    def shown(self) -> Play:
        live, names = self.live, self.live.names
        history, standing = live.history, live.standing
        sheet = history.game.scores(history.state)
        state, called = live.state, {player: names.player(player) for player in live.players}
        points = {row.player: row.total for row in sheet.rows}
        return Play(
            live.board,
            standing,
            ScoreCells(called, points, tuple(state["order"]), state["to_play"]),
            names.progress(state),
            self.last_event(),
            self.pointed_out() or touched(live.standing_at(max(0, history.event - 1)), standing),
            self.reminder(),
            self.is_alarm,
            self.say(FICTIONAL) if self._is_fictional else "",
        )

    def last_event(self) -> str:
        """Tell what happened last, nothing before the first event."""
        live, number = self.live, self.live.history.event
        if not number:
            return ""
        return brief_event(self.session.settings, live.names, live.history, number)

    def row_note(self) -> Line | None:
        """Give the note of a row of tiles that does not lie as it should, if it is to be told.

        People are given time to put it right, but not at a virtual table, where one does it all.
        """
        live = self.live
        return live.row or (live.row_left if self.session.hands is not None else None)

    def marks(self) -> Sequence[Mark]:
        note = self.row_note()
        if note is None or self.live.paused or self.is_stopped:
            return ()
        return wrong_places(self.live.board, note["expected"], note["seen"])

    def pointed_out(self) -> tuple[str, ...]:
        guide = self.session.guide
        return tuple(guide.places) if guide is not None else ()

    @property
    def is_stopped(self) -> bool:
        """Whether the game waits for something that was asked."""
        return self._asked is not None

    @property
    def is_alarm(self) -> bool:
        """Whether it waits because something is wrong, not for a detail that nobody saw."""
        return self.is_stopped and not self._lacks_detail

    def labels(self) -> Labels:
        ok = self.say("Hint") if self._hinting else self.say("Pause")
        if self.live.paused:
            ok = self.say("Continue")
        if self._asked is not None:
            ok = self.say("Answer")
        return Labels(self.say("SCORE"), ok, self.say("Leave"), self.say("Why?"))

    def press(self, button: Button) -> None:
        match button:
            case Button.SCORE | Button.OK if self.is_stopped:  # nothing is written before
                self.ask_again()
            case Button.SCORE:
                score(self.session, self.live)
                self._led_at = self.live.history.event
            case Button.OK if self._hinting:
                self.session.go("hints")
            case Button.OK:
                self.live.paused = not self.live.paused
            case Button.BACK:
                self._ask_to_leave()
            case Button.WHY:
                self.session.go("why")

    @property
    def _hinting(self) -> bool:
        """Whether OK gives hints: where they are wanted, and to whoever is led."""
        guide = self.session.guide
        wanted = self.session.settings.hints if guide is None else guide.awaits is None
        return wanted and not self.live.paused

    def _ask_to_leave(self) -> None:
        """Ask whether to leave, for now or for good; or to pause, where *Hint* stands for that."""
        pause = [(self._pause, Row(self.say(PAUSE)))] if self._hinting else []
        end = self._ask_to_end_early, Row(self.say(END_EARLY))
        self.confirm(
            "",
            self.say("Leave (saved)"),
            self._leave,
            title=self.say(LEAVE),
            no=self.say(KEEP_PLAYING),
            more=[*pause, end],
        )

    def _ask_to_end_early(self) -> None:
        yes, no = self.say(END_IT), self.say(KEEP_PLAYING)
        end = partial(end_early, self.session)
        self.confirm(self.say(NOBODY_WINS), yes, end, title=self.say(END_EARLY), no=no)

    def on_look(self, look: Look) -> None:
        """Ask once about each thing that is wrong, and lead on once a round has ended."""
        del look  # the game has taken it
        asked, live = self._ask(self._asked), self.live
        if asked is not self._asked:
            self._asked = asked
            self._lacks_detail = lacks_detail(live, live.tracker.alternatives)
        self.follow()

    def follow(self) -> None:
        """Open the page of what goes on now, once after each event."""
        event, before = self.live.history.event, self._led_at
        if self.session.page.name == "lesson":
            return
        self._led_at = event  # a page on top has shown it
        name = page_between(self.session, self.live)
        if self.session.page is self and name is not None and event != before:
            self.session.go(name)

    def pass_time(self, now: float) -> None:
        self.change.pass_time(now)
        self._speak()
        to_swap = self.live.row is not None or self.live.row_left is not None
        if self.live.history.event != self._taught_at and not to_swap:
            self._taught_at = self.live.history.event
            teach_phase(self.session, self.live)
            teach_action(self.session, self.live)

    def _speak(self) -> None:
        """Say once what the game waits for now, or how it ended."""
        live = self.live
        if live.history.event == self._spoken_at or live.wrong is not None:
            return
        self._spoken_at = live.history.event
        is_over = live.phase.waits is Waits.OVER
        text = live.names.stand(live.state) if is_over else self.waiting()
        if text != self._spoken:
            self._spoken = text
            self.session.speak(text)

    def _ask(self, asked: Line | None) -> Line | None:
        """Open the page for what is wrong, unless that was ``asked`` before; give what is wrong."""
        wrong = self.live.wrong
        if wrong is not None and wrong is not asked and self.session.named("wrong") is None:
            self.session.go("wrong")
        return wrong

    def ask_again(self) -> None:
        """Open the page for what is wrong, which somebody has left."""
        self._ask(None)

    def reminder(self) -> str:
        """Say what the table is to do or to know at present; nothing while all goes well."""
        live, words = self.live, self.session.words
        if self.is_stopped or live.paused:
            stopped = STOPPED if self.is_alarm else UNSEEN
            return words.say(stopped if self.is_stopped else PAUSED)
        look = self.session.look
        if look is not None and look.reading.troubles:
            return capitalised(trouble_sentences(look.reading.troubles, live.names)[0]) + "."
        guided = self.session.guide.text if self.session.guide is not None else ""
        note = self.row_note()
        row = "" if note is None else live.names.row_reminder(note)
        if told := self._went_back() or guided or row or self.to_restore() or self._placed_early():
            return told
        unordered = order_sentence(live.unordered, words) if live.unordered else ""
        if unordered and self.change.is_new:
            return unordered
        if live.phase.button is not None:
            return words.say(PRESS_SCORE)
        return (self.marker_reminder() if self.change.is_read else "") or unordered

    def _went_back(self) -> str:
        """Say at a virtual table why the piece that was put down last went back."""
        at = None if self.session.hands is None else self.session.hands.occupied
        return "" if at is None else capitalised(self.say(OCCUPIED, at=self.live.names.place(at)))

    def _placed_early(self) -> str:
        """Say that a piece has been seen which somebody has placed before others."""
        names = self.live.names
        for at, who in self.live.tracker.early.items():
            return self.say(EARLY, player=names.player(who), at=names.place(at))
        return ""

    def to_restore(self) -> str:
        """Say what else of the table is not as it was where the game has gone back to."""
        return ""

    def marker_reminder(self) -> str:
        """Say what else of the table is to be moved since the last event; a game may have such."""
        return ""

    def _pause(self) -> None:
        self.live.paused = True

    def _leave(self) -> None:
        self.live.paused = True
        self.close()


class LessonPage(MessagePage):
    """Explains something of the game, which goes on beneath; what ends a round does so here too."""

    def __init__(
        self,
        session: Session,
        text: str,
        title: str = "",
        player: str | None = None,
        signs: Sequence[Sign] = (),
    ) -> None:
        """Explain it under the title of the page beneath, or under another about a player.

        ``signs`` are those that it speaks of, which screens show without a word.
        """
        super().__init__(session, text, title)
        self._beneath: Final = session.page
        self._player: Final = player
        self._body: Final = Message(text, signs=tuple(signs))

    def body(self) -> Body:
        return self._body

    def title(self) -> str:
        return super().title() or self._beneath.title()

    def player(self) -> str | None:
        return self._player if super().title() else self._beneath.player()

    def light(self) -> Light | None:
        return self._beneath.light()

    @property
    def _awaits_score(self) -> bool:
        beneath = self._beneath
        return isinstance(beneath, PlayPage) and beneath.live.phase.button is not None

    def labels(self) -> Labels:
        score = self._beneath.labels().score if self._awaits_score else ""
        return replace(super().labels(), score=score)

    def press(self, button: Button) -> None:
        if button is Button.SCORE and self._awaits_score:
            self.close()
            self._beneath.press(button)
        else:
            super().press(button)
