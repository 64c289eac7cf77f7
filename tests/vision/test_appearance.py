"""The colours of pieces as densities."""

import numpy as np

from vision.looks import COLOURS, Appearance

CHANCE = np.random.default_rng(5)
RED = CHANCE.normal((4.2, 1.0, 0.6), (0.1, 0.03, 0.03), (300, 3)).astype(np.float32)
BLUE = CHANCE.normal((4.0, -0.5, -0.9), (0.1, 0.03, 0.03), (300, 3)).astype(np.float32)


def test_pixels_are_likeliest_under_their_own_class() -> None:
    known = Appearance([RED, BLUE])
    assert (known.log_density(RED).argmax(axis=1) == 0).all()
    assert (known.log_density(BLUE).argmax(axis=1) == 1).all()


def test_a_density_adds_up_to_one() -> None:
    known = Appearance([RED])
    axes = [np.linspace(low, high, 60) for low, high in zip(COLOURS.low, COLOURS.high, strict=True)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).astype(np.float32)
    cell = np.prod([axis[1] - axis[0] for axis in axes])
    whole = float(np.exp(known.log_density(grid)).sum() * cell)
    assert abs(whole - 1) < 0.15


def test_a_colour_in_a_shadow_is_still_rather_its_own() -> None:
    known = Appearance([RED, BLUE])
    shaded = RED - np.array([0.5, 0, 0], np.float32)
    assert (known.log_density(shaded).argmax(axis=1) == 0).all()


def test_what_nobody_taught_has_the_least_density_wherever_it_is() -> None:
    known = Appearance([RED, BLUE])
    strange = np.array([[3.0, 1.7, -1.3], [9.0, 9.0, 9.0]], np.float32)
    assert np.allclose(known.log_density(strange), np.log(COLOURS.floor), atol=0.01)
