"""A pasted hand hides what is under it, casts a shadow beside it and leaves the rest alone."""

from dataclasses import replace

import numpy as np

from tools.disturb.hand import SHADOW, Hand, pasted

SKIN = (140.0, 170.0, 215.0)
SLEEVE = (160.0, 60.0, 40.0)
FROM_LEFT = Hand(
    tip_px=(200.0, 150.0), towards=(1.0, 0.0), px_per_mm=0.8, skin=SKIN, sleeve=SLEEVE, seed=1
)
BARE = np.full((300, 400, 3), 100, np.uint8)


def test_it_reaches_from_the_edge_to_its_fingertip_and_no_farther() -> None:
    _, hides = pasted(BARE, FROM_LEFT)
    assert hides[:, 0].any()
    assert hides[150, 190]
    assert not hides[:, 215:].any()


def test_its_fingers_are_of_skin_and_its_arm_in_a_sleeve() -> None:
    shown, hides = pasted(BARE, replace(FROM_LEFT, tip_px=(300.0, 150.0)))
    blue, _, red = shown[hides & (np.arange(400) > 200)].mean(axis=0).tolist()
    assert red > blue
    blue, _, red = shown[hides & (np.arange(400) < 60)].mean(axis=0).tolist()
    assert red < blue


def test_what_it_does_not_hide_is_as_before_or_in_its_shadow() -> None:
    shown, hides = pasted(BARE, FROM_LEFT)
    rim = 4
    near = np.zeros_like(hides)
    for down in range(-rim, rim + 1):
        for right in range(-rim, rim + 1):
            near |= np.roll(hides, (down, right), (0, 1))
    beside = shown[~near]
    assert beside.max() <= 100
    assert beside.min() >= round(100 * SHADOW) - 1
    assert (beside[:, 0] < 90).any()
    assert (shown[:, 330:] == 100).all()


def test_it_points_where_it_is_told() -> None:
    below = replace(FROM_LEFT, towards=(0.0, -1.0))
    _, hides = pasted(BARE, below)
    assert hides[-1].any()
    assert not hides[:130].any()


def test_the_same_hand_looks_the_same_in_every_run() -> None:
    assert (pasted(BARE, FROM_LEFT)[0] == pasted(BARE, FROM_LEFT)[0]).all()
