"""What single tiles tell: which of them were chosen and taken, and which were dealt.

A choice may be visible for a moment only, while what follows from it is being carried out, and that
moment may come before the event that led to it is known. So what lay on the spaces is remembered
from when tiles were first taken until others are dealt. Tiles that lay there all along were not
dealt.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.sighting import PRESENT, doubtful, kind_doubtful
from companion.tracking.config import (
    CERTAIN,
    CLAIM_LASTS,
    DEAL_LASTS,
    MARGIN,
    SEEN_HALF_WAY,
    SETTLED_COUNTS,
    STILL_SAME,
)
from companion.tracking.followed import FollowedGame, Singles
from companion.tracking.notes import Line, unseen_choice
from companion.tracking.tracker import Options
from companion.tracking.waiting import Agreement
from engine.game import AnyEvent, AnyState
from engine.history import AnyHistory
from vision.reading import Slots


@dataclass(frozen=True, slots=True)
class Tiles:
    """What one reading shows of the spaces for single tiles.

    ``lying`` is the likeliest content of each space. The other sets hold numbers of spaces:
    ``unknown`` those that were not observed or are in doubt; ``unclear`` those of which it is not
    known which kind of tile lies there, if one does; ``close`` those whose kind does not beat the
    next by ``MARGIN``. ``behind`` (spaces x ``classes``) is by how many nats, rounded up, each
    class is less likely than the likeliest; ``rivals`` is the second likeliest kind of each space.
    """

    lying: Singles
    unknown: frozenset[int] = frozenset()
    unclear: frozenset[int] = frozenset()
    classes: Singles = ()
    behind: tuple[tuple[int, ...], ...] = ()
    rivals: Singles = ()
    close: frozenset[int] = frozenset()

    @classmethod
    def of(cls, slots: Slots, *, hand: bool) -> "Tiles":
        """Take what a slot group shows; where a ``hand`` is over the board nothing near it."""
        hidden = ~slots.observed | (slots.near if hand else False)
        marked = doubtful(slots) | hidden, hidden | kind_doubtful(slots)
        unknown, unclear = map(_places, marked)
        rows = slots.log_likelihood
        behind = np.where(hidden[:, None], 0, rows.max(axis=1, keepdims=True) - rows)
        nats = tuple(map(tuple, np.ceil(behind).astype(int).tolist()))
        kinds = rows.copy()
        kinds[:, 0] = -np.inf
        rivals = tuple(slots.classes[i] for i in np.argsort(kinds, axis=1)[:, -2].tolist())
        lying = slots.likeliest()
        close = _places(kind_doubtful(slots, MARGIN) & [kind is not None for kind in lying])
        return cls(lying, unknown, unclear, slots.classes, nats, rivals, close)

    @property
    def taken(self) -> bool:
        """Whether some space is surely empty."""
        return any(
            kind is None and space not in self.unknown for space, kind in enumerate(self.lying)
        )

    @property
    def as_a_deal(self) -> "Tiles":
        """The same with the ``close`` spaces in doubt: a deal must beat the next likeliest one."""
        return replace(self, unknown=self.unknown | self.close, unclear=self.unclear | self.close)

    def fit(self, view: Singles, spaces: Collection[int]) -> bool:
        """Tell whether the likeliest content of these spaces is that of a view."""
        return all(self.lying[space] == view[space] for space in spaces)

    def against(self, view: Singles, spaces: Collection[int]) -> float:
        """Give by how many nats these spaces speak against a view."""
        return sum(self._against(space, view[space]) for space in spaces)

    def _against(self, space: int, kind: str | None) -> float:
        if self.lying[space] == kind:
            return 0.0
        if space not in self.unknown:
            return CERTAIN
        return min(self.behind[space][self.classes.index(kind)], CERTAIN) if self.behind else 0.0

    def likeliest_looks(self) -> Sequence[Singles]:
        """List the contents in which some ``unclear`` spaces hold their rivals, likeliest first."""
        unclear = sorted(self.unclear)
        nats = {i: self.behind[i][self.classes.index(self.rivals[i])] for i in unclear}
        sets = chain.from_iterable(combinations(unclear, n) for n in range(len(unclear) + 1))
        both = list(enumerate(zip(self.lying, self.rivals, strict=True)))
        return [
            tuple(rival if i in others else kind for i, (kind, rival) in both)
            for others in sorted(sets, key=lambda others: sum(nats[i] for i in others))
        ]

    def leaning(self, space: int) -> int:
        """Give by how many nats, rounded up, a space's likeliest class leads."""
        return sorted(self.behind[space])[1]


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of tiles, as an event.

    ``seen`` is False where it is only sure that some choice was made, and this one is a guess.
    """

    event: AnyEvent
    seen: bool


class TileTracking:
    """Follows the tiles of one game from reading to reading."""

    def __init__(self, game: FollowedGame, history: AnyHistory, options: Options) -> None:
        """Follow a game's tiles by ``options``; a live deal must be seen in one reading more."""
        agree, live = options.agree, options.live
        self._game: Final = game
        self._history: Final = history
        self._agree: Final = agree
        self._live: Final = live
        self._answered: Final = options.answered
        self._claims: Final = Agreement(agree)
        # In a live game the image of a lamp on an empty space may look like a tile for a moment.
        self._deals: Final = Agreement(agree + live)
        self._unseen_at: int | None = None
        self._seen_lying: dict[Tiles, int] = {}
        self._lay_at = 0
        self._deal = 0
        self._empty: Final[Counter[int]] = Counter()
        self._surely: Final[dict[int, str | None]] = {}
        self._taken_back: Mapping[int, str | None] = {}

    def written(self, *, undo: bool) -> None:
        """Note that people have written something: after an ``undo`` it may still lie there.

        What lies there tells nothing then until it changes, or until they write what happened.
        """
        self._taken_back = {**self._surely} if undo else {}
        if undo:
            self._seen_lying.clear()

    def _tells(self, tiles: Tiles) -> bool:
        """Tell whether something surely lies otherwise than when it was taken back."""
        before = self._taken_back
        known = ((i, kind) for i, kind in enumerate(tiles.lying) if i not in tiles.unknown)
        if any(i in before and before[i] != kind for i, kind in known):
            self._taken_back = {}
        return not self._taken_back

    def moved(self) -> None:
        """Start anew counting readings that agree on a choice: a hand has moved."""
        self._claims.forget()

    def remembered(self, tiles: Tiles) -> Tiles:
        """Give tiles with those doubtful spaces known that lean to what they last surely held."""
        before, doubted = self._surely, tiles.unknown | tiles.close
        still = frozenset(
            space
            for space in doubted & before.keys()
            if tiles.leaning(space) > STILL_SAME and tiles.lying[space] == before[space]
        )
        lying = enumerate(tiles.lying)
        self._surely.update({space: kind for space, kind in lying if space not in doubted})
        unknown, unclear, close = tiles.unknown - still, tiles.unclear - still, tiles.close - still
        return replace(tiles, unknown=unknown, unclear=unclear, close=close)

    def watch(self, tiles: Tiles, *, settled: bool) -> None:
        """Take a reading, in any phase of the game; ``settled``: no hand moved in it."""
        history = self._history
        expected = self._game.tiles(history.state)
        number, before = dealt_last(self._game, history)
        put_back = any(expected) and not tiles.unknown and tiles.lying == before
        if number != self._lay_at or put_back:
            self._empty.clear()
        if number != self._lay_at and (deal := _dealt_at(self._game, history)) != self._deal:
            self._deal = deal
            self._seen_lying.clear()
        self._lay_at = number
        if not tiles.unknown and None not in tiles.lying:
            if tiles.lying == expected:
                self._seen_lying.clear()
        elif self._tells(tiles):
            self._seen_lying[tiles] = self._seen_lying.get(tiles, 0) + (
                SETTLED_COUNTS if settled else 1
            )
        empty = (i for i, kind in enumerate(tiles.lying) if kind is None and i not in tiles.unknown)
        self._empty.update(empty)

    def deal(self, tiles: Tiles) -> AnyEvent | None:
        """Give the deal that a settled reading shows, once it may be written; otherwise None.

        Tiles that lay there before the scoring are no deal: spaces must have been seen empty since,
        or hold other tiles. In a live game a deal must last longer where some space shows no
        change, or where it is in doubt whether a tile lies there though not which; readings in
        which it is the likeliest, though in doubt, count to that.
        """
        game, state = self._game, self._history.state
        if not self._tells(tiles):
            return None
        before, empty = self._deal_and_empty()
        left = self.left
        deal, likeliest = (dealt(game, state, left, one) for one in (tiles, Tiles(tiles.lying)))
        longer = DEAL_LASTS if self._live else 1
        lasted = likeliest is not None and self._deals.on("likeliest", likeliest, longer)
        if deal is None and self._live and not tiles.unclear and likeliest is not None:
            deal = likeliest
            if not lasted:
                return None
        if deal is None:
            if tiles.taken or not tiles.unknown:  # what is in doubt contradicts nothing
                self._deals.forget()
            return None
        both = zip(tiles.lying, before, strict=True)
        same = {i for i, (now, then) in enumerate(both) if now == then}
        others = _dealt_anew(before, tiles.lying)
        seen = self._deals.on("deal", deal)
        if same <= empty or (empty and not self._live):
            return deal if seen else None
        return deal if others and lasted and (seen or not self._live) else None

    @property
    def left(self) -> Singles:
        """What may still lie there of the last deal: nothing on spaces seen empty since."""
        before, empty = self._deal_and_empty()
        return tuple(None if i in empty else kind for i, kind in enumerate(before))

    def _deal_and_empty(self) -> tuple[Singles, set[int]]:
        """Give the last deal, and the spaces seen empty since."""
        _, before = dealt_last(self._game, self._history)
        return before, {i for i, times in self._empty.items() if times >= self._agree}

    def likely_deals(self, tiles: Tiles) -> Sequence[AnyEvent]:
        """List the deals that may lie there though some tiles are in doubt, the likeliest first."""
        seen = all(tiles.leaning(space) for space in tiles.unknown)
        if None in tiles.lying or not tiles.unknown or not seen:
            return ()
        looks = tiles.likeliest_looks()
        state, left = self._history.state, self.left
        found = (dealt(self._game, state, left, Tiles(look)) for look in looks)
        return [*dict.fromkeys(deal for deal in found if deal is not None)]

    def claim(self, tiles: Tiles, row: Singles) -> tuple[Line | None, AnyEvent | None]:
        """Give a note to be written, and the choice of tiles to be written; None for neither.

        ``row`` is the row of tiles, None for those that cannot be read. Like a deal, a choice must
        be seen in enough readings.
        """
        choice = self._choice(tiles, row) if self._tells(tiles) else None
        if choice is None:
            self._claims.forget()
            return None, None
        longer = CLAIM_LASTS if choice.seen and self._doubted(tiles) else 1
        if not self._claims.on("claim", choice, longer):
            return None, None
        note, event = None, self._history.event
        if not choice.seen and self._unseen_at != event:
            self._unseen_at = event
            note = unseen_choice(self._game.rules, self._history.state)
        return note, choice.event if choice.seen or not self._answered else None

    def _choice(self, tiles: Tiles, row: Singles) -> Choice | None:
        """Give the choice that the tiles show now or, if it is no longer visible, showed before."""
        game, state = self._game, self._history.state
        before = None if self._row_lies_still(row) else dealt_last(game, self._history)[1]
        choice = claimed(game, state, before, tiles)
        if choice is None and _gone_on(game, state, tiles):
            choice = _guessed(game, state, tiles)
        return self._remembered() or choice if choice and not choice.seen else choice

    def _remembered(self) -> Choice | None:
        """Give the choice that earlier readings of the tiles showed, the one seen most often."""
        game, state = self._game, self._history.state
        times: Counter[AnyEvent] = Counter()
        for tiles, often in self._seen_lying.items():
            event = _shown(game, state, tiles, made=True)
            if event is not None:
                times[event] += often // SETTLED_COUNTS if self._doubted(tiles) else often
        if times:
            (event, most), *others = times.most_common()
            return Choice(event, seen=not others and most >= SETTLED_COUNTS * self._agree)
        for tiles in self._seen_lying:  # since tiles were first taken
            fitting = [] if _may_lie_still(game, state, tiles) else _fitting(game, state, tiles)
            if len(fitting) == 1:
                return Choice(fitting[0], seen=False)
        return None

    def _doubted(self, tiles: Tiles) -> bool:
        """Tell whether a space that the choice may concern is in doubt.

        A hand at the board's edge may not be noticed, and the tile below it look gone.
        """
        marks = _tidying(self._game, self._history.state)
        concerned = _concerned(marks, self._game.tiles(self._history.state))
        return not concerned.isdisjoint(tiles.unknown)

    def _row_lies_still(self, row: Singles) -> bool:
        """Tell whether the row still lies as while tiles are chosen: it changes before a deal."""
        expected = self._game.row(self._history.state)
        known = [tile == expected[slot] for slot, tile in enumerate(row) if tile is not None]
        return 2 * sum(known) > len(known)


