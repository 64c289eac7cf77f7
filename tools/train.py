"""Make the eye's classifier again from scratch: ``vision/classifier.npz``.

    python -m tools.train FOLDER... [--out FILE] [--seed N] [--jobs N] [--leave-out]

Each folder is a table with truth (see the tables' README), of which `tools.examples` takes what
there is to learn. With --leave-out nothing is written: each family of tables (`family_of`) is read
by an ensemble that never saw it, and the figures are printed.

What comes with the program was trained on the tables that `docs/training.md` names.
"""

import companion  # noqa: F401  before numpy, whose threads it forbids as in the program itself

# isort: split
import argparse
import sys
import warnings
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

from companion.messages import progress
from tools.examples import MOST_ROWS, Examples, examples
from vision.features import DENSITY, NAMES
from vision.slots import CLASSIFIER, WEIGHTS, Classifier

MEMBERS: Final = 9
UNITS: Final = 64
DECAY: Final = 0.03
"""Weight of the squared weights in what training minimises. Tables left out had 49 wrong and 1,101
unsure places of some 150,000, while all nine members had to agree; with five members and 0.1 at
that 51 and 1,316. With 0.02 more were wrong."""
LEFT_OUT: Final = CLASSIFIER.dissenters
"""Members that never see a table, so that members differ where tables do: any may dissent there."""
ROUNDS: Final = 60
"""Tables left out had 35 unsure places of 5,346 as they were taken, 46 with 30 rounds."""
MOST_UNEVEN: Final = 4
"""Times that rows of the rarer kind, pieces or bare places, are repeated at most in a group. On
virtual tables pieces are a twentieth of all rows, on photographs a tenth, and a network that saw
them so takes "bare" for a good guess where a dark picture tells little."""
CERTAIN: Final = 12.0
"""Nats beyond which a loss says no more."""
WORTH_DECAY: Final = 0.003
"""Weight of the squared weights by which the worth of a colour depends on features."""
NOT_OF_COLOURS: Final = range(NAMES.index("misfit"), len(NAMES))
"""Features that say how well the bare look still fits, not which piece lies there: with a say in
the worth of a colour, more tiles of table-c stayed in doubt, and a colour of t03 was wrong."""
SURE: Final = 2.2
"""Log odds from which a place is claimed: nine to one."""


