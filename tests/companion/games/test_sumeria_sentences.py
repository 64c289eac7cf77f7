"""Whatever the engine can say of Sumeria has its sentence, and no sentence is left over."""

from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest

from companion.games.sumeria.screens import kind_signs
from companion.games.sumeria.words import SumeriaNames, markers
from companion.language import Language
from engine.record import Undo
from engine.ruling import Fact, Finding
from engine.sumeria import SUMERIA
from engine.sumeria.events import Correct, Score
from engine.sumeria.setting import CHOICES
from engine.sumeria.state import State
from seeds import catalogue
from seeds.sumeria import FOLDER
from tests.companion.words.sentences_said import note_what_is_said, say_all_of, unsaid
from tests.engine.sumeria.golden import GAMES, replayed
from tests.engine.sumeria.playing import LOCATIONS, PLAIN, action, new_game, playout, scored
from tests.engine.sumeria.test_refusals import ROWS, UNKNOWN

NOTES = (
    {"note": "ranking"},
    {"note": "choice-unseen", "city_state": "u"},
    {"note": "tiles-untaught"},
)
ALL_RULINGS: dict[str, str | int] = {key: values[-1] for key, values in CHOICES.items()}
EQUAL_HANDS = ((4, 3, 0, 0), (4, 2, 2, 0), (0, 0, 0, 0))
NAMES = SumeriaNames(Language(), PLAIN)


explain = partial(say_all_of, SUMERIA, NAMES)


def show(*states: State) -> None:
    """Tell what screens say of each state, and of the way from each to the next and back."""
    shown = [SUMERIA.to_json(state) for state in states]
    for before, after in pairwise(shown):
        markers(before, after, NAMES)
        for now, then in ((before, after), (after, before)):
            places = {*now["board"], *then["board"]}
            moved = {one: then["board"].get(one) for one in places}
            NAMES.put_back(now, then, moved)
        NAMES.progress(after)
        assert NAMES.waits_for(after)
        assert NAMES.lesson(after["phase"])
        assert NAMES.stand(after)
        assert all(NAMES.gain(what, 2) for what in ("score", "stake"))


def play(start: State) -> None:
    """Tell a game of chance: all that happens, and what screens say of it."""
    steps = [*playout(start, seed=0)]
    for state, event, _ in steps:
        explain(state, event)
    show(*(step.state for *_, step in steps), start)


def test_all_that_can_be_said_has_its_sentence_and_each_sentence_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = note_what_is_said(monkeypatch)
    for state, event, _ in (*ROWS.values(), *UNKNOWN):
        explain(state, event)
    for game in GAMES:
        history = replayed(game)
        for number, done in enumerate(history.events):
            if not isinstance(done, Undo):
                explain(history.states[number], done)
    explain(action(), Correct(tuple((at, "a") for at in LOCATIONS[:20])))
    show(action({"u.city": "a"}), action({"u.city": "b"}))
    for rulings in ({}, ALL_RULINGS):
        explain(scored({}, rulings=rulings), Score())
        explain(replace(scored({}, rulings=rulings, dynasty=6), tiles=EQUAL_HANDS), Score())
    play(new_game())
    play(new_game("abcd"))
    play(new_game(rulings=ALL_RULINGS))
    assert NAMES.summary()
    assert all(NAMES.note(note) for note in NOTES)
    assert all(NAMES.remark(name, {"player": "a"}) for name in ("corrected", "row", "turn_used"))
    placing = [NAMES.remark("placing", {"player": "a", "virtual": one}) for one in (True, False)]
    assert all(placing)
    assert NAMES.remark("acting", {"player": "a", "virtual": True})
    assert NAMES.remark("forks")
    assert NAMES.remark("space", {"number": 3})
    keys: dict[str, Fact] = {"player": "a", "at": "u.city", "from": "u.city", "to": "v.city"}
    keys |= {"city_state": "u", "rose": "u", "fell": "v"}
    guided = catalogue.sentences(FOLDER)["guide"]
    for number in (1, 2):
        assert all(NAMES.tell("guide", name, {**keys, "number": number}) for name in guided)
    assert kind_signs(NAMES)
    swapped, apart = ["u", "v"], ["u", "v", "w"]
    to_swap = {"note": "ranking", "expected": swapped, "seen": swapped[::-1]}
    assert NAMES.row_reminder(to_swap) != NAMES.note(to_swap)
    assert NAMES.row_reminder({"expected": apart, "seen": [*apart[1:], apart[0]]})
    assert all(NAMES.answer(key, one) for key, values in CHOICES.items() for one in values)
    assert unsaid(FOLDER, said) == set()


def test_tiles_are_put_back_rank_by_rank_where_others_lie() -> None:
    kinds = ("religion", "politics", "religion", "military", "economy", "religion")
    then = SUMERIA.to_json(replace(action(), influence=kinds))
    exchanged = ("politics", "religion", "religion", "military", None, None)
    now = SUMERIA.to_json(replace(action(), influence=exchanged))
    assert NAMES.put_back(now, then, {}) == [
        "Lay above rank 2: 1 military tile and 1 economy tile.",
        "Lay above rank 3: 1 religion tile.",
    ]
    taken = ("religion", "politics", "religion", "military", "economy", None)
    before = SUMERIA.to_json(replace(action(), influence=taken))
    assert NAMES.put_back(then, before, {}) == ["Take all influence tiles off rank 3."]


CHOICE = Finding(
    "S-C37",
    holds=True,
    facts=(("player", "blue"), ("rank", 2), ("city_state", "u"), ("number", 1)),
)


def test_who_takes_some_of_tiles_that_are_alike_is_not_said_to_choose() -> None:
    told = [
        NAMES.finding(replace(CHOICE, facts=(*CHOICE.facts, ("tiles", tiles))))
        for tiles in (("military", "military"), ("military", "religion"))
    ]
    assert told[0].startswith("Blue takes 1 of 2 military tiles in ")
    assert told[1].startswith("Blue chooses 1 tile in ")
    row = (None, None, None)
    for tiles, title in (
        ((*row, "military", "military", "religion"), "Blue takes tiles"),
        ((*row, "military", "economy", "religion"), "Blue chooses tiles"),
        (("politics", "politics", "politics", "economy", "economy", None), "Blue takes tiles"),
    ):
        state = {"phase": "claim", "to_play": "blue", "influence": [*tiles]}
        assert NAMES.waits_for(state) == title
