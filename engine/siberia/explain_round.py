"""What comes next, as findings: whose turn, the end of a round, and the end of the game."""

from collections.abc import Iterator

from engine.ruling import Facts, Finding
from engine.siberia.material import COUNTS, RESOURCES
from engine.siberia.scoring import on_actions, winners
from engine.siberia.state import State
from engine.siberia.travel import members


def what_is_next(before: State, after: State) -> Iterator[Finding]:
    """Tell what a state waits for, as far as the event has changed it."""
    if after.ending and not before.ending:
        yield end_is_near(after)
    if after.phase == "over":
        yield from _game_over(before, after)
        return
    if after.phase == "discard":
        yield surpluses(after)
    elif after.round > before.round:
        yield from _new_round(after)
    elif after.phase == "action":
        still_in = (("to_play", after.to_play), ("order", in_the_round(after)))
        yield Finding("I-16", holds=True, facts=still_in)


def in_the_round(state: State) -> tuple[str, ...]:
    """Name who has not passed, in this round's order."""
    seats = state.setting.seats
    return tuple(player for player in state.order if seats[player] not in state.passed)


def surpluses(state: State) -> Finding:
    """Tell who must return how many markers (I-33)."""
    players = enumerate(state.setting.players)
    children = tuple(
        Finding(
            "I-33",
            state.waiting[seat] > 0,
            (("player", player), ("lying", lying), ("surplus", state.waiting[seat])),
        )
        for seat, player in players
        for lying in (on_actions(state, seat),)
    )
    return Finding("I-33", holds=True, facts=(("kept", COUNTS.kept),), children=children)


def drawing(state: State) -> Finding:
    """Tell what phase 1 of a round asks of everybody (I-12)."""
    markers = "untold" if state.spaces is None else "told"
    facts = (("round", state.round), ("drawn", COUNTS.drawn), ("markers", markers))
    return Finding("I-12", holds=True, facts=facts)


def _new_round(after: State) -> Iterator[Finding]:
    """Tell who begins the next round, on whose left (I-10)."""
    facts = (("player", after.order[0]), ("before", after.order[-1]), ("order", after.order))
    yield Finding("I-10", holds=True, facts=facts)
    yield drawing(after)


def end_is_near(state: State, rule: str = "I-11") -> Finding:
    """Tell which condition of the end holds (I-11), and why the round is still played (I-36)."""
    locked = state.locked.bit_count() >= COUNTS.end.locked
    at_once = locked and state.setting.rulings.end == "at-once"
    ruled = Finding("I-C02", at_once, (("end", state.setting.rulings.end),))
    return Finding(rule, holds=True, facts=_conditions(state), children=(ruled,))


def _conditions(state: State) -> Facts:
    """Count what brings the end: locked regions and empty supply spaces."""
    empty = tuple(one for one, left in zip(RESOURCES, state.supply, strict=True) if not left)
    locked = tuple(state.setting.places[region] for region in members(state.locked))
    return (("locked", locked), ("empty", empty))


def _game_over(before: State, after: State) -> Iterator[Finding]:
    """Tell why the game is over, since when, who has how much, and a tie (I-36, I-C05)."""
    if before.ending:
        since = before.since
        who: Facts = (
            ()
            if since is None
            else (("since", since.verb), ("player", getattr(since, "player", None)))
        )
        yield Finding("I-11", holds=True, facts=(*_conditions(after), *who))
    won = winners(after)
    money = tuple(
        Finding("I-36", player in won, (("player", player), ("money", money)))
        for player, money in zip(after.setting.players, after.money, strict=True)
    )
    tie = (Finding("I-C05", holds=True, facts=(("winners", won),)),) if len(won) > 1 else ()
    yield Finding("I-36", len(won) == 1, (("winners", won),), (*money, *tie))
