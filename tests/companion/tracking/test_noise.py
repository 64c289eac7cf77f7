"""An eye that errs now and then, surely and wrongly: never a wrong event, hardly a question."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.layout import View
from engine.sumeria import SUMERIA
from engine.sumeria.events import Claim, Score
from tests.companion.tracking.watching import (
    LOCATIONS,
    PLAYERS,
    Watched,
    deal,
    record,
    setting_out,
    with_change,
)
from tests.sampled import one_in

FOUR = ("red", "blue", "yellow", "green")
MISREAD = 0.001
"""How often a location is surely taken for what it is not, each time by itself."""
QUICK = 0.1
"""How often the next player acts before the camera has seen enough."""
AGREE = 3

SEEDS = st.integers(0, 10**9)
TABLES = st.sampled_from([PLAYERS, FOUR])
UNSHRUNK = settings(phases=[Phase.explicit, Phase.reuse, Phase.generate])


@dataclass
class Told:
    """What a game's tracker wrote and asked, and how many turns were played."""

    turns: int = 0
    written: list[dict[str, Any]] = field(default_factory=list)
    happened: list[dict[str, Any]] = field(default_factory=list)
    questions: int = 0


def misread(view: View, players: tuple[str, ...], chance: random.Random) -> View:
    """Take some locations for what they are not."""
    wrong: dict[str, str | None] = {}
    for at, there in zip(LOCATIONS, view.singles("locations"), strict=True):
        if chance.random() < MISREAD:
            wrong[at] = chance.choice([one for one in (None, *players) if one != there])
    return with_change(view, wrong)


def apart(lines: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Tell the placements of the opening from what came after."""
    placed = [line for line in lines if line["type"] == "place"]
    return placed, [line for line in lines if line["type"] != "place"]


def has_happened(written: list[dict[str, Any]], happened: list[dict[str, Any]]) -> bool:
    """Tell whether what was written happened, in that order.

    In which order one player placed several merchants in the opening says nothing.
    """
    placed, acted = apart(written)
    true_placed, true_acted = apart(happened)
    players = [line["player"] for line in placed]
    return (
        all(line in true_placed for line in placed)
        and players == [line["player"] for line in true_placed[: len(placed)]]
        and acted == true_acted[: len(acted)]
    )


def watch(players: tuple[str, ...], seed: int, dynasties: int) -> Told:
    """Show a game as a camera does, several readings a turn, until so many dynasties are over.

    Whenever the tracker asks, the table tells what has happened.
    """
    chance = random.Random(seed)  # noqa: S311 - nobody's secret
    table = Watched(lambda: setting_out(players), agree=AGREE, patience=2 * AGREE, live=True)
    told = Told()

    def look(view: View) -> None:
        seen = misread(view, players, chance)
        hand = chance.random() < 0.05
        lines = table.look(view=seen, colours=players, hand=hand)
        if any(line.get("note") == "unexplained" for line in lines):
            told.questions += 1
            lines += table.tracker.answer(table.truth.events[table.tracker.history.event :])
        told.written += [line for line in lines if "note" not in line]
        assert has_happened(told.written, told.happened)

    for views in turns(table, chance, dynasties, told):
        for view in views:
            look(view)
    return told


def turns(
    table: Watched, chance: random.Random, dynasties: int, told: Told
) -> Iterator[list[View]]:
    """Play on, and give what a camera sees after each event."""
    while table.state.dynasty <= dynasties and table.state.phase != "over":
        state = table.state
        if state.phase == "draw":
            event: Any = deal(state, chance)
        else:
            event = chance.choice(SUMERIA.legal_events(state))
        views = []
        if isinstance(event, Claim):  # the moment before the runner-up takes the rest
            views = [chance.choice(SUMERIA.tidying(state, event))] * (4 * AGREE)
        told.happened += record(event)
        told.turns += state.phase in ("placement", "action")
        table.play(event)
        if table.state.phase == "score":
            told.happened += record(Score())
            table.play(Score())
        quick = chance.random() < QUICK
        readings = chance.randrange(AGREE) if quick else chance.randint(2 * AGREE, 4 * AGREE)
        yield [*views, *[SUMERIA.expected(table.state)] * readings]


@settings(UNSHRUNK, max_examples=one_in(40), deadline=None)
@given(TABLES, SEEDS)
def test_single_misreadings_are_never_written(players: tuple[str, ...], seed: int) -> None:
    assert watch(players, seed, 1).written


@pytest.mark.long
@settings(UNSHRUNK, max_examples=1, deadline=None)
@given(SEEDS)
def test_of_thousands_of_turns_no_misreading_is_written_and_few_are_asked_about(seed: int) -> None:
    games = [watch((PLAYERS, FOUR)[i % 2], seed + i, 6) for i in range(40)]
    played = sum(told.turns for told in games)
    assert played > 3000
    assert sum(told.questions for told in games) < played / 100
