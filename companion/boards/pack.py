"""A board for other owners of the same edition: a zip of its file and its reference picture.

``manifest.json`` (version, and the name that records call the board by), ``board.toml`` (formats,
section 1) and ``reference.jpg``: the empty board from straight above, nothing around it.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import cv2
import numpy as np

from companion.archive.checked_zip import MEGABYTE, CheckedZip
from companion.archive.evidence_pictures import jpeg_of
from companion.archive.game_zip import JPEG
from companion.boards.known import BOARD, PICTURE, name_of
from companion.files import new_file
from engine.board import Board, read_text
from engine.fields import Fields
from engine.games import parse_board
from vision.picture import decode_picture, load_picture
from vision.proposing.flat import flatten
from vision.reading import Image
from vision.table import load_table

VERSION: Final = 1
MANIFEST: Final = "manifest.json"
LARGEST: Final = {MANIFEST: MEGABYTE, BOARD: MEGABYTE, PICTURE: 32 * MEGABYTE}
"""How many bytes each part may have unpacked."""
ALIKE: Final = 0.03
"""By which share the sides of the picture may differ from those of the board."""
LEAST_PX: Final = 100
MOST_PX: Final = 12_000
"""How many pixels a side of the picture may have."""
QUALITY: Final = 90
SHRUNK: Final = 8
"""How much smaller a picture is first unpacked, before its size is known to be a sensible one."""


@dataclass(frozen=True, slots=True)
class BoardPack:
    """What such a zip holds; ``picture`` is the reference picture's file (JPEG)."""

    name: str
    text: str
    picture: bytes


def write_pack(path: Path, pack: BoardPack) -> None:
    """Write a pack; raises OSError, FileExistsError where there is a file already."""
    manifest = json.dumps({"board_pack": VERSION, "name": pack.name}) + "\n"
    with new_file(path) as begun, ZipFile(begun, "x") as packed:
        packed.writestr(ZipInfo(MANIFEST), manifest, ZIP_DEFLATED)
        packed.writestr(ZipInfo(BOARD), pack.text.encode(), ZIP_DEFLATED)
        packed.writestr(ZipInfo(PICTURE), pack.picture, ZIP_STORED)


def pack_of_table(path: Path) -> BoardPack:
    """Pack the board that a table file shows, as its empty frame shows it; raises InputError."""
    table = load_table(path)
    flat = flatten(load_picture(table.empty), np.array(table.corners_px), table.board.size_mm)
    text = read_text(table.board_path)
    return BoardPack(name_of(table.board), text, jpeg(flat.picture))


def jpeg(picture: Image) -> bytes:
    """Code a picture (BGR) as a reference picture."""
    return jpeg_of(picture, QUALITY)


def read_pack(path: Path) -> BoardPack:
    """Read and check a pack; nothing is written. Raises InputError with the one line."""
    with CheckedZip(path, "board", (MANIFEST, BOARD, PICTURE), LARGEST.get) as packed:
        manifest = Fields(str(path), MANIFEST, packed.object(MANIFEST))
        manifest.version("board_pack", VERSION)
        name = manifest.identifier("name")
        manifest.finish()
        text = packed.text(BOARD)
        board = parse_board(text, f"{path}: {BOARD}")
        picture = packed.read(PICTURE)
        wrong = _wrong(picture, board)
        if wrong:
            raise packed.error(PICTURE, wrong)
    return BoardPack(name, text, picture)


def _wrong(picture: bytes, board: Board) -> str:
    """Say what is wrong with a reference picture; the empty text where nothing is."""
    small = decode_picture(picture, cv2.IMREAD_REDUCED_GRAYSCALE_8)
    if small is None or not picture.startswith(JPEG):
        return "expected a JPEG picture"
    high, wide = (SHRUNK * side for side in small.shape)
    if not (min(high, wide) >= LEAST_PX and max(high, wide) <= MOST_PX):
        return f"expected {LEAST_PX} to {MOST_PX} pixels a side, found about {wide} by {high}"
    width, height = board.size_mm
    slack = SHRUNK / min(high, wide)
    if abs(wide / high * height / width - 1) > ALIKE + 2 * slack:
        return f"is about {wide} by {high} pixels, which is no board of {width:g} by {height:g} mm"
    return ""
