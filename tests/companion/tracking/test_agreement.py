"""So many readings in a row must say the same."""

from companion.tracking.waiting import Agreement


def test_one_reading_may_be_enough() -> None:
    assert Agreement(1).on("board", "a")


def test_only_readings_in_a_row_count() -> None:
    agreement = Agreement(3)
    said = ["a", "a", "b", "a", "a", "a", "a"]
    believed = [agreement.on("board", what) for what in said]
    assert believed == [False, False, False, False, False, True, True]


def test_some_things_must_be_said_longer() -> None:
    agreement = Agreement(2)
    assert [agreement.on("board", "a", 2) for _ in range(4)] == [False, False, False, True]


def test_topics_do_not_disturb_each_other() -> None:
    agreement = Agreement(2)
    assert [agreement.on(topic, "a") for topic in ("board", "tiles")] == [False, False]
    assert [agreement.on(topic, "a") for topic in ("board", "tiles")] == [True, True]


def test_what_is_forgotten_counts_anew() -> None:
    agreement = Agreement(2)
    agreement.on("board", "a")
    agreement.on("tiles", "a")
    agreement.forget("board")
    assert [agreement.on(topic, "a") for topic in ("board", "tiles")] == [False, True]
    agreement.forget()
    assert not agreement.on("tiles", "a")


def test_that_nothing_is_there_is_a_thing_to_say_too() -> None:
    agreement = Agreement(2)
    assert [agreement.on("board", None), agreement.on("board", None)] == [False, True]
