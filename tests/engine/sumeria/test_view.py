"""What the camera should see, and what the sight of it may mean."""

from collections.abc import Mapping
from dataclasses import replace

from engine.layout import View
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Claim, Draw, Move, Place, Remove, Score
from engine.sumeria.state import State
from tests.engine.sumeria.playing import (
    DEAL,
    LOCATIONS,
    ROW,
    action,
    after,
    new_game,
    presence,
    scored,
    set_up,
)

STANDS = {"u.city": "a", "v.city": "b"}
GROUPS = {"locations": 56, "ranking": 8, "influence": 6}


def seen(state: State, changes: Mapping[str, str | None]) -> View:
    """Give what lies there, with other pieces at the named locations."""
    view = SUMERIA.expected(state)
    standing = zip(LOCATIONS, view.singles("locations"), strict=True)
    return view.having("locations", [changes.get(at, there) for at, there in standing])


def test_before_the_setup_nothing_lies_on_the_table() -> None:
    nothing = {group: ((),) * many for group, many in GROUPS.items()}
    assert SUMERIA.expected(new_game()) == View(tuple(nothing.items()))


def test_the_view_lists_locations_in_board_order() -> None:
    view = SUMERIA.expected(action(STANDS))
    standing = zip(LOCATIONS, view.singles("locations"), strict=True)
    assert [at for at, there in standing if there == "b"] == ["v.city"]
    assert (view.singles("ranking"), view.singles("influence")) == (ROW, DEAL)


def test_a_claim_is_glimpsed_with_the_tiles_of_the_controller_gone() -> None:
    state = after(scored(presence("u", a=2, b=1)), Score())
    views = SUMERIA.tidying(state, Claim("a", "u", ("economy", "military")))
    left = {view.singles("influence") for view in views}
    assert left == {
        (None, "economy", None, *DEAL[3:]),
        ("economy", None, None, *DEAL[3:]),
    }
    now = SUMERIA.expected(state)
    for group in ("locations", "ranking"):
        assert {view[group] for view in views} == {now[group]}


def test_a_claim_at_rank_two_is_glimpsed_there() -> None:
    state = after(scored(presence("v", a=2, b=1)), Score())
    (view,) = SUMERIA.tidying(state, Claim("a", "v", ("religion",)))
    assert view.singles("influence") == (None, None, None, "politics", None, "religion")


def test_other_events_show_at_once() -> None:
    assert SUMERIA.tidying(action(), Add("a", "u.city")) == ()


def test_a_draw_is_seen_when_six_tiles_lie_there() -> None:
    state = after(scored({}), Score())
    empty = SUMERIA.expected(state)
    assert SUMERIA.chance(state, empty, empty.having("influence", DEAL)) == Draw(DEAL)
    for lying in ((None,) * 6, (*DEAL[:5], None), (*DEAL[:5], "trade")):
        assert SUMERIA.chance(state, empty, empty.having("influence", lying)) is None


def test_tiles_that_lie_still_were_not_dealt() -> None:
    state = after(scored({}), Score())
    lying = SUMERIA.expected(state).having("influence", DEAL)
    assert SUMERIA.chance(state, lying, lying) is None
    one_gone = lying.having("influence", (None, *DEAL[1:]))
    assert SUMERIA.chance(state, one_gone, lying) == Draw(DEAL)


def test_a_draw_that_the_bag_cannot_give_is_not_believed() -> None:
    state = replace(after(scored({}), Score()), bag=(1, 9, 9, 9))
    empty = SUMERIA.expected(state)
    assert SUMERIA.chance(state, empty, empty.having("influence", DEAL)) is None


def test_a_draw_is_seen_only_when_it_is_awaited() -> None:
    state = action()
    now = SUMERIA.expected(state)
    assert SUMERIA.chance(state, now, now.having("influence", DEAL[::-1])) is None


def test_changed_locations_suggest_what_was_tried() -> None:
    state, opening = action(STANDS), set_up()
    moved = Move("a", "u.city", "q.city")
    assert SUMERIA.attempts(state, seen(state, {"u.city": None, "q.city": "a"})) == (moved,)
    assert SUMERIA.attempts(state, seen(state, {"q.city": "c"})) == (Add("c", "q.city"),)
    assert SUMERIA.attempts(state, seen(state, {"u.city": "b"})) == (Add("b", "u.city"),)
    assert SUMERIA.attempts(state, seen(state, {"v.city": None})) == (Remove("b", "v.city"),)
    assert SUMERIA.attempts(opening, seen(opening, {"q.city": "c"})) == (Place("c", "q.city"),)


def test_what_no_single_event_explains_suggests_nothing() -> None:
    state = action(STANDS)
    changes: tuple[dict[str, str | None], ...] = (
        {},
        {"u.city": None, "q.city": "b"},
        {"p.city": "a", "q.city": "a"},
        {"u.city": None, "v.city": None},
    )
    for change in changes:
        assert SUMERIA.attempts(state, seen(state, change)) == ()
