"""The game that the first page offers to go on with."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from companion.journal import StoredGame
from companion.language import Language
from companion.screens.marked_photo import MarkedPhoto
from companion.table.last_state import LastState, last_photograph, last_state
from companion.words.names import Names
from companion.words.standing import by_points, points_words, stand_sentence
from engine.errors import InputError

if TYPE_CHECKING:
    from companion.table.session import Session


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that goes on, and its last photograph if there is one."""

    last: LastState
    photo: MarkedPhoto | None

    def sentence(self, words: Language) -> str:
        """Say how it stands."""
        names = Names(words, self.last.board, self.last.stored.about.names)
        points = [points_words(one, names) for one in by_points(self.last.standing)]
        return f"{stand_sentence(self.last.state, names)} {', '.join(points)}."


def offer(session: "Session") -> Offer | None:
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


def is_played(session: "Session", stored: StoredGame) -> bool:
    """Tell whether a stored game is the one in the hands of the session."""
    game = session.game
    return game is not None and session.store.number(game.id) == stored.id


def unreadable(words: Language) -> str:
    """Say that a stored game cannot be taken up."""
    return words.say("This game cannot be read: its record is damaged. It can still be exported.")
