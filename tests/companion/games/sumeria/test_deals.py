"""The deal at the end of a dynasty: new tiles are waited for, seen, and taken back."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import product
from pathlib import Path
from unittest.mock import Mock

import pygame
import pytest

from companion.games.sumeria.dynasty_page import TRAVEL, DynastyPage
from companion.games.sumeria.screens import Renewal
from companion.pages.play import PlayPage
from companion.ui.sheet import draw_screen
from engine.record import Undo
from engine.sumeria import SUMERIA
from engine.sumeria.events import Score
from hardware.panel import Button
from tests.companion.games.sumeria.dynasties import ENOUGH, PLAYED, Sitting, sitting_at
from tests.companion.tracking.test_tiles import FIRST, NEXT, SECOND, lies
from tests.companion.ui.legible import assert_legible
from tests.engine.sumeria.golden import replayed

OK, SCORE = Button.OK, Button.SCORE


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Sitting]:
    with sitting_at(tmp_path / "journal.sqlite", PLAYED) as sitting:
        yield sitting


def test_where_only_the_deal_is_waited_for_the_game_goes_on_with_it(table: Sitting) -> None:
    table.press(SCORE)
    for taken in ((0, 2), (0, 1, 2, 3), range(6)):
        table.see(lies(*taken))
    table.press(OK)
    assert isinstance(table.body, Renewal)
    assert isinstance(table.see(NEXT.influence), PlayPage)


def unshifted(sitting: Sitting) -> Sequence[str]:
    """Give the row as it was scored."""
    game = sitting.game.history
    return [*game.at(len(PLAYED)).ranking]


def show_row(sitting: Sitting, row: Sequence[str]) -> None:
    """Show the row like this, and that no influence tiles lie."""
    view = SUMERIA.expected(sitting.game.history.state)
    sitting.show_view(view.having("ranking", row).having("influence", [None] * 6), ENOUGH)


def come_to_renewal(sitting: Sitting) -> None:
    """Score, have all tiles taken, and come to what is to be done, with nothing done of it."""
    sitting.press(SCORE)
    for taken in ((0, 2), (0, 1, 2, 3), range(6)):
        sitting.see(lies(*taken))
    sitting.press(OK)
    show_row(sitting, unshifted(sitting))


@pytest.mark.parametrize("virtual", [True, False])
def test_what_is_done_between_dynasties_is_not_told_any_more(
    table: Sitting, *, virtual: bool
) -> None:
    if virtual:
        table.session.hands = Mock(occupied=None)
    come_to_renewal(table)
    markers = [] if virtual else ["The first-player marker goes to Red."]
    *told, _ = table.body.reminders
    shift = "Press “Put the first three at the end” below the picture of the table."
    if not virtual:
        shift = "Shift the ranking as shown; the turn marker goes back to 1."
    assert told == [shift, *markers]
    show_row(table, table.game.state["ranking"])
    *told, _ = table.body.reminders
    assert told == ([] if virtual else ["The turn marker goes back to 1.", *markers])
    assert isinstance(table.see(NEXT.influence), PlayPage)


def test_at_a_virtual_table_the_buttons_are_named_that_deal_and_shift(table: Sitting) -> None:
    table.session.hands = Mock(occupied=None)
    come_to_renewal(table)
    table.wait(TRAVEL)
    shift, deal = table.body.reminders
    assert shift == "Press “Put the first three at the end” below the picture of the table."
    assert deal == "Press “Deal new tiles” below the picture of the table."
    for code, size in product(("en", "fr", "ro"), ((800, 480), (480, 800))):
        table.session.change(replace(table.session.settings, language=code))
        assert_legible(draw_screen(pygame.Surface(size, depth=32), table.session.screen))


def test_a_deal_that_is_taken_back_is_waited_for_again(table: Sitting) -> None:
    table.press(SCORE)
    for taken in ((0, 2), (0, 1, 2, 3), range(6)):
        table.see(lies(*taken))
    table.see(NEXT.influence)
    table.game.undo(table.game.history.event - 1)
    table.see(NEXT.influence, looks=40)  # not written again by itself
    assert table.phase == "draw"
    assert isinstance(table.see([None] * 6), DynastyPage)
    while table.session.page.labels().ok == "Next":
        table.press(OK)
    assert table.body.reminders[2] == "Draw six influence tiles and lay them out."
    assert table.session.page.labels().ok == "Enter"


def test_tiles_that_were_never_touched_are_no_deal(table: Sitting) -> None:
    table.see()
    table.press(SCORE)
    while table.phase == "claim":
        table.press(OK)
        table.see(lies())
    assert isinstance(table.see(lies(), looks=100), DynastyPage)
    table.press(OK)
    assert isinstance(table.body, Renewal)
    table.see(lies(), looks=100)
    assert table.body.reminders[2].startswith("Take the old influence tiles away")
    assert (table.phase, table.game.state["dynasty"]) == ("draw", 1)
    table.see(lies(*range(6)))
    assert isinstance(table.see(NEXT.influence), PlayPage)
    assert table.game.history.events[-1] == NEXT


def test_at_a_virtual_table_old_tiles_are_dragged_off_before_new_ones_are_dealt(
    table: Sitting,
) -> None:
    table.session.hands = Mock(occupied=None)
    table.press(SCORE)
    table.see(lies(0, 2))
    table.see(lies(0, 1, 2, 3))
    table.press(OK)
    told = "Drag the old influence tiles off the board, then press “Deal new tiles”."
    assert table.body.reminders[-1] == told
    for code, size in product(("en", "fr", "ro"), ((800, 480), (480, 800))):
        table.session.change(replace(table.session.settings, language=code))
        assert_legible(draw_screen(pygame.Surface(size, depth=32), table.session.screen))


def test_what_is_left_of_the_old_tiles_is_to_be_taken_away_first(table: Sitting) -> None:
    table.press(SCORE)
    table.see(lies(0, 2))
    table.see(lies(0, 1, 2, 3))
    assert table.phase == "draw"
    table.press(OK)
    assert isinstance(table.body, Renewal)
    assert table.body.reminders[2].startswith("Take the old influence tiles away")
    table.see(lies(*range(6)))
    assert table.body.reminders[2] == "Draw six influence tiles and lay them out."
    same, *_ = lies()
    table.see((same, *[None] * 5))
    assert table.body.reminders[2] == "Draw six influence tiles and lay them out."


def test_after_the_tiles_come_the_first_player_and_the_deal(table: Sitting) -> None:
    table.press(SCORE)
    table.see(lies(0, 2))
    table.see(lies(0, 1, 2, 3))
    assert table.body.text.startswith("Red, left of Yellow, starts the next dynasty")
    table.press(OK)
    assert isinstance(table.body, Renewal)
    assert table.body.reminders[1] == "The first-player marker goes to Red."
    first, *_ = table.body.places
    assert first.tiles == (None,) * 3
    table.see([*NEXT.influence[:3], None, None, None])
    first, *_ = table.body.places
    assert first.tiles == NEXT.influence[:3]


def test_tiles_that_cannot_be_in_the_bag_are_asked_for(tmp_path: Path) -> None:
    game = replayed("three-players")
    last = [number for number, one in enumerate(game.states) if one.phase == "draw"][-1]
    players = game.state.setting.players
    with sitting_at(tmp_path / "journal.sqlite", game.events[:last], players) as sitting:
        bag = sitting.game.state["bag"]
        rarest = min(bag, key=lambda kind: bag[kind])
        assert isinstance(sitting.see([rarest] * 6), DynastyPage)
        assert sitting.phase == "draw"
        assert sitting.body.reminders[2].startswith("The bag doesn’t hold that many of one kind")
        sitting.press(OK)
        assert len(sitting.body.menu.rows) == sum(many > 0 for many in bag.values())


def gone_back(path: Path) -> AbstractContextManager[Sitting]:
    """Sit at a game that has gone back from the second dynasty to the first."""
    events = (*PLAYED, Score(), FIRST, SECOND, NEXT)
    return sitting_at(path, (*events, Undo(len(PLAYED) + 1)))


def test_after_going_back_past_a_deal_it_is_said_which_tiles_must_lie_there(tmp_path: Path) -> None:
    with gone_back(tmp_path / "journal.sqlite") as table:
        kinds = table.game.state["influence"]
        assert [*NEXT.influence] != [*kinds]
        table.see(NEXT.influence)
        said = table.body.reminder
        assert said.startswith("Lay above rank 1: ")
        names = table.game.names
        assert names.counts(kinds[:3]) in said
        other = (*kinds[2::-1], *NEXT.influence[3:])  # in another order, which is as good
        table.see(other)
        assert table.body.reminder.startswith("Lay above rank 2: ")
        table.see(kinds)
        assert "Lay above" not in table.body.reminder


def test_where_no_deal_was_taken_back_nothing_is_said_of_tiles(tmp_path: Path) -> None:
    with sitting_at(tmp_path / "journal.sqlite", (*PLAYED, Undo(len(PLAYED)))) as table:
        table.see(NEXT.influence)
        assert "Lay above" not in table.body.reminder
