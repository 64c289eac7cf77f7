"""What a table may agree on, so that the game stands as its pieces lie."""

import pytest

from engine.layout import Lying, View
from engine.siberia import SIBERIA
from engine.siberia.board import BLOCKED, EXCHANGES, OPEN, REGIONS
from engine.siberia.events import Correct, Logistics
from engine.siberia.material import RESOURCES
from engine.siberia.state import State
from tests.engine.siberia.playing import START, action, after, laid_out, new_game

STATE = action(cubes={"yana": ("gas", "coal")}, pawns={"red": ("yana", "tokyo")}, told=False)


def seen(state: State, changes: dict[str, Lying]) -> View:
    """Show a table on which other things lie in some regions or at some exchanges."""
    view = SIBERIA.expected(state)
    setting = state.setting
    names = {
        REGIONS: setting.places[: setting.first_side],
        EXCHANGES: [setting.places[side] for side in state.exchanges],
    }
    for group, places in names.items():
        lying = zip(places, view[group], strict=True)
        contents = tuple(tuple(sorted(changes.get(at, there))) for at, there in lying)
        view = view.holding(group, contents)
    return view


def left(state: State, resource: str) -> int:
    return state.supply[RESOURCES.index(resource)]


TABLES: dict[str, dict[str, Lying]] = {
    "a cube gone": {"yana": ("coal", "red")},
    "a cube more": {"yana": ("coal", "gas", "gold", "red")},
    "a cube in another region": {"yana": ("coal", "red"), "lena": ("gas",)},
    "a pawn from the depot": {"lena": ("red",)},
    "a pawn elsewhere": {"yana": ("coal", "gas"), "lena": ("red",)},
    "a salesman at home": {"tokyo": ()},
    "a worker become a salesman": {"yana": ("coal", "gas"), "tokyo": ("red", "red")},
    "a region locked": {"yana": (BLOCKED,)},
}


@pytest.mark.parametrize("changes", TABLES.values(), ids=TABLES)
def test_after_a_correction_the_table_should_lie_as_seen(changes: dict[str, Lying]) -> None:
    view = seen(STATE, changes)
    mildest, turn = SIBERIA.corrections(STATE, view)
    assert SIBERIA.check(STATE, mildest).holds
    assert SIBERIA.check(STATE, turn).holds
    state = SIBERIA.apply(STATE, mildest).state
    assert SIBERIA.expected(state)[REGIONS] == view[REGIONS]
    assert SIBERIA.expected(state)[EXCHANGES] == view[EXCHANGES]
    sold = [state.sold(number) for number in range(len(RESOURCES))]
    assert sold == [STATE.sold(number) for number in range(len(RESOURCES))]
    assert (state.money, state.to_play) == (STATE.money, "red")
    assert SIBERIA.apply(STATE, turn).state.to_play == "blue"


def test_it_names_no_more_than_what_differs() -> None:
    first, _ = SIBERIA.corrections(STATE, seen(STATE, {"yana": ("coal", "red")}))
    assert first == Correct((("yana", ("coal",)),), supply=(("gas", left(STATE, "gas") + 1),))
    first, _ = SIBERIA.corrections(STATE, seen(STATE, {"tokyo": ("blue", "red")}))
    assert first == Correct(pawns=(("tokyo", (("blue", 1),)),))
    assert SIBERIA.corrections(STATE, SIBERIA.expected(STATE)) == ()


def test_where_the_supply_is_empty_a_cube_comes_from_those_that_were_sold() -> None:
    state = action(cubes={"yana": ("gas",)}, supply={"gold": 0}, told=False)
    first, _ = SIBERIA.corrections(state, seen(state, {"yana": ("gas", "gold")}))
    assert SIBERIA.check(state, first).holds
    gold = RESOURCES.index("gold")
    assert SIBERIA.apply(state, first).state.sold(gold) == state.sold(gold) - 1


def test_what_the_rules_refuse_is_listed_for_the_judge_to_say_why() -> None:
    first, _ = SIBERIA.corrections(STATE, seen(STATE, {"yana": ("coal", "coal", "gas", "red")}))
    assert SIBERIA.check(STATE, first).broken == "I-03"
    first, _ = SIBERIA.corrections(STATE, seen(STATE, {"lena": ("red",) * 6}))
    assert SIBERIA.check(STATE, first).broken == "I-07"


def test_none_is_listed_while_an_action_goes_on_or_where_no_correction_says_it() -> None:
    view = seen(STATE, {"yana": ("coal", "red")})
    opened = view[OPEN]
    assert SIBERIA.corrections(STATE, view.holding(OPEN, ((), *opened[1:]))) == ()
    walking = after(STATE, Logistics("red"))
    assert SIBERIA.corrections(walking, seen(walking, {"yana": ("coal", "red")})) == ()


def test_before_the_actions_it_uses_up_no_turn() -> None:
    state = after(new_game(), laid_out())
    (only,) = SIBERIA.corrections(state, seen(state, {START: ("red",)}))
    assert isinstance(only, Correct)
    assert only.as_turn_of is None
    assert SIBERIA.check(state, only).holds
