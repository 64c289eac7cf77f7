"""The end of a dynasty as screens, one after the other, told from what followed from its score."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.sumeria.screens import KindColumn, RankColumn, RankedCityState, Rotation, Share
from companion.games.sumeria.summary import Broken, Held, Summary, TieStep
from companion.ui.numbers_compared import Column, Count, NamedColumn, Tally
from companion.ui.pieces import Person
from companion.ui.screen import Body
from companion.ui.texts import Headline
from companion.words.names import Names
from companion.words.verdicts import finding_sentence
from engine.board import Board
from engine.history import AnyHistory
from engine.ruling import Fact, Finding
from engine.sumeria.events import Claim, Draw, Score


@dataclass(frozen=True, slots=True)
class Settling:
    """The findings of one dynasty's scoring as ``Game.explain`` gives them, by what they tell.

    ``scored`` is the number of the score, ``dealt`` that of the deal which has ended it, if any.
    ``ranking`` is the one that is scored; ``tiles`` lay above its ranks 1, 2 and 3, and ``held``
    tells who holds each (S-26). ``shares`` are what was taken or discarded, by city-state.
    ``awaited`` is the claim that somebody has to make now (S-C37). ``first`` (S-36) and ``rotated``
    (S-38) follow once all is taken, or, in the last dynasty, ``result`` (S-42).
    """

    scored: int
    dealt: int | None
    dynasty: int
    ranking: tuple[str, ...]
    tiles: tuple[tuple[str, ...], ...]
    held: tuple[Finding, ...]
    shares: Mapping[str, tuple[Finding, ...]]
    awaited: Finding | None
    first: Finding | None
    rotated: Finding | None
    result: Finding | None


def settling(history: AnyHistory, upto: int | None = None) -> Settling | None:
    """Tell how far the last scoring had come; None where no dynasty had been scored.

    It is told as it was after event ``upto``, or as it is now.
    """
    played = history.in_effect(history.event if upto is None else upto)
    scores = [number for number in played if isinstance(history.events[number - 1], Score)]
    if not scores:
        return None
    after = (one for one in played if one > scores[-1])
    before = history.at(scores[-1] - 1)
    found = [*_findings(history, played, scores[-1])]
    shares: dict[str, tuple[Finding, ...]] = {}
    named: dict[str, Finding] = {}
    for one in found:
        match one.rule:
            case "S-29" | "S-30" | "S-31" | "S-32" | "S-33":
                city_state = str(fact(one, "city_state"))
                shares[city_state] = (*shares.get(city_state, ()), one)
            case "S-36" | "S-37" | "S-C12":
                named["first"] = one
            case "S-38":
                named["rotated"] = one
            case "S-42":
                named["result"] = one
    return Settling(
        scores[-1],
        next((one for one in after if isinstance(history.events[one - 1], Draw)), None),
        before.dynasty,
        tuple(before.ranking),
        tuple(stake.prizes for stake in history.game.outlook(before)),
        tuple(one for one in found if one.rule == "S-26"),
        shares,
        found[-1] if found[-1].rule == "S-C37" else None,
        named.get("first"),
        named.get("rotated"),
        named.get("result"),
    )


def fact(finding: Finding, name: str) -> Fact:
    """Give one fact of a finding; KeyError where it has none of that name."""
    return dict(finding.facts)[name]


def listed(finding: Finding, name: str) -> tuple[str, ...]:
    """Give a fact that is a list; empty where the finding has none of that name."""
    found = dict(finding.facts).get(name)
    return found if isinstance(found, tuple) else ()


def _findings(history: AnyHistory, played: tuple[int, ...], score: int) -> Iterator[Finding]:
    """Yield what followed from the score and from the claims after it, in order."""
    for number in played[played.index(score) :]:
        event = history.events[number - 1]
        if isinstance(event, Score | Claim):
            yield from history.game.explain(history.at(number - 1), event).consequences


class Cast:
    """The players of one game and its city-states, under the names of one language."""

    def __init__(self, names: Names, board: Board) -> None:
        self.names = names
        self._tints = {one.id: tint for tint, one in enumerate(board.regions)}

    def person(self, player: str) -> Person:
        return Person(self.names.player(player), player)

    def counts(
        self,
        numbers: Mapping[str, Sequence[int | None]],
        compared: Sequence[str],
        ahead: Sequence[str],
    ) -> tuple[Count, ...]:
        """Show everybody's numbers; who is not ``compared`` is out, who is ``ahead`` stays in."""
        return tuple(
            Count(
                self.person(player), tuple(row), ahead=player in ahead, out=player not in compared
            )
            for player, row in numbers.items()
        )

    def place(self, rank: int, city_state: str, tiles: Sequence[str | None]) -> RankedCityState:
        return RankedCityState(rank, *self.tile(city_state), tuple(tiles))

    def tile(self, city_state: str) -> tuple[str, int]:
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
        rank = int(str(fact(held, "rank")))
        place = cast.place(rank, str(fact(held, "city_state")), tiles)
        bodies += _counted(held, place, cast)
        awaited = settling.awaited
        if awaited is not None and fact(awaited, "rank") != place.rank:
            awaited = None  # somebody must choose elsewhere
        text = finding_sentence(awaited or held, cast.names)
        bodies.append(Summary((_held(settling, held, place, cast),), text, _legend(cast)))
        if awaited is not None:
            return tuple(bodies)
    if settling.first is not None:
        bodies += _opening(settling.dynasty, settling.first, cast)
    if settling.rotated is not None:
        rows = (listed(settling.rotated, name) for name in ("old_ranking", "ranking"))
        old, new = (tuple(map(cast.tile, row)) for row in rows)
        bodies.append(Rotation(old, new))
    return tuple(bodies)


