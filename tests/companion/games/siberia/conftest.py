"""A session at a table of Siberia."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.journal.store import Store
from companion.pages.registry import find_page
from companion.session.look import TaughtTable
from companion.session.session import Session
from companion.settings import Settings
from tests.companion.games.siberia.evening_table import BOARD, PLAYERS, TEXT


@pytest.fixture
def session() -> Iterator[Session]:
    store = Store(Journal.in_memory(Path("none"), with_games=False))
    table = TaughtTable(BOARD, "taiga", TEXT, PLAYERS)
    session = Session(table, Settings(), store, find_page)
    session.go("start")
    yield session
    store.close()
