"""Putting a live program together, from camera to panel, and taking it apart.

What can be done without is named once, on standard error, and done without.
"""

import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

from companion.boards.known import name_of
from companion.boards.tints import taught_tints, tints_of
from companion.calibration.board import UntaughtEye, untaught_session
from companion.calibration.desk import Desk
from companion.calibration.wizard import begin_any
from companion.games import has_part, part_of
from companion.journal import GameId
from companion.journal.store import Store
from companion.language import Language
from companion.live.capture import Capture
from companion.live.display import Display, display_of
from companion.live.loop import Loop
from companion.live.source import FIRST, Source, open_source
from companion.live.speaker import Speaker
from companion.live.supervision import Supervision
from companion.live.watcher import LOOK_INTERVAL, Seeing, Watcher
from companion.messages import complain
from companion.pages.phases import begin_guided, begin_new_game, resume_at_once
from companion.pages.registry import find_page
from companion.session.helpers import Phones
from companion.session.look import TaughtTable
from companion.session.session import Session
from companion.session.updates import updates_beside
from companion.session.wishes import Other, Wish
from companion.settings import Effective, Settings
from companion.settings.writing import Keeper
from companion.words.machine import (
    missing_sentence,
    no_broker_sentence,
    no_page_sentence,
    no_phones_sentence,
)
from engine.board import read_text
from engine.errors import InputError
from engine.games import GAMES, format_board
from hardware.gpio_panel import GpioPanel
from hardware.service import SHUT_DOWN, ServiceManager
from hardware.virtual.played_table import PlayedTable
from vision.memory import remembered_eye
from vision.table import Table, load_table

if TYPE_CHECKING:
    from companion.broker.publisher import Publisher
    from companion.web.server import Server

VIRTUAL_GAMES: Final = "virtual.sqlite"
"""Beside the journal: games at the virtual table; nobody has them in a box."""
DRAFT: Final = "calibration"
"""The folder of what was taught so far, beside the table file; that of the first game itself."""


@dataclass(frozen=True, slots=True)
class TaughtEye:
    """Where pictures come from, and what an eye learns to read them by: that takes some seconds.

    ``teach`` gives what the eye learns, ``table`` is what a session is told of it before that.
    """

    source: Source
    teach: Callable[[], Table]
    table: TaughtTable


def play(effective: Effective, *, windowed: bool) -> int:
    """Run the companion until it is closed; give the exit status: SHUT_DOWN to have that done.

    What is changed on the screen is kept in the user's file. Where a table is to be taught, that
    is done in between.

    Raises CameraError, InputError or OSError, each of one line, where it cannot begin or go on.
    """
    supervision = Supervision(ServiceManager(os.environ), os.environ)
    game, other = supervision.game, None

    def changed(settings: Settings) -> None:
        nonlocal effective
        effective = replace(effective, settings=settings)

    while True:
        wish, other = _play(
            effective, supervision, changed, windowed=windowed, game=game, laid=other
        )
        game = None
        if other is not None:
            continue
        if wish is Wish.CALIBRATE:
            ended = calibrate(effective, supervision, changed, windowed=windowed)
            if ended is Wish.SHUTDOWN:
                wish = ended
            elif ended and effective.settings.table.exists():
                continue
        return SHUT_DOWN if wish is Wish.SHUTDOWN and supervision.can_shut_down else 0


def calibrate(
    effective: Effective,
    supervision: Supervision | None = None,
    changed: Callable[[Settings], None] = lambda _: None,
    *,
    windowed: bool,
) -> Wish | None:
    """Teach a board and a camera position, on the companion's own screen.

    ``changed`` takes the settings as they are at the end: somebody may have changed them.

    Gives SHUTDOWN where that is wished, QUIT where the wizard was left, and None where it was ended
    with the whole program. Raises as ``play``.
    """
    settings = effective.settings
    with ExitStack() as stack:
        source = open_source(settings)
        stack.callback(source.camera.close)
        store = stack.enter_context(Store.in_memory())
        session = untaught_session(settings, store)
        session.keeper = Keeper(effective)
        desks = drafts(settings.table.parent / DRAFT)
        for desk in desks:
            if desk.damage:
                complain(desk.damage)
        page = begin_any(session, desks, settings.table)
        display = stack.enter_context(closing(display_for(settings, source, windowed=windowed)))
        panel = stack.enter_context(closing(GpioPanel(settings.pins)))
        panel.open()
        loop = Loop(session, display, panel, point=source.point, supervision=supervision)
        wish = _run(loop, source, UntaughtEye)
        changed(session.settings)
    return wish if wish is Wish.SHUTDOWN or page.over else None


