"""A table of Sumeria that a script or a mouse plays: its row, its tiles and its bag."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np

from companion.games.sumeria.tile_faces import table_faces
from companion.language import said
from engine.board import Board
from hardware.virtual.conditions import Changes
from hardware.virtual.look import Look
from hardware.virtual.played_table import PlayedTable
from hardware.virtual.tabletop import Tabletop, laid_out_mm, seats
from seeds.sumeria import counts

AT_ONCE: Final = {
    "deal": said("Deal new tiles"),
    "shift": said("Put the first three at the end"),
}
"""What is tedious with a mouse, as buttons have it."""


class SumeriaTable(PlayedTable):
    """A table of Sumeria, its tiles dealt."""

    def __init__(
        self,
        board: Board,
        players: Sequence[str],
        seed: int,
        *,
        look: Look | None = None,
        changes: Changes | None = None,
    ) -> None:
        """Lay the table and deal; raises ValueError for a board that has no room for tiles."""
        if not (board.row_boxes and board.tile_circles):
            raise ValueError("the virtual table needs a board with [ranking] and [influence]")
        rng = np.random.default_rng([seed, 11])
        around = dict(zip(players, seats(laid_out_mm(board), len(players)), strict=True))
        # The box holds enough for every number of players.
        merchants = max(share.merchants for share in counts().shares.values())
        top = Tabletop(board, around, merchants, rng, look or Look())
        top.taught_with = counts().shares[len(players)].merchants
        faces = table_faces(board, top.look.edition)
        super().__init__(top, seed, look=look, changes=changes, faces=faces)
        self._bag = [kind for kind in counts().kinds for _ in range(counts().of_each)]
        row = self._rng.permutation([state.id for state in board.regions]).tolist()
        for slot, city_state in enumerate(row):
            self.top.lay_tile(slot, str(city_state))
        self.deal()

    @property
    def at_once(self) -> Mapping[str, Callable[[], None]]:
        """What is tedious with a mouse, by its name."""
        return {"deal": self.deal, "shift": self.shift}

    def lay_row(self, player: str, row: Sequence[str]) -> None:
        """Lay the city-state tiles as they are to lie; those that do stay untouched."""
        there = {slot: tile.face for slot, tile in self.top.row.items()}
        wrong = [slot for slot, city_state in enumerate(row) if there.get(slot) != city_state]
        if not wrong:
            return

        def lay() -> None:
            self.top.pick_up(wrong)
            for slot in wrong:
                self.top.lay_tile(slot, row[slot])

        middle = self.top.slot(wrong[len(wrong) // 2])
        self.do(lambda: self._hands.work(player, [(middle, lay)]))

    def take_tiles(self, winner: str | None, spaces: Sequence[int]) -> None:
        """Let a player take influence tiles, or somebody put them back into the box."""
        stages = [
            (self.top.space(space), lambda one=space: self.top.take_token(one, winner))
            for space in spaces
        ]
        self.do(lambda: self._hands.work(winner or self.players[0], stages))

    def lay_tiles(self, kinds: Sequence[str]) -> None:
        """Lay influence tiles onto all spaces, in one go."""

        def lay() -> None:
            for space, kind in enumerate(kinds):
                self.top.lay_token(space, kind)

        middle = self.top.space(len(kinds) // 2)
        self.do(lambda: self._hands.work(self.players[0], [(middle, lay)]))

    def deal(self) -> None:
        """Lay tiles from the bag, blindly, onto the spaces that are empty; at once."""
        for space in range(len(self.board.tile_circles)):
            if space not in self.top.tiles and self._bag:
                kind = self._bag.pop(int(self._rng.integers(len(self._bag))))
                self.top.lay_token(space, kind)

    def shift(self) -> None:
        """Put the first three tiles of the row to its end, as after scoring; at once."""
        row = [tile.face for _, tile in sorted(self.top.row.items())]
        scored = len(counts().over_ranks)
        self.top.pick_up(list(self.top.row))
        for slot, city_state in enumerate(row[scored:] + row[:scored]):
            self.top.lay_tile(slot, city_state)


def played_table(
    board: Board, players: Sequence[str], seed: int, changes: Changes | None = None
) -> SumeriaTable:
    """Lay a table that nobody plays by himself; raises ValueError as the class does."""
    return SumeriaTable(board, players, seed, changes=changes)
