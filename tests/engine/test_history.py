"""Undo: going back to an earlier state without deleting anything (formats, section 3)."""

import pytest

from engine.history import History
from engine.record import Undo
from engine.sumeria import SUMERIA
from engine.sumeria.effects import Effect
from engine.sumeria.events import Event, Place, Setup
from engine.sumeria.state import State
from tests.engine.sumeria.playing import DEAL, ROW, new_game, occupied


def played() -> History[State, Event, Effect]:
    """Play lines 2 to 4 of a record: the setup and two placements."""
    history = History(SUMERIA, new_game())
    for event in (Setup("a", ROW, DEAL), Place("a", "u.city"), Place("b", "v.city")):
        history.append(event)
    return history


def test_the_header_is_line_one_and_event_nought() -> None:
    history = History(SUMERIA, new_game())
    assert history.event == 0
    assert history.state.phase == "setup"


def test_undo_goes_back_to_where_the_game_stood_after_a_line() -> None:
    history = played()
    step = history.append(Undo(3))
    assert step.state == history.state
    assert occupied(history.state) == {"u.city": "a"}
    assert history.to_json()["to_play"] == "b"


def test_an_undo_counts_as_a_line() -> None:
    history = played()
    history.append(Undo(3))
    assert history.event == history.to_json()["event"] == 4
    assert len(history.states) == 5


def test_play_goes_on_from_there() -> None:
    history = played()
    history.append(Undo(3))
    history.append(Place("b", "w.city"))
    assert occupied(history.state) == {"u.city": "a", "w.city": "b"}


def test_an_undo_can_be_undone_by_pointing_past_it() -> None:
    history = played()
    history.append(Undo(2))
    history.append(Undo(4))
    assert occupied(history.state) == {"u.city": "a", "v.city": "b"}
    history.append(Undo(5))  # the line of the first undo
    assert occupied(history.state) == {}


def test_undo_may_go_back_to_the_header() -> None:
    history = played()
    history.append(Undo(1))
    assert history.state.phase == "setup"


def test_undo_to_the_last_line_changes_nothing_but_the_number() -> None:
    history = played()
    before = history.state
    history.append(Undo(4))
    assert (history.state, history.event) == (before, 4)


@pytest.mark.parametrize("to", [-1, 0, 5, 99])
def test_undo_names_a_line_that_is_there(to: int) -> None:
    history = played()
    with pytest.raises(ValueError, match="from 1 to 4"):
        history.append(Undo(to))
    assert history.event == 3


def test_a_refused_event_leaves_no_trace() -> None:
    history = played()
    with pytest.raises(ValueError, match="S-11"):
        history.append(Place("b", "w.city"))
    assert history.event == 3


def test_the_state_at_any_line() -> None:
    history = played()
    assert history.at(0).phase == "setup"
    assert occupied(history.at(2)) == {"u.city": "a"}
    for number in (-1, 4):
        with pytest.raises(ValueError, match="from 0 to 3"):
            history.at(number)


def test_which_events_count_after_undo_and_undo_of_an_undo() -> None:
    history = played()
    assert history.in_effect(3) == (1, 2, 3)
    history.append(Undo(2))  # event 4
    history.append(Place("a", "w.city"))  # event 5
    assert history.in_effect(5) == (1, 5)
    history.append(Undo(4))  # event 6, back to before the first undo
    assert history.in_effect(6) == (1, 2, 3)
    history.append(Undo(5))  # event 7, to the undo itself
    assert history.in_effect(7) == (1,)


def test_the_events_are_kept_in_order_undos_included() -> None:
    history = played()
    history.append(Undo(1))
    assert history.events == [
        Setup("a", ROW, DEAL),
        Place("a", "u.city"),
        Place("b", "v.city"),
        Undo(1),
    ]
