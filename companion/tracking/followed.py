"""A game as tracking sees it: its rules, and what should lie in which kind of slot group."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.board import Board
from engine.game import AnyEvent, AnyGame, AnyState
from engine.layout import Lying, View

Singles = tuple[str | None, ...]
"""What lies on each place of a slot group that holds one thing a place, None for nothing."""
Looks = str | Sequence[str] | None
"""What is seen on a place: one piece, several things, or None for nothing."""


class FollowedGame:
    """The rules of a game, asked by slot group: players' pieces, the row of tiles, single tiles.

    ``names`` are the places of the pieces, in board order. The ids of the other groups are None
    where the game has no such group.
    """

    def __init__(self, rules: AnyGame, board: Board) -> None:
        self.rules: Final = rules
        self.pieces_id: Final = board.pieces.id
        self.row_id: Final = None if board.row is None else board.row.id
        self.tiles_id: Final = None if board.tiles is None else board.tiles.id
        self.names: Final = [place.id for place in board.pieces.places]
        unordered = (group for group in board.layout if not group.ordered)
        self._groups: Final = (*board.areas, *unordered) or (board.pieces,)

    def players(self, state: AnyState) -> list[str]:
        """Give the players' colours in seat order."""
        return [row.player for row in self.rules.scores(state).rows]

    def standing(self, state: AnyState) -> Singles:
        """Give whose piece should stand on each place."""
        return self.rules.expected(state).singles(self.pieces_id)

    def row(self, state: AnyState) -> Singles:
        """Give how the row of tiles should lie; empty where the game has none."""
        return self.rules.expected(state).singles(self.row_id) if self.row_id else ()

    def lies(self, state: AnyState) -> tuple[Singles, Singles]:
        """Give whose piece should stand on each place, and how the row of tiles should lie."""
        view = self.rules.expected(state)
        return view.singles(self.pieces_id), view.singles(self.row_id) if self.row_id else ()

    def tiles(self, state: AnyState) -> Singles:
        """Give which single tile should lie on each space; empty where the game has none."""
        return self.rules.expected(state).singles(self.tiles_id) if self.tiles_id else ()

    def attempts(
        self,
        state: AnyState,
        seen: Mapping[str, Looks],
        missing: Mapping[str, Looks] | None = None,
    ) -> Sequence[AnyEvent]:
        """List the events, legal or not, that would make the named places look so.

        ``missing`` is what no longer lies in groups whose places have no order.
        """
        return self.rules.attempts(state, self._with(state, seen, missing))

    def corrections(self, state: AnyState, seen: Mapping[str, Looks]) -> Sequence[AnyEvent]:
        """List the corrections that people may agree on so that the named places look so."""
        return self.rules.corrections(state, self._with(state, seen))

    def _with(
        self,
        state: AnyState,
        seen: Mapping[str, Looks],
        missing: Mapping[str, Looks] | None = None,
    ) -> View:
        """Give the view that should be seen, changed where the named places look otherwise."""
        view: View = self.rules.expected(state)
        for group in self._groups:
            if missing and not group.ordered:
                named = [one.id for one in group.places if one.id in seen]
                left = [*view[group.id]]
                for gone in (_lying(missing[at]) for at in named):
                    if gone in left:  # else the game has gone on since
                        left.remove(gone)
                view = view.holding(group.id, (*left, *(_lying(seen[at]) for at in named)))
                continue
            places = zip(group.places, view[group.id], strict=False)  # not all may be known
            contents = [_lying(seen[one.id]) if one.id in seen else lying for one, lying in places]
            view = view.holding(group.id, tuple(contents))
        return view


def _lying(looks: Looks) -> Lying:
    if looks is None:
        return ()
    return (looks,) if isinstance(looks, str) else tuple(sorted(looks))
