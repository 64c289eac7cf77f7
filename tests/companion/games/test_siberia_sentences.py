"""Whatever the engine can say of Siberia has its sentence, and no sentence is left over."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games import siberia
from companion.games.siberia.words import SiberiaNames
from companion.language import LANGUAGES, Language
from companion.pages.hints import untold
from companion.words.names import POINTS_TITLES
from companion.words.verdicts import verdict_lines
from engine.ruling import Finding
from engine.siberia import SIBERIA
from engine.siberia.events import (
    Correct,
    Event,
    Investor,
    Logistics,
    Manager,
    Move,
    Pass,
    Refill,
    Research,
    Worker,
)
from engine.siberia.explain_actions import prospects
from engine.siberia.material import RESOURCES
from engine.siberia.scoring import COLUMNS
from engine.siberia.setting import CHOICES
from engine.siberia.state import State
from seeds import catalogue
from seeds.siberia import FOLDER
from tests.companion.words.sentences_said import note_what_is_said, say_all_of, unsaid
from tests.engine.siberia.playing import (
    IN_A_ROW,
    PLAIN,
    ROW,
    START,
    action,
    after,
    board_with,
    new_game,
    playout,
)
from tests.engine.siberia.test_refusals import ROWS
from tests.engine.siberia.test_whole_games import any_correction, start

GAMES = (3, 5, 20)
"""Seeds of games in which all is said that games of chance lead to."""
SCREENS = {"button", "screen", "verb", "ask", "markers", "guide"}
"""The sections that only screens say."""

NAMES = SiberiaNames(Language(), PLAIN)


def explain(state: State, event: Event) -> None:
    """Tell all there is to tell of an event, legal or not, and of where it leads."""
    step = say_all_of(SIBERIA, NAMES, state, event)
    if step is not None:
        show(step.state)


def rare() -> Iterable[tuple[State, Event]]:
    """Make what games of chance seldom lead to."""
    everywhere = {"red": ("yana", "lena", "ob", "tobol", "tokyo", "frankfurt")}
    yield action(told=False, pawns=everywhere), Worker("red", "depot")
    alone = action(
        told=False,
        cubes={"yana": ("gas",)},
        pawns=dict.fromkeys(("red", "blue", "green"), (START, "frankfurt")),
        locked=[START, *ROW[1:]],
        on=board_with(IN_A_ROW, start_holds_cubes=True),
    )
    yield after(alone, Logistics("red")), Move("red", START, "yana")
    no_supply = Correct(supply=(("gas", 0), ("coal", 0), ("oil", 0)))
    ending = after(action(told=False), no_supply, Pass("red"), Pass("blue"))
    yield ending, Pass("green")
    locked = Correct(locked=(*ROW,), cubes=tuple((one, ()) for one in ROW))
    yield action(told=False), locked
    yield after(ending, locked), Pass("green")
    yield action(told=False), replace(locked, supply=no_supply.supply)
    yield action(), Correct(locked=())
    yield after(action(told=False), Logistics("red")), Move("red", "depot", "ob")
    away = action(told=False, pawns={"red": (START,), "blue": ("tokyo",), "green": ()})
    yield after(away, Logistics("red")), Move("blue", START, "yana")
    yield after(away, Pass("red")), Logistics("blue")
    yield action(told=False, opened=()), Investor("red", "gas")


def tell_since_when() -> None:
    """Tell of the ends that a discovery, a mining and a correction have brought, event 7."""
    who = (("mine", "red"), ("discover", "red"), ("correct", None))
    for since, player in who:
        facts = (("since", since), ("player", player), ("event", 7))
        assert "event 7" in NAMES.finding(Finding("I-11", holds=True, facts=facts))


def show(state: State) -> None:
    """Tell what screens say of a state."""
    shown = SIBERIA.to_json(state)
    assert NAMES.waits_for(shown)
    assert NAMES.stand(shown)
    assert all(NAMES.lesson(state.phase, virtual=virtual) for virtual in (False, True))
    assert NAMES.progress(shown) or state.phase == "setup"


@pytest.mark.parametrize(
    ("games", "every"), [(GAMES, 24), pytest.param((*GAMES, 18), 1, marks=pytest.mark.long)]
)
def test_all_that_can_be_said_has_its_sentence_and_each_sentence_is_said(
    monkeypatch: pytest.MonkeyPatch, games: Sequence[int], every: int
) -> None:
    """In each game there might be a correction at ``every`` so many events."""
    said = note_what_is_said(monkeypatch)
    for state, event, _ in ROWS.values():
        explain(state, event)
        told_of = [NAMES.about(event, virtual=virtual) for virtual in (False, True)]
        assert all(told_of) == isinstance(event, Manager | Research | Logistics)
    for seed in games:
        chance = random.Random(seed)  # noqa: S311
        played = playout(start(seed), seed, ("told", "untold")[seed % 2])
        for number, (state, event, _) in enumerate(played):
            explain(state, event)
            if number % every == 0:
                explain(state, any_correction(state, chance))
    for state, event in rare():
        explain(state, event)
    tell_since_when()
    show(new_game())
    assert all(NAMES.finding(one) for one in prospects(action(), "red"))
    passing = SIBERIA.explain(action(), Pass("red")).consequences
    assert all(NAMES.finding(one) for one in untold(passing, NAMES))
    working = action(pawns={"red": (START, "yana", "ob")})
    alone = action(pawns={"red": (START,)}, locked=ROW, cubes={})
    for state in (working, alone):
        assert all(NAMES.finding(one) for one in SIBERIA.standing(state))
    locked = SIBERIA.to_json(action(cubes={}, locked=["yana"]))
    assert NAMES.put_back(SIBERIA.to_json(action()), locked, {})
    seen = NAMES.lying("slot-2", ("gas",), ("red", "red", "gas"))
    assert seen == "Exchange 2: Red’s pawn (2\u00d7) added."
    seen = NAMES.lying("slot-2", ("gas", "red"), ("red",))
    assert seen == "Exchange 2: gas missing."
    seen = NAMES.lying("slot-2", ("gas", "red"), ("red", "red"))
    assert seen == "Exchange 2: gas missing, Red’s pawn added."
    seen = NAMES.lying("open-3", ("gas",), ())
    assert seen == "Face-up marker 3 should be: gas. Seen: none."
    assert NAMES.unseen_deal().startswith("The camera cannot tell which marker")
    assert NAMES.possible(Refill("gas")) == "The next marker face up may be gas."
    assert NAMES.remark("corrected")
    assert NAMES.remark("turn_used", {"player": "red"})
    assert NAMES.summary()
    assert NAMES.points("Red", 1000)
    assert NAMES.gain("score", 1000) == "earns 1,000"
    assert all(NAMES.points_title(one) for one in POINTS_TITLES)
    assert all(NAMES.answer(key, one) for key, values in CHOICES.items() for one in values)
    assert all(NAMES.group(one) for one in ("open", "supply"))
    assert all(NAMES.count(one, number) for one in (*COLUMNS, *RESOURCES) for number in (1, 2))
    told = {way for way in unsaid(FOLDER, said) if way[0] not in SCREENS}
    assert sorted(told) == []


def test_each_sentence_of_the_screens_is_named_by_one_of_them() -> None:
    """Those of verbs and keys are named by what the record calls them."""
    folder = Path(siberia.__file__).parent
    code = "".join(file.read_text(encoding="utf-8") for file in folder.glob("*.py"))
    table = catalogue.sentences(FOLDER)
    named = [name for section in ("button", "screen") for name in table[section]]
    assert [name for name in named if f'"{name}"' not in code] == []


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "the manager marker (2\u00d7) and the gas/worker marker"),
        ("fr", "le marqueur de manager (2\u00d7) et le marqueur gaz/ouvrier"),
        ("ro", "marcajul de manager (2\u00d7) și marcajul gaz/muncitor"),
    ],
)
def test_things_called_alike_are_named_once(language: str, told: str) -> None:
    names = SiberiaNames(Language(language), PLAIN)
    assert names.value("markers", ("manager", "gas.worker", "manager")) == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "That has been so since event 7, mining by Red."),
        ("fr", "C’est ainsi depuis l’événement 7, l’exploitation faite par Rouge."),
        ("ro", "Este așa de la evenimentul 7, exploatarea făcută de Roșu."),
    ],
)
def test_the_event_that_brought_the_end_is_named(language: str, told: str) -> None:
    facts = (("since", "mine"), ("player", "red"), ("event", 7))
    found = SiberiaNames(Language(language), PLAIN).finding(
        Finding("I-11", holds=True, facts=facts)
    )
    assert found.replace("\u00a0", " ") == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The manager marker can stand for gas, oil or gold."),
        ("fr", "Pour le marqueur de manager, on a le choix : gaz, pétrole ou or."),
        ("ro", "Pentru marcajul de manager se poate alege: gaz, petrol sau aur."),
    ],
)
def test_a_manager_in_research_stands_for_one_of_several(language: str, told: str) -> None:
    """I-23: of his choice, so it is one resource or another."""
    facts = (("marker", "manager"), ("possible", ("gas", "oil", "gold")))
    found = SiberiaNames(Language(language), PLAIN).finding(
        Finding("I-23", holds=True, facts=facts)
    )
    assert found.replace("\u00a0", " ") == told


def test_an_end_that_a_correction_brought_is_no_players_doing() -> None:
    no_supply = Correct(supply=(("gas", 0), ("coal", 0), ("oil", 0)))
    state = after(action(told=False), no_supply, Pass("red"), Pass("blue"))
    lines = [one.text for one in verdict_lines(SIBERIA.explain(state, Pass("green")), NAMES)]
    assert any(line.strip().startswith("That has been so since a correction.") for line in lines)


def test_a_correction_of_money_is_written_as_money() -> None:
    told = NAMES.event(Correct(money=(("red", 12000),)))
    assert told.endswith("Red’s money: 12,000.")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "cubes in Yana: gas and oil; supply of gas: 9; Red’s money: 12,000"),
        ("fr", "cubes à Yana : gaz et pétrole ; réserve de gaz : 9 ; argent de Rouge : 12 000"),
        ("ro", "cuburi în Yana: gaz și petrol; stoc de gaz: 9; bani (Roșu): 12.000"),
    ],
)
def test_the_changes_of_a_correction_are_kept_apart(language: str, told: str) -> None:
    changes = Correct((("yana", ("gas", "oil")),), supply=(("gas", 9),), money=(("red", 12000),))
    said = SiberiaNames(Language(language), PLAIN).event(changes)
    assert said.replace("\u00a0", " ").endswith(f"{told}.")


def test_of_what_ends_the_game_no_more_is_told_than_it_takes() -> None:
    state = {**SIBERIA.to_json(action()), "locked": [*"abcdefghi"]}
    state["supply"] = dict.fromkeys(state["supply"], 0)
    assert NAMES.stand(state) == "Round 1. Locked regions: 8 of 8. Empty supply spaces: 3 of 3."


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_told_of_one_of_one_steps(language: str) -> None:
    facts = (("from", "lena"), ("to", "ob"), ("steps", 1), ("left", 1))
    told = SiberiaNames(Language(language), PLAIN).finding(Finding("I-25", holds=True, facts=facts))
    assert (
        told
        == {
            "en": "From Lena to Ob takes 1 step; 1 is left.",
            "fr": "De Lena à Ob, il faut 1 pas, et il en reste 1.",
            "ro": "Din Lena în Ob se ajunge cu 1 pas, și a rămas 1.",
        }[language]
    )


@pytest.mark.parametrize(("language", "now"), [("en", "now"), ("fr", "maintenant"), ("ro", "acum")])
def test_what_somebody_would_earn_is_what_he_would_earn_now(language: str, now: str) -> None:
    names = SiberiaNames(Language(language), PLAIN)
    assert now in names.tell("screen", "would_bring", {"player": "red"})


PAWNS = {
    "en": ("pawn", ("worker", "salesm")),
    "fr": ("pion", ("ouvrier", "vendeur")),
    "ro": ("pion", ("muncitor", "vânzător")),
}
"""What the piece is called, and what it is where it stands."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pawn_is_called_what_it_is_where_it_stands(language: str) -> None:
    table = catalogue.sentences(FOLDER, language)
    pawn, standing = PAWNS[language]
    told = {name: text for name, text in table["guide"].items() if isinstance(text, str)}
    named = {name for name, text in told.items() if pawn in text}
    assert named == {"welcome", "goal", "salesman", "worker"}
    assert all(one in told["goal"] for one in standing)
    assert standing[0] in told["worker"]
    assert standing[1] in told["salesman"]
    assert pawn not in table["screen"]["lock"] + table["screen"]["pawns"]
