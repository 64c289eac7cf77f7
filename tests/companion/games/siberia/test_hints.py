"""What a learner of Siberia is told of an action that changes nothing on the board."""

from dataclasses import replace
from unittest.mock import Mock

import pytest

from companion.games.siberia.words import SiberiaNames
from companion.pages.hints import ProspectPage
from companion.pages.ways import ways
from engine.siberia import SIBERIA
from engine.siberia.events import Event, Investor, Logistics, Manager, Pass, Salesman, Worker
from engine.siberia.explain_actions import best_sales
from hardware.panel import Button
from tests.examples.siberia_table import played, siberia_session, when
from tests.examples.sitting import Sitting, sitting


def told_of(kind: type[Event], *, skip: int = 0) -> list[str]:
    """Give what is told, in a turn of a game, of the first way to do an event of a kind."""
    one = sitting("en", players=3)
    session = siberia_session(one, when(one, "action", skip))
    history = session.live.history
    found = ways(history.game, history.state)
    session.go("prospect", way=next(way for way in found if isinstance(way.event, kind)))
    assert isinstance(session.page, ProspectPage)
    told = [one.text for one in session.page.paragraphs()]
    session.store.close()
    return told


def test_of_a_pass_a_learner_is_told_that_it_is_final_and_who_goes_on() -> None:
    told = " ".join(told_of(Pass))
    assert "A pass is final for this round. Still in:" in told
    assert "is to play next." in told
    assert told.count("Still in") == 1
    assert "Whoever passes is out for the rest of the round." in told


@pytest.mark.parametrize("kind", [Pass, Investor, Salesman, Worker])
def test_what_changes_the_game_alone_is_not_said_to_change_nothing(kind: type[Event]) -> None:
    assert "Nothing else changes." not in told_of(kind)


def test_of_logistics_a_learner_is_told_how_far_his_workers_go() -> None:
    assert any("has 3 steps for the workers in: Vladivostok" in one for one in told_of(Logistics))


@pytest.mark.parametrize(
    ("kind", "about"),
    [
        (Manager, "one of its two manager markers may then lie as a joker on another action"),
        (Logistics, "Logistics moves workers: 3 steps in all"),
    ],
)
def test_what_an_action_is_about_is_told_before_it_is_chosen(kind: type[Event], about: str) -> None:
    """Their names alone say nothing to whoever does not know the game."""
    assert about in " ".join(told_of(kind))


@pytest.mark.parametrize("hints", [True, False])
@pytest.mark.parametrize("virtual", [True, False])
def test_an_action_is_explained_the_first_time_that_somebody_takes_it(
    *, hints: bool, virtual: bool
) -> None:
    one = sitting("en", players=3)
    session = siberia_session(one, when(one, "action"))
    session.change(replace(session.settings, hints=hints))
    session.hands = Mock(occupied=None) if virtual else None
    live = session.live

    def told() -> list[str]:
        """Let time pass, and close the lessons that come up."""
        found = []
        session.pass_time(session.now + 1)
        while session.page.name == "lesson":
            found.append(session.page.body().text)  # type: ignore[attr-defined]  # a message
            session.page.press(Button.OK)
        return found

    told()
    for times in range(2):
        events = SIBERIA.legal_events(live.history.state)
        live.write(next(event for event in events if isinstance(event, Manager)))
        found = told()
        assert [one.startswith("The manager action") for one in found] == [True] * (
            hints and not times
        )
        assert ["changes nothing here" in one for one in found] == [virtual] * len(found)
    session.store.close()


def test_of_a_salesman_a_learner_is_told_what_sales_would_then_bring() -> None:
    one = sitting("en", players=3)
    states = played(one.colours, "untold")[1]

    def told_at(number: int) -> list[tuple[Salesman, list[str]]]:
        names, state = siberia_names(one), states[number]
        legal = (event for event in SIBERIA.legal_events(state) if isinstance(event, Salesman))
        return [
            (event, [*names.brings(event, state, SIBERIA.apply(state, event).state)])
            for event in legal
        ]

    number = next(n for n, state in enumerate(states) if state.phase == "action" and n > 25)
    seen = set()
    for event, told in told_at(number):
        state = states[number]
        after = SIBERIA.apply(state, event).state
        now, then = (best_sales(each, event.player) for each in (state, after))
        better = {name: money for name, (money, _) in then.items() if money != now[name][0]}
        if not better:
            assert told == [told[0]]
            assert told[0].startswith("This alone makes no sale better")
        for sentence, (name, money) in zip(told, better.items(), strict=False):
            assert sentence.lower().startswith(name)
            assert (f"{money:,}" if money else "nothing") in sentence
        seen.add(bool(better))
    assert seen == {True, False}


def siberia_names(one: Sitting) -> SiberiaNames:
    session = siberia_session(one, 1)
    session.store.close()
    names = session.live.names
    assert isinstance(names, SiberiaNames)
    return names
