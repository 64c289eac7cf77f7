"""What lies on the table before a game of Siberia, as people say or else as the camera reads."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from companion.pages.setting_up import entered_at, entered_of
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.sighting import sighting
from companion.tracking.waiting import Agreement
from engine.siberia.board import SiberiaBoard
from engine.siberia.events import Setup
from engine.siberia.material import ACTIONS, COUNTS, RESOURCES

TOLD: Final = ("untold", "told")
Pair = tuple[str, ...]
PAIRS: Final[Sequence[Pair]] = [*combinations(RESOURCES, COUNTS.regions.cubes)]
"""What may lie in a region at the start."""


class SetupReading:
    """What lies on the table before a game; what people say counts before what is seen.

    ``cubes`` are those of each region, ``sides`` and ``open`` the exchanges and the investment
    markers by place, None where unknown.
    """

    def __init__(self, board: SiberiaBoard, live: LiveGame) -> None:
        """Begin with what people have entered before the power went, if they have."""
        self._board: Final = board
        self._live: Final = live
        self._seen_cubes: Mapping[str, Pair] = {}
        self._seen_sides: Sequence[str | None] = (None,) * COUNTS.exchanges
        self._seen_open: Sequence[str | None] = (None,) * COUNTS.open
        kept, sides = live.entered, [one.id for one in board.exchanges]
        cubes = entered_of(self.regions, kept.get("cubes"), [[*pair] for pair in PAIRS])
        self._told_cubes: Final[dict[str, Pair]] = {at: tuple(pair) for at, pair in cubes.items()}
        self._told_sides: Final = entered_at(COUNTS.exchanges, kept.get("sides"), sides)
        self._told_open: Final = entered_at(COUNTS.open, kept.get("open"), ACTIONS)
        self.pawns: Mapping[str, Mapping[str, int]] = {}
        self.markers = TOLD[kept.get("markers") == TOLD[1]]

    @property
    def regions(self) -> tuple[str, ...]:
        return tuple(one.id for one in self._board.regions if one.cubes)

    @property
    def cubes(self) -> dict[str, Pair]:
        return {**self._seen_cubes, **self._told_cubes}

    @property
    def sides(self) -> tuple[str | None, ...]:
        """The exchanges; a tile whose other side was told lies nowhere else."""
        tiles = {self._tile(one) for one in self._told_sides.values()}
        seen = (None if one and self._tile(one) in tiles else one for one in self._seen_sides)
        return tuple(self._told_sides.get(i, one) for i, one in enumerate(seen))

    @property
    def open(self) -> tuple[str | None, ...]:
        return tuple(self._told_open.get(i, one) for i, one in enumerate(self._seen_open))

    @property
    def missing(self) -> tuple[str, ...]:
        """The regions in which not two different cubes are known to lie."""
        return tuple(
            one for one in self.regions if len(set(self.cubes.get(one, ()))) != COUNTS.regions.cubes
        )

    @property
    def by_camera(self) -> bool:
        """Whether nobody had to enter anything but whether markers are told."""
        return not (self._told_cubes or self._told_sides or self._told_open)

    @property
    def complete(self) -> bool:
        return not self.missing and None not in self.sides and None not in self.open

    def add(self, look: Look, agreed: Agreement) -> None:
        """Take a look; what several looks in a row say counts."""
        reading = look.reading
        line = sighting(reading, self._board, look.name)
        lying = {at: tuple(one["cubes"]) for at, one in line["regions"].items()}
        cubes = {at: held for at, held in lying.items() if held}
        if agreed.on("cubes", cubes):
            self._seen_cubes = cubes
            self.pawns = {at: one["pawns"] for at, one in line["regions"].items()}
        sides = [one["exchange"] for one in line["slots"]]
        if len(sides) == COUNTS.exchanges and agreed.on("sides", sides):
            self._seen_sides = sides
        opened = line["open"]
        if opened is not None and agreed.on("open", opened):
            self._seen_open = opened

    def enter_cubes(self, at: str, pair: Pair) -> None:
        self._told_cubes[at] = pair
        self._keep()

    def enter_side(self, slot: int, side: str) -> None:
        """Say which side lies there; its tile lies nowhere else."""
        for other, told in [*self._told_sides.items()]:
            if self._tile(told) == self._tile(side):
                del self._told_sides[other]
        self._told_sides[slot] = side
        self._keep()

    def enter_open(self, slot: int, action: str) -> None:
        self._told_open[slot] = action
        self._keep()

    def enter_markers(self, markers: str) -> None:
        self.markers = markers
        self._keep()

    def setup(self, first: str) -> Setup:
        cubes = tuple((at, self.cubes[at]) for at in self.regions)
        sides = tuple(one for one in self.sides if one)
        return Setup(first, cubes, sides, tuple(one for one in self.open if one), self.markers)

    def _keep(self) -> None:
        told = {"cubes": self._told_cubes, "sides": self._told_sides, "open": self._told_open}
        self._live.keep_entered({**told, "markers": self.markers})

    def _tile(self, side: str) -> str:
        return next(one.tile for one in self._board.exchanges if one.id == side)
