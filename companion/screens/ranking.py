"""The row of city-state tiles, most important first, and the influence tiles above it."""

from typing import Final

from companion.scene import Scene
from companion.screens.layout import INFLUENCE, LEGEND, NOTE, RANKING
from companion.screens.palette import FAINT, GOLD, INK, LINE, region
from companion.screens.pen import Pen
from companion.screens.pieces import ring_image, spot_image
from companion.screens.tokens import draw_tile
from engine.board import RANKS

SPACES_ABOVE: Final = (3, 2, 1)  # rule S-08; the same three ranks are in ascendancy, S-07
GAP: Final = 4


def draw_ranking(pen: Pen, scene: Scene) -> None:
    """Draw the row with the first three marked, what lies above them, and the notes beside."""
    left, top, width, height = RANKING
    step = (width + GAP) / RANKS
    order = {state.id: i for i, state in enumerate(scene.board.city_states)}
    names = {state.id: state.name for state in scene.board.city_states}
    for rank, city_state in enumerate([*scene.state["ranking"], *[None] * RANKS][:RANKS]):
        box = (left + rank * step, top, step - GAP, height)
        ascendant = rank < len(SPACES_ABOVE)
        if city_state is None:
            pen.fill(box, LINE, corner=6, outline=1)
            continue
        pen.fill(box, region(order[city_state]), corner=6)
        pen.fill(box, GOLD if ascendant else FAINT, corner=6, outline=3 if ascendant else 1)
        inside = (box[0] + 4, top, box[2] - 8, height)
        pen.text(names[city_state], inside, 19, bold=ascendant, align=0.5)
    _draw_influence(pen, scene, step)
    pen.text(scene.note, NOTE, 16, colour=FAINT)
    _draw_legend(pen)


def _draw_influence(pen: Pen, scene: Scene, step: float) -> None:
    left, top, _, height = INFLUENCE
    tiles = iter(scene.state["influence"])
    radius = height / 2 - 1
    for rank, spaces in enumerate(SPACES_ABOVE):
        x = left + rank * step
        pen.text(str(rank + 1), (x, top, 14, height), 18, colour=GOLD, bold=True, align=0.5)
        for space in range(spaces):
            centre = (x + 16 + (space + 0.5) * (2 * radius + 2), top + height / 2)
            kind = next(tiles)
            if kind is None:
                pen.stamp(ring_image(LINE, round(radius * pen.unit), 1), *centre)
            else:
                draw_tile(pen, kind, *centre, radius)


def _draw_legend(pen: Pen) -> None:
    left, top, width, height = LEGEND
    step = width / 3
    for i, kind in enumerate(("city", "town", "village")):
        x = left + i * step
        image = spot_image(kind, INK, round(9 * pen.unit))
        pen.stamp(image, x + 10, top + height / 2)
        pen.text(kind, (x + 22, top, step - 22, height), 16, colour=FAINT)
