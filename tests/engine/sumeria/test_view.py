"""What the camera should see, and what the sight of it may mean."""

from dataclasses import replace

from engine.game import View
from engine.sumeria import SUMERIA, Add, Claim, Draw, Move, Place, Remove, Score
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


def test_before_the_setup_nothing_lies_on_the_table() -> None:
    assert SUMERIA.expected_view(new_game()) == View((None,) * 56, (None,) * 8, (None,) * 6)


def test_the_view_lists_locations_in_board_order() -> None:
    view = SUMERIA.expected_view(action(STANDS))
    assert [at for at, seen in zip(LOCATIONS, view.board, strict=True) if seen == "b"] == ["v.city"]
    assert (view.ranking, view.influence) == (ROW, DEAL)


def test_a_claim_is_glimpsed_with_the_tiles_of_the_controller_gone() -> None:
    state = after(scored(presence("u", a=2, b=1)), Score())
    views = SUMERIA.glimpses(state, Claim("a", "u", ("economy", "military")))
    left = {view.influence for view in views}
    assert left == {
        (None, "economy", None, *DEAL[3:]),
        ("economy", None, None, *DEAL[3:]),
    }
    now = SUMERIA.expected_view(state)
    assert {(view.board, view.ranking) for view in views} == {(now.board, now.ranking)}


def test_a_claim_at_rank_two_is_glimpsed_there() -> None:
    state = after(scored(presence("v", a=2, b=1)), Score())
    (view,) = SUMERIA.glimpses(state, Claim("a", "v", ("religion",)))
    assert view.influence == (None, None, None, "politics", None, "religion")


def test_other_events_show_at_once() -> None:
    assert SUMERIA.glimpses(action(), Add("a", "u.city")) == ()


def test_a_draw_is_seen_when_six_tiles_lie_there() -> None:
    state = after(scored({}), Score())
    empty = SUMERIA.expected_view(state)
    assert SUMERIA.dealt(state, replace(empty, influence=DEAL)) == Draw(DEAL)
    assert SUMERIA.dealt(state, empty) is None
    assert SUMERIA.dealt(state, replace(empty, influence=(*DEAL[:5], None))) is None
    assert SUMERIA.dealt(state, replace(empty, influence=(*DEAL[:5], "trade"))) is None


def test_a_draw_that_the_bag_cannot_give_is_not_believed() -> None:
    state = replace(after(scored({}), Score()), bag=(1, 9, 9, 9))
    view = replace(SUMERIA.expected_view(state), influence=DEAL)
    assert SUMERIA.dealt(state, view) is None


def test_a_draw_is_seen_only_when_it_is_awaited() -> None:
    state = action()
    assert SUMERIA.dealt(state, SUMERIA.expected_view(state)) is None


def test_changed_locations_suggest_what_was_tried() -> None:
    state = action(STANDS)
    assert SUMERIA.attempts(state, {"u.city": None, "q.city": "a"}) == (
        Move("a", "u.city", "q.city"),
    )
    assert SUMERIA.attempts(state, {"q.city": "c"}) == (Add("c", "q.city"),)
    assert SUMERIA.attempts(state, {"u.city": "b"}) == (Add("b", "u.city"),)
    assert SUMERIA.attempts(state, {"v.city": None}) == (Remove("b", "v.city"),)
    assert SUMERIA.attempts(set_up(), {"q.city": "c"}) == (Place("c", "q.city"),)


def test_what_no_single_event_explains_suggests_nothing() -> None:
    state = action(STANDS)
    for seen in (
        {},
        {"u.city": "a"},
        {"q.city": None},
        {"u.city": None, "q.city": "b"},
        {"p.city": "a", "q.city": "a"},
        {"u.city": None, "v.city": None},
        {"ur.city": "a"},
    ):
        assert SUMERIA.attempts(state, seen) == ()