def _places(marked: npt.NDArray[np.bool_]) -> frozenset[int]:
    return frozenset(np.flatnonzero(marked).tolist())


def claimed(
    game: FollowedGame,
    state: AnyState,
    before: Singles | None,
    tiles: Tiles,
) -> Choice | None:
    """Give the choice that the tiles show to have been made in ``state``; None for none.

    ``before`` is the last deal, None where nothing can have been dealt since. Only the spaces that
    the choice concerns are compared, unless the tiles are others: then the next deal lies there
    already. Where nothing distinguishes several choices, the one that gains its player most is
    taken.
    """
    now = game.tiles(state)
    marks = _tidying(game, state)
    concerned = _concerned(marks, now)
    anew = before is not None and not tiles.unknown and _dealt_anew(before, tiles.lying)
    shown = None if anew else _shown(game, state, tiles, made=False)
    if shown is not None:
        return Choice(shown, seen=True)
    if not anew and (not concerned.isdisjoint(tiles.unknown) or tiles.fit(now, concerned)):
        return None
    after = {event: game.rules.apply(state, event).state for event in marks}
    gone = [
        event for event, then in after.items() if anew or tiles.fit(game.tiles(then), concerned)
    ]
    if not gone:
        return None
    best = max(gone, key=lambda event: _points(game, after[event], event))
    return Choice(best, seen=len(marks) == 1)