def drafts(folder: Path) -> list[Desk]:
    """Take up what was taught so far of each game whose boards can be taught."""
    games = [game for game in GAMES if has_part(game, "teaching")]
    folders = [folder, *(folder / game for game in games[1:])]
    return [
        Desk(one, part_of(game, "teaching").TEACHING)
        for one, game in zip(folders, games, strict=True)
    ]


def _play(  # noqa: PLR0913 - all that it runs with
    effective: Effective,
    supervision: Supervision,
    changed: Callable[[Settings], None],
    *,
    windowed: bool,
    game: GameId | None,
    laid: Other | None,
) -> tuple[Wish, Other | None]:
    """Run it until something is wished that it cannot do itself, or a table for another game.

    ``game``: the program had died while this one was played, and goes on there. ``laid``: the table
    is laid for this game, where it is a virtual one. ``changed`` takes the settings as they are at
    the end.
    """
    settings = effective.settings
    with ExitStack() as stack:
        taught = stack.enter_context(_taught_eye(settings, laid.game if laid else FIRST))
        if taught is None:
            return Wish.CALIBRATE, None
        source = taught.source
        virtual = source.virtual is not None
        path = settings.journal.with_name(VIRTUAL_GAMES) if virtual else settings.journal
        store = Store.open(path)
        store_open = stack.enter_context(ExitStack())
        store_open.callback(store.close)
        session = Session(taught.table, settings, store, find_page)
        if source.virtual is not None:
            _lay_as_left(source.virtual, store)
        session.keeper = Keeper(effective)
        session.pace = 1 / LOOK_INTERVAL
        session.games = tuple(GAMES) if virtual else ()
        session.hands = source.hands
        session.updates = updates_beside(settings.journal)
        session.can_calibrate = not virtual
        session.can_shut_down = supervision.can_shut_down
        session.is_learning = True
        session.go("start")
        supervision.resuming()
        resume_at_once(session, laid.stored if laid else game)
        if laid is not None and laid.stored is None:
            begin = begin_guided if laid.guided else begin_new_game
            begin(session)
        display = stack.enter_context(closing(display_for(settings, source, windowed=windowed)))
        remotes = [*open_remotes(settings, session)]
        for remote in remotes:
            stack.enter_context(remote)
        panel = stack.enter_context(closing(GpioPanel(settings.pins)))
        panel.open()
        for missing in panel.missing:
            complain(missing_sentence(missing, Language(settings.language)))

        def end(wish: Wish) -> None:
            if wish not in (Wish.CALIBRATE, Wish.OTHER_GAME):
                supervision.ending()
            # Before threads are waited for: the service manager may lose its patience.
            store_open.close()

        speaker = stack.enter_context(closing(Speaker()))
        loop = Loop(
            session,
            display,
            panel,
            point=source.point,
            outline=source.outline,
            supervision=supervision,
            speaker=speaker,
            remotes=remotes,
        )
        wish = _run(loop, source, lambda: taught_seeing(session, taught.teach), end)
        changed(session.settings)
        return wish, session.other


def taught_seeing(session: Session, teach: Callable[[], Table]) -> Seeing:
    """Let an eye learn a table, and the session its colours: a virtual one has pictures only now.

    That takes some seconds, and is done in the eye's own thread. Raises InputError or OSError.
    """
    table = teach()
    session.tints = tints_of(table)
    return remembered_eye(table)


def open_remotes(settings: Settings, session: Session) -> Iterator["Server | Publisher"]:
    """Open what shows the table elsewhere, as far as it is switched on and can be opened."""
    page, publisher = open_page(settings, session), open_publisher(settings, session)
    yield from (one for one in (page, publisher) if one is not None)


