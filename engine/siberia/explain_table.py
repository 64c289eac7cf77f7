"""What follows at the table: setup, phase 1, passes, whose turn, the end of rounds and the game."""

from collections.abc import Iterator

from engine.ruling import Fact, Facts, Finding
from engine.setting import members
from engine.siberia import state_json
from engine.siberia.events import Correct, Discard, Pass, Place, Ready, Setup
from engine.siberia.material import (
    ACTIONS,
    COUNTS,
    MANAGER,
    MARKER_NUMBER,
    RESEARCH,
    RESOURCES,
    SHOWN,
)
from engine.siberia.scoring import on_actions, winners
from engine.siberia.state import Cause, Conditions, State


def what_is_next(before: State, after: State, since: int | None) -> Iterator[Finding]:
    """Tell what a state waits for, as far as the event has changed it.

    ``since`` is the number of the event by which the end was in sight before, where that is known.
    """
    # Only mining locks, and it ends a game by I-C02 alone, whatever else is ending it already.
    at_once = after.phase == "over" and after.locked != before.locked
    if after.ending and (at_once or not before.ending):
        yield end_is_near(after)
    if after.phase == "over":
        if before.since is not None and not at_once:
            yield _why_over(before.since, since, after)
        yield from _game_over(after)
        return
    if after.phase == "discard":
        yield surpluses(after)
    elif after.round > before.round:
        order = after.order
        facts = (("player", order[0]), ("before", order[-1]), ("order", order))
        yield Finding("I-10", holds=True, facts=facts)
        yield drawing(after)
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


def end_is_near(state: State) -> Finding:
    """Tell which condition of the end holds (I-11), and why the round is still played (I-36)."""
    ruled = Finding("I-C02", state.phase == "over", (("end", state.setting.rulings.end),))
    facts = _conditions(state, state.conditions)
    return Finding("I-11", holds=True, facts=facts, children=(ruled,))


def _conditions(state: State, held: Conditions) -> Facts:
    """List what brings the end, of the conditions that hold: locked regions, empty supplies."""
    empty = tuple(one for one, left in zip(RESOURCES, state.supply, strict=True) if not left)
    locked = tuple(state.setting.places[region] for region in members(state.locked))
    both = (("locked", locked, held.locked), ("empty", empty, held.empty))
    return tuple((name, places) for name, places, holds in both if holds)


def _why_over(cause: Cause, number: int | None, after: State) -> Finding:
    """Tell which condition has ended the game, and by which event it came to hold."""
    event = cause.event
    who = (("since", event.verb), ("player", getattr(event, "player", None)))
    counted = () if number is None else (("event", number),)
    when = Finding("I-11", holds=True, facts=(*who, *counted))
    return Finding("I-11", holds=True, facts=_conditions(after, cause.held), children=(when,))


def _game_over(after: State) -> Iterator[Finding]:
    """Tell that the game is over, who has how much, and a tie (I-36, I-C05)."""
    won = winners(after)
    money = tuple(
        Finding("I-36", player in won, (("player", player), ("money", money)))
        for player, money in zip(after.setting.players, after.money, strict=True)
    )
    tie = (Finding("I-C05", holds=True, facts=(("winners", won),)),) if len(won) > 1 else ()
    yield Finding("I-36", len(won) == 1, (("winners", won),), (*money, *tie))


def began(_before: State, after: State, event: Setup) -> Iterator[Finding]:
    """Tell who begins (I-02), where everybody's pawns stand (I-07), and what is drawn (I-12)."""
    yield Finding("I-02", holds=True, facts=(("player", event.first), ("order", after.order)))
    board = after.setting.board
    facts = (
        ("region", board.start_region),
        ("exchange", board.start_exchange),
        ("depot", after.pawns[0].count(after.setting.depot)),
    )
    yield Finding("I-07", holds=True, facts=facts)
    yield drawing(after)


def placed(before: State, after: State, event: Place) -> Iterator[Finding]:
    """Tell where the marker could have gone (I-13, I-14), or why only to research (I-15)."""
    seat = before.setting.seats[event.player]
    free = before.free(seat)
    shown = SHOWN[MARKER_NUMBER[event.marker]]
    possible = tuple(ACTIONS[action] for action in shown if free >> action & 1)
    rule = "I-14" if event.marker == MANAGER else "I-13"
    yield Finding(
        rule, holds=True, facts=(("marker", event.marker), ("to", event.to), ("possible", possible))
    )
    if event.to == RESEARCH:
        names = tuple(ACTIONS[action] for action in shown)
        yield Finding("I-15", not possible, (("marker", event.marker), ("shown", names)))
    waiting = after.waiting[seat]
    yield Finding("I-12", holds=True, facts=(("player", event.player), ("waiting", waiting)))


def all_ready(_before: State, _after: State, _event: Ready) -> Iterator[Finding]:
    """Tell that everybody has placed, where the markers themselves were not entered."""
    yield Finding("I-12", holds=True, facts=(("ready", COUNTS.drawn),))


def left(_before: State, after: State, event: Pass) -> Iterator[Finding]:
    """Tell that a pass is final, and who is still in (I-18)."""
    still_in = () if after.phase != "action" else in_the_round(after)
    facts = (("player", event.player), ("still_in", still_in))
    yield Finding("I-18", holds=True, facts=facts)


def returned(_before: State, after: State, event: Discard) -> Iterator[Finding]:
    """Tell that a marker went into the bag, and how many are still to go (I-33)."""
    seat = after.setting.seats[event.player]
    owed = after.waiting[seat] if after.phase == "discard" else 0
    facts = (
        ("player", event.player),
        ("marker", event.marker),
        ("from", event.origin),
        ("owed", owed),
    )
    yield Finding("I-33", holds=True, facts=facts)


def corrected(before: State, after: State, event: Correct) -> Iterator[Finding]:
    """Tell all that a correction has changed; nothing follows from it but a turn used up."""
    old, new = state_json.to_json(before), state_json.to_json(after)
    held, holding = state_json.cubes(before), state_json.cubes(after)
    for region in dict.fromkeys([*held, *holding]):
        was, now = tuple(held.get(region, ())), tuple(holding.get(region, ()))
        yield from _changed("I-03", "at", region, was, now)
    standing, stands = state_json.pawns(before), state_json.pawns(after)
    for at in dict.fromkeys([*standing, *stands]):
        was, now = _each(standing.get(at, {})), _each(stands.get(at, {}))
        yield from _changed("I-07", "at", at, was, now)
    for rule, key in (("I-07", "depot"), ("I-04", "supply"), ("I-32", "sold"), ("I-32", "money")):
        was_all, now_all = old[key], new[key]
        if isinstance(was_all, dict) and isinstance(now_all, dict):
            for one, number in was_all.items():
                yield from _changed(rule, key, one, number, now_all[one])
    if before.locked != after.locked:
        locked = tuple(after.setting.places[region] for region in members(after.locked))
        yield Finding("I-34", holds=True, facts=(("locked", locked),))
    if event.as_turn_of is not None:
        yield Finding("I-16", holds=True, facts=(("as_turn_of", event.as_turn_of),))


def _changed(rule: str, what: str, one: str, was: Fact, now: Fact) -> Iterator[Finding]:
    if was != now:
        yield Finding(rule, holds=True, facts=((what, one), ("was", was), ("now", now)))


def _each(numbers: dict[str, int]) -> tuple[str, ...]:
    return tuple(player for player, number in numbers.items() for _ in range(number))
