"""A small table drawn by the tests themselves: a board of twelve spots, discs, and a hand.

Nothing here comes from the virtual table, so that no mistake of one hides one of the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Image

WIDTH_PX: Final = 640
HEIGHT_PX: Final = 480
MARGIN_PX: Final = 128
"""By how much the sheet of noise is larger than a picture."""
SIZE_MM: Final = (300.0, 210.0)
RADIUS_MM: Final = 8.0
PIECE_MM: Final = 6.5
SHADE_PX: Final = 40
"""Half the side of a square that holds a piece's whole shadow."""
CORNERS_PX: Final = ((72.0, 66.0), (566.0, 80.0), (588.0, 414.0), (48.0, 402.0))
PLACES: Final[Mapping[str, tuple[float, float]]] = {
    f"{row}{column}": (45.0 + 70.0 * (column - 1), 40.0 + 65.0 * "abc".index(row))
    for row in "abc"
    for column in (1, 2, 3, 4)
}
COLOURS: Final[Mapping[str, tuple[int, int, int]]] = {
    "red": (40, 36, 190),
    "blue": (176, 84, 30),
    "yellow": (40, 196, 232),
}
SAMPLES: Final[Mapping[str, str]] = {
    "a1": "red",
    "c4": "red",
    "b2": "blue",
    "a4": "blue",
    "c1": "yellow",
    "b3": "yellow",
}
Point = tuple[float, float]
FROM_THE_RIGHT: Final = ((420.0, 105.0), (215.0, 105.0))
"""The way of an arm over the edge, points in mm."""
Ink = tuple[int, int, int] | str


@dataclass(frozen=True, slots=True)
class Files:
    """Where a drawn table was written."""

    table: Path
    board: Path
    frames: Path


def to_px(at_mm: Point) -> Point:
    """Tell where a point of the board is in the picture."""
    ((x, y),) = cv2.perspectiveTransform(np.array([[at_mm]], np.float64), _to_px())[0]
    return float(x), float(y)


def _to_px() -> npt.NDArray[np.float64]:
    width, height = SIZE_MM
    board = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(board, np.array(CORNERS_PX, np.float32))
    return np.asarray(matrix, np.float64)


def picture(  # noqa: PLR0913 - what a test does not name is as usual
    pieces: Mapping[str, str] | None = None,
    *,
    off_mm: Mapping[str, Point] | None = None,
    printed: Mapping[str, Ink] | None = None,
    hand: Sequence[Point] = (),
    noise: float = 2.0,
    seed: int = 0,
) -> Image:
    """Draw the table: ``pieces`` by location, ``off_mm`` how far off their spot they stand.

    ``printed`` fills spots with a colour of their own, or with the picture of a piece, its shadow
    and all, where it names one; ``hand`` is the way of an arm through
    points of the board in mm, to its fingertips.
    """
    drawn = _bare().copy()
    for at, ink in (printed or {}).items():
        if isinstance(ink, str):
            _disc(drawn, to_px(PLACES[at]), COLOURS[ink])
            continue
        centre = tuple(np.round(to_px(PLACES[at])).astype(int).tolist())
        cv2.circle(drawn, centre, 13, ink, -1, cv2.LINE_AA)
    for at, colour in (pieces or {}).items():
        (x, y), (dx, dy) = PLACES[at], (off_mm or {}).get(at, (0.0, 0.0))
        _disc(drawn, to_px((x + dx, y + dy)), COLOURS[colour])
    if hand:
        way = np.round([to_px(point) for point in hand]).astype(np.int32)
        cv2.polylines(drawn, [way], isClosed=False, color=(120, 150, 205), thickness=46)
        cv2.polylines(drawn, [way], isClosed=False, color=(132, 164, 220), thickness=26)
    return as_picture(drawn + np.float32(noise) * _rough(seed))


def as_picture(values: npt.NDArray[np.floating]) -> Image:
    """Round to 8 bits."""
    return np.asarray(cv2.add(values, 0, dtype=cv2.CV_8U), np.uint8)


def arm(frame: Image, ink: tuple[int, int, int]) -> Image:
    """Lay an arm of one colour across a picture."""
    way = np.round([to_px(point) for point in FROM_THE_RIGHT]).astype(np.int32)
    laid = cv2.polylines(frame.copy(), [way], isClosed=False, color=ink, thickness=46)
    return np.asarray(cv2.GaussianBlur(laid, (0, 0), 0.8), np.uint8)


def mirrored(frame: Image, at: str, wide_px: float) -> Image:
    """Mirror a lamp at a place, so bright in its middle that nothing else is seen."""
    y, x = np.mgrid[: frame.shape[0], : frame.shape[1]]
    to_x, to_y = to_px(PLACES[at])
    shape = np.exp(-((x - to_x) ** 2 + (y - to_y) ** 2) / (2 * wide_px**2))
    return as_picture(frame + 400 * shape[..., None])


def moved(frame: Image, *, by_px: Point = (0.0, 0.0), degrees: float = 0.0) -> Image:
    """Bump the camera: turn and shift the whole picture."""
    turn = cv2.getRotationMatrix2D((WIDTH_PX / 2, HEIGHT_PX / 2), degrees, 1.0)
    turn[:, 2] += by_px
    size = (WIDTH_PX, HEIGHT_PX)
    border = cv2.BORDER_REFLECT
    return np.asarray(cv2.warpAffine(frame, turn, size, borderMode=border), np.uint8)


