"""Run the shared path tracer in a new style: other pieces, prints and tablecloths.

    python tools/new_style.py RENDERER N COMMAND...

Used as `tools/restyled.py`, whose colours, room and camera N draws too. Besides, N draws the shape
of the pieces, how the board is printed and what cloth it lies on.
"""

import importlib
import math
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

Points = list[tuple[float, float]]
Artist = Callable[..., Any]

LATHED: Final[dict[str, Points]] = {
    "pawn": [
        *((6.5, 0), (7, 0.6), (6.6, 2), (3.2, 11), (2.6, 14)),
        *((4.2, 15.5), (4.8, 18), (4.2, 20.5), (2.4, 22.2), (0.6, 22.8)),
    ],
    "chip": [(8.3, 0), (8.6, 0.2), (8.6, 2.0), (8.3, 2.2)],
    "cylinder": [(5.2, 0), (5.6, 0.4), (5.6, 15.6), (5.2, 16)],
    "stone": [(3, 0), (6.8, 1), (8, 2.5), (7.4, 3.8), (5.4, 5.0), (2.6, 5.6), (0.5, 5.8)],
}
"""Profiles of turned pieces: radius and height, mm."""
SAWN: Final[dict[str, tuple[Points, float]]] = {
    "meeple": (
        [
            *((-6.5, 0), (-2, 0), (0, 3), (2, 0), (6.5, 0), (4, 6.5), (8, 8), (8, 10.5), (3, 11)),
            *((3, 14), (1.5, 16), (-1.5, 16), (-3, 14), (-3, 11), (-8, 10.5), (-8, 8), (-4, 6.5)),
        ],
        9,
    ),
    "house": ([(-5.5, 0), (5.5, 0), (5.5, 7), (0, 12), (-5.5, 7)], 10),
}
"""Outlines of sawn pieces that stand on the board, and how thick they are, mm."""
STICK: Final = (17, 6.5, 6.5)
"""A lying stick, mm."""
SIZES: Final = {
    "meeple": (16.0, 8.0),
    "pawn": (22.8, 7.0),
    "house": (12.0, 7.5),
    "stick": (6.5, 9.0),
    "chip": (2.2, 8.6),
    "cylinder": (16.0, 5.6),
    "stone": (5.8, 8.0),
}
"""Height and radius of each kind of piece, mm; their order is what numbers draw from."""
PRINTS: Final = ("watercolour", "engraving", "clouds", "grain", "mosaic", "plain")
CLOTHS: Final = ("checks", "stripes", "dark", "flowers")
CLOTH_COLOURS: Final = (
    *((196, 60, 52), (236, 232, 222), (52, 84, 140), (60, 110, 70)),
    *((226, 200, 150), (90, 50, 80), (70, 70, 74), (120, 160, 190)),
)
REPEATS_PX: Final = (22, 34, 60, 110)
"""Widths of checks and stripes, pixels of 0.6 mm."""

JOINT: Final = 0.12
"""Width of the joints of a mosaic, in tiles."""


def _cut(scene: Any, shape: str) -> None:
    """Let the renderer's pieces have another shape."""
    bmesh, bpy = importlib.import_module("bmesh"), importlib.import_module("bpy")
    box, lathe = scene.box, scene.lathe

    def sawn(outline: Points, thick: float) -> Any:
        unit, solid = scene.U, bmesh.new()
        corners = [solid.verts.new((x * unit, -thick / 2 * unit, z * unit)) for x, z in outline]
        front = [solid.faces.new(corners)]
        made = bmesh.ops.extrude_face_region(solid, geom=front)["geom"]
        back = [one for one in made if isinstance(one, bmesh.types.BMVert)]
        bmesh.ops.translate(solid, vec=(0, thick * unit, 0), verts=back)
        bmesh.ops.recalc_face_normals(solid, faces=list(solid.faces))
        edges = list(solid.edges)
        bmesh.ops.bevel(solid, geom=edges, offset=0.5 * unit, segments=1, affect="EDGES")
        bmesh.ops.triangulate(solid, faces=list(solid.faces))
        mesh = bpy.data.meshes.new("tok")
        solid.to_mesh(mesh)
        solid.free()
        scene.smooth(mesh, 30)
        return mesh

    def piece() -> Any:
        if shape in SAWN:
            return sawn(*SAWN[shape])
        return box("tok", *STICK, 0.5) if shape == "stick" else lathe("tok", LATHED[shape], 32)

    def or_else(make: Artist) -> Artist:
        return lambda name, *rest: piece() if name == "tok" else make(name, *rest)

    height, radius = SIZES[shape]
    for style in scene.SIZE:
        scene.SIZE[style] = {"h": height, "r": radius}
    scene.box, scene.lathe = or_else(box), or_else(lathe)


