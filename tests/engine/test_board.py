"""Board files: the formats' rules, each with the one line that refuses a file breaking it."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from engine.errors import InputError
from engine.games import load_board, parse_board
from seeds.boards import builtin_board_text

SUMERIA_BOARD = builtin_board_text("dubsar")
LOCATIONS = tuple(one.id for one in parse_board(SUMERIA_BOARD, "dubsar.toml").locations)
SMALL = """
format = 1
game = "none"
name = "Small"
size_mm = [100.0, 50.0]

[[location]]
id = "a"
kind = "field"
at_mm = [10.0, 10.0]
radius_mm = 5.0

[[location]]
id = "b"
kind = "field"
at_mm = [90, 40]
radius_mm = 5
"""


def error(text: str) -> InputError:
    with pytest.raises(InputError) as caught:
        parse_board(text, "board.toml")
    assert "\n" not in str(caught.value)
    assert caught.value.file == "board.toml"
    return caught.value


def test_a_board_without_a_game_holds_any_locations() -> None:
    board = parse_board(SMALL, "board.toml")
    assert [location.id for location in board.locations] == ["a", "b"]
    assert (board.regions, board.routes, board.row_boxes) == ((), (), ())


def test_neighbours_stand_next_to_each_other_in_some_route() -> None:
    routes = '[[route]]\nthrough = ["a", "b"]\n'
    board = parse_board(SMALL + routes, "board.toml")
    assert board.neighbours == {"a": ("b",), "b": ("a",)}
    assert list(board.stretches()) == [("a", "b")]


def test_the_shared_board_loads(tables: Path) -> None:
    board = load_board(tables / "table-a" / "board.toml")
    assert (len(board.regions), len(board.locations)) == (8, 56)


def replacing(old: str, new: str) -> str:
    assert old in SMALL
    return SMALL.replace(old, new, 1)


def add_route(*through: str) -> str:
    return f"{SMALL}[[route]]\nthrough = {list(through)}\n"


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        (replacing("format = 1", "format = 2"), "format", "expected 1, found 2"),
        (replacing("format = 1", "format = true"), "format", "expected 1"),
        (replacing("format = 1", ""), "format", "missing"),
        (replacing('"none"', '"chess"'), "game", "expected one of sumeria, siberia, none"),
        (replacing('"Small"', '""'), "name", "expected a text"),
        (replacing("[100.0, 50.0]", "[100.0]"), "size_mm", "expected a list of 2 numbers"),
        (replacing("[100.0, 50.0]", "[100.0, -5]"), "size_mm", "above 0"),
        (replacing("[100.0, 50.0]", "[100.0, nan]"), "size_mm[1]", "expected a number"),
        (replacing('id = "a"', 'id = "A"'), "location 1.id", "expected an identifier"),
        (replacing('id = "a"', 'id = "b"'), "location 2.id", "b is there twice"),
        (replacing("[10.0, 10.0]", "[10.0, 51.0]"), "location a.at_mm", "outside the board"),
        (replacing("radius_mm = 5.0", "radius_mm = 0"), "location a.radius_mm", "above 0"),
        (replacing("radius_mm = 5.0", "colour = 1"), "location a.radius_mm", "missing"),
        (SMALL + "colour = 1\n", "location b.colour", "unknown key"),
        ("colour = 1\n" + SMALL, "colour", "unknown key"),
        (SMALL.split("[[", maxsplit=1)[0], "location", "missing"),
        ("location = 7\n" + SMALL.split("[[", maxsplit=1)[0], "location", "expected"),
        (add_route("a", "c"), "route 1.through", "there is no location c"),
        (add_route("a"), "route 1.through", "at least two"),
        (add_route("a", "a"), "route 1.through", "at least two"),
        (add_route("a", "b", "b"), "route 1.through", "passes b twice"),
        (add_route("a", "b", "a", "b"), "route 1.through", "twice"),
        ("format = ", "", "not valid TOML"),
        ("format = " + "[" * 100_000, "", "not valid TOML: endless nesting"),
        ("format = " + "1" * 5000, "", "not valid TOML: an endless number"),
    ],
)
def test_a_file_that_breaks_a_rule_is_refused(text: str, place: str, expected: str) -> None:
    caught = error(text)
    assert caught.place == place
    assert expected in caught.expected


def without_first(pattern: str) -> str:
    """Leave out the first table of the built-in board that matches."""
    text, count = re.subn(pattern, "", SUMERIA_BOARD, count=1, flags=re.DOTALL)
    assert count == 1
    return text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SUMERIA_BOARD.replace('city_state = "kish"', 'city_state = "ki"', 1), "no city-state ki"),
        (
            without_first(r"\[\[city_state\]\]\nid = \"kish\".*?\n\n"),
            "expected 8 city-states, found 7",
        ),
        (SUMERIA_BOARD.replace('kind = "city"', 'kind = "town"', 1), "expected 1 of kind city"),
        (SUMERIA_BOARD.replace('kind = "village"', 'kind = "town"', 1), "expected 3 of kind town"),
        (SUMERIA_BOARD.replace('kind = "city"', 'kind = "port"', 1), "expected one of city, town"),
        (SUMERIA_BOARD.split("[[route]]", maxsplit=1)[0], "missing"),
    ],
)
def test_s_02_sumeria_wants_eight_whole_city_states_on_one_network(
    text: str, expected: str
) -> None:
    assert expected in str(error(text))


def with_routes(*routes: Sequence[str]) -> str:
    """Replace the routes of the built-in board."""
    tables = re.sub(r"\[\[route\]\].*?(?=\n\[)", "", SUMERIA_BOARD, flags=re.DOTALL)
    return tables + "".join(f"[[route]]\nthrough = {list(route)}\n" for route in routes)


def test_s_02_every_location_lies_on_a_route() -> None:
    first, *others = LOCATIONS
    caught = error(with_routes(others))
    assert (caught.place, caught.expected) == (f"location {first}", "lies on no route")


def test_s_02_the_routes_join_all_locations_into_one_network() -> None:
    caught = error(with_routes(LOCATIONS[:20], LOCATIONS[20:]))
    assert caught.place == f"location {LOCATIONS[20]}"
    assert caught.expected == f"no route joins it to {LOCATIONS[0]}"


def test_a_closed_route_ends_where_it_began() -> None:
    board = parse_board(with_routes((*LOCATIONS, LOCATIONS[0])), "board.toml")
    assert board.neighbours[LOCATIONS[0]] == (LOCATIONS[1], LOCATIONS[-1])


def test_a_byte_order_mark_may_begin_the_file(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(SMALL, encoding="utf-8-sig")
    assert load_board(path).name == "Small"


def test_a_name_that_no_file_can_have_is_no_file() -> None:
    with pytest.raises(InputError, match=r"^'a.x00b': no such file$"):
        load_board(Path("a\0b"))


@pytest.mark.parametrize(
    "write",
    [lambda _: None, lambda path: path.write_bytes(b"\xff"), lambda path: path.mkdir()],
)
def test_a_file_that_cannot_be_read_is_named(
    write: Callable[[Path], object], tmp_path: Path
) -> None:
    path = tmp_path / "board.toml"
    write(path)
    with pytest.raises(InputError) as caught:
        load_board(path)
    assert caught.value.file == str(path)
