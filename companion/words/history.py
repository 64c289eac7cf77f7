"""The history of a game as sentences: its events, those that no longer count, and the notes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from companion.language import Saying, said
from companion.words.events import event_sentence
from companion.words.names import Names
from companion.words.play import CORRECTED
from engine.history import History
from engine.record import Undo
from engine.sumeria import Correct

NOTES: Final[Mapping[str, Saying]] = {
    "unexplained": said("The table was asked what had happened."),
    "ranking": said("The ranking row on the table was not as the rules say."),
    "choice-unseen": said("Nobody saw which tiles were taken in {city_state}."),
    "tiles-untaught": said("The influence tiles were not taught, so they are not read."),
}
MOST_CHANGES: Final = 4
"""So many changes of a correction are told one by one where there is little room."""
BACK_TO: Final = said("The game goes back to where it stood after event {number}.")
BACK_TO_START: Final = said("The game goes back to before its setup.")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a history: an event with its number, or a note, which has none.

    ``counts`` is false for an event that was taken back.
    """

    text: str
    number: int | None = None
    counts: bool = True


def history_entries(
    lines: Iterable[Mapping[str, object]], history: History[Any, Any, Any], names: Names
) -> list[Entry]:
    """Tell what happened, the newest first; ``lines`` are the record's after its header."""
    counting = set(history.in_effect(history.event))
    entries: list[Entry] = []
    number = 0
    for line in lines:
        if "note" in line:
            told = NOTES.get(str(line["note"]))
            where = names.city_state(str(line.get("city_state", "")))
            if told is not None:
                entries.append(Entry(names.language.tell(told, {"city_state": where})))
            continue
        number += 1
        event = history.events[number - 1]
        counts = isinstance(event, Undo) or number in counting
        entries.append(Entry(happened(event, names), number, counts))
    return entries[::-1]


def happened(event: Any, names: Names) -> str:  # noqa: ANN401 - of any game, or an undo
    """Tell one event: an undo by the number of the event that it goes back to, no long list."""
    if isinstance(event, Correct) and len(event.board) > MOST_CHANGES:
        return names.language.tell(CORRECTED, {})
    if not isinstance(event, Undo):
        return event_sentence(event, names)
    if event.to == 1:
        return names.language.tell(BACK_TO_START, {})
    return names.language.tell(BACK_TO, {"number": str(event.to - 1)})


def time_of(lines: Sequence[Mapping[str, object]], number: int) -> str:
    """Tell the time of an event as the clock on the wall showed it, empty where none is kept."""
    events = [line for line in lines if "type" in line]
    raw = events[number - 1].get("time") if 0 < number <= len(events) else None
    return f"{datetime.fromisoformat(str(raw)).astimezone():%H:%M}" if raw else ""
