"""Belief: whether the best explanation of a board may be written, or the table is to be asked."""

import itertools
from collections.abc import Collection, Sequence
from enum import Enum
from typing import Any, Final

from companion.tracking.explanation import COST, FORGOTTEN, MARGIN, SURE, Evidence, Explanation
from companion.tracking.gone import exchanged, vanished
from companion.tracking.loose import Loose
from companion.tracking.premature import Premature
from companion.tracking.row import Row
from companion.tracking.tiles import any_taken
from engine.board import Board
from engine.history import History
from engine.record import Undo
from vision.reading import Reading


class Verdict(Enum):
    """What is to be done about a board that is not as expected."""

    BELIEVE = "write the best explanation"
    WAIT = "the next readings may tell"
    HOLD = "what happens next may confirm it"
    ASK = "no reading will tell"


class Judge:
    """Judges explanations of one game's board."""

    def __init__(  # noqa: PLR0913 - what each remembers speaks for or against
        self,
        history: History[Any, Any, Any],
        board: Board,
        premature: Premature,
        row: Row,
        loose: Loose,
        *,
        live: bool,
    ) -> None:
        """Judge what may come next in ``history``, from readings that are ``live`` or not.

        ``premature`` knows what came too early, ``row`` how the ranking row was laid, ``loose``
        what was odd and is no more.
        """
        self._live: Final = live
        self._history: Final = history
        self._premature: Final = premature
        self._lain: Final = row
        self._loose: Final = loose
        self._names: Final = [location.id for location in board.locations]

    def judge(  # noqa: PLR0913 - all that is known is weighed at once
        self,
        now: Explanation,
        ranked: Sequence[Explanation],
        evidence: Evidence,
        reading: Reading,
        held: Explanation | None,
        *,
        lasting: bool = False,
    ) -> Verdict:
        """Judge the first of ``ranked``, the best of them; ``now`` is that nothing happened.

        However sure all others are, the last event must be as well seen as if it were the only
        one: nothing has come after it.
        ``evidence`` was taken from ``reading``; ``held`` is what was held likely before. Once all
        has been ``lasting``, so that else the table would be asked, less has to be seen.
        """
        if not ranked or self._never_decided(ranked):
            return Verdict.ASK
        best, *others = ranked
        states = rehearse(self._history, best.events)
        boards = [self._board(state) for state in states]
        spoken = self._row_speaks_for(best, evidence)
        ended = self._tiles_speak_for(best, reading)
        told = FORGOTTEN if spoken or ended else 0.0
        ahead = best.merit - now.merit + told
        rivals = [self._ahead(best, one, evidence, reading) for one in others]
        lasting = lasting and not reading.hand  # nothing is hidden
        unseen = self._unseen(best, evidence) if spoken or lasting else ()
        unseen = unseen if spoken else evidence.turned.keys() & {*unseen}
        margin = SURE if lasting else MARGIN
        least = SURE if told else margin
        # However long it lasts, which of several it was is no surer for that.
        seen = ahead >= margin and min(rivals, default=MARGIN) >= MARGIN
        later = self._later(states, boards)
        seen = seen and evidence.show(boards[0], boards[-1], least, unseen, later)
        if told and not ended and evidence.lies_as(self._ranking(states[-2])):
            told = 0.0  # the row speaks for what came before
        last = evidence.score(boards[-1]) - evidence.score(boards[-2])
        seen = seen and last + told >= COST + margin
        astir = self._loose.left_by(boards[-1], evidence)
        gone = spoken or not vanished(boards, evidence, reading, lasting=lasting)
        if not (seen and gone) or astir:
            return Verdict.WAIT
        undone = sum(isinstance(event, Undo) for event in best.events)
        if self._phase(states[undone]) == "action" and (
            self._premature.among(boards[undone:])
            or self._row_speaks_against(best, undone, evidence)
        ):
            return Verdict.ASK
        if held is not None and best.events[: len(held.events)] == held.events != best.events:
            # Whoever was to play after it has played.
            states, boards = states[len(held.events) :], boards[len(held.events) :]
            # What his deed does to the row may be about to be done.
            if not any(evidence.lies_as(self._ranking(state)) for state in states[-2:]):
                return Verdict.HOLD
        if exchanged(boards, live=self._live) and not spoken:
            return Verdict.HOLD
        verdict = self._confirmed(states, best.events[1 - len(states) :], evidence)
        # Nobody goes on while tiles are handed out, nor can anybody have acted once more.
        return Verdict.BELIEVE if ended and verdict is Verdict.HOLD else verdict

    def _later(
        self, states: Sequence[Any], boards: Sequence[Sequence[str | None]]
    ) -> dict[int, int]:
        """Count for each location the events after the last that changed it.

        In a live opening others go on while somebody is slow: there it is one at most.
        """
        changes = enumerate(itertools.pairwise(boards))
        number = {
            i: len(boards) - 2 - at
            for at, (then, now) in changes
            for i, pair in enumerate(zip(then, now, strict=True))
            if pair[0] != pair[1]
        }
        if self._live and self._phase(states[0]) == "placement":
            return {i: min(later, 1) for i, later in number.items()}
        return number

    def _board(self, state: Any) -> Sequence[str | None]:  # noqa: ANN401 - any game's state
        return self._history.game.expected_view(state).board

    def _ranking(self, state: Any) -> Sequence[str | None]:  # noqa: ANN401
        return self._history.game.expected_view(state).ranking

    def _phase(self, state: Any) -> str:  # noqa: ANN401
        return str(self._history.game.to_json(state)["phase"])

    def _row_speaks_against(self, best: Explanation, undone: int, evidence: Evidence) -> bool:
        """Tell whether the row lies as if nothing had been taken back, though more was done since.

        Somebody then has rather done what he must not.
        """
        if not undone or len(best.events) == undone:
            return False
        return not evidence.lies_as(self._ranking(best.state))

    def _row_speaks_for(self, best: Explanation, evidence: Evidence) -> bool:
        """Tell whether the row has just been laid as the rules want it after these events."""
        before = self._ranking(self._history.state)
        as_then = evidence.lies_as(self._ranking(best.state)) and not evidence.lies_as(before)
        return self._live and self._lain.relaid and as_then

    def _tiles_speak_for(self, best: Explanation, reading: Reading) -> bool:
        """Tell whether tiles are taken, as they are only once these events have ended a dynasty."""
        over = self._history.game.automatic(best.state) is not None
        return self._live and over and any_taken(reading)

    def _ahead(
        self, best: Explanation, other: Explanation, evidence: Evidence, reading: Reading
    ) -> float:
        """Tell by how much the best explanation beats another.

        The ranking row does not tell them apart where they differ in who stands on a place of
        which nothing can be told for sure, though no hand is there, and one more deed there would
        have laid the row as it lies.
        """
        ahead = best.score - other.score
        if ahead < MARGIN or best.merit - other.merit >= MARGIN:
            return ahead
        possible = evidence.possible()
        seen = enumerate(zip(possible, reading.near_hand, strict=True))
        doubtful = {i for i, (looks, near) in seen if len(looks) > 1 and not near}
        boards = self._board(best.state), self._board(other.state)
        if all(boards[0][i] == boards[1][i] for i in doubtful):
            return ahead
        game = self._history.game
        for event in game.legal_events(other.state):
            state = game.apply(other.state, event).state
            both = enumerate(zip(boards[1], self._board(state), strict=True))
            changed = [(i, then) for i, (there, then) in both if there != then]
            unsure = all(i in doubtful and then in possible[i] for i, then in changed)
            if changed and unsure and evidence.lies_as(self._ranking(state)):
                return best.merit - other.merit
        return ahead

    def _unseen(self, best: Explanation, evidence: Evidence) -> Collection[int]:
        """List the locations that events changed where nothing is seen, unless all are such.

        Some of what was done must be seen: a place that was left, or what came after in turn order.
        """
        both = zip(self._board(self._history.state), self._board(best.state), strict=True)
        changed = [i for i, (there, then) in enumerate(both) if there != then]
        unseen = [i for i in changed if not evidence.rows[i].any()]
        return unseen if len(unseen) < len(changed) else ()

    def _never_decided(self, ranked: Sequence[Explanation]) -> bool:
        """Tell whether explanations as good as the best differ in what no merchant shows."""
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
        ranking row no more may be wrong than swaps that were forgotten. A full round is held
        until its first player goes on, unless he cannot have acted twice in it. Of more the row
        must speak; and nobody is believed to have acted three times.
        """
        game = self._history.game
        played = [event for event in events if not isinstance(event, Undo)]
        phases = [self._phase(state) for state in states]
        actions = phases[-1 - len(played) : -1].count("action")
        ranking = self._ranking(states[-1])
        whole = evidence.ranking is not None and None not in evidence.ranking
        seats = len(game.standing(states[-1]))
        if not actions or len(played) == 1:
            return Verdict.BELIEVE
        if len(played) < seats:
            return Verdict.BELIEVE if evidence.swaps(ranking) <= actions else Verdict.ASK
        if not evidence.lies_as(ranking) or actions >= 2 * seats or not (whole or actions <= seats):
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
        ``then``; the ranking row, as far as it is seen, would be as it is.
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
                seen = zip(self._names, self._board(after), self._board(then), strict=True)
                missing = {name: last for name, there, last in seen if there != last}
                for last in game.attempts(after, missing) if event != first else ():
                    if game.check(after, last).holds:
                        ranking = self._ranking(game.apply(after, last).state)
                        if evidence.lies_as(ranking):
                            return True
        return False


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
