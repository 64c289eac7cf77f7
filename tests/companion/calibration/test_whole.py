"""From the camera on to a table that can be played at: a known board, and one never seen."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.boards.known import known_board, known_boards
from companion.calibration.board import KnownPage, ViewPage
from companion.calibration.pieces import ArrangementPage, LearntPage, PiecesPage
from companion.calibration.proof import ProofPage
from companion.calibration.wizard import CalibrationPage, SavedPage
from companion.games.sumeria.teaching import TEACHING
from companion.pages.kinds import MessagePage
from companion.session.session import Page
from companion.session.wishes import Wish
from engine.board import LOCATIONS, Board
from engine.games import parse_board
from engine.sumeria.board_file import INFLUENCE, INFLUENCE_KINDS, RANKING
from hardware.panel import Button
from seeds.boards import builtin_board_text
from tests.companion.calibration.host import COLOURS
from tests.companion.calibration.player import Player
from tests.companion.pages.hands import press, rows
from tests.hard_tables.random_board import random_board
from vision.eye import Eye
from vision.table import load_table

BUILT_IN = parse_board(builtin_board_text("dubsar"), "dubsar.toml")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep boards in a folder of the test's own."""
    monkeypatch.setenv("DUBSAR_HOME", str(tmp_path / "home"))


def assert_reads(player: Player, eye: Eye | None = None) -> None:
    """Compare what the table file's eye, or another one, reads with what stands and lies there."""
    eye = eye or Eye(load_table(player.file))
    names = {one.id: i for i, one in enumerate(eye.table.board.locations)}
    where = {
        ident: eye.table.board.locations[i].id
        for i, ident in enumerate(player.order)
        if eye.table.board.name != BUILT_IN.name
    }
    reading = eye.read(player.seen(player.top.scene()))
    assert reading.registered
    likeliest = reading.groups[LOCATIONS].likeliest()
    expected = {where.get(at, at): colour for at, colour in player.standing().items()}
    found = {at: likeliest[i] for at, i in names.items() if likeliest[i] is not None}
    assert found == expected
    row, kinds = (player.top.contents(player.top.groups[one]) for one in (RANKING, INFLUENCE))
    assert [one and one.split("-")[0] for one in reading.groups[RANKING].likeliest()] == [
        one.split("-")[0] for one in row
    ]
    assert [*reading.groups[INFLUENCE].likeliest()] == kinds


@pytest.mark.long
def test_a_known_board_is_taught_in_a_few_touches(tmp_path: Path) -> None:
    player = Player(tmp_path, BUILT_IN, 3)
    player.touch_row("1.")
    assert isinstance(player.session.page, ViewPage)
    player.touch_row("Take")
    player.wait(2)
    assert isinstance(player.session.page, KnownPage)
    player.touch_row("Yes")
    player.show_pieces()
    assert player.session.wishes.popleft() is Wish.QUIT
    assert player.page.over
    assert_reads(player)


# In a shorter form `test_doubts.py` shows that page.
@pytest.mark.long
def test_a_picture_that_shows_no_tiles_is_doubted(tmp_path: Path) -> None:
    """Both kinds of tiles are asked for by pages of one class."""
    player = Player(tmp_path, BUILT_IN, 3)
    for row in ("1.", "Take", "Yes"):
        player.touch_row(row)
        player.wait(2)
    player.tell_colours()
    player.place_merchants()
    for lay in (player.lay_tiles, player.lay_influence):
        assert_doubted_without_tiles(player)
        lay()
    assert isinstance(player.session.page, ProofPage)


def assert_doubted_without_tiles(player: Player) -> None:
    """Take a picture without tiles, and another one when asked; the same order is asked for."""
    asked = player.listed()
    player.take("Ready")
    player.wait(2)
    assert rows(player.session) == ["Another picture", "Use it anyway"]
    player.take("Another picture")
    player.wait(2)
    assert isinstance(player.session.page, ArrangementPage)
    assert player.listed() == asked


@pytest.mark.long
def test_tiles_of_a_game_that_was_on_may_lie_there_when_the_board_is_photographed(
    tmp_path: Path,
) -> None:
    player = Player(tmp_path, BUILT_IN, 3)
    lay_a_game(player)
    for row in ("1.", "Take", "Yes"):
        player.touch_row(row)
        player.wait(2)
    player.tell_colours()
    player.place_merchants()
    clear_row(player)
    player.lay_tiles()
    clear_spaces(player)
    player.lay_influence()
    player.prove()
    player.end()
    assert_reads(player)


def lay_a_game(player: Player) -> None:
    """Lay tiles as in a game that was on, otherwise than they will be shown."""
    player.top.put_all(RANKING, [one.id for one in reversed(BUILT_IN.regions)])
    player.top.put_all(INFLUENCE, INFLUENCE_KINDS[::-1])
    player.look()


