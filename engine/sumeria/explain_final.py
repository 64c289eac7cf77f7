"""The final result as findings: points by kind (S-41), and each comparison that decided (S-42)."""

from collections.abc import Iterator, Sequence

from engine.ruling import Facts, Finding
from engine.sumeria.points import points, winners
from engine.sumeria.state import State

Score = tuple[str, int]


def final(over: State) -> Finding:
    """Tell who has won a game that is over: every player's points, then the comparisons.

    ``holds``: one player has won alone.
    """
    players = over.setting.players
    children = [_points(over, player) for player in players]
    left = list(players)
    for rule, step, number in _comparisons(over):
        if len(left) > 1:
            children.append(_compared(rule, step, [(one, number[one]) for one in left]))
            best = max(number[one] for one in left)
            left = [one for one in left if number[one] == best]
    won = winners(over)
    return Finding("S-42", len(won) == 1, (("winners", won),), tuple(children))


def _points(over: State, player: str) -> Finding:
    """Tell what a player's tiles are worth, kind by kind."""
    setting = over.setting
    seat = setting.seats[player]
    kinds = tuple(
        Finding(
            "S-41",
            holds=tiles > 0,
            facts=(("kind", kind), ("tiles", tiles), ("points", setting.points[tiles])),
        )
        for kind, tiles in zip(setting.counts.kinds, over.tiles[seat], strict=True)
    )
    facts: Facts = (("player", player), ("points", points(over, seat)))
    one_tile: tuple[Finding, ...] = ()
    if setting.rulings.one_tile_points != setting.counts.points[1]:
        ruled: Facts = (("one_tile_points", setting.rulings.one_tile_points),)
        one_tile = (Finding("S-C03", holds=True, facts=ruled),)
    return Finding("S-41", holds=True, facts=facts, children=(*kinds, *one_tile))


def _comparisons(over: State) -> Iterator[tuple[str, str, dict[str, int]]]:
    """Yield what is compared, in order: points, then the most tiles of one kind, as ruled S-C10."""
    setting = over.setting
    seats = setting.seats
    yield "S-42", "points", {one: points(over, seat) for one, seat in seats.items()}
    hands = {one: sorted(over.tiles[seat], reverse=True) for one, seat in seats.items()}
    yield "S-42", "longest", {one: hand[0] for one, hand in hands.items()}
    if setting.rulings.final_tie == "next-longest":
        for place in range(1, len(setting.counts.kinds)):
            yield "S-C10", "next-longest", {one: hand[place] for one, hand in hands.items()}


def _compared(rule: str, step: str, numbers: Sequence[Score]) -> Finding:
    best = max(number for _, number in numbers)
    left = tuple(player for player, number in numbers if number == best)
    facts: Facts = (
        ("step", step),
        ("tied", tuple(player for player, _ in numbers)),
        ("most", best),
        ("left", left),
    )
    children = tuple(
        Finding(rule, number == best, (("player", player), (step, number)))
        for player, number in numbers
    )
    return Finding(rule, len(left) == 1, facts, children)
