"""Boards printed in other styles than the friendly pale one, each edition in its own way."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

import cv2
import numpy as np

from engine.board import Location
from hardware.virtual.painting import (
    SHIFT,
    Brush,
    Colour,
    Field,
    Point,
    Rng,
    fractal,
    noise,
    relief,
)
from hardware.virtual.printed_board import PALE, TINTS, Printer, scaled

Style = Literal["pale", "dark", "parchment", "flat", "photographic", "engraved"]
Spots = Literal["signed", "ring", "double", "disc", "pictogram", "plain"]
Roads = Literal["bowed", "dashed", "wide", "thin", "dotted"]

DEEP: Final = (
    (36, 32, 128),
    (122, 58, 30),
    (30, 118, 164),
    (44, 92, 34),
    (84, 36, 80),
    (98, 88, 26),
    (30, 46, 78),
    (72, 60, 56),
)
"""Dark and saturated: the hues of red, blue, yellow, green, purple and brown merchants."""
POSTER: Final = (
    (64, 66, 200),
    (186, 116, 44),
    (66, 190, 232),
    (92, 158, 62),
    (150, 82, 142),
    (46, 138, 232),
    (168, 170, 66),
    (128, 124, 122),
)
"""Strong modern colours, as bright as the merchants themselves."""
EARTH: Final = (
    (96, 128, 152),
    (74, 110, 104),
    (110, 140, 160),
    (70, 96, 124),
    (92, 118, 112),
    (120, 146, 158),
    (84, 120, 144),
    (66, 100, 92),
)
"""Ground as an aeroplane sees it."""
MERCHANTS: Final = (
    (48, 42, 160),
    (150, 74, 34),
    (44, 170, 214),
    (60, 120, 40),
    (44, 42, 42),
    (214, 220, 224),
)
"""Discs are now and then printed in the colours of the pieces that stand on them..."""
WASHED_OUT: Final = 0.4
"""...but printer's ink is paler than a piece's paint: so much of it is paper."""

MIDDLE_GREY: Final = 120.0
"""On a ground brighter than this, slots are printed darker; on a darker one, lighter."""
CITY_TINT: Final = 1.15
"""Cities are printed a little lighter than towns and villages."""
DASH_MM: Final = 5.0
DOT_MM: Final = 4.0
HATCH_MM: Final = 1.5
"""From one engraved line to the next."""
HATCHED: Final = 0.62
"""How much of the paper's brightness an engraved line takes."""
STAIN_MM: Final = 70.0
GRIT_MM: Final = 0.8


