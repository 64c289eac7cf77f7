"""How Siberia is told: what its things are called, and what screens say of its states."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, reduce
from typing import Any, ClassVar, Final, Self

from companion.language import said
from companion.words.names import Names, board_called, capitalised
from engine.game import AnyEvent, StateObject
from engine.history import AnyHistory
from engine.ruling import Fact
from engine.siberia import SIBERIA
from engine.siberia.board import BLOCKED, SiberiaBoard
from engine.siberia.events import Correct, Discover, Mine, Move, Salesman, Setup, Worker
from engine.siberia.explain_actions import best_sales
from engine.siberia.material import COUNTS, DEPOT, MANAGER, MARKERS, RESOURCES, SPACES
from engine.siberia.state import State
from seeds.siberia import FOLDER

PLAYERS: Final = {
    *("player", "players", "first", "to_play", "as_turn_of", "order", "still_in", "passed", "home"),
    *("winners", "before", "depot", "money"),
}
NUMBERED: Final = {"slot": "exchange", "open": "investment"}
"""What places are that have a number in their id, by what stands before it."""
MONEY: Final = {"money", "price", "was", "now"}
"""The facts that are written as money is; what a correction changes may be some."""

LYING: Final = {"missing", "added", "seen"}
"""The facts that list what lies in a region or at an exchange: cubes, and pawns by their player."""


class SiberiaNames(Names):
    """Names and sentences of Siberia."""

    game = SIBERIA
    folder = FOLDER
    points_are_money = True
    own_board = said("Dubsar’s own Siberia (fictional, not the boxed game’s)")
    rulings: ClassVar[Mapping[str, str]] = {
        "end": "I-C02",
        "unsellable": "I-C09",
        "worker_from_salesman": "I-C27",
    }
    player_facts = PLAYERS
    choice_facts = frozenset({"shown", "kinds", "needs", "possible"})

    sides: Sequence[str] = ()
    """Which side of each exchange is in play, once that is known."""

    def for_state(self, state: StateObject) -> Self:
        return self._as(sides=state["exchanges"])

    @cached_property
    def _places(self) -> Mapping[str, str]:
        """What regions and exchanges are called, as printed."""
        if not isinstance(self.board, SiberiaBoard):
            return {}
        named = {one.id: one.name for one in self.board.regions}
        return named | {one.id: one.name for one in self.board.exchanges}

    def place(self, place: str) -> str:
        if place in self._places:
            return self._places[place]
        if place in RESOURCES:
            return self.tell("resource", place)
        if place in {DEPOT, BLOCKED}:
            return self.tell("place", place)
        kind, _, number = place.partition("-")
        if kind in NUMBERED and number.isdigit():
            return self._numbered(NUMBERED[kind], int(number))
        return self.tell("space", place) if place in SPACES else place

    def _numbered(self, kind: str, number: int) -> str:
        """Name an exchange, by its side once that is known, or an open investment marker."""
        if kind == "exchange" and self.sides:
            return self.place(self.sides[number - 1])
        return self.tell("screen", kind, {"number": number})

    def piece(self, piece: str) -> str:
        is_pawn = piece not in self._places and piece not in {*RESOURCES, *SPACES, BLOCKED}
        return super().piece(piece) if is_pawn else self.place(piece)

    def name(self, fact: str, value: str | None) -> str:
        if value is not None and fact == "since":
            return self.tell("since", value)
        if value in MARKERS and fact in {"marker", "markers"}:
            return self._marker(value)
        if value is not None and fact in LYING and value not in {*RESOURCES, BLOCKED}:
            return self.tell("seen", "pawn", {"player": value})
        return super().name(fact, value)

    def _marker(self, marker: str) -> str:
        if marker == MANAGER:
            return self.tell("marker", MANAGER)
        resource, person = marker.split(".")
        return self.tell("marker", "double", {"resource": resource, "person": person})

    def waits_for(self, state: StateObject, *, virtual: bool = False) -> str:
        """Say it; at a virtual table nobody has markers to place, unless they are told."""
        if virtual and state["phase"] == "place" and state["spaces"] is None:
            return self.tell("screen", "begins", {"round": state["round"], "virtual": True})
        return super().waits_for(state, virtual=virtual)

    def value(self, fact: str, value: Fact) -> str:
        """Write the value of a fact: money in thousands, and of things called alike how many."""
        if isinstance(value, int):
            return self.language.grouped(value) if fact in MONEY else str(value)
        if not value and self._sentences.has("none", fact):
            return self.tell("none", fact)
        if isinstance(value, tuple) and fact == "changes":  # each may hold a list of its own
            return reduce(self._and_then, value)
        if isinstance(value, tuple) and len({*value}) < len(value):
            times = Counter(self.name(fact, one) for one in value)
            return self.all_of(one if n == 1 else f"{one} ({n}\u00d7)" for one, n in times.items())
        return super().value(fact, value)

    def _and_then(self, said: str, more: str) -> str:
        return self.tell("change", "next", {"said": said, "more": more})

    def event_of(self, history: AnyHistory, number: int) -> str:
        text, event = super().event_of(history, number), history.events[number - 1]
        if isinstance(event, Mine):
            sheets = (history.game.scores(history.at(one)) for one in (number - 1, number))
            before, after = ({row.player: row.total for row in sheet.rows} for sheet in sheets)
            if gained := after[event.player] - before[event.player]:
                return self.tell("screen", "gained", {"event": text, "money": gained})
        return text

    def facts_of(self, event: AnyEvent, most: int | None = None) -> Mapping[str, Fact]:
        """List what an event says: of a correction its changes, of the setup not the cubes."""
        if isinstance(event, Setup):
            return {"first": event.first, "exchanges": event.exchanges, "open": event.open}
        if not isinstance(event, Correct):
            return super().facts_of(event, most)
        changes = tuple(self._changes(event))
        return {"changes": () if most is not None and len(changes) > most else changes}

    def _changes(self, event: Correct) -> Iterator[str]:
        for at, held in event.cubes:
            yield self.tell("change", "cubes", {"at": at, "now": held})
        if event.locked is not None:
            yield self.tell("change", "locked", {"now": event.locked})
        for at, numbers in event.pawns:
            standing = tuple(player for player, number in numbers for _ in range(number))
            yield self.tell("change", "pawns", {"at": at, "now": standing})
        for resource, number in event.supply:
            yield self.tell("change", "supply", {"resource": resource, "now": number})
        for player, number in event.money:
            yield self.tell("change", "money", {"player": player, "now": number})

    def brings(self, event: AnyEvent, before: State, after: State) -> Sequence[str]:
        """Say what sales would then bring whoever acts, where it is other than now.

        Of a sale nothing: what it brings, and what is gone then, is its effect.
        """
        if not isinstance(event, (Salesman, Worker, Move, Discover)):
            return ()
        now, then = (best_sales(state, event.player) for state in (before, after))
        told = []
        for resource, (money, where) in then.items():
            was, _ = now[resource]
            if money != was:
                facts: Mapping[str, Fact]
                facts = {"resource": resource, "now": money, "was": was, "exchange": where}
                told.append(capitalised(self.tell("screen", "would_sell", facts)))
        return told or [self.tell("screen", "sells_no_more")]

    def unseen_deal(self) -> str:
        return self.tell("screen", "unseen_marker")

    def lying(self, at: str, expected: tuple[str, ...], seen: tuple[str, ...]) -> str:
        if at.startswith("open-"):
            marker: Mapping[str, Fact] = {"at": at, "open": expected, "investment": seen}
            return self.tell("seen", "marker", marker)
        should, lies = Counter(expected), Counter(seen)
        parts = {"missing": should - lies, "added": lies - should}
        facts: Mapping[str, Fact] = {
            part: _in_order([*things.elements()]) for part, things in parts.items() if things
        }
        return self.tell("seen", "_".join(facts), {"at": at, **facts})

    def standing(self, there: Mapping[str, str | Sequence[str] | None]) -> list[str]:
        return [
            self.tell("seen", "put", {"at": at, "seen": _in_order(things or ())})
            for at, things in there.items()
        ]

    def put_back(
        self, now: StateObject, then: StateObject, moved: Mapping[str, str | None]
    ) -> list[str]:
        del moved
        before, after = _lying(now), _lying(then)
        return [
            self.tell("seen", "put", {"at": at, "seen": after.get(at, ())})
            for at in sorted({*before, *after})
            if before.get(at, ()) != after.get(at, ())
        ]

    def progress(self, state: StateObject) -> tuple[str, ...]:
        return (
            () if state["phase"] == "setup" else (self.tell("progress", "round", _how_far(state)),)
        )

    def stand(self, state: StateObject) -> str:
        if winners := tuple(state["winners"]):
            return self.tell("finding", "I-36: winners", {"winners": winners})
        return self.tell(
            "stand", "setup" if state["phase"] == "setup" else "round", _how_far(state)
        )

    def points(self, called: str, points: int) -> str:
        return self.tell("points", "money", {"called": called, "money": points})

    def summary(self) -> str:
        board = self.board
        if not isinstance(board, SiberiaBoard):
            return super().summary()
        facts: Mapping[str, Fact] = {
            "name": board_called(board, self.language),
            "regions": len(board.regions),
            "borders": len(board.borders),
            "exchanges": len(board.exchanges),
        }
        return self.tell("board", "summary", facts)


def _in_order(things: Sequence[str]) -> tuple[str, ...]:
    known = [*RESOURCES, BLOCKED]
    return tuple(sorted(things, key=lambda one: (one not in known, one)))


def _lying(state: StateObject) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for at in {*state["cubes"], *state["pawns"], *state["locked"]}:
        pawns = state["pawns"].get(at, {})
        standing = tuple(player for player, number in pawns.items() for _ in range(number))
        blocked = (BLOCKED,) * (at in state["locked"])
        found[at] = (*state["cubes"].get(at, ()), *standing, *blocked)
    return found


def _how_far(state: StateObject) -> Mapping[str, Fact]:
    """Tell how near the end is: of what brings it no more than it takes."""
    keys: Mapping[str, Any] = {**state}
    locked = min(len(keys["locked"]), COUNTS.end.locked)
    empty = min(sum(not left for left in state["supply"].values()), COUNTS.end.supplies)
    return {"round": keys["round"], "locked": locked, "empty": empty}


NAMES: Final = SiberiaNames
