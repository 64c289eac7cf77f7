"""The journal: games on the disk, an event a row, appended and never changed.

``Journal`` is one file of games, ``errors`` lists what can go wrong with it, ``room`` does what a
full disk needs, and ``store`` keeps the games of an evening whatever goes wrong.
"""

from companion.journal.journal import Journal
from companion.journal.rescue import Rescue
from companion.journal.rows import GameId, StoredGame

__all__ = ["GameId", "Journal", "Rescue", "StoredGame"]
