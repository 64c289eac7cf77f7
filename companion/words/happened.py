"""What has happened in a game, or may have: its history, and what is seen where all is not well."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from companion.language import Language, counted, said
from companion.tracking.notes import Differences, changed_places
from companion.words.names import Names, capitalised
from engine.game import AnyEvent, Waits
from engine.history import AnyHistory
from engine.record import Undo

MOST_CHANGES: Final = 4
"""So many changes of one event are told one by one in a list of events."""
SHOWN: Final = 2
"""Events of one explanation that are told before the others are only counted."""
TWO: Final = 2
UNEXPLAINED: Final = said("The players were asked what had happened.")
DIFFERED: Final = said("The board looked different: {places}.")
PUT_BACK: Final = said("It was put back, or the camera was mistaken.")
WHO_WHERE: Final = said("{player} on {at}")
OTHERS: Final = said("others")
ANSWERED: Final = said("The players said what had happened.")
ORDER_OF_TWO: Final = said("The camera did not see which came first, event {first} or {last}.")
ORDER_UNSEEN: Final = said(
    "The camera did not see in which order events {first} to {last} happened."
)
AS_ALLOWED: Final = said("They are recorded in an order that the rules allow.")
SEEN: Final = said("The camera sees {player} on {at}, which should be empty.")
GONE: Final = said("The camera sees nobody on {at}, where {other} should be.")
OTHER: Final = said("The camera sees {player} on {at}, where {other} should be.")
NOW_SEEN: Final = said("Now {player} is on {at}, which was empty then.")
NOW_GONE: Final = said("Now {at} is empty, where {other} was then.")
NOW_OTHER: Final = said("Now {player} is on {at}, where {other} was then.")
MORE_SEEN: Final = counted(
    "{number} more place looks different.", "{number} more places look different.", "number"
)
BACK: Final = said("Taken back: {event}")
INSTEAD: Final = said("{event} (Instead of: {old})")
MORE: Final = counted("And {number} more event.", "And {number} more events.", "number")

Line = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a history: an event with its number, or a note, which has none.

    ``counts`` is false for an event that was taken back.
    """

    text: str
    number: int | None = None
    counts: bool = True


def history_entries(lines: Iterable[Line], history: AnyHistory, names: Names) -> list[Entry]:
    """Tell what happened, the newest first; ``lines`` are the record's after its header."""
    lines = tuple(lines)
    counting = history.counting
    unseen = orders_to_tell(lines, history)
    entries: list[Entry] = []
    number = 0
    for line, following in zip(lines, (*lines[1:], {}), strict=True):
        if "note" in line:
            if line["note"] == "unexplained" and "differences" in line:
                sentence = _disagreement(line["differences"], following, number, history, names)
            else:
                sentence = _note(line, unseen.get(number + 1), names)
            if sentence:
                entry = Entry(sentence)
                entries += [entry] if entry not in entries[-1:] else []
            continue
        number += 1
        event = history.events[number - 1]
        counts = isinstance(event, Undo) or number in counting
        entries.append(Entry(happened(event, names), number, counts))
    return entries[::-1]


def _note(line: Line, unseen: range | None, names: Names) -> str:
    if line["note"] == "unexplained":
        return names.language.say(UNEXPLAINED)
    if line["note"] == "order-unseen":
        return order_sentence(unseen, names.language) if unseen else ""
    return names.note(line)


def _differed(differences: Differences, names: Names) -> str:
    """Say how the board differed from what it should have looked like."""
    say, shown = names.language.say, [*differences.items()][:SHOWN]
    if any(isinstance(expected, list | tuple) for _, (expected, _) in shown):
        return " ".join(seen_sentences(differences, names))
    places = [
        say(WHO_WHERE, player=names.player(who), at=names.place(at)) for at, (_, who) in shown
    ]
    if len(differences) > SHOWN:
        places.append(say(OTHERS))
    return say(DIFFERED, places=names.all_of(places))


