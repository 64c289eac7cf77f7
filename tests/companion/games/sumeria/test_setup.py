"""The check of the setup: what the camera reads, what people enter, and when the game begins."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from companion.games.sumeria.play import SumeriaPlayPage
from companion.games.sumeria.setup import SetupSheet
from companion.journal.store import Store
from companion.pages.kinds import ConfirmPage
from companion.pages.registry import find_page
from companion.pages.start import StartPage
from companion.session.look import Look
from companion.session.session import Session
from engine.board import LOCATIONS
from engine.sumeria.board_file import INFLUENCE, INFLUENCE_KINDS, RANKING
from engine.sumeria.events import Setup as SetupEvent
from hardware.panel import Button, Light
from seeds.sumeria import counts
from tests.companion.pages.evening import BOARD, PLAYERS, Evening, evening
from tests.companion.pages.hands import choose_by_buttons, choose_by_touch, menu, press
from tests.companion.tracking import watching
from vision.reading import Reading, Slots

ROW = tuple(one.id for one in BOARD.regions)
TILES = ("economy", "military", "politics", "religion", "economy", "religion")


def begin(one: Evening) -> None:
    """Agree on a game that Blue begins."""
    for text in ("New game", "Who starts?", "Blue"):
        choose_by_buttons(one.session, text)


def lying(
    row: Sequence[str | None] | None = ROW,
    tiles: Sequence[str | None] | None = TILES,
    untold_slots: Sequence[int] = (),
    untold_spaces: Sequence[int] = (),
) -> Reading:
    """Read an empty board with these tiles."""
    empty = np.full(len(BOARD.locations), fill_value=False)
    rows = np.array([[0.0, -12.0, -12.0, -12.0]] * len(BOARD.locations))
    groups = {LOCATIONS: Slots((None, *PLAYERS), rows, ~empty, empty)}
    if row is not None:
        groups[RANKING] = watching.tiles(row, ROW, untold_slots)
    if tiles is not None:
        groups[INFLUENCE] = watching.tiles(tiles, INFLUENCE_KINDS, untold_spaces)
    return Reading(registered=True, hand=False, groups=groups)


def see(one: Evening, reading: Reading, looks: int = 3) -> SetupSheet:
    """Look so many times; give what the check shows."""
    for _ in range(looks):
        one.session.take_look(Look(reading, "frame"))
    return shown(one)


def shown(one: Evening) -> SetupSheet:
    """Give what the check shows."""
    body = one.session.screen.body
    assert isinstance(body, SetupSheet), body
    return body


def names(*city_states: str | None) -> list[str | None]:
    """Name city-states as the board does."""
    known = {one.id: one.name for one in BOARD.regions}
    return [one and known[one] for one in city_states]


def named(body: SetupSheet) -> list[str | None]:
    """Give the names in the row."""
    return [one and one[0] for one in body.row]


def test_what_three_looks_in_a_row_say_is_read_and_ok_begins_the_game(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        begin(one)
        assert named(see(one, lying(), looks=2)) == [None] * 8
        body = see(one, lying(), looks=1)
        assert named(body) == names(*ROW)
        assert body.tiles == TILES
        assert one.session.light is Light.BLUE
        press(one.session, Button.OK)
        assert isinstance(one.session.page, SumeriaPlayPage)
        assert [type(page) for page in one.session.pages] == [StartPage, SumeriaPlayPage]
        game = one.session.live
        assert game.history.events == [SetupEvent("blue", ROW, TILES)]
        assert b'"by":"camera"' in one.session.store.journal.lines(game.id)[1]


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        (None, "Lay influence tiles from the bag on the empty spaces."),
        (Mock(), "Press “Deal new tiles” below the picture of the table."),
    ],
)
def test_on_empty_spaces_tiles_are_to_be_laid_and_nothing_is_to_be_read(
    tmp_path: Path, hands: Mock | None, told: str
) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        begin(one)
        one.session.hands = hands
        assert see(one, lying(tiles=[None] * 6)).text == told
        assert see(one, lying(tiles=[*TILES[:4], None, None])).text == told
        in_doubt = see(one, lying(tiles=[*TILES[:4], None, None], untold_spaces=(0,)))
        assert in_doubt.text == f"{told} Choose what the camera cannot read."
        assert "Is this what lies on the table?" in see(one, lying()).text


def test_nothing_is_read_while_a_hand_is_over_the_table(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        begin(one)
        see(one, lying(), looks=2)
        see(one, replace(lying(), hand=True), looks=5)
        assert named(see(one, lying(), looks=2)) == [None] * 8


def test_what_is_in_doubt_or_read_twice_is_asked_for(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        begin(one)
        twice = (ROW[0], ROW[0], *ROW[2:])
        body = see(one, lying(twice, untold_slots=(7,), untold_spaces=(2,)))
        assert named(body) == names(None, None, *ROW[2:7], None)
        assert body.tiles == (*TILES[:2], None, *TILES[3:])
        assert body.chosen == 0
        press(one.session, Button.SCORE)  # back past the first: no game begins while some lack
        assert shown(one).chosen == len(ROW) + len(TILES) - 1


@pytest.mark.parametrize("choose", [choose_by_buttons, choose_by_touch])
def test_with_nothing_taught_all_is_entered_in_order(tmp_path: Path, choose: object) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        begin(one)
        see(one, lying(None, None))
        session = one.session
        for place, name in enumerate(names(*reversed(ROW))):
            assert shown(one).chosen == place
            if choose is choose_by_touch:
                session.tap(f"slot-{place}")
                choose_by_touch(session, str(name))
            else:
                press(session, Button.OK)
                assert len(menu(session).rows) == 8
                choose_by_buttons(session, str(name))
        for place in range(6):
            if choose is choose_by_touch:
                session.tap(f"space-{place}")
                choose_by_touch(session, "1 religion tile")
            else:
                press(session, Button.OK)
                choose_by_buttons(session, "1 religion tile")
        session.tap("ready")
        game = session.live
        assert game.history.events == [SetupEvent("blue", ROW[::-1], ("religion",) * 6)]
        assert b'"by":"button"' in session.store.journal.lines(game.id)[-1]


def test_what_was_entered_is_there_after_a_power_cut(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        begin(one)
        session = one.session
        see(one, lying(None, None))
        for name in names(ROW[3], ROW[5]):
            press(session, Button.OK)
            choose_by_buttons(session, str(name))
        session.tap("space-4")
        choose_by_touch(session, "1 religion tile")
        before = shown(one)
        one.session = Session(
            session.table, session.settings, Store(session.store.journal), find_page
        )
        one.session.go("start")
        choose_by_buttons(one.session, "Continue the last game")
        assert shown(one) == before
        assert named(shown(one))[:3] == names(ROW[3], ROW[5], None)


def test_a_city_state_entered_where_another_was_read_changes_places_with_it(
    tmp_path: Path,
) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        begin(one)
        see(one, lying())
        one.session.tap("slot-1")
        choose_by_touch(one.session, str(names(ROW[6])[0]))
        changed = (ROW[0], ROW[6], *ROW[2:6], ROW[1], ROW[7])
        assert named(shown(one)) == names(*changed)
        assert named(see(one, lying())) == names(*changed)  # people know better than the eye


def test_merchants_on_the_board_are_named_and_asked_about(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        begin(one)
        reading = lying()
        reading.groups[LOCATIONS].log_likelihood[BOARD.index["ur.city"]] = [-12, -12, 0, -12]
        body = see(one, reading)
        assert body.text == "Take the merchants off the board: Blue on the city of Ur."
        press(one.session, Button.OK)
        assert isinstance(one.session.page, ConfirmPage)
        choose_by_buttons(one.session, "No, change it")
        assert see(one, lying()).text == (
            "The first-player marker goes to Blue. Is this what lies on the table?"
        )
        press(one.session, Button.OK)
        assert isinstance(one.session.page, SumeriaPlayPage)


def test_there_are_as_many_places_as_tiles_s_08(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        begin(one)
        assert len(shown(one).tiles) == sum(counts().over_ranks)
        assert len(shown(one).row) == len(ROW)
