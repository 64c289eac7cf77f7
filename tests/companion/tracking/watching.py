"""A game played behind the tracker's back, and an eye that sees it as well as a test wants."""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from companion.tracking.followed import FollowedGame
from companion.tracking.spots import SpotTracker
from companion.tracking.tracker import Options
from engine import board
from engine.games import parse_board
from engine.history import History
from engine.layout import View
from engine.sumeria import SUMERIA
from engine.sumeria.board_file import INFLUENCE, RANKING
from engine.sumeria.board_file import INFLUENCE_KINDS as KINDS
from engine.sumeria.events import Add, Correct, Draw, Event, Move, Remove, Setup
from engine.sumeria.state import State
from seeds.boards import builtin_board_text
from vision.reading import Reading, Slots

BOARD = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
GAME = FollowedGame(SUMERIA, BOARD)
LOCATIONS = [location.id for location in BOARD.locations]
PLAYERS = ("red", "blue", "yellow")
ROW = tuple(state.id for state in BOARD.regions)
DEAL = ("economy", "military", "politics", "religion", "religion", "economy")
SURE: Final = 12.0
"""By how much a location's log likelihood speaks for what is there, when it is well seen."""

Doubts = Mapping[str, Mapping[str | None, float]]


def setting_out(players: Sequence[str] = PLAYERS) -> History[Any, Any, Any]:
    """Play header and setup; the first of the players opens."""
    history = History(SUMERIA, SUMERIA.new_game(BOARD, players, {}))
    history.append(Setup(players[0], ROW, DEAL))
    return history


def at_play(players: Sequence[str] = PLAYERS, seed: int = 1) -> History[Any, Any, Any]:
    """Play the opening placement by chance as well, up to the first action."""
    history = setting_out(players)
    chance = random.Random(seed)  # noqa: S311 - nobody's secret
    while history.state.phase == "placement":
        history.append(chance.choice(SUMERIA.legal_events(history.state)))
    return history


def standing_at(
    players: Sequence[str] = PLAYERS, **merchants: Sequence[str]
) -> History[Any, Any, Any]:
    """Begin the first dynasty with merchants of each player at these locations, no others."""
    history = at_play(players)
    board: dict[str, str | None] = dict.fromkeys(LOCATIONS)
    board |= {at: player for player, places in merchants.items() for at in places}
    history.append(Correct(tuple(board.items())))
    return history


STANDING: Final = {
    "red": ("kish.city", "uruk.city", "ur.town-1"),
    "blue": ("nippur.city", "umma.town-1", "ur.village-1"),
    "yellow": ("lagash.city", "lagash.town-1", "eridu.village-1"),
}
"""Red is to play, then blue, then yellow. The royal road runs past kish.village-2, kish.city and
nippur.village-2 to nippur.city."""
THREE_PLAY = partial(standing_at, **STANDING)
ADD = Add("red", "adab.town-2")
MOVE = Move("red", "kish.city", "nippur.village-2")
REMOVE = Remove("red", "ur.town-1")


def reading_of(  # noqa: PLR0913 - a table has that many sides
    view: View,
    *,
    colours: Sequence[str] = PLAYERS,
    hand: bool = False,
    registered: bool = True,
    hidden: Collection[str] = (),
    doubts: Doubts | None = None,
    ranking: Sequence[str | None] | None = None,
    influence: Sequence[str | None] | None = None,
    untold_slots: Collection[int] = (),
    untold_spaces: Collection[int] = (),
    taught: bool = True,
) -> Reading:
    """See a table as it is, but for what a test has otherwise.

    ``hidden`` are locations near a hand or out of view. ``doubts`` gives a location's log
    likelihoods as they are to be, zero for what is not named.
    ``ranking`` and ``influence`` are what lies there, as far as that is not untold; without
    ``taught`` tiles cannot be seen.
    """
    choices = (None, *colours)
    standing = view.singles("locations")
    rows = np.array([[0.0 if there == one else -SURE for one in choices] for there in standing])
    for location, row in (doubts or {}).items():
        rows[LOCATIONS.index(location)] = [row.get(one, 0.0) for one in choices]
    out_of_sight = np.array([at in hidden for at in LOCATIONS])
    groups = {board.LOCATIONS: Slots(choices, rows, ~out_of_sight, out_of_sight)}
    if taught:
        groups[RANKING] = tiles(ranking or view.singles("ranking"), ROW, untold_slots)
        groups[INFLUENCE] = tiles(influence or view.singles("influence"), KINDS, untold_spaces)
    return Reading(registered=registered, hand=hand, groups=groups if registered else {})


def tiles(lying: Sequence[str | None], names: Sequence[str], untold: Collection[int] = ()) -> Slots:
    """See a group of tiles, surely but for the places of which nothing is told."""
    classes = (None, *sorted(names))
    observed = np.array([place not in untold for place in range(len(lying))])
    rows = np.array([[0.0 if there == one else -SURE for one in classes] for there in lying])
    return Slots(classes, rows, observed, ~observed)


class Watched:
    """A table that is played at, and the tracker that watches it.

    ``truth`` is the game as played; the tracker has its own history, equal at the beginning.
    """

    def __init__(
        self,
        start: Callable[[], History[Any, Any, Any]],
        **options: Any,  # noqa: ANN401 - as the tracker has them
    ) -> None:
        """Sit the tracker down at a game that has come as far as ``start`` plays it."""
        self.truth = start()
        self.tracker = SpotTracker(start(), BOARD, Options(**options))
        self.frames = 0

    @property
    def state(self) -> State:
        """Where the game really stands."""
        state: State = self.truth.state
        return state

    def play(self, *events: Event) -> "Watched":
        """Let the players do this, which must be legal."""
        for event in events:
            self.truth.append(event)
        return self

    def look(self, **otherwise: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - as reading_of has it
        """Show the tracker the table and take what it writes, its frame's name checked."""
        self.frames += 1
        name = f"{self.frames:04d}.jpg"
        view = otherwise.pop("view", SUMERIA.expected(self.state))
        lines = self.tracker.see(reading_of(view, **otherwise), name)
        assert all(line.pop("frame") == name for line in lines)
        return lines

    def wait(self, **otherwise: Any) -> list[dict[str, Any]]:  # noqa: ANN401
        """Look for as long as the tracker waits while what happens next may tell."""
        return [line for _ in range(4) for line in self.look(**otherwise)]


def record(*events: Event) -> list[dict[str, object]]:
    """Write events as a record has them."""
    return [SUMERIA.format_event(event) for event in events]


def with_change(view: View, change: Mapping[str, str | None]) -> View:
    """Change who stands where on a table."""
    standing = zip(LOCATIONS, view.singles("locations"), strict=True)
    return view.having("locations", [change.get(at, there) for at, there in standing])


def deal(state: State, chance: random.Random) -> Draw:
    """Draw six tiles from the bag."""
    bag = [
        kind
        for kind, left in zip(state.setting.counts.kinds, state.bag, strict=True)
        for _ in range(left)
    ]
    return Draw(tuple(chance.sample(bag, 6)))
