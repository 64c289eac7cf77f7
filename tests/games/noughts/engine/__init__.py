"""Noughts and crosses behind the seam: two players in turn, three in a row win."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine.board import LOCATIONS, Board, parse_locations, parse_routes
from engine.fields import Fields
from engine.game import Game, Phase, ScoreRow, ScoreSheet, Waits
from engine.layout import View, alone
from engine.ruling import Finding, Ruling

SQUARES: Final = tuple(f"{column}{row}" for row in "123" for column in "abc")
ROWS: Final = ["a1b1c1", "a2b2c2", "a3b3c3", "a1a2a3", "b1b2b3", "c1c2c3", "a1b2c3", "a3b2c1"]
LINES: Final = tuple((row[:2], row[2:4], row[4:]) for row in ROWS)


@dataclass(frozen=True, slots=True)
class Put:
    """A player puts a piece on a square."""

    player: str
    at: str
    verb: ClassVar[str] = "put"


@dataclass(frozen=True, slots=True)
class State:
    """Who plays, and who stands on each of the squares."""

    players: tuple[str, ...]
    marks: tuple[str | None, ...] = (None,) * len(SQUARES)

    @property
    def board(self) -> dict[str, str]:
        """Tell who stands where."""
        return {at: one for at, one in zip(SQUARES, self.marks, strict=True) if one is not None}

    @property
    def line(self) -> tuple[str, ...]:
        """Name three squares in a row that one player has filled, if there are such."""
        one_player = [{player} for player in self.players]
        rows = (row for row in LINES if {self.board.get(at) for at in row} in one_player)
        return next(rows, ())

    @property
    def to_play(self) -> str | None:
        """Name whose turn it is; nobody's at the end."""
        put = len(self.board)
        return None if self.line or put == len(SQUARES) else self.players[put % 2]


class Noughts(Game[State, Put, None]):
    """The rules: N-1, players take turns; N-2, a square holds one piece; N-3, three in a row."""

    name = "noughts"
    player_counts: Sequence[int] = (2,)
    rulings: Mapping[str, Sequence[str | int]] = {}

    def parse_board(self, top: Fields, name: str, size: tuple[float, float]) -> Board:
        squares = parse_locations(top, size, lambda fields: (fields.text("kind"), None))
        if tuple(one.id for one in squares) != SQUARES:
            raise top.error("location", f"expected {', '.join(SQUARES)}")
        lines = parse_routes(top, set(SQUARES), required=False)
        top.finish()
        return Board(name, self.name, size, locations=squares, routes=lines)

    def new_game(
        self, board: Board, players: Sequence[str], rulings: Mapping[str, str | int]
    ) -> State:
        if board.game != self.name or len(players) != 2 or rulings:
            raise ValueError("expected a board for noughts, two players, and no house rules")
        return State(tuple(players))

    def legal_events(self, state: State) -> Sequence[Put]:
        player = state.to_play
        return [Put(player, at) for at in SQUARES if player and at not in state.board]

    def check(self, state: State, event: Put) -> Ruling:
        turn = (("player", event.player), ("to_play", state.to_play))
        there = (("at", event.at), ("occupant", state.board.get(event.at)))
        free = event.at in SQUARES and event.at not in state.board
        asked = Finding("N-1", event.player == state.to_play, turn), Finding("N-2", free, there)
        return Ruling("put", all(one.holds for one in asked), asked)

    def consequences(self, state: State, event: Put) -> tuple[Finding, ...]:
        line = self.apply(state, event).state.line
        won = Finding("N-3", holds=True, facts=(("player", event.player), ("line", line)))
        return (won,) if line else ()

    def play(self, state: State, event: Put) -> tuple[State, tuple[None, ...]]:
        board = state.board | {event.at: event.player}
        return replace(state, marks=tuple(map(board.get, SQUARES))), ()

    def phase(self, state: State) -> Phase[Put]:
        if state.to_play is None:
            return Phase(Waits.OVER)
        return Phase(Waits.ACTING, players=(state.to_play,), followed=frozenset({LOCATIONS}))

    def expected(self, state: State) -> View:
        return View(((LOCATIONS, alone(state.marks)),))

    def attempts(self, state: State, seen: View) -> Sequence[Put]:
        places = zip(SQUARES, state.marks, seen.singles(LOCATIONS), strict=True)
        changed = [(at, there) for at, stood, there in places if there != stood]
        return [Put(there, at) for at, there in changed if there and len(changed) == 1]

    def parse_event(self, fields: Fields) -> Put:
        fields.choice("type", (Put.verb,))
        return Put(fields.identifier("player"), fields.identifier("at"))

    def format_event(self, event: Put) -> dict[str, object]:
        return {"type": Put.verb, "player": event.player, "at": event.at}

    def scores(self, state: State) -> ScoreSheet:
        won = tuple({state.board[at] for at in state.line})
        rows = [ScoreRow(one, int(one in won), (state.marks.count(one),)) for one in state.players]
        return ScoreSheet(("piece",), tuple(rows), won)

    def to_json(self, state: State) -> dict[str, object]:
        return {
            "phase": "play" if state.to_play else "over",
            "to_play": state.to_play,
            "order": state.players,
            "winners": self.scores(state).winners,
        }


NOUGHTS: Final = Noughts()
