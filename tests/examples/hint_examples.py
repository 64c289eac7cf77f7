"""What learners are shown: ways, where they lead, what they would change, and what a phase is."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from companion.session.session import Session
from companion.ui.screen import Screen
from hardware.panel import Button
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
        session = past_session(sitting)
        names = session.live.names
        state = {**session.live.state, "phase": phase}
        session.go("lesson", text=names.lesson(phase), title=names.waits_for(state))
        return session.screen

    return example


EXAMPLES: Final[Mapping[str, Callable[[Sitting], Screen]]] = {
    "hints": hinted(),
    "hints-ways": hinted(Button.OK),
    "hints-way": hinted(Button.OK, Button.OK),
    "hints-why": hinted(Button.OK, Button.OK, *[Button.WHY] * 3),
    "hints-siberia": hinted_siberia(),
    "hints-way-siberia": hinted_siberia(Button.OK),
    "hints-pass-siberia": hinted_siberia(Button.WHY, Button.OK),
    **{f"lesson-{one}": lesson(one) for one in ("placement", "action", "score", "claim")},
}
