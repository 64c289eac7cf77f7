"""A guided first game of Sumeria: the last dynasty, the learner's turns led, the others' played."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from companion.games.sumeria.virtual_table import SumeriaTable, choose
from companion.hints import Way, ways
from companion.pages.phases import show_game
from companion.session.guide import Hands
from companion.session.live_game import LiveGame
from companion.session.session import Session
from engine.record import Header
from engine.sumeria import (
    SUMERIA,
    Add,
    Awarded,
    Claim,
    Discarded,
    Draw,
    Event,
    Move,
    Remove,
    Score,
    Setup,
    State,
)
from seeds.sumeria import counts

PLAYERS: Final = ("red", "blue", "yellow")
LEARNER: Final = PLAYERS[0]
SEED: Final = 5
"""Of what was played before the learner sits down."""
PATIENCE: Final = 60
"""Looks after which somebody else puts a tile right that the learner has not."""


def begin(session: Session, hands: Hands) -> None:
    """Lay the table as it stands before the last dynasty, and lead the learner from there."""
    table = session.table
    events = [*_played_before(session)]
    header = Header(SUMERIA.name, table.board_id, PLAYERS, {})
    number = session.store.begin(header, table.board_text, {}, LEARNER)
    for count, event in enumerate(events, 1):
        session.store.append(number, count, SUMERIA.format_event(event), "screen", ())
    stored = session.store.journal.game(number)
    session.game = live = LiveGame(
        session.store, stored, table.board, session.names, pace=session.pace
    )
    state = live.state
    hands.do(lambda laid: laid.lay_as(state))
    session.guide = SumeriaGuide(session, live, hands)
    show_game(session)
    session.go("lesson", text=live.names.tell("guide", "welcome", {"player": LEARNER}))


def _played_before(session: Session) -> Iterator[Event]:
    """Play by chance up to the last dynasty, in which the learner begins."""
    rng = np.random.default_rng(SEED)
    board = session.table.board
    state = SUMERIA.new_game(board, PLAYERS, {})
    row = tuple(str(one) for one in rng.permutation([one.id for one in board.regions]))
    event: Event = Setup(LEARNER, row, _from_bag(state, rng))
    while True:
        yield event
        state = SUMERIA.apply(state, event).state
        if state.phase == "action" and state.dynasty == counts().dynasties:
            return
        event = _next(board, state, rng)


def _next(board: Any, state: State, rng: np.random.Generator) -> Event:  # noqa: ANN401
    match state.phase:
        case "score":
            return Score()
        case "draw":
            return Draw(_from_bag(state, rng))
        case _:
            return choose(board, SUMERIA.legal_events(state), rng)


def _from_bag(state: State, rng: np.random.Generator) -> tuple[str, ...]:
    kinds = zip(counts().kinds, state.bag, strict=True)
    bag = [kind for kind, left in kinds for _ in range(left)]
    drawn = rng.choice(bag, sum(counts().over_ranks), replace=False)
    return tuple(str(kind) for kind in drawn)


class SumeriaGuide:
    """Leads one game to its end."""

    def __init__(self, session: Session, live: LiveGame, hands: Hands) -> None:
        """Take the game that was begun, and the hands of the others."""
        self._session: Final = session
        self._live: Final = live
        self._hands: Final = hands
        self._rng: Final = np.random.default_rng(SEED)
        self._event = live.history.event
        self._done_at: int | None = None
        self._told_at: int | None = None
        self._tidied_at: int | None = None
        self._waited = 0
        self._swapped = False
        self._asked = False
        self.text = ""
        self.places: Sequence[str] = ()

    def follow(self) -> bool:
        live, session = self._live, self._session
        if session.game is not live:
            return False
        self.text, self.places = "", ()
        if live.wrong is not None or live.paused:
            return True
        if live.history.event != self._event:
            self._event, self._waited = live.history.event, 0
        match live.state["phase"]:
            case "action" if self._hands.busy:
                self.text = self._watching()
            case "action" if wrong_row := self._wrong_row():
                self._swap(wrong_row)
            case "action" if live.state["to_play"] == LEARNER:
                self._lead()
            case "action":
                self._play(live.state["to_play"])
            case "claim":
                self._claim()
            case "over":
                self._tell("over")
                return False
        return True

    def _swap(self, seen: Sequence[str | None]) -> None:
        """Ask the learner to swap two tiles the first time, then do it for everybody."""
        live, self.text = self._live, self._watching()
        expected = live.tracker.game.row(live.history.state)
        self._waited += 1
        if not self._swapped and self._has_played() and self._waited < PATIENCE:
            self._asked = True
            note = {"expected": expected, "seen": seen}
            self.text = f"{live.names.row_reminder(note)} {live.names.tell('guide', 'swap')}"
        elif not self._hands.busy:
            row = tuple(live.state["ranking"])
            self._hands.do(lambda table: table.lay_row(LEARNER, row))

    def _wrong_row(self) -> Sequence[str | None]:
        """Give the row as the camera sees it where it is not as it should be."""
        live, look = self._live, self._session.look
        slots = look.reading.groups.get(live.tracker.game.row_id or "") if look else None
        seen = () if slots is None else slots.likeliest()
        return () if seen == live.tracker.game.row(live.history.state) else seen

    def _lead(self) -> None:
        """Propose what gains most, and say how that is done with the mouse."""
        live = self._live
        self._swapped = self._swapped or self._asked
        best = self._best()
        facts = SUMERIA.format_event(best.event)
        self.places = best.places
        self.text = live.names.tell("guide", best.verb, _facts(facts))

    def _best(self) -> Way:
        """Find what gains most; at first only what lets tiles be swapped too."""
        state = self._live.history.state
        found = ways(SUMERIA, state)
        swapping = (way for way in found if SUMERIA.apply(state, way.event).effects)
        return found[0] if self._swapped else next(swapping, found[0])

    def _has_played(self) -> bool:
        last = self._live.history.events[-1]
        return isinstance(last, Add | Move | Remove) and last.player == LEARNER

    def _play(self, player: str) -> None:
        """Let somebody else take his turn, and move the tiles that follow from it."""
        live = self._live
        self.text = self._watching()
        if self._done_at == live.history.event or self._hands.busy:
            return
        self._done_at = live.history.event
        state = live.history.state
        event = choose(live.board, SUMERIA.legal_events(state), self._rng)
        row = SUMERIA.apply(state, event).state.ranking

        def deed(table: SumeriaTable) -> None:
            match event:
                case Add(_, at):
                    table.put(player, at)
                case Move(_, origin, to):
                    table.carry(player, origin, to)
                case Remove(_, origin):
                    table.take(player, origin)
            table.lay_row(player, row)

        self._hands.do(deed)

    def _watching(self) -> str:
        players = self._live.phase.players
        if not players or players[0] == LEARNER:
            return ""
        return self._live.names.tell("guide", "watch", {"player": players[0]})

    def _claim(self) -> None:
        """Let the learner choose his tiles; of others take those that they would like."""
        live = self._live
        event = SUMERIA.legal_events(live.history.state)[0]
        assert isinstance(event, Claim)  # noqa: S101 - in this phase there are no others
        self._take_what_was_chosen()
        if event.player == LEARNER:
            self._tell("claim", city_state=event.city_state)
        elif self._done_at != live.history.event and not self._hands.busy:
            self._done_at = live.history.event
            self._hands.do(self._taking(event))

    def _take_what_was_chosen(self) -> None:
        """Take tiles off the table that were chosen on the screen."""
        gone = [at for at, kind in enumerate(self._live.state["influence"]) if kind is None]

        def deed(table: SumeriaTable) -> None:
            left = [space for space in gone if space in table.top.tiles]
            if left:
                table.take_tiles(LEARNER, left)

        if self._tidied_at != self._live.history.event and not self._hands.busy:
            self._tidied_at = self._live.history.event
            self._hands.do(deed)

    def _taking(self, event: Claim) -> Callable[[SumeriaTable], None]:
        """Take what follows from a choice off the table, for each who gets some of it."""
        state = self._live.history.state
        effects = [
            one
            for one in SUMERIA.apply(state, event).effects
            if isinstance(one, Awarded | Discarded) and one.city_state == event.city_state
        ]
        row = state.ranking

        def deed(table: SumeriaTable) -> None:
            for effect in effects:
                winner = effect.player if isinstance(effect, Awarded) else None
                spaces = table.spaces_over(row.index(effect.city_state), effect.tiles)
                table.take_tiles(winner, spaces)

        return deed

    def _tell(self, name: str, **facts: str) -> None:
        """Say something on a page of its own, once after an event."""
        if self._told_at == self._live.history.event:
            return
        self._told_at = self._live.history.event
        names = self._live.names
        self._session.go("lesson", text=names.tell("guide", name, {**facts}))


def _facts(keys: dict[str, object]) -> dict[str, str]:
    return {key: str(value) for key, value in keys.items()}