@dataclass(frozen=True)
class StyledPrinter(Printer):
    """A printer of one ``style``, with spots and roads of one kind each.

    ``disc`` is the colour of spots that are discs.
    """

    style: Style = "dark"
    spots: Spots = "signed"
    disc: Colour = (206, 226, 236)
    roads: Roads = "bowed"

    def grain(self, rng: Rng, ground: Field, px_per_mm: float) -> None:
        """Give a ground the grain of the style: flat, photographed, stained, engraved."""
        height, width = ground.shape[:2]
        match self.style:
            case "pale" | "dark":
                super().grain(rng, ground, px_per_mm)
            case "flat":
                pass
            case "photographic":
                clouds = fractal(rng, height, width, 60.0 * px_per_mm, 7)
                grit = noise(rng, height, width, (GRIT_MM * px_per_mm, GRIT_MM * px_per_mm))
                ground *= np.clip(1.0 + 0.16 * clouds + 0.13 * grit, 0.35, 1.7)[..., None]
                for channel in range(3):
                    tint = fractal(rng, height, width, 14.0 * px_per_mm, 4)
                    ground[..., channel] *= 1.0 + 0.05 * tint
            case "parchment":
                stains = fractal(rng, height, width, STAIN_MM * px_per_mm, 6)
                fibres = noise(rng, height, width, (1.2 * px_per_mm, 9.0 * px_per_mm))
                shade = relief(1.6 * fractal(rng, height, width, 12.0, 4))
                worn = np.clip(1.0 - 0.14 * np.clip(stains, -0.5, None) + 0.03 * fibres, 0.4, 1.2)
                ground *= (worn * shade)[..., None]
                # Brown, where it is dark.
                ground[..., 0] *= np.clip(worn, 0.6, 1.0)
            case "engraved":
                ground *= (1.0 - HATCHED * _hatching(rng, height, width, px_per_mm))[..., None]

    def draw_road(self, brush: Brush, track: list[Point], length_mm: float) -> None:
        match self.roads:
            case "bowed":
                super().draw_road(brush, track, length_mm)
            case "wide":
                brush.line(track, self.ink, 4.6)
                brush.line(track, self.road, 3.4)
            case "thin":
                brush.line(track, self.road, 0.8)
            case "dashed":
                for at in np.arange(0.0, length_mm, 2 * DASH_MM):
                    part = np.linspace(at, min(at + DASH_MM, length_mm), 3) / length_mm
                    brush.line(_along(track, part), self.road, 1.6)
            case "dotted":
                for at in _along(track, np.arange(DOT_MM, length_mm, DOT_MM) / length_mm):
                    brush.disc(at, 0.9, self.ink)
                    brush.disc(at, 0.6, self.road)

    def draw_spot(self, brush: Brush, location: Location, land: Colour, rng: Rng) -> None:
        at, radius = location.at_mm, location.radius_mm
        match self.spots:
            case "signed":
                super().draw_spot(brush, location, land, rng)
            case "ring":
                bright = sum(land) / 3
                seen = max(self.ink, self.paper, key=lambda one: abs(sum(one) / 3 - bright))
                _draw_ring(brush, location, 0.0, 1.3, seen)
                if rng.random() < 0.5:
                    self.draw_sign(brush, location, 0.3)
            case "double":
                _draw_ring(brush, location, 0.0, 0.8, self.ink)
                _draw_ring(brush, location, 1.7, 0.7, self.paper)
            case "disc":
                tint = CITY_TINT if location.kind == "city" else 1.0
                brush.disc(at, radius, scaled(land, 0.48))
                brush.disc(at, radius - 0.7, scaled(self.disc, tint))
            case "pictogram":
                self.draw_sign(brush, location, 0.6)
            case "plain":
                brush.disc(at, radius, scaled(land, 0.84))
                brush.disc(at, radius - 0.5, scaled(land, 1.07))


def printer_of(style: Style, edition: int) -> Printer:
    """Decide how an edition is printed in a style; pale ones are all printed alike."""
    rng = np.random.default_rng([edition, 5])
    match style:
        case "pale":
            return PALE
        case "dark":
            dark = _either(rng, (24.0, 24.0, 28.0), (60.0, 40.0, 30.0), (26.0, 34.0, 52.0))
            return _chosen(
                rng, style, _varied(rng, DEEP, 0.18), (92, 56, 20), (20, 20, 22), (176, 206, 216),
                dark, ornaments=bool(rng.integers(2)),
            )  # fmt: skip
        case "flat":
            clay = _either(rng, (236.0, 238.0, 240.0), (52.0, 46.0, 44.0), (200.0, 190.0, 70.0))
            return _chosen(
                rng, style, _varied(rng, POSTER, 0.12), (222, 180, 98), (30, 28, 30),
                (244, 246, 248), clay, ornaments=False,
            )  # fmt: skip
        case "photographic":
            return _chosen(
                rng, style, _varied(rng, EARTH, 0.2), (110, 84, 44), (24, 28, 30),
                (222, 230, 232), (60.0, 84.0, 104.0), ornaments=False,
            )  # fmt: skip
        case "parchment":
            sheet = np.array((150.0, 186.0, 208.0)) * rng.uniform(0.85, 1.05)
            tints = [tuple((sheet * rng.uniform(0.88, 1.08, 3)).tolist()) for _ in TINTS]
            return _chosen(
                rng, style, tints, (150, 160, 138), (34, 48, 72), (178, 208, 224),
                (112.0, 150.0, 178.0), ornaments=True,
            )  # fmt: skip
        case "engraved":
            return _chosen(
                rng, style, _varied(rng, [(206, 218, 224)] * len(TINTS), 0.06), (196, 190, 180),
                (22, 22, 26), (226, 232, 234), (188.0, 202.0, 210.0),
                ornaments=bool(rng.integers(2)),
            )  # fmt: skip


