"""Decision: whether the best explanation of a board may be written, or the table is to be asked."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Any, Final

from companion.tracking.evidence import MARGIN, SURE, Board, Evidence, Mask, changes
from companion.tracking.explanation import COST, FORGOTTEN, Explanation
from companion.tracking.followed import FollowedGame
from companion.tracking.since import Differences, Premature, Row
from engine.game import Waits
from engine.history import History
from engine.record import Undo


class Verdict(Enum):
    """What is to be done about a board that is not as expected."""

    BELIEVE = "write the best explanation"
    WAIT = "the next readings may tell"
    HOLD = "what happens next may confirm it"
    ASK = "no reading will tell"


@dataclass(frozen=True, slots=True)
class Around:
    """What a reading shows besides pieces: a hand, the spots near it (``near``), tiles taken."""

    hand: bool
    near: Mask
    taken: bool


class Judge:
    """Judges explanations of one game's board."""

    def __init__(  # noqa: PLR0913 - what each remembers speaks for or against
        self,
        game: FollowedGame,
        history: History[Any, Any, Any],
        premature: Premature,
        row: Row,
        since: Differences,
        *,
        live: bool,
    ) -> None:
        """Judge what may come next in ``history``, from readings that are ``live`` or not.

        ``premature`` knows what came too early, ``row`` how the row of tiles was laid, ``since``
        what has differed since the last event.
        """
        self._live: Final = live
        self._history: Final = history
        self._game: Final = game
        self._premature: Final = premature
        self._row: Final = row
        self._since: Final = since

    def judge(  # noqa: PLR0913 - all that is known is weighed at once
        self,
        now: Explanation,
        ranked: Sequence[Explanation],
        evidence: Evidence,
        around: Around,
        held: Explanation | None,
        *,
        lasting: bool = False,
    ) -> Verdict:
        """Judge the first of ``ranked``, the best of them; ``now`` is that nothing happened.

        However sure all others are, the last event must be as well seen as if it were the only
        one: nothing has come after it. ``held`` is what was held likely before. Once all has been
        ``lasting``, so that else the table would be asked, less has to be seen.
        """
        if not ranked or self._never_decided(ranked):
            return Verdict.ASK
        best = ranked[0]
        states = rehearse(self._history, best.events)
        boards = [self._board(state) for state in states]
        if not self._is_seen(now, ranked, states, evidence, around, lasting=lasting):
            return Verdict.WAIT
        undone = sum(isinstance(event, Undo) for event in best.events)
        if self._waits(states[undone]) is Waits.ACTING and (
            self._premature.among(boards[undone:])
            or self._row_speaks_against(best, undone, evidence)
        ):
            return Verdict.ASK
        if held is not None and best.events[: len(held.events)] == held.events != best.events:
            # Whoever was to play after it has played.
            states, boards = states[len(held.events) :], boards[len(held.events) :]
            # What his deed does to the row may be about to be done.
            if not any(evidence.lies_as(self._laid(state)) for state in states[-2:]):
                return Verdict.HOLD
        if exchanged(boards, live=self._live) and not self._row_speaks_for(best, evidence):
            return Verdict.HOLD
        verdict = self._confirmed(states, best.events[1 - len(states) :], evidence)
        # Nobody goes on while tiles are handed out, nor can anybody have acted once more.
        over = self._tiles_speak_for(best, around)
        return Verdict.BELIEVE if over and verdict is Verdict.HOLD else verdict

    def _is_seen(  # noqa: PLR0913 - as above
        self,
        now: Explanation,
        ranked: Sequence[Explanation],
        states: Sequence[Any],
        evidence: Evidence,
        around: Around,
        *,
        lasting: bool,
    ) -> bool:
        """Tell whether the best explanation is seen well enough, and nothing is left over."""
        best, *others = ranked
        boards = [self._board(state) for state in states]
        lasting = lasting and not around.hand  # nothing is hidden
        laid, over = self._row_speaks_for(best, evidence), self._tiles_speak_for(best, around)
        besides = FORGOTTEN if laid or over else 0.0
        rivals = [self._ahead(best, one, evidence, around) for one in others]
        dark = self._dark(boards, evidence) if laid or lasting else ()
        dark = dark if laid else evidence.unsettled.keys() & {*dark}
        margin = SURE if lasting else MARGIN
        # However long it lasts, which of several it was is no surer for that.
        if best.merit - now.merit + besides < margin or min(rivals, default=MARGIN) < MARGIN:
            return False
        least = SURE if besides else margin
        if not evidence.show(boards[0], boards[-1], least, dark, self._followed(states, boards)):
            return False
        if besides and not over and evidence.lies_as(self._laid(states[-2])):
            besides = 0.0  # the row speaks for what came before
        last = evidence.score(boards[-1]) - evidence.score(boards[-2])
        if last + besides < COST + margin or self._since.left_by(boards[-1], evidence):
            return False
        return laid or not vanished(boards, evidence, around, lasting=lasting)

    def _followed(self, states: Sequence[Any], boards: Sequence[Board]) -> dict[int, int]:
        """Count for each spot the events after the last that changed it.

        In a live opening others go on while somebody is slow: there it is one at most.
        """
        number = {
            i: len(boards) - 2 - at
            for at, (then, now) in enumerate(pairwise(boards))
            for i, _ in changes(then, now)
        }
        if self._live and self._waits(states[0]) is Waits.OPENING:
            return {i: min(later, 1) for i, later in number.items()}
        return number

    def _board(self, state: Any) -> Board:  # noqa: ANN401 - any game's state
        return self._game.standing(state)

    def _laid(self, state: Any) -> Board:  # noqa: ANN401
        return self._game.row(state)

    def _waits(self, state: Any) -> Waits:  # noqa: ANN401
        return self._history.game.phase(state).waits

    def _row_speaks_against(self, best: Explanation, undone: int, evidence: Evidence) -> bool:
        """Tell whether the row lies as if nothing had been taken back, though more was done since.

        Somebody then has rather done what he must not.
        """
        if not undone or len(best.events) == undone:
            return False
        return not evidence.lies_as(self._laid(best.state))

    def _row_speaks_for(self, best: Explanation, evidence: Evidence) -> bool:
        """Tell whether the row has just been laid as the rules want it after these events."""
        before = self._laid(self._history.state)
        as_then = evidence.lies_as(self._laid(best.state)) and not evidence.lies_as(before)
        return self._live and self._row.relaid and as_then

    def _tiles_speak_for(self, best: Explanation, around: Around) -> bool:
        """Tell whether tiles are taken, as they are only once something follows by itself."""
        over = self._history.game.phase(best.state).automatic is not None
        return self._live and over and around.taken

    def _ahead(
        self, best: Explanation, other: Explanation, evidence: Evidence, around: Around
    ) -> float:
        """Tell by how much the best explanation beats another.

        The row does not tell them apart where they differ in who stands on a spot of which nothing
        can be told for sure, though no hand is there, and one more event there would have laid the
        row as it lies.
        """
        ahead = best.score - other.score
        if ahead < MARGIN or best.merit - other.merit >= MARGIN:
            return ahead
        possible = evidence.possible()
        seen = enumerate(zip(possible, around.near, strict=True))
        doubtful = {i for i, (looks, near) in seen if len(looks) > 1 and not near}
        board = self._board(other.state)
        if doubtful.isdisjoint(i for i, _ in changes(self._board(best.state), board)):
            return ahead
        game = self._history.game
        for event in game.legal_events(other.state):
            state = game.apply(other.state, event).state
            changed = changes(board, self._board(state))
            unsure = all(i in doubtful and then in possible[i] for i, then in changed)
            if changed and unsure and evidence.lies_as(self._laid(state)):
                return best.merit - other.merit
        return ahead

    def _dark(self, boards: Sequence[Board], evidence: Evidence) -> Collection[int]:
        """List the spots that events changed where nothing is seen, unless all are such.

        Some of what was done must be seen: a spot that was left, or what came after in turn order.
        """
        changed = [i for i, _ in changes(boards[0], boards[-1])]
        dark = [i for i in changed if not evidence.rows[i].any()]
        return dark if len(dark) < len(changed) else ()

    def _never_decided(self, ranked: Sequence[Explanation]) -> bool:
        """Tell whether explanations as good as the best differ in what no piece shows."""
        best = ranked[0]
        board = self._board(best.state)
        return any(
            best.score - one.score < MARGIN and self._board(one.state) == board
            for one in ranked[1:]
        )

    def _confirmed(
        self, states: Sequence[Any], events: Sequence[Any], evidence: Evidence
    ) -> Verdict:
        """Judge whether several actions at once are told apart from all others.

        While nobody can have acted twice, who stands where tells what each player did; in the
        row of tiles no more may be wrong than swaps that were forgotten. A full round is held
        until its first player goes on, unless he cannot have acted twice in it. Of more the row
        must speak; and nobody is believed to have acted three times.
        """
        played = [event for event in events if not isinstance(event, Undo)]
        awaited = [self._waits(state) for state in states]
        actions = awaited[-1 - len(played) : -1].count(Waits.ACTING)
        row = self._laid(states[-1])
        whole = evidence.row is not None and None not in evidence.row
        seats = len(self._game.players(states[-1]))
        if not actions or len(played) == 1:
            return Verdict.BELIEVE
        if len(played) < seats:
            return Verdict.BELIEVE if evidence.swaps(row) <= actions else Verdict.ASK
        if not evidence.lies_as(row) or actions >= 2 * seats or not (whole or actions <= seats):
            return Verdict.ASK
        twice = actions > seats or self._one_more_fits(
            states[-1 - seats], played[-seats:], states[-1], evidence
        )
        return Verdict.HOLD if twice else Verdict.BELIEVE

    def _one_more_fits(
        self,
        state: Any,  # noqa: ANN401
        events: Sequence[Any],
        then: Any,  # noqa: ANN401
        evidence: Evidence,
    ) -> bool:
        """Tell whether whoever acted first in a round may have done so in two actions.

        He did something else first, and after the others what makes the board look as it does
        ``then``; the row of tiles, as far as it is seen, would be as it is.
        """
        game = self._history.game
        first, *others = events
        for event in game.legal_events(state):
            after = state
            for one in (event, *others):
                if not game.check(after, one).holds:
                    break
                after = game.apply(after, one).state
            else:
                seen = game.expected(then)
                for last in game.attempts(after, seen) if event != first else ():
                    if game.check(after, last).holds:
                        row = self._laid(game.apply(after, last).state)
                        if evidence.lies_as(row):
                            return True
        return False


