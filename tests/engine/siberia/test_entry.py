"""What the button means in Siberia, and what may be told of what no camera sees."""

import pytest

from engine.fields import Fields
from engine.siberia import SIBERIA
from engine.siberia.events import Done, Event, Logistics, Ready, Research
from engine.siberia.scoring import stack
from engine.siberia.state import State
from tests.engine.siberia.playing import action, laid_out, new_game


def untold() -> State:
    return SIBERIA.apply(new_game(), laid_out("untold")).state


def begun(event: Event) -> State:
    return SIBERIA.apply(action(told=False), event).state


@pytest.mark.parametrize(
    ("state", "event"),
    [
        (untold(), Ready()),
        (action(told=False), None),
        (begun(Research("red")), Done("red")),
        (begun(Logistics("red")), Done("red")),
    ],
    ids=["placing", "a turn", "research", "logistics"],
)
def test_the_button_ends_what_ends_without_anything_to_be_seen(
    state: State, event: Event | None
) -> None:
    assert SIBERIA.phase(state).button == event


@pytest.mark.parametrize(
    "state",
    [
        untold(),
        action(told=False),
        action({"gas": ["gas.worker", "manager"]}),
        begun(Research("red")),
    ],
    ids=["placing", "a turn", "a turn told", "research"],
)
def test_all_that_is_legal_can_be_told_once(state: State) -> None:
    told = []
    for form in SIBERIA.entry(state):
        for choice in form.questions[0].choices if form.questions else (None,):
            answers = {one.key: choice for one in form.questions}
            told.append(SIBERIA.parse_event(Fields("table", "entry", form.line(answers))))
    assert sorted(map(repr, told)) == sorted(map(repr, SIBERIA.legal_events(state)))


def test_only_markers_that_are_left_can_be_told_to_be_face_up() -> None:
    """Of each action there are two; both of coal lie face up already."""
    state = action(told=False, opened=("coal", "coal", "gas"))._replace(phase="refill")
    (form,) = SIBERIA.entry(state)
    (question,) = form.questions
    assert "coal" not in question.choices
    for choice in question.choices:
        line = form.line({"investment": choice})
        assert SIBERIA.is_legal(state, SIBERIA.parse_event(Fields("table", "entry", line)))
    assert set(question.choices) == {*stack(state)}
