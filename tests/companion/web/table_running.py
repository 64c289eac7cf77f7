"""A table with its loop and its server, as in the program, in front of a real network."""

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.live.display import Display
from companion.live.loop import ROUND_TIME, Loop
from companion.session.helpers import Phones
from companion.web.guard import Evenings
from companion.web.server import Server
from hardware.virtual.virtual_panel import VirtualPanel
from tests.companion.pages.stage import Stage, stage
from tests.companion.web.served import EVENING


class Running:
    """A stage whose loop turns in a thread of its own, as the journal wants it."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        """Begin the game, and serve it; port 0 is any that is free."""
        self._folder = folder
        self._port = port
        self._asked: queue.SimpleQueue[tuple[Callable[[Stage], object], threading.Event]]
        self._asked = queue.SimpleQueue()
        self._ready, self._end = threading.Event(), threading.Event()
        self.rounds = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(20)

    def do(self, what: Callable[[Stage], object]) -> None:
        """Have something done between two rounds of the loop."""
        done = threading.Event()
        self._asked.put((what, done))
        assert done.wait(20)

    def play(self) -> str:
        """Let the next event happen; give its sentence in English."""
        said: list[str] = []

        def write(one: Stage) -> None:
            game = one.game
            event = game.history.game.legal_events(game.history.state)[0]
            game.write(event)
            said.append(game.names.brief().event(event))

        self.do(write)
        return said[0]

    def cut(self) -> None:
        """End all connections, as a network does whose phones have gone to sleep."""
        for one in [*self.server._server.server_state.connections]:
            one.loop.call_soon_threadsafe(one.transport.abort)

    def close(self) -> None:
        self._end.set()
        self._thread.join(20)

    def _run(self) -> None:
        self._folder.mkdir(exist_ok=True)
        with stage(self._folder / "journal.sqlite") as one:
            evenings = Evenings(self._folder, lambda: EVENING)
            with Server(self._port, evenings, host="127.0.0.1") as self.server:
                one.session.phones = Phones(lambda: self.server.addresses)
                panel = VirtualPanel()
                panel.open()
                loop = Loop(one.session, Display(headless=True), panel, remotes=[self.server])
                while not self._end.wait(ROUND_TIME):
                    while not self._asked.empty():
                        what, done = self._asked.get()
                        what(one)
                        done.set()
                    loop.round([])
                    self.rounds += 1
                    self._ready.set()

    def address(self, *, helps: bool = False) -> str:
        """Give the address of the page, on this computer."""
        found = self.server.addresses
        path = (found.help if helps else found.view).rstrip("/").rpartition("/")[2]
        return f"http://127.0.0.1:{self.server.port}/{path}/"


@contextmanager
def running(folder: Path, port: int = 0) -> Iterator[Running]:
    """Run a table until the block is left."""
    made = Running(folder, port)
    try:
        yield made
    finally:
        made.close()
