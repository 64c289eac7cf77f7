"""The journal: games on the disk, an event a row, appended and never changed.

``Journal`` is the whole of it for the rest of the program; ``errors`` lists what can go wrong.
"""

from companion.journal.journal import Journal
from companion.journal.rescue import Rescue
from companion.journal.stored import GameId, StoredGame

__all__ = ["GameId", "Journal", "Rescue", "StoredGame"]
