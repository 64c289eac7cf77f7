"""Noughts and crosses behind the seam: two players in turn, three in a row win."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine.board import Board, parse_locations
from engine.fields import Fields
from engine.game import Game, Phase, ScoreRow, ScoreSheet, Step, Waits
from engine.layout import View, alone
from engine.ruling import Finding, Ruling

GRID: Final = "locations"
LINES: Final = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)
FOLLOWED: Final = frozenset({GRID})


@dataclass(frozen=True, slots=True)
class Put:
    """A player puts a piece on a square."""

    verb: ClassVar[str] = "put"
    player: str
    at: str


@dataclass(frozen=True, slots=True)
class State:
    """Who stands on which square, in board order, and who plays."""

    squares: tuple[str, ...]
    players: tuple[str, ...]
    marks: tuple[str | None, ...]

    @property
    def winner(self) -> str | None:
        """Whose pieces fill a line."""
        lines = [{self.marks[i] for i in line} for line in LINES]
        return next((player for player in self.players if {player} in lines), None)

    @property
    def to_play(self) -> str | None:
        """Whose turn it is; nobody's at the end."""
        put = sum(one is not None for one in self.marks)
        over = self.winner is not None or put == len(self.marks)
        return None if over else self.players[put % 2]


class Noughts(Game[State, Put, None]):
    """The rules: N-1, players take turns; N-2, a square holds one piece."""

    name = "noughts"
    player_counts: Sequence[int] = (2,)
    rulings: Mapping[str, Sequence[str | int]] = {}

    def parse_board(self, top: Fields, name: str, size: tuple[float, float]) -> Board:
        """Read the nine squares."""
        squares = parse_locations(top, size, lambda fields: (fields.text("kind"), None))
        top.finish()
        return Board(name, self.name, size, locations=squares)

    def new_game(
        self, board: Board, players: Sequence[str], rulings: Mapping[str, str | int]
    ) -> State:
        """Begin with an empty board."""
        if len(players) not in self.player_counts or rulings:
            raise ValueError("players: expected 2")
        squares = tuple(one.id for one in board.pieces.places)
        return State(squares, tuple(players), (None,) * len(squares))

    def legal_events(self, state: State) -> Sequence[Put]:
        """List a piece on each free square."""
        if state.to_play is None:
            return []
        squares = zip(state.squares, state.marks, strict=True)
        return [Put(state.to_play, at) for at, there in squares if there is None]

    def check(self, state: State, event: Put) -> Ruling:
        """Ask whose turn it is, and whether the square is free."""
        turn = Finding("N-1", event.player == state.to_play, (("player", event.player),))
        free = not turn.holds or event in self.legal_events(state)
        square = Finding("N-2", free, (("at", event.at),))
        return Ruling("put", turn.holds and square.holds, (turn, square))

    def explain(self, state: State, event: Put) -> Ruling:
        """Judge; nothing follows."""
        return self.check(state, event)

    def nearest(self, state: State, event: Put) -> Sequence[tuple[Put, Finding]]:
        """Name some squares that are free."""
        broken = next(one for one in self.check(state, event).findings if not one.holds)
        return [(one, broken) for one in self.legal_events(state)[:3]]

    def apply(self, state: State, event: Put) -> Step[State, None]:
        """Put the piece down."""
        if not self.check(state, event).holds:
            raise ValueError("put refused")
        marks = list(state.marks)
        marks[state.squares.index(event.at)] = event.player
        return Step(replace(state, marks=tuple(marks)), ())

    def phase(self, state: State) -> Phase[Put]:
        """Tell whose turn it is."""
        if state.to_play is None:
            return Phase(Waits.OVER)
        return Phase(Waits.ACTING, 1, (state.to_play,), FOLLOWED)

    def expected(self, state: State) -> View:
        """Show the squares."""
        return View(((GRID, alone(state.marks)),))

    def attempts(self, state: State, seen: View) -> Sequence[Put]:
        """Take any one new piece for an attempt."""
        places = zip(state.squares, state.marks, seen.singles(GRID), strict=True)
        puts = [Put(there, at) for at, stood, there in places if there not in (None, stood)]
        return puts if len(puts) == 1 else []

    def parse_event(self, fields: Fields) -> Put:
        """Read a piece put down."""
        fields.choice("type", ("put",))
        return Put(fields.identifier("player"), fields.identifier("at"))

    def format_event(self, event: Put) -> dict[str, object]:
        """Write a piece put down."""
        return {"type": "put", "player": event.player, "at": event.at}

    def scores(self, state: State) -> ScoreSheet:
        """Count games won, and pieces."""
        won = state.winner
        rows = tuple(
            ScoreRow(player, int(player == won), (state.marks.count(player),))
            for player in state.players
        )
        return ScoreSheet("games", ("pieces",), rows, () if won is None else (won,))

    def to_json(self, state: State) -> dict[str, object]:
        """Tell who stands where."""
        standing = zip(state.squares, state.marks, strict=True)
        board = {at: player for at, player in standing if player is not None}
        return {"to_play": state.to_play, "board": board, "winner": state.winner}


NOUGHTS: Final = Noughts()