def _chosen(  # noqa: PLR0913, PLR0917 - a style is that many colours
    rng: Rng,
    style: Style,
    tints: Sequence[Colour],
    water: Colour,
    ink: Colour,
    paper: Colour,
    clay: Colour,
    *,
    ornaments: bool,
) -> Printer:
    """Leave the rest to chance: spots and their filling, roads, frame."""
    pale_clay = 0.7 * np.array(clay) + (0.0 if np.mean(clay) > MIDDLE_GREY else 90.0)
    spots = get_args(Spots)[rng.integers(len(get_args(Spots)))]
    painted = np.array(MERCHANTS[rng.integers(len(MERCHANTS))])
    blue, green, red = (painted + WASHED_OUT * (np.array(paper) - painted)).tolist()
    filling = (paper, ink, (blue, green, red))
    blue, green, red = pale_clay.tolist()
    order = rng.permutation(len(tints))
    return StyledPrinter(
        tints=tuple(tints[i] for i in order),
        water=water,
        ink=ink,
        paper=paper,
        clay=clay,
        pale_clay=(blue, green, red),
        frame=_either(rng, (112.0, 62.0, 34.0), (24.0, 24.0, 26.0), (40.0, 36.0, 110.0), clay),
        gold=_either(rng, (96.0, 172.0, 206.0), paper),
        style=style,
        spots=spots,
        disc=filling[rng.choice(len(filling), p=(0.4, 0.2, 0.4))],
        roads=get_args(Roads)[rng.integers(len(get_args(Roads)))],
        road=_either(rng, paper, ink, (60.0, 110.0, 200.0)),
        verge=ink,
        ornaments=ornaments,
    )


def _either(rng: Rng, *colours: Colour) -> Colour:
    return colours[rng.integers(len(colours))]


def _varied(rng: Rng, colours: Sequence[Colour], most: float) -> list[Colour]:
    """Mix each colour a little differently."""
    varied = np.array(colours) * rng.uniform(1.0 - most, 1.0 + most, (len(colours), 3))
    return [(blue, green, red) for blue, green, red in np.clip(varied, 8.0, 250.0).tolist()]


def _draw_ring(
    brush: Brush, location: Location, inset: float, width: float, colour: Colour
) -> None:
    """Draw a ring that leaves what is inside as it is."""
    scale = brush.px_per_mm * 2**SHIFT
    x, y = location.at_mm
    centre = (round(x * scale), round(y * scale))
    radius = round((location.radius_mm - inset - width / 2) * scale)
    pen = max(1, round(width * brush.px_per_mm))
    cv2.circle(brush.picture, centre, radius, colour, pen, cv2.LINE_AA, SHIFT)


def _along(track: list[Point], parts: np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[Point]:
    """Find points at parts (0 to 1) of a track."""
    at = np.linspace(0.0, 1.0, len(track))
    x, y = (np.interp(parts, at, [point[axis] for point in track]) for axis in (0, 1))
    return list(zip(x.tolist(), y.tolist(), strict=True))


def _hatching(rng: Rng, height: int, width: int, px_per_mm: float) -> Field:
    """Hatch hills with lines that follow them, the thicker the steeper: 0 to 1."""
    hills = noise(rng, height, width, (60.0 * px_per_mm, 60.0 * px_per_mm))
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / np.float32(px_per_mm)
    turn = rng.uniform(0.0, np.pi)
    across = x * np.float32(np.cos(turn)) + y * np.float32(np.sin(turn)) + 6.0 * hills
    wave = 0.5 + 0.5 * np.cos(2.0 * np.pi / HATCH_MM * across)
    thick = np.clip(0.35 + 0.25 * hills, 0.0, 0.8)
    return np.asarray(np.clip(4.0 * (wave - 1.0 + thick), 0.0, 1.0), np.float32)
