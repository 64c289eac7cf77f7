"""What followed from an event: every effect can be told, by names that are printed."""

import pytest

from companion.language import Language
from companion.playback import refusal
from companion.words.names import names_of
from engine.sumeria import SUMERIA
from engine.sumeria.effects import (
    Awarded,
    Controlled,
    Discarded,
    Effect,
    Finished,
    NextFirst,
    Rotated,
    Swapped,
)
from tests.engine.sumeria.playing import PLAIN
from tests.engine.sumeria.test_refusals import ROWS, UNKNOWN

EFFECTS = [
    (Swapped("S-17", "u", "v"), "U now ranks before V."),
    (
        Controlled(1, "u", "red", "S-28", "blue", "S-27"),
        "Rank 1, U: Red has control, Blue is second.",
    ),
    (
        Controlled(2, "u", "red", "S-27", None, None),
        "Rank 2, U: Red has control, nobody is second.",
    ),
    (Controlled(3, "u", None, None, None, None), "Rank 3, U: nobody has a merchant there."),
    (Awarded("S-29", "red", "u", ("economy",) * 2), "Red takes from U: 2 economy tiles."),
    (Discarded("S-32", "u", ("economy",)), "Discarded from U: 1 economy tile."),
    (
        NextFirst("S-36", "blue", "red", (("u", ("red",)),)),
        (
            "Blue, left of Red, starts the next dynasty: "
            "Red has the fewest merchants at rank 1 and plays last."
        ),
    ),
    (
        NextFirst("S-37", "blue", "red", (("u", ("red", "green")), ("v", ("red",)))),
        (
            "Blue, left of Red, starts the next dynasty: "
            "Red has the fewest merchants, rank by rank, and plays last."
        ),
    ),
    (
        NextFirst("S-C12", "red", "red", (("u", ("red", "blue")),)),
        "Red counts as having the fewest merchants and starts the next dynasty (house rule).",
    ),
    (Rotated(("u", "v")), "The ranking is now: U and V."),
    (Finished(("red",)), "Red wins."),
    (Finished(("red", "blue")), "Red and Blue share the victory."),
]


@pytest.mark.parametrize(("effect", "sentence"), EFFECTS)
def test_effects(effect: Effect, sentence: str) -> None:
    assert names_of(Language(), PLAIN).effect(effect) == sentence


@pytest.mark.parametrize("language", ["fr", "ro"])
def test_effects_are_told_in_other_languages(language: str) -> None:
    told = [names_of(Language(language), PLAIN).effect(effect) for effect, _ in EFFECTS]
    assert not {sentence for _, sentence in EFFECTS} & set(told)
    assert not any("{" in one for one in told)


def test_every_refusal_names_its_rule_and_a_reason() -> None:
    for state, event, rule in ROWS.values():
        told = refusal(SUMERIA.check(state, event), PLAIN)
        assert told.startswith(f"illegal {event.verb} ({rule}): ")
        assert "\n" not in told
        assert "{" not in told


def test_refusals_by_rules_that_only_strange_records_break() -> None:
    for state, event, rule in UNKNOWN:
        assert f"({rule}): " in refusal(SUMERIA.check(state, event), PLAIN)


def test_refusals_say_what_is_the_matter() -> None:
    told = {cause: refusal(SUMERIA.check(*ROWS[cause][:2]), PLAIN) for cause in ROWS}
    assert told["add out of turn"].endswith("A is to play, not B.")
    assert told["add to an occupied location"].endswith(
        "C already has a merchant on the city of W."
    )
    assert told["claim by the runner-up"].endswith("A controls U with 2 merchants; B has 1.")
    assert told["add after the end"].endswith("The game is over.")
