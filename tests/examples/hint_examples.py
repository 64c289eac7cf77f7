"""What learners are shown: ways, where they lead, what they would change, and what a phase is."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from companion.games.sumeria.guided import goal
from companion.games.sumeria.screens import kind_signs
from companion.guided import YOU
from companion.pages.phases import show_game
from companion.session.session import Session
from companion.ui.screen import Screen
from engine.record import Undo
from engine.sumeria import SUMERIA
from hardware.panel import Button
from tests.examples.game_session import game_session
from tests.examples.past_table import past_session
from tests.examples.siberia_table import siberia_session, when
from tests.examples.sitting import Sitting

Deed = Callable[[Session], None]


def learning(session: Session, *buttons: Button) -> Screen:
    """Press OK for hints, then others."""
    session.change(replace(session.settings, hints=True))
    session.game.explained.add(session.game.state["phase"])  # type: ignore[union-attr]
    for button in (Button.OK, *buttons):
        session.page.press(button)
    return session.screen


def hinted(*buttons: Button) -> Callable[[Sitting], Screen]:
    """Show the hints of a turn of Sumeria, some presses on."""
    return lambda sitting: learning(past_session(sitting), *buttons)


def hinted_siberia(*buttons: Button) -> Callable[[Sitting], Screen]:
    """Show the hints of a turn of Siberia, some presses on."""

    def example(sitting: Sitting) -> Screen:
        return learning(siberia_session(sitting, when(sitting, "action", 12)), *buttons)

    return example


def lesson(phase: str) -> Callable[[Sitting], Screen]:
    """Show what is said the first time that a phase comes."""

    def example(sitting: Sitting) -> Screen:
        session, number = game_session(sitting)
        session.change(replace(session.settings, hints=True))
        store = session.store
        for count, event in enumerate(sitting.history.events[: sitting.when(phase)], 1):
            assert not isinstance(event, Undo)
            store.append(number, count, SUMERIA.format_event(event), "camera", ())
        session.look = past_session(sitting).look
        session.take_up(store.journal.game(number))
        show_game(session)
        session.pass_time(0.0)
        assert session.page.name == "lesson"
        return session.screen

    return example


def guided_goal(sitting: Sitting) -> Screen:
    """Show how one wins, as a guided game begins."""
    session, number = game_session(sitting)
    live = session.take_up(session.store.journal.game(number))
    show_game(session)
    learner, names = live.players[0], live.names
    title = session.words.say(YOU, player=names.player(learner))
    text = goal(names)
    session.go("lesson", text=text, title=title, player=learner, signs=kind_signs(names))
    return session.screen


EXAMPLES: Final[Mapping[str, Callable[[Sitting], Screen]]] = {
    "guided-goal": guided_goal,
    "hints": hinted(),
    "hints-ways": hinted(Button.OK),
    "hints-way": hinted(Button.OK, Button.OK),
    "hints-why": hinted(Button.OK, Button.OK, *[Button.WHY] * 3),
    "hints-siberia": hinted_siberia(),
    "hints-way-siberia": hinted_siberia(Button.OK),
    "hints-salesman-siberia": hinted_siberia(*[Button.WHY] * 4, Button.OK, Button.WHY, Button.OK),
    "hints-pass-siberia": hinted_siberia(Button.WHY, Button.OK),
    **{f"lesson-{one}": lesson(one) for one in ("placement", "action", "score", "claim")},
}
