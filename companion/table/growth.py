"""How everybody's points have grown, dynasty by dynasty."""

from typing import Any

from engine.history import History

SCORED = ("draw", "over")
"""The phases in which a dynasty has been scored (formats, section 4)."""


def growth(history: History[Any, Any, Any]) -> dict[str, tuple[int, ...]]:
    """Give each player's points at the start and after each dynasty, in seat order."""
    game = history.game
    states = [history.at(0)]
    for number in history.in_effect(history.event):
        state = history.at(number)
        if game.to_json(state)["phase"] in SCORED:
            states.append(state)
    rows = [game.standing(state) for state in states]
    return {
        rows[0][seat].player: tuple(row[seat].points for row in rows)
        for seat in range(len(rows[0]))
    }
