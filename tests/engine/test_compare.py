"""Two records compared: the first line where they differ, and how."""

from engine.compare import compare
from engine.history import History
from engine.record import Undo
from engine.sumeria import SUMERIA, Correct, Effect, Event, Place, Setup, State
from tests.engine.sumeria.playing import DEAL, ROW, new_game


def played(*events: Event | Undo, start: State | None = None) -> History[State, Event, Effect]:
    history = History(SUMERIA, start or new_game())
    for event in (Setup("a", ROW, DEAL), *events):
        history.append(event)
    return history


def test_the_same_record_has_no_difference() -> None:
    assert compare(played(Place("a", "u.city")), played(Place("a", "u.city"))) is None


def test_the_first_event_that_differs_with_what_it_changed() -> None:
    one = played(Place("a", "u.city"), Place("b", "v.city"), Place("c", "x.city"))
    other = played(Place("a", "u.city"), Place("b", "w.city"), Place("c", "y.city"))
    difference = compare(one, other)
    assert difference is not None
    assert difference.number == 3
    assert difference.events == (Place("b", "v.city"), Place("b", "w.city"))
    assert difference.changes == (("board.v.city", "b", None), ("board.w.city", None, "b"))


def test_a_record_that_ends_early_differs_where_the_other_goes_on() -> None:
    difference = compare(played(), played(Place("a", "u.city")))
    assert difference is not None
    assert (difference.number, difference.changes) == (2, ())
    assert difference.events == (None, Place("a", "u.city"))


def test_different_events_may_change_nothing() -> None:
    difference = compare(played(Undo(2)), played(Correct(())))
    assert difference is not None
    assert (difference.number, difference.changes) == (2, ())
    assert difference.events == (Undo(2), Correct(()))


def test_headers_may_differ_in_players_or_in_rulings_alone() -> None:
    difference = compare(played(), played(start=new_game("acb")))
    assert difference is not None
    assert difference.number == 0
    difference = compare(played(), played(start=new_game(rulings={"first_player": "fewest"})))
    assert difference is not None
    assert (difference.number, difference.events, difference.changes) == (0, (None, None), ())
