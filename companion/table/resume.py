"""Going on with a game: after a power cut, or one that was left another day."""

from contextlib import suppress
from typing import TYPE_CHECKING

from companion.table.dynasty_page import DynastyPage
from companion.table.final_page import FinalPage
from companion.table.game import LiveGame
from companion.table.going_on_page import GoingOnPage
from companion.table.play_page import PlayPage
from companion.table.setup_page import SetupPage
from companion.words.names import Names
from engine.errors import InputError
from engine.games import parse_board

if TYPE_CHECKING:
    from companion.journal import GameId, StoredGame
    from companion.table.session import Session


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
    session.game = LiveGame(session.store, stored, board, names, pace=session.pace)
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


def resume_at_once(session: "Session", number: "GameId | None") -> None:
    """Bring back the very screen of a game that was being played, and play goes on.

    Without one, or where it cannot be read, *Start* is left as it is. To be called once that page
    lies open.
    """
    if number is not None:
        with suppress(InputError):
            resume(session, session.store.journal.game(number), compare=False)