def clear_row(player: Player) -> None:
    player.top.clear(player.top.groups[RANKING])


def clear_spaces(player: Player) -> None:
    player.top.clear(player.top.groups[INFLUENCE])


# In a shorter form `test_doubts.py` shows both pages.
@pytest.mark.long
def test_a_piece_on_the_board_that_was_to_be_empty_is_named_and_a_row_without_tiles_doubted(
    tmp_path: Path,
) -> None:
    player = Player(tmp_path, BUILT_IN, 3)
    player.top.fetch("red")
    player.top.stand("uruk.city", "red")
    player.look()
    for row in ("1.", "Take", "Yes"):
        player.touch_row(row)
        player.wait(2)
    player.top.lift("uruk.city")
    player.tell_colours()
    player.stand()
    player.take("They are in place")
    player.wait(2)
    page = player.session.page
    assert isinstance(page, LearntPage)
    assert page.text() == (
        "Something is on the city of Uruk, or was there when the board should have been empty. "
        "Clear it; then repeat “Merchants” or “What the camera sees”."
    )
    assert rows(player.session) == ["Another picture", "Use it anyway"]
    assert not player.desk.draft.samples
    player.take("Use it anyway")
    player.wait(2)
    assert_doubted_without_tiles(player)


@pytest.mark.parametrize("lie", [True, pytest.param(False, marks=pytest.mark.long)])
def test_by_buttons_alone_and_with_a_power_cut_before_each_step(tmp_path: Path, lie: bool) -> None:  # noqa: FBT001 - whether tiles of a game that was on lie there
    """The board is photographed with tiles of a game that was on, if any ``lie`` there.

    What the last step proves is what is written. Once something was learnt, which takes as long
    again, the power is cut where none lie. Where time is short the pictures are small.
    """
    player = Player(tmp_path, BUILT_IN, 4, share=0.5 if lie else 1.0)
    player.by_buttons = True
    if lie:
        lay_a_game(player)
    player.restart(tmp_path)
    player.take("Take")
    player.restart(tmp_path)
    player.take("Yes")
    for step in (player.tell_colours, player.place_merchants, player.lay_tiles):
        if not (lie and step == player.lay_tiles):
            player.restart(tmp_path)
        if step == player.lay_tiles:
            clear_row(player)
        step()
    if not lie:
        player.restart(tmp_path)
    clear_spaces(player)
    player.lay_influence()
    if not lie:
        player.restart(tmp_path)
    page = player.session.page
    assert isinstance(page, ProofPage)
    player.prove()
    assert isinstance(page._eye, Eye)
    assert_reads(player, page._eye)
    taught = player.desk.write(player.desk.draft, tmp_path / "proved" / player.file.name)
    player.end()
    assert player.page.over
    files = [one for one in taught.parent.rglob("*") if one.is_file()]
    assert len(files) > 4
    for one in files:
        written = player.file.parent / one.relative_to(taught.parent)
        assert written.read_bytes() == one.read_bytes()
    if not lie:
        assert_reads(player)


@pytest.mark.long
def test_the_second_time_only_ok_is_pressed(tmp_path: Path) -> None:
    player = Player(tmp_path, BUILT_IN, 5)
    # As the last time left it.
    player.desk.change(replace(TEACHING.blank, colours=COLOURS, finished=("colours",)))
    player.begin(tmp_path)
    laying = {
        (PiecesPage, "Merchants"): player.stand,
        (ArrangementPage, "City-state tiles"): player.lay_row,
        (ArrangementPage, "Influence tiles"): player.lay_kinds,
    }
    opened: list[type[Page]] = []
    for _ in range(20):
        page = player.session.page
        opened.append(type(page))
        lay = laying.get((type(page), page.title()))
        if lay is not None:
            lay()
        press(player.session, Button.OK)
        player.wait(2)
        if player.session.wishes:
            break
    assert opened == [
        *(CalibrationPage, ViewPage, KnownPage),
        *(PiecesPage, LearntPage, *(ArrangementPage, LearntPage) * 2),
        *(ProofPage, SavedPage),
    ]
    assert player.page.over
    assert_reads(player)


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_a_board_never_seen_is_taught_and_known_the_next_time(tmp_path: Path, seed: int) -> None:
    board: Board = random_board(seed)
    player = Player(tmp_path, board, seed)
    player.named = True
    player.show_board()
    player.wait(2)
    player.tell_furniture()
    player.show_pieces()
    assert_reads(player)
    written = load_table(player.file).board
    for one, ident in zip(written.locations, player.order, strict=True):
        real = board.locations[board.index[ident]]
        assert np.hypot(*np.subtract(one.at_mm, real.at_mm)) <= 1.5
    assert [known.name for known in known_boards()] == ["dubsar", "taiga", "my-board"]
    known = known_board("my-board")
    assert known is not None
    assert known.board == written
    assert not isinstance(player.session.page, MessagePage) or player.page.over
