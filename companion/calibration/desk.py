"""The draft as a file, and the desk on which it is worked on.

Each change is on the disk before it is shown. Drafts of the first edition are read as well.
"""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path
from typing import Any, Final

import cv2

from companion.calibration.draft import (
    Draft,
    Fork,
    Place,
    Records,
    Rows,
    Sample,
    Shown,
    unfinished,
)
from companion.calibration.teaching import Arrangement, Teaching
from companion.files import write_whole
from companion.picture import Image
from engine.errors import InputError
from engine.fields import Fields, parse_object
from vision.picture import load_picture
from vision.proposing.borders import Outline
from vision.proposing.flat import Flat

DRAFT: Final = "draft.json"
ASIDE: Final = "draft-{}.json"
"""What a draft that cannot be read is called when another takes its place."""
FRAMES: Final = "frames"
BY_PICTURE: Final = ("known", "board", "merchants", "proof")
"""Steps that hold for one position of the camera only, as all arrangements do."""
FORMAT: Final = 1
NUMBERS_OF_PLACE: Final = 3
CORNERS: Final = 3
"""No outline has fewer."""
MOST_PLACES: Final = 100
"""No board with areas has so many in which pieces stand."""


class Desk:
    """Keeps a draft and its pictures in a folder of their own.

    ``trouble`` is why the last change could not be kept, empty while all is well: then the work
    goes on, but is lost with the power. ``damage`` is why the draft that lies there cannot be
    read, empty where it can; it is laid ``aside`` before anything is written in its place. ``flat``
    is the board from above as it was last seen, with all that this depends on.
    """

    def __init__(self, folder: Path, game: Teaching) -> None:
        self.folder: Final = folder
        self.game: Final = game
        self.trouble = ""
        self.damage = ""
        self.flat: tuple[object, Flat] | None = None
        self._undone: Final[list[Draft]] = []
        self._pictures: Final[dict[str, Image]] = {}
        self._draft = self._found()

    @property
    def draft(self) -> Draft:
        return self._draft

    @property
    def aside(self) -> Path:
        """Where a draft that cannot be read is laid: a name that is free."""
        names = (self.folder / ASIDE.format(number) for number in count(1))
        return next(path for path in names if not path.exists())

    @property
    def can_undo(self) -> bool:
        """Whether something was changed since ``begin``."""
        return bool(self._undone)

    def begin(self) -> None:
        """Begin a step: what was said before it is not undone in it."""
        self._undone.clear()

    def change(self, draft: Draft) -> None:
        """Take another draft in place of the one there is."""
        if draft != self._draft:
            self._undone.append(self._draft)
            self._take(draft)

    def undo(self) -> None:
        """Go back by one change; without one, nothing happens."""
        if self._undone:
            self._take(self._undone.pop())

    def clear(self) -> None:
        """Begin from nothing; pictures stay until others take their names."""
        self.begin()
        self._take(self.game.blank)

    def retake(self, empty: str) -> None:
        """Take another picture of the empty board: what was seen in other pictures is void."""
        self.change(_retaken(self._draft, empty, self.game))

    def keep_picture(self, name: str, picture: Image) -> str:
        """Keep a picture (BGR, 8 bits) and give the name that a draft knows it by.

        A picture of that name is replaced.
        """
        found = f"{FRAMES}/{name}.png"
        self._pictures[found] = picture
        self.flat = None
        _, coded = cv2.imencode(".png", picture)
        self._write(self.folder / found, coded.tobytes())
        return found

    def picture(self, name: str) -> Image:
        """Give a picture that was kept; raises InputError where it is gone or broken."""
        if name not in self._pictures:
            self._pictures[name] = load_picture(self.folder / name)
        return self._pictures[name]

    def forget_lost(self) -> bool:
        """Forget pictures that are gone or broken; tell whether there were any."""
        gone = {name for name in self._draft.pictures if not self._shows(name)}
        if gone:
            self.begin()
            self._take(_without(self._draft, gone, self.game))
        return bool(gone)

    def _shows(self, name: str) -> bool:
        try:
            load_picture(self.folder / name)
        except InputError:
            self._pictures.pop(name, None)
            return False
        return True

    def _found(self) -> Draft:
        """Read the draft that lies there, if one does and can be read."""
        path = self.folder / DRAFT
        try:
            return parse_draft(path.read_bytes(), str(path), self.game)
        except (FileNotFoundError, NotADirectoryError):
            return self.game.blank
        except (InputError, OSError) as error:
            self.damage = str(error)
            return self.game.blank

    def _take(self, draft: Draft) -> None:
        self._draft = draft
        if self.damage:
            try:
                (self.folder / DRAFT).rename(self.aside)
            except OSError as error:
                self.trouble = f"{self.folder} ({error.strerror})"
                return
            self.damage = ""
        self._write(self.folder / DRAFT, format_draft(draft, self.game).encode())

    def _write(self, path: Path, data: bytes) -> None:
        self.trouble = ""
        try:
            write_whole(path, data)
        except OSError as error:
            self.trouble = f"{path.parent} ({error.strerror})"


