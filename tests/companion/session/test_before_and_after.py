"""What is kept of an event shows the table as it lay before, and as it lies after it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.tracking.config import DEAL_LASTS
from engine.sumeria import SUMERIA
from engine.sumeria.events import Correct, Event
from hardware.panel import Button
from tests.companion.games.sumeria.dynasties import ENOUGH, PLAYED, sitting_at
from tests.companion.pages.stage import Stage, stage
from tests.companion.tracking.test_tiles import NEXT, lies
from tests.companion.tracking.watching import ADD, MOVE, REMOVE


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path / "journal.sqlite") as one:
        one.show()
        yield one


def kept(one: Stage) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Give what was seen before the last event, and after it."""
    before, after = one.session.store.evidence(one.game.id, one.game.history.event)
    assert (before.moment, after.moment) == ("before", "after")
    assert before.reading is not None
    assert after.reading is not None
    return before.reading, after.reading


def boards(one: Stage) -> list[dict[str, str]]:
    """Give the pieces that the rules expect before the last event and after it."""
    history = one.game.history
    numbers = (history.event - 1, history.event)
    return [
        SUMERIA.expected(history.at(number)).standing(one.game.board.pieces) for number in numbers
    ]


@pytest.mark.parametrize("event", [ADD, MOVE, REMOVE])
def test_a_move_is_kept_with_the_board_before_and_after_it(table: Stage, event: Event) -> None:
    table.play(event)
    assert [one["board"] for one in kept(table)] == boards(table)


def test_so_is_what_the_table_agrees_on(table: Stage) -> None:
    table.show({"adab.town-2": "blue"})
    table.choose("We agree")
    table.choose("We agree; it is still")
    assert isinstance(table.game.history.events[-1], Correct)
    assert [one["board"] for one in kept(table)] == boards(table)


def test_of_a_deal_nothing_lay_there_before(tmp_path: Path) -> None:
    with sitting_at(tmp_path / "journal.sqlite", PLAYED) as table:
        table.press(Button.SCORE)
        table.see(lies(0, 2))
        table.see(lies(0, 1, 2, 3))
        assert table.phase == "draw"
        table.see(NEXT.influence, ENOUGH * DEAL_LASTS)
        assert table.game.history.events[-1] == NEXT
        before, after = kept(table)
        assert before["influence"] == [*lies(0, 1, 2, 3)]
        assert after["influence"] == [*NEXT.influence]
