"""A board on paper: its true size, nothing lost between the sheets, no tile cut."""

import re
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Never

import numpy as np
import pytest

from companion.boards import printing
from companion.boards.known import board_of_game
from companion.boards.printing import (
    FULL,
    GAP_MM,
    LARGE,
    MARGIN_MM,
    OVERLAP_MM,
    SMALL,
    Paper,
    fit,
    paper_for,
    sheets_of,
)
from companion.cli import main
from companion.games.siberia.tile_faces import NET, printed_tiles
from engine.games import format_board, parse_board
from hardware.virtual import painting
from hardware.virtual.painting import HAS_ACCENTS, Brush, Picture
from seeds.boards import builtin_board_text
from tests.hard_tables.random_board import random_board
from tests.sampled import few

BOARD_MM = (560.0, 420.0)
SIDES = [50.0] * 8 + [18.0] * 36
POINT_MM = 25.4 / 72


@pytest.mark.parametrize("paper", [FULL, SMALL])
def test_every_tile_lies_whole_on_one_sheet_and_on_nothing_else(paper: Paper) -> None:
    scale, places = fit(paper, BOARD_MM, SIDES)
    assert [place[2] for place in places] == [scale * side for side in SIDES]
    for x, y, wide, high in places:
        assert y >= scale * BOARD_MM[1] + GAP_MM
        whole = [
            sheet
            for sheet in paper.sheets()
            if sheet[0] <= x and x + wide <= sheet[0] + sheet[2]
            if sheet[1] <= y and y + high <= sheet[1] + sheet[3]
        ]
        touched = [
            sheet
            for sheet in paper.sheets()
            if sheet[0] < x + wide and x < sheet[0] + sheet[2]
            if sheet[1] < y + high and y < sheet[1] + sheet[3]
        ]
        assert whole == touched
        assert len(whole) == 1
    for i, (x, y, wide, high) in enumerate(places):
        for other_x, other_y, other_wide, other_high in places[:i]:
            apart = x >= other_x + other_wide or other_x >= x + wide
            assert apart or y >= other_y + other_high or other_y >= y + high


def test_six_sheets_hold_the_board_as_large_as_it_is() -> None:
    assert len(FULL.sheets()) == 6
    assert fit(FULL, BOARD_MM, SIDES)[0] == 1.0


def test_four_sheets_hold_it_smaller() -> None:
    assert len(SMALL.sheets()) == 4
    assert 0.6 < fit(SMALL, BOARD_MM, SIDES)[0] < 1.0


@pytest.mark.parametrize("paper", [FULL, SMALL])
def test_neighbouring_sheets_overlap(paper: Paper) -> None:
    first, second, *_ = paper.sheets()
    assert first[0] + first[2] - second[0] == pytest.approx(OVERLAP_MM)
    below = paper.sheets()[paper.columns]
    assert first[1] + first[3] - below[1] == pytest.approx(OVERLAP_MM)


def test_a_board_too_large_for_any_paper_is_no_endless_search() -> None:
    with pytest.raises(ValueError, match="no room"):
        fit(FULL, (90_000.0, 420.0), SIDES)


