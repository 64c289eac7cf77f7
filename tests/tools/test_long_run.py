"""Whole evenings at hard tables: nothing is written wrong without a word about it."""

from dataclasses import replace
from itertools import count

import pytest

from engine.errors import InputError
from tests.sampled import few
from tools.long_run import Options, games, play
from tools.referee import GameAccount

PERFECT = Options(perfect_eye=True)
MOST_QUESTIONS = 0.01
"""Share of all turns that may lead to a question that nothing gave cause for, at most."""


@pytest.mark.parametrize(
    ("seed", "ticks", "turns"), few(1, [(3, 600, 9), (3, None, 54), (7, None, 54)])
)
def test_through_a_perfect_eye_a_rough_game_is_followed(
    seed: int, ticks: int | None, turns: int
) -> None:
    """So many ``ticks`` of it, or all, in which at least so many ``turns`` are taken."""
    account = play(seed, replace(PERFECT, ticks=ticks))
    assert (account.silent, account.wrong, account.lost, account.questions) == ([], [], [], [])
    assert account.turns >= turns
    assert account.notes, "something illegal was noticed"


# In a shorter form `test_track_command.py` and `test_noughts.py` follow games through a camera.
@pytest.mark.long
def test_through_a_camera_the_opening_of_a_hard_game_is_followed() -> None:
    account = play(4, Options(every=4, ticks=80))
    assert (account.silent, account.wrong) == ([], [])


def test_a_table_that_cannot_be_taught_is_named_and_not_played_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_: object) -> None:
        raise InputError("table.toml", "sample", "white looks like the empty board")

    monkeypatch.setattr("tools.long_run.eye_of", refuse)
    account = play(4, Options(every=4, ticks=5))
    assert (account.refused, account.turns) == (["sample: white looks like the empty board"], 0)


@pytest.mark.long
def test_through_a_camera_ten_thousand_turns_are_followed() -> None:
    total = GameAccount()
    for seed, account in games(count(1), 10_000, 2, Options(every=3)):
        assert account.silent == [], seed
        total.add(account)
    assert len(total.questions) <= MOST_QUESTIONS * total.turns


def test_a_game_with_areas_is_followed_through_a_perfect_eye() -> None:
    account = play(3, Options(game="siberia", perfect_eye=True, ticks=300))
    assert (account.silent, account.wrong, account.lost, account.questions) == ([], [], [], [])
    assert account.turns >= 15
    assert account.notes, "somebody passed, which nobody sees"
