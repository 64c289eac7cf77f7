"""Where a game of Siberia stands: immutable, compared by value."""

from functools import reduce
from operator import or_
from typing import Literal, NamedTuple

from engine.siberia.events import Event
from engine.siberia.material import ACTIONS, COUNTS, CUBES, LABORATORY
from engine.siberia.setting import Setting

Phase = Literal["setup", "place", "action", "research", "logistics", "refill", "discard", "over"]
Spaces = tuple[tuple[int, ...], ...]
"""The action markers on one player's board: a tuple a space, in research as many as there are."""


class Conditions(NamedTuple):
    """Which conditions of the end hold (I-11): regions enough are locked, supplies enough empty."""

    locked: bool
    empty: bool


class Cause(NamedTuple):
    """The event that brought the end in sight, and the conditions that held by it."""

    event: Event
    held: Conditions


class State(NamedTuple):
    """The table after an event; a named tuple, because a changed copy of one is quickly made.

    Places, resources, actions and markers are numbers (``setting``, ``material``), sets of
    regions, actions and resources integers. ``first`` is the seat of this round's first player,
    ``turn`` the seat that acts or acted last. ``passed`` holds seats; ``acted``, ``waiting``,
    ``pawns``, ``money`` and ``investments`` have an entry a seat, ``cubes`` (the set of regions
    that hold one) and ``supply`` one a resource. ``pawns``: the places of a player's pawns, sorted.
    ``left``: steps in ``logistics``, cubes in an untold ``research``, otherwise 0.
    ``exchanges``: the sides in play. ``open``: the actions of the open investment markers, sorted.
    ``spaces`` and ``bag`` are None where markers are untold. ``since``: what brought a condition of
    the end about, while it holds.
    """

    setting: Setting
    phase: Phase
    round: int
    first: int
    turn: int
    passed: tuple[int, ...]
    acted: tuple[int, ...]
    waiting: tuple[int, ...]
    left: int
    cubes: tuple[int, ...]
    locked: int
    pawns: tuple[tuple[int, ...], ...]
    supply: tuple[int, ...]
    money: tuple[int, ...]
    exchanges: tuple[int, ...]
    open: tuple[int, ...]
    stack: int
    investments: tuple[int, ...]
    spaces: tuple[Spaces, ...] | None
    bag: tuple[int, ...] | None
    since: Cause | None

    @property
    def order(self) -> tuple[str, ...]:
        """The players in this round's order: clockwise from the first (I-16)."""
        players = self.setting.players
        return players[self.first :] + players[: self.first]

    @property
    def to_play(self) -> str | None:
        """The player who must act, or None when nobody in particular must."""
        if self.phase in ("action", "research", "logistics"):
            return self.setting.players[self.turn]
        return None

    @property
    def ending(self) -> bool:
        """Whether the running round is the last (I-11)."""
        return any(self.conditions)

    @property
    def conditions(self) -> Conditions:
        """Which conditions of the end hold (I-11)."""
        locked = self.locked.bit_count() >= COUNTS.end.locked
        return Conditions(locked, self.supply.count(0) >= COUNTS.end.supplies)

    @property
    def occupied(self) -> int:
        """The set of regions that hold any cube."""
        return reduce(or_, self.cubes)

    def sold(self, resource: int) -> int:
        """Count the cubes of a resource that are out of the game (I-32)."""
        return CUBES[resource] - self.supply[resource] - self.cubes[resource].bit_count()

    def workers(self, seat: int) -> int:
        first_side = self.setting.first_side
        found = 0
        for place in self.pawns[seat]:
            if place >= first_side:
                break
            found |= 1 << place
        return found

    def free(self, seat: int) -> int:
        """Find the actions of a player's board that have a free space (told only), as a set."""
        invested = self.investments[seat]
        found = 0
        for action, markers in enumerate((self.spaces or ())[seat][:LABORATORY]):
            if len(markers) + (invested >> action & 1) < COUNTS.spaces:
                found |= 1 << action
        return found

    def filled(self, seat: int) -> int:
        """Find the actions whose two spaces are filled, as a set; all where markers are untold."""
        return ALL_ACTIONS if self.spaces is None else ALL_ACTIONS & ~self.free(seat)

    def research(self, seat: int) -> tuple[int, ...]:
        """List the markers in a player's research; none where markers are untold."""
        return () if self.spaces is None else self.spaces[seat][LABORATORY]

    def discoverable(self, resource: int) -> int:
        """Find the regions into which research may put a resource (I-21, I-22, I-34), as a set."""
        if not self.supply[resource]:
            return 0
        return self.setting.with_cubes & ~self.locked & ~self.cubes[resource]


ALL_ACTIONS = (1 << len(ACTIONS)) - 1
