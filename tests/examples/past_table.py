"""A session in the middle of a game, its last event photographed, for the pages that look back."""

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from companion.archive.evidence_pictures import evidence_pictures, places_in_cropped
from companion.archive.game_zip import Evidence, Moment
from companion.games.sumeria.virtual_table import virtual_table
from companion.session.look import Look
from companion.session.session import Session
from engine.games import parse_board
from engine.record import Undo, format_undo
from engine.sumeria import SUMERIA
from engine.sumeria.events import Event, Score
from seeds.boards import builtin_board_text
from tests.examples.game_session import game_session
from tests.examples.sitting import Sitting
from tests.hard_tables.perfect_eye import PerfectEye

SEED: Final = 3
PLAYED: Final = 36
"""Events of the game."""


@dataclass(frozen=True)
class _Past:
    """The events of a game, and the table before and after the last of them."""

    events: tuple[Event, ...]
    before: Look
    after: Look


def past_session(sitting: Sitting, *, ordered: bool = True) -> Session:
    """Open a session at *Play*: an event was taken back, then another one was photographed.

    Unless they are ``ordered`` nobody saw in which order the last two happened.
    """
    past = _past(sitting.colours)
    session, number = game_session(sitting)
    store = session.store
    *most, last = past.events
    for count, event in enumerate(most, 1):
        store.append(number, count, SUMERIA.format_event(event), "camera", ())
    taken_back = format_undo(Undo(len(most)))
    store.append(number, len(most) + 1, taken_back, "screen", ())
    store.note(number, {"note": "ranking"})
    if not ordered:
        store.note(number, {"note": "order-unseen", "events": 2})
    again = SUMERIA.format_event(most[-1])
    store.append(number, len(most) + 2, again, "camera", ())
    evidence = [_seen("before", past.before), _seen("after", past.after)]
    store.append(number, len(most) + 3, SUMERIA.format_event(last), "camera", evidence)
    session.take_up(store.journal.game(number))
    session.look = past.after
    session.go("play")
    return session


def before_the_last(sitting: Sitting) -> Look:
    """Give the table as it lay before the last event."""
    return _past(sitting.colours).before


def scored(session: Session) -> int:
    """Find the event that ended a dynasty."""
    events = session.live.history.events
    return next(number for number, one in enumerate(events, 1) if isinstance(one, Score))


@cache
def _past(players: tuple[str, ...]) -> _Past:
    """Let a friendly game go on until somebody has acted after the first dynasty."""
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    table = virtual_table(board, players, players[0], SEED)
    table.advance()
    width, height = board.size_mm
    corners = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float)
    outline = table.pose.project(corners).tolist()
    places = table.pose.project(np.array([(*one.at_mm, 0.0) for one in board.locations])).tolist()

    def look() -> Look:
        return Look(PerfectEye(table).read(), "0", table.picture(), places, outline)

    def still(events: int) -> Look:
        while len(table.record) < events or table.state.phase != "action" or not table.still:
            table.advance()
        return look()

    before = still(PLAYED)
    count = len(table.record)
    after = still(count + 1)
    return _Past(tuple(table.record[: count + 1]), before, after)


def _seen(moment: Moment, look: Look) -> Evidence:
    assert look.picture is not None
    cropped, whole = evidence_pictures(look.picture, look.outline)
    places = places_in_cropped(look.picture, look.outline, look.places)
    return Evidence(moment, cropped, whole, {"places": places})
