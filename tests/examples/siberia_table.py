"""A session in which a game of Siberia is played, without any camera, for the examples."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final

from companion.games.pages import find_page
from companion.journal import Journal
from companion.journal.store import Store
from companion.session.live_game import LiveGame
from companion.session.session import Session, TaughtTable
from companion.settings import Settings
from companion.words.names import names_of
from engine.games import parse_board
from engine.record import Header
from engine.siberia import SIBERIA, Event, Mine, Pass, Refill, State
from engine.siberia.scoring import stack
from seeds.boards import builtin_board_text
from tests.engine.siberia.playing import dealt
from tests.examples.sitting import Sitting

BOARD_NAME: Final = "taiga"
EVENING: Final = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
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


def siberia_session(sitting: Sitting, events: int, markers: str = "untold") -> Session:
    """Open a session at *Play* after so many events of the game; people are the sitting's."""
    store = Store(Journal.in_memory(Path("none"), with_games=False), lambda: EVENING)
    text = builtin_board_text(BOARD_NAME)
    board = parse_board(text, "taiga.toml")
    table = TaughtTable(board, BOARD_NAME, text, sitting.colours)
    session = Session(table, Settings(language=sitting.words.code), store, find_page)
    session.go("start")
    called = {one: sitting.names.player(one) for one in sitting.colours}
    given = {one: name for one, name in called.items() if name != sitting.names.colour(one)}
    header = Header("siberia", BOARD_NAME, sitting.colours, {})
    number = store.begin(header, text, given, sitting.colours[0])
    for count, event in enumerate(played(sitting.colours, markers)[0][:events], 1):
        store.append(number, count, SIBERIA.format_event(event), "camera", ())
    stored = store.journal.game(number)
    session.game = LiveGame(store, stored, board, names_of(sitting.words, board, given))
    session.go("play")
    return session


def when(sitting: Sitting, phase: str, skip: int = 0, markers: str = "untold") -> int:
    """Find an event after which the game was in that phase, the first but ``skip`` of them."""
    states = played(sitting.colours, markers)[1]
    return [number for number, one in enumerate(states) if one.phase == phase][skip]
