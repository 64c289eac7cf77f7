"""What a dynasty's end is told from: in golden games, after every event of each."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.sumeria.settling import (
    Cast,
    Settling,
    dynasty_steps,
    fact,
    listed,
    settling,
    summary,
)
from companion.language import Language
from companion.ui.numbers_compared import Tally
from companion.words.names import names_of
from engine.history import History
from engine.record import Undo
from engine.sumeria import SUMERIA
from engine.sumeria.events import Score
from engine.sumeria.state import State
from tests.engine.sumeria.golden import GAMES, replayed

SETTLED = ("claim", "draw", "over")


def moments(name: str) -> Iterator[tuple[History[Any, Any, Any], Settling]]:
    """Play a golden game; stop after every event while tiles are handed out."""
    whole = replayed(name)
    history: History[Any, Any, Any] = History(SUMERIA, whole.at(0))
    assert settling(history) is None
    for event in whole.events:
        history.append(event)
        if history.state.phase in SETTLED:
            found = settling(history)
            assert found is not None
            yield history, found


@pytest.mark.parametrize("name", GAMES)
def test_it_names_who_has_to_choose_while_somebody_has(name: str) -> None:
    for history, found in moments(name):
        state = SUMERIA.to_json(history.state)
        assert found.dynasty == state["dynasty"]
        assert found.awaited is None or fact(found.awaited, "player") == state["to_play"]
        assert (found.awaited is not None) is (state["phase"] == "claim")
        assert (found.first is not None) is (state["phase"] == "draw")
        assert (found.result is not None) is (state["phase"] == "over")
        if found.rotated is not None:
            assert list(listed(found.rotated, "ranking")) == state["ranking"]


@pytest.mark.parametrize("name", GAMES)
def test_the_shares_are_what_everybody_gains(name: str) -> None:
    for history, found in moments(name):
        if history.state.phase == "claim":
            continue
        given = [one for shares in found.shares.values() for one in shares]
        lay = Counter(kind for tiles in found.tiles for kind in tiles)
        assert Counter(kind for one in given for kind in listed(one, "tiles")) == lay
        gained = Counter(
            (str(player), kind)
            for one in given
            if (player := dict(one.facts).get("player"))
            for kind in listed(one, "tiles")
        )
        played = history.in_effect(history.event)
        score = max(number for number in played if history.events[number - 1] == Score())
        assert gained == won(history.state) - won(history.at(score - 1))


def won(state: State) -> Counter[tuple[str, str]]:
    """Count the tiles of each kind that each player has."""
    sheet = SUMERIA.scores(state)
    won = ((row.player, *count) for row in sheet.rows for count in sheet.counted(row))
    return Counter({(player, kind): many for player, kind, many in won})


@pytest.mark.parametrize("name", GAMES)
def test_what_comes_later_changes_no_step_that_was_shown(name: str) -> None:
    before: tuple[object, ...] = ()
    for history, found in moments(name):
        setting = history.state.setting
        cast = Cast(names_of(Language("en"), setting.board), setting.board)
        steps = dynasty_steps(found, cast)
        if isinstance(history.events[-1], Score | Undo):
            before = ()
        for old, new in zip(before, steps, strict=False):
            assert type(old) is type(new)
            assert old == new or not isinstance(old, Tally)
        assert len(steps) >= len(before)
        before = steps


def test_every_tile_is_on_the_page_with_whoever_takes_it_or_as_out_of_the_game() -> None:
    left = 0
    for history, found in (moment for name in GAMES for moment in moments(name)):
        board = history.state.setting.board
        for held in summary(found, Cast(names_of(Language("en"), board), board)).held:
            given = Counter(tile for share in held.shares for tile in share.tiles)
            assert not given or given == Counter(held.place.tiles)
            discarded = [share for share in held.shares if share.person is None]
            assert {share.text for share in discarded} <= {"out of the game"}
            left += len(discarded)
    assert left
