"""A shared table in smaller pictures, which are sooner read."""

import re
from pathlib import Path
from typing import Final

import cv2

from vision.picture import load_picture

SHARE: Final = 0.5
"""How large its pictures are: large enough to see cubes."""


def reduced(table: Path, folder: Path, without: str = "") -> Path:
    """Write a table's file for pictures of half the size, and the pictures that it names.

    All that begins with the line ``without`` is left out. Other frames are ``reduced_frame``'s.
    """
    text = table.read_text(encoding="utf-8")
    text = text[: text.index(without)] if without else text
    for name in {*re.findall(r'"(frames/[^"]+)"', text)}:
        reduced_frame(table.parent / name, folder)
    corners = re.search(r"^corners_px = .*$", text, re.MULTILINE)
    assert corners is not None
    scaled = re.sub(r"[\d.]+", lambda one: f"{SHARE * float(one[0])}", corners[0])
    written = folder / "table.toml"
    written.write_text(text.replace(corners[0], scaled), encoding="utf-8")
    (folder / "board.toml").write_bytes((table.parent / "board.toml").read_bytes())
    return written


def reduced_frame(path: Path, folder: Path) -> Path:
    """Write a frame at that size, unpacked; give where it is."""
    size = {"fx": SHARE, "fy": SHARE}
    small = cv2.resize(load_picture(path), None, **size, interpolation=cv2.INTER_AREA)
    (folder / "frames").mkdir(exist_ok=True)
    written = folder / "frames" / path.name
    _, coded = cv2.imencode(".bmp", small)
    written.write_bytes(coded.tobytes())
    return written
