"""Events as a record's keys: written and read back they are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.fields import LARGEST_WHOLE, Fields
from engine.siberia import SIBERIA
from engine.siberia.events import (
    Correct,
    Discard,
    Discover,
    Done,
    Event,
    Investor,
    Logistics,
    Manager,
    Mine,
    Move,
    Pass,
    Place,
    Ready,
    Refill,
    Research,
    Salesman,
    Setup,
    Worker,
)

IDS = st.from_regex(r"[a-z0-9][a-z0-9._-]{0,8}", fullmatch=True)
ROWS = st.lists(IDS, max_size=8).map(tuple)
NUMBERS = st.dictionaries(IDS, st.integers(-LARGEST_WHOLE, LARGEST_WHOLE), max_size=4).map(
    lambda one: tuple(one.items())
)
CUBES = st.dictionaries(IDS, ROWS, max_size=4).map(lambda one: tuple(one.items()))
PAWNS = st.dictionaries(IDS, NUMBERS, max_size=4).map(lambda one: tuple(one.items()))
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(Setup, IDS, CUBES, ROWS, ROWS, st.sampled_from(["told", "untold"])),
    st.builds(Place, IDS, IDS, IDS),
    st.just(Ready()),
    st.builds(Research, IDS),
    st.builds(Discover, IDS, IDS, IDS),
    st.builds(Manager, IDS, st.none() | IDS),
    st.builds(Logistics, IDS),
    st.builds(Move, IDS, IDS, IDS),
    st.builds(Done, IDS),
    st.builds(Salesman, IDS, IDS, IDS),
    st.builds(Worker, IDS, IDS),
    st.builds(Investor, IDS, IDS),
    st.builds(Refill, IDS),
    st.builds(Mine, IDS, IDS, IDS),
    st.builds(Pass, IDS),
    st.builds(Discard, IDS, IDS, IDS),
    st.builds(Correct, CUBES, st.none() | ROWS, PAWNS, NUMBERS, NUMBERS, st.none() | IDS),
)


def parse(keys: dict[str, object]) -> Event:
    """Read the keys of one line, all of which must be known."""
    fields = Fields("game.jsonl", "line 7", keys)
    event = SIBERIA.parse_event(fields)
    fields.finish()
    return event


@given(EVENTS)
def test_reading_what_was_written_gives_the_same_event(event: Event) -> None:
    keys = SIBERIA.format_event(event)
    assert parse(keys) == event
    assert SIBERIA.format_event(parse(keys)) == keys


LINES: tuple[dict[str, object], ...] = (
    {"type": "place", "player": "red", "marker": "gas.worker", "to": "research"},
    {"type": "ready"},
    {"type": "research", "player": "blue"},
    {"type": "discover", "player": "blue", "resource": "gas", "at": "lena"},
    {"type": "manager", "player": "red", "to": "gas"},
    {"type": "manager", "player": "red", "to": None},
    {"type": "logistics", "player": "red"},
    {"type": "move", "player": "red", "from": "vladivostok", "to": "yana"},
    {"type": "done", "player": "red"},
    {"type": "salesman", "player": "red", "from": "depot", "to": "tokyo"},
    {"type": "worker", "player": "red", "from": "depot"},
    {"type": "investor", "player": "red", "investment": "gas"},
    {"type": "refill", "investment": "coal"},
    {"type": "mine", "player": "red", "resource": "gas", "exchange": "tokyo"},
    {"type": "pass", "player": "red"},
    {"type": "discard", "player": "red", "marker": "gas.worker", "from": "gas"},
    {"type": "correct"},
    {
        "type": "correct",
        "cubes": {"yana": ["gas"]},
        "locked": ["lena"],
        "pawns": {"yana": {"blue": 0, "red": 1}},
        "supply": {"gas": 7},
        "money": {"red": 12000},
        "as_turn_of": "red",
    },
)


@pytest.mark.parametrize("keys", LINES)
def test_keys_are_those_of_the_formats_in_their_order(keys: dict[str, object]) -> None:
    written = SIBERIA.format_event(parse(keys))
    assert [*written.items()] == [*keys.items()]


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ({}, "line 7.type"),
        ({"type": "add"}, "line 7.type"),
        ({"type": "pass"}, "line 7.player"),
        ({"type": "pass", "player": "Red"}, "line 7.player"),
        ({"type": "pass", "player": "red", "form": "x"}, "line 7.form"),
        ({"type": "manager", "player": "red"}, "line 7.to"),
        ({"type": "manager", "player": "red", "to": 3}, "line 7.to"),
        ({"type": "manager", "player": "red", "to": "Gas"}, "line 7.to"),
        ({"type": "move", "player": "red", "origin": "a", "to": "b"}, "line 7.from"),
        ({"type": "mine", "player": "red", "resource": "gas"}, "line 7.exchange"),
        ({"type": "correct", "cubes": ["yana"]}, "line 7.cubes"),
        ({"type": "correct", "cubes": {"yana": "gas"}}, "line 7.cubes.yana"),
        ({"type": "correct", "cubes": {"Yana": ["gas"]}}, "line 7.cubes"),
        ({"type": "correct", "pawns": {"yana": 2}}, "line 7.pawns.yana"),
        ({"type": "correct", "pawns": {"yana": {"red": "one"}}}, "line 7.pawns.yana.red"),
        ({"type": "correct", "pawns": {"yana": {"Red": 1}}}, "line 7.pawns.yana"),
        ({"type": "correct", "supply": {"gas": 1.5}}, "line 7.supply.gas"),
        ({"type": "correct", "money": {"red": True}}, "line 7.money.red"),
        ({"type": "correct", "money": {"red": 10**400}}, "line 7.money.red"),
        ({"type": "correct", "as_turn_of": None}, "line 7.as_turn_of"),
        (
            {"type": "setup", "first": "red", "cubes": {}, "exchanges": [], "open": []},
            "line 7.markers",
        ),
        (
            {
                "type": "setup",
                "first": "red",
                "cubes": {},
                "exchanges": [],
                "open": [],
                "markers": "open",
            },
            "line 7.markers",
        ),
    ],
)
def test_a_malformed_event_is_refused_with_its_place(keys: dict[str, object], place: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(keys)
    assert (caught.value.file, caught.value.place) == ("game.jsonl", place)
    assert "\n" not in str(caught.value)
