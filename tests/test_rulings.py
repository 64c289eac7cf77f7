"""RULINGS.md keeps its word: its rules, their standing and its tests are those of the project."""

import re
from pathlib import Path

from engine.siberia import SIBERIA
from engine.sumeria import SUMERIA
from seeds import siberia, sumeria
from seeds.catalogue import rules

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "RULINGS.md").read_text("utf-8")
DISPUTES = re.findall(r"^\d+\. .*\n(?: +.*\n)*", TEXT, re.MULTILINE)
RULES = {**rules(sumeria.FOLDER), **rules(siberia.FOLDER)}


def test_the_disputes_are_numbered() -> None:
    numbers = [int(dispute.split(".")[0]) for dispute in DISPUTES]
    assert numbers == list(range(1, len(DISPUTES) + 1))


def test_the_seven_reported_mistakes_come_first() -> None:
    mistakes = TEXT.split("\n## ")[1]
    assert mistakes.startswith("What players get wrong\n")
    assert len(re.findall(r"^\d+\. ", mistakes, re.MULTILINE)) == 7


def test_every_dispute_asks_and_names_a_rule_and_a_test() -> None:
    for dispute in DISPUTES:
        assert re.match(r"\d+\. \*\*[^*]+\?\*\* [A-Z]", dispute), dispute
        assert re.search(r"\*[SI]-C?\d\d,\s+\w+\.\s+Held\s+by\s+`test_", dispute), dispute


def test_every_ruling_stands_there_once() -> None:
    named = re.findall(r"([SI]-C\d\d),\s+(?:printed|clarified|house)", TEXT)
    assert sorted(named) == sorted(one for one in RULES if "-C" in one)


def test_standings_are_those_of_the_catalogue() -> None:
    named = re.findall(r"([SI]-C?\d\d),\s+(\w+)", TEXT)
    assert named
    assert [(one, RULES[one].standing) for one, _ in named] == named


def test_every_test_that_is_named_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", TEXT))
    assert named
    files = (path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    tests = re.findall(r"^def (test_\w+)", "".join(files), re.MULTILINE)
    assert named - {*tests} == set()


def test_what_a_table_may_choose_is_named_as_a_record_writes_it() -> None:
    for key, (_, *others) in {**SUMERIA.rulings, **SIBERIA.rulings}.items():
        for other in others:
            shown = f'"{other}"' if isinstance(other, str) else other
            assert f"`{key} = {shown}`" in TEXT
