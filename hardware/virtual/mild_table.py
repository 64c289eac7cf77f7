"""A mild table: an evening when something of everything happens, and nothing much."""

from collections.abc import Sequence

from engine.board import Board
from hardware.virtual.mishaps import MILD
from hardware.virtual.table import VirtualTable
from hardware.virtual.weather import Weather


def mild_table(board: Board, players: Sequence[str], first: str, seed: int) -> VirtualTable:
    """Lay a table as `dubsar demo` shows it: a lamp, a bump, a cup and second thoughts."""
    weather = Weather.mild(board, seed)
    return VirtualTable(board, players, first, seed, weather=weather, mishaps=MILD)
