"""A ruling as screens tell it: each rule with a sign, ids left to the details."""

import re

from companion.language import Language
from companion.words.names import names_of
from companion.words.verdicts import SIGNS, verdict_lines
from engine.sumeria import SUMERIA
from engine.sumeria.events import Remove
from tests.companion.tracking.watching import BOARD, THREE_PLAY

NAMES = names_of(Language(), BOARD)
ID = re.compile(r"\([A-Z]-\w+\)")


def told(event: Remove, **how: bool) -> list[str]:
    ruling = SUMERIA.explain(THREE_PLAY().state, event)
    return [line.text for line in verdict_lines(ruling, NAMES, **how)]


def test_of_a_legal_event_all_rules_are_kept_and_no_id_is_told() -> None:
    title, *lines = told(Remove("red", "ur.town-1"), ids=False, signs=True)
    assert title == "Legal, because:"
    assert lines[0].startswith(SIGNS[0])
    assert not any(line.startswith(SIGNS[1]) or ID.search(line) for line in lines)


def test_of_an_illegal_one_the_broken_rule_is_marked() -> None:
    lines = told(Remove("red", "adab.city"), ids=False, signs=True)
    assert sum(line.startswith(SIGNS[1]) for line in lines) == 1


def test_in_the_details_the_id_follows_and_only_where_it_is_asked_for_a_word() -> None:
    lines = told(Remove("red", "adab.city"), signs=True)
    assert any(line.startswith(SIGNS[1]) and ID.search(line) for line in lines)
    assert not any(line.startswith(("kept", "BROKEN")) for line in lines)
    assert any(line.startswith("BROKEN") for line in told(Remove("red", "adab.city")))
