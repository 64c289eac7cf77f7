"""A real PostgreSQL of the test's own."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

DEBIANS = Path("/usr/lib/postgresql")
"""Where Debian keeps the programs of each version."""
NOBODY = "nobody"
"""Who runs the server where the tests run as root, which it refuses."""


@contextmanager
def postgresql() -> Iterator[str]:
    """Run a server that only this computer reaches, by a socket in its folder; give its DSN.

    Unlike browser and broker it is never installed for the tests: one hall in many has one.
    """
    found = [*DEBIANS.glob("*/bin/initdb")]
    if not found:
        pytest.skip(
            "there is no PostgreSQL; type: sudo apt-get install --no-install-recommends postgresql"
        )
    user = NOBODY if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="dubsar-postgresql-"))
    try:
        if user is not None:
            shutil.chown(folder, user)
        data = folder / "data"
        make = f"{found[-1]} -D {data} -U hall -A trust -E UTF8 --no-locale --no-sync"
        server = f"{found[-1].with_name('pg_ctl')} -D {data} -w -l {folder / 'log'}"
        options = f"-c listen_addresses= -c fsync=off -k {folder}"
        run(make.split(), user)
        run([*server.split(), "-o", options, "start"], user)
        try:
            yield f"postgresql://hall@/postgres?host={folder}"
        finally:
            run([*server.split(), "-m", "immediate", "stop"], user)
    finally:
        shutil.rmtree(folder)


def run(command: Sequence[str], user: str | None) -> None:
    subprocess.run(command, user=user, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - ours
