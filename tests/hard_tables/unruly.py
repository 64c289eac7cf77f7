"""People at whose table not all goes well: they hurry, err, forget and knock things over."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Literal, get_args

import numpy as np

from companion.games.sumeria.virtual_table import choose
from engine.board import Board
from engine.game import Step
from engine.record import Undo
from engine.sumeria import SUMERIA
from engine.sumeria.board_file import INFLUENCE, RANKING
from engine.sumeria.effects import Awarded, Effect, Rotated
from engine.sumeria.events import Add, Correct, Draw, Event, Move, Place, Remove, Score
from engine.sumeria.state import State
from hardware.virtual.look import TableLook
from hardware.virtual.painting import Point
from hardware.virtual.people import Moment, Tick
from hardware.virtual.scene import At, Scene
from tests.hard_tables.homely import HomelyPeople, touched
from tests.hard_tables.mishaps import Mishaps
from tests.hard_tables.slips import reversed_deed, slip

PATIENCE: Final = 4
"""Ticks more than after a deed that go by before anybody notices what is wrong."""
PONDERED: Final = 15
"""Ticks by which a pause is longer when somebody thinks."""
SLOW: Final = 0.25
"""How often one is slower than all others when all place at once."""
MEND: Final = 0.4
"""How often, a turn, somebody tidies the ranking row up."""
PUSHED: Final = (4, 9)
"""How many ticks it takes to push a merchant along."""
JOSTLED_MM: Final = 130.0
"""How far from a deed a sleeve may catch another merchant."""

NOTED: Final = 25
"""Ticks for which nobody goes on where new tiles were laid in place of the old ones."""
TOLD_APART: Final = 2
"""In how many spaces new tiles laid in place of old ones are others at least."""
Laziness = Literal["late", "at-once", "never"]
"""When tiles that were left lying are taken: each later, all at once, or as new ones are dealt."""


class UnrulyPeople(HomelyPeople):
    """People whose turns now and then go as ``mishaps`` has it.

    ``eye_mm`` is where the camera hangs (x, y, height). Whatever goes wrong is put right in time;
    until then ``amiss`` of each moment names it: "illegal", "wrong-colour", "out-of-turn" (one
    player is behind in the opening), "row" (a swap forgotten), "untidy", "tiles" (left lying).
    """

    def __init__(  # noqa: PLR0913 - a table is laid with that much
        self,
        board: Board,
        players: Sequence[str],
        first: str,
        seed: int,
        settled: int,
        *,
        look: TableLook,
        mishaps: Mishaps,
        eye_mm: tuple[float, float, float],
    ) -> None:
        """Lay out the table and deal; raises ValueError for players who cannot play."""
        super().__init__(
            board, players, first, seed, settled, look=look, mishaps=mishaps, eye_mm=eye_mm
        )
        self._amiss: set[str] = set()
        self._row_left = False
        self._hurried = False
        self._lazy: Laziness | None = None
        self._moods = np.random.default_rng([seed, 13])

    def _go_on(self) -> Iterator[Moment]:
        if self.state.phase == "placement":
            yield from self._between()
            rushed = self._rng.random() < self._mishaps.rush
            yield from self._rush() if rushed else self._action()
        elif self.state.phase == "action":
            yield from self._between()
            yield from self._action()
        else:
            if self._row_left:
                yield from self._mend_row()
            yield from self._clear_board()
            yield from super()._go_on()

    def _action(self) -> Iterator[Moment]:
        """Do what is next on the board, in one way or another."""
        chance = self._rng.random()
        event = self._choice()
        ways = (
            (self._mishaps.take_back, self._take_back),
            (self._mishaps.wrong_colour, self._wrong_colour),
            (self._mishaps.illegal, self._illegal),
            (self._mishaps.quick, self._quick),
        )
        for likely, way in ways:
            if chance < likely:
                yield from way(event)
                return
            chance -= likely
        yield from self._turn(event)

    def _quick(self, event: Event) -> Iterator[Moment]:
        """Move, and have the next player move while the hand is still over the board."""
        phase = self.state.phase
        self._hurried = True
        yield from self._turn(event)
        self._hurried = False
        if self.state.phase == phase:
            yield from self._turn(self._choice())
        if self._row_left:
            yield from self._mend_row()
        yield from self._pause(event.verb)

    def _take_back(self, event: Event) -> Iterator[Moment]:
        """Do something and think better of it: the board, then the row, is as it was."""
        yield from self._turn(event)
        player, deed = self._deed(reversed_deed(event))
        yield from self._clear(self._points(event))
        yield from self._happen(Undo(self.history.event), deed)
        if self._rng.random() < MEND:
            yield from self._pause("take-back")
        yield from self._mend_row(player)
        yield from self._pause("take-back")

    def _wrong_colour(self, event: Event) -> Iterator[Moment]:
        """Put down a merchant of another colour, notice it, and put the right one there."""
        others = [one for one in self._bystanders() if self.top.supply(one)]
        if not isinstance(event, Place | Add) or not others:
            yield from self._turn(event)
            return
        player, at, wrong = event.player, event.at, str(self._rng.choice(others))
        yield from self._clear(self._points(event))
        self._amiss.add("wrong-colour")
        yield from self._show("wrong-colour", self._hands.put(player, at, wrong))
        yield from self._wait("wrong-colour")

        def exchange() -> None:
            self.top.lift(at)
            self.top.keep(wrong)
            self.top.fetch(player)
            self.top.stand(at, player)

        yield from self._clear(self._points(event))
        deed = self._hands.work(player, [(self.top.where(at), exchange)])
        step = yield from self._happen(event, deed)
        self._amiss.discard("wrong-colour")
        yield from self._follow(event.verb, player, step)

    def _illegal(self, event: Event) -> Iterator[Moment]:
        """Do what the rules forbid; the table agrees to let it stand, or has it taken back."""
        wrong = slip(self.top, self.state, self._bystanders(), self._rng)
        if wrong is None:
            yield from self._turn(event)
            return
        yield from self._clear(self._points(wrong))
        self._amiss.add("illegal")
        _, deed = self._deed(wrong)
        yield from self._show("illegal", deed)
        yield from self._wait("illegal")
        agreed = Correct(tuple((at, self._paint(at)) for at in touched(wrong)))
        if self._rng.random() < self._mishaps.agree and SUMERIA.check(self.state, agreed).holds:
            self._note(agreed)
        else:
            yield from self._clear(self._points(wrong))
            _, deed = self._deed(reversed_deed(wrong))
            yield from self._show("put-right", deed)
        self._amiss.discard("illegal")
        yield from self._pause("put-right")

    def _rush(self) -> Iterator[Moment]:
        """Place all at once, up to two merchants each, one of the players perhaps more slowly."""
        pending = self._placements(int(self._rng.integers(2, 2 * len(self._players) + 1)))
        while pending:
            late, *others = goes = pending[: len(self._players)]
            if others and self._rng.random() < SLOW:
                self._amiss.add("out-of-turn")
                yield from self._together(others, pending)
                yield from self._pause("place")
                goes = [late]
            yield from self._together(goes, pending)
            self._amiss.discard("out-of-turn")
        yield from self._pause("place")

    def _placements(self, most: int) -> list[Place]:
        """Think of the next placements, in turn order."""
        state, found = self.state, list[Place]()
        while state.phase == "placement" and len(found) < most:
            event = choose(self.top.board, SUMERIA.legal_events(state), self._rng)
            if isinstance(event, Place):
                found.append(event)
            state = SUMERIA.apply(state, event).state
        return found

    def _together(self, group: Sequence[Place], pending: list[Place]) -> Iterator[Moment]:
        """Place these at once; of all that are ``pending`` note those whose turn has come."""
        for one in group:
            yield from self._clear(self._points(one))
        order = [group[i] for i in self._rng.permutation(len(group))]
        for _, scene in self._hands.together([(one.player, one.at) for one in order]):
            while pending and pending[0].at in scene.pieces:
                self._note(pending.pop(0))
            yield self._moment(scene, "place")

    def _settle(self, event: Event) -> Iterator[Moment]:
        if isinstance(event, Score):
            lazy = self._moods.random() < self._mishaps.lazy
            ways = get_args(Laziness)
            self._lazy = ways[self._moods.integers(len(ways))] if lazy else None
            self._winners: dict[str, list[str]] = {}
        if self._lazy is None:
            yield from super()._settle(event)
            return
        self._amiss.add("tiles")
        step = self._note(event)
        for share in step.effects:
            if isinstance(share, Awarded):
                self._winners.setdefault(share.player, []).extend(share.tiles)
        if self._moods.random() < 0.5:
            yield from self._pause("told")
        if not any(isinstance(effect, Rotated) for effect in step.effects):
            return
        if self._lazy == "at-once":
            yield from self._take_what_lies([self.top.spots(INFLUENCE, free=False)])
        yield from self._work(self._dealer, self._rotate(step.state))
        if self._lazy == "late":
            yield from self._take_what_lies([[at] for at in self.top.spots(INFLUENCE, free=False)])

    def _take_what_lies(self, goes: Sequence[Sequence[At]]) -> Iterator[Moment]:
        """Take the tiles that were left lying, several in one go or one after the other."""
        for spaces in goes:
            stages = [(self.top.middle(spaces[0]), partial(self._clear_spaces, spaces))]
            yield from self._work(self._dealer, stages)
        self._amiss.discard("tiles")

    def _clear_spaces(self, spaces: Sequence[At]) -> None:
        """Give each tile that lies there to somebody who has won one of its kind."""
        for at in spaces:
            for tile in tuple(self.top.on(at)):
                winner = next((one for one, won in self._winners.items() if tile.name in won), None)
                if winner is not None:
                    self._winners[winner].remove(tile.name)
                self.top.win(at, winner)

    def _draw(self, event: Draw) -> Iterator[Moment]:
        lying = self.top.spots(INFLUENCE, free=False)
        both = zip(event.influence, self.top.singles(INFLUENCE), strict=True)
        others = sum(there not in (None, kind) for kind, there in both)
        if lying and others < TOLD_APART:  # people would have to tell the screen
            yield from self._take_what_lies([lying])
            lying = []
        yield from super()._draw(event)
        self._amiss.discard("tiles")
        if lying:
            yield from self._show("draw", self._hands.still(NOTED))

    def _lay_tokens(self, kinds: Sequence[str], spaces: Sequence[int]) -> None:
        ats = self.top.ats(INFLUENCE)
        self._clear_spaces([ats[space] for space in spaces])
        super()._lay_tokens(kinds, spaces)

    def _deed(self, event: Event) -> tuple[str, Iterator[Tick]]:
        """Do something legal or not."""
        match event:
            case Move(player, origin, to) if self._rng.random() < self._mishaps.push:
                ticks = int(self._rng.integers(*PUSHED))
                return player, self._hands.push(player, origin, to, ticks)
            case Move(player, origin, to):
                return player, self._hands.carry(player, origin, to)
            case Place(player, at) | Add(player, at):
                return player, self._hands.put(player, at)
            case Remove(player, origin):
                return player, self._hands.take(player, origin)
        raise AssertionError(event)

    def _happen(
        self, event: Event | Undo, deed: Iterator[Tick]
    ) -> Generator[Moment, None, Step[State, Effect]]:
        step = yield from super()._happen(event, deed)
        if not isinstance(event, Undo):
            self._jostle(event)
        return step

    def _follow(self, verb: str, player: str, step: Step[State, Effect]) -> Iterator[Moment]:
        forgotten = self._row_left or self._hurried or self._rng.random() < self._mishaps.forget
        if not forgotten:
            yield from super()._follow(verb, player, step)
            return
        self._row_left = True
        yield from self._pause(verb)
        if not self._hurried and self._rng.random() < MEND:
            yield from self._mend_row()

    def _mend_row(self, player: str | None = None) -> Iterator[Moment]:
        """Lay the ranking row as the rules want it."""
        self._row_left = False
        row, there = self.state.ranking, self.top.singles(RANKING)
        wrong = [i for i, tile in enumerate(there) if tile != row[i]]
        if wrong:
            slots = [self.top.ats(RANKING)[i] for i in wrong]
            stages = [
                (self.top.middle(slots[0]), partial(self.top.pick_up, slots)),
                (self.top.middle(slots[-1]), partial(self._lay_row, row, wrong)),
            ]
            yield from self._work(player or self._dealer, stages)

    def _jostle(self, event: Event) -> None:
        """Perhaps catch another merchant near by with a sleeve."""
        points = self._points(event)
        near = [
            at
            for at in self.top.scene().pieces
            if at not in touched(event)
            and any(_apart(self.top.where(at), point) < JOSTLED_MM for point in points)
        ]
        if near and self._rng.random() < self._mishaps.knock:
            self.top.knock_over(str(self._rng.choice(near)))
        elif near and self._rng.random() < self._mishaps.shove:
            self.top.shove(str(self._rng.choice(near)))

    def _wait(self, what: str) -> Iterator[Moment]:
        """Let some time pass until somebody notices."""
        yield from self._pause(what)
        yield from self._show(what, self._hands.still(PATIENCE))

    def _pause(self, what: str) -> Iterator[Moment]:
        if self._hurried:
            return
        yield from super()._pause(what)
        if self._rng.random() < self._mishaps.ponder:
            yield from self._show(what, self._hands.still(PONDERED))

    def _moment(self, scene: Scene, what: str) -> Moment:
        amiss = {*self._amiss, *(["row"] if self._row_left else [])}
        amiss |= {"untidy"} if self.top.untidy else set()
        moment = super()._moment(scene, what)
        return replace(moment, amiss=tuple(sorted(amiss)))

    def _bystanders(self) -> list[str]:
        """List who neither is to play nor was the last to: whose merchants are to lie still."""
        last = next(
            (
                event.player
                for event in reversed(self.history.events)
                if isinstance(event, Place | Add | Move | Remove)
            ),
            None,
        )
        to_play = self._players[self.state.seat_in_turn]
        return [one for one in self._players if one not in (last, to_play)]

    def _paint(self, at: str) -> str | None:
        merchants = self.top.scene().pieces
        return merchants[at].paint if at in merchants else None


def _apart(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)