def _disagreement(
    differences: Differences, following: Line, number: int, history: AnyHistory, names: Names
) -> str:
    """Say how the board differed after event ``number``, and what became of it.

    That the ``following`` line tells, if it is an event. Nothing is said of what became of it where
    the camera explained it: that event stands beside it.
    """
    differed = _differed(differences, names)
    if "type" not in following:
        return differed
    views = (history.game.expected(history.at(at)) for at in (number, number + 1))
    if differences.keys().isdisjoint(changed_places(names.board, *views)):
        return f"{differed} {names.language.say(PUT_BACK)}"
    answered = following.get("by") != "camera"
    return f"{differed} {names.language.say(ANSWERED)}" if answered else differed


def orders_unseen(lines: Iterable[Line]) -> dict[int, range]:
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


def orders_to_tell(lines: Iterable[Line], history: AnyHistory) -> dict[int, range]:
    """Tell the same, but of no events of an opening alone, in which the order means nothing."""
    unseen = orders_unseen(lines)
    return {number: among for number, among in unseen.items() if order_matters(among, history)}


def order_matters(events: range, history: AnyHistory) -> bool:
    """Tell whether any of these events happened after the opening."""
    phases = (history.game.phase(history.at(number - 1)) for number in events)
    return any(phase.waits is not Waits.OPENING for phase in phases)


def order_sentence(events: range, language: Language) -> str:
    """Say that the order of these events was not seen."""
    saying = ORDER_OF_TWO if len(events) == TWO else ORDER_UNSEEN
    return language.say(saying, first=events[0], last=events[-1])


def happened(event: AnyEvent, names: Names) -> str:
    """Tell one event, no long list."""
    return names.event(event, MOST_CHANGES)


def time_of(lines: Sequence[Line], number: int) -> str:
    """Tell the time of an event as the clock on the wall showed it, empty where none is kept."""
    events = [line for line in lines if "type" in line]
    raw = events[number - 1].get("time") if 0 < number <= len(events) else None
    return f"{datetime.fromisoformat(str(raw)).astimezone():%H:%M}" if raw else ""


def seen_sentences(
    differences: Differences, names: Names, most: int = SHOWN, *, earlier: bool = False
) -> list[str]:
    """Say who is seen where who should be: a sentence a location, the others counted.

    ``differences`` pair each location with who should be there and who is seen. ``earlier``: with
    who was there at an earlier moment, so that nothing is wrong.
    """
    came, left, exchanged = (NOW_SEEN, NOW_GONE, NOW_OTHER) if earlier else (SEEN, GONE, OTHER)
    lines = []
    for at, (expected, seen) in list(differences.items())[:most]:
        if isinstance(expected, list | tuple):
            lines.append(names.lying(at, tuple(expected), tuple(seen or ())))
            continue
        values = {
            "at": names.place(at),
            "player": names.player(seen),
            "other": names.player(expected),
        }
        saying = came if expected is None else exchanged if seen else left
        lines.append(capitalised(names.language.say(saying, **values)))
    if others := len(list(differences)[most:]):
        lines.append(names.language.say(MORE_SEEN, number=others))
    return lines


def happening_sentences(
    events: Sequence[AnyEvent], written: Sequence[AnyEvent], names: Names
) -> list[str]:
    """Tell what may have happened: events in order, or another one than was written.

    ``written`` are all events of the game so far.
    """
    words = names.language
    first, *others = events
    if not isinstance(first, Undo):
        return [names.event(event) for event in events]
    old = names.event(written[first.to - 1])
    if not others:
        return [words.say(BACK, event=old)]
    return [words.say(INSTEAD, event=names.event(others[0]), old=old)]


def shortened(sentences: Sequence[str], names: Names) -> str:
    """Join sentences of which only the first are told, and the others counted."""
    shown = [*sentences[:SHOWN]]
    if left := len(sentences[SHOWN:]):
        shown.append(names.language.say(MORE, number=left))
    return " ".join(shown)
