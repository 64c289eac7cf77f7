"""What else may have happened: an earlier event replaced, or what people say of the board."""

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
    """List how the game stands now and after each of the events, writing none.

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
    """List how the board came about if an earlier event was another than was written.

    The events after it stand: they are written again. Looked at are the opening, and else the
    turns since the same player acted. The table is to be asked about these: as likely as not
    somebody only made a mistake.
    """
    differing = evidence.differences(game.standing(history.state))
    opening = game.rules.phase(history.state).waits is Waits.OPENING
    turns = history.event if opening else len(game.players(history.state))
    found = []
    kept: list[AnyEvent] = []
    for number in reversed(history.in_effect(history.event)[-turns:]):
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
    """Tell where events lead; None where the rules refuse one."""
    for event in events:
        if not game.rules.check(state, event).holds:
            return None
        state = game.rules.apply(state, event).state
    return state


def accounts(
    history: AnyHistory, board: boards.Board, said: Mapping[str, str | None]
) -> list[Events]:
    """List the events in order that may have led to where people say that pieces stand.

    The likeliest come first; ``said`` is who stands where other than by the rules.
    There are none where no legal events do, nor a different event in place of an earlier one.
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
