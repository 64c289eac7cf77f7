"""What hands do between two views of a table: each thing comes from where things like it are."""

from collections import Counter

import numpy as np
import pytest

from companion.games.siberia.virtual_table import a_setup, heap, laid
from engine.games import parse_board
from engine.siberia import SIBERIA
from engine.siberia.board import CLOCKS, OPEN, REGIONS, SUPPLY, as_siberia
from engine.siberia.events import Setup
from engine.siberia.state import State
from hardware.virtual.handling import stages
from hardware.virtual.scene import At
from hardware.virtual.tabletop import Tabletop
from seeds.boards import builtin_board_text

BOARD = as_siberia(parse_board(builtin_board_text("taiga"), "taiga.toml"))
START = BOARD.start_region
ELSEWHERE = next(one.id for one in BOARD.regions if one.id != START)


@pytest.fixture
def laid_out() -> tuple[Tabletop, State]:
    rng = np.random.default_rng(1)
    setup: Setup = a_setup(BOARD, "red", rng)
    state = SIBERIA.apply(SIBERIA.new_game(BOARD, ("red", "blue"), {}), setup).state
    top = laid(BOARD, ("red", "blue"), rng)
    top.lay_all(SIBERIA.expected(state))
    heap(top, state)
    return top, state


def lying(top: Tabletop, at: At) -> Counter[str]:
    return Counter(one.name for one in top.on(at))


def change(top: Tabletop, state: State, group: str, place: str, *names: str) -> int:
    """Have a place hold other things; tell in how many stages that was done."""
    before = SIBERIA.expected(state)
    ids = [one.id for one in top.groups[group].places]
    contents = [*before[group]]
    contents[ids.index(place)] = tuple(sorted(names))
    found = stages(top, before, before.holding(group, tuple(contents)))
    for _, deed in found:
        deed()
    return len(found)


def test_a_pawn_comes_from_its_depot_and_goes_home(laid_out: tuple[Tabletop, State]) -> None:
    top, state = laid_out
    before = len(top.supply("red"))
    there = [one.name for one in top.on((REGIONS, START))]
    assert change(top, state, REGIONS, START, *there, "red") == 2
    assert len(top.supply("red")) == before - 1
    assert lying(top, (REGIONS, START)) == Counter([*there, "red"])
    there.remove("red")
    assert change(top, state, REGIONS, START, *there) == 2
    assert len(top.supply("red")) == before + 1


def test_a_cube_comes_from_its_heap_and_a_marker_of_its_name_does_not(
    laid_out: tuple[Tabletop, State],
) -> None:
    top, state = laid_out
    heaped = len(top.on((SUPPLY, "oil")))
    there = [one.name for one in top.on((REGIONS, ELSEWHERE))]
    assert change(top, state, REGIONS, ELSEWHERE, *there, "oil") == 2
    assert len(top.on((SUPPLY, "oil"))) == heaped - 1
    taken = top.spots(OPEN, free=False)[0]
    top.remove(taken)
    opened = SIBERIA.expected(state)
    fewer = opened.holding(OPEN, opened[OPEN][1:])
    dealt = opened.holding(OPEN, (*opened[OPEN][1:], ("oil",)))
    ((_, deal),) = stages(top, fewer, dealt)
    deal()
    assert lying(top, taken) == {"oil": 1}
    assert len(top.on((SUPPLY, "oil"))) == heaped - 1


def test_a_blocking_marker_is_carried_from_the_first_clock_on_which_one_lies(
    laid_out: tuple[Tabletop, State],
) -> None:
    top, state = laid_out
    before = SIBERIA.expected(state)
    ids = [one.id for one in top.groups[REGIONS].places]
    regions = [*before[REGIONS]]
    regions[ids.index(ELSEWHERE)] = ("blocked",)
    clocks = ((), *before[CLOCKS][1:])
    after = before.holding(REGIONS, tuple(regions)).holding(CLOCKS, clocks)
    first = top.spots(CLOCKS, free=False)[0]
    for _, deed in stages(top, before, after):
        deed()
    assert top.spots(CLOCKS, free=True) == [first]
    assert lying(top, (REGIONS, ELSEWHERE)) == {"blocked": 1}


def test_what_somebody_has_done_already_is_not_done_again(laid_out: tuple[Tabletop, State]) -> None:
    top, state = laid_out
    there = [one.name for one in top.on((REGIONS, START))]
    there.remove("red")
    top.send_home((REGIONS, START), "red")
    assert change(top, state, REGIONS, START, *there) == 0
    assert lying(top, (REGIONS, START)) == Counter(there)
