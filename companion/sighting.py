"""From likelihoods to what `dubsar read` says of a frame."""

from typing import Any, Final

import numpy as np

from engine.board import Board
from vision.reading import Reading

SURE: Final = 0.9
"""The least probability with which a location is claimed."""


def sighting(reading: Reading, board: Board, frame: str) -> dict[str, Any]:
    """Say what a reading shows, as the line that `dubsar read` prints (commands)."""
    if not reading.registered:
        return {
            "frame": frame,
            "registered": False,
            "hand": None,
            "occluded": [],
            "board": {},
            "unsure": [],
            "confidence": 0,
            "ranking": None,
            "influence": None,
        }
    rows = reading.log_likelihood
    shares = np.exp(rows - rows.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    best, sureness = shares.argmax(axis=1), shares.max(axis=1)
    claimed = (sureness >= SURE) & ~reading.covered
    return {
        "frame": frame,
        "registered": True,
        "hand": reading.hand,
        "occluded": [board.locations[i].id for i in np.flatnonzero(reading.covered)],
        "board": {
            board.locations[i].id: reading.choices[best[i]]
            for i in np.flatnonzero(claimed & (best > 0))
        },
        "unsure": [
            board.locations[i].id for i in np.flatnonzero((sureness < SURE) & ~reading.covered)
        ],
        "confidence": round(float(sureness[claimed].min()), 4) if claimed.any() else 0,
        "ranking": reading.ranking and list(reading.ranking),
        "influence": reading.influence and list(reading.influence),
    }
