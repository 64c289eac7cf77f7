"""Checked fields: each kind of value, and the one line that refuses another."""

import pytest

from engine.errors import InputError
from engine.fields import Fields


def fields(**keys: object) -> Fields:
    return Fields("file.toml", "place", keys)


@pytest.mark.parametrize("identifier", ["a", "0", "ur.town-1", "a_b", "x."])
def test_an_identifier(identifier: str) -> None:
    assert fields(id=identifier).identifier("id") == identifier


@pytest.mark.parametrize("other", ["", "Ur", ".a", "-a", "a b", "é", "a\n", "a/b", 7, None, True])
def test_no_identifier(other: object) -> None:
    with pytest.raises(InputError, match=r"^file\.toml: place\.id: expected an identifier"):
        fields(id=other).identifier("id")


@pytest.mark.parametrize(
    "other", [True, "1", float("nan"), float("inf"), None, [1], 10**400, -(10**400)]
)
def test_no_number(other: object) -> None:
    with pytest.raises(InputError, match="expected a number"):
        fields(x=other).number("x")


def test_a_key_is_taken_once() -> None:
    taken = fields(x=1)
    assert taken.has("x")
    assert taken.integer("x") == 1
    assert not taken.has("x")
    with pytest.raises(InputError, match="missing"):
        taken.integer("x")


def test_keys_left_over_are_unknown() -> None:
    with pytest.raises(InputError, match=r"place\.x: unknown key"):
        fields(x=1).finish()


def test_keys_not_yet_taken_are_left() -> None:
    some = fields(x=1, y=2)
    some.integer("x")
    assert some.left() == ("y",)


@pytest.mark.parametrize("flag", [True, False])
def test_a_flag(flag: bool) -> None:  # noqa: FBT001
    assert fields(x=flag).flag("x") is flag


@pytest.mark.parametrize("other", [0, 1, "true", None])
def test_no_flag(other: object) -> None:
    with pytest.raises(InputError, match=r"place\.x: expected true or false, found"):
        fields(x=other).flag("x")


def test_a_table_inside_names_its_place() -> None:
    with pytest.raises(InputError, match=r"place\.inner\.x: expected a whole number"):
        fields(inner={"x": 1.5}).table("inner").integer("x")


@pytest.mark.parametrize("other", [7, "text", [1], None])
def test_no_table(other: object) -> None:
    with pytest.raises(InputError, match="expected a table of keys"):
        fields(inner=other).table("inner")


def test_a_number_too_long_to_be_written_is_no_number() -> None:
    with pytest.raises(InputError, match="found an endless number"):
        fields(x=1 << 50_000).number("x")


@pytest.mark.parametrize("value", [2**53, -(2**53), 10**400])
def test_a_whole_number_is_one_that_every_reader_of_json_reads_alike(value: int) -> None:
    with pytest.raises(InputError, match="expected a whole number from -9007199254740991 to 9"):
        fields(x=value).integer("x")
    assert fields(x=2**53 - 1).integer("x") == 2**53 - 1


@pytest.mark.parametrize("value", ["\n" * 500, [10**200] * 50, 10**200])
def test_a_long_value_is_shown_in_part(value: object) -> None:
    with pytest.raises(InputError) as caught:
        fields(x=value).choice("x", ["a", "b"])
    assert len(str(caught.value)) < 150
    assert "\n" not in str(caught.value)
