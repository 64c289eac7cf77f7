"""A guided first game at a virtual table: the learner's turns are led, the others' are played."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from companion.pages.phases import show_game
from companion.session.helpers import Hands
from companion.session.live_game import LiveGame
from companion.session.session import Session
from engine.game import AnyEvent, AnyGame, AnyState
from engine.record import Header
from engine.ruling import Fact

PLAYERS: Final = ("red", "blue", "yellow")
LEARNER: Final = PLAYERS[0]
SEED: Final = 5
"""Of what the others do."""


class GuidedGame:
    """Leads one game to its end; ``go_on`` is what a game does of it.

    ``text`` says what to do or to watch, ``places`` are those of the board of which it speaks.
    ``awaits`` is who is still to press for what he did, though the game is at the next player.
    """

    def __init__(self, session: Session, live: LiveGame, hands: Hands) -> None:
        self.session: Final = session
        self.live: Final = live
        self.hands: Final = hands
        self.waited = 0
        self.text = ""
        self.places: Sequence[str] = ()
        self.awaits: str | None = None
        self._event = live.history.event
        self._done: dict[str, int] = {}

    def go_on(self) -> None:
        """Say what the learner is to do as the game stands now, or play for somebody else."""
        raise NotImplementedError

    def tidy(self) -> None:
        """Do at the table what the screen says has happened, if nobody did it there."""

    def follow(self) -> bool:
        live = self.live
        if self.session.game is not live:
            return False
        self.text, self.places, self.awaits = "", (), None
        if live.wrong is not None or live.paused:
            return True
        if live.history.event != self._event:
            self._event, self.waited = live.history.event, 0
        self.tidy()
        if live.state["phase"] == "over":
            self.tell("over")
            return self.hands.busy
        self.go_on()
        return True

    def is_first(self, what: str) -> bool:
        """Tell whether something has not been done yet since the last event; now it has."""
        before = self._done.get(what)
        self._done[what] = self.live.history.event
        return before != self.live.history.event

    def do(self, what: str, deed: Callable[[Any], None]) -> None:
        """Have something done at the table, once after an event, when all hands are away."""
        if not self.hands.busy and self.is_first(what):
            self.hands.do(deed)

    def watching(self) -> str:
        """Say whom to watch; or to wait, where the learner is to play but not yet."""
        players = self.live.phase.players
        if not players:
            return ""
        if players[0] == LEARNER:
            return self.sentence("wait")
        return self.sentence("watch", {"player": players[0]})

    def sentence(self, name: str, facts: Mapping[str, Fact] | None = None) -> str:
        return self.live.names.tell("guide", name, facts)

    def tell(self, name: str, facts: Mapping[str, Fact] | None = None) -> None:
        """Say it on a page of its own, once after an event."""
        if self.is_first(f"tell {name}"):
            self.session.go("lesson", text=self.sentence(name, facts))


def played(
    game: AnyGame, state: AnyState, event: AnyEvent, following: Callable[[Any], AnyEvent | None]
) -> Iterator[AnyEvent]:
    """Play from an event on; ``following`` names the next, and none where the learner sits down."""
    while event is not None:
        yield event
        state = game.apply(state, event).state
        event = following(state)


def lead_learner(
    session: Session,
    hands: Hands,
    events: Iterable[AnyEvent],
    guide: Callable[[Session, LiveGame, Hands], GuidedGame],
) -> None:
    """Lay the table as it stands after some events, and lead the learner from there."""
    header = Header(session.table.board.game, session.table.board_id, PLAYERS, {})
    live = session.begin(header, {}, LEARNER, events)
    game, state = live.history.game, live.history.state
    hands.do(lambda laid: laid.lay_as(game, state))
    session.guide = guide(session, live, hands)
    show_game(session)
    session.go("lesson", text=live.names.tell("guide", "welcome", {"player": LEARNER}))
