"""Lines of a record explained: events by the rules, undo and undo of an undo by the record."""

import pytest

from engine.history import History, explain_line, explain_next
from engine.record import Undo
from engine.ruling import Fact, Finding, Ruling, ruling_to_json
from engine.sumeria import SUMERIA
from engine.sumeria.effects import Effect
from engine.sumeria.events import Correct, Event, Place, Setup
from engine.sumeria.state import State
from tests.engine.sumeria.playing import DEAL, ROW, new_game


def played(*further: Event | Undo) -> History[State, Event, Effect]:
    """Play a setup and two placements (events 1 to 3), then whatever comes further."""
    history = History(SUMERIA, new_game())
    for event in (Setup("a", ROW, DEAL), Place("a", "u.city"), Place("b", "v.city"), *further):
        history.append(event)
    return history


def undone(ruling: Ruling) -> tuple[dict[str, Fact], list[tuple[Fact, bool]]]:
    """Give the facts of an undo, and each event with whether it counts now."""
    (finding,) = ruling.consequences
    children = [(dict(one.facts)["event"], one.holds) for one in finding.children]
    return dict(finding.facts), children


def test_a_line_is_explained_in_the_state_before_it() -> None:
    history = played()
    assert explain_line(history, 2) == SUMERIA.explain(history.at(1), Place("a", "u.city"))


def test_an_undo_names_the_events_taken_back() -> None:
    ruling = explain_line(played(Undo(2)), 4)
    assert ruling.holds
    assert undone(ruling) == ({"event": 1}, [(2, False), (3, False)])


def test_an_undo_of_an_undo_names_the_events_that_count_again() -> None:
    history = played(Undo(3), Place("b", "w.city"), Undo(4))
    assert undone(explain_line(history, 6)) == ({"event": 3}, [(3, True), (5, False)])


def test_the_undo_of_nothing_takes_nothing_back() -> None:
    assert undone(explain_next(played(), Undo(4))) == ({"event": 3}, [])


@pytest.mark.parametrize("to", [-1, 0, 5])
def test_an_undo_to_no_line_is_refused_with_the_lines_there_are(to: int) -> None:
    ruling = explain_next(played(), Undo(to))
    assert not ruling.holds
    assert ruling.findings == (Finding("undo", holds=False, facts=(("to", to), ("lines", 4))),)
    assert ruling.consequences == ()


def test_a_refused_event_may_be_explained_as_the_next_line() -> None:
    ruling = explain_next(played(), Place("c", "u.city"))
    assert (ruling.holds, ruling.broken) == (False, "S-11")


def test_a_correction_is_explained_like_any_other_event() -> None:
    ruling = explain_line(played(Correct((("u.city", None),))), 4)
    assert [one.rule for one in ruling.consequences] == ["S-C36", "S-25", "S-43"]


@pytest.mark.parametrize("number", [-1, 0, 4])
def test_only_lines_that_are_there_can_be_explained(number: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 3"):
        explain_line(played(), number)


def test_a_ruling_as_json_keeps_the_tree() -> None:
    written = ruling_to_json(explain_next(played(Undo(3)), Undo(4)))
    assert written == {
        "question": "undo",
        "holds": True,
        "findings": [{"rule": "undo", "holds": True, "facts": {"to": 4, "lines": 5}}],
        "consequences": [
            {
                "rule": "undo",
                "holds": True,
                "facts": {"event": 3},
                "findings": [{"rule": "undo", "holds": True, "facts": {"event": 3}}],
            }
        ],
    }
