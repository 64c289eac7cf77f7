"""What a result is made of, a row a player: small words below the amounts stay in their row."""

import numpy as np
import pygame
import pytest

from companion.ui.numbers_compared import Account, Accounts
from companion.ui.pen import Box, Pen
from companion.ui.pieces import Person
from companion.ui.style import GOLD

SIZES = ((800, 330), (480, 600))


class NoSign:
    """A column without a sign."""

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw nothing."""


def drawn(size: tuple[int, int], below: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    account = Account(Person("Ana", "red"), (("15", 5),) * 4, "39", won=True)
    surface = pygame.Surface(size, depth=32)
    whole = Accounts((NoSign(),) * 4, (account,) * 4, "1, 3, 6, 10, 15.", counted={5: below})
    whole.draw(Pen(surface, size), (0, 0, *size))
    return pygame.surfarray.array3d(surface)


@pytest.mark.parametrize("size", SIZES)
def test_the_tails_of_small_letters_do_not_touch_the_border(size: tuple[int, int]) -> None:
    with_words, without = drawn(size, "pe 5 bucăți"), drawn(size, " ")
    assert (with_words != without).any()
    border = (without == GOLD).all(axis=2)
    assert border.any()
    assert (with_words[border] == GOLD).all()
