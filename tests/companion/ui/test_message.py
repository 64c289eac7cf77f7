"""A message that fills the screen, and the place on the disk that it tells."""

import pygame
import pytest

from companion.ui.pen import Box, Pen
from companion.ui.texts import Message

BOX: Box = (8, 84, 464, 640)


@pytest.mark.parametrize(
    ("path", "lines"),
    [
        ("/var/lib/dubsar/table.toml", ["/var/lib/dubsar/table.toml"]),
        (
            "/var/lib/dubsar/calibration/draft-1.json",
            ["/var/lib/dubsar/calibration/", "draft-1.json"],
        ),
        (
            "journal.damaged-20261121T201500Z-2.sqlite",
            ["journal.damaged-", "20261121T201500Z-2.sqlite"],
        ),
    ],
)
def test_a_path_breaks_where_it_is_read_most_easily(path: str, lines: list[str]) -> None:
    pen = Pen.filling(pygame.Surface((480, 800), depth=32))
    Message("It is here:", path).draw(pen, BOX)
    assert sorted(text for text, _ in pen.written) == sorted(["It is here:", *lines])
    assert pen.shortened == []
