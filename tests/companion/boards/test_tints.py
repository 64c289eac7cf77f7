"""Green on the screen is green on the table: tints come from the picture of the empty board."""

import colorsys
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards.tints import pale_tint, tints_of
from companion.journal.store import Store
from companion.language import LANGUAGES
from companion.live import program
from companion.pages.registry import find_page
from companion.session.look import TaughtTable
from companion.session.session import Session
from companion.settings import Settings
from companion.ui import style
from companion.ui.diagram import Diagram
from companion.ui.pen import Pen
from engine.board import Board
from tests.companion.pages.evening import BOARD
from tests.companion.ui.test_far import CONTRAST, contrast, grounds
from tests.examples.examples import KINDS, of_kind, screen_of
from vision.table import Table

PRINTED = [colorsys.hsv_to_rgb(number / 8, 0.9, 0.5) for number in range(8)]
"""Strong and dark, as a printed board may be, a hue each."""

HARD: Mapping[str, style.Colour] = {
    "pale yellow": (255, 250, 200),
    "dark brown": (60, 35, 15),
    "white": (255, 255, 255),
    "black": (0, 0, 0),
    "pale blue": (200, 225, 255),
    "grey": (128, 128, 128),
    "deep blue": (0, 0, 255),
    "sand": (214, 190, 150),
    "red": (255, 0, 0),
    "green": (0, 255, 0),
    "yellow": (255, 255, 0),
    "violet": (130, 0, 255),
    "magenta": (255, 0, 255),
    "dark green": (10, 45, 20),
    "orange": (255, 130, 0),
    "cyan": (0, 255, 255),
}
"""Prints on which letters may be hard to read: as many as any board has regions, and one more."""
TINTED = ("play", "dynasty-summary", "dynasty-ranking", "setup-read", "hints", "siberia-play")
"""Some of the screens on which something is written on the colour of a region."""


def table(folder: Path, board: Board = BOARD) -> Table:
    """Photograph a board, a pixel a millimetre, whose regions have these colours."""
    width, height = (round(side) for side in board.size_mm)
    picture = np.full((height, width, 3), 200, np.uint8)
    for number, region in enumerate(board.regions):
        red, green, blue = (round(255 * one) for one in PRINTED[number])
        for spot in (one for one in board.locations if one.region == region.id):
            at = tuple(map(round, spot.at_mm))
            cv2.circle(picture, at, round(3 * spot.radius_mm), (blue, green, red), -1)
    path = folder / "empty.png"
    cv2.imwrite(str(path), picture)
    corners = ((0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height)))
    return Table(folder, folder, board, path, corners, (), None, None)


def hue(colour: tuple[float, ...]) -> float:
    return colorsys.rgb_to_hsv(*(one / 255 for one in colour))[0]


def test_a_region_has_the_hue_of_its_print_and_can_be_written_on(tmp_path: Path) -> None:
    tints = tints_of(table(tmp_path))
    assert len(tints) == len(BOARD.regions)
    for printed, tint in zip(PRINTED, tints, strict=True):
        away = abs(hue(tint) - colorsys.rgb_to_hsv(*printed)[0])
        assert min(away, 1 - away) < 0.02
        assert contrast(style.INK, tint) >= CONTRAST


def test_regions_printed_alike_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.PRINTED", [PRINTED[0]] * len(PRINTED))
    tints = tints_of(table(tmp_path))
    for one, other in itertools.combinations(tints[:4], 2):  # more would be alike again
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 20
    assert min(contrast(style.INK, one) for one in tints) >= CONTRAST


@given(printed=st.tuples(*[st.integers(0, 255)] * 3))
def test_whatever_is_printed_its_tint_can_be_written_on(printed: style.Colour) -> None:
    assert contrast(style.INK, pale_tint(np.array(printed, float))) >= CONTRAST


@pytest.mark.parametrize("level", [0, 60, 128, 255])
def test_what_has_no_hue_gets_none(level: int) -> None:
    """White regions were pink: the hue of grey is 0, which is that of red."""
    assert len({*pale_tint(np.full(3, float(level)))}) == 1


@pytest.mark.parametrize(
    ("names", "language"),
    [
        *((TINTED[at::3], language) for at, language in enumerate(LANGUAGES)),
        *(
            pytest.param(of_kind(kind), language, marks=pytest.mark.long)
            for kind, language in itertools.product(KINDS, LANGUAGES)
        ),
    ],
    ids=str,
)
def test_every_text_stands_out_from_tints_of_a_hard_board(
    names: Sequence[str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board of Sumeria has half as many regions: each half of the prints is its board."""
    tints = [pale_tint(np.array(printed[::-1], float)) for printed in HARD.values()]
    for name, half in itertools.product(names, (0, len(tints) // 2)):
        screen = replace(screen_of(name, language), tints=(*tints[half:], *tints[:half]))
        with monkeypatch.context() as patch:
            found = grounds(screen, patch)
        assert found, name
        assert [one for one in found if one[1] < CONTRAST] == [], name


def test_the_board_is_drawn_in_them(tmp_path: Path) -> None:
    tints = tints_of(table(tmp_path))
    pen = Pen.filling(pygame.Surface((800, 480), depth=32))
    pen.tints = tints
    Diagram(BOARD, {}).draw(pen, (0, 0, 800, 480))
    seen = np.unique(pygame.surfarray.array2d(pen.surface))
    assert {pen.surface.map_rgb(tint) for tint in tints} <= {*seen.tolist()}


def test_a_session_learns_them_with_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "remembered_eye", lambda taught: taught)
    taught = table(tmp_path)
    with Store.in_memory() as store:
        session = Session(TaughtTable(BOARD, "any", "", ()), Settings(), store, find_page)
        session.go("start")
        assert session.screen.tints == ()
        program.taught_seeing(session, lambda: taught)
        assert session.screen.tints == tints_of(taught)


@pytest.mark.parametrize("broken", ["missing", "no picture"])
def test_without_a_picture_the_usual_tints_are_drawn(tmp_path: Path, broken: str) -> None:
    there = table(tmp_path)
    there.empty.unlink()
    if broken == "no picture":
        there.empty.write_bytes(b"no picture")
    assert tints_of(there) == ()
    assert Pen.filling(pygame.Surface((8, 8))).region(1) == style.region(1)
