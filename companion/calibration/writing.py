"""A draft becomes a board file, and a table file with its pictures (formats, sections 1 and 2)."""

import json
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Final

from companion.calibration.called import city_state_called
from companion.calibration.desk import Desk
from companion.calibration.draft import (
    KINDS_OF_PLACES,
    PLACES_EACH,
    Draft,
    Place,
    city_state_of,
    kind_of,
)
from companion.calibration.forks import ways_on
from companion.calibration.lost import pictures_of
from companion.calibration.routes import routes_of
from companion.files import write_whole
from engine.board import Board, Location, Region
from engine.games import format_board, parse_board

BOARD: Final = "board.toml"
TABLE: Final = "table.toml"
UNNAMED: Final = "My board"


def board_of(draft: Draft) -> Board:
    """Make a board of a draft; raises InputError where that is not whole or not consistent."""
    return parse_board(board_text(draft), BOARD)


def board_text(draft: Draft) -> str:
    """Write the board file of a draft."""
    if draft.known is not None:
        return draft.known
    idents = _idents(draft)
    places = {number: one for number, one in enumerate(draft.places) if one is not None}
    names = {number: _location(idents, number) for number in places}
    numbers, radii = list(places), _radii(places.items())
    stretches = [(numbers.index(one), numbers.index(other)) for one, other in draft.stretches or ()]
    ways = {
        numbers.index(via): [(numbers.index(one), numbers.index(other)) for one, other in pairs]
        for via, pairs in ways_on(draft).items()
    }
    routes = routes_of([one.at_mm for one in places.values()], stretches, ways)
    return format_board(
        Board(
            draft.name or UNNAMED,
            "sumeria",
            draft.size_mm or (0.0, 0.0),
            tuple(
                Region(ident, city_state_called(draft, number))
                for number, ident in enumerate(idents)
            ),
            tuple(
                _made(names[number], number, idents, place, radii[kind_of(number)])
                for number, place in places.items()
            ),
            tuple(tuple(names[numbers[one]] for one in route) for route in routes),
            tuple(map(_tenths, draft.slots_mm)),
            tuple(map(_tenths, draft.influence_mm)),
            tuple(map(_tenths, draft.turns_mm)),
        )
    )


def write(desk: Desk, folder: Path, told: Draft | None = None, name: str = TABLE) -> Path:
    """Write board, table and pictures into a folder; give the table file's path.

    ``told`` stands for the desk's draft. ``name`` is the table file's; one that is called otherwise
    than usual has a folder of its own for the rest, as there may be others beside it. Raises
    InputError for a draft that makes no board, OSError where the disk refuses.
    """
    draft = told or desk.draft
    board = board_of(draft)
    rest = "" if name == TABLE else f"{Path(name).stem}-files/"
    for frame in pictures_of(draft):
        here, there = desk.folder / frame, folder / f"{rest}{frame}"
        if here != there:  # a picture that is just being taken anew is not written over
            write_whole(there, here.read_bytes())
    write_whole(folder / f"{rest}{BOARD}", board_text(draft).encode())
    path = folder / name
    write_whole(path, table_text(draft, board, rest).encode())
    return path


def table_text(draft: Draft, board: Board, rest: str = "") -> str:
    """Write the table file of a draft with its board; ``rest`` stands before all paths in it."""

    def path(name: str | None) -> str:
        return json.dumps(f"{rest}{name}", ensure_ascii=False)

    lines = ["format = 1", f"board = {path(BOARD)}", "", "[camera]", f"empty = {path(draft.empty)}"]
    corners = [[round(x, 2), round(y, 2)] for x, y in draft.corners_px or ()]
    lines.append(f"corners_px = {json.dumps(corners)}")
    for sample in draft.samples:
        at = json.dumps([board.locations[number].id for number in sample.at])
        lines += ["", "[[sample]]", f"frame = {path(sample.frame)}", f'colour = "{sample.colour}"']
        lines.append(f"at = {at}")
    if draft.row is not None:
        row = json.dumps([board.regions[number].id for number in draft.row.city_states])
        lines += ["", "[tiles]", f"frame = {path(draft.row.frame)}", f"ranking = {row}"]
    if draft.influence is not None:
        kinds = json.dumps(list(draft.influence.kinds))
        lines += ["", "[influence]", f"frame = {path(draft.influence.frame)}", f"spaces = {kinds}"]
    return "\n".join(lines) + "\n"


def _idents(draft: Draft) -> list[str]:
    """Give each city-state an id, after its name where that can be."""
    idents: list[str] = []
    for number, name in enumerate(draft.names):
        plain = unicodedata.normalize("NFKD", name.lower())
        kept = "".join(
            one if one.isascii() and one.isalnum() else "-"
            for one in plain
            if not unicodedata.combining(one)
        )
        ident = kept.strip("-") or f"city-state-{number + 1}"
        while ident in idents:
            ident += f"-{number + 1}"
        idents.append(ident)
    return idents


def _location(idents: Sequence[str], place: int) -> str:
    kind = kind_of(place)
    number = place % PLACES_EACH - KINDS_OF_PLACES.index(kind) + 1
    alone = KINDS_OF_PLACES.count(kind) == 1
    return f"{idents[city_state_of(place)]}.{kind}{'' if alone else f'-{number}'}"


def _made(ident: str, number: int, idents: Sequence[str], place: Place, radius: float) -> Location:
    at = (round(place.at_mm[0], 1), round(place.at_mm[1], 1))
    return Location(ident, kind_of(number), idents[city_state_of(number)], at, round(radius, 1))


def _radii(places: Iterable[tuple[int, Place]]) -> dict[str, float]:
    """Give each kind one radius: they are printed alike, however they were measured one by one."""
    found: dict[str, list[float]] = {}
    for number, place in places:
        found.setdefault(kind_of(number), []).append(place.radius_mm)
    return {kind: median(radii) for kind, radii in found.items()}


def _tenths(numbers: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(number, 1) for number in numbers)
