"""What is said while something is wrong: what is seen, and what may have happened, in words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.language import counted, said
from companion.words.events import event_sentence
from companion.words.names import Names, sentence
from engine.record import Undo

SHOWN: Final = 2
"""Events of one explanation that are told before the others are only counted."""
SEEN: Final = said("{player} is seen on {at}, where nobody should be.")
GONE: Final = said("Nobody is seen on {at}, where {other} should be.")
OTHER: Final = said("{player} is seen on {at}, where {other} should be.")
MORE_SEEN: Final = counted(
    "{number} more location looks different.",
    "{number} more locations look different.",
    "number",
)
BACK: Final = said("This was taken back: {event}")
INSTEAD: Final = said("{event} (And not: {old})")
MORE: Final = counted("And {number} more event.", "And {number} more events.", "number")
EMPTY: Final = said("{at} is empty.")
HOLDS: Final = said("{player} stands on {at}.")

Differences = Mapping[str, Sequence[str | None]]


def seen_sentences(differences: Differences, names: Names, most: int = SHOWN) -> list[str]:
    """Say who is seen where who should be: a sentence a location, the others counted.

    ``differences`` pair each location with who should be there and who is seen.
    """
    told = []
    for at, (expected, seen) in list(differences.items())[:most]:
        values = {
            "at": names.location(at),
            "player": names.player(seen),
            "other": names.player(expected),
        }
        saying = SEEN if expected is None else OTHER if seen else GONE
        told.append(sentence(names.language.tell(saying, values)))
    if left := len(list(differences)[most:]):
        told.append(names.language.tell(MORE_SEEN, {"number": str(left)}))
    return told


def happening_sentences(events: Sequence[Any], written: Sequence[Any], names: Names) -> list[str]:
    """Tell what may have happened: events in order, or another one than was written.

    ``written`` are all events of the game so far.
    """
    words = names.language
    first, *others = events
    if not isinstance(first, Undo):
        return [event_sentence(event, names) for event in events]
    old = event_sentence(written[first.to - 1], names)
    if not others:
        return [words.tell(BACK, {"event": old})]
    return [words.tell(INSTEAD, {"event": event_sentence(others[0], names), "old": old})]


def shortened(sentences: Sequence[str], names: Names) -> str:
    """Join sentences of which only the first are told, and the others counted."""
    told = [*sentences[:SHOWN]]
    if left := len(sentences[SHOWN:]):
        told.append(names.language.tell(MORE, {"number": str(left)}))
    return " ".join(told)


def change_sentences(changes: Mapping[str, str | None], names: Names) -> list[str]:
    """Say how locations come to stand by a correction, a sentence each."""
    told = []
    for at, player in changes.items():
        values = {"at": names.location(at), "player": names.player(player)}
        told.append(sentence(names.language.tell(HOLDS if player else EMPTY, values)))
    return told
