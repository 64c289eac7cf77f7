"""The row of city-state tiles: one place up, one place down, and round at a dynasty's end."""

SCORED = 3

Row = tuple[str, ...]


def rise(row: Row, city_state: str) -> Row:
    """Swap a city-state with its left neighbour, if it has one (S-17, S-22)."""
    at = row.index(city_state)
    if at == 0:
        return row
    return (*row[: at - 1], city_state, row[at - 1], *row[at + 1 :])


def fall(row: Row, city_state: str) -> Row:
    """Swap a city-state with its right neighbour, if it has one (S-24)."""
    at = row.index(city_state)
    if at == len(row) - 1:
        return row
    return (*row[:at], row[at + 1], city_state, *row[at + 2 :])


def rotate(row: Row) -> Row:
    """Move the three scored city-states to the end in reverse: 1 to 8, 2 to 7, 3 to 6 (S-38)."""
    return row[SCORED:] + row[SCORED - 1 :: -1]