def _shown(game: FollowedGame, state: AnyState, tiles: Tiles, *, made: bool) -> AnyEvent | None:
    """Give the choice that the tiles surely show rather than any other.

    Unless a choice is known to have been ``made``, it must also be likelier than that none was.
    """
    marks, now = _tidying(game, state), game.tiles(state)
    concerned = _concerned(marks, now)
    none = tiles.against(now, concerned)
    against: dict[AnyEvent, float] = {}
    for event, views in marks.items():
        after = game.tiles(game.rules.apply(state, event).state)
        rarely = [after, *(one for view in views for one in _half_way(now, view))]
        rarely += [now] if made else []
        against[event] = min(
            [tiles.against(view, concerned) for view in views]
            + [SEEN_HALF_WAY + tiles.against(view, concerned) for view in rarely]
        )
    best = min(against, key=lambda event: against[event], default=None)
    if best is None:
        return None
    others = [nats for event, nats in against.items() if event != best]
    others += [] if made else [none]
    return best if all(nats - against[best] >= PRESENT for nats in others) else None


def _half_way(now: Singles, view: Singles) -> Iterator[Singles]:
    """Give the views in which all but one of several tiles have been taken."""
    gone = [space for space, kind in enumerate(now) if view[space] != kind]
    for space in gone if len(gone) > 1 else ():
        yield (*view[:space], now[space], *view[space + 1 :])


