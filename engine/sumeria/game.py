"""Sumeria behind the seam that every game offers the companion (``engine.game``)."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from engine.board import Board
from engine.fields import IDENTIFIER, Fields
from engine.game import Form, Game, Phase, ScoreSheet, Stake, Step
from engine.layout import View
from engine.ruling import Finding, Ruling
from engine.sumeria import (
    actions,
    board_file,
    dynasty,
    events_json,
    legal,
    outcome,
    prospect,
    state_json,
    turns,
    view,
)
from engine.sumeria.check import check
from engine.sumeria.effects import Effect
from engine.sumeria.entry import entry
from engine.sumeria.events import (
    Add,
    Claim,
    Correct,
    Draw,
    Event,
    Move,
    Place,
    Remove,
    Score,
    Setup,
)
from engine.sumeria.explain import explain
from engine.sumeria.nearest import nearest
from engine.sumeria.rulings import CHOICES, parse_rulings
from engine.sumeria.setting import setting_of
from engine.sumeria.state import State
from seeds.sumeria import counts


class Sumeria:
    """The rules of Sumeria for three or four players."""

    name = "sumeria"
    player_counts: Sequence[int] = tuple(sorted(counts().shares))
    rulings: Mapping[str, Sequence[str | int]] = CHOICES

    def parse_board(self, top: Fields, name: str, size: tuple[float, float]) -> Board:
        """Read what a board file of Sumeria holds besides name and size; raises InputError."""
        return board_file.parse_board(top, name, size)

    def board_keys(self, board: Board) -> Mapping[str, object]:
        """Give what a board file of Sumeria holds besides name and size."""
        return board_file.board_keys(board)

    def new_game(
        self, board: Board, players: Sequence[str], rulings: Mapping[str, str | int]
    ) -> State:
        """Start before the setup; raises ValueError naming what is wrong with the arguments."""
        if board.game != self.name:
            raise ValueError(f"expected a board for {self.name}, found one for {board.game}")
        shares = counts().shares
        if len(players) not in shares:
            numbers = " or ".join(str(number) for number in shares)
            raise ValueError(f"players: expected {numbers} (S-01), found {len(players)}")
        for player in players:
            if not IDENTIFIER.fullmatch(player):
                raise ValueError(f"players: expected identifiers, found {player!a}")
            if players.count(player) > 1:
                raise ValueError(f"players: {player} is there twice (S-01)")
        setting = setting_of(board, tuple(players), parse_rulings(rulings))
        kinds = counts().kinds
        return State(
            setting,
            phase="setup",
            dynasty=1,
            turns=0,
            first=0,
            ranking=(),
            merchants=(0,) * len(players),
            influence=(None,) * sum(counts().over_ranks),
            tiles=((0,) * len(kinds),) * len(players),
            bag=(counts().of_each,) * len(kinds),
        )

    def legal_events(self, state: State) -> Sequence[Event]:
        """List all that players may do now, each once; not what chance deals, no corrections."""
        return legal.legal_events(state)

    def check(self, state: State, event: Event) -> Ruling:
        """Judge any well-formed event; never raises."""
        return check(state, event)

    def explain(self, state: State, event: Event) -> Ruling:
        """Judge any well-formed event as ``check`` does, and tell what follows from a legal one."""
        return explain(state, event)

    def nearest(self, state: State, event: Event) -> Sequence[tuple[Event, Finding]]:
        """List the legal events closest to an illegal one, each with what stands between."""
        return nearest(state, event)

    def apply(  # noqa: C901, PLR0911 - a case a verb
        self, state: State, event: Event
    ) -> Step[State, Effect]:
        """Play an event that ``check`` accepts; raises ValueError for one that it refuses."""
        if not legal.is_legal(state, event):
            raise ValueError(f"{event.verb} refused by {check(state, event).broken}")
        match event:
            case Add():
                return Step(*actions.add(state, event))
            case Move():
                return Step(*actions.move(state, event))
            case Remove():
                return Step(*actions.remove(state, event))
            case Place():
                return Step(actions.place(state, event), ())
            case Correct():
                return Step(actions.correct(state, event), ())
            case Setup():
                return Step(actions.setup(state, event), ())
            case Score():
                return Step(*dynasty.score(state))
            case Claim():
                return Step(*dynasty.claim(state, event))
            case Draw():
                return Step(dynasty.draw(state, event), ())
            case _:
                assert_never(event)

    def expected(self, state: State) -> View:
        """Tell what lies on the table once everything that the rules ask for has been done."""
        return view.expected(state)

    def phase(self, state: State) -> Phase[Event]:
        """Tell what a state waits for."""
        return turns.phase(state)

    def tidying(self, state: State, event: Event) -> Sequence[View]:
        """Tell what the table may look like between a claim and the runner-up's share."""
        return view.tidying(state, event)

    def outlook(self, state: State) -> Sequence[Stake]:
        """Tell who would take what, were the score taken now; empty when nothing is at stake."""
        return [
            Stake(one.held.city_state, one.tiles, one.shares, one.discarded)
            for one in prospect.outlook(state)
        ]

    def chance(self, state: State, before: View, seen: View) -> Event | None:
        """Name the draw that came between two views, when the state awaits one."""
        return view.chance(state, before, seen)

    def attempts(self, state: State, seen: View) -> Sequence[Event]:
        """List events, legal or not, after which merchants would stand as seen."""
        return view.attempts(state, seen)

    def corrections(self, state: State, seen: View) -> Sequence[Event]:
        """List the corrections after which merchants stand as seen: using up no turn, or one."""
        return view.corrections(state, seen)

    def entry(self, state: State) -> Sequence[Form]:
        """List the setup, claim or draw that may be told now."""
        return entry(state)

    def parse_event(self, fields: Fields) -> Event:
        """Read one event of a record, leaving keys it does not know; raises InputError."""
        return events_json.parse_event(fields)

    def format_event(self, event: Event) -> dict[str, object]:
        """Write an event as the keys of a record's line."""
        return events_json.format_event(event)

    def to_json(self, state: State) -> dict[str, object]:
        """Write the state as formats, section 4, without its ``event`` number."""
        return state_json.to_json(state)

    def scores(self, state: State) -> ScoreSheet:
        """List the players in seat order with points and tiles."""
        return outcome.scores(state)


SUMERIA: Game[State, Event, Effect] = Sumeria()
