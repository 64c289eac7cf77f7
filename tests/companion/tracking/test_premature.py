"""What was there before its player's turn is no legal event of that turn."""

from functools import partial

from companion.tracking.since import Premature
from engine.sumeria import Add
from tests.companion.tracking.test_hands import shows
from tests.companion.tracking.watching import ADD, THREE_PLAY, Watched, record

TOO_EARLY: dict[str, str | None] = {"kish.town-1": "blue"}  # red is to play


def test_what_was_there_before_the_turn_is_asked_about_not_written_with_it() -> None:
    table = Watched(THREE_PLAY, patience=4)
    assert [shows(table, TOO_EARLY) for _ in range(3)] == [[], [], []]
    before = table.tracker.history.event
    lines = [line for _ in range(4) for line in shows(table.play(), TOO_EARLY | {ADD.at: "red"})]
    assert [line["note"] for line in lines] == ["unexplained"]
    assert table.tracker.history.event == before
    assert table.tracker.alternatives[0] == (ADD, Add("blue", "kish.town-1"))


def test_what_came_together_is_written_together() -> None:
    table = Watched(THREE_PLAY, patience=4)
    following = Add("blue", "kish.town-1")
    assert table.play(ADD, following).look() == record(ADD, following)


def test_one_glimpse_of_it_is_not_enough() -> None:
    table = Watched(THREE_PLAY, patience=4)
    following = Add("blue", "kish.town-1")
    shows(table, TOO_EARLY)
    assert table.play(ADD, following).look() == record(ADD, following)


def test_the_first_of_several_may_have_been_seen_before() -> None:
    premature = Premature(1)
    watch = partial(premature.update, {0: "red"})
    watch(())
    watch(())
    nobody, red, both = (None, None), ("red", None), ("red", "blue")
    assert not premature.among([nobody, red, both])
    assert premature.among([nobody, (None, "blue"), both])


def test_what_could_be_explained_was_not_too_early() -> None:
    premature = Premature(1)
    for _ in range(5):
        premature.update({0: "red"}, [("red", "blue")])
    assert not premature.among([(None, None), (None, "blue"), ("red", "blue")])


def test_what_has_looked_right_meanwhile_counts_anew() -> None:
    premature = Premature(1)
    for seen in ({0: "red"}, {}, {0: "red"}):
        premature.update(seen, ())
    assert not premature.among([(None, None), (None, "blue"), ("red", "blue")])


def test_what_is_explained_as_something_else_was_too_early() -> None:
    premature = Premature(1)
    for _ in range(2):
        premature.update({0: "red"}, [("white", None)])
    assert premature.among([(None, None), (None, "blue"), ("red", "blue")])


def test_beside_what_is_seen_no_more_nothing_was_too_early() -> None:
    premature = Premature(1)
    for _ in range(5):
        premature.update({0: "red", 1: "white"}, ())
    premature.update({0: "red"}, [("red", None)])
    assert not premature.among([(None, None), (None, "blue"), ("red", "blue")])
