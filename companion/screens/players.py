"""The score table: each player's points, supply and influence tiles, in this dynasty's order."""

from typing import Final

from companion.scene import Scene
from companion.screens.header import name
from companion.screens.layout import PLAYERS
from companion.screens.palette import CARD, FAINT, GOLD, KINDS, LINE, PALE_GOLD
from companion.screens.pen import Box, Pen
from companion.screens.pieces import merchant_image
from companion.screens.tokens import draw_tile

MOST_PLAYERS: Final = 4
GAP: Final = 4


def draw_players(pen: Pen, scene: Scene) -> None:
    """Draw a row for each player; whoever must act is marked."""
    state = scene.state
    players = list(state["order"]) or list(state["supply"])
    left, top, width, height = PLAYERS
    step = (height + GAP) / max(len(players), MOST_PLAYERS - 1)
    for i, player in enumerate(players):
        box = (left, top + i * step, width, step - GAP)
        acting = player == state["to_play"]
        pen.fill(box, PALE_GOLD if acting else CARD, corner=6)
        pen.fill(box, GOLD if acting else LINE, corner=6, outline=2 if acting else 1)
        _draw_player(pen, scene, player, box)


def _draw_player(pen: Pen, scene: Scene, player: str, box: Box) -> None:
    state = scene.state
    left, top, width, height = box
    seat = list(state["supply"]).index(player)
    half = height / 2
    pen.stamp(merchant_image(player, seat, round(9 * pen.unit)), left + 15, top + half * 0.55)
    pen.text(name(player), (left + 30, top, 74, half * 1.1), 20, bold=True)
    left_over = f"{state['supply'][player]} in supply"
    pen.text(left_over, (left + 104, top, 84, half * 1.1), 16, colour=FAINT, align=1)
    points = state["points"][player]
    pen.text(str(points), (left + width - 42, top + 1, 36, half + 3), 26, bold=True, align=0.5)
    caption = "point" if points == 1 else "points"
    pen.text(caption, (left + width - 44, top + half, 40, half), 14, colour=FAINT, align=0.5)
    for i, kind in enumerate(KINDS):
        x = left + 6 + i * 46
        y = top + half * 1.5
        draw_tile(pen, kind, x + 9, y, 9)
        pen.text(str(state["tiles"][player][kind]), (x + 21, y - half / 2, 22, half), 18)