def open_publisher(settings: Settings, session: Session) -> "Publisher | None":
    """Publish the table at a broker, where one is set; whether it answers is seen later."""
    if not settings.mqtt.broker:
        return None
    from companion.broker.publisher import Publisher  # noqa: PLC0415 - what is off costs nothing

    try:
        return Publisher(settings.mqtt, session)
    except (OSError, ValueError) as error:  # its file of the password, its certificate
        complain(no_broker_sentence(error, Language(settings.language)))
        return None


def open_page(settings: Settings, session: Session) -> "Server | None":
    """Serve the page for phones, where it is switched on and can be served."""
    if not settings.web.on:
        return None
    from companion.web.guard import Evenings  # noqa: PLC0415 - what is off costs nothing
    from companion.web.server import Server  # noqa: PLC0415

    try:
        server = Server(settings.web.port, Evenings(settings.journal.parent))
    except OSError as error:
        complain(no_page_sentence(settings.web.port, error, Language(settings.language)))
        session.no_phones = partial(no_phones_sentence, settings.web.port, error)
        return None
    session.phones = Phones(lambda: server.addresses)
    return server


def _run(
    loop: Loop,
    source: Source,
    learn: Callable[[], Seeing],
    end: Callable[[Wish], None] = lambda _: None,
) -> Wish:
    """Show the first picture, and let the loop run; ``end`` is called before threads end."""

    def capture() -> Capture:
        if source.virtual is not None:  # taught, it can be photographed for the game
            source.reopen()
        return Capture(source.camera, source.reopen)

    loop.show()
    watcher = Watcher(capture, learn)
    try:
        with stop_requests() as stop:
            wish = loop.run(watcher, stop)
            end(wish)
    finally:
        watcher.close()
    return wish


@contextmanager
def _taught_eye(settings: Settings, game: str) -> Iterator[TaughtEye | None]:
    """Open the camera, and tell how the eye learns its table; None where none was taught yet.

    A virtual table is laid for the ``game``.
    """
    with ExitStack() as stack:
        source = open_source(settings, game=game)
        stack.callback(source.camera.close)
        if source.virtual is not None:
            played = source.virtual
            folder = _writable(settings.virtual_table(played.board.game).parent, stack)
            drawn = TaughtTable(
                played.board,
                name_of(played.board),
                format_board(played.board),
                played.players,
                tiles=played.board.tiles is not None,
                tints=taught_tints(played.board, folder / "table.toml"),  # as it was last time
            )
            yield TaughtEye(source, lambda: load_table(played.teach(folder)), drawn)
        elif settings.table.exists():
            table = load_table(settings.table)
            yield TaughtEye(source, lambda: table, taught_table(table))
        else:
            yield None


def _writable(folder: Path, stack: ExitStack) -> Path:
    """Give a folder, or one that is gone with the program where that cannot be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dubsar-table-")))


def _lay_as_left(table: PlayedTable, store: Store) -> None:
    """Lay a virtual table as the last game that is not over left it; else as it is."""
    with suppress(InputError):
        for stored in store.journal.unfinished()[:1]:
            board, history = store.journal.replayed(stored)
            if board == table.board:
                table.lay_as(history.game, history.state)


def taught_table(table: Table) -> TaughtTable:
    """Tell a session what a table file teaches; raises InputError if its board cannot be read."""
    return TaughtTable(
        table.board,
        name_of(table.board),
        read_text(table.board_path),
        table.colours,
        tiles=table.tiles is not None,
        tints=tints_of(table),
    )


def display_for(settings: Settings, source: Source, *, windowed: bool) -> Display:
    """Open the screen, with the virtual table beside it where there is one."""
    if source.virtual is None:
        return display_of(settings, windowed=windowed)
    words = Language(settings.language)
    labels = part_of(source.virtual.board.game, "virtual_table").AT_ONCE
    actions = {name: words.say(label) for name, label in labels.items()}
    return display_of(settings, windowed=windowed, table=True, actions=actions)


@contextmanager
def stop_requests() -> Iterator[Callable[[], bool]]:
    """Give what tells whether somebody asked the process to end (SIGTERM, Ctrl-C)."""
    requests: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        requests.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield lambda: bool(requests)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
