"""After a question: put right, answered or corrected, the game goes on; asked again if need be."""

from typing import Any

import pytest

from engine.record import Undo
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Correct, Remove
from tests.companion.tracking.watching import ADD, MOVE, THREE_PLAY, Watched, record, with_change

Changes = dict[str, str | None]

BLUE = Remove("blue", "umma.town-1")
OUT_OF_TURN: Changes = {"adab.town-1": "blue"}


@pytest.fixture
def table() -> Watched:
    return Watched(THREE_PLAY)


def shows(table: Watched, change: Changes, **otherwise: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    """Show the table as it stands but for a change that the rules know nothing of."""
    view = with_change(SUMERIA.expected(table.state), change)
    return table.look(view=view, **otherwise)


def is_asked(lines: list[dict[str, Any]]) -> bool:
    return [line.get("note") for line in lines] == ["unexplained"]


def test_what_was_put_right_is_asked_about_again_if_it_happens_again(table: Watched) -> None:
    assert is_asked(shows(table, OUT_OF_TURN))
    assert table.look() == []
    assert is_asked(shows(table, OUT_OF_TURN))


def test_what_was_corrected_is_asked_about_again_if_it_happens_again(table: Watched) -> None:
    # Blue's merchant stays where it was put, and the turn is still red's.
    shows(table, OUT_OF_TURN)
    as_agreed = Correct((("adab.town-1", "blue"),))
    assert table.tracker.write(as_agreed) == record(as_agreed)[0]
    table.play(as_agreed)
    assert table.look() == []
    assert table.play(ADD).look() == record(ADD)
    again = Correct((("adab.town-1", None),))
    table.tracker.write(again)
    table.play(again)
    assert is_asked(shows(table, {"lagash.city": None}))


def test_a_correction_stands_though_the_board_does_not_follow_it(table: Watched) -> None:
    # What the table agreed on is not taken back because it is not so.
    shows(table, OUT_OF_TURN)
    table.tracker.write(Correct(tuple(OUT_OF_TURN.items())))
    before = table.tracker.history.event
    assert is_asked(table.look())
    assert table.tracker.history.event == before


def test_an_undo_by_the_table_answers_too(table: Watched) -> None:
    table.play(ADD).look()
    line = table.tracker.history.event
    assert is_asked(shows(table, {"adab.town-2": None, **OUT_OF_TURN}))
    assert table.tracker.write(Undo(line)) == {"type": "undo", "to": line}
    assert table.tracker.alternatives == ()
    (note,) = shows(table, {"adab.town-2": None, **OUT_OF_TURN})
    assert note["note"] == "ranking"
    assert table.look() == record(ADD)


def test_the_table_may_say_that_nothing_has_happened(table: Watched) -> None:
    assert is_asked(shows(table, OUT_OF_TURN))
    before = table.tracker.history.event
    assert table.tracker.answer(()) == []
    assert not table.tracker.asking
    assert shows(table, OUT_OF_TURN) == []  # the eye sees what is not there, and is not believed
    assert table.tracker.history.event == before
    assert table.play(ADD).look() == record(ADD)
    # There nobody was seen for a while, so that whoever is seen again is there.
    assert shows(table, OUT_OF_TURN)[:1] == record(Add("blue", "adab.town-1"))


def test_while_nothing_is_asked_there_are_no_alternatives(table: Watched) -> None:
    assert table.tracker.alternatives == ()
    shows(table, OUT_OF_TURN)
    assert table.tracker.alternatives == ()
    assert table.play(ADD).look() == record(ADD)
    assert table.tracker.alternatives == ()


def test_what_cannot_be_decided_is_offered_and_the_answer_written(table: Watched) -> None:
    # Which of red's two additions came first, nothing shows.
    others = Remove("blue", "ur.village-1"), Remove("yellow", "lagash.town-1")
    happened = ADD, *others, Add("red", "umma.town-2")
    assert is_asked(table.play(*happened).wait(taught=False))
    assert happened in table.tracker.alternatives
    assert table.tracker.answer(happened) == record(*happened)
    assert table.tracker.history.state == table.state
    assert [event for event, _ in table.tracker.steps] == list(happened)
    assert (table.look(), table.tracker.alternatives) == ([], ())


def test_an_answer_that_the_rules_refuse_writes_nothing(table: Watched) -> None:
    before = table.tracker.history.event
    for wrong in ((ADD, ADD), (ADD, Undo(before + 5)), (BLUE,)):
        with pytest.raises(ValueError, match=r"refused|expected"):
            table.tracker.answer(wrong)
    assert table.tracker.history.event == before
    assert not table.tracker.steps


# Second thoughts after the next player has already played.


def test_a_move_taken_back_too_late_is_asked_about_and_offered(table: Watched) -> None:
    table.play(ADD).look()
    line = table.tracker.history.event
    table.play(BLUE).look()
    instead = Add("red", "kish.town-1")
    seen = {ADD.at: None, instead.at: "red"}
    assert is_asked(shows(table, seen))
    assert table.tracker.alternatives == ((Undo(line), instead, BLUE),)
    table.tracker.answer(table.tracker.alternatives[0])
    assert shows(table, seen, taught=False) == []
    following = Remove("yellow", "lagash.town-1")
    table.play(following)
    assert shows(table, seen, taught=False) == record(following)


def test_a_merchant_set_back_too_late_is_asked_about(table: Watched) -> None:
    table.play(MOVE).look()
    table.play(BLUE).look()
    (note,) = shows(table, {"kish.city": "red", "nippur.village-2": None})
    assert note["note"] == "unexplained"
    assert note["rule"] == "S-14"


def test_two_actions_may_be_taken_back_one_after_the_other(table: Watched) -> None:
    table.play(ADD).look()
    table.play(BLUE).look()
    last = table.tracker.history.event
    assert shows(table, {"umma.town-1": "blue"})[0] == {"type": "undo", "to": last}
    lines = shows(table, {"umma.town-1": "blue", ADD.at: None})
    assert lines[0] == {"type": "undo", "to": last - 1}
    assert table.tracker.history.state == THREE_PLAY().state


def test_a_taking_back_is_not_taken_back_but_done_anew(table: Watched) -> None:
    table.play(ADD).look()
    shows(table, {ADD.at: None})
    other = Add("red", "kish.town-1")
    lines = shows(table, {ADD.at: None, other.at: "red"}, taught=False)
    assert lines == record(other)


# Whoever is watched live is given time.


def test_with_patience_an_illegal_move_may_be_put_right_before_anybody_asks() -> None:
    table = Watched(THREE_PLAY, patience=3)
    assert [shows(table, OUT_OF_TURN), shows(table, OUT_OF_TURN)] == [[], []]
    assert table.look() == []
    assert [shows(table, OUT_OF_TURN), shows(table, OUT_OF_TURN)] == [[], []]
    assert is_asked(shows(table, OUT_OF_TURN))


def test_patience_does_not_hold_up_what_is_legal() -> None:
    table = Watched(THREE_PLAY, patience=9)
    assert table.play(ADD).look() == record(ADD)
