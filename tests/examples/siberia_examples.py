"""The pages of Siberia, of a whole game without a camera."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from companion.games.siberia.board_map import cube_signs
from companion.guided import YOU
from companion.pages.phases import end_early
from companion.session.helpers import Mark
from companion.session.look import Look
from companion.session.session import Session
from companion.ui.screen import Screen
from engine.game import AnyEvent
from engine.ruling import Fact
from engine.siberia import SIBERIA
from engine.siberia.board import as_siberia
from engine.siberia.events import Event, Manager, Mine, Pass, Salesman, Setup, Worker
from engine.siberia.state import State
from hardware.panel import Button, Light
from tests.companion.pages.tasks import run_tasks
from tests.examples.siberia_table import look_at, look_of, played, siberia_session, when
from tests.examples.sitting import Sitting

LOOKS: Final = 4
ACTED: Final = 6
"""Turns of a game after which it has been played for a while."""
READ: Final = 6
"""Seconds after which an event has been read, and the table is reminded."""
Deed = Callable[[Session], None]


def at(
    phase: str, *deeds: Deed, skip: int = 0, markers: str = "untold", stored: bool = False
) -> Callable[[Sitting], Screen]:
    """Show what is on the screen once something was done at *Play* in a phase."""

    def example(sitting: Sitting) -> Screen:
        number = when(sitting, phase, skip, markers)
        session = siberia_session(sitting, number, markers, stored=stored)
        return _done(session, *deeds)

    return example


def _done(session: Session, *deeds: Deed) -> Screen:
    for deed in deeds:
        deed(session)
    screen = session.screen
    session.store.close()
    return screen


def person(session: Session) -> None:
    """Show how the game that is over went for the first of its players with a name."""
    session.store.finish(session.live.id)
    session.go("person", person=session.people()[0])
    run_tasks(session)


def press(*buttons: Button) -> Deed:
    """Press buttons one after the other."""

    def deed(session: Session) -> None:
        for button in buttons:
            session.page.press(button)

    return deed


def go(name: str, **arguments: object) -> Deed:
    """Open a page."""
    return lambda session: session.go(name, **arguments)


def guided(session: Session) -> None:
    """Let a guide say the longest that it says."""
    facts: Mapping[str, Fact] = {
        "resource": "diamond",
        "exchange": "singapore",
        "number": 3,
        "money": 12000,
    }
    session.guide = Said(session.live.names.tell("guide", "mine", facts), ("chersky",))


@dataclass(frozen=True)
class Said:
    """A guide that says one thing."""

    text: str
    places: Sequence[str]
    marks: Sequence[Mark] = ()
    awaits: str | None = None
    proposed: AnyEvent | None = None

    def follow(self) -> bool:
        return True


def goal(session: Session) -> None:
    """Tell how one wins, as a guided game begins."""
    learner, names = session.live.players[0], session.live.names
    title = session.words.say(YOU, player=names.player(learner))
    text = names.tell("guide", "goal")
    session.go("lesson", text=text, title=title, player=learner, signs=cube_signs(names))


def lesson(session: Session) -> None:
    """Explain the phase, as is done the first time that it comes."""
    session.go("lesson", text=session.live.names.lesson(session.live.state["phase"]))


def later(session: Session) -> None:
    """Leave the question of what is wrong."""
    session.page.press(Button.BACK)
    assert session.look is not None
    session.page.on_look(session.look)


def past(*deeds: Deed) -> Deed:
    """Open the game among those that were played, once it is over."""

    def deed(session: Session) -> None:
        session.store.finish(session.live.id)
        session.game = None
        session.go_home()
        session.go("past-games")
        for one in (OK, *deeds):
            one(session)

    return deed


def hidden(session: Session) -> None:
    """Let the screen not show the money."""
    session.change(replace(session.settings, money=False))


def sold(sitting: Sitting) -> Screen:
    """Show a turn right after a sale, when most could be sold next."""
    events, states = played(sitting.colours, "untold")
    found = [
        number
        for number, event in enumerate(events, 1)
        if isinstance(event, Mine) and states[number].phase == "action"
    ]
    best = max(found, key=lambda number: _sellable(states[number]))
    screen = _done(siberia_session(sitting, best))
    return replace(screen, status=sitting.words.say("following"), light=Light.GREEN)


def _sellable(state: State) -> int:
    mined = sum((held & state.workers(state.turn)).bit_count() for held in state.cubes)
    return mined * sum(place >= state.setting.first_side for place in state.pawns[state.turn])


def markers(sitting: Sitting) -> Screen:
    """Enter a player's markers."""
    session = siberia_session(sitting, when(sitting, "place", 3, "told"), "told")
    return _done(session, go("markers", player=sitting.colours[0]), press(Button.WHY))


