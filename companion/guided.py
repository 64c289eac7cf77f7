"""A guided first game at a virtual table: the learner's turns are led, the others' are played."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from companion.language import said
from companion.pages.phases import show_game
from companion.session.helpers import Hands, Mark
from companion.session.live_game import LiveGame
from companion.session.money import brief_event
from companion.session.session import Session
from companion.ui.legend import Sign
from engine.game import AnyEvent, AnyGame, AnyState
from engine.record import Header
from engine.ruling import Fact

PLAYERS: Final = ("red", "blue", "yellow")
LEARNER: Final = PLAYERS[0]
SEED: Final = 5
"""Of what the others do."""
READING: Final = 5.0
"""Seconds for which what somebody did can be read and looked at before the game goes on."""
YOU: Final = said("You are {player}")


class GuidedGame:
    """Leads one game to its end; ``go_on`` is what a game does of it.

    ``text`` says what to do or to watch, ``places`` are those of the board of which it speaks, and
    ``marks`` what is to be pointed out on the table itself. ``proposed`` is what the learner was
    last asked to do, until he has done something. ``awaits`` is who is still to press for what he
    did, though the game is at the next player. ``ends_turns``: whatever the learner does ends his
    turn, so that it is left for him to read what came of it.
    """

    ends_turns = False

    def __init__(self, session: Session, live: LiveGame, hands: Hands) -> None:
        self.session: Final = session
        self.live: Final = live
        self.hands: Final = hands
        self.waited = 0
        self.text = ""
        self.places: Sequence[str] = ()
        self.marks: Sequence[Mark] = ()
        self.awaits: str | None = None
        self.proposed: AnyEvent | None = None
        self._event = live.history.event
        self._read_until = session.now
        self._done: dict[str, int] = {}

    def go_on(self) -> None:
        """Say what the learner is to do as the game stands now, or play for somebody else."""
        raise NotImplementedError

    def goal(self) -> str:
        """Say how the game is won."""
        return self.sentence("goal")

    def signs(self) -> Sequence[Sign]:
        """List the signs that screens show without a word."""
        return ()

    def tidy(self) -> None:
        """Do at the table what the screen says has happened, if nobody did it there."""

    def follow(self) -> bool:
        live = self.live
        if self.session.game is not live:
            return False
        self.text, self.places, self.marks, self.awaits = "", (), (), None
        if live.wrong is not None or live.paused:
            return True
        if live.history.event != self._event:
            self._judge(live.history.events[self._event : live.history.event])
            self._event, self.waited = live.history.event, 0
            if self.ends_turns or getattr(live.history.events[-1], "player", None) != LEARNER:
                self._read_until = self.session.now + READING
        self.tidy()
        if self.session.named("lesson") is not None:  # somebody still reads
            return True
        if live.state["phase"] == "over":
            return self._end()
        if self.session.now < self._read_until:  # what was done can still be read
            settings, number = self.session.settings, live.history.event
            self.text = brief_event(settings, live.names, live.history, number)
            return True
        self.go_on()
        return True

    def _end(self) -> bool:
        """Say that it is over, once the result is looked at and no longer how that came about."""
        if self.session.named("result") is None:
            return True
        self.tell("over")
        return self.hands.busy

    def _judge(self, done: Sequence[AnyEvent]) -> None:
        """Say so where the learner did something else than was asked for."""
        mine = [one for one in done if getattr(one, "player", None) == LEARNER]
        if self.proposed is None or not mine:
            return
        if self.proposed not in mine:
            told = self.live.names.event(mine[0])
            text = f"{told} {self.sentence('other')}"
            title = self.session.words.say(YOU, player=self.live.names.player(LEARNER))
            self.session.go("lesson", text=text, title=title, player=LEARNER)
        self.proposed = None

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
    session.guide = led = guide(session, live, hands)
    show_game(session)
    title = session.words.say(YOU, player=live.names.player(LEARNER))
    told: dict[str, Sequence[Sign]] = {
        live.names.tell("guide", "welcome"): (),
        live.names.lesson(state.phase, virtual=True): (),
        led.goal(): led.signs(),
    }
    for text, signs in told.items():  # the last one lies on top
        session.go("lesson", text=text, title=title, player=LEARNER, signs=signs)
