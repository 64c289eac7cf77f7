"""How Sumeria is told: what its things are called, and what screens say of its states."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, TypeVar

from companion.language import said
from companion.words.names import Names, board_called, capitalised
from engine.game import AnyEvent, StateObject
from engine.ruling import Fact, Finding
from engine.sumeria import SUMERIA
from engine.sumeria.board_file import INFLUENCE_KINDS, RANKING
from engine.sumeria.events import Correct, Draw, Move
from seeds.sumeria import FOLDER, counts

PLAYERS: Final = {
    *("player", "players", "first", "to_play", "occupant", "controller", "runner_up", "fewest"),
    *("as_turn_of", "before", "after", "order", "among", "tied", "left", "winners", "standing"),
}
TILES: Final = {"tiles", "lying", "influence"}

Lying = TypeVar("Lying")
CHOICE: Final = "S-C37"
"""The rule by which somebody chooses tiles."""


class SumeriaNames(Names):
    """Names and sentences of Sumeria."""

    game = SUMERIA
    folder = FOLDER
    own_board = said("Dubsar’s own board (fictional, not the boxed game’s)")
    rulings: ClassVar[Mapping[str, str]] = {
        "branch_at": "S-C02",
        "first_player": "S-C01",
        "final_tie": "S-C10",
        "one_tile_points": "S-C03",
    }
    player_facts = PLAYERS

    def place(self, place: str) -> str:
        number = self.board.index.get(place)
        if number is None:
            named = (one.name for one in self.board.regions if one.id == place)
            return next(named, place)
        found = self.board.locations[number]
        facts: Mapping[str, Fact] = {"id": place, "city_state": found.region}
        name = self.tell("brief_location" if self.is_brief else "location", found.kind, facts)
        return f"{name} ({self.letters[place]})" if place in self.letters else name

    def piece(self, piece: str) -> str:
        return self.count(piece, 1) if piece in INFLUENCE_KINDS else self.colour(piece)

    def name(self, fact: str, value: str | None) -> str:
        if fact == "id" or (value is None and fact not in PLAYERS):
            return value or ""
        return super().name(fact, value)

    def value(self, fact: str, value: Fact) -> str:
        """Write the value of a fact; of tiles how many there are of each kind."""
        if isinstance(value, tuple) and fact in TILES:
            return self.counts(value)
        return super().value(fact, value)

    def shown(self, fact: str, facts: Mapping[str, Fact]) -> str:
        """Write one of the facts; a number of tiles with the kind that stands beside it."""
        value = facts[fact]
        if fact == "tiles" and isinstance(value, int):
            return self.count(str(facts["kind"]), value)
        return self.value(fact, value)

    def finding(self, finding: Finding) -> str:
        """Tell it; who takes some of several tiles that are alike chooses nothing."""
        facts = dict(finding.facts)
        if finding.rule == CHOICE and _are_alike(facts["tiles"]):
            return capitalised(self.tell("remark", "take", facts))
        return super().finding(finding)

    def dealt(self, event: AnyEvent) -> str:
        """List the tiles alone, as they are asked for, by their kinds alone."""
        if not isinstance(event, Draw):
            return super().dealt(event)
        dealt = Counter(event.influence)
        return self.all_of(f"{number} {self.tell('kind', kind)}" for kind, number in dealt.items())

    def waits_for(self, state: StateObject, *, virtual: bool = False) -> str:
        lying = (one for one in by_rank(state["influence"]) if {*one} != {None})
        if state["phase"] == "claim" and _are_alike(next(lying, ())):
            return self.tell("awaited", "take", {"player": state["to_play"]})
        return super().waits_for(state, virtual=virtual)

    def facts_of(self, event: AnyEvent, most: int | None = None) -> Mapping[str, Fact]:
        """List what an event says: of a correction its changes, of a move its city-state."""
        if isinstance(event, Move):
            regions = {self._region(event.origin), self._region(event.to)}
            within = regions.pop() if len(regions) == 1 else None
            return {**super().facts_of(event), "within": within}
        if not isinstance(event, Correct):
            return super().facts_of(event)
        if most is not None and len(event.board) > most:
            return {"changes": ()}
        changes = [
            self.tell("change", "at", {"player": player, "at": at}) for at, player in event.board
        ]
        if event.ranking is not None:
            changes.append(self.tell("change", "ranking"))
        return {"changes": tuple(changes)}

    def _region(self, at: str) -> str | None:
        number = self.board.index.get(at)
        return None if number is None else self.board.locations[number].region

    def summary(self) -> str:
        board = self.board
        facts: Mapping[str, Fact] = {
            "name": board_called(board, self.language),
            "city_states": len(board.regions),
            "locations": len(board.locations),
            "routes": len(board.routes),
            "stretches": len({frozenset(stretch) for stretch in board.stretches()}),
        }
        return self.tell("board", "summary", facts)

    def progress(self, state: StateObject) -> tuple[str, ...]:
        match state["phase"]:
            case "setup":
                return ()
            case "placement":
                placed = [*state["board"].values()].count(state["to_play"])
                of = counts().shares[len(state["supply"])].placements
                return (self.tell("progress", "placement", {"number": placed + 1, "of": of}),)
        return tuple(self.tell("progress", one, _time(state)) for one in ("dynasty", "turn"))

    def stand(self, state: StateObject) -> str:
        if winners := tuple(state["winners"]):
            return self.tell("finding", "S-42: winners", {"winners": winners})
        begun = state["phase"] not in {"setup", "placement"}
        return self.tell("stand", "turn" if begun else state["phase"], _time(state))

    def row_reminder(self, note: Mapping[str, Any]) -> str:
        if swap := _to_swap(note):
            return self.tell("marker", "swap", swap)
        both = enumerate(zip(note["expected"], note["seen"], strict=True), 1)
        rank, city_state = next((rank, one) for rank, (one, there) in both if one != there)
        return self.tell("marker", "row", {"city_state": city_state, "rank": rank})

    def note(self, line: Mapping[str, Any]) -> str:
        """Tell it; of two tiles that have only still to be swapped, that they had."""
        if line["note"] == RANKING and (swap := _to_swap(line)):
            return self.tell("note", "swap", swap)
        return super().note(line)

    def put_back(
        self, now: StateObject, then: StateObject, moved: Mapping[str, str | None]
    ) -> list[str]:
        sentences = [*self._merchants_put_back(now["board"], moved)]
        ranking = then["ranking"]
        if [*now["ranking"]] != [*ranking] and ranking:
            row = ", ".join(map(self.place, ranking))
            sentences.append(self.tell("put_back", "ranking", {"row": row}))
        lying = (by_rank(state["influence"]) for state in (now, then))
        for rank, (there, before) in enumerate(zip(*lying, strict=True), 1):
            if Counter(there) != Counter(before):
                tiles = tuple(kind for kind in before if kind is not None)
                sentences.append(self.tell("put_back", "tiles", {"rank": rank, "tiles": tiles}))
        return sentences

    def _merchants_put_back(
        self, now: Mapping[str, str], moved: Mapping[str, str | None]
    ) -> Iterator[str]:
        for at, stood in moved.items():
            facts = {"at": at, "player": stood, "standing": now.get(at)}
            yield capitalised(self.tell("put_back", "merchant", facts))


def _to_swap(note: Mapping[str, Any]) -> Mapping[str, Fact]:
    """Name the two city-states whose tiles are to be swapped; empty where more is wrong."""
    pairs = zip(note.get("expected", ()), note.get("seen", ()), strict=True)
    match [pair for pair in pairs if pair[0] != pair[1]]:
        case [(city_state, there), (other, one)] if (other, one) == (there, city_state):
            return {"one": there, "city_state": city_state}
    return {}


def _are_alike(tiles: Fact | tuple[str | None, ...]) -> bool:
    return isinstance(tiles, tuple) and len({*tiles}) == 1


def by_rank(spaces: Sequence[Lying]) -> tuple[tuple[Lying, ...], ...]:
    """Sort what lies on the influence spaces by the rank below them (S-08)."""
    rows = []
    for many in counts().over_ranks:
        rows.append(tuple(spaces[:many]))
        spaces = spaces[many:]
    return tuple(rows)


def markers(before: StateObject, after: StateObject, names: Names) -> str:
    """Say which marker of the table moves now; nothing where none does."""
    if after["phase"] != "action":
        return ""
    if before["phase"] != "action":
        return names.tell("marker", "dynasty", {**_time(after), "player": after["order"][0]})
    return names.tell("marker", "turn", _time(after)) if before["turn"] != after["turn"] else ""


def _time(state: StateObject) -> Mapping[str, Fact]:
    return {"dynasty": state["dynasty"], "turn": state["turn"]}


NAMES: Final = SumeriaNames
