"""Which page belongs to each phase of a game: on going on with one, after SCORE, between rounds."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from companion.games import has_part, part_of
from companion.journal import GameId, StoredGame
from companion.language import said
from companion.pages.stored_game import Recorded
from companion.session.live_game import LiveGame
from companion.session.new_game import enough
from companion.session.session import Session
from companion.session.wishes import Other, Wish
from engine.errors import InputError
from engine.game import Waits
from engine.games import game_named, parse_board
from hardware.panel import Signal

PAUSE: Final = said("Pause the game")
BETWEEN_TURNS: Final = {
    Waits.OPENING: "opening",
    Waits.CHOOSING: "settling",
    Waits.DEALING: "settling",
    Waits.OVER: "result",
}
"""The pages of what goes on while no turns are played; a game brings its own under these names."""


def resume(session: Session, stored: StoredGame, *, compare: bool = True) -> None:
    """Take up a stored game, and show it as it stands; the board is compared with it.

    Without ``compare`` play goes on at once: what differs is explained or asked about as ever.
    Raises InputError, the session as it was, where the game cannot be read or was played on
    another board than the camera looks at.
    """
    board = session.table.board
    if parse_board(stored.board_text, f"game {stored.id}") != board:
        raise InputError(f"game {stored.id}", "", "it was played on another board")
    live = session.take_up(stored)
    show_game(session)
    waits = live.phase.waits
    if waits is Waits.OVER:  # cut off before that was written
        session.store.finish(live.id)
        return
    session.store.reopen(live.id)
    if compare and waits is not Waits.SETUP:
        session.go("going-on")


def end_early(session: Session) -> None:
    """End the game being played where it stands, and show that; it can still be taken up again."""
    store, live = session.store, session.live
    store.finish(live.id)
    session.game = None
    session.go_home()
    with suppress(InputError):  # a journal that cannot be read says so itself
        stored = store.journal.game(store.number(live.id))
        session.go("standing", game=Recorded(stored, live.board, live.history))


def continue_game(session: Session, stored: StoredGame) -> None:
    """Take up a stored game; one of another kind once the table is laid for it.

    Raises InputError as ``resume`` does.
    """
    game = stored.header.game
    if game != session.table.board.game and game in session.games:
        session.other = Other(game, stored.id)
        session.wishes.append(Wish.OTHER_GAME)
        return
    resume(session, stored)


def begin_new_game(session: Session) -> None:
    """Open the page on which a new game is agreed on, unless there are too few colours for one."""
    game, words = session.table.board.game, session.words
    if enough(session.table.colours, game):
        session.go("new-game")
        return
    least = str(game_named(game).player_counts[0])
    text = words.say(
        "The camera knows too few colours of pieces: a game needs {number}.", number=least
    )
    session.go("message", text=text, title=words.say("New game"))


def guided_games(session: Session) -> Sequence[str]:
    """List the games that offer a guided game here; only a virtual table has any."""
    games = dict.fromkeys((session.table.board.game, *session.games))
    return [game for game in games if session.hands is not None and has_part(game, "guided")]


def begin_guided(session: Session) -> None:
    """Begin the guided game of the table; only where ``guided_games`` lists it."""
    part_of(session.table.board.game, "guided").begin(session, session.hands)


def lay_game(session: Session, game: str, *, guided: bool = False) -> None:
    """Begin a new game of that name; for another than the table's its own table is laid."""
    if game != session.table.board.game:
        session.other = Other(game, guided=guided)
        session.wishes.append(Wish.OTHER_GAME)
    elif guided:
        begin_guided(session)
    else:
        begin_new_game(session)


def show_game(session: Session) -> None:
    """Show the game that is being played and nothing else, on the page of its phase."""
    if session.named("play") is not None:
        session.return_to("play")
    open_phase(session)


def page_between(session: Session, live: LiveGame) -> str | None:
    """Name the page of what the game waits for besides turns, where there is one."""
    name = BETWEEN_TURNS.get(live.phase.waits)
    return name if name is not None and session.has_page(name) else None


def open_phase(session: Session) -> None:
    """Open the page of what the game is at; while turns are played that is *Play* alone."""
    if session.game is None:
        return
    if session.game.phase.waits is Waits.SETUP:
        session.go("setup")
        teach_phase(session, session.game)
        return
    if session.named("play") is None:
        session.go("play")
    if name := page_between(session, session.game):
        session.go(name)


def resume_at_once(session: Session, number: GameId | None) -> None:
    """Bring back the very screen of a game that was being played, and play goes on.

    Without one, or where it cannot be read, *Start* is left as it is. To be called once that page
    lies open.
    """
    if number is not None:
        with suppress(InputError):
            resume(session, session.store.journal.game(number), compare=False)


def score(session: Session, live: LiveGame) -> None:
    """End the round where all turns have been played, and show what comes of it.

    Where it is too early, tell what is still to be played; where the row of tiles lies other than
    the game has it, have it put right first.
    """
    event = live.phase.button
    if event is None:
        session.go(page_between(session, live) or "early")
        return
    if live.row_amiss(session.look) is not None:
        session.go("row-amiss")
        return
    end_round(session, live)


def end_round(session: Session, live: LiveGame) -> None:
    """Write that a round has ended, whose turns have all been played, and show what comes of it."""
    event = live.phase.button
    if event is None:
        return
    live.write(event, look=session.look)
    session.signal(Signal.DONE)
    session.go("settling", from_start=True)


def teach_phase(session: Session, live: LiveGame) -> None:
    """Explain a phase the first time it comes, where hints are wanted."""
    phase = live.state["phase"]
    _teach(session, live, phase, live.names.lesson(phase, virtual=session.hands is not None))


def teach_action(session: Session, live: LiveGame) -> None:
    """Explain the last event the first time that the like happens, where hints are wanted.

    One that begins a phase of that name is explained with it.
    """
    last = live.history.events[-1] if live.history.event else None
    verb = getattr(last, "verb", None)
    if verb is not None and verb != live.state["phase"]:
        text = live.names.about(last, virtual=session.hands is not None)
        _teach(session, live, f"about {verb}", text)


def _teach(session: Session, live: LiveGame, what: str, text: str) -> None:
    if session.settings.hints and what not in live.explained:
        live.explained.add(what)
        if text:
            session.go("lesson", text=text)
            session.speak(text)
