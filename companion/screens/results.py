"""What lies over the board when a dynasty or the game has ended."""

from typing import Final

from companion.scene import Award, DynastyResult, FinalResult, Scene
from companion.screens.header import name
from companion.screens.layout import BOARD
from companion.screens.palette import CARD, FAINT, GOLD, KINDS, PALE_GOLD, region
from companion.screens.pen import Pen
from companion.screens.pieces import merchant_image
from companion.screens.tokens import draw_tile

TITLE: Final = 38
ROW: Final = 54


def draw_result(pen: Pen, scene: Scene) -> None:
    """Draw the result of the scene, if it has one."""
    if scene.result is None:
        return
    pen.fill(BOARD, CARD, corner=10)
    pen.fill(BOARD, GOLD, corner=10, outline=3)
    if isinstance(scene.result, DynastyResult):
        _draw_dynasty(pen, scene, scene.result)
    else:
        _draw_final(pen, scene, scene.result)


def _draw_dynasty(pen: Pen, scene: Scene, result: DynastyResult) -> None:
    left, top, width, height = BOARD
    pen.text(
        f"Dynasty {result.dynasty} is scored", (left + 16, top, width - 32, TITLE), 26, bold=True
    )
    for rank, award in enumerate(result.awards):
        _draw_award(pen, scene, award, top + TITLE + rank * ROW)
    y = top + TITLE + len(result.awards) * ROW + 4
    box = (left + 16, y, width - 32, top + height - y - 6)
    pen.text(result.next_first, box, 22, bold=True, lines=3)


def _draw_award(pen: Pen, scene: Scene, award: Award, y: float) -> None:
    left, _, width, _ = BOARD
    index = next(i for i, one in enumerate(scene.board.city_states) if one.id == award.city_state)
    tile = (left + 16, y, 104, ROW - 8)
    pen.fill(tile, region(index), corner=6)
    pen.fill(tile, GOLD, corner=6, outline=2)
    shown = scene.board.city_states[index].name
    pen.text(shown, (tile[0] + 4, y, tile[2] - 8, tile[3]), 20, bold=True, align=0.5)
    x = left + 132
    if award.controller is None:
        pen.text("nobody there", (x, y, 180, ROW - 8), 18, colour=FAINT)
    taken = dict(award.tiles)
    for player, part in ((award.controller, "controls"), (award.runner_up, "is second")):
        if player is not None:
            seat = list(scene.state["supply"]).index(player)
            pen.stamp(merchant_image(player, seat, round(9 * pen.unit)), x + 10, y + 12)
            pen.text(f"{name(player)} {part}", (x + 24, y, 128, 24), 18)
            for i, kind in enumerate(taken.get(player, ())):
                draw_tile(pen, kind, x + 34 + 26 * i, y + 34, 11)
        x += 158
    if award.discarded:
        x = left + width - 86
        pen.text("discarded", (x, y, 76, 20), 14, colour=FAINT, align=0.5)
        for i, kind in enumerate(award.discarded):
            start = x + 38 - 13 * (len(award.discarded) - 1)
            draw_tile(pen, kind, start + 26 * i, y + 32, 11)


def _draw_final(pen: Pen, scene: Scene, result: FinalResult) -> None:
    left, top, width, _ = BOARD
    state = scene.state
    pen.text("The game is over", (left + 16, top, width - 32, TITLE), 26, bold=True)
    pen.text(result.sentence, (left + 16, top + TITLE, width - 32, 58), 22, bold=True, lines=2)
    players = sorted(state["supply"], key=lambda player: -state["points"][player])
    for i, player in enumerate(players):
        y = top + TITLE + 64 + i * 48
        box = (left + 16, y, width - 32, 44)
        pen.fill(box, PALE_GOLD if player in state["winners"] else CARD, corner=6)
        seat = list(state["supply"]).index(player)
        pen.stamp(merchant_image(player, seat, round(14 * pen.unit)), left + 40, y + 22)
        pen.text(name(player), (left + 64, y, 120, 44), 24, bold=True)
        for k, kind in enumerate(KINDS):
            x = left + 196 + k * 58
            draw_tile(pen, kind, x + 12, y + 22, 12)
            pen.text(str(state["tiles"][player][kind]), (x + 28, y, 26, 44), 22)
        box = (left + width - 110, y, 84, 44)
        pen.text(str(state["points"][player]), box, 32, bold=True, align=1)
