"""A draft as text: as it lies on its desk, and as the table file that it becomes.

Drafts of the first edition are read as well.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from functools import partial
from typing import Any, Final

from companion.calibration.draft import FEWEST_CORNERS, Draft, Fork, Place, Sample, Shown
from companion.calibration.teaching import BOARD, Arrangement, Teaching, places_of_pieces
from companion.words.names import COLOURS
from engine.board import Board
from engine.errors import InputError
from engine.fields import Fields, parse_object
from vision.proposing.borders import Outline
from vision.table import MORE

FORMAT: Final = 1
MOST_PLACES: Final = 100
"""No board with areas has so many in which pieces stand."""
Reader = Callable[[Fields, str], Any]
"""Reads the value of a key; raises InputError for any that cannot be one."""


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
    values = {one.name: getattr(draft, one.name) for one in fields(draft)}
    changed = {key: value for key, value in values.items() if value != getattr(game.blank, key)}
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
    return json.dumps({"format": FORMAT, **changed}, default=asdict)


def parse_draft(data: bytes, file: str, game: Teaching) -> Draft:
    """Read what ``format_draft`` wrote; raises InputError, naming ``file``, for anything else."""
    top = Fields(file, "", parse_object(data, file, ""))
    top.version("format", FORMAT)
    outlines = _outlines(top, "outlines") if top.has("outlines") else ()
    regions = game.spots.number_of_regions or len(outlines)
    if outlines and not top.has("names"):
        raise top.error("names", f"expected {regions} texts")
    number = game.spots.number or len(outlines)
    spots = partial(_integers, below=number)
    stretches = partial(_list, each=partial(_integers, below=number, count=2))
    # Beside regions pieces stand on boxes, which the board counts.
    standing = partial(_integers, below=game.spots.number or MOST_PLACES)
    sheets = {
        one.step: partial(_list, each=partial(_texts, count=len(one.fields), of=" each"))
        for one in game.sheets
    }
    meant = {one.step: partial(_lying, arrangement=one) for one in game.arrangements}
    readers: dict[str, Reader] = {
        "known": Fields.text,
        "name": Fields.text,
        "size_mm": _size,
        "empty": Fields.text,
        "corners_px": partial(Fields.rows, rows=4, count=2),
        "names": partial(_texts, count=regions),
        "places": partial(_places, count=game.spots.number),
        "stretches": stretches,
        "forks": partial(_things, kind=Fork, at=Fields.integer, around=spots, ways=stretches),
        "tapped": partial(_list, each=partial(Fields.numbers, count=2)),
        "tapped_in": Fields.text,
        "sheets": partial(_table, readers=sheets),
        "colours": Fields.identifiers,
        "samples": partial(
            _things, kind=Sample, frame=Fields.text, colour=Fields.identifier, at=standing
        ),
        "meant": partial(_table, readers=meant),
        "stand": partial(_table, readers=dict.fromkeys(COLOURS, standing)),
        "finished": Fields.identifiers,
    }
    for area in game.areas:
        readers[area.key] = partial(_list, each=partial(Fields.numbers, count=area.numbers))
    for one in game.arrangements:
        readers[one.key] = partial(_shown, arrangement=one)
    found = _known(top, readers)
    top.finish()
    areas = {one.step: found.pop(one.key) for one in game.areas if one.key in found}
    shown = {one.step: found.pop(one.key) for one in game.arrangements if one.key in found}
    return replace(game.blank, outlines=outlines, areas=areas, shown=shown, **found)


def _known(inside: Fields, readers: Mapping[str, Reader]) -> dict[str, Any]:
    """Read the keys that are there."""
    return {key: read(inside, key) for key, read in readers.items() if inside.has(key)}


def _table(outer: Fields, key: str, readers: Mapping[str, Reader]) -> dict[str, Any]:
    inside = outer.table(key)
    found = _known(inside, readers)
    inside.finish()
    return found


def _things(
    outer: Fields, key: str, kind: Callable[..., object], **fields: Reader
) -> tuple[object, ...]:
    """Read a list of tables: each gives the fields of a thing of that kind."""
    return tuple(
        kind(**{field: read(table, field) for field, read in fields.items()})
        for table in outer.tables(key)
    )


def _list(outer: Fields, key: str, each: Reader) -> tuple[Any, ...]:
    raw = {f"{number}": one for number, one in enumerate(outer.sequence(key))}
    inside = Fields(outer.file, f"{outer.place}.{key}".strip("."), raw)
    return tuple(each(inside, number) for number in raw)


def _integers(inside: Fields, key: str, below: int, count: int | None = None) -> tuple[int, ...]:
    """Read a list of whole numbers from 0; ``count`` is how many there must be."""
    raw = inside.take(key)
    if not isinstance(raw, list) or not all(type(one) is int for one in raw):
        raise inside.error(key, "expected whole numbers")
    if count is not None and len(raw) != count:
        raise inside.error(key, f"expected {count} whole numbers each")
    if not all(0 <= one < below for one in raw):
        raise inside.error(key, f"expected numbers from 0 to {below - 1}")
    return tuple(raw)


def _texts(inside: Fields, key: str, count: int, of: str = "") -> tuple[str, ...]:
    raw = inside.take(key)
    texts = [one for one in raw if isinstance(one, str)] if isinstance(raw, list) else []
    if raw != texts or len(texts) != count:
        raise inside.error(key, f"expected {count} texts{of}")
    return tuple(texts)


def _places(top: Fields, key: str, count: int) -> tuple[Place | None, ...]:
    raw = top.sequence(key)
    if len(raw) != count:
        raise top.error(key, f"expected {count} places, found {len(raw)}")
    found: list[Place | None] = []
    for one in raw:
        match one:
            case None:
                found.append(None)
            case [float() | int() as x, float() | int() as y, float() | int() as radius]:
                found.append(Place((float(x), float(y)), float(radius)))
            case _:
                raise top.error(key, "expected lists of 3 numbers")
    return tuple(found)


def _outlines(top: Fields, key: str) -> tuple[Outline, ...]:
    found = _list(top, key, partial(_list, each=partial(Fields.numbers, count=2)))
    if any(len(one) < FEWEST_CORNERS for one in found):
        raise top.error(key, f"expected {FEWEST_CORNERS} corners or more of each")
    return found


def _shown(outer: Fields, key: str, arrangement: Arrangement) -> Shown:
    inside = outer.table(key)
    lying = _lying(inside, arrangement.list_key, arrangement, arrangement.words)
    return Shown(inside.text("frame"), lying)


def _lying(
    inside: Fields, key: str, arrangement: Arrangement, words: Sequence[str] = ()
) -> tuple[int, ...]:
    """Read what lies where: by ``words``, or by number from 0 where there are none."""
    number = arrangement.number
    if words:
        named = inside.identifiers(key)
        if len(named) != number or not {*named} <= {*words}:
            raise inside.error(key, f"expected {number} of {', '.join(words)}")
        lying = tuple(map(words.index, named))
    else:
        lying = _integers(inside, key, arrangement.most or number, number)
    if arrangement.once and len({*lying}) != len(lying):
        raise inside.error(key, "expected each number once")
    return lying


def _size(top: Fields, key: str) -> tuple[float, ...]:
    width, height = top.numbers(key, 2)
    if min(width, height) <= 0:
        raise top.error(key, "expected two numbers above 0")
    return width, height
