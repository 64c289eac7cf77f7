"""Explanations beyond new events: another event in place of a written one, or people's word."""

from collections.abc import Mapping, Sequence

import numpy as np

from companion.tracking.belief import NEVER, Evidence
from companion.tracking.config import ANSWERED
from companion.tracking.followed import FollowedGame
from companion.tracking.hypotheses import Events, Search, changes
from engine import board as boards
from engine.game import AnyEvent, AnyState, Waits
from engine.history import AnyHistory
from engine.record import Undo


def rehearse(history: AnyHistory, events: Sequence[AnyEvent]) -> list[AnyState]:
    """List the states now and after each of some events, without writing them.

    Raises ValueError where the rules refuse one.
    """
    states = [history.state]
    for event in events:
        if isinstance(event, Undo):
            states.append(history.at(event.to - 1))
        else:
            states.append(history.game.apply(states[-1], event).state)
    return states


def replayed(game: FollowedGame, history: AnyHistory, evidence: Evidence) -> list[Events]:
    """List sequences in which an earlier event was another one than was written.

    The events after it are kept and written again. In the opening all events are tried, later the
    last one of each player. People are to be asked about these: as likely as not, somebody only
    made a mistake.
    """
    differing = evidence.differences(game.standing(history.state))
    opening = game.rules.phase(history.state).waits is Waits.OPENING
    turns = history.event if opening else len(game.players(history.state))
    found = []
    kept: list[AnyEvent] = []
    for number in reversed([*history.counting][-turns:]):
        written, before = history.events[number - 1], history.at(number - 1)
        legal = game.rules.legal_events(before)
        if written not in legal:
            break
        changed = changes(game.standing(before), game.standing(history.at(number)))
        gone = any(i in differing for i, _ in changed)
        for event in legal if kept and gone else ():
            state = _after(game, before, (event, *kept))
            if state is not None and not evidence.differences(game.standing(state)):
                found.append((Undo(number), event, *kept))
        kept.insert(0, written)
    return found


def _after(game: FollowedGame, state: AnyState, events: Sequence[AnyEvent]) -> AnyState | None:
    """Give the state that events lead to; None where the rules refuse one."""
    for event in events:
        if not game.rules.check(state, event).holds:
            return None
        state = game.rules.apply(state, event).state
    return state


def accounts(
    history: AnyHistory, board: boards.Board, said: Mapping[str, str | None]
) -> list[Events]:
    """List the sequences of events that lead to where people say that pieces stand.

    The likeliest come first. ``said`` is whose piece stands, by place, where it is not as the rules
    expect. The list is empty if neither new legal events nor another one in place of an earlier one
    lead there.
    """
    game = FollowedGame(history.game, board)
    expected = game.standing(history.state)
    standing = [said.get(name, there) for name, there in zip(game.names, expected, strict=True)]
    classes = (None, *game.players(history.state))
    rows = np.full((len(standing), len(classes)), -ANSWERED)
    rows[np.arange(len(standing)), [classes.index(one) for one in standing]] = 0.0
    never, at_once = [NEVER] * len(rows), [0] * len(rows)
    evidence = Evidence(rows, classes, until=never, since=at_once)
    found = Search(game, history, live=False).found(evidence)
    fitting = [one.events for one in found if not evidence.differences(one.board)]
    return fitting or replayed(game, history, evidence)
