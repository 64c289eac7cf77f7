"""Three hours of a thousand tables at one broker and one hall, at speed, with kills.

    python -m tools.load --tables 1000 --events 540 --kills 9

starts Mosquitto, `dubsar hall` and processes of simulated tables, kills broker, hall and tables in
turn (SIGKILL) and starts them again, and at the end compares what the hall has kept with what was
played. With ``--games`` the hall keeps its games in the PostgreSQL database of that DSN.
"""

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from companion.broker.topics import begun, whole
from companion.files import write_whole
from companion.hall.games import Games
from engine.games import game_named, parse_board
from engine.record import Header
from seeds.boards import builtin_board_text
from tests.companion.broker.mosquitto import Mosquitto
from tools.bench_engine import PLAYERS, played
from tools.bench_web import resident_mb
from tools.load_tables import ALLOWED, GAMES, Part, parts, table_name

ROOT: Final = Path(__file__).parents[1]
BROKER: Final = (
    "listener PORT 127.0.0.1",
    "allow_anonymous true",
    "persistence true",
    "persistence_location FOLDER/",
    "max_queued_messages 0",
)
"""As docs/mqtt.md advises: what a hall that is away has missed is kept for it."""
BOARDS: Final = {"sumeria": "dubsar", "siberia": "taiga"}
LEAD: Final = 10
"""Events of each table that may be on their way to the hall: more would only queue."""
AWAY: Final = 2.0
"""Seconds for which what was killed stays away."""
LOOK: Final = 1.0
"""Seconds between two looks at how far the hall is."""


def random_games(count: int) -> list[Mapping[str, Any]]:
    """Play games by chance, of both kinds in turn, each as one message."""
    chance = random.Random(24)  # noqa: S311 - nobody's secret
    found = []
    for number in range(count):
        name, board = [*BOARDS.items()][number % 2]
        text = builtin_board_text(board)
        rules = game_named(name)
        header = Header(name, board, PLAYERS, {})
        events = [event for _, event in played(rules, parse_board(text, board), chance)]
        about = begun("", header, text, {PLAYERS[0]: "Ana"})
        found.append(whole(about, [rules.format_event(one) for one in events]))
    return found