def asked_about(history: AnyHistory, event: int | None) -> int | None:
    """Tell at which rank the tiles lay that an event took, or, without one, that are to be taken.

    None where it was no claim, or nobody has to choose.
    """
    found = settling(history, event)
    if found is None:
        return None
    if event is None:
        return None if found.awaited is None else int(str(fact(found.awaited, "rank")))
    done = history.events[event - 1]
    return found.ranking.index(done.city_state) + 1 if isinstance(done, Claim) else None


def step_about(steps: Sequence[Body], rank: int | None) -> int:
    """Find the first of the screens that tells of a rank, or the first of all."""
    for number, body in enumerate(steps):
        match body:
            case Tally(subject=RankedCityState(rank=told)) if told == rank:
                return number
            case Summary(held=(Held(place=RankedCityState(rank=told)),)) if told == rank:
                return number
    return 0


def summary(settling: Settling, cast: Cast) -> Summary:
    """Tell all of a scoring on one page, as far as it has come."""
    found = {int(str(fact(one, "rank"))): one for one in settling.held}
    held = []
    for rank, tiles in enumerate(settling.tiles, start=1):
        city_state = settling.ranking[rank - 1]
        place = cast.place(rank, city_state, tiles)
        held.append(_held(settling, found[rank], place, cast) if rank in found else Held(place))
    told = settling.awaited or settling.first or settling.result
    text = "" if told is None else finding_sentence(told, cast.names)
    return Summary(tuple(held), text, _legend(cast))


def _legend(cast: Cast) -> str:
    return cast.names.language.say("Tie-breaks:")


def _held(settling: Settling, held: Finding, place: RankedCityState, cast: Cast) -> Held:
    *counts, first, second = held.children
    merchants = tuple(
        (cast.person(_player(one)), _number(fact(one, "merchants")) or 0) for one in counts
    )
    ties = [_broken(first, cast)]
    if len(place.tiles) > 1:  # else nothing is left for whoever is second
        ties.append(_broken(second, cast))
    shown = Held(place, merchants, tuple(one for one in ties if one is not None))
    awaited = settling.awaited
    if awaited is not None and fact(awaited, "rank") == place.rank:
        return replace(shown, chooser=cast.person(_player(awaited)))
    return replace(shown, shares=tuple(_taken(settling, held, cast)))


