"""Siberia behind the seam that every game offers the companion (``engine.game``)."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.board import Board
from engine.fields import IDENTIFIER, Fields
from engine.game import Form, Game, Phase, ScoreSheet, Step, Waits
from engine.layout import View
from engine.ruling import Finding, Ruling
from engine.siberia import board as board_file
from engine.siberia import events_json, legal, state_json
from engine.siberia.board import EXCHANGES, OPEN, REGIONS, SUPPLY, SiberiaBoard
from engine.siberia.check import check
from engine.siberia.effects import Effect
from engine.siberia.entry import entry
from engine.siberia.events import Done, Event, Ready
from engine.siberia.explain import explain
from engine.siberia.legal import is_legal
from engine.siberia.material import ACTIONS, COUNTS, CUBES
from engine.siberia.nearest import nearest
from engine.siberia.play import play
from engine.siberia.rulings import CHOICES, parse_rulings
from engine.siberia.scoring import score_sheet
from engine.siberia.setting import setting_of
from engine.siberia.state import State
from engine.siberia.view import corrections, expected, refilled, tidying, unseen

WAITS: Final = {
    "setup": Waits.SETUP,
    "place": Waits.OPENING,
    "action": Waits.ACTING,
    "research": Waits.ACTING,
    "logistics": Waits.ACTING,
    "refill": Waits.DEALING,
    "discard": Waits.CHOOSING,
    "over": Waits.OVER,
}
FOLLOWED: Final = frozenset({REGIONS, EXCHANGES, OPEN, SUPPLY})


class Siberia(Game[State, Event, Effect]):
    """The rules of Siberia for two to four players."""

    name = "siberia"
    player_counts: Sequence[int] = tuple(sorted(COUNTS.players))
    rulings: Mapping[str, Sequence[str | int]] = CHOICES

    def parse_board(self, top: Fields, name: str, size: tuple[float, float]) -> Board:
        """Read what a board file holds besides format, game, name and size; raises InputError."""
        return board_file.parse_board(top, name, size)

    def board_keys(self, board: Board) -> Mapping[str, object]:
        """Give what a board file of Siberia holds besides name and size."""
        return board_file.board_keys(board)

    def new_game(
        self, board: Board, players: Sequence[str], rulings: Mapping[str, str | int]
    ) -> State:
        """Start before the setup; raises ValueError naming what is wrong with the arguments."""
        if not isinstance(board, SiberiaBoard):
            raise ValueError(f"expected a board for {self.name}, found one for {board.game}")  # noqa: TRY004 - said of a board file
        if len(players) not in COUNTS.players:
            numbers = " or ".join(str(number) for number in COUNTS.players)
            raise ValueError(f"players: expected {numbers} (I-01), found {len(players)}")
        for player in players:
            if not IDENTIFIER.fullmatch(player):
                raise ValueError(f"players: expected identifiers, found {player!a}")
            if players.count(player) > 1:
                raise ValueError(f"players: {player} is there twice (I-01)")
        setting = setting_of(board, tuple(players), parse_rulings(rulings))
        none = (0,) * len(players)
        return State(
            setting,
            phase="setup",
            round=1,
            first=0,
            turn=0,
            passed=(),
            acted=none,
            waiting=none,
            left=0,
            cubes=(0,) * len(CUBES),
            locked=0,
            pawns=((setting.depot,) * COUNTS.pawns,) * len(players),
            supply=CUBES,
            money=none,
            exchanges=(),
            open=(),
            stack=len(ACTIONS) * COUNTS.of_each_investment,
            investments=none,
            spaces=None,
            bag=None,
            since=None,
        )

    def legal_events(self, state: State) -> Sequence[Event]:
        """List all that players may do now, each once; not what chance deals, no corrections."""
        return legal.legal_events(state)

    def check(self, state: State, event: Event) -> Ruling:
        """Judge any well-formed event; never raises."""
        return check(state, event)

    def explain(self, state: State, event: Event) -> Ruling:
        """Judge any well-formed event and tell what follows from it."""
        return explain(state, event)

    def nearest(self, state: State, event: Event) -> Sequence[tuple[Event, Finding]]:
        """List the legal events closest to an illegal one."""
        return nearest(state, event)

    def apply(self, state: State, event: Event) -> Step[State, Effect]:
        """Play an event that ``check`` accepts; raises ValueError for one that it refuses."""
        if not is_legal(state, event):
            raise ValueError(f"{event.verb} refused by {check(state, event).broken}")
        return Step(*play(state, event))

    def phase(self, state: State) -> Phase[Event]:
        """Tell what a state waits for; nothing follows by itself: who cannot act passes.

        The button begins the actions of a round and ends a research or logistics. Otherwise it only
        ends a turn, which is an action that was seen, or must be told.
        """
        to_play = state.to_play
        players = () if to_play is None else (to_play,)
        return Phase(
            WAITS[state.phase], state.round, players, FOLLOWED, button=self._by_button(state)
        )

    def _by_button(self, state: State) -> Event | None:
        ends: Event = Ready() if state.to_play is None else Done(state.to_play)
        waits = state.phase in ("place", "research", "logistics")
        return ends if waits and is_legal(state, ends) else None

    def expected(self, state: State) -> View:
        """Tell what lies on the table once everything that the rules ask for has been done."""
        return expected(state)

    def tidying(self, state: State, event: Event) -> Sequence[View]:
        """Tell what the table may look like while an emptied region is being locked."""
        return tidying(state, event)

    def unseen(self, state: State) -> Sequence[tuple[Event, bool]]:
        """List what may happen without anything to be seen."""
        return unseen(state)

    def chance(self, state: State, before: View, seen: View) -> Event | None:
        """Name the refill that came between two views, when the state awaits one."""
        return refilled(state, before, seen)

    def attempts(self, state: State, seen: View) -> Sequence[Event]:  # noqa: ARG002 - see below
        """List nothing: so many things may have been tried that none is worth naming."""
        return ()

    def corrections(self, state: State, seen: View) -> Sequence[Event]:
        """List the corrections after which cubes, pawns and blocking markers lie as seen."""
        return corrections(state, seen)

    def entry(self, state: State) -> Sequence[Form]:
        """List what may be told now: all that is legal, or which refill chance dealt."""
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
        """Tell how much money the players have, and what they have on the board."""
        return score_sheet(state)


SIBERIA: Game[State, Event, Effect] = Siberia()
