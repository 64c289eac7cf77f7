"""Events as a record's keys: written and read back they are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.fields import Fields
from engine.sumeria import SUMERIA
from engine.sumeria.events import (
    Add,
    Claim,
    Correct,
    Draw,
    Event,
    Move,
    Place,
    Remove,
    Score,
    Setup,
)

IDS = st.from_regex(r"[a-z0-9][a-z0-9._-]{0,8}", fullmatch=True)
ROWS = st.lists(IDS, max_size=8).map(tuple)
BOARDS = st.dictionaries(IDS, st.none() | IDS, max_size=5).map(lambda found: tuple(found.items()))
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(Setup, IDS, ROWS, ROWS),
    st.builds(Place, IDS, IDS),
    st.builds(Add, IDS, IDS),
    st.builds(Move, IDS, IDS, IDS),
    st.builds(Remove, IDS, IDS),
    st.just(Score()),
    st.builds(Claim, IDS, IDS, ROWS),
    st.builds(Draw, ROWS),
    st.builds(Correct, BOARDS, st.none() | ROWS, st.none() | IDS),
)


def parse(keys: dict[str, object]) -> Event:
    """Read the keys of one line, all of which must be known."""
    fields = Fields("game.jsonl", "line 7", keys)
    event = SUMERIA.parse_event(fields)
    fields.finish()
    return event


@given(EVENTS)
def test_reading_what_was_written_gives_the_same_event(event: Event) -> None:
    assert parse(SUMERIA.format_event(event)) == event


def test_keys_are_those_of_the_formats() -> None:
    assert SUMERIA.format_event(Move("red", "ur.city", "ur.town-1")) == {
        "type": "move",
        "player": "red",
        "from": "ur.city",
        "to": "ur.town-1",
    }
    assert SUMERIA.format_event(Correct((("ur.city", None),))) == {
        "type": "correct",
        "board": {"ur.city": None},
    }


def test_the_order_of_claimed_tiles_says_nothing() -> None:
    claim = {"type": "claim", "player": "red", "city_state": "ur"}
    one = parse({**claim, "tiles": ["religion", "economy"]})
    assert one == parse({**claim, "tiles": ["economy", "religion"]})


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ({}, "line 7.type"),
        ({"type": "pass"}, "line 7.type"),
        ({"type": ["add"]}, "line 7.type"),
        ({"type": "add", "player": "red"}, "line 7.at"),
        ({"type": "add", "player": "Red", "at": "ur.city"}, "line 7.player"),
        ({"type": "add", "player": 3, "at": "ur.city"}, "line 7.player"),
        ({"type": "add", "player": "red", "at": "ur.city", "form": "x"}, "line 7.form"),
        ({"type": "move", "player": "red", "origin": "a", "to": "b"}, "line 7.from"),
        (
            {"type": "claim", "player": "red", "city_state": "ur", "tiles": "economy"},
            "line 7.tiles",
        ),
        ({"type": "draw", "influence": [None] * 6}, "line 7.influence[0]"),
        ({"type": "setup", "first": "red", "ranking": "ur", "influence": []}, "line 7.ranking"),
        ({"type": "correct", "board": ["ur.city"]}, "line 7.board"),
        ({"type": "correct", "board": {"Ur": "red"}}, "line 7.board"),
        ({"type": "correct", "board": {"ur.city": 1}}, "line 7.board.ur.city"),
        ({"type": "correct", "board": {}, "as_turn_of": None}, "line 7.as_turn_of"),
    ],
)
def test_a_malformed_event_is_refused_with_its_place(keys: dict[str, object], place: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(keys)
    assert (caught.value.file, caught.value.place) == ("game.jsonl", place)