def setup(*deeds: Deed) -> Callable[[Sitting], Screen]:
    """Show the setup before anything is known, once something was done."""

    def example(sitting: Sitting) -> Screen:
        session = siberia_session(sitting, 0)
        session.return_to("start")
        return _done(session, go("setup"), *deeds)

    return example


def moved(session: Session) -> None:
    """Let the table look as it did before the last event."""
    session.look = look_at(session, session.live.history.event - 1)
    session.page.on_look(session.look)


def known(session: Session) -> None:
    """Say what lies in each region."""
    page = session.page
    pairs = [("gas", "coal"), ("oil", "gold"), ("coal", "diamond")]
    for number, region in enumerate(page.reading.regions):  # type: ignore[attr-defined]  # the setup
        page.reading.enter_cubes(region, pairs[number % 3])  # type: ignore[attr-defined]  # as above


def laid_out(session: Session) -> None:
    """Say all that is on the table before a game."""
    known(session)
    reading = session.page.reading  # type: ignore[attr-defined]  # the setup
    event = played(tuple(session.live.players), "untold")[0][0]
    assert isinstance(event, Setup)
    for number, side in enumerate(event.exchanges):
        reading.enter_side(number, side)
    for number, action in enumerate(event.open):
        reading.enter_open(number, action)
    session.pass_time(session.now)


def seen(session: Session) -> None:
    """Let the camera see the table, in a photograph that is nothing much."""
    session.take_look(look_at(session, session.live.history.event))


def wrong(session: Session) -> None:
    """Let a cube be gone where no action takes it."""
    seen(session)
    live = session.live
    region = next(at for at, held in live.state["cubes"].items() if len(held) > 1)
    held = [*live.state["cubes"][region], *live.state["pawns"].get(region, {})]
    differences = {region: [sorted(held), sorted(held)[1:]]}
    note = {"note": "unexplained", "differences": differences, "nearest": None, "rule": None}
    live.wrong = live.first_wrong = note
    assert session.look is not None
    session.page.on_look(session.look)


def replayed_sale(*deeds: Deed, before_the_end: int = 0) -> Callable[[Sitting], Screen]:
    """Play a game back at the last sale, of all events or of those some before the end."""

    def example(sitting: Sitting) -> Screen:
        events = played(sitting.colours, "untold")[0]
        events = events[: len(events) - before_the_end]
        number = max(n for n, event in enumerate(events, 1) if isinstance(event, Mine))
        return _done(siberia_session(sitting, len(events)), *deeds, go("replay", event=number))

    return example


def illegal(session: Session) -> None:
    """Let a cube be gone where nobody works."""
    live = session.live
    state = live.state
    at = next(
        at
        for at, held in state["cubes"].items()
        if held and state["to_play"] not in state["pawns"].get(at, {})
    )
    _ask(session, {at: [*state["cubes"][at][1:], *state["pawns"].get(at, {})]})


def straight(session: Session) -> None:
    """Let a pawn be put from the depot into a region other than where workers begin."""
    live = session.live
    state = live.state
    at = next(at for at, held in state["cubes"].items() if held and at not in state["pawns"])
    _ask(session, {at: [*state["cubes"][at], state["to_play"]]})


def out_of_turn(session: Session) -> None:
    """Let somebody send a salesman whose turn it is not; others may have passed unseen."""
    live = session.live
    first, second = live.state["order"][:2]
    number, side = 1, live.history.state.exchanges[0]
    sent = Salesman(second, "depot", live.history.state.setting.places[side])
    pawns = [*live.state["pawns"].get(sent.to, {}), second]
    _ask(session, {f"slot-{number}": pawns}, (Pass(first), sent), (Manager(first, None), sent))


