"""What counts as growing, and what as warming up."""

from collections.abc import Sequence

from tools.soak import ALLOWED_MB, MINUTE, Minute, handles, judge

HOUR = 60 * MINUTE


def told(*most_mb: float, handles: Sequence[int] = (), threads: Sequence[int] = ()) -> list[Minute]:
    """Write a diary of one entry for each tenth minute."""
    return [
        Minute(
            10 * MINUTE * (number + 1),
            most,
            dict(enumerate(handles)).get(number, 8),
            dict(enumerate(threads)).get(number, 3),
            number,
        )
        for number, most in enumerate(most_mb)
    ]


def test_the_first_ten_minutes_of_an_hour_are_for_warming_up() -> None:
    assert judge(told(400, 404, 402, 404.9, 404), HOUR) == []
    assert judge(told(100, 100 + ALLOWED_MB + 0.1), HOUR) == [
        "most_mb grew from 100 to 105.1, allowed 5"
    ]


def test_no_handle_and_no_thread_may_be_added() -> None:
    assert judge(told(400, 400, handles=(8, 9)), HOUR) == ["handles grew from 8 to 9, allowed 0"]
    assert judge(told(400, 400, threads=(3, 4)), HOUR) == ["threads grew from 3 to 4, allowed 0"]
    assert judge(told(400, 400, handles=(9, 8), threads=(4, 3)), HOUR) == []


def test_a_run_too_short_for_that_warms_up_for_its_first_minute() -> None:
    assert judge(told(400, 406), MINUTE) == ["most_mb grew from 400 to 406, allowed 5"]


def test_a_handle_is_counted_while_it_is_open() -> None:
    before = handles()
    with open(__file__, encoding="utf-8"):  # noqa: PTH123 - a handle and nothing else
        assert handles() == before + 1
    assert handles() == before