def train(tables: Sequence[Examples], seed: int) -> Classifier:
    """Train an ensemble; each member sees most of the tables, or all where there are few."""
    chance = np.random.default_rng(seed)
    everything = np.concatenate([one.values[_drawn(one, chance)] for one in tables])
    mean, scale = everything.mean(axis=0), everything.std(axis=0) + 1e-6
    layers, dealt = [], chance.permutation(len(tables))
    left_out = min(LEFT_OUT, (MEMBERS - 1) // 2) if len(tables) >= MEMBERS else 0
    for member in range(MEMBERS):
        progress(f"member {member + 1} of {MEMBERS}")
        drawn = [
            tables[i] for number, i in enumerate(dealt) if (number - member) % MEMBERS >= left_out
        ]
        rows = [_drawn(one, chance) for one in drawn]
        several = list(zip(drawn, rows, strict=True))
        values = np.concatenate([one.values[chosen] for one, chosen in several])
        values = np.clip((values - mean) / scale, -6, 6)
        piece = np.concatenate([one.piece[chosen] for one, chosen in several])
        network = MLPClassifier(
            (UNITS,), alpha=DECAY, max_iter=ROUNDS, batch_size=512, random_state=seed + member
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # so many rounds are enough
            layers.append(network.fit(values, piece))
    progress("")
    ensemble = Classifier(
        {
            "mean": mean.astype(np.float64),
            "scale": scale.astype(np.float64),
            "hidden": np.stack([one.coefs_[0] for one in layers]),
            "hidden_bias": np.stack([one.intercepts_[0] for one in layers]),
            "output": np.stack([one.coefs_[1][:, 0] for one in layers]),
            "output_bias": np.array([one.intercepts_[1][0] for one in layers]),
        }
    )
    worth, bias = _worth(tables, ensemble)
    ensemble.arrays.update(worth=worth, worth_bias=bias)
    return ensemble


def _drawn(table: Examples, chance: np.random.Generator) -> npt.NDArray[np.int64]:
    """Draw some of a table's rows; in each group those of the rarer kind several times."""
    chosen = chance.permutation(len(table.piece))[:MOST_ROWS]
    parts = [chosen]
    for group in np.unique(table.group):
        own = chosen[table.group[chosen] == group]
        pieces, bare = own[table.piece[own]], own[~table.piece[own]]
        rare, often = sorted((pieces, bare), key=len)
        times = min(round(len(often) / max(len(rare), 1)), MOST_UNEVEN)
        parts += [rare] * (times - 1)
    return chance.permutation(np.concatenate(parts))


def _worth(
    tables: Sequence[Examples], classifier: Classifier
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Fit what it is worth that a colour says, each as a power of e linear in features.

    The logarithmic loss of the true class is least, with some weight on even weights; each table
    counts as much as any other.
    """
    parts = []
    for table in tables:
        several = np.isfinite(table.colours[..., DENSITY]).sum(axis=1) > 1
        chosen = np.flatnonzero(table.piece & several)
        if not len(chosen):
            continue
        colours = np.where(np.isfinite(table.colours), table.colours, -CERTAIN)[chosen]
        own = colours[np.arange(len(chosen)), table.truth[chosen]]
        off = colours - own[:, None]  # of the true class, nought
        share = np.full(len(chosen), 1 / len(chosen))
        scaled = classifier.scaled(table.values[chosen])
        scaled[:, NOT_OF_COLOURS] = 0
        parts.append((scaled, off.astype(np.float64), share))
    values, off, share = (np.concatenate(each) for each in zip(*parts, strict=True))
    share /= share.sum()
    count, sorts = values.shape[1], off.shape[2]

    def loss(flat: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        weights, bias = flat[:-sorts].reshape(count, sorts), flat[-sorts:]
        worth = np.exp(np.clip(values @ weights + bias, -5, 5))
        rows = (off @ worth[..., None])[..., 0]
        whole = np.logaddexp.reduce(rows, axis=1)
        slopes = (np.exp(rows - whole[:, None])[:, None] @ off)[:, 0]
        bounded = whole < CERTAIN  # a truth that is wrong must not decide
        by_worth = (share * bounded)[:, None] * slopes * worth
        gradient = values.T @ by_worth + 2 * WORTH_DECAY * weights
        total = share @ np.minimum(whole, CERTAIN) + WORTH_DECAY * np.square(weights).sum()
        return float(total), np.concatenate([gradient.ravel(), by_worth.sum(axis=0)])

    first = np.zeros(sorts * (count + 1))
    found = minimize(loss, first, jac=True, method="L-BFGS-B").x
    return found[:-sorts].reshape(count, sorts), found[-sorts:]


def report(name: str, table: Examples, classifier: Classifier) -> str:
    """Tell how an ensemble reads a table: as it is, and changed."""
    odds = classifier.odds(table.values)
    told = []
    for label, which in (("plain", table.plain), ("changed", ~table.plain)):
        claims = np.abs(odds) >= SURE
        wrong = (claims & ((odds > 0) != table.piece))[which].sum()
        right = 100 * (claims & ((odds > 0) == table.piece))[which].mean()
        lies = which & table.piece
        said = classifier.of_colour(table.values[lies], table.colours[lies])
        colour = (said.argmax(axis=1) == table.truth[lies]).mean() * 100
        unsure = int((~claims)[which].sum())
        counts = f"{right:.2f} % right, {wrong} wrong, {unsure} unsure of {which.sum()}"
        told.append(f"{label}: {counts}, colour {colour:.2f} %")
    return f"{name}: " + "; ".join(told)


def main() -> int:
    """Train, or test by leaving out."""
    parser = argparse.ArgumentParser(description="Train the classifier of the eye.")
    parser.add_argument("folder", type=Path, nargs="+", help="has table.toml and truth.jsonl")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help=f"weights ({WEIGHTS.name})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--leave-out", action="store_true", help="test, by families of tables")
    arguments = parser.parse_args()
    tables = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        folders = sorted(arguments.folder, key=lambda folder: folder.name)
        jobs = [(folder, arguments.seed) for folder in folders]
        for number, found in enumerate(pool.map(examples, jobs), 1):
            progress(f"{number} of {len(jobs)} tables read")
            tables.append(found)
    progress("")
    if arguments.leave_out:
        for family in dict.fromkeys(one.family for one in tables):
            kept = [one for one in tables if one.family != family]
            ensemble = train(kept, arguments.seed)
            for one in tables:
                if one.family == family:
                    print(report(one.name, one, ensemble), flush=True)
        return 0
    ensemble = train(tables, arguments.seed)
    np.savez_compressed(
        arguments.out,
        allow_pickle=False,
        **{name: array.astype(np.float32) for name, array in ensemble.arrays.items()},
    )
    for one in tables:
        print(report(one.name, one, ensemble), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
