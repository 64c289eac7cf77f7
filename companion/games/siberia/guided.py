"""A guided first game of Siberia: what is left of its last round."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from companion.games.siberia.board_map import cube_signs
from companion.games.siberia.virtual_table import a_setup, choose
from companion.guided import LEARNER, PLAYERS, GuidedGame, lead_learner, played
from companion.session.helpers import Hands
from companion.session.live_game import LiveGame
from companion.session.session import Session
from companion.tracking.notes import changed_places
from companion.ui.legend import Sign
from engine.ruling import Fact
from engine.siberia import SIBERIA
from engine.siberia.board import as_siberia
from engine.siberia.effects import Sold
from engine.siberia.events import Event, Mine, Pass, Ready, Refill, Salesman, Worker
from engine.siberia.material import DEPOT
from engine.siberia.scoring import stack
from engine.siberia.state import State
from hardware.virtual.handling import views

TURNS: Final = 3
"""So many actions somebody does before he passes."""
SEED: Final = 4
"""Of what was played before the learner sits down: a game that is still open then."""


def begin(session: Session, hands: Hands) -> None:
    """Lay the table as it stands in the last round, and lead the learner from there."""
    rng = np.random.default_rng(SEED)
    board = as_siberia(session.table.board)
    start = SIBERIA.new_game(board, PLAYERS, {})

    def following(state: State) -> Event | None:
        """Play by chance until it is the learner's turn in the last round."""
        if state.ending and state.to_play == LEARNER:
            return None
        match state.phase:
            case "refill":
                return Refill(str(rng.choice(stack(state))))
            case "place":
                return Ready()
        return choose(state, rng)

    setup = a_setup(board, LEARNER, rng)
    lead_learner(session, hands, played(SIBERIA, start, setup, following), SiberiaGuide)


class SiberiaGuide(GuidedGame):
    """Leads one game to its end; each does some actions, and passes then."""

    def __init__(self, session: Session, live: LiveGame, hands: Hands) -> None:
        super().__init__(session, live, hands)
        self._start: Final = live.history.event
        self._last_proposed: Event | None = None
        self._locked: str | None = None
        """The region that the last event has emptied."""

    def signs(self) -> Sequence[Sign]:
        return cube_signs(self.live.names)

    def go_on(self) -> None:
        live, hands = self.live, self.hands
        state: State = live.history.state
        self.text = self.watching()
        if hands.busy and self._locked is not None:
            self.text = self.sentence("locked", {"at": self._locked})
        if hands.busy or live.turns.is_looking or state.to_play is None:
            return
        if not live.turns.is_over:
            last = live.history.events[-1]
            if _player(last) == LEARNER:
                self.awaits = LEARNER
                self.text = self.sentence("press" if last == self._last_proposed else "leave")
            else:
                live.turns.end_turn()
        elif state.to_play == LEARNER:
            self._lead()
        else:
            self._play(state.to_play)

    def _lead(self) -> None:
        state: State = self.live.history.state
        if state.phase != "action":  # in the midst of something else than was asked for
            self.text = self.live.names.lesson(state.phase, virtual=True)
            return
        event = self.proposed = self._last_proposed = self._best(LEARNER)
        if event is None:
            self.text = self.sentence("pass")
            return
        before, begun, _ = views(SIBERIA, state, event)
        changed = changed_places(self.live.board, before, begun)
        self.places = changed
        self.marks = [
            (group.id, place.id)
            for group in self.live.board.areas
            for place in group.places
            if place.id in changed
        ]
        facts: Mapping[str, Fact] = self.live.names.facts_of(event)
        match event:
            case Salesman(_, _, to):
                self.places = (to,)  # an exchange goes by the side that lies there
            case Worker():
                facts = {"at": self.places[0]}
        if isinstance(event, Mine):
            money = _paid(state, event)
            facts = {**facts, "number": _sold(state, event), "money": money}
            self.text = self.sentence(event.verb, facts)
        else:
            worth = self.sentence("paid_next", {"money": _worth_next(state, event)})
            self.text = f"{self.sentence(event.verb, facts)} {worth}"
            self.marks.append(LEARNER)

    def _play(self, player: str) -> None:
        if not self.is_first("play"):
            return
        state = self.live.history.state
        event = self._best(player)
        if event is None:
            self.live.write(Pass(player))
            return

        before, begun, _ = views(SIBERIA, state, event)
        self.hands.do(lambda table: table.carry_out(player, before, begun))

    def _best(self, player: str) -> Event | None:
        """Find what pays most, at once or next; None where it is time to pass."""
        state: State = self.live.history.state
        events = self.live.history.events[self._start :]
        if sum(_player(event) == player for event in events) >= TURNS:
            return None
        best = best_sale(state)
        if best is not None:
            return best
        sent = [
            one
            for one in SIBERIA.legal_events(state)
            if isinstance(one, Salesman | Worker) and one.origin == DEPOT
        ]
        worth = {one: _worth_next(state, one) for one in sent}
        found = max(sent, key=worth.__getitem__, default=None)
        return found if found is not None and worth[found] else None

    def tidy(self) -> None:
        """Lock what the last event has emptied, and send the workers there home."""
        history = self.live.history
        event = history.events[-1]
        if isinstance(event, Mine) and history.event > self._start:
            _, begun, after = views(SIBERIA, history.at(history.event - 1), event)
            if begun != after:
                changed = changed_places(self.live.board, begun, after)
                regions = {one.id for one in self.live.board.regions}
                self._locked = next((one for one in changed if one in regions), None)
                self.do("tidy", lambda table: table.carry_out(event.player, begun, after))
                return
        self._locked = None


def best_sale(state: State) -> Mine | None:
    """Find the mining that pays whoever is to play most, of those that cannot be mistaken."""
    mines = [one for one in SIBERIA.legal_events(state) if isinstance(one, Mine)]
    ways = Counter(one.resource for one in mines)
    paid = {one: _paid(state, one) for one in mines if ways[one.resource] == 1}
    found = max(paid, key=paid.__getitem__, default=None)
    return found if found is not None and paid[found] else None


def _paid(state: State, event: Mine) -> int:
    return SIBERIA.apply(state, event).state.money[state.turn] - state.money[state.turn]


def _sold(state: State, event: Event) -> int:
    effects = SIBERIA.apply(state, event).effects
    return sum(one.cubes for one in effects if isinstance(one, Sold))


def _worth_next(state: State, event: Event) -> int:
    """Tell what whoever is to play could sell for afterwards, were it his turn again."""
    again = SIBERIA.apply(state, event).state._replace(turn=state.turn)
    sale = best_sale(again)
    return 0 if sale is None else _paid(again, sale)


def _player(event: object) -> str | None:
    player = getattr(event, "player", None)
    return player if isinstance(player, str) else None
