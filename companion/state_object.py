"""The State object (formats, section 4): what everybody may know of a game at one moment."""

from typing import Any

StateObject = dict[str, Any]
"""A game's own keys; of all that have them ``phase``, ``to_play``, ``order`` and ``winners``."""
