"""The colours of pieces as densities."""

import numpy as np
import pytest

from vision.illumination import logs, opponent
from vision.looks import COLOURS, Appearance, Paints, mean_colour

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


def test_a_class_is_as_near_as_the_nearest_of_its_pieces() -> None:
    dark, light = np.array([3.0, 0.1, 0.1], np.float32), np.array([5.0, 0.1, 0.1], np.float32)
    paints = Paints([np.stack([dark, light]), RED[:2]])
    off = paints.off(np.stack([dark, light, (dark + light) / 2, RED[0]])[:, None])
    assert off[:3, 0].max() < 1e-6
    assert off[3, 0].sum() > 10
    assert off[:, 1].sum(axis=1).argmin() == 3


def test_noise_shifts_the_mean_of_dark_logarithms_but_not_the_mean_colour() -> None:
    even = np.full((1, 4000, 3), (14, 10, 24), np.uint8)
    noise = np.random.default_rng(4).normal(0, 9, even.shape)
    rough = np.clip(even + noise, 0, 255).astype(np.uint8)
    weights = np.full((1, 4000), 1 / 4000, np.float32)
    (calm,), (noisy,) = (
        mean_colour(opponent(logs(one)).transpose(0, 2, 1), weights) for one in (even, rough)
    )
    plain = opponent(logs(rough)).mean(axis=(0, 1))
    assert np.abs(noisy - calm).max() < 0.6 * np.abs(plain - calm).max()


@pytest.mark.parametrize(
    ("own", "other", "added"),
    [
        # White light makes yellow paler, as pale as orange is: it makes no orange of it.
        ((40, 140, 185), (65, 108, 182), 50),
        # A lamp adds as much light to black paint as to any: that is no white in a shadow.
        ((25, 25, 25), (160, 160, 160), 35),
    ],
    ids=["yellow", "black"],
)
def test_a_piece_in_a_lamp_s_image_has_its_own_colour(
    own: tuple[int, int, int], other: tuple[int, int, int], added: int
) -> None:
    chance = np.random.default_rng(4)
    blue_green_red = np.array([own, other]) + chance.normal(0, 4, (200, 2, 3))
    taught = [*opponent(np.log(blue_green_red, dtype=np.float32)).transpose(1, 0, 2)]
    lamp = opponent(np.log(blue_green_red[:, 0] + added, dtype=np.float32))
    likely, less = Appearance(taught, lamps=True).log_density(lamp).mean(axis=0)
    assert likely > less + 1