def _ask(session: Session, seen: Mapping[str, list[str]], *events: tuple[Event, ...]) -> None:
    """Ask what happened where places look so; offer what may have."""
    session.take_look(look_at(session, session.live.history.event))
    live = session.live
    expected = live.history.game.expected(live.history.state)
    should = {
        place.id: [*lying]
        for group in live.board.areas
        for place, lying in zip(group.places, expected[group.id], strict=True)
    }
    differences = {at: [should[at], sorted(looks)] for at, looks in seen.items()}
    note = {"note": "unexplained", "differences": differences, "nearest": None, "rule": None}
    live.wrong = live.first_wrong = note
    live.tracker.alternatives = events
    session.go("wrong")


def ending(sitting: Sitting) -> Screen:
    """Show a turn of the last round."""
    states = played(sitting.colours, "untold")[1]
    last = next(n for n, one in enumerate(states) if one.ending and one.phase == "action")
    return _done(siberia_session(sitting, last))


def locked(sitting: Sitting) -> Screen:
    """Show what is to be done on the table after a region was locked."""
    events, states = played(sitting.colours, "untold")
    number = next(n for n in range(1, len(states)) if states[n].locked > states[n - 1].locked)
    session = siberia_session(sitting, number - 1)
    session.live.write(events[number - 1])
    for _ in range(READ):
        session.pass_time(session.now + 1)
    return _done(session)


def ended(session: Session) -> None:
    """Press the button for a turn that was seen."""
    seen(session)
    live = session.live
    first = live.state["to_play"]
    live.write(Worker(first, "depot"))
    seen(session)
    session.page.press(Button.SCORE)


def choice(*deeds: Deed) -> Callable[[Sitting], Screen]:
    """Ask at which of two exchanges somebody has sold; show what is on the screen after that."""

    def example(sitting: Sitting) -> Screen:
        session, seen = unseen_sale(sitting)
        for _ in range(LOOKS):
            session.take_look(seen)
        return _done(session, *deeds)

    return example


def unseen_sale(sitting: Sitting) -> tuple[Session, Look]:
    """Open a session before a sale that pays otherwise elsewhere; give the table after it."""
    number, after = _sale(sitting.colours)
    session = siberia_session(sitting, number)
    return session, look_of(session.live.board, SIBERIA.expected(after), "sold")


@cache
def _sale(players: Sequence[str]) -> tuple[int, State]:
    """Find the event before such a sale, and where it leads."""
    for number, state in enumerate(played(players, "untold")[1]):
        sales = [one for one in SIBERIA.legal_events(state) if isinstance(one, Mine)]
        for resource in {one.resource for one in sales}:
            after = [SIBERIA.apply(state, one).state for one in sales if one.resource == resource]
            if len({one.money for one in after}) > 1:
                return number, after[0]
    raise LookupError("no sale ever paid otherwise elsewhere")


@cache
def sale_to_choose(players: Sequence[str]) -> int:
    """Find the event after which most resources can be sold in a game whose markers are told."""
    states = played(players, "told")[1]

    def sold(number: int) -> int:
        legal = SIBERIA.legal_events(states[number])
        return len({one.resource for one in legal if isinstance(one, Mine)})

    return max(range(len(states)), key=sold)


def told(*deeds: Deed) -> Callable[[Sitting], Screen]:
    """Show a turn with several resources to sell in such a game, once something was done."""

    def example(sitting: Sitting) -> Screen:
        return _done(siberia_session(sitting, sale_to_choose(sitting.colours), "told"), *deeds)

    return example


def resources(session: Session) -> None:
    """Ask which resource is sold."""
    page = session.page
    page.choose([row.text for row in page.rows()].index(session.live.names.tell("verb", "mine")))  # type: ignore[attr-defined]  # a list


def photographed(session: Session) -> None:
    """Look back at an event that was photographed."""
    live = session.live
    number = live.history.event
    live.follow(look_at(session, number))
    event = next(one for one in SIBERIA.legal_events(live.history.state) if one.verb == "salesman")
    live.write(event, look=look_at(session, number))
    session.go("moment", event=number + 1)


def last_row(session: Session) -> None:
    """Choose the last row of a list."""
    page = session.page
    page.choose(len(page.rows()) - 1)  # type: ignore[attr-defined]  # a list


def lacking(session: Session) -> None:
    """Let somebody bring a worker without the markers for it."""
    live = session.live
    assert not any(isinstance(one, Worker) for one in SIBERIA.legal_events(live.history.state))
    at, player = as_siberia(live.board).start_region, live.state["to_play"]
    there = [one for one, number in live.state["pawns"].get(at, {}).items() for _ in range(number)]
    _ask(session, {at: [*there, player]})


