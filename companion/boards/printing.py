"""A board and its tiles as a PDF on sheets of paper, to be printed, cut, glued and played on.

Lengths are mm. The sheets lie in a grid and overlap; the board begins at the top left of the
first, and below it, on the sheets of the last row, there is room for the tiles. What belongs to a
board with areas is too much for that, and has sheets of its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
from fpdf import FPDF

from companion.archive.evidence_pictures import jpeg_of
from companion.files import new_file
from companion.games import part_of
from companion.language import Language
from companion.words.names import names_of
from engine.board import Board
from hardware.face import face
from hardware.virtual.printed_board import EDITION, paint_board
from vision.reading import Image

A4_MM: Final = (210.0, 297.0)
MARGIN_MM: Final = 8.0
"""What home printers may leave blank at each edge, and a little more."""
OVERLAP_MM: Final = 8.0
"""How much of two neighbouring sheets shows the same, to be glued on each other."""
GAP_MM: Final = 4.0
"""Between what is cut out."""

LEAST_PERCENT: Final = 10

Box = tuple[float, float, float, float]  # x, y, width, height


@dataclass(frozen=True, slots=True)
class Paper:
    """So many sheets beside and below each other, each of a size, upright or lying."""

    columns: int
    rows: int
    sheet_mm: tuple[float, float]

    @property
    def shown_mm(self) -> tuple[float, float]:
        """What of one sheet can be printed on."""
        width, height = self.sheet_mm
        return width - 2 * MARGIN_MM, height - 2 * MARGIN_MM

    @property
    def whole_mm(self) -> tuple[float, float]:
        """How large all sheets are together, glued."""
        width, height = self.shown_mm
        across = self.columns * width - (self.columns - 1) * OVERLAP_MM
        return across, self.rows * height - (self.rows - 1) * OVERLAP_MM

    def sheets(self) -> list[Box]:
        """Tell what part of the whole each sheet shows, row by row."""
        width, height = self.shown_mm
        return [
            (column * (width - OVERLAP_MM), row * (height - OVERLAP_MM), width, height)
            for row in range(self.rows)
            for column in range(self.columns)
        ]


FULL: Final = Paper(3, 2, A4_MM)
"""Six sheets upright: as large as the board is."""
LYING_MM: Final = (A4_MM[1], A4_MM[0])
SMALL: Final = Paper(2, 2, LYING_MM)
"""Four sheets lying."""
LARGE: Final = Paper(3, 3, LYING_MM)
"""Nine sheets lying: as large as a board with areas is."""


def paper_for(board: Board, *, small: bool) -> Paper:
    """Give the paper that a board is printed on, as large as it is or ``small``."""
    if small:
        return SMALL
    return LARGE if board.areas else FULL


def fit(
    paper: Paper, size_mm: tuple[float, float], sides: Sequence[float]
) -> tuple[float, list[Box]]:
    """Fit a board and its tiles on paper: the scale, 1 if possible, and where each tile goes.

    ``sides`` are those of the square pieces, the largest first. Raises ValueError for a board that
    would not even fit at a tenth of its size.
    """
    width, height = paper.whole_mm
    for percent in range(100, LEAST_PERCENT, -1):
        scale = percent / 100
        board = (scale * size_mm[0], scale * size_mm[1])
        if board[0] <= width and board[1] <= height:
            places = _place_tiles(paper, board, [scale * side for side in sides])
            if places is not None:
                return scale, places
    raise ValueError("the paper has no room for this board")


def _place_tiles(
    paper: Paper, board_mm: tuple[float, float], sides: Sequence[float]
) -> list[Box] | None:
    """Place square pieces below the board, in rows on each sheet of the last row, none cut.

    ``board_mm`` is the board's size as printed. None when there is no room.
    """
    left_over = list(sides)
    placed: list[Box] = []
    below = board_mm[1] + GAP_MM
    sheets = paper.sheets()[-paper.columns :]
    for number, (left, top, width, height) in enumerate(sheets):
        # Nothing lies where a neighbour would show a part of it.
        first = left + (OVERLAP_MM if number else 0.0)
        right = left + width - (OVERLAP_MM if number < paper.columns - 1 else 0.0)
        x, y, row = first, max(below, top + OVERLAP_MM), 0.0
        while left_over:
            side = left_over[0]
            if x + side > right:
                x, y, row = first, y + row + GAP_MM, 0.0
            if y + side > top + height:
                break
            placed.append((x, y, side, side))
            x, row = x + side + GAP_MM, max(row, side)
            left_over.pop(0)
    return None if left_over else placed


PX_PER_MM: Final = 200 / 25.4
QUALITY: Final = 92
FONT: Final = "print"
MARK_MM: Final = 2.0
"""The length of a cutting mark."""
AWAY_MM: Final = 1.0
"""From a corner to be cut out to the mark that points to it."""
THIN_MM: Final = 0.15
POINTS: Final = 9
RULE_MM: Final = 100.0
"""The line that must measure as much, if the printer kept to the size."""


def print_board(
    path: Path, board: Board, paper: Paper, words: Language, progress: Callable[[str], None]
) -> None:
    """Write the PDF of a board that has all that its game needs to be printed.

    Raises OSError, FileExistsError where there is a file already, and ValueError where the board
    is too large for the paper.
    """
    with new_file(path) as begun:
        begun.write_bytes(_pdf(board, paper, words, progress))


def _pdf(board: Board, paper: Paper, words: Language, progress: Callable[[str], None]) -> bytes:
    called = names_of(words, board).place
    tiles = part_of(board.game, "tile_faces").printed_tiles(board, called)
    below = [] if board.areas else tiles
    scale, places = fit(paper, board.size_mm, [wide for (wide, _), _ in below])
    progress(words.say("painting the board"))
    whole = _blank(paper)
    painted = paint_board(board, EDITION, px_per_mm=PX_PER_MM * scale, called=called)
    _lay(whole, painted, (0.0, 0.0))
    _lay_all(whole, below, places)
    pdf = FPDF(unit="mm", format=paper.sheet_mm)
    pdf.set_auto_page_break(auto=False)
    pdf.add_font(FONT, fname=face(bold=False))
    pdf.set_font(FONT, size=POINTS)
    pdf.set_title(board.name)
    cut = [(0.0, 0.0, board.size_mm[0] * scale, board.size_mm[1] * scale), *places]
    one = Paper(1, 1, paper.sheet_mm)
    apart = tiles[len(below) :]
    filled = sheets_of(one, [(scale * wide, scale * high) for (wide, high), _ in apart])
    sheets = len(paper.sheets()) + len(filled)
    for number, sheet in enumerate(paper.sheets()):
        pdf.add_page()
        pdf.image(_part(whole, sheet), MARGIN_MM, MARGIN_MM, sheet[2], sheet[3])
        _marks(pdf, sheet, cut)
        _seams(pdf, paper, number)
        _note(pdf, paper, words, (number + 1, sheets, round(100 * scale)))
    for number, boxes in enumerate(filled, len(paper.sheets())):
        (sheet,), page = one.sheets(), _blank(one)
        _lay_all(page, apart[: len(boxes)], boxes)
        apart = apart[len(boxes) :]
        pdf.add_page()
        pdf.image(_part(page, sheet), MARGIN_MM, MARGIN_MM, sheet[2], sheet[3])
        _marks(pdf, sheet, boxes)
        _note(pdf, paper, words, (number + 1, sheets, round(100 * scale)))
    progress("")
    return bytes(pdf.output())


def sheets_of(sheet: Paper, sizes: Sequence[tuple[float, float]]) -> list[list[Box]]:
    """Place things of these sizes in rows, on as many sheets of one kind as it takes."""
    width, height = sheet.whole_mm
    sheets: list[list[Box]] = []
    x, y, row = 0.0, height, 0.0
    for wide, high in sizes:
        if x + wide > width:
            x, y, row = 0.0, y + row + GAP_MM, 0.0
        if y + high > height:
            sheets.append([])
            x, y, row = 0.0, 0.0, 0.0
        sheets[-1].append((x, y, wide, high))
        x, row = x + wide + GAP_MM, max(row, high)
    return sheets


def _lay_all(
    whole: Image, tiles: Sequence[tuple[object, Callable[[int], Image]]], places: Sequence[Box]
) -> None:
    for (_, face_of), place in zip(tiles, places, strict=True):
        _lay(whole, face_of(round(place[2] * PX_PER_MM)), place[:2])


def _blank(paper: Paper) -> Image:
    width, height = paper.whole_mm
    return np.full((round(height * PX_PER_MM), round(width * PX_PER_MM), 3), 255, np.uint8)


def _lay(whole: Image, piece: Image, at: tuple[float, float]) -> None:
    x, y = (round(value * PX_PER_MM) for value in at)
    room = whole[y : y + piece.shape[0], x : x + piece.shape[1]]
    room[:] = piece[: room.shape[0], : room.shape[1]]


def _part(whole: Image, sheet: Box) -> BytesIO:
    """Cut out what one sheet shows, as a JPEG; its last pixels may be missing at an edge."""
    x, y, width, height = (round(value * PX_PER_MM) for value in sheet)
    part = np.full((height, width, 3), 255, np.uint8)
    seen = whole[y : y + height, x : x + width]
    part[: seen.shape[0], : seen.shape[1]] = seen
    return BytesIO(jpeg_of(part, QUALITY))


def _marks(pdf: FPDF, sheet: Box, cut: list[Box]) -> None:
    """Point at the corners of all that is to be cut out, from outside."""
    pdf.set_line_width(THIN_MM)
    left, top, width, height = sheet
    for x, y, wide, high in cut:
        for corner_x, out_x in ((x, -1), (x + wide, 1)):
            for corner_y, out_y in ((y, -1), (y + high, 1)):
                if not (left <= corner_x <= left + width and top <= corner_y <= top + height):
                    continue
                px, py = corner_x - left + MARGIN_MM, corner_y - top + MARGIN_MM
                near, far = AWAY_MM, AWAY_MM + MARK_MM
                pdf.line(px + out_x * near, py, px + out_x * far, py)
                pdf.line(px, py + out_y * near, px, py + out_y * far)


def _seams(pdf: FPDF, paper: Paper, number: int) -> None:
    """Mark in the margins where the next sheet's edge comes to lie."""
    row, column = divmod(number, paper.columns)
    width, height = paper.sheet_mm
    near, far = MARGIN_MM - AWAY_MM - MARK_MM, MARGIN_MM - AWAY_MM
    if column:
        x = MARGIN_MM + OVERLAP_MM
        for y, to_y in ((near, far), (height - far, height - near)):
            pdf.line(x, y, x, to_y)
    if row:
        y = MARGIN_MM + OVERLAP_MM
        for x, to_x in ((near, far), (width - far, width - near)):
            pdf.line(x, y, to_x, y)


def _note(pdf: FPDF, paper: Paper, words: Language, which: tuple[int, int, int]) -> None:
    """Say below the picture which sheet this is and how to check that its size was kept."""
    number, sheets, percent = which
    width, height = paper.sheet_mm
    left, y = (width - RULE_MM) / 2, height - MARGIN_MM + 2.0
    pdf.line(left, y, left + RULE_MM, y)
    for x in (left, left + RULE_MM):
        pdf.line(x, y - 1.0, x, y + 1.0)
    note = words.say(
        "Sheet {number} of {sheets}, {percent} % of full size. "
        "Print without fitting to the page: this line is {rule} mm long.",
        number=number,
        sheets=sheets,
        percent=percent,
        rule=f"{RULE_MM:g}",
    )
    pdf.set_xy(MARGIN_MM, y + 0.6)
    pdf.cell(width - 2 * MARGIN_MM, 3.5, note, align="C")
