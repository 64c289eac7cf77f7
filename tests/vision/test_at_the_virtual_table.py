"""The eye in front of the virtual table: the built-in board, its merchants and all its tiles."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.sumeria.virtual_table import virtual_table
from companion.sighting import sighting
from engine.board import LOCATIONS
from engine.games import parse_board
from seeds.boards import builtin_board_text
from tools.virtual_table import truth_of
from vision.eye import Eye
from vision.table import load_table

Seen = tuple[dict[str, Any], dict[str, Any]]
FRAMES = 22


# In a shorter form frames of a shared table, drawn by the same program, are read.
pytestmark = pytest.mark.long


@pytest.fixture(scope="module", params=[(3, 11), (4, 12)], ids=["three players", "four players"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Seen]:
    """Play a while: what the eye says of each moment, and the truth."""
    players, seed = request.param
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    colours = ("red", "blue", "yellow", "green")[:players]
    table = virtual_table(board, colours, "red", seed, settled=1)
    eye = Eye(load_table(table.teach(tmp_path_factory.mktemp("virtual"))))
    moments: list[Seen] = []
    while len(moments) < FRAMES and table.advance():
        reading = eye.read(table.picture())
        near = [
            one.id
            for one, is_near in zip(board.locations, reading.groups[LOCATIONS].near, strict=True)
            if is_near
        ]
        moments.append(({**sighting(reading, board, "x"), "near": near}, truth_of(table)))
    return moments


def settled(game: list[Seen]) -> Iterator[Seen]:
    """Give the moments without a hand."""
    return ((seen, truth) for seen, truth in game if not truth["hand"])


def test_the_board_is_found_in_every_frame(game: list[Seen]) -> None:
    assert all(seen["registered"] for seen, _ in game)


def test_without_a_hand_every_location_is_right(game: list[Seen]) -> None:
    moments = [*settled(game)]
    assert len(moments) > FRAMES // 5
    for seen, truth in moments:
        assert (seen["board"], seen["unsure"], seen["occluded"]) == (truth["board"], [], [])


def test_without_a_hand_every_tile_is_right(game: list[Seen]) -> None:
    for seen, truth in settled(game):
        assert seen["influence"] == truth["influence"]
        assert seen["ranking"] == truth["ranking"]


def hidden(game: list[Seen]) -> list[Seen]:
    """Give the moments in which a hand hides locations."""
    moments = [(seen, truth) for seen, truth in game if truth["occluded"]]
    assert len(moments) > FRAMES // 5
    return moments


def test_a_hand_that_hides_a_location_is_noticed(game: list[Seen]) -> None:
    assert all(seen["hand"] for seen, _ in hidden(game))


def test_most_of_what_a_hand_hides_is_told(game: list[Seen]) -> None:
    there = [at in seen["occluded"] for seen, truth in hidden(game) for at in truth["occluded"]]
    assert sum(there) / len(there) > 0.7


def test_away_from_a_hand_every_location_is_right(game: list[Seen]) -> None:
    for seen, truth in hidden(game):
        wrong = {at for at, _ in seen["board"].items() ^ truth["board"].items()}
        assert wrong <= {*seen["near"], *truth["occluded"]}
