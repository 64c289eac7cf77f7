"""A stored game: where it stands, its last photograph, a copy to keep, and which to go on with."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from companion.archive.evidence_pictures import picture_of
from companion.archive.exporting import export_game
from companion.archive.game_zip import Archive, Evidence
from companion.journal import GameId, Journal, StoredGame
from companion.journal.errors import JournalError
from companion.language import Language
from companion.session.session import Page, Session, Task
from companion.sharing.page import stored_record, write_page
from companion.ui.photos import MarkedPhoto
from companion.words.machine import failure_sentences
from companion.words.names import Names, names_of
from engine.board import Board
from engine.errors import InputError
from engine.game import ScoreSheet, StateObject
from engine.history import AnyHistory
from vision.reading import Image

BACK: Final = 12
"""How many events back a photograph is looked for: not each has one."""


@dataclass(frozen=True, slots=True)
class LastState:
    """A stored game and where it stands."""

    stored: StoredGame
    board: Board
    state: StateObject
    scores: ScoreSheet


def last_state(journal: Journal, stored: StoredGame) -> LastState:
    """Play a stored game through the rules; raises InputError where that cannot be."""
    board, history = journal.replayed(stored)
    state = history.game.to_json(history.state)
    return LastState(stored, board, state, history.game.scores(history.state))


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game as it was played, and what was photographed of each event by its number."""

    history: AnyHistory
    board: Board
    players: tuple[str, ...]
    names: Names
    evidence: Callable[[int], Sequence[Evidence]]


def being_played(session: Session) -> Recorded:
    """Give the game that is being played, as far as it has come."""
    live, evidence = session.live, partial(session.store.evidence, session.live.id)
    return Recorded(live.history, live.board, live.players, live.names, evidence)


def recorded(session: Session, stored: StoredGame) -> Recorded:
    """Read a game of the journal; raises InputError where that cannot be."""
    journal = session.store.journal
    board, history = journal.replayed(stored)
    names = names_of(session.words, board, stored.about.names)
    return Recorded(
        history, board, stored.header.players, names, partial(journal.evidence, stored.id)
    )


def last_photograph(
    evidence: Callable[[int], Sequence[Evidence]], event: int
) -> tuple[str, Image] | None:
    """Find the latest photograph up to an event; gives its name, and the picture (BGR, 8 bits)."""
    for number in range(event, max(0, event - BACK), -1):
        for seen in reversed(evidence(number)):
            if (picture := picture_of(seen.cropped)) is not None:
                return f"{number}-{seen.moment}", picture
    return None


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that goes on, and its last photograph if there is one."""

    last: LastState
    photo: MarkedPhoto | None

    def sentence(self, words: Language) -> str:
        names = names_of(words, self.last.board, self.last.stored.about.names)
        points = [
            names.points(names.player(one.player), one.total) for one in self.last.scores.ranked()
        ]
        return f"{names.stand(self.last.state)} {', '.join(points)}."


def offer(session: Session) -> Offer | None:
    """Find the latest game that is not over; nothing where the journal cannot be read."""
    journal = session.store.journal
    try:
        stored = next(iter(journal.unfinished()), None)
        if stored is None:
            return None
        found = last_photograph(partial(journal.evidence, stored.id), stored.events)
        photo = MarkedPhoto(f"{stored.id}-{found[0]}", found[1]) if found else None
        return Offer(last_state(journal, stored), photo)
    except InputError:
        return None


def is_played(session: Session, stored: StoredGame) -> bool:
    """Tell whether a stored game is the one in the hands of the session."""
    game = session.game
    return game is not None and session.store.number(game.id) == stored.id


def unreadable(words: Language) -> str:
    """Say that a stored game cannot be taken up."""
    return words.say("This game can’t be read: its file is damaged. It can still be exported.")


def export(page: Page, number: GameId) -> None:
    """Copy a game of the journal, and say where the copy lies; a page is written beside it."""
    journal = page.session.store.journal
    try:
        copy = export_game(journal, journal.game(number))
    except (OSError, JournalError) as error:
        failed = page.say("It can’t be saved.")
        page.message(failure_sentences(failed, error, page.session.words))
        return
    save_page_beside(page, number, copy)
    text = page.say("A copy of the game is here:")
    page.session.go("message", text=text, title=page.say("Exported"), path=str(copy))


def save_page_beside(page: Page, number: GameId, copy: Path) -> None:
    """Have a page of the game, with its photographs, written beside its copy, if that works."""
    session = page.session
    try:
        record = stored_record(session.store.journal, number)
    except (InputError, JournalError):
        return
    words = session.words

    def write() -> None:
        with suppress(OSError, InputError), Archive(copy) as archive:
            write_page(record, copy.with_suffix(".html"), words, archive.evidence())

    session.tasks.append(Task(page, write, lambda _: None))
