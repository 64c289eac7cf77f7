"""A session in which something is wrong on the table, for the examples of the pages about that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import numpy as np

from companion.games.sumeria.tile_faces import table_faces
from companion.games.sumeria.virtual_table import virtual_table
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.session.session import Session
from companion.tracking.notes import Line, taken_back
from engine.board import LOCATIONS
from engine.games import parse_board
from engine.sumeria import SUMERIA
from engine.sumeria.board_file import INFLUENCE_KINDS
from engine.sumeria.events import Add, Draw, Move
from engine.sumeria.state import State
from hardware.virtual.camera_pose import overhead
from hardware.virtual.renderer import Renderer
from hardware.virtual.scene import Piece, Scene
from hardware.virtual.seats import laid_out_mm
from hardware.virtual.table import VirtualTable
from seeds.boards import builtin_board_text
from tests.examples.game_session import game_session
from tests.examples.sitting import Sitting
from tests.hard_tables.perfect_eye import PerfectEye

SEED: Final = 3
PLAYED: Final = 40
"""Events until something goes wrong."""


@dataclass(frozen=True)
class _Moment:
    """A moment of a game: its events so far, and the table as the camera sees it.

    Somebody has moved a merchant since, and tiles may have been ``dealt``.
    """

    events: Sequence[Any]
    look: Look
    move: Move
    dealt: tuple[str, ...] = ()


def wrong_session(sitting: Sitting) -> Session:
    """Open a session in which somebody has moved as nobody may."""
    moment = _moment(sitting.colours)
    session = _session(sitting, moment)
    live = session.live
    live.wrong = _note(live, {moment.move.origin: None, moment.move.to: moment.move.player})
    return session


def undone_session(sitting: Sitting) -> Session:
    """Open a session that has gone back to before a move, while the board still shows it."""
    session = wrong_session(sitting)
    live = session.live
    live.wrong = taken_back((live.wrong or {})["differences"])
    return session


def unsure_session(sitting: Sitting) -> Session:
    """Open a session in which one of two things has happened."""
    moment = _moment(sitting.colours)
    session = _session(sitting, moment)
    live = session.live
    state = live.history.state
    legal = SUMERIA.legal_events(state)
    moves = sorted((one for one in legal if isinstance(one, Move)), key=lambda one: one.to)
    added = next(one for one in legal if isinstance(one, Add))
    live.wrong = _note(live, {moves[-1].to: added.player})
    live.tracker.alternatives = ((moves[-1],), (added,), (added, *_next(state, added)))
    return session


def deal_session(sitting: Sitting) -> Session:
    """Open a session in which it was not seen which tiles were dealt, and the game went on."""
    moment = _moment_after_dealing(sitting.colours)
    session = _session(sitting, moment)
    live = session.live
    live.wrong = _note(live, {moment.move.origin: None, moment.move.to: moment.move.player})
    first, *others = moment.dealt
    another = next(kind for kind in INFLUENCE_KINDS if kind != first)
    deals = Draw(moment.dealt), Draw((another, *others))
    live.tracker.alternatives = tuple((deal,) for deal in deals)
    return session


def _next(state: State, first: Add) -> tuple[Any, ...]:
    """Let the next two players add a merchant."""
    events: list[Any] = []
    state = SUMERIA.apply(state, first).state
    for _ in range(2):
        legal = SUMERIA.legal_events(state)
        events.append(next((one for one in legal if isinstance(one, Add)), legal[0]))
        state = SUMERIA.apply(state, events[-1]).state
    return tuple(events)


def _note(live: LiveGame, seen: Mapping[str, str | None]) -> Line:
    standing = live.state["board"]
    differences = {at: [standing.get(at), looks] for at, looks in seen.items()}
    return {"note": "unexplained", "differences": differences, "nearest": None, "rule": None}


def _session(sitting: Sitting, moment: _Moment) -> Session:
    """Open a session that has come as far, in memory."""
    session, number = game_session(sitting)
    live = session.take_up(session.store.journal.game(number))
    for event in moment.events:
        live.history.append(event)
    session.look = moment.look
    return session


@cache
def _moment(players: tuple[str, ...]) -> _Moment:
    """Let a friendly game go on for a while, then somebody moves a merchant too far."""
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    table = virtual_table(board, players, players[0], SEED)
    table.advance()
    while len(table.record) < PLAYED or table.state.phase != "action" or not table.still:
        table.advance()
    move = _refused(table.state)
    lying = dict(table.scene.lying)
    del lying[LOCATIONS, move.origin]
    spot = board.locations[board.index[move.to]].at_mm
    lying[LOCATIONS, move.to] = (Piece(move.player, spot),)
    look = _look(table, replace(table.scene, lying=lying))
    return _Moment(table.record, look, move)


@cache
def _moment_after_dealing(players: tuple[str, ...]) -> _Moment:
    """Let a friendly game go on until tiles were dealt again and somebody has moved."""
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    table = virtual_table(board, players, players[0], SEED)
    table.advance()
    while not (table.still and [type(one) for one in table.record[-2:]] == [Draw, Move]):
        table.advance()
    *events, deal, move = table.record
    return _Moment(events, _look(table, table.scene), move, deal.influence)


def _look(table: VirtualTable, scene: Scene) -> Look:
    """Photograph a table on which things lie so."""
    board = table.board
    picture = _renderer().render(scene, table.tick)
    width, height = board.size_mm
    corners = [(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)]
    places = table.pose.project(np.array([(*one.at_mm, 0.0) for one in board.locations]))
    outline = table.pose.project(np.array(corners, float))
    return Look(PerfectEye(table).read(), "0", picture, places.tolist(), outline.tolist())


@cache
def _renderer() -> Renderer:
    """Paint the board, which takes longest, once for all numbers of players."""
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    return Renderer(board, overhead(laid_out_mm(board), SEED), SEED, faces=table_faces(board))


def _refused(state: State) -> Move:
    """Find the illegal move of whoever is to play that takes longest to be refused."""
    player = SUMERIA.to_json(state)["to_play"]
    board = SUMERIA.expected(state).singles("locations")
    names = [one.id for one in state.setting.board.locations]
    own = [name for name, there in zip(names, board, strict=True) if there == player]
    free = [name for name, there in zip(names, board, strict=True) if there is None]
    tried = (Move(str(player), origin, to) for origin in own for to in free)
    return max(tried, key=lambda one: (SUMERIA.check(state, one).broken == "S-19", one.origin))
