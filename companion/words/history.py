"""The history of a game as sentences: its events, those that no longer count, and the notes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from companion.language import Language, Saying, said
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
ORDER_UNSEEN: Final = said(
    "The camera did not see in which order events {first} to {last} happened."
)
AS_ALLOWED: Final = said("They are written in an order that the rules allow.")
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
    lines = tuple(lines)
    counting = set(history.in_effect(history.event))
    unseen = orders_unseen(lines)
    entries: list[Entry] = []
    number = 0
    for line in lines:
        if "note" in line:
            if line["note"] == "order-unseen" and number + 1 in unseen:
                entries.append(Entry(order_sentence(unseen[number + 1], names.language)))
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


def orders_unseen(lines: Iterable[Mapping[str, object]]) -> dict[int, range]:
    """Tell of which events nobody saw the order: by number, those that each was written among.

    ``lines`` are a record's after its header. Events that a power cut kept from being written
    are not counted.
    """
    found: dict[int, range] = {}
    number = first = left = 0
    frame: object = None
    for line in lines:
        if line.get("note") == "order-unseen":
            events = line.get("events")
            first, left = number + 1, events if isinstance(events, int) else 0
            frame = line.get("frame")
        if "note" in line:
            continue
        number += 1
        left = left - 1 if left > 0 and line.get("frame") == frame else -1
        if left >= 0:
            among = range(first, number + 1)
            found |= dict.fromkeys(among, among)
    return {number: among for number, among in found.items() if len(among) > 1}


def order_sentence(events: range, language: Language) -> str:
    """Say that the order of these events was not seen."""
    return language.tell(ORDER_UNSEEN, {"first": str(events[0]), "last": str(events[-1])})


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
