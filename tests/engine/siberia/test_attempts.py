"""What a player may have tried when cubes and pawns lie otherwise, whether it is allowed or not."""

import pytest

from engine.layout import Lying
from engine.siberia import SIBERIA
from engine.siberia.board import OPEN
from engine.siberia.events import Discover, Event, Investor, Mine, Move, Research, Salesman, Worker
from tests.engine.siberia.playing import START, action
from tests.engine.siberia.test_corrections import seen

PAWNS = {"red": ("yana", "tokyo"), "blue": ("lena", START), "green": ()}
STATE = action(cubes={"yana": ("gas", "coal"), "lena": ("gas",)}, pawns=PAWNS, told=False)

TRIED: dict[str, tuple[dict[str, Lying], Event, str]] = {
    "a salesman out of turn": (
        {"lena": ("gas",), "tokyo": ("blue", "red")},
        Salesman("blue", "lena", "tokyo"),
        "I-16",
    ),
    "a pawn of another's depot": ({"seoul": ("blue",)}, Salesman("blue", "depot", "seoul"), "I-16"),
    "a worker out of turn": ({START: ("blue", "blue")}, Worker("blue", "depot"), "I-16"),
    "a walk that is no logistics": (
        {"yana": ("coal", "gas"), "ob": ("red",)},
        Move("red", "yana", "ob"),
        "I-10",
    ),
    "a pawn from the depot into a region": (
        {"ob": ("red",)},
        Move("red", "depot", "ob"),
        "I-10",
    ),
    "a pawn of another's depot into a region": (
        {"ob": ("green",)},
        Move("green", "depot", "ob"),
        "I-10",
    ),
    "a cube where nobody works": (
        {"lena": ("blue",)},
        Mine("red", "gas", "tokyo"),
        "",
    ),
    "a cube that nobody has researched": (
        {"ob": ("gold",)},
        Discover("red", "gold", "ob"),
        "I-10",
    ),
}


def test_where_research_cannot_begin_that_was_tried_and_not_a_discovery() -> None:
    changes: dict[str, Lying] = {"ob": ("gold",)}
    for state, rule in (
        (STATE._replace(acted=(1, 0, 0)), "I-C16"),
        (action(cubes={"yana": ("gas",)}), "I-21"),
    ):
        (tried,) = SIBERIA.attempts(state, seen(state, changes))
        assert tried == Research("red")
        assert SIBERIA.check(state, tried).broken == rule


@pytest.mark.parametrize(("changes", "event", "rule"), TRIED.values(), ids=TRIED)
def test_what_was_tried_is_named_and_judged(
    changes: dict[str, Lying], event: Event, rule: str
) -> None:
    (first, *_) = SIBERIA.attempts(STATE, seen(STATE, changes))
    assert first == event
    assert (SIBERIA.check(STATE, event).broken or "") == rule


def test_a_cube_is_sold_wherever_there_is_a_salesman_or_else_anywhere() -> None:
    no_coal = seen(STATE, {"yana": ("gas", "red")})
    assert SIBERIA.attempts(STATE, no_coal) == [Mine("red", "coal", "tokyo")]
    idle = action(cubes={"yana": ("coal",)}, pawns={"red": ("lena",)}, told=False)
    (sold,) = SIBERIA.attempts(idle, seen(idle, {"yana": ()}))
    assert SIBERIA.check(idle, sold).broken == "I-C11"


def test_of_an_open_marker_that_is_gone_its_investor_is_named() -> None:
    view = SIBERIA.expected(STATE)
    first, *others = view[OPEN]
    gone = view.holding(OPEN, (*others, ()))
    assert SIBERIA.attempts(STATE, gone) == [Investor("red", *first)]
    assert not SIBERIA.attempts(STATE, view.holding(OPEN, (*others[1:], (), ())))


def test_a_walk_is_judged_as_one_of_logistics_and_a_discovery_as_one_of_research() -> None:
    far = Move("red", "yana", "onega")
    assert SIBERIA.check(SIBERIA.begun(STATE, far), far).broken == "I-25"
    straight = Move("red", "depot", "ob")
    assert SIBERIA.check(SIBERIA.begun(STATE, straight), straight).broken == "I-25"
    found = Discover("red", "gold", "yana")
    assert SIBERIA.check(STATE, found).broken == "I-10"
    assert SIBERIA.check(SIBERIA.begun(STATE, found), found).holds
    other = Salesman("red", "depot", "tokyo")
    assert SIBERIA.begun(STATE, other) == STATE
    out_of_turn = Move("blue", "lena", "ob")
    assert SIBERIA.begun(STATE, out_of_turn) == STATE


UNNAMED: dict[str, dict[str, Lying]] = {
    "nothing": {},
    "two pawns": {"ob": ("red",), "tobol": ("blue",)},
    "two pawns of one player": {START: ("blue",) * 3},
    "two kinds of cube": {"yana": ("red",)},
    "a cube in another region": {"yana": ("coal", "red"), "ob": ("gas",)},
    "a pawn put back": {"yana": ("coal", "gas")},
}


@pytest.mark.parametrize("changes", UNNAMED.values(), ids=UNNAMED)
def test_of_anything_else_nothing_is_named(changes: dict[str, Lying]) -> None:
    assert not SIBERIA.attempts(STATE, seen(STATE, changes))
