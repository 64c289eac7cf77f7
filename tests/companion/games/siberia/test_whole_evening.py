"""A whole game of Siberia at a lazy, forgetful and quarrelsome table gets the right record."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.pages.wrong import WrongPage
from companion.session.session import Session
from companion.tracking.alternatives import rehearse
from engine.layout import View
from engine.siberia import SIBERIA
from engine.siberia.board import EXCHANGES, REGIONS
from engine.siberia.events import (
    Done,
    Event,
    Investor,
    Logistics,
    Manager,
    Mine,
    Move,
    Pass,
    Ready,
    Refill,
    Research,
    Salesman,
    Setup,
    Worker,
)
from engine.siberia.scoring import stack
from engine.siberia.state import State
from hardware.panel import Button
from tests.companion.games.siberia.evening_table import BOARD, PLAYERS, agree, show
from tests.companion.pages.hands import choose_by_buttons, press, rows
from tests.examples.siberia_table import played

SEEN, LONG = 4, 18
"""Looks after which something is written, and after which the table has been asked."""
TURNS = 400
MOST_PRESSES = 2.0
"""How often somebody presses in a turn, on average, questions and mishaps included."""


class Evening:
    """A game of which ``state`` is how it really stands, whatever the companion believes."""

    def __init__(self, session: Session, seed: int) -> None:
        """Sit down and lay the table out."""
        self.session, self.chance = session, random.Random(seed)  # noqa: S311 - the same each time
        self.presses = self.turns = 0
        self.questions: Counter[str] = Counter()
        agree(session, choose_by_buttons)
        setup = played(PLAYERS, "untold")[0][0]
        assert isinstance(setup, Setup)
        setup = replace(setup, first=PLAYERS[0])
        self.state: State = SIBERIA.apply(SIBERIA.new_game(BOARD, PLAYERS, {}), setup).state
        self.look()
        self.press(Button.OK, Button.OK)
        self.look()

    @property
    def page(self) -> str:
        return self.session.page.name

    def look(self, looks: int = SEEN, view: View | None = None) -> None:
        show(self.session, SIBERIA.expected(self.state) if view is None else view, looks)

    def press(self, *buttons: Button) -> None:
        self.presses += len(buttons)
        press(self.session, *buttons)

    def choose(self, text: str) -> None:
        """Go to a row of a list and choose it; that there are so many rows is not counted."""
        self.presses += 1
        choose_by_buttons(self.session, text)

    def do(self, events: list[Event]) -> None:
        for event in events:
            self.state = SIBERIA.apply(self.state, event).state

    def end_turn(self) -> None:
        """Press for a turn; where the press before was forgotten, once more."""
        self.press(Button.SCORE)
        self.look()

    def turn(self, mishap: str) -> None:
        """Let whoever is to play do something, and whatever goes wrong meanwhile."""
        events = chosen(self.state, self.chance)
        after = self.state
        for event in events:
            after = SIBERIA.apply(after, event).state
        if SIBERIA.expected(after) == SIBERIA.expected(self.state):
            if isinstance(events[0], Pass | Manager):
                self.do(events)
                self.tell(events[0])
                self.turns += 1
            return
        self.turns += 1
        MISHAPS[mishap](self, events)
        if self.page == "turn":  # a press too many
            self.press(Button.BACK)
            self.look()
        self.answer(mishap)
        self.look(2)
        if self.session.live.state["phase"] == "logistics" != self.state.phase:
            self.end_turn()  # somebody has steps left, and must say that he is done

    def tell(self, event: Pass | Manager) -> None:
        """Say what nobody saw of a turn."""
        names, view = self.session.live.names, self.session.live.history.state
        unchanged = SIBERIA.expected(view)
        for _ in range(2):
            if self.page == "play":
                self.press(Button.SCORE)
                self.look(SEEN + 1, unchanged)
        assert self.page == "turn", self.session.screen
        self.choose(names.tell("verb", event.verb))
        if self.page not in ("play", "opening"):
            self.choose(names.tell("screen", "no_joker"))
        self.look()

    def answer(self, mishap: str) -> None:
        """Answer what is asked by what really happened."""
        page = self.session.page
        if not isinstance(page, WrongPage):
            return
        self.questions[mishap] += 1
        live = self.session.live
        ends = [rehearse(live.history, events)[-1] for events in live.tracker.alternatives]
        assert self.state in ends, (mishap, page.text(), rows(self.session))
        number = ends.index(self.state) + rows(self.session).count("Put it back") * (
            rows(self.session)[0] == "Put it back"
        )
        self.choose(page.rows()[number].text)
        self.look()


def chosen(state: State, chance: random.Random) -> list[Event]:
    """Choose a turn: whoever can sell mostly does, and after a while people pass."""
    legal = SIBERIA.legal_events(state)
    player = state.to_play or ""
    kinds: dict[type[Event], list[Event]] = {}
    for event in legal:
        kinds.setdefault(type(event), []).append(event)
    actions = [kind for kind in kinds if kind not in (Pass, Done, Research)]
    if Mine in kinds and chance.random() < 0.6:
        events = [chance.choice(kinds[Mine])]
    elif not actions or (sum(state.acted) > 7 and chance.random() < 0.4):
        return [Pass(player)]
    else:
        events = [chance.choice(kinds[chance.choice(actions)])]
    after = SIBERIA.apply(state, events[0]).state
    while isinstance(events[0], Logistics) and after.phase == "logistics":
        walks = [event for event in SIBERIA.legal_events(after) if isinstance(event, Move)]
        going_on = walks and chance.random() < 0.8
        events.append(chance.choice(walks) if going_on else Done(player))
        after = SIBERIA.apply(after, events[-1]).state
    if after.phase == "refill":
        events.append(Refill(chance.choice(stack(after))))
    return events


def as_it_should(evening: Evening, events: list[Event]) -> None:
    evening.do(events)
    evening.look()
    evening.end_turn()


def presses_too_early(evening: Evening, events: list[Event]) -> None:
    evening.end_turn()
    evening.do(events)
    evening.look()
    if evening.page == "turn":
        evening.choose("Yes, that was this turn")
    evening.look()


def forgets_to_press(evening: Evening, events: list[Event]) -> None:
    evening.do(events)
    evening.look()


def presses_twice(evening: Evening, events: list[Event]) -> None:
    evening.do(events)
    evening.look()
    evening.press(Button.SCORE, Button.SCORE)
    evening.look()


def changes_his_mind(evening: Evening, events: list[Event]) -> None:
    before, first = evening.state, chosen(evening.state, evening.chance)
    if isinstance(first[0], Worker | Salesman):
        evening.do(first)
        evening.look()
        evening.state = before
        evening.look()
    as_it_should(evening, events)


def tells_a_pass_though_he_acts(evening: Evening, events: list[Event]) -> None:
    acts = isinstance(events[0], Worker | Salesman | Investor)
    if not acts or not evening.session.live.turns.is_over:
        as_it_should(evening, events)
        return
    evening.end_turn()
    evening.look(2)
    if evening.page == "turn":
        evening.choose("Passed")
    evening.do(events)
    evening.look(LONG)


def is_pushed_aside(evening: Evening, events: list[Event]) -> None:
    """Somebody whose turn it is not sends a salesman, and takes him back."""
    order, view = evening.state.order, SIBERIA.expected(evening.state)
    here = order.index(evening.state.to_play or "")
    pushy = order[(here + 1) % len(order)]
    if PLAYERS.index(pushy) not in evening.state.passed:
        first, *others = view[EXCHANGES]
        sent = view.holding(EXCHANGES, (tuple(sorted((*first, pushy))), *others))
        evening.look(LONG, sent)
        assert evening.page == "wrong"
        evening.look(view=view)
        assert evening.page != "wrong"
    as_it_should(evening, events)


def has_a_cat(evening: Evening, events: list[Event]) -> None:
    view = SIBERIA.expected(evening.state)
    regions = [*view[REGIONS]]
    full = [number for number, lying in enumerate(regions) if len(lying) > 1]
    for number in full[:3]:
        regions[number] = ()
    evening.look(LONG, view.holding(REGIONS, tuple(regions)))
    evening.look(view=view)
    as_it_should(evening, events)


MISHAPS: dict[str, Callable[[Evening, list[Event]], None]] = {
    "none": as_it_should,
    "early": presses_too_early,
    "forgotten": forgets_to_press,
    "twice": presses_twice,
    "mind": changes_his_mind,
    "pass": tells_a_pass_though_he_acts,
    "pushed": is_pushed_aside,
    "cat": has_a_cat,
}


@pytest.mark.parametrize(
    ("seed", "rounds"),
    [(2, 1), *(pytest.param(i, TURNS, marks=pytest.mark.long) for i in (2, 4, 5))],
)
def test_lazy_forgetful_and_quarrelsome_people_get_the_right_game(
    session: Session, seed: int, rounds: int
) -> None:
    evening = Evening(session, seed)
    while evening.state.phase != "over" and evening.state.round <= rounds:
        assert evening.turns < TURNS
        if evening.state.phase == "place":
            evening.look(2)
            assert evening.page == "opening"
            evening.press(Button.SCORE)
            evening.do([Ready()])
            evening.look(1)
        else:
            evening.turn(evening.chance.choice([*["none"] * len(MISHAPS), *MISHAPS]))
        assert session.live.history.state == evening.state, session.screen
        assert evening.page in ("play", "opening", "result")
    assert evening.page == ("result" if evening.state.phase == "over" else "opening")
    assert evening.presses < MOST_PRESSES * evening.turns
    assert evening.questions["pushed"] + evening.questions["cat"] <= evening.turns // 10