def _printed(art: Any, picture: Any, how: str, rng: Any) -> Any:
    """Print a board (rows x columns x 3, RGB levels, 4 px a mm) in another way."""
    np, cv2 = importlib.import_module("numpy"), importlib.import_module("cv2")
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width]

    def noise(*scales: float) -> Any:
        return art.fbm(height, width, *scales[:2], rng, *scales[2:])[..., None]

    if how == "watercolour":
        washes = cv2.stylization(picture.clip(0, 255).astype(np.uint8), sigma_s=40, sigma_r=0.4)
        paint = (255 - washes.astype(np.float32)) * (1 + 0.28 * noise(220, 6))
        return (255 - 0.85 * paint) * (1 + 0.025 * noise(3, 2))
    if how == "engraving":
        grey = picture @ np.array([0.3, 0.59, 0.11], np.float32)
        lines = 0.5 + 0.5 * np.sin((y + 0.6 * x + 14 * noise(200, 3)[..., 0]) * 2 * np.pi / 9)
        ink = 0.55 * np.clip((lines * 255 - grey) * 0.05 + 0.5, 0, 1)[..., None]
        paper, black = np.float32([236, 222, 190]), np.float32([40, 30, 26])
        return 0.75 * (paper * (1 - ink) + black * ink) + 0.25 * picture
    if how == "clouds":
        return picture * (1 + 0.3 * np.dstack([noise(120, 7, 0.65) for _ in range(3)]))
    if how == "grain":
        long, fine = (
            cv2.resize(art.fbm(height, width // thin, *scale, rng), (width, height))[..., None]
            for thin, scale in ((20, (12, 5)), (40, (3, 2)))
        )
        rings = np.sin((y / height * 22 + 0.9 * noise(500, 2)[..., 0]) * 2 * np.pi)[..., None]
        wood = np.float32([170, 120, 74]) * (1 + 0.10 * long + 0.09 * fine + 0.10 * rings)
        return 0.55 * wood + 0.45 * picture * (1 + 0.10 * long)
    if how == "mosaic":
        across, down = width // 14, height // 14
        tiles = cv2.resize(picture, (across, down), interpolation=cv2.INTER_AREA)
        tiles *= (1 + 0.10 * rng.standard_normal(tiles.shape[:2]))[..., None]
        laid = cv2.resize(tiles, (width, height), interpolation=cv2.INTER_NEAREST)
        joints = np.minimum((y * down / height) % 1, (x * across / width) % 1)
        laid[joints < JOINT] *= 0.65
        return 0.8 * laid + 0.2 * picture
    return picture


def _cloth(art: Any, side: int, kind: str, colours: Any, repeat: int, rng: Any) -> Any:  # noqa: PLR0913, PLR0917
    """Weave a tablecloth (side x side x 3, RGB levels)."""
    np, cv2 = importlib.import_module("numpy"), importlib.import_module("cv2")
    y, x = np.mgrid[0:side, 0:side]
    one, other = (np.float32(colour) for colour in colours)
    if kind == "dark":
        return np.float32([34, 30, 32]) * (1 + 0.25 * art.fbm(side, side, 60, 4, rng))[..., None]
    if kind in {"checks", "stripes"}:
        stripes, checks = ((y + 0.3 * x) // repeat) % 2, ((y // repeat) % 2 + (x // repeat) % 2) / 2
        share = (checks if kind == "checks" else stripes)[..., None]
        grain = art.fbm(side, side, 3 if kind == "checks" else 4, 2, rng)[..., None]
        return (one * (1 - share) + other * share) * (1 + 0.06 * grain)
    cloth = np.ones((side, side, 3), np.float32) * one
    for _ in range(260):
        at, size = rng.integers(0, side, 2), int(rng.integers(10, 34))
        petal = colours[1] if rng.random() < 0.6 else (220, 200, 90)  # noqa: PLR2004
        for k in range(5):
            turn = k * 1.257
            middle = (int(at[0] + size * math.cos(turn)), int(at[1] + size * math.sin(turn)))
            cv2.circle(cloth, middle, int(size * 0.6), petal, -1, cv2.LINE_AA)
        cv2.circle(cloth, at.tolist(), int(size * 0.5), (230, 190, 60), -1, cv2.LINE_AA)
    return cloth


def _paint(art: Any, how: str, kind: str, chance: random.Random) -> None:
    """Let the renderer's boards and tables be painted in another way."""
    np, image = importlib.import_module("numpy"), importlib.import_module("PIL.Image")
    draw_board, draw_table = art.draw_board, art.draw_table
    seed = chance.getrandbits(30)
    colours, repeat = chance.sample(CLOTH_COLOURS, 2), chance.choice(REPEATS_PX)

    def shown(levels: Any) -> Any:
        return image.fromarray(np.clip(levels, 0, 255).astype(np.uint8))

    def board(*given: Any) -> Any:
        picture = np.asarray(draw_board(*given).convert("RGB")).astype(np.float32)
        return shown(_printed(art, picture, how, np.random.default_rng(seed)))

    def table(*given: Any) -> Any:
        side = draw_table(*given).size[0]
        rng = np.random.default_rng(seed + 1)
        return shown(_cloth(art, side, kind, colours, repeat, rng))

    art.draw_board, art.draw_table = board, table


def main() -> None:
    """Change the renderer as number N draws, then run it as `tools/restyled.py` does."""
    sys.path.insert(0, str(Path(__file__).parent))
    restyled = importlib.import_module("restyled")  # beside this file, in no package there
    renderer, number, command = restyled.arguments(__file__)
    sys.path.insert(0, str(renderer))
    chance = random.Random(f"newstyle/{number}")
    shape, how, kind = (chance.choice(tuple(each)) for each in (SIZES, PRINTS, CLOTHS))
    print(f"{number}: {shape}, {how}, {kind}", flush=True)
    _paint(importlib.import_module("art"), how, kind, chance)
    if command[0] == "render":
        _cut(importlib.import_module("scene"), shape)
    restyled.run(renderer, number, command)


if __name__ == "__main__":
    main()