def _broken(most: Finding, cast: Cast) -> Broken | None:
    """Tell who wins a tie by what decided it; None where there was none."""
    if not most.children:
        return None
    say = cast.names.language.say
    words: dict[TieStep, str] = {
        "city": say("city"),
        "towns": say("towns"),
        "order": say("turn order"),
    }
    told = fact(most.children[-1], "step")
    step: TieStep = next((one for one in words if one == told), "order")
    return Broken(cast.person(_player(most)), step, words[step])


def _taken(settling: Settling, held: Finding, cast: Cast) -> Iterator[Share]:
    """Tell who takes which tiles of a city-state, and which leave the game."""
    for one in settling.shares.get(str(fact(held, "city_state")), ()):
        facts = dict(one.facts)
        tiles = facts["tiles"] if isinstance(facts["tiles"], tuple) else ()
        if "player" in facts:
            yield Share(cast.person(str(facts["player"])), tiles)
        else:
            yield Share(None, tiles, cast.names.language.say("out of the game"))


def _counted(held: Finding, place: RankedCityState, cast: Cast) -> Iterator[Tally]:
    """Show the merchants there, then each step of a tie for control or for second."""
    *counts, first, second = held.children
    if len(place.tiles) == 1:  # nothing is left for whoever is second
        second = replace(second, children=())
    numbers = {_player(one): [_number(fact(one, name)) for name in COUNTED] for one in counts}
    everybody = tuple(numbers)
    is_plain = not first.children and not second.children  # no tie had to be broken
    text = finding_sentence(held if is_plain else first, cast.names)
    ahead = [one for one in (fact(held, "controller"),) if isinstance(one, str)]

    say = cast.names.language.say
    words = say("city"), say("towns"), say("villages")
    columns: tuple[Column, ...] = (
        KindColumn("city", words[0], words),
        KindColumn("town", words[1], words),
        KindColumn("village", words[2], words),
        NamedColumn(say("all")),
    )

    def table(text: str, deciding: int | None, tied: Sequence[str], ahead: Sequence[str]) -> Tally:
        return Tally(columns, cast.counts(numbers, tied, ahead), text, place, deciding=deciding)

    def steps(most: Finding) -> Iterator[Tally]:
        for step in most.children:
            compared = COMPARED.get(str(fact(step, "step")))
            text = finding_sentence(step, cast.names)
            yield table(text, compared, listed(step, "tied"), listed(step, "left"))

    yield table(text, ALL, everybody, ahead)
    yield from steps(first)
    if second.children:
        text = finding_sentence(second, cast.names)
        others = listed(second, "among")
        yield table(text, ALL, others, [_player(second)])
        yield from steps(second)


def _opening(dynasty: int, first: Finding, cast: Cast) -> Iterator[Body]:
    """Show who begins the next dynasty: each comparison, then who sits where."""
    *steps, seated = first.children
    say = cast.names.language.say
    ranks = [step for step in steps if "rank" in dict(step.facts)]
    columns = tuple(
        RankColumn(int(str(fact(one, "rank"))), cast.tile(str(fact(one, "city_state")))[1])
        for one in ranks
    )
    numbers = [
        {_player(one): _number(fact(one, "merchants")) for one in step.children} for step in ranks
    ]
    for number, step in enumerate(steps, start=1):
        among = listed(step, "among") or listed(step, "tied")
        left = listed(step, "left") or (_player(step),)
        shown = min(number, len(ranks))
        rows = {player: [one.get(player) for one in numbers[:shown]] for player in numbers[0]}
        yield Tally(
            columns[:shown],
            cast.counts(rows, among, left),
            finding_sentence(step, cast.names),
            heading=say("Who has the fewest merchants?"),
            deciding=shown - 1 if number <= len(ranks) else None,
        )
    person = cast.person(_player(first))
    headline = say("{player} starts dynasty {number}", player=person.name, number=dynasty + 1)
    yield Headline((person,), headline, finding_sentence(seated, cast.names))


def _player(finding: Finding) -> str:
    return str(fact(finding, "player"))


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None
