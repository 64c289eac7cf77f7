"""The seam between a game and the companion, which knows no game by name."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.board import Board, spot_keys
from engine.fields import Fields
from engine.layout import View
from engine.ruling import Finding, Ruling

S = TypeVar("S")
E = TypeVar("E")
F = TypeVar("F")


class Waits(Enum):
    """What a game of any kind waits for."""

    SETUP = "chance deals the start"
    OPENING = "players set up in turn"
    ACTING = "players act in turn"
    FOLLOWING = "something follows by itself"
    CHOOSING = "a player chooses tiles"
    DEALING = "chance deals tiles"
    OVER = "nothing"


AnyEvent: TypeAlias = Any
"""An event of a game that is not known by name."""
AnyState: TypeAlias = Any
"""A state of such a game."""
StateObject = dict[str, Any]
"""What everybody may know of a game at one moment (formats, section 4), by the game's own keys.

Of all games it has ``phase``, ``to_play``, ``order`` and ``winners``.
"""


@dataclass(frozen=True, slots=True)
class Phase(Generic[E]):
    """What a state waits for, and what that means at the table.

    ``round`` is the number of the round, ``players`` are those who may act. ``followed`` are the
    slot groups that should lie as the rules say now; others are being handled. ``automatic`` is
    the event that follows by itself, ``button`` the one that a press of the button for what no
    piece shows means, each None where there is none.
    """

    waits: Waits
    round: int = 1
    players: tuple[str, ...] = ()
    followed: frozenset[str] = frozenset()
    automatic: E | None = None
    button: E | None = None


class Step(NamedTuple, Generic[S, F]):
    """What became of a state when an event was applied, and the effects that followed."""

    state: S
    effects: tuple[F, ...]


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """What one player has: the total that decides, and how much of each column of the sheet."""

    player: str
    total: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """How the players stand, a row each in seat order.

    ``columns`` name what is counted beside the totals. ``winners`` are those who have won, none
    before the end.
    """

    columns: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    winners: tuple[str, ...] = ()

    def counted(self, row: ScoreRow) -> tuple[tuple[str, int], ...]:
        """Pair each column with how much of it a row has."""
        return tuple(zip(self.columns, row.counts, strict=True))

    def ranked(self) -> list[ScoreRow]:
        """Put who has most first; those with as many stay in seat order."""
        return sorted(self.rows, key=lambda row: -row.total)


@dataclass(frozen=True, slots=True)
class Stake:
    """What would be shared out for one thing on the board, were the score taken now.

    ``shares`` pairs each player who would take some of the ``prizes``, whoever chooses first, with
    their number; nobody would take the others.
    """

    source: str
    prizes: tuple[str, ...]
    shares: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be chosen for one key of an event, once or several times, in order.

    A choice may itself be a list.
    """

    key: str
    choices: tuple[str | tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Form:
    """An event that no camera sees whole: what is known of its line, and what is asked."""

    given: tuple[tuple[str, str | None], ...]
    questions: tuple[Question, ...]

    def line(self, answers: Mapping[str, object]) -> dict[str, object]:
        """Write the event as the keys of a record's line, from an answer to each question."""
        chosen = {one.key: answers[one.key] for one in self.questions}
        lists = {key: [*one] for key, one in chosen.items() if isinstance(one, tuple | list)}
        return dict(self.given) | chosen | lists


class IllegalError(ValueError):
    """An event was to be played that the rules refuse; ``ruling`` says which rules, and why."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(f"{ruling.question} refused by {ruling.broken}")
        self.ruling: Final = ruling


NEAREST: Final = 3
"""How many legal events are named beside an illegal one; they are meant as help, not as a list."""
Distance: TypeAlias = tuple[int, ...]


class Game(Protocol[S, E, F]):
    """What a game gives the companion: S its state, E its events, F the effects of an event.

    States and events are immutable and compare by value. Where a method has a body it tells what
    holds for a game of pieces alone, which need not say so itself.
    """

    name: str
    player_counts: Sequence[int]
    """With how many players it is played, the fewest first."""
    rulings: Mapping[str, Sequence[str | int]]
    """The house rules that a table may agree on, by key; the first value is as printed."""

    def parse_board(self, top: Fields, name: str, size: tuple[float, float]) -> Board:
        """Read what a board file holds besides format, game, name and size; raises InputError."""

    def board_keys(self, board: Board) -> Mapping[str, object]:
        """Give what a board file holds besides format, game, name and size."""
        return spot_keys(board)

    def new_game(self, board: Board, players: Sequence[str], rulings: Mapping[str, str | int]) -> S:
        """Start before the setup; raises ValueError naming what is wrong with the arguments."""

    def legal_events(self, state: S) -> Sequence[E]:
        """All events that players may do now; not what chance deals."""

    def check(self, state: S, event: E) -> Ruling:
        """Judge any well-formed event; never raises for an illegal one."""

    def is_legal(self, state: S, event: E) -> bool:
        """Tell whether ``check`` accepts an event; a game may find that out in a quicker way."""
        return self.check(state, event).holds

    def standing(self, state: S) -> Iterable[Finding]:  # noqa: ARG002 - most say all by events
        """Tell what players may ask of a state without any event: what they could do, how far."""
        return ()

    def untracked(self, state: S) -> tuple[str, str] | None:  # noqa: ARG002 - most can be
        """Say why frames alone cannot tell how a game goes on; None where they can.

        It is the place in the record that makes it so, and what was expected there.
        """
        return None

    def cause(self, state: S) -> E | None:  # noqa: ARG002 - most games end when all is played
        """Give the event by which the end of the game has come in sight, if one has."""
        return None

    def consequences(self, state: S, event: E) -> Iterable[Finding]:  # noqa: ARG002 - none
        """Tell all that follows from a legal event, and by which rule."""
        return ()

    def consequences_since(
        self,
        state: S,
        event: E,
        since: int | None,  # noqa: ARG002 - only for games that name a ``cause``
    ) -> Iterable[Finding]:
        """Tell the same; ``since`` is the number of the state's ``cause``, None if not known."""
        return self.consequences(state, event)

    def explain(self, state: S, event: E, since: int | None = None) -> Ruling:
        """Judge an event as ``check`` does, and tell what follows from it where it is legal.

        ``since`` is the number of the event that is the state's ``cause``, where that is known.
        """
        ruling = self.check(state, event)
        if not ruling.holds:
            return ruling
        return replace(ruling, consequences=tuple(self.consequences_since(state, event, since)))

    def distance(  # a game overrides this where some of what is legal is nearer than other
        self,
        state: S,  # noqa: ARG002 - as above
        event: E,  # noqa: ARG002
        between: Finding,  # noqa: ARG002
    ) -> Callable[[E], Distance | None]:
        """Give what measures how far a legal event is from an illegal one; None is out of sight.

        ``between`` is the first finding that does not hold for the illegal one.
        """
        return lambda _: ()

    def nearest(self, state: S, event: E) -> Sequence[tuple[E, Finding]]:
        """List the legal events closest to an illegal one, each with what stands between."""
        between = next((one for one in self.check(state, event).findings if not one.holds), None)
        if between is None:
            return ()
        measure = self.distance(state, event, between)
        measured = [(measure(one), one) for one in self.legal_events(state)]
        near = [(distance, one) for distance, one in measured if distance is not None]
        near.sort(key=lambda pair: pair[0])  # stable: those as close stay as listed
        return tuple((one, between) for _, one in near[:NEAREST])

    def play(self, state: S, event: E) -> tuple[S, tuple[F, ...]]:
        """Give the state after a legal event, and the effects that followed."""

    def apply(self, state: S, event: E) -> Step[S, F]:
        """Play an event that ``check`` accepts; raises IllegalError for one that it refuses."""
        if not self.is_legal(state, event):
            raise IllegalError(self.check(state, event))
        return Step(*self.play(state, event))

    def phase(self, state: S) -> Phase[E]:
        """Tell what a state waits for."""

    def expected(self, state: S) -> View:
        """Tell what lies on the table once everything that the rules ask for has been done."""

    def tidying(self, state: S, event: E) -> Sequence[View]:  # noqa: ARG002 - nothing follows
        """Tell what the table may look like while the consequences of ``event`` are carried out.

        Each view shows that the event happened in ``state`` though not all has followed yet, the
        first of them as little as can be.
        """
        return ()

    def unseen(self, state: S) -> Sequence[tuple[E, bool]]:  # noqa: ARG002 - all is seen
        """List the events that change nothing on the table and may come before one that does.

        Each says whether it is but inferred: whoever sees what came after should be asked.
        """
        return ()

    def essence(self, state: S) -> S:
        """Give a state without what neither the table nor anything to come depends on.

        Between ways that lead to the same one nothing can ever tell.
        """
        return state

    def outlook(self, state: S) -> Sequence[Stake]:  # noqa: ARG002 - nothing is shared out
        """Tell who would take what, were the score taken now; empty when nothing is at stake."""
        return ()

    def account(self, state: S, source: str) -> Finding | None:  # noqa: ARG002 - nothing is shared
        """Tell why what is at stake for one thing would be shared out as ``outlook`` says."""
        return None

    def chance(self, state: S, before: View, seen: View) -> E | None:  # noqa: ARG002 - no chance
        """Name the event of chance that came between two views, when the state awaits one.

        What lay there before was not dealt.
        """
        return None

    def attempts(self, state: S, seen: View) -> Sequence[E]:
        """List well-formed events, legal or not, after which the pieces would lie as seen."""

    def begun(self, state: S, event: E) -> S:  # noqa: ARG002 - all that happens is seen
        """Give the state in which to judge what was tried: what must begin it may show nothing."""
        return state

    def corrections(self, state: S, seen: View) -> Sequence[E]:  # noqa: ARG002 - there are none
        """List what a table may agree on so that the pieces lie as seen, the mildest first.

        Whether one is allowed, ``check`` tells.
        """
        return ()

    def entry(self, state: S) -> Sequence[Form]:  # noqa: ARG002 - pieces show all
        """List what people may say now of events that no camera sees, or not surely."""
        return ()

    def parse_event(self, fields: Fields) -> E:
        """Read one event of a record, leaving keys it does not know; raises InputError."""

    def format_event(self, event: E) -> dict[str, object]:
        """Write an event as the keys of a record's line."""

    def scores(self, state: S) -> ScoreSheet:
        """Tell how the players stand."""

    def to_json(self, state: S) -> StateObject:
        """Write the state as formats, section 4, without its ``event`` number."""


AnyGame = Game[AnyState, AnyEvent, Any]
"""A game that is not known by name."""
