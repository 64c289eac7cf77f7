"""Action markers that were entered wrongly: put right, though the game has gone on since."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from companion.games.siberia.rounds import (
    AwaitedPage,
    MarkersPage,
    PhaseOnePage,
    marker_rows,
    placed_last,
    placements,
    taking_back,
)
from companion.pages.history import MomentPage
from companion.pages.kinds import ChoicePage, Option
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.session.session import Session
from companion.ui.menu import Row
from companion.words.happened import happened
from engine.game import AnyEvent
from engine.history import AnyHistory
from engine.ruling import Finding
from engine.siberia.events import Place
from engine.siberia.material import MARKERS

MARKER_FACTS: Final = {"markers", "marker"}
"""The facts of findings about action markers."""


def marker_options(session: Session, live: LiveGame) -> Sequence[Option]:
    """Offer to take a marker back while nobody has acted since, or else to correct one."""
    if placed_last(live):
        return (taking_back(session, live),)
    return amending(session, live)


def amending(session: Session, live: LiveGame, broken: Finding | None = None) -> Sequence[Option]:
    """Offer to correct a marker that lies on a player's board, if markers are told.

    A rule may be ``broken``: then only if it is about markers, which may just be mistyped.
    """
    lying = lying_markers(live)
    if not lying or (broken is not None and MARKER_FACTS.isdisjoint(dict(broken.facts))):
        return ()
    names = live.names

    def ask_which(player: str) -> None:
        own = {number: one for number, one in lying.items() if one.player == player}
        rows = marker_rows(names, own)
        title = names.tell("screen", "which_wrong")
        session.open(ChoicePage(session, title, rows, partial(_open_amend, session)))

    def ask_whose() -> None:
        owners = {one.player for one in lying.values()}
        players = [one for one in live.players if one in owners]
        rows = [(one, Row(names.player(one), player=one)) for one in players]
        title = names.tell("screen", "whose_wrong")
        session.open(ChoicePage(session, title, rows, ask_which, at=live.active_player))

    return ((Row(names.tell("screen", "correct_marker")), ask_whose),)


def lying_markers(live: LiveGame) -> Mapping[int, Place]:
    """List what was placed and still lies there, by the numbers of the events, in order."""
    spaces = live.state["spaces"]
    if spaces is None:  # nobody tells of markers
        return {}
    return {
        number: event
        for number, event in placed(live.history).items()
        if event.marker in spaces.get(event.player, {}).get(event.to, ())
    }


def placed(history: AnyHistory) -> Mapping[int, Place]:
    """List every marker that was placed in a game, by the numbers of the events that count."""
    events = history.counting.items()
    return {number: event for number, event in events if isinstance(event, Place)}


def refused(history: AnyHistory, number: int, instead: Place) -> AnyEvent | None:
    """Tell what could not have happened had event ``number`` been another; None if all could."""
    state = history.at(number - 1)
    later = [event for at, event in history.counting.items() if at > number]
    for event in (instead, *later):
        if not history.game.check(state, event).holds:
            return event
        state = history.game.apply(state, event).state
    return None


def _open_amend(session: Session, number: int) -> None:
    session.go("amend", event=number)


class AmendPage(MarkersPage):
    """Asks which marker it really was that event ``event`` placed, then where it lies."""

    def __init__(self, session: Session, event: int) -> None:
        self._number: Final = event
        self._was: Final = placed(session.live.history)[event]
        super().__init__(session, self._was.player)
        self.at = self.stops()[MARKERS.index(self._was.marker)].target

    def title(self) -> str:
        return self._live.names.tell("screen", "which_really")

    def left(self) -> Mapping[str, int]:
        bag = super().left()
        return {**bag, self._was.marker: max(1, bag[self._was.marker])}

    def places(self, marker: str) -> Sequence[Place]:
        """List where it may have been placed, the rest of the game being as it was."""
        before = self._live.history.at(self._number - 1)
        could = placements(before, self._player, marker)
        fitting = [one for one in could if self._refused(one) is None]
        if could and not fitting:
            self._tell_refusal(could[0])
        return fitting

    def place(self, event: Place) -> None:
        self._live.amend(self._number, event)
        self.session.return_to("play")

    def on_look(self, look: Look) -> None:
        """Close where the game was taken back to before that."""
        del look
        if self._number not in placed(self._live.history):
            self.close()

    def _refused(self, instead: Place) -> AnyEvent | None:
        return refused(self._live.history, self._number, instead)

    def _tell_refusal(self, instead: Place) -> None:
        names, event = self._live.names, self._refused(instead)
        told = happened(event, names)
        self.session.go("message", text=names.tell("screen", "not_really", {"event": told}))


class PlacingPage(PhaseOnePage):
    """Phase 1; what lies there of earlier rounds can be corrected before anybody has placed."""

    def options(self) -> Sequence[Option]:
        if placed_last(self.live):
            return super().options()
        return [*super().options(), *amending(self.session, self.live)]


class ReturningPage(AwaitedPage):
    """What is awaited between turns; of markers that are returned one may not be what it is."""

    def options(self) -> Sequence[Option]:
        return [*super().options(), *amending(self.session, self.live)]


class SiberiaMomentPage(MomentPage):
    """A moment of a game of Siberia; a marker that was placed then can be corrected."""

    def options(self) -> Sequence[Option]:
        live, number = self.session.live, self.event
        if number not in placed(live.history):
            return super().options()
        correct = Row(live.names.tell("screen", "correct_this"))
        return [*super().options(), (correct, partial(_open_amend, self.session, number))]
