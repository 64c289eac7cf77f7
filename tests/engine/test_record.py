"""Records: a header and one event a line (formats, section 3)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.fields import Fields
from engine.record import Entry, Header, Record, Undo, format_header, format_line, format_undo
from engine.sumeria import SUMERIA
from engine.sumeria.events import Add, Event, Score

HEADER = Header("sumeria", "reference", ("red", "blue", "yellow"), {"branch_at": "any"})
FIRST = format_header(HEADER)
SCORE = '{"type": "score"}\n'


def read(text: str | bytes) -> tuple[list[Entry[Event]], int | None]:
    """Read all entries of a record, and the line that was cut short, if any."""
    raw = text.encode() if isinstance(text, str) else text
    record = Record(raw.splitlines(keepends=True), "game.jsonl")
    return list(record.entries(SUMERIA.parse_event)), record.cut_short


def events(text: str | bytes) -> list[Event | Undo]:
    return [entry.event for entry in read(text)[0]]


def error(text: str | bytes) -> InputError:
    with pytest.raises(InputError) as caught:
        read(text)
    assert "\n" not in str(caught.value)
    assert caught.value.file == "game.jsonl"
    return caught.value


def with_header(**keys: object) -> str:
    return json.dumps({**json.loads(FIRST), **keys}) + "\n"


def test_a_header_written_is_read_back() -> None:
    record = Record([FIRST.encode()], "game.jsonl")
    assert record.header == HEADER


def test_rulings_may_be_left_out() -> None:
    keys = {key: value for key, value in json.loads(FIRST).items() if key != "rulings"}
    assert Record([json.dumps(keys).encode()], "game.jsonl").header.rulings == {}


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ({"record": 2}, "line 1.record"),
        ({"record": True}, "line 1.record"),
        ({"record": "1"}, "line 1.record"),
        ({"game": 7}, "line 1.game"),
        ({"board": "../board"}, "line 1.board"),
        ({"board": "/etc/passwd"}, "line 1.board"),
        ({"players": "red"}, "line 1.players"),
        ({"players": ["red", None]}, "line 1.players[1]"),
        ({"rulings": []}, "line 1.rulings"),
        ({"rulings": {"branch_at": None}}, "line 1.rulings.branch_at"),
        ({"rulings": {"one_tile_points": True}}, "line 1.rulings.one_tile_points"),
        ({"colour": "red"}, "line 1.colour"),
    ],
)
def test_the_header_is_checked_whole(keys: dict[str, object], place: str) -> None:
    assert error(with_header(**keys) + SCORE).place == place


@pytest.mark.parametrize("text", ["", "\n", "\n\n", '{"note": "hello"}\n', FIRST[:30]])
def test_without_a_header_there_is_no_record(text: str) -> None:
    assert error(text).place.startswith("line ")


def test_events_come_with_their_line() -> None:
    line = '{"type": "add", "player": "red", "at": "ur.city"}\n'
    assert read(FIRST + line + SCORE)[0] == [Entry(2, Add("red", "ur.city")), Entry(3, Score())]


def test_an_undo_belongs_to_the_record() -> None:
    assert events(FIRST + format_line(format_undo(Undo(7)))) == [Undo(7)]


@pytest.mark.parametrize("to", ['"7"', "7.0", "null", "true"])
def test_an_undo_names_a_line(to: str) -> None:
    assert error(f'{FIRST}{{"type": "undo", "to": {to}}}\n').place == "line 2.to"


def test_notes_are_skipped_but_count_as_lines_of_the_file() -> None:
    note = '{"note": "unexplained", "type": 3, "differences": {"a": [null, "red"], "Å": NaN}}\n'
    assert [entry.line for entry in read(FIRST + note + SCORE + note + SCORE)[0]] == [3, 5]


def test_evidence_may_be_carried_and_changes_nothing() -> None:
    keys = '"time": "2025-01-31T18:05:00.25Z", "by": "camera", "frame": "0007.jpg"'
    assert events(FIRST + '{"type": "score", ' + keys + "}\n") == [Score()]
    assert events(FIRST + '{"type": "undo", "to": 1, ' + keys + "}\n") == [Undo(1)]


@pytest.mark.parametrize(
    "time", ["2025-01-31T18:05Z", "20250131T180500,25Z", "2025-01-31T18:05:00.123456+00:00"]
)
def test_a_time_is_iso_8601_in_utc(time: str) -> None:
    assert events(f'{FIRST}{{"type": "score", "time": "{time}"}}\n') == [Score()]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("time", '"yesterday"'),
        ("time", "7"),
        ("time", '"2025-13-31T18:05:00Z"'),
        ("time", '"2025-01-31T18:05:00"'),
        ("time", '"2025-01-31T18:05:00+01:00"'),
        ("by", '"magic"'),
        ("frame", "7"),
        ("frame", '""'),
    ],
)
def test_malformed_evidence_is_refused(key: str, value: str) -> None:
    assert error(f'{FIRST}{{"type": "score", "{key}": {value}}}\n').place == f"line 2.{key}"


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n", "\n \n"])
def test_any_line_ends_will_do_and_blank_lines_may_end_the_file(end: str) -> None:
    assert read(FIRST.rstrip() + "\r\n" + SCORE.rstrip() + end) == ([Entry(2, Score())], None)


def test_a_byte_order_mark_may_begin_the_file() -> None:
    assert events("\ufeff" + FIRST + SCORE) == [Score()]


def test_a_blank_line_before_others_is_no_event() -> None:
    assert error(FIRST + SCORE + "\n" + SCORE).place == "line 3"


@pytest.mark.parametrize("length", range(1, len(SCORE) - 1))
def test_a_last_line_cut_short_is_left_out(length: int) -> None:
    assert read(FIRST + SCORE + SCORE[:length]) == ([Entry(2, Score())], 3)


def test_a_last_line_cut_inside_a_letter_is_left_out() -> None:
    assert read((FIRST + SCORE + '{"frame": "é').encode()[:-1]) == ([Entry(2, Score())], 3)


def test_a_cut_line_with_its_end_is_an_error() -> None:
    assert error(FIRST + SCORE + SCORE[:5] + "\n").place == "line 3"


@pytest.mark.parametrize(
    "line",
    [
        "7",
        "[]",
        "null",
        '"score"',
        '{"type": "score", "type": "score"}',
        '{"type": "score", "to": NaN}',
        '{"type": "score", "to": 1e999}',
        '{"type": "score"} {"type": "score"}',
        '{"type": "score", "a\\nb": 1}',
        '{"type": "score", "\\ud800": 1}',
        '{"type": "correct", "board": {"ur.city": "red", "ur.city": null}}',
        "[" * 100_000 + "]" * 100_000,
        '{"type": ' * 50_000 + "1" + "}" * 50_000,
        '{"type": "undo", "to": ' + "9" * 5000 + "}",
        "\ufeff" + SCORE.rstrip(),
    ],
)
def test_what_is_no_event_is_refused_in_one_line(line: str) -> None:
    caught = error(FIRST + SCORE + line + "\n" + SCORE)
    assert caught.place.startswith("line 3")
    assert len(str(caught)) < 300


def test_other_encodings_are_refused() -> None:
    assert error(FIRST.encode() + '{"frame": "é"}\n'.encode("latin-1") + b"\n").place == "line 2"


def test_events_before_a_bad_line_count() -> None:
    record = Record((FIRST + SCORE + "bad\n").encode().splitlines(keepends=True), "game.jsonl")
    entries = record.entries(SUMERIA.parse_event)
    assert next(entries) == Entry(2, Score())
    with pytest.raises(InputError):
        next(entries)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "player", "at", "from", "to", "tiles", "board", "note", "by"])
            | st.text(max_size=4),
            inner | st.sampled_from(["add", "move", "correct", "undo", "claim", "red", "ur.city"]),
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_no_line_of_json_ends_in_anything_but_an_event_or_one_clear_line(line: object) -> None:
    try:
        read(FIRST + json.dumps(line) + "\n")
    except InputError as caught:
        assert caught.place.startswith("line 2")  # noqa: PT017 - most lines are refused
        assert "\n" not in str(caught)  # noqa: PT017


@given(st.binary(max_size=60))
def test_no_bytes_at_all_do_either(raw: bytes) -> None:
    for text in (raw, FIRST.encode() + raw):
        try:
            read(text)
        except InputError as caught:
            assert "\n" not in str(caught)  # noqa: PT017


@given(JSON)
def test_no_header_does_either(line: object) -> None:
    try:
        Record([json.dumps(line).encode()], "game.jsonl")
    except InputError as caught:
        assert "\n" not in str(caught)  # noqa: PT017


def test_format_line_keeps_letters_as_they_are() -> None:
    assert format_line({"note": "é"}) == '{"note": "é"}\n'


def test_fields_leave_evidence_to_the_record() -> None:
    fields = Fields("f", "line 2", {"type": "score", "by": "button"})
    assert SUMERIA.parse_event(fields) == Score()
    assert fields.has("by")
