"""Sumeria behind the seam that every game offers the companion (``engine.game``)."""

from collections.abc import Mapping, Sequence

from engine.board import Board
from engine.game import Game
from engine.setting import check_players, parse_rulings
from engine.sumeria import board_file, dynasty, events, explain_dynasty, legal, turns, view
from engine.sumeria.actions import play
from engine.sumeria.check import check
from engine.sumeria.effects import Effect
from engine.sumeria.events import Event
from engine.sumeria.explain import consequences
from engine.sumeria.nearest import distance
from engine.sumeria.setting import CHOICES, Rulings, setting_of
from engine.sumeria.state import State
from seeds.sumeria import counts


class Sumeria(Game[State, Event, Effect]):
    """The rules of Sumeria for three or four players; what each method is for says ``Game``."""

    name = "sumeria"
    player_counts: Sequence[int] = tuple(sorted(counts().shares))
    rulings: Mapping[str, Sequence[str | int]] = CHOICES

    legal_events = staticmethod(legal.legal_events)
    check = staticmethod(check)
    is_legal = staticmethod(legal.is_legal)
    consequences = staticmethod(consequences)
    distance = staticmethod(distance)
    play = staticmethod(play)
    phase = staticmethod(turns.phase)
    expected = staticmethod(view.expected)
    tidying = staticmethod(view.tidying)
    chance = staticmethod(view.chance)
    attempts = staticmethod(view.attempts)
    corrections = staticmethod(view.corrections)
    entry = staticmethod(view.entry)
    outlook = staticmethod(dynasty.outlook)
    account = staticmethod(explain_dynasty.account)
    scores = staticmethod(dynasty.scores)
    parse_event = staticmethod(events.parse_event)
    format_event = staticmethod(events.format_event)
    board_keys = staticmethod(board_file.board_keys)
    parse_board = staticmethod(board_file.parse_board)

    def new_game(
        self, board: Board, players: Sequence[str], rulings: Mapping[str, str | int]
    ) -> State:
        if board.game != self.name:
            raise ValueError(f"expected a board for {self.name}, found one for {board.game}")
        check_players(players, counts().shares, "S-01")
        setting = setting_of(board, tuple(players), parse_rulings(Rulings, rulings))
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

    def to_json(self, state: State) -> dict[str, object]:
        setting = state.setting
        kinds = setting.counts.kinds
        locations = setting.board.locations
        occupants = {one.id: state.occupant(number) for number, one in enumerate(locations)}
        return {
            "phase": state.phase,
            "dynasty": state.dynasty,
            "turn": state.turn,
            "to_play": turns.to_play(state),
            "order": [] if state.phase == "setup" else list(state.order),
            "ranking": list(state.ranking),
            "board": {at: player for at, player in sorted(occupants.items()) if player is not None},
            "supply": {player: state.supply(seat) for player, seat in setting.seats.items()},
            "influence": list(state.influence),
            "tiles": {
                player: dict(zip(kinds, state.tiles[seat], strict=True))
                for player, seat in setting.seats.items()
            },
            "points": {
                player: dynasty.points(state, seat) for player, seat in setting.seats.items()
            },
            "bag": dict(zip(kinds, state.bag, strict=True)),
            "winners": list(dynasty.winners(state)),
        }


SUMERIA: Game[State, Event, Effect] = Sumeria()