OK = press(Button.OK)
DOWN = Button.SCORE
"""What goes down the answers of a page where WHY? tells more."""
EXAMPLES: Final[Mapping[str, Callable[[Sitting], Screen]]] = {
    "siberia-play": sold,
    "siberia-play-steps": at("logistics"),
    "siberia-play-hidden": at("action", hidden, skip=40),
    "siberia-play-told": told(),
    "siberia-resource": told(go("actions"), resources),
    "siberia-turn": at("action", go("turn"), skip=3),
    "siberia-turn-late": at("action", seen, go("turn"), moved, skip=3),
    "siberia-turn-told": at("action", go("turn"), markers="told"),
    "siberia-turn-acted": at("action", go("turn"), skip=ACTED, markers="told"),
    "siberia-amend-which": at("action", go("turn"), last_row, OK, skip=ACTED, markers="told"),
    "siberia-amend": at("action", go("amend", event=4), skip=ACTED, markers="told"),
    "siberia-lacking": at("action", lacking, skip=ACTED, markers="told"),
    "siberia-actions": at("action", go("actions"), skip=3),
    "siberia-guided": at("action", guided, skip=20),
    "siberia-play-map": at("place"),
    "siberia-round-first": at("place", go("opening")),
    "siberia-round": at("place", go("opening"), skip=3),
    "siberia-round-told": at("place", go("opening"), skip=9, markers="told"),
    "siberia-round-back": at("place", go("opening"), last_row, skip=9, markers="told"),
    "siberia-markers": markers,
    "siberia-discard": at("discard", go("settling"), markers="told"),
    "siberia-refill": at("refill", go("settling")),
    "siberia-money": at("action", go("early"), skip=20),
    "siberia-play-ending": ending,
    "siberia-play-locked": locked,
    "siberia-play-ended": at("action", ended),
    "siberia-wrong": at("action", wrong, skip=20),
    "siberia-misread": at("action", out_of_turn, press(Button.SCORE, Button.OK)),
    "siberia-wrong-later": at("action", wrong, later, skip=20),
    "siberia-tell": at("action", wrong, press(Button.WHY, Button.OK), skip=20),
    "siberia-illegal": at("action", illegal, skip=20),
    "siberia-illegal-rule": at("action", illegal, press(Button.WHY), skip=20),
    "siberia-straight": at("action", straight, skip=20),
    "siberia-straight-rule": at("action", straight, press(Button.WHY), skip=20),
    "siberia-out-of-turn": at("action", out_of_turn),
    "siberia-correction": at("action", wrong, press(DOWN, DOWN, Button.OK), skip=20),
    "siberia-choice": choice(),
    "siberia-choice-later": choice(later),
    "siberia-moment": at("action", photographed, skip=20, stored=True),
    "siberia-then": at("action", seen, go("then", event=15), skip=20),
    "siberia-replay": at("action", go("replay", event=25), skip=20),
    "siberia-replay-sale": replayed_sale(),
    "siberia-replay-hidden": replayed_sale(hidden, before_the_end=2),
    "siberia-guided-goal": at("action", goal),
    "siberia-lesson": at("research", lesson),
    "siberia-undo": at("action", go("undo", event=15), skip=20),
    "siberia-setup": setup(),
    "siberia-setup-cubes": setup(OK),
    "siberia-setup-known": setup(known),
    "siberia-setup-right": setup(laid_out),
    "siberia-setup-rest": setup(known, OK),
    "siberia-setup-exchange": setup(known, OK, OK),
    "siberia-final": at("over", go("result")),
    "siberia-final-count": at("over", go("result"), OK),
    "siberia-final-holdings": at("over", go("result"), OK, OK),
    "siberia-final-holdings-told": at("over", go("result"), OK, OK, markers="told"),
    "siberia-final-curve": at("over", go("result"), OK, OK, OK),
    "siberia-final-thinking": at("over", go("result"), OK, OK, OK, OK),
    "siberia-game": at("over", past(), stored=True),
    "siberia-game-score": at("over", past(press(Button.OK)), stored=True),
    "siberia-leave": at("action", press(Button.BACK), skip=20),
    "siberia-leave-early": at("action", press(Button.BACK, Button.SCORE, Button.OK), skip=20),
    "siberia-ended-early": at("action", end_early, skip=20, stored=True),
    "siberia-person": at("over", person, stored=True),
}
"""By the name of the page."""
