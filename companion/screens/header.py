"""The top line: how far the game is, who must act, and what the eye is doing."""

from companion.scene import Scene, StateObject
from companion.screens.layout import ROUND, STATUS, TO_PLAY
from companion.screens.palette import FAINT
from companion.screens.pen import Pen
from companion.screens.pieces import merchant_image


def draw_header(pen: Pen, scene: Scene) -> None:
    """Draw dynasty and turn at the left, who acts in the middle, the status at the right."""
    state = scene.state
    pen.text(f"Dynasty {state['dynasty']} of 6 · turn {state['turn']} of 3", ROUND, 20)
    x, y, width, height = TO_PLAY
    player = state["to_play"]
    if player is not None:
        seat = list(state["supply"]).index(player)
        pen.stamp(merchant_image(player, seat, round(15 * pen.unit)), x + 16, y + height / 2)
        x, width = x + 40, width - 40
    pen.text(what_next(state), (x, y, width, height), 26, bold=True)
    pen.text(scene.status, STATUS, 18, colour=FAINT, align=1, lines=2)


def what_next(state: StateObject) -> str:
    """Say in a few words what the game awaits."""
    player = name(state["to_play"] or "")
    return {
        "setup": "Waiting for the setup",
        "placement": f"{player} places a merchant",
        "action": f"{player} to play",
        "score": "The dynasty is over",
        "claim": f"{player} chooses tiles",
        "draw": "Draw new tiles",
        "over": "The game is over",
    }[state["phase"]]


def name(player: str) -> str:
    """Write a colour as the name of its player."""
    return player.replace("_", " ").replace("-", " ").capitalize()
