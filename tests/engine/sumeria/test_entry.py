"""What people tell of events that no camera sees."""

from engine.fields import Fields
from engine.sumeria import SUMERIA
from engine.sumeria.events import Claim, Draw, Score, Setup
from tests.engine.sumeria.playing import DEAL, PLAIN, ROW, action, after, new_game, presence, scored


def test_a_form_makes_the_setup_that_was_told() -> None:
    (form,) = SUMERIA.entry(new_game())
    assert [one.key for one in form.questions] == ["first", "ranking", "influence"]
    line = form.line({"first": "b", "ranking": ROW, "influence": DEAL})
    assert SUMERIA.parse_event(Fields("test", "", line)) == Setup("b", ROW, DEAL)
    assert {*form.questions[1].choices} == {one.id for one in PLAIN.regions}


def test_a_claim_is_one_of_those_that_the_rules_allow() -> None:
    state = after(scored(presence("u", b=1)), Score())
    (form,) = SUMERIA.entry(state)
    (asked,) = form.questions
    events = [
        SUMERIA.parse_event(Fields("test", "", form.line({"tiles": one}))) for one in asked.choices
    ]
    assert events == SUMERIA.legal_events(state)
    assert all(isinstance(event, Claim) for event in events)


def test_a_draw_is_of_what_may_be_in_the_bag() -> None:
    (form,) = SUMERIA.entry(after(scored({}), Score()))
    line = form.line({"influence": DEAL})
    assert SUMERIA.parse_event(Fields("test", "", line)) == Draw(DEAL)


def test_what_pieces_show_needs_no_form() -> None:
    assert SUMERIA.entry(action()) == ()