def vanished(boards: Sequence[Board], evidence: Evidence, around: Around, *, lasting: bool) -> bool:
    """Tell whether a piece that is gone may still be there: in a hand, or pushed off its spot.

    ``boards`` are those now and after each event. What the last event takes from the board may
    be in the hand that rests there; what any takes may stand where it is in doubt whether
    anybody does. What is hidden says nothing: where a move leads there is for others to judge;
    nor, once all has been ``lasting``, does a spot of which nothing can be told.
    """
    possible = evidence.possible()
    in_doubt = {
        colour
        for at, there in enumerate(boards[-1])
        if there is None and not around.near[at] and (evidence.rows[at].any() or not lasting)
        for colour in possible[at]
    }
    if around.hand and _fewer(boards[-2], boards[-1]):
        return True
    return any(in_doubt & _fewer(*pair) for pair in pairwise(boards))


def _fewer(before: Board, after: Board) -> set[str]:
    gone = Counter(before) - Counter(after)
    return {colour for colour in gone if colour is not None}


def exchanged(boards: Sequence[Board], *, live: bool) -> bool:
    """Tell whether one event empties a spot and another does no more than to fill it.

    Then nothing but the colour there has changed: a piece misread, or exchanged by mistake.
    Where readings are not live a piece that moved on from there speaks for what came after;
    live it is seldom missed that one left before another came.
    """
    emptied: set[int] = set()
    filled: set[int] = set()
    for before, after in pairwise(boards):
        changed = changes(before, after)
        if live or len(changed) == 1:
            emptied.update(i for i, there in changed if there is None)
        if len(changed) == 1 and changed[0][1] is not None:
            filled.add(changed[0][0])
    return any(boards[0][i] != boards[-1][i] for i in emptied & filled)


def rehearse(history: History[Any, Any, Any], events: Sequence[Any]) -> list[Any]:
    """List where the game stands now and after each of the events, writing none.

    Raises ValueError where the rules refuse one.
    """
    states = [history.state]
    for event in events:
        if isinstance(event, Undo):
            states.append(history.at(event.to - 1))
        else:
            states.append(history.game.apply(states[-1], event).state)
    return states
