"""A table of Siberia before a camera that sees all, and how it is begun."""

from dataclasses import replace

import pytest

from companion.games.siberia.play_screen import SiberiaPlay
from companion.session.session import PAGE_DELAY, Session
from engine.games import parse_board
from engine.layout import View
from engine.siberia.events import Ready
from seeds.boards import builtin_board_text
from tests.companion.pages.hands import Choose, choose_by_buttons, choose_by_touch
from tests.examples.siberia_table import look_of, played
from tests.sampled import few

TEXT = builtin_board_text("taiga")
BOARD = parse_board(TEXT, "taiga.toml")
PLAYERS = ("red", "blue", "yellow")
LOOKS = 6
ASKED = 30
"""Looks until the table is asked, though nothing explains what is seen."""
WAYS = pytest.mark.parametrize("choose", few(1, [choose_by_buttons, choose_by_touch]))


def show(session: Session, view: View, looks: int = LOOKS) -> None:
    """Let the camera see a table for some looks."""
    look = look_of(BOARD, view, "")
    for number in range(looks):
        session.take_look(replace(look, name=f"{number}"))


def agree(session: Session, choose: Choose) -> None:
    """Agree on a new game that red starts."""
    choose(session, "New game")
    choose(session, "Who starts?")
    choose(session, "Red")


def wait(session: Session) -> None:
    """Let so much time pass that a page which came by itself is not deaf any more."""
    for _ in range(2):
        session.pass_time(session.now + PAGE_DELAY)


def begin_by_hand(session: Session) -> None:
    """Begin an untold game of which the setup is written at once, in its first turn."""
    agree(session, choose_by_buttons)
    session.live.write(played(PLAYERS, "untold")[0][0])
    session.live.write(Ready())
    session.close(session.page)
    session.return_to("play")


def on_screen(session: Session) -> SiberiaPlay:
    body = session.screen.body
    assert isinstance(body, SiberiaPlay)
    return body