class Club:
    """Broker, hall and tables in a folder, as processes that can be killed."""

    def __init__(self, folder: Path, tables: int, workers: int, games: str) -> None:
        """Start all of them."""
        self._folder: Final = folder
        self._home: Final = folder / "hall"
        lines = (one.replace("FOLDER", str(folder)) for one in BROKER)
        self.broker: Final = Mosquitto(folder, *lines)
        self.broker.start()
        settings = f"[mqtt]\nbroker_port = {self.broker.port}\n"
        (self._home / "settings.toml").write_text(settings, encoding="utf-8")
        self._games: Final = games
        share = -(-tables // workers)
        self._shares: Final = [
            (first, min(share, tables - first)) for first in range(0, tables, share)
        ]
        with socket.create_server(("127.0.0.1", 0)) as one:
            self._port: Final = int(one.getsockname()[1])
        self.allow(0)
        self.hall = self._start_hall()
        self.tables: Final = [self._start_tables(*one) for one in self._shares]

    def allow(self, events: int) -> None:
        """Let each table play so many events in all; none may be played any more where negative."""
        write_whole(self._folder / ALLOWED, str(events).encode())

    def kill_broker(self) -> None:
        """Kill the broker, and start it again."""
        self.broker.kill()
        time.sleep(AWAY)
        self.broker.start()

    def kill_hall(self) -> None:
        """Kill the hall, and start it again."""
        self._kill(self.hall)
        time.sleep(AWAY)
        self.hall = self._start_hall()

    def kill_tables(self) -> None:
        """Kill the tables of one process, and start them again."""
        at = random.randrange(len(self.tables))  # noqa: S311 - nobody's secret
        self._kill(self.tables[at])
        time.sleep(AWAY)
        self.tables[at] = self._start_tables(*self._shares[at])

    def kill_all(self) -> None:
        """Cut the power of all."""
        for process in (self.hall, *self.tables):
            self._kill(process)
        self.broker.kill()
        time.sleep(AWAY)
        self.broker.start()
        self.hall = self._start_hall()
        self.tables[:] = [self._start_tables(*one) for one in self._shares]

    def overview(self) -> dict[str, Any]:
        """Read what the hall's page is sent at first."""
        address = (self._folder / "address").read_text(encoding="utf-8").split()[-1]
        path = address.split("/", 3)[3]
        with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/{path}stream") as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    found: dict[str, Any] = json.loads(line[6:])
                    return found
        return {}

    @property
    def pids(self) -> Mapping[str, int]:
        """The processes of hall and broker."""
        return {"hall": self.hall.pid, "broker": self.broker.pid}

    def close(self) -> None:
        """End all of them."""
        self.allow(-1)
        for process in self.tables:
            process.wait(120)
        self.hall.send_signal(signal.SIGTERM)
        self.hall.wait(120)
        self.broker.kill()

    def _start_hall(self) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "companion", "hall", "--broker", "127.0.0.1"]
        words += ["--port", str(self._port), "--games", self._games]
        environment = {**os.environ, "DUBSAR_HOME": str(self._home)}
        with (self._folder / "address").open("w") as out:
            return subprocess.Popen(words, cwd=ROOT, env=environment, stdout=out)  # noqa: S603 - ours

    def _start_tables(self, first: int, count: int) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "tools.load_tables", str(self.broker.port)]
        words += [str(self._folder), str(first), str(count)]
        with (self._folder / "tables.log").open("a") as log:
            return subprocess.Popen(words, cwd=ROOT, stderr=log)  # noqa: S603 - ours

    @staticmethod
    def _kill(process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait(20)


class Cost:
    """What hall and broker cost: their largest resident size, and the processor's time in all."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.mb: Final[Counter[str]] = Counter()
        self._seconds: Final[dict[int, float]] = {}
        self._names: Final[dict[int, str]] = {}

    def look(self, club: Club) -> None:
        """Look at what each costs by now; the time of those that were killed counts too."""
        for name, pid in club.pids.items():
            self.mb[name] = max(self.mb[name], round(resident_mb(pid)))
            after_name = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2]
            ticks = sum(map(int, after_name.split()[11:13]))
            self._seconds[pid], self._names[pid] = ticks / os.sysconf("SC_CLK_TCK"), name

    def text(self, events: int) -> str:
        """Tell it."""
        seconds: defaultdict[str, float] = defaultdict(float)
        for pid, spent in self._seconds.items():
            seconds[self._names[pid]] += spent
        return "; ".join(
            f"{name} at most {mb} MB, {1000 * seconds[name] / events:.2f} ms an event"
            for name, mb in self.mb.items()
        )


class Progress:
    """How many events of each table the hall has kept."""

    def __init__(self, where: str, tables: int, events: int, games: Sequence[Any]) -> None:
        """Look at the hall's games from outside."""
        self._where: Final = where
        self._before: Final = {
            table_name(number): _events_before([*parts(games, number, events)])
            for number in range(tables)
        }
        self._at: Final = dict.fromkeys(self._before, 0)

    def total(self) -> int:
        """Count the events that are kept, of each table as far as its newest game has come."""
        with Games(self._where) as games:
            for place, game in games.latest():
                self._at[place] = self._before[place][game] + max(0, games.last(place, game))
        return sum(self._at.values())


def _events_before(found: Sequence[Part]) -> dict[str, int]:
    """Count for each game of a table the events of those before it."""
    lengths = [0, *(len(part.lines) for part in found)]
    return dict(zip((part.name for part in found), accumulate(lengths), strict=False))


def compare(where: str, tables: int, events: int, games: Sequence[Any]) -> tuple[int, int, int]:
    """Compare what is kept with what was played: events kept, lost, and told otherwise."""
    kept = lost = wrong = 0
    with Games(where) as hall:
        for number in range(tables):
            for part in parts(games, number, events):
                found = hall.events(table_name(number), part.name)[1:]
                lines = [one["line"] for one in found]
                kept += len(lines)
                lost += max(0, len(part.lines) - len(lines))
                wrong += sum(a != b for a, b in zip(lines, part.lines, strict=False))
                wrong += max(0, len(lines) - len(part.lines))
    return kept, lost, wrong


def run(club: Club, progress: Progress, wanted: tuple[int, int], kills: int) -> str:
    """Let all be played, with kills in between; tell how long it took."""
    tables, events = wanted
    total = tables * events
    kinds: list[Callable[[], None]] = [
        club.kill_broker,
        club.kill_hall,
        club.kill_tables,
        club.kill_all,
    ]
    marks = [total * (number + 1) // (kills + 1) for number in range(kills)]
    began, cost = time.monotonic(), Cost()
    done = killed = 0
    said = 0.0
    while done < total:
        time.sleep(LOOK)
        done = progress.total()
        club.allow(min(events, done // tables + LEAD))
        cost.look(club)
        if killed < kills and done >= marks[killed]:
            kinds[killed % len(kinds)]()
            killed += 1
        if done >= said:
            rate = done / (time.monotonic() - began)
            print(f"{done} of {total}, {rate:.0f} a second, {killed} kills", flush=True)
            said += total / 20
    seconds = time.monotonic() - began
    return (
        f"{total} events of {tables} tables in {seconds:.0f} s, {total / seconds:.0f} a second; "
        f"{killed} kills; {cost.text(total)}"
    )


def main(words: Sequence[str] | None = None) -> int:
    """Play, kill, compare; give 1 where anything was lost or doubled."""
    parser = argparse.ArgumentParser(description="Try a hall with many tables.")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--events", type=int, default=540, help="of each table")
    parser.add_argument("--kills", type=int, default=8, help="of broker, hall, tables, all in turn")
    parser.add_argument("--workers", type=int, default=8, help="processes of tables")
    parser.add_argument("--games", default="", help="DSN of a PostgreSQL database for the hall")
    given = parser.parse_args(words)
    games = random_games(10)
    with tempfile.TemporaryDirectory(prefix="dubsar-load-") as name:
        folder = Path(name)
        (folder / GAMES).write_text(json.dumps(games), encoding="utf-8")
        (folder / "hall").mkdir()
        where = given.games or str(folder / "hall" / "hall.sqlite")
        progress = Progress(where, given.tables, given.events, games)
        with closing(Club(folder, given.tables, given.workers, where)) as club:
            print(run(club, progress, (given.tables, given.events), given.kills))
            shown = club.overview()
            online = sum(one["online"] for one in shown["tables"])
            print(f"the page shows {len(shown['tables'])} tables, {online} of them online")
        kept, lost, wrong = compare(where, given.tables, given.events, games)
        print(f"kept {kept}, lost {lost}, doubled or told otherwise {wrong}")
        return int(bool(lost or wrong or kept != given.tables * given.events))


if __name__ == "__main__":
    sys.exit(main())