def _may_lie_still(game: FollowedGame, state: AnyState, tiles: Tiles) -> bool:
    """Tell whether all tiles that could be chosen may still lie there."""
    now = game.tiles(state)
    return tiles.fit(now, _concerned(_tidying(game, state), now) - tiles.unknown)


def _gone_on(game: FollowedGame, state: AnyState, tiles: Tiles) -> bool:
    """Tell whether tiles are gone that can only be taken after this choice."""
    now = game.tiles(state)
    after = {*range(len(now))} - _concerned(_tidying(game, state), now) - tiles.unknown
    return any(tiles.lying[space] is None and now[space] is not None for space in after)


def _fitting(game: FollowedGame, state: AnyState, tiles: Tiles) -> list[AnyEvent]:
    """List the choices that agree with the tiles that can be read."""
    marks = _tidying(game, state)
    known = _concerned(marks, game.tiles(state)) - tiles.unknown
    return [e for e, views in marks.items() if any(tiles.fit(view, known) for view in views)]


def _guessed(game: FollowedGame, state: AnyState, tiles: Tiles) -> Choice | None:
    """Give the choice that gains most of those that agree with what can be read."""
    fitting = _fitting(game, state, tiles)
    gain = {event: _points(game, game.rules.apply(state, event).state, event) for event in fitting}
    best = max(fitting, key=lambda event: gain[event], default=None)
    return None if best is None else Choice(best, seen=len(_tidying(game, state)) == 1)


