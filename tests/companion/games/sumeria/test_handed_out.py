"""What the table that is played with the mouse does with tiles after a dynasty."""

from companion.games.sumeria.virtual_table import SumeriaTable
from engine.sumeria.board_file import INFLUENCE, RANKING
from engine.sumeria.effects import Awarded
from tests.companion.pages.evening import BOARD, PLAYERS


def test_two_who_get_tiles_of_one_kind_take_different_ones() -> None:
    table = SumeriaTable(BOARD, PLAYERS, 3)
    table.top.clear(table.top.groups[INFLUENCE])
    table.top.put_all(INFLUENCE, ("economy", "economy", "military"))
    row = table.top.contents(table.top.groups[RANKING])
    shares = [
        Awarded("S-29", PLAYERS[0], row[0], ("economy", "military")),
        Awarded("S-30", PLAYERS[1], row[0], ("economy",)),
    ]
    table.hand_out(row, shares)
    while table.busy:
        table.advance()
    assert not table.top.contents(table.top.groups[INFLUENCE])


def test_s_38_the_first_three_of_the_row_go_to_its_end_in_reverse() -> None:
    table = SumeriaTable(BOARD, PLAYERS, 3)
    ranks = table.top.groups[RANKING]
    one, two, three, *others = table.top.contents(ranks)
    table.at_once["shift"]()
    assert [*table.top.contents(ranks)] == [*others, three, two, one]
