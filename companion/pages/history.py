"""*Why?*: all that happened, one moment of it, its reasons, the way back, and playing it again."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from companion.archive.game_zip import Moment
from companion.language import Saying, said
from companion.pages.board_photos import moment_pictures
from companion.pages.game_drawn import board_drawn, curve_of, facts_in, pointed_out
from companion.pages.kinds import MenuPage, Option, TextPage
from companion.pages.phases import show_game
from companion.pages.stored_game import Recorded
from companion.session.money import brief_event, hides_money
from companion.session.session import Page, Session
from companion.tracking.notes import changed_places
from companion.ui.menu import Row
from companion.ui.pen import Drawable
from companion.ui.photos import BesidePhoto, Captioned, Replayed
from companion.ui.screen import Body, Labels
from companion.ui.texts import Paragraph
from companion.words.happened import (
    AS_ALLOWED,
    Entry,
    happened,
    history_entries,
    order_sentence,
    orders_to_tell,
    time_of,
)
from companion.words.verdicts import rule_lines, verdict_lines
from engine.game import AnyEvent, AnyGame
from engine.history import explain_line
from engine.record import Undo
from hardware.panel import Button


class WhyPage(MenuPage):
    """The history of the game; events that were taken back are struck out."""

    heading = said("What happened so far")

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._live = session.live
        self._cached: tuple[object, list[Entry]] = (None, [])

    def text(self) -> str:
        return "" if self._entries() else self.say("Nothing has happened yet.")

    def options(self) -> Sequence[Option]:
        return [
            (Row(one.text, choosable=False), self.close)
            if one.number is None
            else (
                Row(f"{one.number}. {one.text}", struck=not one.counts),
                partial(self.session.go, "moment", event=one.number),
            )
            for one in self._entries()
        ]

    def _entries(self) -> list[Entry]:
        """Tell the history anew only where it or the language has changed."""
        lines = self.session.store.lines(self._live.id)
        state = (len(lines), self.session.words)
        if self._cached[0] != state:
            entries = history_entries(lines, self._live.history, self._live.names)
            if self.chosen:  # what somebody looks at stays where it is
                self.chosen += len(entries) - len(self._cached[1])
            self._cached = (state, entries)
        return self._cached[1]


FLICKER: Final = 0.7
"""Seconds for which each of the two photographs is shown: what changed is what moves."""
CAPTIONS: Final[dict[Moment, Saying]] = {"before": said("Before"), "after": said("After")}
ERASED: Final = said("Its photos were deleted.")
NEVER: Final = said("There are no photos of it.")


class MomentPage(MenuPage):
    """Event ``number`` of a game, and what can be asked about it."""

    def __init__(self, session: Session, event: int) -> None:
        super().__init__(session)
        self._live = live = session.live
        self.event: Final = event
        changed = live.changed(event - 1, event)
        evidence = session.store.evidence(live.id, event)
        self._kept = moment_pictures(evidence, event, live.board, changed)
        self._names, self._drawn = pointed_out(live, changed, event)
        self._shown = 0
        self._since = session.now

    def title(self) -> str:
        lines = self.session.store.lines(self._live.id)
        event = self.say("Event {event}", event=self.event)
        return " · ".join(filter(None, (event, time_of(lines, self.event))))

    def text(self) -> str:
        live, words = self._live, self.session.words
        photos = bool(self._kept.photos)
        text = happened(live.history.events[self.event - 1], self._names)
        among = orders_to_tell(self.session.store.lines(live.id), live.history).get(self.event)
        if among is not None:
            text = f"{text} {order_sentence(among, words)}"
        if photos:
            return text
        return f"{text} {words.say(ERASED if self._kept.erased else NEVER)}"

    def options(self) -> Sequence[Option]:
        say, session, event = self.say, self.session, self.event
        options: list[Option] = [
            (Row(say("The reasons")), partial(session.go, "reasons", event=event)),
            (Row(say("The board then and now")), partial(session.go, "then", event=event)),
            (Row(say("Play back from here")), partial(session.go, "replay", event=event)),
        ]
        is_past = self._live.history.at(event) != self._live.history.state
        if is_past and not self._is_last:  # the last one is taken back by SCORE
            back = partial(session.go, "undo", event=event)
            options.append((Row(say("Go back to this moment")), back))
        return options

    @property
    def _is_last(self) -> bool:
        """Whether it is the last event; the beginning of a game is not taken back."""
        return 1 < self.event == self._live.history.event

    def _take_back(self) -> None:
        self.session.go("undo", event=self.event - 1)

    @property
    def shortcut(self) -> tuple[str, Callable[[], None]] | None:
        return (self.say("Take this back"), self._take_back) if self._is_last else None

    def body(self) -> Body:
        menu = self.menu()
        if not self._kept.photos:
            return BesidePhoto(menu, self._drawn)
        moment, photo = self._kept.photos[self._shown % len(self._kept.photos)]
        caption = self.say(CAPTIONS[moment])
        return BesidePhoto(menu, Captioned(photo, caption, marked=moment == "after"))

    def pass_time(self, now: float) -> None:
        if now - self._since >= FLICKER:
            self._since = now
            self._shown += 1


class ReasonsPage(TextPage):
    """The explanation of an event; the ids of rules and where they stand are details."""

    heading = said("The reasons")

    def __init__(self, session: Session, event: int, *, detailed: bool = False) -> None:
        super().__init__(session)
        self._live = session.live
        self._number = event
        self._ruling = ruling = explain_line(self._live.history, event)
        done = self._live.history.events[event - 1]
        told = [] if isinstance(done, Undo) else self._live.names.facts_of(done).values()
        found = facts_in((*ruling.findings, *ruling.consequences))
        self._names, self.picture = pointed_out(self._live, [*told, *found], event - 1)
        self._detailed = detailed
        if detailed:
            self._names, self.picture = self._live.names.in_full(), None

    def answer(self) -> tuple[str, Callable[[], None]] | None:
        more = partial(self.session.go, "details", event=self._number)
        return None if self._detailed else (self.say("Details"), more)

    def paragraphs(self) -> Sequence[Paragraph]:
        live, names = self._live, self._names
        event = live.history.events[self._number - 1]
        changes = {} if isinstance(event, Undo) else _agreed_on(live.history.game, event)
        lines = [*verdict_lines(self._ruling, names, ids=self._detailed, signs=True)]
        if self._detailed:
            lines += rule_lines(self._ruling, names)
        among = orders_to_tell(self.session.store.lines(live.id), live.history).get(self._number)
        words = self.session.words
        unseen = [order_sentence(among, words), words.say(AS_ALLOWED)] if among else []
        return [
            Paragraph(happened(event, names), heading=True),
            *(Paragraph(text, 1) for text in unseen),
            *(Paragraph(text, 1) for text in names.standing(changes)),
            *(Paragraph(one.text, max(0, one.depth - 1), heading=not one.depth) for one in lines),
        ]


def _agreed_on(game: AnyGame, event: AnyEvent) -> dict[str, str | None]:
    """Tell who stands where by a correction of the pieces; nothing of other events."""
    line = game.format_event(event)
    board = line.get("board") if line["type"] == "correct" else None
    return board if isinstance(board, dict) else {}


class UndoPage(TextPage):
    """Asks whether the game is to go back to where it stood after event ``number``.

    Where that takes back the last event alone, it is asked by that.
    """

    def __init__(self, session: Session, event: int) -> None:
        """Work out what follows; the game may go on while this is read."""
        super().__init__(session)
        self._live = live = session.live
        self._number = event
        self._takes_last: Final = event == live.history.event - 1
        self._changed: Final = live.changed(live.history.event, event)
        self._names, self.picture = pointed_out(live, self._changed, event)

    def title(self) -> str:
        if self._takes_last:
            return self.say("Take this back?")
        return self.say("Go back to this moment?")

    def paragraphs(self) -> Sequence[Paragraph]:
        """Say what would no longer count, what would count again, and what to do."""
        live, say = self._live, self.say
        history = live.history
        counting, then = (
            history.in_effect(one) for one in (history.event, min(self._number, history.event))
        )
        gone = [one for one in counting if one not in then]
        again = [one for one in then if one not in counting]
        stood = live.standing_at(self._number)
        moved = {at: stood.get(at) for at in self._changed}
        todo = self._names.put_back(live.state, live.state_at(self._number), moved)
        return [
            *self._listed(say("These would no longer count:"), gone),
            *self._listed(say("These would count again:"), again),
            *([Paragraph(say("Then, on the table:"), heading=True)] if todo else []),
            *(Paragraph(text, 1) for text in todo),
        ]

    def labels(self) -> Labels:
        return replace(super().labels(), back=self.say("No"))

    def answer(self) -> tuple[str, Callable[[], None]]:
        return self.say("Yes"), self._undo

    def _undo(self) -> None:
        self._live.undo(self._number)
        show_game(self.session)

    def _listed(self, heading: str, numbers: Sequence[int]) -> list[Paragraph]:
        live = self._live
        lines = [
            Paragraph(f"{one}. {happened(live.history.events[one - 1], live.names)}", 1)
            for one in reversed(numbers)
        ]
        return [Paragraph(heading, heading=True), *lines] if lines else []


PACE: Final = 1.5
"""Seconds for which each event is shown while the game moves by itself."""


class ReplayPage(Page):
    """Shows one event after the other: SCORE back, WHY? on, OK lets it move by itself or stops."""

    heading = said("The game played back")
    scrolls: ClassVar[bool] = True

    def __init__(
        self, session: Session, game: Recorded | None = None, event: int | None = None
    ) -> None:
        """Begin with an event, or move from the first; without a game with the one being played."""
        super().__init__(session)
        shown, store = game or session.live, session.store
        self._history: Final = shown.history
        self._board: Final = shown.board
        self._names = game.names(session.words) if game else session.live.names
        self._evidence: Final = (
            partial(store.journal.evidence, game.stored.id)
            if game
            else partial(store.evidence, session.live.id)
        )
        self._has_ended: Final = game is not None and game.has_ended
        self._last: Final = shown.history.event
        self._at = min(1, self._last) if event is None else event
        self._moves = event is None
        self._since = session.now
        self._shown: tuple[int, Body] | None = None

    def title(self) -> str:
        state = self._history.game.to_json(self._history.at(self._at))
        told = self._names.progress(state)
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

    def _drawn(self) -> Body:
        history, names, at = self._history, self._names, self._at
        session = self.session
        nothing = self.say("Nothing has happened yet.")
        shown, ended = (session.settings, names, history), self._has_ended
        text = brief_event(*shown, at, has_ended=ended) if at else nothing
        share = at / self._last if self._last else 1.0
        hidden = hides_money(*shown, has_ended=ended)
        curve = None if hidden else curve_of(history, names, event=at)
        return Replayed(self._picture(), text, curve, share)

    def _picture(self) -> Drawable | None:
        """Show the photograph taken after the event, or else the board as it stood."""
        history, board, at = self._history, self._board, self._at
        views = (history.game.expected(history.at(one)) for one in (max(0, at - 1), at))
        touched = changed_places(board, *views)
        kept = moment_pictures(self._evidence(at), at, board, touched) if at else None
        if kept is not None and kept.photos:
            return kept.photos[-1][1]
        return board_drawn(history, board, at, touched)
