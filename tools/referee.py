"""Watching over the companion: what it writes, held against what happens at a virtual table.

``Referee`` shows a tracker of locations its readings; ``AreaReferee`` a whole game at a table with
areas, where whoever has acted presses a button.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from itertools import takewhile
from typing import Any, Final

import numpy as np

from companion.journal.store import Store
from companion.language import Language
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.tracking.tracker import Tracker
from engine.board import LOCATIONS
from engine.game import AnyGame, AnyState, Waits
from engine.games import format_board
from engine.history import AnyHistory, History
from engine.record import Header, Undo
from hardware.virtual.table import VirtualTable
from vision.reading import Reading

UNSURE: Final = 3.0
"""Log likelihoods closer than this tell little."""
LAG: Final = 30
"""Readings without a hand at work after which the companion must have written or asked."""
BLIND: Final = 0.2
"""What a reading counts for in which what has changed is hidden, or near a hand or a cup."""
IRREGULAR: Final = ("illegal", "wrong-colour", "out-of-turn")
"""What is amiss at the table when a note about its merchants is what is wanted."""


@dataclass
class GameAccount:
    """What came of a game.

    ``wrong`` are events that never happened, with a note, and ``silent`` without; ``lost``, where
    something happened and nothing was written or asked; ``questions`` that nothing at the table
    gave cause for, each a line with its tick and what the eye saw otherwise than it was.
    ``notes`` counts what was rightly pointed out; ``refused`` says why a table was not taught.
    """

    turns: int = 0
    events: int = 0
    ticks: int = 0
    notes: int = 0
    silent: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def add(self, other: "GameAccount") -> None:
        for part in fields(self):
            setattr(self, part.name, getattr(self, part.name) + getattr(other, part.name))


class Referee:
    """Follows one game beside the tracker, answers its questions and keeps an ``account``.

    An event is right when the game stood, after some event of its own, as the tracker says. When
    one is wrong, or a question is asked, the table tells the tracker what really happened; the
    same again before the game has gone on is not counted again.
    """

    def __init__(self, table: VirtualTable, tracker: Tracker) -> None:
        self.account = GameAccount()
        self._table = table
        self._tracker = tracker
        self._game = tracker.history.game
        self._judged = tracker.history.event
        self._happened = len(table.record)
        self._lag = 0.0
        self._wrong: str | None = None
        self._counted: list[tuple[int, object]] = []
        self._chosen = False

    def see(self, reading: Reading) -> None:
        """Show the tracker a reading of the present moment, and judge what it says."""
        account, table = self.account, self._table
        account.ticks += 1
        self._pass_on_agreements()
        lines = self._tracker.see(reading, f"{table.tick}")
        # In which order things happened may go unseen.
        notes = [line for line in lines if line.get("note", "order-unseen") != "order-unseen"]
        self._judge_events(reading)
        asked = [line for line in notes if not self._is_fair(line)]
        account.notes += len(notes) - len(asked)
        for line in asked:
            what = {key: value for key, value in line.items() if key != "frame"}
            if self._is_new(what):
                account.questions.append(self._described(reading, what))
        if self._tracker.history.state in self._possible_states():
            self._lag = 0.0
        elif table.still:
            self._lag += 1 if self._can_see(reading) else BLIND
        if self._wrong is not None and notes:
            if self._is_new(self._tracker.history.state):
                account.wrong.append(self._wrong)
            self._resynchronise()
        elif self._wrong is not None and self._lag > LAG:
            account.silent.append(self._wrong)
            self._resynchronise()
        elif self._lag > LAG:
            account.lost.append(self._described(reading, {"stands": self._tracker.history.event}))
            self._resynchronise()
        elif not self._is_irregular() and (
            asked or any(line["note"] == "unexplained" for line in notes)
        ):
            self._resynchronise()

    def finish(self, reading: Reading) -> GameAccount:
        history = self._tracker.history
        if self._wrong is not None:
            self.account.silent.append(self._wrong)
        elif self._table.state.phase == "over" and history.state != self._table.state:
            self.account.lost.append(self._described(reading, {"ends": history.event}))
        record = self._table.record
        self.account.turns = sum(_verb(one) in ("add", "move", "remove") for one in record)
        self.account.events = len(record)
        return self.account

    def _is_new(self, what: object) -> bool:
        """Tell whether this has not been counted since the game last went on."""
        now = (self._table.history.event, what)
        if now in self._counted:
            return False
        self._counted.append(now)
        return True

    def _judge_events(self, reading: Reading) -> None:
        """See whether the tracker's state is one that the game has been in.

        In which order two merchants of one player were put down between two readings nobody can
        tell, so that only what a reading leads to is judged; in the opening it is right where
        every merchant stands that was written.
        """
        history = self._tracker.history
        wrote, self._judged = history.events[self._judged :], history.event
        if not wrote:
            return
        right = history.state in [*self._possible_states(), *self._table.history.states[::-1]]
        right = right or self._stand(history.state)
        if right and self._wrong is not None:
            self.account.silent.append(f"{self._wrong}; then {[*wrote]}")
            self._wrong = None
        elif not right and self._wrong is None:
            self._wrong = self._described(reading, {"event": history.event, "wrote": [*wrote]})

    def _possible_states(self) -> list[Any]:
        """List the states that the tracker may be in: the game's, or the one about to follow."""
        states = [self._table.state]
        if self._table.under_way is not None:
            states.append(self._game.apply(states[-1], self._table.under_way).state)
        for state in tuple(states):
            event = self._game.phase(state).automatic
            if event is not None:
                states.append(self._game.apply(state, event).state)
        return states

    def _stand(self, state: Any) -> bool:  # noqa: ANN401 - the game's
        """Tell whether a state is one of the opening and all its merchants stand on the table."""
        there = self._table.scene.pieces
        view = self._game.expected(state).singles("locations")
        return state.phase == "placement" and all(
            paint is None or (one.id in there and there[one.id].paint == paint)
            for one, paint in zip(self._table.board.locations, view, strict=True)
        )

    def _is_fair(self, line: dict[str, Any]) -> bool:
        """Tell whether something at the table gave cause for a note."""
        wrong_row = bool(self._row() != self._table.state.ranking)
        if line["note"] == "ranking":
            return wrong_row
        # Without the row nobody can tell what quick players have done.
        return wrong_row or self._is_irregular()

    def _can_see(self, reading: Reading) -> bool:
        """Tell whether all that the tracker does not know of may be read."""
        views = (
            self._game.expected(one) for one in (self._tracker.history.state, self._table.state)
        )
        known, real = (view.singles("locations") for view in views)
        changed = np.array([one != other for one, other in zip(known, real, strict=True)])
        return bool(reading.registered and not (changed & reading.groups[LOCATIONS].near).any())

    def _is_irregular(self) -> bool:
        """Tell whether merchants stand as the rules do not want it, and will be put right."""
        return any(one in IRREGULAR for one in self._table.moment.amiss)

    def _row(self) -> tuple[str | None, ...]:
        return tuple(self._table.scene.faces(self._table.top.groups["ranking"]))

    def _pass_on_agreements(self) -> None:
        """Tell the tracker what the table has just agreed on, as people do at its screen."""
        record = self._table.record
        fresh, self._happened = record[self._happened :], len(record)
        if any(_verb(event) == "correct" for event in fresh):
            self._resynchronise()
        # Where tiles are left lying it is the screen that is told which ones were chosen.
        self._chosen |= "tiles" in self._table.moment.amiss and any(
            _verb(event) == "claim" for event in fresh
        )
        if self._chosen and self._tracker.history.state.phase == "claim":
            self._chosen = False
            self._resynchronise()

    def _resynchronise(self) -> None:
        """Take the tracker back to where it was last right, and on to where the game stands."""
        self._wrong, self._lag = None, 0.0
        if self._tracker.history.state in self._possible_states():
            if self._tracker.asking:
                self._tracker.answer(())
            return
        history, truth = self._tracker.history, self._table.history
        ways = [*truth.counting]
        for done in range(len(ways) - 1, -1, -1):
            then = truth.states[ways[done]]
            found = [i for i, state in enumerate(history.states) if state == then]
            if found:
                if found[-1] != history.event:
                    self._tracker.write(Undo(found[-1] + 1))
                for number in ways[done + 1 :]:
                    self._tracker.write(truth.events[number - 1])
                break
        self._tracker.steps.clear()
        self._judged = history.event

    def _described(self, reading: Reading, line: dict[str, Any]) -> str:
        """Describe a moment: tick, line, what is amiss, and what the eye sees wrong in it."""
        table, scene, amiss = self._table, self._table.scene, self._table.moment.amiss
        return (
            f"tick {table.tick}: {line}; truth has {len(table.record)} events, last"
            f" {table.record[-1]}; amiss {[*amiss]}; things {len(scene.props)}, arms"
            f" {len(scene.resting)}; eye: {misread(table, reading)}"
        )


