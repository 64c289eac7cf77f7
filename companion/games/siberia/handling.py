"""What hands do to a table of Siberia when something happens: stage by stage, and the tidying."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from engine.setting import members
from engine.siberia import SIBERIA
from engine.siberia.board import BLOCKED, CLOCKS, EXCHANGES, OPEN, REGIONS, SUPPLY
from engine.siberia.effects import Effect, Locked, SentHome
from engine.siberia.events import Discover, Event, Investor, Mine, Move, Salesman, Worker
from engine.siberia.material import DEPOT, RESOURCE_NUMBER
from engine.siberia.state import State
from hardware.virtual.people import Stage
from hardware.virtual.scene import At
from hardware.virtual.tabletop import Tabletop


@dataclass(frozen=True, slots=True)
class Handling:
    """What is to be done at a table whose game stands so."""

    top: Tabletop
    state: State

    def stages(self, event: Event) -> list[Stage]:
        match event:
            case Mine(_, resource, _):
                return [self._away((REGIONS, one), resource) for one in mined(self.state, event)]
            case Investor(_, investment):
                return [self._away(self._opened(investment), investment)]
            case _:
                return self._walk(event)

    def _walk(self, event: Event) -> list[Stage]:
        match event:
            case Discover(_, resource, at):
                return [self._away((SUPPLY, resource), resource), self.put((REGIONS, at), resource)]
            case Move(player, origin, to):
                return [self._away((REGIONS, origin), player), self.put((REGIONS, to), player)]
            case Salesman(player, origin, to):
                return [*self._from(player, origin), self.put(self._place(to), player)]
            case Worker(player, origin):
                start = self.state.setting.board.start_region
                return [*self._from(player, origin), self.put((REGIONS, start), player)]
        return []

    def tidying(self, effects: Sequence[Effect]) -> list[Stage]:
        clocks = self.top.spots(CLOCKS, free=False)
        stages: list[Stage] = []
        for effect in effects:
            match effect:
                case Locked(region):
                    stages += [self._away(at, BLOCKED) for at in clocks[:1]]
                    stages.append(self.put((REGIONS, region), BLOCKED))
                    del clocks[:1]
                case SentHome(player, region, number):
                    stages += [self._home((REGIONS, region), player)] * number
        return stages

    def _place(self, ident: str) -> At:
        sides = [self.state.setting.places[one] for one in self.state.exchanges]
        if ident in sides:
            return (EXCHANGES, self.top.groups[EXCHANGES].places[sides.index(ident)].id)
        return (REGIONS, ident)

    def _from(self, player: str, origin: str) -> list[Stage]:
        if origin == DEPOT:
            at = self.top.seats[player].supply(0)
            return [(at, partial(self._fetch, player))]
        return [self._away(self._place(origin), player)]

    def _fetch(self, player: str) -> None:
        self.top.fetch(player)

    def _away(self, at: At, name: str) -> Stage:
        return self.top.point_of(at, name), partial(self.top.remove, at, name)

    def put(self, at: At, name: str) -> Stage:
        point = self.top.free_point(at)
        return point, partial(self.top.put, at, name, point)

    def _home(self, at: At, player: str) -> Stage:
        def home() -> None:
            self.top.remove(at, player)
            self.top.keep(player)

        return self.top.point_of(at, player), home

    def _opened(self, kind: str) -> At:
        found = self.top.spots(OPEN, free=False)
        return next(at for at in found if self.top.on(at)[0].name == kind)


def mined(state: State, event: Mine) -> tuple[str, ...]:
    """Name the regions from which an event takes cubes."""
    number = RESOURCE_NUMBER[event.resource]
    taken = state.cubes[number] & ~SIBERIA.apply(state, event).state.cubes[number]
    return tuple(state.setting.places[region] for region in members(taken))