def _tidying(game: FollowedGame, state: AnyState) -> dict[AnyEvent, list[Singles]]:
    """Give, for each legal event, how the tiles may lie while it is being carried out."""
    events = game.rules.legal_events(state)
    group = game.tiles_id
    return {
        event: [view.singles(group) for view in game.rules.tidying(state, event)] if group else []
        for event in events
    }


def _concerned(marks: Mapping[AnyEvent, Sequence[Singles]], now: Singles) -> set[int]:
    """Give the spaces from which any of these events takes a tile."""
    views = [view for each in marks.values() for view in each]
    return {space for space, kind in enumerate(now) if any(view[space] != kind for view in views)}


def dealt(
    game: FollowedGame,
    state: AnyState,
    before: Sequence[str | None],
    tiles: Tiles,
) -> AnyEvent | None:
    """Give the deal that the tiles show, if ``state`` awaits one and every space can be read.

    ``before`` is what lay there until then.
    """
    if tiles.unknown or game.tiles_id is None:
        return None
    view = game.rules.expected(state)
    then, now = (view.having(game.tiles_id, lying) for lying in (before, tiles.lying))
    return game.rules.chance(state, then, now)


def dealt_last(game: FollowedGame, history: AnyHistory) -> tuple[int, Singles]:
    """Give the number of the last event after which every space held a tile, and these tiles."""
    for number in reversed(history.counting):
        lying = game.tiles(history.at(number))
        if None not in lying:
            return number, lying
    return 0, ()


def _dealt_at(game: FollowedGame, history: AnyHistory) -> int:
    """Give the number of the event with which the last deal came to lie there."""
    number, lying = dealt_last(game, history)
    for earlier in reversed(history.in_effect(number)):
        if game.tiles(history.at(earlier)) != lying:
            break
        number = earlier
    return number


def _dealt_anew(before: Singles, lying: Singles) -> bool:
    """Tell whether every space holds a tile, and more than one of them another than before."""
    changed = sum(one != other for one, other in zip(before, lying, strict=True))
    return None not in lying and changed > 1


def _points(game: FollowedGame, state: AnyState, event: AnyEvent) -> int:
    player = game.rules.format_event(event)["player"]
    return next((row.total for row in game.rules.scores(state).rows if row.player == player), 0)