def _verb(event: Any) -> str:  # noqa: ANN401 - any game's event
    return "undo" if isinstance(event, Undo) else str(event.verb)


def misread(table: VirtualTable, reading: Reading) -> Sequence[str]:
    """Name what a reading has otherwise than it is, or hardly tells, away from hands."""
    if not reading.registered:
        return ["board not found"]
    board = table.scene.pieces
    spots = reading.groups[LOCATIONS]
    hand = [f"a hand near {np.count_nonzero(spots.near)}"] if reading.hand else []
    found = []
    for location, row, near in zip(
        table.board.locations, spots.log_likelihood, spots.near, strict=True
    ):
        there = board[location.id].paint if location.id in board else None
        index = spots.classes.index(there)
        best = int(np.delete(row, index).argmax())
        rival = [one for one in spots.classes if one != there][best]
        by = float(row[index] - np.delete(row, index)[best])
        if by < UNSURE and not near:
            found.append(f"{location.id} is {there}, by {by:.1f} over {rival}")
    return hand + found


@dataclass(frozen=True, slots=True)
class _Turn:
    """What somebody did before he pressed the button, and whether the table ``shows`` any of it."""

    events: tuple[Any, ...] = ()
    shows: bool = False


class AreaReferee:
    """Follows one game beside the companion's own, tells it what it must be told, and counts.

    ``questions`` of the account are those beyond what the rules need; ``notes`` are the others:
    turns of which nothing was to be seen, and what two actions explain.
    """

    def __init__(self, table: VirtualTable) -> None:
        self.account = GameAccount()
        self._table = table
        self._store = Store.in_memory()
        header = Header(table.board.game, "board", table.players, {})
        stored = self._store.begin(header, format_board(table.board), {}, table.players[0])
        kept = self._store.journal.game(stored)
        self.live = LiveGame(self._store, kept, table.board, Language())
        self.live.write(table.record[0])
        self._asked: object = None
        self._turn: _Turn | None = None
        self._ended = _Turn()
        self._behind = 0

    def see(self, reading: Reading) -> None:
        """Show a reading of the present moment, and judge what comes of it."""
        account, live, table = self.account, self.live, self._table
        account.ticks += 1
        lines = live.follow(Look(reading, f"{table.tick}"))
        button = table.moment.what == "button"
        if button:
            account.turns += 1
            self._turn = _Turn(tuple(table.turn), shows=self._shows(table.turn))
        if self._turn is not None and (button or live.phase.players) and live.turns.end_turn():
            self._ended, self._turn = self._turn, None
        if live.turns.unseen:
            ended = self._ended
            self._count(f"nothing seen of {ended.events}", needed=not ended.shows)
            self._tell()
        if live.wrong is not None and live.wrong is not self._asked:
            explained = len(live.tracker.alternatives)
            self._count(f"{live.wrong}: {table.record[-3:]}", needed=explained > 1)
        self._asked = live.wrong
        if live.wrong is not None and button:
            self._tell()
        self._judge([line for line in lines if "note" in line])

    def finish(self, reading: Reading) -> GameAccount:
        del reading
        history, table = self.live.history, self._table
        right = is_right(history.game, history.state, [table.state])
        if not right and self._game_is_over():
            self.account.lost.append(f"{table.tick}: ends {history.event}")
        self.account.events = len(table.record)
        self._store.close()
        return self.account

    def _game_is_over(self) -> bool:
        return not self._table.history.game.phase(self._table.state).players

    def _count(self, what: str, *, needed: bool) -> None:
        if needed:
            self.account.notes += 1
        else:
            self.account.questions.append(f"{self._table.tick}: {what}")

    def _shows(self, events: Sequence[Any]) -> bool:
        """Tell whether anything of a turn is to be seen on the table."""
        history: History[Any, Any, Any] = self._table.history
        game, before = history.game, history.states[-1 - len(events)]
        return bool(game.expected(before) != game.expected(history.state))

    def _judge(self, notes: list[dict[str, Any]]) -> None:
        """See whether the companion stands where the game has been, and is not long behind."""
        live, table, account = self.live, self._table, self.account
        states = [*table.history.states]
        if table.under_way is not None:
            states.append(table.history.game.apply(table.state, table.under_way).state)
        if not is_right(live.history.game, live.history.state, states):
            what = f"{table.tick}: {live.history.events[-3:]}, not {table.record[-3:]}"
            (account.wrong if notes else account.silent).append(what)
            self._tell()
            return
        now = states[len(table.record) :]
        abreast = is_right(live.history.game, live.history.state, now) or live.wrong is not None
        self._behind = 0 if abreast or not table.still else self._behind + 1
        if self._behind > LAG:
            account.lost.append(f"{table.tick}: stands at {live.history.events[-1]}")
            self._tell()

    def _tell(self) -> None:
        """Tell the companion all that has happened, from where it stands otherwise than the game.

        An event that comes to the same as what happened is left, as people would leave it.
        """
        live, record = self.live, self._table.record
        followed = [*live.history.counting]
        same = agreeing(live.history, self._table.history)
        if same < len(followed):
            live.undo(followed[same] - 1)
        live.answer(record[same:])
        live.turns.leave()
        self._turn = None  # who has told his turn need not end it
        self._behind = 0


def agreeing(one: AnyHistory, other: AnyHistory) -> int:
    """Count the events in effect up to the first after which two games stand otherwise.

    Events that come to the same agree. Nothing has been undone in the ``other`` game.
    """
    essence, both = one.game.essence, zip(one.counting, other.states[1:], strict=False)
    alike = takewhile(lambda two: essence(one.states[two[0]]) == essence(two[1]), both)
    return sum(1 for _ in alike)


def is_right(game: AnyGame, state: AnyState, states: Sequence[AnyState]) -> bool:
    """Tell whether a game has stood so, or so but for what nobody could see and changes nothing.

    That is what ``essence`` leaves out. What still waits for the button may have taken fewer steps
    than it did: it is right where the button leads from it to where the game stands, or to where
    the button would lead the game.
    """
    now, stood = game.essence(state), [game.essence(one) for one in states]
    if now in stood:
        return True
    ended = _ended(game, now)
    return ended != now and any(ended in (one, _ended(game, one)) for one in stood)


def _ended(game: AnyGame, state: AnyState) -> AnyState:
    phase = game.phase(state)
    if phase.waits is Waits.ACTING and phase.button is not None:
        return game.apply(state, phase.button).state
    return state
