"""A session in which a game of Siberia is played, without any camera, for the examples."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Final

import cv2
import numpy as np

from companion.session.look import Look
from companion.session.session import Session
from companion.ui.style import region
from engine.board import Board
from engine.games import parse_board
from engine.layout import View, corners_mm
from engine.siberia import SIBERIA
from engine.siberia.board import as_siberia
from engine.siberia.events import Event, Mine, Pass, Refill
from engine.siberia.scoring import stack
from engine.siberia.state import State
from seeds.boards import builtin_board_text
from tests.companion.tracking.area_table import reading
from tests.engine.siberia.playing import dealt
from tests.examples.game_session import begun, session_of
from tests.examples.sitting import Sitting
from vision.reading import Image

BOARD_NAME: Final = "taiga"
SEED: Final = 4


@cache
def played(players: Sequence[str], markers: str) -> tuple[tuple[Event, ...], tuple[State, ...]]:
    """Play a whole game by chance, but that whoever can sell does, and few pass at once."""
    chance = random.Random(SEED)  # noqa: S311 - the same pictures each time
    board = parse_board(builtin_board_text(BOARD_NAME), "taiga.toml")
    states = [SIBERIA.new_game(board, players, {})]
    events: list[Event] = []
    while states[-1].phase != "over":
        events.append(_next(states[-1], chance, markers))
        states.append(SIBERIA.apply(states[-1], events[-1]).state)
    return tuple(events), tuple(states)


def _next(state: State, chance: random.Random, markers: str) -> Event:
    if state.phase == "setup":
        return dealt(state, chance, markers)
    if state.phase == "refill":
        return Refill(chance.choice(stack(state)))
    legal = SIBERIA.legal_events(state)
    mines = [one for one in legal if isinstance(one, Mine)]
    if mines and chance.random() < 0.5:
        return chance.choice(mines)
    others = [one for one in legal if not isinstance(one, Pass)]
    passing = not others or (state.phase == "action" and sum(state.acted) > 6)
    if passing and chance.random() < 0.6:
        return next((one for one in legal if isinstance(one, Pass)), legal[0])
    verbs = [*dict.fromkeys(one.verb for one in others or legal)]
    verb = chance.choice(verbs)
    return chance.choice([one for one in others or legal if one.verb == verb])


def siberia_session(
    sitting: Sitting, events: int, markers: str = "untold", *, stored: bool = False
) -> Session:
    """Open a session at *Play* after so many events of the game; people are the sitting's.

    Unless they are ``stored`` the journal knows nothing of these events, which takes less time.
    """
    board = parse_board(builtin_board_text(BOARD_NAME), "taiga.toml")
    session = session_of(sitting, board, BOARD_NAME)
    session.go("start")
    number, store = begun(session, sitting, sitting.colours[0]), session.store
    past = played(sitting.colours, markers)[0][:events]
    for count, event in enumerate(past if stored else (), 1):
        store.append(number, count, SIBERIA.format_event(event), "camera", ())
    live = session.take_up(store.journal.game(number))
    for event in () if stored else past:
        live.history.append(event)
    session.go("play")
    return session


def when(sitting: Sitting, phase: str, skip: int = 0, markers: str = "untold") -> int:
    """Find an event after which the game was in that phase, the first but ``skip`` of them."""
    states = played(sitting.colours, markers)[1]
    return [number for number, one in enumerate(states) if one.phase == phase][skip]


def look_at(session: Session, number: int) -> Look:
    """Show the table as it lay after event ``number``, in a picture of the bare board."""
    live = session.live
    view = live.history.game.expected(live.history.at(number))
    return look_of(live.board, view, f"{number}")


def look_of(board: Board, view: View, name: str) -> Look:
    """Show a table on which no doubt is left."""
    width, height = board.size_mm
    outline = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    return Look(reading(view, board), name, _picture(board), _places(board), outline)


@cache
def _places(board: Board) -> Sequence[Sequence[float]]:
    areas = (place for group in board.areas for place in group.places)
    return [np.mean(corners_mm(place), axis=0).tolist() for place in areas]


@cache
def _picture(board: Board) -> Image:
    """Draw a board, a pixel a mm."""
    width, height = board.size_mm
    picture = np.full((round(height), round(width), 3), 190, np.uint8)
    for i, one in enumerate(as_siberia(board).regions):
        red, green, blue = region(i)
        corners = np.array(one.outline_mm).round().astype(np.int32)
        cv2.fillPoly(picture, [corners], (blue, green, red))
    return picture