def write(
    folder: Path,
    samples: Mapping[str, str] = SAMPLES,
    printed: Mapping[str, Ink] | None = None,
) -> Files:
    """Write board file, table file and the frames that teach it."""
    frames = folder / "frames"
    frames.mkdir(parents=True, exist_ok=True)
    save(frames / "empty.png", picture(printed=printed, seed=1))
    save(frames / "sample.png", picture(SAMPLES, printed=printed, seed=2))
    board = folder / "board.toml"
    board.write_text(board_text(), encoding="utf-8")
    table = folder / "table.toml"
    table.write_text(table_text(samples), encoding="utf-8")
    return Files(table, board, frames)


def save(path: Path, frame: Image) -> Path:
    """Write a picture file; what is in it says what it is, and packing it takes long."""
    _, coded = cv2.imencode(".bmp" if path.suffix == ".png" else path.suffix, frame)
    path.write_bytes(coded.tobytes())
    return path


def board_text() -> str:
    """Give the text of the board file."""
    lines = ["format = 1", 'game = "none"', 'name = "Drawn"', f"size_mm = {[*SIZE_MM]}"]
    for at, (x, y) in PLACES.items():
        lines += ["", "[[location]]", f'id = "{at}"', 'kind = "spot"', f"at_mm = [{x}, {y}]"]
        lines.append(f"radius_mm = {RADIUS_MM}")
    return "\n".join(lines) + "\n"


def table_text(samples: Mapping[str, str] = SAMPLES) -> str:
    """Give the text of the table file; ``samples`` say which colour stands where."""
    corners = [[*corner] for corner in CORNERS_PX]
    lines = ["format = 1", 'board = "board.toml"', "", "[camera]", 'empty = "frames/empty.png"']
    lines.append(f"corners_px = {corners}")
    for colour in dict.fromkeys(samples.values()):
        at = ", ".join(f'"{one}"' for one, there in samples.items() if there == colour)
        lines += ["", "[[sample]]", 'frame = "frames/sample.png"', f'colour = "{colour}"']
        lines.append(f"at = [{at}]")
    return "\n".join(lines) + "\n"


def _disc(drawn: npt.NDArray[np.float32], at: Point, colour: tuple[int, int, int]) -> None:
    """Draw a piece: its shadow, its side and its top."""
    radius = PIECE_MM * (to_px((1.0, 0.0))[0] - to_px((0.0, 0.0))[0])
    x, y = (round(value * 16) for value in at)
    shade = np.ones((2 * SHADE_PX, 2 * SHADE_PX), np.float32)
    left, top = x // 16 - SHADE_PX, y // 16 - SHADE_PX
    middle = (x + 70 - 16 * left, y + 80 - 16 * top)
    cv2.circle(shade, middle, round(radius * 16), (0.6,), -1, cv2.LINE_AA, 4)
    drawn[top : top + 2 * SHADE_PX, left : left + 2 * SHADE_PX] *= cv2.GaussianBlur(
        shade, (0, 0), 2.0
    )[..., None]
    side = tuple(0.62 * value for value in colour)
    cv2.circle(drawn, (x, y), round(radius * 16), side, -1, cv2.LINE_AA, 4)
    cv2.circle(drawn, (x - 24, y - 24), round(radius * 12.5), colour, -1, cv2.LINE_AA, 4)


def _rough(seed: int) -> npt.NDArray[np.float32]:
    """Give noise of a standard deviation of 1: a part of one sheet, another one for each seed."""
    y, x = np.random.default_rng(seed).integers(0, MARGIN_PX, 2)
    return _sheet()[y : y + HEIGHT_PX, x : x + WIDTH_PX]


@cache
def _sheet() -> npt.NDArray[np.float32]:
    shape = (HEIGHT_PX + MARGIN_PX, WIDTH_PX + MARGIN_PX, 3)
    return np.random.default_rng(10).standard_normal(shape, dtype=np.float32)


@cache
def _bare() -> npt.NDArray[np.float32]:
    """Paint parchment with patches of land and a few lines, on a dark wooden table."""
    chance = np.random.default_rng(7)
    shape = (HEIGHT_PX, WIDTH_PX)

    def cloud(spread: float, strength: float) -> npt.NDArray[np.float32]:
        rough = chance.standard_normal((*shape, 3)).astype(np.float32)
        smooth = cv2.GaussianBlur(rough, (0, 0), spread)
        return np.asarray(smooth * (strength / smooth.std()), np.float32)

    wood = np.array([48, 70, 96], np.float32) + cloud(3.0, 5.0)
    paper = np.array([150, 182, 200], np.float32) + cloud(14.0, 12.0) + cloud(2.5, 7.0)
    for _ in range(40):
        ends = chance.uniform((0, 0), SIZE_MM, (2, 2))
        one, other = (tuple(np.round(to_px((x, y))).astype(int).tolist()) for x, y in ends)
        ink = tuple(chance.uniform(40, 130, 3).tolist())
        cv2.line(paper, one, other, ink, int(chance.integers(1, 3)), cv2.LINE_AA)
    for at in PLACES.values():
        centre = tuple(np.round(to_px(at)).astype(int).tolist())
        cv2.circle(paper, centre, 13, (120, 150, 172), -1, cv2.LINE_AA)
        cv2.circle(paper, centre, 13, (60, 70, 80), 1, cv2.LINE_AA)
    board = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(board, np.round(CORNERS_PX).astype(np.int32), (1,))
    return np.where(board[..., None] > 0, paper, wood).astype(np.float32)
