"""Siberia behind the seam that every game offers the companion (``engine.game``)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.board import Board
from engine.game import Game, Phase, Waits
from engine.ruling import Finding
from engine.setting import check_players, parse_rulings
from engine.siberia import board as board_file
from engine.siberia import events, legal, state_json
from engine.siberia.board import EXCHANGES, OPEN, REGIONS, SUPPLY, SiberiaBoard
from engine.siberia.check import check, consequences
from engine.siberia.effects import Effect
from engine.siberia.events import Done, Event, Ready
from engine.siberia.explain_now import standing
from engine.siberia.legal import is_legal
from engine.siberia.material import ACTIONS, COUNTS, CUBES
from engine.siberia.nearest import distance
from engine.siberia.play import play
from engine.siberia.scoring import score_sheet
from engine.siberia.setting import CHOICES, Rulings, setting_of
from engine.siberia.state import State
from engine.siberia.view import (
    attempts,
    begun,
    corrections,
    entry,
    essence,
    expected,
    refilled,
    tidying,
    unseen,
)

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
    """The rules of Siberia for two to four players; what each method is for says ``Game``."""

    name = "siberia"
    player_counts: Sequence[int] = tuple(sorted(COUNTS.players))
    rulings: Mapping[str, Sequence[str | int]] = CHOICES

    legal_events = staticmethod(legal.legal_events)
    check = staticmethod(check)
    is_legal = staticmethod(is_legal)
    consequences_since = staticmethod(consequences)
    distance = staticmethod(distance)
    play = staticmethod(play)
    expected = staticmethod(expected)
    tidying = staticmethod(tidying)
    unseen = staticmethod(unseen)
    essence = staticmethod(essence)
    chance = staticmethod(refilled)
    attempts = staticmethod(attempts)
    begun = staticmethod(begun)
    corrections = staticmethod(corrections)
    entry = staticmethod(entry)
    scores = staticmethod(score_sheet)
    parse_event = staticmethod(events.parse_event)
    format_event = staticmethod(events.format_event)
    to_json = staticmethod(state_json.to_json)
    board_keys = staticmethod(board_file.board_keys)
    parse_board = staticmethod(board_file.parse_board)

    def new_game(
        self, board: Board, players: Sequence[str], rulings: Mapping[str, str | int]
    ) -> State:
        if not isinstance(board, SiberiaBoard):
            raise ValueError(f"expected a board for {self.name}, found one for {board.game}")  # noqa: TRY004 - said of a board file
        check_players(players, COUNTS.players, "I-01")
        setting = setting_of(board, tuple(players), parse_rulings(Rulings, rulings))
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

    def standing(self, state: State) -> Iterator[Finding]:
        return standing(state)

    def untracked(self, state: State) -> tuple[str, str] | None:
        if state.spaces is None:
            return None
        return "setup.markers", 'expected "untold": no frame shows the players\u2019 own boards'

    def consequences(self, state: State, event: Event) -> Iterator[Finding]:
        return consequences(state, event, None)

    def cause(self, state: State) -> Event | None:
        return None if state.since is None else state.since.event

    def phase(self, state: State) -> Phase[Event]:
        """Tell what a state waits for; nothing follows by itself: who cannot act passes.

        The button begins the actions of a round and ends a research or logistics. Otherwise it only
        ends a turn, which is an action that was seen, or must be told.
        """
        to_play = state.to_play
        players = () if to_play is None else (to_play,)
        ends: Event = Ready() if to_play is None else Done(to_play)
        may_end = state.phase in ("place", "research", "logistics") and is_legal(state, ends)
        button = ends if may_end else None
        return Phase(WAITS[state.phase], state.round, players, FOLLOWED, button=button)


SIBERIA: Game[State, Event, Effect] = Siberia()
