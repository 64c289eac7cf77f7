"""What the table tells, rather than the eye: which events lead to a board that somebody tells."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from companion.tracking.explanation import Evidence, Explanation
from companion.tracking.search import Search
from companion.tracking.second_thoughts import replayed
from engine.history import History

CERTAIN: Final = 100.0
"""By how much what is told speaks for itself, as log likelihood: nobody means something else."""


def accounts(
    history: History[Any, Any, Any], names: Sequence[str], told: Mapping[str, str | None]
) -> list[tuple[Any, ...]]:
    """List the events in order that may have led to the board told, the likeliest first.

    ``names`` are the locations in board order, ``told`` who stands where other than by the rules.
    There are none where no legal events do, nor a different event in place of an earlier one.
    """
    game = history.game
    expected = game.expected_view(history.state).board
    board = [told.get(name, there) for name, there in zip(names, expected, strict=True)]
    choices = (None, *(row.player for row in game.standing(history.state)))
    rows = np.full((len(board), len(choices)), -CERTAIN)
    rows[np.arange(len(board)), [choices.index(one) for one in board]] = 0.0
    evidence = Evidence(rows, choices)
    now = Explanation((), history.state, evidence.score(expected), 0.0)
    ranked = Search(history).ranked(now, evidence, None)
    return [one.events for one in ranked] or replayed(history, evidence)
