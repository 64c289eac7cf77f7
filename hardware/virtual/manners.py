"""How a board is printed: its colours, and the manner of its spots, roads and ground."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from hardware.virtual.conditions import Style
from hardware.virtual.texture import Rng

Colour = tuple[float, float, float]
Spots = Literal["signed", "ring", "double", "disc", "pictogram", "plain"]
Roads = Literal["bowed", "dashed", "wide", "thin", "dotted"]

TINTS: Final = (
    (150, 178, 150),
    (128, 186, 214),
    (166, 190, 206),
    (150, 160, 204),
    (196, 172, 184),
    (186, 190, 158),
    (130, 170, 184),
    (176, 196, 186),
)
"""Pale BGR tints; merchants come in none of them."""
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


@dataclass(frozen=True, slots=True)
class Manner:
    """Everything that one edition's printer decided. Colours are BGR."""

    style: Style = "pale"
    tints: tuple[Colour, ...] = TINTS
    water: Colour = (176.0, 142.0, 92.0)
    ink: Colour = (38, 52, 74)
    paper: Colour = (206, 226, 236)
    clay: Colour = (88, 122, 158)
    pale_clay: Colour = (142, 174, 200)
    frame: Colour = (112, 62, 34)
    gold: Colour = (96, 172, 206)
    spots: Spots = "signed"
    disc: Colour = (206, 226, 236)
    roads: Roads = "bowed"
    road: Colour = (150, 188, 212)
    ornaments: bool = True


def manner(style: Style, edition: int) -> Manner:
    """Decide how an edition is printed in a style; pale ones are all printed alike."""
    rng = np.random.default_rng([edition, 5])
    match style:
        case "pale":
            return Manner()
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
) -> Manner:
    """Leave the rest to chance: spots and their filling, roads, frame."""
    pale_clay = 0.7 * np.array(clay) + (0.0 if np.mean(clay) > MIDDLE_GREY else 90.0)
    spots = get_args(Spots)[rng.integers(len(get_args(Spots)))]
    painted = np.array(MERCHANTS[rng.integers(len(MERCHANTS))])
    blue, green, red = (painted + WASHED_OUT * (np.array(paper) - painted)).tolist()
    filling = (paper, ink, (blue, green, red))
    blue, green, red = pale_clay.tolist()
    order = rng.permutation(len(tints))
    return Manner(
        style,
        tuple(tints[i] for i in order),
        water,
        ink,
        paper,
        clay,
        (blue, green, red),
        _either(rng, (112.0, 62.0, 34.0), (24.0, 24.0, 26.0), (40.0, 36.0, 110.0), clay),
        _either(rng, (96.0, 172.0, 206.0), paper),
        spots,
        filling[rng.choice(len(filling), p=(0.4, 0.2, 0.4))],
        get_args(Roads)[rng.integers(len(get_args(Roads)))],
        _either(rng, paper, ink, (60.0, 110.0, 200.0)),
        ornaments,
    )


def _either(rng: Rng, *colours: Colour) -> Colour:
    return colours[rng.integers(len(colours))]


def _varied(rng: Rng, colours: Sequence[Colour], most: float) -> list[Colour]:
    """Mix each colour a little differently."""
    varied = np.array(colours) * rng.uniform(1.0 - most, 1.0 + most, (len(colours), 3))
    return [(blue, green, red) for blue, green, red in np.clip(varied, 8.0, 250.0).tolist()]
