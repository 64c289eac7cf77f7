"""Going on with a game: after a power cut, or one that was left another day."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from companion.names import Names
from companion.table.dynasty_page import DynastyPage
from companion.table.final_page import FinalPage
from companion.table.game import LiveGame
from companion.table.going_on_page import GoingOnPage
from companion.table.play_page import PlayPage
from companion.table.setup_page import SetupPage
from engine.board import parse_board
from engine.errors import InputError

if TYPE_CHECKING:
    from companion.journal import StoredGame
    from companion.table.session import Session

RECENT: Final = timedelta(hours=12)
"""How old a game may be to be one of the same evening."""


def resume(session: "Session", stored: "StoredGame", *, compare: bool = True) -> None:
    """Take up a stored game, and show it as it stands; the board is compared with it.

    Without ``compare`` play goes on at once: what differs is explained or asked about as ever.
    Raises InputError, the session as it was, where the game cannot be read or was played on
    another board than the camera looks at.
    """
    board = session.table.board
    if parse_board(stored.board_text, f"game {stored.id}") != board:
        raise InputError(f"game {stored.id}", "", "it was played on another board")
    names = Names(session.words, board, stored.about.names)
    session.game = LiveGame(session.store, stored, board, names)
    show_game(session)
    phase = session.game.state["phase"]
    if phase == "over":  # cut off before that was written
        session.store.finish(session.game.id)
    elif compare and phase != "setup":
        session.open(GoingOnPage(session, session.game))


def show_game(session: "Session") -> None:
    """Show the game that is being played and nothing else, on the page of its phase."""
    for below, page in zip(session.pages, session.pages[1:], strict=False):
        if isinstance(below, PlayPage):
            session.close(page)
            break
    open_phase(session)


def open_phase(session: "Session") -> None:
    """Open the page of what the game is at; while turns are played that is *Play* alone."""
    live = session.game
    if live is None:
        return
    phase = live.state["phase"]
    if phase == "setup":
        session.open(SetupPage(session))
        return
    if not any(isinstance(page, PlayPage) for page in session.pages):
        session.open(PlayPage(session))
    match phase:
        case "claim" | "draw":
            session.open(DynastyPage(session, live))
        case "over":
            session.open(FinalPage(session, live))


def recent_game(session: "Session", now: datetime) -> "StoredGame | None":
    """Give the unfinished game that was last played within the last hours, if there is one."""
    store = session.store
    try:
        played = [(store.last_played(game), game) for game in store.journal.unfinished()]
    except InputError:
        return None
    latest = max(played, key=lambda one: one[0], default=None)
    return latest[1] if latest is not None and now - latest[0] <= RECENT else None


def resume_at_once(session: "Session", now: datetime) -> None:
    """Bring back the very screen of a game that was cut off this evening, and play goes on.

    One of an earlier day, or one that cannot be read, is left to *Start*. To be called once that
    page lies open.
    """
    stored = recent_game(session, now)
    if stored is not None:
        with suppress(InputError):
            resume(session, stored, compare=False)
