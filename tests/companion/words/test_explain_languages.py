"""`dubsar explain` in three languages: golden games and refusals, with nothing left in English."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.language import LANGUAGES, Language
from companion.words.names import names_of
from companion.words.verdicts import nearest_lines, rule_lines, verdict_lines
from engine.board import Board
from engine.sumeria import SUMERIA
from engine.sumeria.events import Event
from engine.sumeria.state import State
from tests.engine.sumeria.golden import FOLDER, GAMES, board_named, replayed
from tests.engine.sumeria.playing import PLAIN
from tests.engine.sumeria.test_refusals import ROWS, UNKNOWN

ROOT = Path(__file__).parents[3]
IDENTIFIER = re.compile(r"\b[a-z]+\.(city|town|village)(-\d)?\b")
ENGLISH = re.compile(
    r"\b(the|and|of|from|to|with|has|have|is|not|no|nobody|none|each|most|fewest|"
    r"merchants?|city|city-states?|towns?|dynasty|dynasties|turns?|tiles?|rank|ranking|"
    r"supply|players?|first|location|trade|stretch|game|space|bag|starts?|begins?|wins?|tied?|takes?|"
    r"economy|military|politics|red|blue|yellow|green|black|white|purple|because|kept|broken|"
    r"rules?|leaflets?|follows|event|record|line|board|house)\b",
    re.IGNORECASE,
)


def left_over(told: str, board: Board) -> set[str]:
    """List the English words of a text, without identifiers and what is printed on the board."""
    for city_state in board.regions:
        told = re.sub(rf"\b{re.escape(city_state.name)}\b", "", told)
    return {match.group().lower() for match in ENGLISH.finditer(IDENTIFIER.sub("", told))}


def explanation(state: State, event: Event, language: str) -> list[str]:
    names = names_of(Language(language), PLAIN)
    ruling = SUMERIA.explain(state, event)
    near = SUMERIA.nearest(state, event)
    lines = [
        *verdict_lines(ruling, names),
        *(nearest_lines(near, names) if near else ()),
        *rule_lines(ruling, names),
    ]
    return [names.event(event), *(one.indented for one in lines)]


@pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param(game, language, marks=pytest.mark.long if (number + turn) % 3 else ())
        for number, game in enumerate(GAMES)
        for turn, language in enumerate(LANGUAGES)
    ],
)
def test_golden_games_are_told_whole_in_one_language(
    game: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = FOLDER / f"{game}.jsonl"
    assert main(["explain", "--language", language, str(path)]) == 0
    told, err = capsys.readouterr()
    assert err == ""
    board = board_named("dubsar" if game == "three-players" else "goods")
    assert bool(left_over(told, board)) == (language == "en"), left_over(told, board)
    assert not re.search(r"[{}]", told)
    events = re.findall(r"^(\d+)\. ", told, re.MULTILINE)
    assert events == [str(number + 1) for number in range(replayed(game).event)]


@pytest.mark.parametrize("language", ["fr", "ro"])
def test_refusals_are_told_whole_in_one_language(language: str) -> None:
    for state, event, _ in ROWS.values():
        told = "\n".join(explanation(state, event, language))
        assert left_over(told, PLAIN) == set()
        assert not re.search(r"[{}]", told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_does_not_exist_is_refused_in_words_too(language: str) -> None:
    for state, event, rule in UNKNOWN:
        (refused, *_) = [
            line
            for line in explanation(state, event, language)
            if Language(language).say("BROKEN") in line
        ]
        assert refused.endswith(f"({rule})")


REFUSED = {
    "move past an empty location": {
        "en": (
            "A merchant stops at the first empty location on the way: "
            "a village of U (u.village-2). (S-20)"
        ),
        "fr": (
            "Un commerçant s’arrête au premier emplacement libre sur son chemin\u00a0: "
            "un village d’U (u.village-2). (S-20)"
        ),
        "ro": (
            "Un butoiaș se oprește pe primul loc liber din cale: un sat din U (u.village-2). (S-20)"
        ),
    },
    "add with an empty supply": {
        "en": "A has no merchant left in the supply. (S-18)",
        "fr": "A n’a plus de commerçant dans sa réserve. (S-18)",
        "ro": "A nu mai are niciun butoiaș în rezervă. (S-18)",
    },
    "claim by the runner-up": {
        "en": "A controls U with 2 merchants; B has 1. (S-27)",
        "fr": "A contrôle U avec 2 commerçants\u00a0; B en a 1. (S-27)",
        "ro": "A controlează U cu 2 butoiașe; B are 1. (S-27)",
    },
}


@pytest.mark.parametrize("cause", REFUSED)
def test_a_refusal_says_what_is_the_matter(cause: str) -> None:
    state, event, _ = ROWS[cause]
    for language, expected in REFUSED[cause].items():
        mark = Language(language).say("BROKEN")
        told = explanation(state, event, language)
        assert any(line.split(mark)[-1].strip() == expected for line in told if mark in line)


def test_the_nearest_events_are_told_as_what_a_player_may_do() -> None:
    state, event, _ = ROWS["move past an empty location"]
    told = explanation(state, event, "en")
    at = told.index("Legal moves, for example:")
    assert told[at + 1] == (
        "  A may move a merchant from a village of U (u.village-1) to a village of U (u.village-2)."
    )
    assert told[at + 4] == "Why not:"
    assert "A merchant stops at the first empty location" in told[at + 5]


def test_where_each_rule_is_written_is_told_once() -> None:
    state, event, _ = ROWS["add with an empty supply"]
    told = explanation(state, event, "en")
    rules = told[told.index("The rules:") + 1 :]
    assert len(rules) == len({line.split()[0] for line in rules})
    (supply,) = [line for line in rules if line.startswith("  S-18 ")]
    assert supply.startswith("  S-18 An empty supply – French leaflet “")
    state, event, _ = ROWS["move that ends where it began"]
    told = explanation(state, event, "en")
    assert any(line.endswith("– house rule, the leaflets do not say") for line in told)


# In a shorter form `tests/companion/test_explain_command.py` compares what is told with `--json`.
@pytest.mark.long
def test_words_are_the_same_in_another_process(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(FOLDER / "three-players.jsonl")
    assert main(["explain", "--language", "ro", path]) == 0
    here = capsys.readouterr().out
    command = [sys.executable, "-m", "companion", "explain", "--language", "ro", path]
    environment = os.environ | {"PYTHONHASHSEED": "7", "LANG": "C"}
    there = subprocess.run(  # noqa: S603 - our own program
        command, cwd=ROOT, capture_output=True, check=True, env=environment
    )
    assert there.stdout.decode() == here


CORRECTED = (
    '{"type": "correct", "board": {"adab.city": "purple", "ur.city": null},'
    ' "ranking": ["ur", "kish"], "as_turn_of": "purple"}'
)


@pytest.mark.parametrize("line", ['{"type": "undo", "to": 99}', CORRECTED])
@pytest.mark.parametrize("language", ["fr", "ro"])
def test_refused_undos_and_corrections_too(
    line: str, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    lines = (FOLDER / "three-players.jsonl").read_text(encoding="utf-8").splitlines()[:20]
    path.write_text("\n".join([*lines, line, ""]), encoding="utf-8")
    assert main(["explain", "--language", language, "--event", "20", str(path)]) == 0
    told = capsys.readouterr().out
    assert Language(language).say("Not legal, because:") in told
    assert left_over(told, board_named("dubsar")) == set()
