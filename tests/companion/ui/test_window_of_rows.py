"""Which rows of a long list are shown."""

from hypothesis import given
from hypothesis import strategies as st

from companion.ui.menu import visible

heights = st.lists(st.integers(10, 60), min_size=1, max_size=30)


@given(heights, st.integers(0, 29), st.integers(60, 400))
def test_the_chosen_row_is_shown_among_as_many_as_fit(
    rows: list[int], chosen: int, room: int
) -> None:
    chosen %= len(rows)
    shown = visible(rows, chosen, room)
    used = sum(rows[shown.start : shown.stop])
    assert chosen in shown
    assert used <= room
    for more in (shown.start - 1, shown.stop):
        assert not 0 <= more < len(rows) or used + rows[more] > room


def test_of_no_rows_none_is_shown() -> None:
    assert visible([], 0, 100) == range(0)
