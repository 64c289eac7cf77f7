"""The end of a dynasty as screens, one after the other, told from its findings."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.sumeria.dynasty_screens import KindColumn, RankColumn, Rotation, Share, Shares
from companion.games.sumeria.settling import Settling, fact, listed
from companion.games.sumeria.tiles import Place
from companion.ui.pieces import Person
from companion.ui.screen import Body
from companion.ui.tally import Column, Count, NamedColumn, Tally
from companion.ui.texts import Headline
from companion.words.names import Names
from companion.words.verdicts import finding_sentence
from engine.board import Board
from engine.ruling import Finding


class Cast:
    """The players of one game and its city-states, under the names of one language."""

    def __init__(self, names: Names, board: Board, players: Sequence[str]) -> None:
        """Take the players in seat order."""
        self.names = names
        self._players = tuple(players)
        self._tints = {one.id: tint for tint, one in enumerate(board.regions)}

    def person(self, player: str) -> Person:
        """Show a player."""
        return Person(self.names.player(player), player, self._players.index(player))

    def place(self, rank: int, city_state: str, tiles: Sequence[str | None]) -> Place:
        """Show a city-state with the tiles above it."""
        return Place(rank, *self.tile(city_state), tuple(tiles))

    def column(self, rank: int, city_state: str) -> RankColumn:
        """Show a city-state above a column."""
        return RankColumn(rank, self._tints[city_state])

    def tile(self, city_state: str) -> tuple[str, int]:
        """Show a city-state's tile: name and tint."""
        return self.names.place(city_state), self._tints[city_state]


COUNTED = ("city", "towns", "villages", "merchants")
"""The facts of a player's count (S-27), a column each."""
COMPARED = {"city": 0, "towns": 1}
"""Which column a step of a tie compares (S-28); the order of play is none."""
ALL = 3


def dynasty_steps(settling: Settling, cast: Cast) -> tuple[Body, ...]:
    """List the screens of a dynasty's end as far as it has come.

    Where somebody has to choose, the last one says so; what comes later is not told yet.
    """
    bodies: list[Body] = []
    for held, tiles in zip(settling.held, settling.tiles, strict=True):
        place = _place(held, tiles, cast)
        bodies += _counted(held, place, cast)
        bodies.append(_shared(settling, held, place, cast))
        if settling.awaited and fact(settling.awaited, "rank") == place.rank:
            return tuple(bodies)
    if settling.first is not None:
        bodies += _opening(settling.dynasty, settling.first, cast)
    if settling.rotated is not None:
        bodies.append(_rotation(settling.rotated, cast))
    return tuple(bodies)


def _place(held: Finding, tiles: Sequence[str], cast: Cast) -> Place:
    city_state, rank = str(fact(held, "city_state")), fact(held, "rank")
    return cast.place(int(str(rank)), city_state, tiles)


def _counted(held: Finding, place: Place, cast: Cast) -> Iterator[Tally]:
    """Show the merchants there, then each step of a tie for control or for second."""
    *counts, first, second = held.children
    if len(place.tiles) == 1:  # nothing is left for whoever is second
        second = replace(second, children=())
    everybody = tuple(str(fact(one, "player")) for one in counts)
    text = finding_sentence(held if _is_plain(first, second) else first, cast.names)
    ahead = [one for one in (fact(held, "controller"),) if isinstance(one, str)]

    columns: tuple[Column, ...] = (
        KindColumn("city"),
        KindColumn("town"),
        KindColumn("village"),
        NamedColumn(cast.names.language.say("all")),
    )

    def table(text: str, deciding: int | None, tied: Sequence[str], ahead: Sequence[str]) -> Tally:
        lines = tuple(
            Count(
                cast.person(player),
                tuple(int(str(fact(one, name))) for name in COUNTED),
                ahead=player in ahead,
                out=player not in tied,
            )
            for player, one in zip(everybody, counts, strict=True)
        )
        return Tally(columns, lines, text, place, deciding=deciding)

    def steps(most: Finding) -> Iterator[Tally]:
        for step in most.children:
            compared = COMPARED.get(str(fact(step, "step")))
            told = finding_sentence(step, cast.names)
            yield table(told, compared, listed(step, "tied"), listed(step, "left"))

    yield table(text, ALL, everybody, ahead)
    yield from steps(first)
    if second.children:
        text = finding_sentence(second, cast.names)
        others = listed(second, "among")
        yield table(text, ALL, others, [str(fact(second, "player"))])
        yield from steps(second)


def _is_plain(first: Finding, second: Finding) -> bool:
    """Tell whether no tie had to be broken."""
    return not first.children and not second.children


def _shared(settling: Settling, held: Finding, place: Place, cast: Cast) -> Shares:
    """Show who takes what, or who must choose; and who must choose elsewhere now."""
    awaited = settling.awaited
    told = finding_sentence(awaited or held, cast.names)
    if awaited and fact(awaited, "rank") == place.rank:
        return Shares(place, (), told, cast.person(str(fact(awaited, "player"))))
    shares = []
    for one in settling.shares.get(str(fact(held, "city_state")), ()):
        facts = dict(one.facts)
        tiles = facts["tiles"] if isinstance(facts["tiles"], tuple) else ()
        if "player" in facts:
            shares.append(Share(cast.person(str(facts["player"])), tiles))
        else:
            shares.append(Share(None, tiles, cast.names.language.say("out of the game")))
    return Shares(place, tuple(shares), told)


def _opening(dynasty: int, first: Finding, cast: Cast) -> Iterator[Body]:
    """Show who begins the next dynasty: each comparison, then who sits where."""
    *steps, seated = first.children
    say = cast.names.language.say
    ranks = [step for step in steps if "rank" in dict(step.facts)]
    columns = tuple(
        cast.column(int(str(fact(one, "rank"))), str(fact(one, "city_state"))) for one in ranks
    )
    numbers = [{_player(one): fact(one, "merchants") for one in step.children} for step in ranks]
    everybody = tuple(numbers[0])
    for number, step in enumerate(steps, start=1):
        among = listed(step, "among") or listed(step, "tied")
        left = listed(step, "left") or (str(fact(step, "player")),)
        shown = min(number, len(ranks))
        lines = tuple(
            Count(
                cast.person(player),
                tuple(_number(one.get(player)) for one in numbers[:shown]),
                ahead=player in left,
                out=player not in among,
            )
            for player in everybody
        )
        yield Tally(
            columns[:shown],
            lines,
            finding_sentence(step, cast.names),
            heading=say("Who has the fewest merchants?"),
            deciding=shown - 1 if number <= len(ranks) else None,
        )
    opener = cast.person(str(fact(first, "player")))
    headline = say("{player} begins dynasty {number}", player=opener.name, number=str(dynasty + 1))
    yield Headline((opener,), headline, finding_sentence(seated, cast.names))


def _rotation(rotated: Finding, cast: Cast) -> Rotation:
    old, new = (listed(rotated, name) for name in ("old_ranking", "ranking"))
    return Rotation(tuple(map(cast.tile, old)), tuple(map(cast.tile, new)))


def _player(finding: Finding) -> str:
    return str(fact(finding, "player"))


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None
