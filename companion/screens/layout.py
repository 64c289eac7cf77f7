"""Where everything stands on the screen, in the design's 800 x 480."""

from typing import Final

from companion.screens.pen import Box

ROUND: Final[Box] = (10, 4, 214, 36)  # dynasty and turn
TO_PLAY: Final[Box] = (240, 2, 300, 40)
STATUS: Final[Box] = (548, 1, 244, 43)
BOARD: Final[Box] = (8, 46, 540, 306)
PLAYERS: Final[Box] = (556, 46, 236, 172)
CAMERA: Final[Box] = (556, 224, 236, 128)
INFLUENCE: Final[Box] = (8, 355, 294, 26)
NOTE: Final[Box] = (306, 355, 270, 24)
LEGEND: Final[Box] = (580, 355, 212, 24)
RANKING: Final[Box] = (8, 382, 784, 38)
EVENT: Final[Box] = (8, 421, 784, 58)
