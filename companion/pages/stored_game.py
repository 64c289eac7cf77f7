"""A stored game: where it stands, its last photograph, a copy to keep, and which to go on with."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from companion.archive.evidence_pictures import picture_of
from companion.archive.exporting import export_game
from companion.archive.game_zip import Archive
from companion.journal import GameId, Journal, StoredGame
from companion.journal.errors import JournalError
from companion.language import Language
from companion.playback import replayed
from companion.session.money import hides_money
from companion.session.session import Page, Session, Task
from companion.settings import Settings
from companion.sharing.page import stored_record, write_page
from companion.ui.photos import MarkedPhoto
from companion.words.names import Names, names_of
from engine.board import Board
from engine.errors import InputError
from engine.game import ScoreSheet, StateObject
from engine.games import parse_board
from engine.history import AnyHistory
from engine.record import Record

BACK: Final = 12
"""How many events back a photograph is looked for: not each has one."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game of the journal as it was played; ``photo`` is its last photograph, if looked for."""

    stored: StoredGame
    board: Board
    history: AnyHistory
    photo: MarkedPhoto | None = None

    @property
    def state(self) -> StateObject:
        return self.history.game.to_json(self.history.state)

    @property
    def scores(self) -> ScoreSheet:
        return self.history.game.scores(self.history.state)

    @property
    def has_ended(self) -> bool:
        """Whether it is over, or its players have ended it before."""
        return self.stored.about.finished is not None

    @property
    def ended_early(self) -> bool:
        """Whether its players ended it where it stands, so that nobody has won."""
        return self.has_ended and not self.scores.winners

    def names(self, words: Language) -> Names:
        return names_of(words, self.board, self.stored.about.names)

    def hides_money(self, settings: Settings, names: Names) -> bool:
        """Tell whether nobody is to see yet how much players have: not once it has ended."""
        return hides_money(settings, names, self.history, has_ended=self.has_ended)

    def sentence(self, session: Session) -> str:
        """Tell how it stands, with everybody's points where all may see them."""
        names = self.names(session.words)
        if self.hides_money(session.settings, names):
            return names.stand(self.state)
        points = [names.points(names.player(one.player), one.total) for one in self.scores.ranked()]
        return f"{names.stand(self.state)} {', '.join(points)}."


def recorded(journal: Journal, stored: StoredGame) -> Recorded:
    """Play a stored game through the rules; raises InputError where that cannot be."""
    return Recorded(stored, *journal.replayed(stored))


def played_through(stored: StoredGame, lines: Sequence[bytes]) -> Recorded | None:
    """Play the lines of a game through the rules; None where it cannot be read any more.

    It touches no journal, so that it can be done in any thread.
    """
    file = f"game {stored.id}"
    with suppress(InputError):
        board = parse_board(stored.board_text, file)
        return Recorded(stored, board, replayed(Record(tuple(lines), file), board))
    return None


def _last_photograph(journal: Journal, stored: StoredGame) -> MarkedPhoto | None:
    for number in range(stored.events, max(0, stored.events - BACK), -1):
        for seen in reversed(journal.evidence(stored.id, number)):
            if (picture := picture_of(seen.cropped)) is not None:
                return MarkedPhoto(f"{stored.id}-{number}-{seen.moment}", picture)
    return None


def latest_unfinished(session: Session) -> Recorded | None:
    """Find the latest game that is not over; nothing where the journal cannot be read."""
    journal = session.store.journal
    with suppress(InputError):
        for stored in journal.unfinished()[:1]:
            photo = _last_photograph(journal, stored)
            return replace(recorded(journal, stored), photo=photo)
    return None


def has_games(session: Session) -> bool:
    """Tell whether any game has been kept; none where the journal cannot be read."""
    with suppress(InputError):
        return bool(session.store.journal.games())
    return False


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
        page.failed(page.say("It can’t be saved."), error)
        return
    save_page_beside(page, number, copy)
    text = page.say("A copy of the game is here:")
    page.session.go("message", text=text, title=page.say("Exported"), path=str(copy))


def save_page_beside(page: Page, number: GameId, copy: Path) -> None:
    """Have a page of the game, with its photographs, written beside its copy, if that works."""
    session = page.session
    try:
        record = stored_record(session.store.journal, number)
        record = replace(record, tints=session.tints_of(record.board))
    except (InputError, JournalError):
        return
    words = session.words

    def write() -> None:
        with suppress(OSError, InputError), Archive(copy) as archive:
            write_page(record, copy.with_suffix(".html"), words, archive.evidence())

    session.tasks.append(Task(page, write, lambda _: None))
