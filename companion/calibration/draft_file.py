"""A draft as text: as it lies on its desk, and as the table file that it becomes.

Drafts of the first edition are read as well.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from companion.calibration.draft import Draft, Fork, Place, Records, Rows, Sample, Shown
from companion.calibration.teaching import BOARD, Arrangement, Teaching, places_of_pieces
from companion.words.names import COLOURS
from engine.board import Board
from engine.errors import InputError
from engine.fields import Fields, parse_object
from vision.proposing.borders import Outline
from vision.table import MORE

FORMAT: Final = 1
NUMBERS_OF_PLACE: Final = 3
CORNERS: Final = 3
"""No outline has fewer."""
MOST_PLACES: Final = 100
"""No board with areas has so many in which pieces stand."""


def table_text(draft: Draft, board: Board, game: Teaching, rest: str = "") -> str:
    """Write the table file of a draft with its board; ``rest`` stands before all paths in it."""

    def path(name: str | None) -> str:
        return json.dumps(f"{rest}{name}", ensure_ascii=False)

    corners = [[round(x, 2), round(y, 2)] for x, y in draft.corners_px or ()]
    lines = ["format = 1", f"board = {path(BOARD)}", "", "[camera]", f"empty = {path(draft.empty)}"]
    lines.append(f"corners_px = {json.dumps(corners)}")
    places = places_of_pieces(board)
    for sample in draft.samples:
        if max(sample.at) >= len(places):
            raise InputError(BOARD, "", "pieces stood on places that it does not have")
        at = json.dumps([places[number].id for number in sample.at])
        lines += ["", "[[sample]]", f"frame = {path(sample.frame)}", f'colour = "{sample.colour}"']
        lines.append(f"at = {at}")
    for one in game.arrangements:
        shown = draft.shown.get(one.step)
        if shown is not None:
            group = one.group_on(board)
            section, key = group.taught or (one.group, one.list_key)
            section += f".{MORE}" if one.more else ""
            heading = f"[[{section}]]" if "." in section else f"[{section}]"
            lying = json.dumps([group.classes[number] for number in shown.lying])
            lines += ["", heading, f"frame = {path(shown.frame)}"]
            lines += [f"{key} = {lying}"] if key else []
    return "\n".join(lines) + "\n"


def format_draft(draft: Draft, game: Teaching) -> str:
    """Write a draft; what nobody has said yet is not in it."""
    blank, values = asdict(game.blank), asdict(draft)
    changed = {key: value for key, value in values.items() if value != blank[key]}
    for key in ("areas", "shown", "sheets"):  # these have a key for each of the game's
        changed.pop(key, None)
    if "places" in changed:
        changed["places"] = [one and [*one.at_mm, one.radius_mm] for one in draft.places]
    for area in game.areas:
        if rows := draft.rows(area.step):
            changed[area.key] = rows
    for one in game.arrangements:
        if (shown := draft.shown.get(one.step)) is not None:
            lying = [one.words[i] for i in shown.lying] if one.words else shown.lying
            changed[one.key] = {"frame": shown.frame, one.list_key: lying}
    if draft.sheets:
        changed["sheets"] = draft.sheets
    return json.dumps({"format": FORMAT, **changed})


def parse_draft(data: bytes, file: str, game: Teaching) -> Draft:
    """Read what ``format_draft`` wrote; raises InputError, naming ``file``, for anything else."""
    top = Fields(file, "", parse_object(data, file, ""))
    top.version("format", FORMAT)
    outlines = _outlines(top, "outlines") if top.has("outlines") else ()
    regions = game.spots.number_of_regions or len(outlines)
    spots = game.spots.number or len(outlines)
    if outlines and not top.has("names"):
        raise top.error("names", f"expected {regions} texts")
    readers: Mapping[str, Callable[[str], object]] = {
        "known": top.text,
        "name": top.text,
        "size_mm": lambda key: _size(top, key),
        "empty": top.text,
        "corners_px": lambda key: top.rows(key, 4, 2),
        "names": lambda key: _texts(top, key, top.take(key), regions),
        "places": lambda key: _places(top, key, game.spots.number),
        "stretches": lambda key: _stretches(top, key, spots),
        "forks": lambda key: _forks(top, key, spots),
        "tapped": lambda key: _rows(top, key, 2),
        "tapped_in": top.text,
        "sheets": lambda key: _sheets(top.table(key), game),
        "colours": top.identifiers,
        # Beside regions pieces stand on boxes, which the board counts.
        "samples": lambda key: _samples(top, key, game.spots.number or MOST_PLACES),
        "meant": lambda key: _meant(top.table(key), game),
        "stand": lambda key: _stand(top.table(key), game.spots.number or MOST_PLACES),
        "finished": top.identifiers,
    }
    found: dict[str, Any] = {key: read(key) for key, read in readers.items() if top.has(key)}
    areas = {one.step: _rows(top, one.key, one.numbers) for one in game.areas if top.has(one.key)}
    shown = {
        one.step: _shown(top.table(one.key), one) for one in game.arrangements if top.has(one.key)
    }
    top.finish()
    return replace(game.blank, outlines=outlines, areas=areas, shown=shown, **found)


def _texts(top: Fields, key: str, raw: object, count: int, each: str = "") -> tuple[str, ...]:
    texts = [one for one in raw if isinstance(one, str)] if isinstance(raw, list) else []
    if raw != texts or len(texts) != count:
        raise top.error(key, f"expected {count} texts{each}")
    return tuple(texts)


def _places(top: Fields, key: str, count: int) -> tuple[Place | None, ...]:
    raw = top.sequence(key)
    if len(raw) != count:
        raise top.error(key, f"expected {count} places, found {len(raw)}")
    return tuple(None if one is None else _place(top, key, one) for one in raw)


def _place(top: Fields, key: str, raw: object) -> Place:
    match raw:
        case [float() | int() as x, float() | int() as y, float() | int() as radius]:
            return Place((float(x), float(y)), float(radius))
    raise top.error(key, f"expected lists of {NUMBERS_OF_PLACE} numbers")


def _outlines(top: Fields, key: str) -> tuple[Outline, ...]:
    raw = top.sequence(key)
    inside = Fields(top.file, key, {str(number): one for number, one in enumerate(raw)})
    found = [_rows(inside, str(number), 2) for number in range(len(raw))]
    if any(len(one) < CORNERS for one in found):
        raise top.error(key, f"expected {CORNERS} corners or more of each")
    return tuple(tuple((x, y) for x, y in one) for one in found)


def _sheets(inside: Fields, game: Teaching) -> dict[str, Records]:
    found = {}
    for sheet in game.sheets:
        if inside.has(sheet.step):
            found[sheet.step] = tuple(
                _texts(inside, sheet.step, record, len(sheet.fields), " each")
                for record in inside.sequence(sheet.step)
            )
    inside.finish()
    return found


def _stretches(top: Fields, key: str, spots: int) -> tuple[tuple[int, int], ...]:
    pairs = (_integers(top, key, raw, spots, 2) for raw in top.sequence(key))
    return tuple((one, other) for one, other in pairs)


def _integers(
    top: Fields, key: str, raw: object, below: int, count: int | None = None
) -> tuple[int, ...]:
    if not isinstance(raw, list) or not all(type(one) is int for one in raw):
        raise top.error(key, "expected whole numbers")
    if count is not None and len(raw) != count:
        raise top.error(key, f"expected {count} whole numbers each")
    if not all(0 <= one < below for one in raw):
        raise top.error(key, f"expected numbers from 0 to {below - 1}")
    return tuple(raw)


def _rows(top: Fields, key: str, count: int) -> Rows:
    rows = top.sequence(key)
    inside = Fields(top.file, key, {str(number): row for number, row in enumerate(rows)})
    return tuple(inside.numbers(str(number), count) for number in range(len(rows)))


def _forks(top: Fields, key: str, spots: int) -> tuple[Fork, ...]:
    return tuple(
        Fork(
            one.integer("at"),
            _integers(one, "around", one.take("around"), spots),
            _stretches(one, "ways", spots),
        )
        for one in top.tables(key)
    )


def _samples(top: Fields, key: str, spots: int) -> tuple[Sample, ...]:
    return tuple(
        Sample(
            one.text("frame"),
            one.identifier("colour"),
            _integers(one, "at", one.take("at"), spots),
        )
        for one in top.tables(key)
    )


def _shown(inside: Fields, one: Arrangement) -> Shown:
    """Read what lies where in a picture: words, or numbers from 0."""
    key = one.list_key
    if one.words:
        named = inside.identifiers(key)
        if len(named) != one.number or not {*named} <= {*one.words}:
            raise inside.error(key, f"expected {one.number} of {', '.join(one.words)}")
        lying = tuple(map(one.words.index, named))
        _check_once(inside, key, one, lying)
    else:
        lying = _lying(inside, key, one)
    return Shown(inside.text("frame"), lying)


def _lying(inside: Fields, key: str, one: Arrangement) -> tuple[int, ...]:
    lying = _integers(inside, key, inside.take(key), one.most or one.number, one.number)
    _check_once(inside, key, one, lying)
    return lying


def _check_once(inside: Fields, key: str, one: Arrangement, lying: Sequence[int]) -> None:
    if one.once and len({*lying}) != len(lying):
        raise inside.error(key, "expected each number once")


def _meant(inside: Fields, game: Teaching) -> dict[str, tuple[int, ...]]:
    found = {
        one.step: _lying(inside, one.step, one) for one in game.arrangements if inside.has(one.step)
    }
    inside.finish()
    return found


def _stand(inside: Fields, spots: int) -> dict[str, tuple[int, ...]]:
    found = {
        colour: _integers(inside, colour, inside.take(colour), spots)
        for colour in COLOURS
        if inside.has(colour)
    }
    inside.finish()
    return found


def _size(top: Fields, key: str) -> tuple[float, ...]:
    width, height = top.numbers(key, 2)
    if min(width, height) <= 0:
        raise top.error(key, "expected two numbers above 0")
    return width, height