def _retaken(draft: Draft, empty: str | None, game: Teaching) -> Draft:
    """Forget what holds for one position of the camera only, but for the picture ``empty``."""
    steps = (*BY_PICTURE, *(one.step for one in game.arrangements))
    seen = replace(draft, empty=empty, corners_px=None, samples=(), shown=())
    return unfinished(seen, *steps)


def _without(draft: Draft, gone: Collection[str], game: Teaching) -> Draft:
    """Forget what was seen in pictures that are gone; the steps that took them are open again."""
    if draft.empty in gone:
        return unfinished(_retaken(draft, None, game), "view")
    if any(sample.frame in gone for sample in draft.samples):
        draft = unfinished(replace(draft, samples=()), "merchants", "proof")
    lost = [one.step for one in draft.shown if one.frame in gone]
    kept = tuple(one for one in draft.shown if one.step not in lost)
    return unfinished(replace(draft, shown=kept), *lost)


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
        if (shown := draft.shown_in(one.step)) is not None:
            lying = [one.words[i] for i in shown.lying] if one.words else shown.lying
            changed[one.key] = {"frame": shown.frame, one.list_key: lying}
    if draft.sheets:
        changed["sheets"] = dict(draft.sheets)
    return json.dumps({"format": FORMAT, **changed})


def parse_draft(data: bytes, file: str, game: Teaching) -> Draft:
    """Read what ``format_draft`` wrote; raises InputError, naming ``file``, for anything else."""
    top = Fields(file, "", parse_object(data, file, ""))
    top.version("format", FORMAT)
    found: dict[str, Any] = asdict(game.blank)
    found |= {key: read(top, key) for key, read in READERS.items() if top.has(key)}
    spots = game.spots
    if top.has("outlines"):
        found["outlines"] = _outlines(top, "outlines")
    outlined = len(found["outlines"])
    if top.has("names"):
        found["names"] = _names(top, "names", spots.number_of_regions or outlined)
    if top.has("places"):
        found["places"] = _places(top, "places", spots.number)
    for key, read in (("stretches", _stretches), ("forks", _forks)):
        if top.has(key):
            found[key] = read(top, key, spots.number or outlined)
    if top.has("samples"):  # beside regions pieces stand on boxes, which the board counts
        found["samples"] = _samples(top, "samples", spots.number or MOST_PLACES)
    if top.has("sheets"):
        found["sheets"] = _sheets(top.table("sheets"), game)
    found["areas"] = tuple(
        sorted(
            (one.step, rows)
            for one in game.areas
            if top.has(one.key) and (rows := _rows(top, one.key, one.numbers))
        )
    )
    shown = [_shown(top.table(one.key), one) for one in game.arrangements if top.has(one.key)]
    found["shown"] = tuple(sorted(shown, key=lambda one: one.step))
    top.finish()
    return Draft(**found)


def _names(top: Fields, key: str, count: int) -> tuple[str, ...]:
    raw = top.sequence(key)
    if len(raw) != count or not all(isinstance(name, str) for name in raw):
        raise top.error(key, f"expected {count} texts")
    return tuple(map(str, raw))


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


def _sheets(inside: Fields, game: Teaching) -> tuple[tuple[str, Records], ...]:
    """Read the facts of the sheets: for each record a text for each field."""
    found = []
    for sheet in game.sheets:
        if inside.has(sheet.step):
            raw = [one if isinstance(one, list) else [] for one in inside.sequence(sheet.step)]
            texts = all(isinstance(value, str) for record in raw for value in record)
            if not texts or any(len(record) != len(sheet.fields) for record in raw):
                raise inside.error(sheet.step, f"expected {len(sheet.fields)} texts each")
            found.append((sheet.step, tuple(tuple(map(str, record)) for record in raw)))
    inside.finish()
    return tuple(sorted(found))


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
    else:
        lying = _integers(inside, key, inside.take(key), one.most or one.number, one.number)
    if one.once and len({*lying}) != len(lying):
        raise inside.error(key, "expected each number once")
    return Shown(one.step, inside.text("frame"), lying)


def _size(top: Fields, key: str) -> tuple[float, ...]:
    width, height = top.numbers(key, 2)
    if min(width, height) <= 0:
        raise top.error(key, "expected two numbers above 0")
    return width, height


READERS: Final[Mapping[str, Callable[[Fields, str], object]]] = {
    "known": Fields.text,
    "name": Fields.text,
    "size_mm": _size,
    "empty": Fields.text,
    "corners_px": lambda top, key: top.rows(key, 4, 2),
    "tapped": lambda top, key: _rows(top, key, 2),
    "tapped_in": Fields.text,
    "colours": Fields.identifiers,
    "finished": Fields.identifiers,
}
