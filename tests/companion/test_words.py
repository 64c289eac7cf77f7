"""Sentences: every event, effect and refusal can be told, by names that are printed."""

import pytest

from companion.reasons import SENTENCES, refusal
from companion.words import listing, sentence_for, sentence_for_effect
from engine.record import Undo
from engine.sumeria import (
    SUMERIA,
    Add,
    Awarded,
    Claim,
    Controlled,
    Correct,
    Discarded,
    Effect,
    Event,
    Finished,
    Move,
    NextFirst,
    Remove,
    Rotated,
    Swapped,
)
from tests.engine.sumeria.playing import PLAIN
from tests.engine.sumeria.test_refusals import ROWS, UNKNOWN


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Add("red", "u.city"), "Red adds a merchant on the city of U."),
        (
            Move("red", "u.city", "v.town-1"),
            "Red moves from the city of U to a town of V (v.town-1).",
        ),
        (
            Remove("red", "u.village-2"),
            "Red takes back the merchant on a village of U (u.village-2).",
        ),
        (
            Claim("red", "u", ("economy", "military")),
            "Red chooses one economy tile and one military tile in U.",
        ),
        (Undo(7), "The game goes back to where it stood after line 7."),
        (
            Correct((("u.city", None), ("v.city", "red")), as_turn_of="red"),
            (
                "The table agrees: the city of U is empty; the city of V holds red; "
                "red has used up this turn."
            ),
        ),
        (Correct(()), "The table agrees: nothing changes."),
        (Add("red", "nowhere"), "Red adds a merchant on nowhere."),
    ],
)
def test_events(event: Event | Undo, sentence: str) -> None:
    assert sentence_for(event, PLAIN) == sentence


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        (Swapped("S-17", "u", "v"), "U now ranks before V."),
        (
            Controlled(1, "u", "red", "S-28", "blue", "S-27"),
            "Red controls U (rank 1) by tie-break, blue is second.",
        ),
        (Controlled(3, "u", None, None, None, None), "Nobody has a merchant in U (rank 3)."),
        (
            Awarded("S-29", "red", "u", ("economy", "economy")),
            "Red takes two economy tiles from U.",
        ),
        (Discarded("S-32", "u", ("economy",)), "Out of the game from U: one economy tile."),
        (
            NextFirst("S-36", "blue", "red", (("u", ("red",)),)),
            (
                "Red has fewest merchants in U and plays last: "
                "blue, on the left, begins the next dynasty."
            ),
        ),
        (
            NextFirst("S-37", "red", "red", (("u", ("red", "blue")), ("v", ("red",)))),
            (
                "Red is tied for fewest merchants until V decides "
                "and begins the next dynasty (house rule)."
            ),
        ),
        (Rotated(("u", "v")), "The ranking is now U, V."),
        (Finished(("red",)), "Red wins."),
        (Finished(("red", "blue")), "Red and Blue share the victory."),
    ],
)
def test_effects(effect: Effect, sentence: str) -> None:
    assert sentence_for_effect(effect, PLAIN) == sentence


@pytest.mark.parametrize("cause", ROWS)
def test_every_refusal_names_its_rule_and_a_reason(cause: str) -> None:
    state, event, rule = ROWS[cause]
    told = refusal(SUMERIA.check(state, event), PLAIN)
    assert told.startswith(f"illegal {event.verb} ({rule}): ")
    assert "\n" not in told
    assert "{" not in told


def test_refusals_by_rules_that_only_strange_records_break() -> None:
    for state, event, rule in UNKNOWN:
        assert f"({rule}): " in refusal(SUMERIA.check(state, event), PLAIN)


def test_refusals_say_what_is_the_matter() -> None:
    told = {cause: refusal(SUMERIA.check(*ROWS[cause][:2]), PLAIN) for cause in ROWS}
    assert told["add out of turn"].endswith("a is to play, not b")
    assert told["add to an occupied location"].endswith("the city of W is occupied by c")
    assert told["move past an empty location"].endswith(
        "the merchant must stop at a village of U (u.village-2), which is empty"
    )
    assert told["claim by the runner-up"].endswith("a controls U with 2 merchants, b has 1")
    assert told["add after the end"].endswith("the game is over")


def test_each_sentence_belongs_to_a_rule_that_refuses() -> None:
    broken = {rule for *_, rule in (*ROWS.values(), *UNKNOWN)}
    assert set(SENTENCES) <= broken | {"S-10"}


def test_a_listing_reads_as_a_sentence_does() -> None:
    assert [listing("a"), listing("ab"), listing("abc")] == ["a", "a and b", "a, b and c"]
