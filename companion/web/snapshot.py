"""What the main loop hands to the page: values that never change, made of a session at a moment."""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import Any, Final

from companion.session.live_game import LiveGame
from companion.session.money import hides_money
from companion.session.session import Session
from companion.sharing.board_data import Json
from companion.sharing.game_view import GameRecord
from companion.ui.menu import ROW_TARGET, Menu, Row
from companion.ui.screen import Screen
from companion.ui.texts import ReadingText
from engine.game import Waits
from hardware.panel import Button
from vision.reading import Trouble


@dataclass(frozen=True, slots=True)
class Notice:
    """What is to be said of the game besides how it stands; each phone says it in its language.

    ``asked``: the table is being asked what happened; ``button``: all wait for SCORE.
    """

    paused: bool = False
    asked: bool = False
    button: bool = False
    troubles: tuple[Trouble, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One moment of a session: the game that is played or was played last, and the screen.

    ``screen`` is what the companion shows, for those who help; None while nobody does.
    """

    record: GameRecord | None
    notice: Notice
    language: str
    screen: Json | None


class Snapshots:
    """Makes snapshots of one session; the ``last`` is kept, what has not changed is the same."""

    def __init__(self) -> None:
        self.last: Snapshot | None = None
        self._live: LiveGame | None = None

    def take(self, session: Session, screen: Screen, *, helped: bool) -> Snapshot | None:
        """Make a snapshot; None where all is as it was at the last one."""
        last = self.last
        record = last.record if last else None
        live = self._live = session.game or self._live
        ended = live is not None and session.store.has_ended(live.id)
        if live is not None and (ended or session.game is not None):
            record = _record(session, live, record, ended=ended)
        found = Snapshot(
            record,
            _notice(session),
            session.words.code,
            screen_view(session, screen) if helped else None,
        )
        if found == last:
            return None
        self.last = found
        return found


def _record(
    session: Session, live: LiveGame, last: GameRecord | None, *, ended: bool
) -> GameRecord:
    """Give the game as it is written down; the last one again where nothing was added.

    Once points are told that were hidden it is another: all moments are told anew.
    """
    lines = session.store.lines(live.id)
    hidden = hides_money(session.settings, live.names, live.history, has_ended=ended)
    tints = session.tints_of(live.board)
    key = _mark(session.store.number(live.id), id(live.history), hidden, tints)
    same = last is not None and (last.key, last.ended) == (key, ended)
    if last is not None and same and len(last.lines) == len(lines):
        return last
    return GameRecord(
        key,
        live.header,
        live.board,
        dict(live.people),
        tuple(live.history.events),
        tuple(lines),
        hidden,
        session.hands is not None,
        tints,
        ended,
    )


def _mark(*values: object) -> str:
    """Tell values from others by a few letters."""
    return f"{zlib.crc32(repr(values).encode()):08x}"


def _notice(session: Session) -> Notice:
    live = session.game
    if live is None:
        return Notice()
    reading = session.look.reading if session.look else None
    return Notice(
        paused=live.paused,
        asked=live.wrong is not None,
        button=live.phase.button is not None and live.phase.waits is not Waits.OPENING,
        troubles=tuple(reading.troubles) if reading else (),
    )


def screen_view(session: Session, screen: Screen) -> Json:
    """Tell what the companion shows and what can be pressed or touched there.

    ``page`` is another where the labels stand for something else; a row is known by its text.
    """
    labels = [{"button": button.value, "label": screen.labels.of(button)} for button in Button]
    return {
        "page": _mark(id(session.page), screen.title, labels),
        "title": screen.title,
        "parts": [*_parts(screen.body)],
        "labels": labels,
        "types": session.page.types,
    }


def _parts(body: object) -> Iterator[Json]:
    """Tell the texts and the rows of a body, whatever it is made of; pictures are left out."""
    match body:
        case Menu():
            yield from _texts(body.text)
            rows = enumerate(body.rows)
            yield from (_row(row, number, chosen=number == body.chosen) for number, row in rows)
        case Row():
            yield _row(body, None, chosen=False)
        case ReadingText():
            yield from _texts(*(one.text for one in body.paragraphs[body.first :]))
        case _ if choices := getattr(body, "choices", ()):
            yield from (asdict(one) | {"struck": False} for one in choices)
        case _ if is_dataclass(body) and not isinstance(body, type):
            for one in fields(body):
                yield from _parts_of_field(getattr(body, one.name), one.name)


TEXTS: Final = frozenset(
    {"text", "path", "caption", "place", "ready", "reminder", "headline", "written"}
)
"""The fields of bodies that hold whole sentences, or a name as far as it is written."""


def _texts(*texts: str) -> Iterator[Json]:
    yield from ({"text": text} for text in texts if text)


def _parts_of_field(value: object, name: str) -> Iterator[Json]:
    if isinstance(value, str):
        if name in TEXTS:
            yield from _texts(value)
    elif isinstance(value, Sequence):
        for one in value:
            yield from _parts_of_field(one, "")
    elif type(value).__module__.startswith("companion."):
        yield from _parts(value)


def _row(row: Row, number: int | None, *, chosen: bool) -> Json:
    found: dict[str, Any] = {"text": row.text, "value": row.value, "struck": row.struck}
    if row.choosable and number is not None:
        found |= {"target": ROW_TARGET.format(number), "chosen": chosen}
    return found


def means(screen: Json, page: str, target: str, row: str) -> bool:
    """Tell whether a press means on this screen what it meant on the one that was seen.

    ``row`` is the text of the row that was touched or, without a ``target``, that was marked.
    """
    if screen["page"] != page:
        return False
    rows = (one for one in screen["parts"] if "target" in one)
    if target:
        return any(one["target"] == target and one["text"] == row for one in rows)
    marked = [one["text"] for one in rows if one["chosen"]]
    return not row or row in marked


def press_button(session: Session, button: Button) -> None:
    """Press one of the buttons, in the light: whoever presses sees another screen."""
    session.note_activity()
    session.tap(button.value)