@pytest.mark.long
@pytest.mark.parametrize(("option", "sheets"), [((), 6), (("--small",), 4)])
def test_the_pdf_has_pages_of_a4_with_pictures_in_true_size(
    option: tuple[str, ...], sheets: int, tmp_path: Path
) -> None:
    path = tmp_path / "board.pdf"
    assert main(["board", "print", "--language", "ro", *option, str(path)]) == 0
    data = path.read_bytes()
    page = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert page is not None
    size = sorted(float(side) * POINT_MM for side in page.groups())
    assert size == pytest.approx([210.0, 297.0], abs=0.02)
    placed = re.findall(r"q ([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm /I\d+ Do", _texts(data))
    assert len(placed) == sheets
    for wide, high, left, low in placed:
        shown = sorted(float(side) * POINT_MM for side in (wide, high))
        assert shown == pytest.approx([210.0 - 2 * MARGIN_MM, 297.0 - 2 * MARGIN_MM], abs=0.02)
        corner = [float(side) * POINT_MM for side in (left, low)]
        assert corner == pytest.approx([MARGIN_MM, MARGIN_MM], abs=0.02)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"row_boxes": ()}, "expected [ranking] and [influence]"),
        ({"tile_circles": ()}, "expected [ranking] and [influence]"),
        ({"size_mm": (90_000.0, 420.0)}, "the paper has no room for this board"),
    ],
)
def test_a_board_that_cannot_be_printed_is_told_in_one_line(
    changed: dict[str, Any], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, path = tmp_path / "board.toml", tmp_path / "board.pdf"
    board = replace(parse_board(builtin_board_text("dubsar"), "dubsar.toml"), **changed)
    file.write_text(format_board(board), encoding="utf-8")
    assert main(["board", "print", "--board", str(file), str(path)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert str(file) in line
    assert told in line
    assert not path.exists()


@pytest.mark.long
def test_any_board_can_be_printed(tmp_path: Path) -> None:
    file, path = tmp_path / "board.toml", tmp_path / "board.pdf"
    board = random_board(2)
    file.write_text(format_board(board), encoding="utf-8")
    assert main(["board", "print", "--small", "--board", str(file), str(path)]) == 0
    assert board.name in path.read_bytes().decode("latin-1")


def test_a_pdf_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "board.pdf"
    path.write_text("mine")
    assert main(["board", "print", str(path)]) == 1
    assert path.read_text() == "mine"


def _texts(data: bytes) -> str:
    """Unpack what is drawn on the pages."""
    found = []
    for stream in re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL):
        try:
            found.append(zlib.decompress(stream).decode("latin-1"))
        except zlib.error:  # a picture
            continue
    return "".join(found)


TAIGA = board_of_game("siberia").board
PIECES = 11 + 20 + 8 + 70 + 70
"""Sides of exchange tiles, investment and blocking markers, cubes, action markers."""


def test_what_belongs_to_a_board_with_areas_has_sheets_of_its_own() -> None:
    assert paper_for(TAIGA, small=False) == LARGE
    assert fit(LARGE, TAIGA.size_mm, [])[0] == 1.0
    sizes = [size for size, _ in printed_tiles(TAIGA)]
    sheet = Paper(1, 1, LARGE.sheet_mm)
    filled = sheets_of(sheet, sizes)
    assert [box[2:] for boxes in filled for box in boxes] == sizes
    width, height = sheet.shown_mm
    for boxes in filled:
        for i, (x, y, wide, high) in enumerate(boxes):
            assert x + wide <= width
            assert y + high <= height
            for left, top, w, h in boxes[:i]:
                beside = x >= left + w + GAP_MM or left >= x + wide + GAP_MM
                assert beside or y >= top + h + GAP_MM or top >= y + high + GAP_MM


def test_all_pieces_of_siberia_that_are_of_paper_are_painted() -> None:
    tiles = printed_tiles(TAIGA)
    assert len(tiles) == PIECES
    faces = [(size, face(120)) for size, face in tiles]
    for (wide, high), picture in faces:
        assert picture.shape[1] == 120
        assert picture.shape[0] == pytest.approx(120 * high / wide, abs=1)
    nets = [picture for (wide, high), picture in faces if (wide, high) == (40.0, 30.0)]
    assert len(nets) == 70
    coloured = (nets[0] < 255).any(axis=2).mean()
    assert coloured == pytest.approx(len(NET) / 12, abs=0.02)


@pytest.mark.parametrize(
    ("language", "told"),
    few(
        1,
        [
            ("fr", {"Bourse 1", "Marqueur visible 4", "charbon", "PÉTROLE", "OUVRIER"}),
            ("en", {"Exchange 1", "Face-up marker 4", "coal", "OIL", "WORKER"}),
            ("ro", {"Bursa 1", "Marcaj la vedere 4", "cărbune", "PETROL", "MUNCITOR"}),
        ],
    ),
)
def test_a_board_is_printed_in_the_language_that_was_asked_for(
    language: str, told: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: set[str] = set()
    write = Brush.text

    def watched(brush: Brush, text: str, *where: Never, **how: Never) -> None:
        written.add(text)
        write(brush, text, *where, **how)

    monkeypatch.setattr(Brush, "text", watched)
    monkeypatch.setattr(printing, "PX_PER_MM", 2.0)
    command = ["board", "print", "--board", "taiga", "--small", "--language", language]
    assert main([*command, str(tmp_path / "board.pdf")]) == 0
    assert told <= written
    assert not {"slot-1", "open-4"} & written
    if language != "en":
        assert not {"coal", "OIL", "WORKER"} & written


def test_a_long_word_is_printed_within_its_width() -> None:
    brush = Brush(np.zeros((100, 400, 3), np.uint8), 2.0)
    brush.text("Marqueur visible à côté 4", (100.0, 25.0), 8.0, (255.0, 255.0, 255.0), most=60.0)
    columns = np.flatnonzero(brush.picture.any(axis=(0, 2)))
    assert 80 <= columns[-1] - columns[0] <= 125


ACCENTED: Final = (("PÉTROLE", "PETROLE"), ("CĂRBUNE", "CARBUNE"), ("VÂNZĂTOR", "VANZATOR"))


def printed(text: str) -> Picture:
    brush = Brush(np.zeros((100, 400, 3), np.uint8), 2.0)
    brush.text(text, (100.0, 25.0), 16.0, (255.0, 255.0, 255.0))
    return brush.picture


@pytest.mark.skipif(not HAS_ACCENTS, reason="OpenCV before 5 has a face without accents")
@pytest.mark.parametrize(("word", "plain"), ACCENTED)
def test_words_are_printed_with_their_accents(word: str, plain: str) -> None:
    """Prints in French and Romanian had plain capitals."""
    more = printed(word).astype(int) - printed(plain)
    rows = np.nonzero((more > 128).any(axis=(1, 2)))[0]
    assert rows.size
    assert rows.max() < 50  # above the letters


@pytest.mark.parametrize(("word", "plain"), ACCENTED)
def test_words_are_printed_with_their_accents_where_opencv_has_none(
    word: str, plain: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painting, "HAS_ACCENTS", False)
    above, capitals = (
        np.flatnonzero((printed(one) > 128).any(axis=(1, 2))) for one in (word, plain)
    )
    assert above.min() < capitals.min() - 5
    assert abs(above.max() - capitals.max()) <= 1  # what is below is as large


def test_letters_of_another_face_stand_where_they_should(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painting, "HAS_ACCENTS", False)
    brush = Brush(np.zeros((100, 400, 3), np.uint8), 2.0)
    brush.text("HEH", (100.0, 25.0), 16.0, (255.0, 255.0, 255.0))
    rows, columns = (np.flatnonzero((brush.picture > 128).any(axis=(at, 2))) for at in (1, 0))
    assert abs(rows.size - 32) <= 1
    assert abs(rows.mean() - 50) <= 1
    assert abs(columns.mean() - 200) <= 2

    with_halo = Brush(np.full((100, 400, 3), 90, np.uint8), 2.0)
    with_halo.text("HEH", (100.0, 25.0), 16.0, (0.0,) * 3, (255.0,) * 3)
    assert with_halo.picture[50, columns[0] - 1].min() > 200
    assert with_halo.picture[50, columns[0] + 2].max() < 50
    assert with_halo.picture[50, 10].tolist() == [90] * 3

    cut = Brush(np.zeros((20, 20), np.uint8), 2.0)
    cut.text("HEH", (0.0, 0.0), 16.0, (200.0,) * 3)  # half of it lies outside
    assert cut.picture.max() == 200
    cut.text("HEH", (-100.0, 0.0), 16.0, (255.0,) * 3)
    assert cut.picture.max() == 200


@pytest.mark.long
def test_a_board_of_siberia_is_printed_with_its_pieces(tmp_path: Path) -> None:
    path = tmp_path / "taiga.pdf"
    assert main(["board", "print", "--board", "taiga", "--small", str(path)]) == 0
    pages = re.findall(rb"/Type /Page\b(?!s)", path.read_bytes())
    assert len(pages) > len(SMALL.sheets())


def test_a_board_without_its_printed_places_is_not_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = tmp_path / "bare.toml"
    text = format_board(replace(TAIGA, clock_spaces=()))  # type: ignore[call-arg]  # Siberia's
    bare.write_text(text, encoding="utf-8")
    assert main(["board", "print", "--board", str(bare), str(tmp_path / "bare.pdf")]) == 1
    assert "[clocks]" in capsys.readouterr().err
