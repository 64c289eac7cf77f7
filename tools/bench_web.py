"""What page and broker cost the table: playing, memory, processor; and how soon a phone shows it.

Turns with them and turns without are played by turns at the same table, so that what else the
machine does disturbs both alike; each game is played twice, so that each turn is once of either
kind. Phones are a process of their own, ``python -m tools.bench_web phones PORT SECRET COUNT``,
which writes a line as soon as all of them have the game; then, for each event that reaches one, its
number and when that was, by the clock that all processes share.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from companion.broker.publisher import Publisher
from companion.language import LANGUAGES
from companion.live.loop import Loop
from companion.settings import Mqtt
from companion.web.guard import Evenings
from companion.web.server import Server
from tests.companion.broker.mosquitto import mosquitto
from tools.bench_live import VirtualGame
from tools.memory import resident_mb

ROOT: Final = Path(__file__).parents[1]
PHONES: Final = 200
GAMES: Final = 3
"""Each is played twice."""
TURNS: Final = 12
"""Of a game: as many as there are before the first scoring."""


@dataclass(slots=True)
class Measured:
    """What turns took, by whether the table was shown elsewhere; and when phones had them."""

    seconds: dict[bool, list[float]] = field(default_factory=lambda: {False: [], True: []})
    worked: dict[bool, list[float]] = field(default_factory=lambda: {False: [], True: []})
    cpu: dict[bool, float] = field(default_factory=lambda: {False: 0.0, True: 0.0})
    late: list[float] = field(default_factory=list)


def bench_web() -> str:
    """Measure; half of the turns of each game are shown to phones and a broker."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    found = Measured()
    for seed, first in product(range(GAMES), (False, True)):
        with tempfile.TemporaryDirectory(prefix="dubsar-bench-") as folder:
            _play(found, Path(folder), Random(seed), first=first)  # noqa: S311 - a game, no secret
    with_it, alone = (1000 * median(found.seconds[kind]) for kind in (True, False))
    slower = 100 * (with_it / alone - 1)
    harder = 100 * (median(found.worked[True]) / median(found.worked[False]) - 1)
    busier = 100 * (found.cpu[True] / found.cpu[False] - 1)
    behind = f"{1000 * median(found.late):.0f} ms, at most {1000 * max(found.late):.0f} ms"
    mine, one, many = (_memory_mb(count) for count in (None, 1, PHONES))
    lines = (
        f"settled frame to screen {with_it:.0f} ms with {PHONES} phones and a broker, ",
        f"{alone:.0f} ms without, {slower:+.0f} %; without waits for other programs ",
        f"{harder:+.0f} %, bound +10 %; processor of all threads {busier:+.0f} %\n",
        f"web: from screen to phone {behind} of {len(found.late)}, bound 300 ms\n",
        f"web: memory after half a game {mine:.0f} MB; with a phone and a broker ",
        f"{one - mine:+.1f} MB, with {PHONES} phones {many - mine:+.1f} MB, bound +30 MB",
    )
    return f"web: {''.join(lines)}"


def _play(found: Measured, folder: Path, chance: Random, *, first: bool) -> None:
    """Play half a game, every other turn of it shown elsewhere: the first one or the second."""
    table = VirtualGame(folder)
    drawn: dict[int, float] = {}
    with _elsewhere(table, folder, PHONES) as (loop, said):
        loops = {False: table.loop, True: loop}
        for number in range(TURNS):
            kind = (number % 2 == 0) == first
            table.loop = loops[kind]
            cpu = time.process_time()
            found.seconds[kind] += table.turn(chance)
            found.worked[kind] += table.worked
            table.worked.clear()
            found.cpu[kind] += time.process_time() - cpu
            if kind:
                drawn[table.event] = table.drawn_at
    found.late += late(said, drawn)
    table.display.close()


@contextmanager
def _elsewhere(table: VirtualGame, folder: Path, count: int) -> Iterator[tuple[Loop, list[str]]]:
    """Give a loop that shows the table to so many phones and a broker, and what phones say."""
    with mosquitto(folder) as broker:
        settings = Mqtt(broker="127.0.0.1", broker_port=broker.port)
        with (
            Server(0, Evenings(folder), host="127.0.0.1") as server,
            closing(Publisher(settings, table.session)) as publisher,
        ):
            loop = Loop(table.session, table.display, table.panel, remotes=[server, publisher])
            loop.show()
            secret = server.addresses.view.split("/")[3]
            with phones(server.port, secret, count) as said:
                yield loop, said


def _memory_mb(count: int | None) -> float:
    """Tell the resident size after half a game, in a process of its own; None: shown nowhere."""
    words = [sys.executable, "-m", "tools.bench_web", *([] if count is None else [str(count)])]
    process = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True)  # noqa: S603 - ours
    return float(process.stdout)


def main() -> None:
    """Play half a game, shown to so many phones, and tell the resident size; or be phones."""
    if sys.argv[1:2] == ["phones"]:
        asyncio.run(_watch_all(int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
        return
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    with tempfile.TemporaryDirectory(prefix="dubsar-bench-") as name, ExitStack() as stack:
        table, chance = VirtualGame(Path(name)), Random(1)  # noqa: S311 - a game, no secret
        if sys.argv[1:]:
            shown = _elsewhere(table, Path(name), int(sys.argv[1]))
            table.loop, _ = stack.enter_context(shown)
        for _ in range(TURNS):
            table.turn(chance)
        print(f"{resident_mb():.1f}")


@contextmanager
def phones(port: int, secret: str, count: int) -> Iterator[list[str]]:
    """Let so many phones watch, once all have the game; what they say is there at the end."""
    words = [sys.executable, "-m", "tools.bench_web", "phones", str(port), secret, str(count)]
    said: list[str] = []
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - ours
        assert process.stdout is not None  # noqa: S101 - a pipe
        assert process.stdout.readline() == "ready\n"  # noqa: S101 - or the measure is none
        try:
            yield said
            time.sleep(0.5)  # for what is still on its way
        finally:
            process.terminate()
            said += process.stdout.read().splitlines()
            process.wait(20)


def late(said: Sequence[str], drawn: Mapping[int, float]) -> Iterator[float]:
    """Tell for each event and phone how long after the screen it came."""
    for line in said:
        number, at = line.split()
        if int(number) in drawn:
            yield float(at) - drawn[int(number)]


async def _watch(number: int, port: int, secret: str, ready: asyncio.Semaphore) -> None:
    """Be one phone until the table ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    ask = f"GET /{secret}/stream?lang={LANGUAGES[number % len(LANGUAGES)]} HTTP/1.1\r\n"
    writer.write(f"{ask}Host: 127.0.0.1\r\n\r\n".encode())
    has_game = False
    while line := await reader.readline():
        if not line.startswith(b'data: {"from"'):
            continue
        now, frames = time.monotonic(), json.loads(line[6:])["frames"]
        if has_game:
            print(frames[-1]["n"], now, flush=True)
        else:
            has_game = True
            ready.release()


async def _watch_all(port: int, secret: str, count: int) -> None:
    ready = asyncio.Semaphore(0)
    tasks = [asyncio.create_task(_watch(one, port, secret, ready)) for one in range(count)]
    for _ in tasks:
        await ready.acquire()
    print("ready", flush=True)
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    main()
