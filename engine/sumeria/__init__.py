"""Sumeria complete: ``SUMERIA`` is the game behind the seam of ``engine.game``."""

from engine.sumeria.dynasty import Outcome, outcome
from engine.sumeria.effects import (
    Awarded,
    Controlled,
    Discarded,
    Effect,
    Finished,
    NextFirst,
    Rotated,
    Swapped,
)
from engine.sumeria.events import (
    Add,
    Claim,
    Correct,
    Draw,
    Event,
    Move,
    Place,
    Remove,
    Score,
    Setup,
)
from engine.sumeria.game import SUMERIA
from engine.sumeria.state import State
from engine.sumeria.turns import turns_left

__all__ = [
    "SUMERIA",
    "Add",
    "Awarded",
    "Claim",
    "Controlled",
    "Correct",
    "Discarded",
    "Draw",
    "Effect",
    "Event",
    "Finished",
    "Move",
    "NextFirst",
    "Outcome",
    "Place",
    "Remove",
    "Rotated",
    "Score",
    "Setup",
    "State",
    "Swapped",
    "outcome",
    "turns_left",
]
