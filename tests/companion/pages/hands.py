"""Ways to use a session: by the four buttons alone, or by touch alone."""

from collections.abc import Callable

import pygame

from companion.session.presses import Kind, Press
from companion.session.session import PAGE_DELAY, Session
from companion.ui.keyboard import KEY_TARGET, Keyboard
from companion.ui.menu import ROW_TARGET, Menu
from companion.ui.photos import BesidePhoto
from companion.ui.sheet import draw_screen
from hardware.panel import Button

Choose = Callable[[Session, str], None]
PATIENCE = 60


def press(session: Session, *buttons: Button) -> None:
    """Press buttons one after the other."""
    for button in buttons:
        session.pass_time(session.now + PAGE_DELAY)  # what came by itself takes nothing at once
        session.press(Press(button, Kind.PRESS, session.now))


def down(session: Session) -> Button:
    """Give the button that goes down the list on the screen."""
    labels = session.screen.labels
    return next(button for button in Button if labels.of(button) == "▼")


def menu(session: Session) -> Menu:
    """Give the list on the screen."""
    body = session.screen.body
    found = body.body if isinstance(body, BesidePhoto) else getattr(body, "menu", body)
    assert isinstance(found, Menu), found
    return found


def rows(session: Session) -> list[str]:
    """Give what the rows of the list on the screen say."""
    return [f"{row.text} {row.value}".strip() for row in menu(session).rows]


def choose_by_buttons(session: Session, text: str) -> None:
    """Go down to the row or the key with that text, and choose it."""
    for _ in range(PATIENCE):
        body = session.screen.body
        if isinstance(body, Keyboard):
            here = (*body.letters, *body.wide)[body.chosen]
        else:
            here = menu(session).rows[menu(session).chosen].text
        if here == text:
            press(session, Button.OK)
            return
        keyboard = isinstance(body, Keyboard)
        press(session, Button.WHY if keyboard else down(session))
    raise AssertionError(f"there is no {text!r} on {session.screen.body}")


def choose_by_touch(session: Session, text: str) -> None:
    """Touch the row or the key with that text where it is drawn, scrolling where it is not."""
    for _ in range(PATIENCE):
        pen = draw_screen(pygame.Surface((800, 480), depth=32), session.screen)
        body = session.screen.body
        if isinstance(body, Keyboard):
            texts, target = [*body.letters, *body.wide], KEY_TARGET
        else:
            texts, target = [row.text for row in menu(session).rows], ROW_TARGET
        wanted = target.format(texts.index(text))
        if wanted in pen.targets:
            touched = pen.touched(pen.targets[wanted].center)
            assert touched == wanted
            session.tap(touched)
            return
        session.tap(Button.WHY.value)
    raise AssertionError(f"{text!r} is never shown on {session.screen.body}")


def write(session: Session, choose: Choose, name: str) -> None:
    """Write a name on the keyboard of the screen."""
    for letter in name:
        choose(session, "Space" if letter == " " else letter)
    choose(session, "Done")
