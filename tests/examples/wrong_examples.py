"""What is shown while something is wrong, and while the table answers."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.session.session import Session
from companion.ui.screen import Screen
from hardware.panel import Button
from tests.examples.game_session import pressed
from tests.examples.sitting import Sitting
from tests.examples.wrong_table import deal_session, undone_session, unsure_session, wrong_session

OK, DOWN, SCORE, WHY = Button.OK, Button.WHY, Button.SCORE, Button.WHY


def illegal(sitting: Sitting) -> Screen:
    """Show a move that no rule allows."""
    return _after(wrong_session(sitting))


def put_back(sitting: Sitting) -> Screen:
    """Show where to put it back."""
    return _after(wrong_session(sitting), OK)


def undone(sitting: Sitting) -> Screen:
    """Show what is to be put right after going back."""
    return _after(undone_session(sitting))


def rule(sitting: Sitting) -> Screen:
    """Show why it is not allowed, and what would be."""
    return _after(wrong_session(sitting), WHY)


def question(sitting: Sitting) -> Screen:
    """Ask which of several things happened; the last of them is long."""
    return _after(unsure_session(sitting), DOWN, DOWN)


def dealing(sitting: Sitting) -> Screen:
    """Ask which tiles were dealt, after the game has gone on."""
    return _after(deal_session(sitting))


def in_full(sitting: Sitting) -> Screen:
    """Show all of a long answer."""
    return _after(unsure_session(sitting), DOWN, DOWN, OK)


def correction(sitting: Sitting) -> Screen:
    """Show what a correction would change."""
    return _after(wrong_session(sitting), SCORE, SCORE, OK)


def telling(sitting: Sitting) -> Screen:
    """Show the board on which it is told who stands where."""
    return _after(wrong_session(sitting), WHY, OK)


def who(sitting: Sitting) -> Screen:
    """Ask who stands on a location."""
    return _after(wrong_session(sitting), WHY, OK, OK)


def told(sitting: Sitting) -> Screen:
    """Show the board once something was told, at the next location."""
    return _after(wrong_session(sitting), WHY, OK, OK, OK)


def offered(sitting: Sitting) -> Screen:
    """Offer what may have led to the board that was told: in this case nothing legal."""
    return _after(wrong_session(sitting), WHY, *(OK,) * 6)


def _after(session: Session, *buttons: Button) -> Screen:
    """Open the pages as the program does, and press buttons."""
    session.go("play")
    session.go("wrong")
    return pressed(session, *buttons)


EXAMPLES: Final[Mapping[str, Callable[[Sitting], Screen]]] = {
    "wrong": illegal,
    "wrong-put-back": put_back,
    "wrong-undone": undone,
    "wrong-rule": rule,
    "wrong-question": question,
    "wrong-dealing": dealing,
    "wrong-in-full": in_full,
    "wrong-correction": correction,
    "wrong-telling": telling,
    "wrong-who": who,
    "wrong-told": told,
    "wrong-offered": offered,
}
