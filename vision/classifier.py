"""From features to the likelihoods of what lies on a place: one small ensemble for all tables.

Its weights are data (``classifier.npz``), made by ``python -m tools.train`` from many tables. Each
member is a network with one hidden layer. Where members disagree about a place, nothing is said.
"""

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.config import ClassifierConfig
from vision.features import NAMES, Features
from vision.illumination import Floats

CONFIG: Final = ClassifierConfig()
WEIGHTS: Final = Path(__file__).parent / "classifier.npz"
SPAN: Final = NAMES.index("span")
Rows = npt.NDArray[np.float64]


class Classifier:
    """An ensemble that tells a piece from the bare board, and what a difference in colour is worth.

    How many nats a pixel between two classes' densities make how sure depends on the picture and
    the place: on noise, on how well any class explains what is seen, on how much a piece shows.
    """

    def __init__(self, arrays: dict[str, npt.NDArray[np.float64]]) -> None:
        """Take the ensemble's arrays.

        ``mean`` and ``scale`` (features) standardise; ``hidden`` (members x features x units),
        ``hidden_bias``, ``output`` (members x units), ``output_bias`` are the layers;
        ``worth`` (features) and ``worth_bias`` (1) give the logarithm of what one nat a pixel
        between two colours is worth.
        """
        self.arrays = arrays

    def odds(self, values: Floats) -> Rows:
        """Give the log odds of a piece (places) from features (places x features)."""
        known = self.arrays
        scaled = self.scaled(values)
        hidden = np.einsum("pf,mfh->mph", scaled, known["hidden"]) + known["hidden_bias"][:, None]
        out = np.einsum("mph,mh->mp", np.maximum(hidden, 0), known["output"])
        out += known["output_bias"][:, None]
        agreed = (out > 0).all(axis=0) | (out < 0).all(axis=0)
        # No more can be said of a place than a piece would show there.
        most = np.clip(CONFIG.per_span * values[:, SPAN], 0, CONFIG.most)
        mean = out.mean(axis=0)
        sure = np.maximum(np.abs(mean) - CONFIG.distrust * out.std(axis=0), 0)
        return np.where(agreed, np.sign(mean) * np.minimum(sure, most), 0.0)

    def scaled(self, values: Floats) -> Rows:
        """Standardise features (places x features)."""
        known = self.arrays
        scaled = (values - known["mean"]) / known["scale"]
        return np.asarray(np.clip(scaled, -CONFIG.farthest, CONFIG.farthest))

    def worth(self, values: Floats) -> Rows:
        """Tell what a nat a pixel between two colours is worth (places), from features."""
        told = self.scaled(values) @ self.arrays["worth"] + self.arrays["worth_bias"]
        return np.asarray(np.exp(np.clip(told, *CONFIG.worth)))

    def log_likelihood(self, features: Features) -> Rows:
        """Give log likelihoods of nothing and of each class (places x 1 + classes)."""
        odds = self.odds(features.values)
        colour = features.colour.astype(np.float64) * self.worth(features.values)[:, None]
        colour -= np.logaddexp.reduce(colour, axis=1, keepdims=True)
        empty, piece = -np.logaddexp(0, odds), -np.logaddexp(0, -odds)
        return np.column_stack([empty, piece[:, None] + np.maximum(colour, -CONFIG.most)])


@cache
def trained() -> Classifier:
    """Load the ensemble that comes with the program."""
    with np.load(WEIGHTS) as arrays:
        return Classifier({name: arrays[name].astype(np.float64) for name in arrays.files})
