"""Where the table has contradicted the eye, it is not believed until it looks anew."""

from engine.record import Undo
from engine.sumeria.events import Add
from tests.companion.tracking.test_hands import shows
from tests.companion.tracking.watching import ADD, REMOVE, THREE_PLAY, Watched, record

GONE: dict[str, str | None] = {REMOVE.origin: None}


def test_what_the_table_took_back_is_not_written_again_though_it_still_looks_so() -> None:
    table = Watched(THREE_PLAY)
    assert shows(table, GONE)[:1] == record(REMOVE)
    table.tracker.write(Undo(table.tracker.history.event))
    lines = [line for _ in range(20) for line in shows(table, GONE)]
    assert [line for line in lines if line.get("note") != "ranking"] == []
    assert table.tracker.history.state == table.state


def test_the_game_goes_on_elsewhere() -> None:
    table = Watched(THREE_PLAY)
    shows(table, GONE)
    table.tracker.write(Undo(table.tracker.history.event))
    shows(table, GONE)
    assert record(ADD)[0] in shows(table.play(ADD), GONE)


def test_once_it_has_looked_as_it_should_it_is_believed_again() -> None:
    table = Watched(THREE_PLAY)
    shows(table, GONE)
    table.tracker.write(Undo(table.tracker.history.event))
    shows(table, GONE)
    table.look()
    assert record(REMOVE)[0] in shows(table, GONE)


def test_what_was_asked_about_and_answered_is_no_question_any_more() -> None:
    table = Watched(THREE_PLAY)
    wrong: dict[str, str | None] = {"lagash.city": None}
    (note,) = shows(table, wrong)
    assert note["note"] == "unexplained"
    table.play(ADD)
    table.tracker.write(ADD)
    assert [shows(table, wrong) for _ in range(3)] == [[], [], []]
    following = Add("blue", "kish.town-1")
    assert shows(table.play(following), wrong) == record(following)


STANDING: dict[str, str | None] = {REMOVE.origin: "red"}
"""Who should stand there once that is taken back."""


def taken_back() -> Watched:
    """Take an event back by the table, where the board still shows it."""
    table = Watched(THREE_PLAY, answered=True)
    shows(table, GONE)
    table.tracker.write(Undo(table.tracker.history.event))
    assert shows(table, GONE)[1:] == []
    return table


def asked(table: Watched) -> dict[str, object] | None:
    """Tell what the table is asked to put right."""
    question = table.tracker.question
    return None if question is None else question["differences"]


def test_what_was_taken_back_is_to_be_put_right_and_no_lesson_for_the_eye() -> None:
    table = taken_back()
    assert asked(table) == {at: [who, None] for at, who in STANDING.items()}
    assert table.tracker.alternatives == ()
    assert table.tracker.misread == {}


def test_that_is_over_once_it_is_put_right() -> None:
    table = taken_back()
    table.look()
    assert asked(table) is None
    assert table.tracker.misread == {}


def test_it_is_asked_for_again_where_the_game_has_gone_on_elsewhere() -> None:
    table = taken_back()
    before = asked(table)
    assert record(ADD)[0] in shows(table.play(ADD), GONE)
    shows(table, GONE)
    assert asked(table) == before


def test_it_may_have_been_the_camera_that_erred() -> None:
    table = taken_back()
    assert table.tracker.answer(()) == []
    assert table.tracker.misread == STANDING
    shows(table, GONE)
    assert asked(table) is None


def test_a_hand_may_be_putting_it_right() -> None:
    table = Watched(THREE_PLAY, answered=True)
    shows(table, GONE)
    table.tracker.write(Undo(table.tracker.history.event))
    shows(table, GONE, hand=True)
    assert asked(table) is None
