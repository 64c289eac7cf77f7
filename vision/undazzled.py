"""The empty frame where a lamp was mirrored on it: what other frames of teaching show there.

Where none does, nobody knows how the bare board looks without the lamp.
"""

from collections.abc import Collection
from typing import Final

import cv2
import numpy as np

from vision.dazzle import dazzle
from vision.light import DARK, Floats
from vision.picture import load_picture
from vision.plan import Plan
from vision.reading import Image
from vision.sight import Sight
from vision.spots import Check, Rows, Spots
from vision.squares import Closeup
from vision.table import Table

AROUND_MM: Final = 25.0
"""How far beyond what a lamp hid the board tells by how much another frame is lighter."""
ALIKE: Final = 0.1
"""How far apart, as log of lightness, the board may look there in two frames, its light allowed."""
ROOM: Final = 2.2
"""Radii of a location within which a merchant of a sample, or its shadow, hides the board."""
CLEAR: Final = 0.2
"""Share of the doubt in the middle of a lamp from which only the other frame is believed."""
AS_TAUGHT: Final = 0.2
"""How far, as log of lightness, a bare place may be from how it looked under the lamp."""


def undazzled(table: Table, plan: Plan, empty: Image) -> Image:
    """Show what a mirrored lamp hides of the empty frame (BGR) as other frames of teaching do.

    What none shows stays as it is.
    """
    share = dazzle(empty)
    if share is None:
        return empty
    sight, picture = Sight(empty, plan), empty
    rows, columns = np.indices(share.shape, np.float32)
    points = np.stack([columns, rows], axis=-1).reshape(-1, 2)
    for path in sorted(table.frames - {table.empty}):
        frame = load_picture(path)
        sight.look_at_lesson(frame, str(path))
        at = sight.pose.apply(points).reshape(*empty.shape[:2], 2)
        other = cv2.remap(frame, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        shown = _bare(table, plan, path.name, other)
        picture, share = _filled(picture, share, other, shown, AROUND_MM * plan.px_per_mm)
    return picture


def _bare(table: Table, plan: Plan, name: str, frame: Image) -> Floats:
    """Mark where a frame of teaching, laid over the empty one, shows the bare board: 1, else 0."""
    hidden = np.zeros(frame.shape[:2], np.uint8)
    spots, tiles = plan.spots(ROOM), plan.tiles()
    index = table.board.index
    samples = [at for one in table.samples if one.frame.name == name for at in one.at]
    tiled = any(each and each.frame.name == name for each in (table.ranking, table.influence))
    for outline in [spots[index[at]] for at in samples] + (tiles if tiled else []):
        cv2.fillConvexPoly(hidden, np.round(outline).astype(np.int32), 1)
    blind = dazzle(frame)
    return np.asarray((hidden == 0) & (blind is None or blind <= 0), np.float32)


def _filled(
    picture: Image, share: Floats, other: Image, shown: Floats, around: float
) -> tuple[Image, Floats]:
    """Fill in what ``other`` shows, image by image of a lamp; give what is left to fill too."""
    count, images = cv2.connectedComponents((share > 0).astype(np.uint8))
    logs = [np.log(each.astype(np.float32) + DARK) for each in (picture, other)]
    filled, left = logs[0].copy(), share.copy()
    for image in range(1, count):
        here = images == image
        away = cv2.distanceTransform((~here).astype(np.uint8), cv2.DIST_L2, 5)
        beside = (away > 0) & (away < around) & (share == 0) & (shown > 0)
        if not beside.any():
            continue
        change = (logs[1] - logs[0])[beside]
        light = np.median(change, axis=0)
        if np.median(np.abs(change - light)) > ALIKE:
            continue
        weight = (np.clip(share / CLEAR, 0, 1) * shown * here)[..., None]
        filled += weight * (logs[1] - light - filled)
        left[here & (shown > 0)] = 0
    return np.clip(np.round(np.exp(filled) - DARK), 0, 255).astype(np.uint8), left


def under_a_lamp(spots: Spots, places: Collection[int]) -> Check:
    """Make a check that leaves places open that a mirrored lamp hid when they were taught.

    It does where they seem bare but do not look as they did then: without the lamp nobody knows
    how they look. ``places`` are their numbers.
    """
    squares = spots.squares
    core = squares.distance_mm <= spots.core_mm
    asked = np.zeros(squares.count, bool)
    asked[list(places)] = True

    def check(rows: Rows, closeup: Closeup) -> Rows:
        off = closeup.seen - squares.background.mean[squares.points(closeup.places)]
        off = off[:, 0].reshape(len(rows), -1)[:, core]
        as_taught = np.median(np.abs(off), axis=1) < AS_TAUGHT
        told = rows.copy()
        told[asked[closeup.places] & (rows.argmax(axis=1) == 0) & ~as_taught] = 0.0
        return told

    return check
