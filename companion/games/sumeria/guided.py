"""A guided first game of Sumeria: its last dynasty."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from companion.games.sumeria.final import EXPLAINED, scale
from companion.games.sumeria.screens import kind_signs
from companion.games.sumeria.virtual_table import SumeriaTable, choose, draw_from_bag
from companion.guided import LEARNER, PLAYERS, SEED, GuidedGame, lead_learner, played
from companion.pages.ways import Way, ways
from companion.session.helpers import Hands, wrong_places
from companion.session.live_game import LiveGame
from companion.session.session import Session
from companion.ui.legend import Sign
from companion.words.names import Names
from engine.sumeria import SUMERIA
from engine.sumeria.effects import Awarded, Discarded, Swapped
from engine.sumeria.events import Add, Claim, Draw, Event, Move, Remove, Score, Setup
from engine.sumeria.state import State
from hardware.virtual.handling import views
from seeds.sumeria import counts

PATIENCE: Final = 240
"""Looks after which somebody else puts a tile right that the learner has not."""


def begin(session: Session, hands: Hands) -> None:
    """Lay the table as it stands before the last dynasty, and lead the learner from there."""
    rng = np.random.default_rng(SEED)
    board = session.table.board
    start = SUMERIA.new_game(board, PLAYERS, {})
    row = tuple(str(one) for one in rng.permutation([one.id for one in board.regions]))

    def following(state: State) -> Event | None:
        """Play by chance up to the last dynasty, in which the learner begins."""
        match state.phase:
            case "action" if state.dynasty == counts().dynasties:
                return None
            case "score":
                return Score()
            case "draw":
                return Draw(draw_from_bag(state, rng))
        return choose(board, SUMERIA.legal_events(state), rng)

    setup = Setup(LEARNER, row, draw_from_bag(start, rng))
    lead_learner(session, hands, played(SUMERIA, start, setup, following), SumeriaGuide)


def goal(names: Names) -> str:
    """Say how the game is won, and what the tiles that win it are worth."""
    return f"{names.tell('guide', 'goal')} {scale(EXPLAINED, names.language)}"


class SumeriaGuide(GuidedGame):
    """Leads one game to its end."""

    ends_turns = True

    def __init__(self, session: Session, live: LiveGame, hands: Hands) -> None:
        super().__init__(session, live, hands)
        self._rng: Final = np.random.default_rng(SEED)
        self._swapped = False
        self._swap_asked = False
        self._announced = ""
        self._handed_out = live.history.event
        """The last event whose tiles were handed out."""
        self._by_hand: Final = set[int]()
        """The claims that the camera saw: hands took their tiles before these were written."""

    def goal(self) -> str:
        return goal(self.live.names)

    def signs(self) -> Sequence[Sign]:
        return kind_signs(self.live.names)

    def go_on(self) -> None:
        state = self.live.state
        if state["phase"] == "claim":
            self._claim()
        if state["phase"] not in {"action", "score"}:
            return
        if self.hands.busy:
            self.text = self._announced or self.watching()
        elif wrong_row := self._wrong_row():
            self._swap(wrong_row)
        elif state["to_play"] == LEARNER:
            self._lead()
        elif state["to_play"] is not None:
            self._play(state["to_play"])

    def _swap(self, seen: Sequence[str | None]) -> None:
        """Ask the learner to swap two tiles the first time, then say that others do it."""
        live, self.text = self.live, self.watching()
        expected = live.tracker.game.row(live.history.state)
        self.waited += 1
        last = live.history.events[-1]
        has_played = isinstance(last, Add | Move | Remove) and last.player == LEARNER
        if not self._swapped and has_played and self.waited < PATIENCE:
            self._swap_asked = True
            note = {"expected": expected, "seen": seen}
            self.text = f"{live.names.row_reminder(note)} {self.sentence('swap')}"
            self.marks = wrong_places(live.board, expected, seen)
        else:
            row = tuple(live.state["ranking"])
            self.text = self._announced = self.sentence("swapped")
            self.hands.do(lambda table: table.lay_row(LEARNER, row))

    def _wrong_row(self) -> Sequence[str | None]:
        """Give the row as the camera sees it where it is not as it should be."""
        live, look = self.live, self.session.look
        slots = look.reading.groups.get(live.tracker.game.row_id or "") if look else None
        seen = () if slots is None else slots.likeliest()
        return () if seen == live.tracker.game.row(live.history.state) else seen

    def _lead(self) -> None:
        """Propose what gains most, and say how that is done with the mouse."""
        self._swapped = self._swapped or self._swap_asked
        found = ways(SUMERIA, self.live.history.state)
        best = self._best(found)
        self.proposed, self.places = best.event, best.places
        spots = self.live.board.pieces.id
        self.marks = [*((spots, one) for one in best.places)]
        if isinstance(best.event, Add):
            self.marks.append(LEARNER)
        told = self.sentence(best.verb, self.live.names.facts_of(best.event))
        self.text = f"{told} {self._worth(best, found[0].gains)}"

    def _worth(self, way: Way, most: int) -> str:
        """Say why it is proposed: what it brings, of what could bring so much at most.

        What brings nothing is proposed as nothing does, or for what it changes in the row.
        """
        if way.gains:
            more = "more" if way.gains > 0 else "less"
            return self.sentence(more, {"number": abs(way.gains)})
        if not most:
            return self.sentence("nothing")
        (swapped,) = self._swaps(way.event)
        return self.sentence("rise", {"rose": swapped.rose, "fell": swapped.fell})

    def _swaps(self, event: Event) -> list[Swapped]:
        effects = SUMERIA.apply(self.live.history.state, event).effects
        return [one for one in effects if isinstance(one, Swapped)]

    def _best(self, found: Sequence[Way]) -> Way:
        """Find what gains most; at first only what lets tiles be swapped too."""
        swapping = (way for way in found if way.gains >= 0 and self._swaps(way.event))
        return found[0] if self._swapped else next(swapping, found[0])

    def _play(self, player: str) -> None:
        self.text = self.watching()
        if not self.is_first("play"):
            return
        live = self.live
        state = live.history.state
        event = choose(live.board, SUMERIA.legal_events(state), self._rng)
        row = SUMERIA.apply(state, event).state.ranking
        self._announced = ""
        for one in self._swaps(event):
            facts = {"player": player, "rose": one.rose, "fell": one.fell}
            self.text = self._announced = self.sentence("watch_swap", facts)
        before, _, after = views(SUMERIA, state, event)

        def deed(table: SumeriaTable) -> None:
            table.carry_out(player, before, after)
            table.lay_row(player, row)

        self.hands.do(deed)

    def _claim(self) -> None:
        """Let the learner choose his tiles; of others take those that they would like."""
        event = SUMERIA.legal_events(self.live.history.state)[0]
        assert isinstance(event, Claim)  # noqa: S101 - in this phase there are no others
        if event.player == LEARNER:
            if self.is_first("tell claim"):
                self.session.go("claim")
                text = self.sentence("claim", {"city_state": event.city_state})
                self.session.go("lesson", text=text)
        elif not self.hands.busy and self.is_first("claim"):
            number = self.live.history.event + 1
            shares = self._shares(self.live.history.state, event)
            self._by_hand.add(number)
            self._hand_out(number, [one for one in shares if one.city_state == event.city_state])

    def tidy(self) -> None:
        """Hand out the tiles of which the screen says who takes them, or that nobody does."""
        history = self.live.history
        for number in range(self._handed_out + 1, history.event + 1):
            event = history.events[number - 1]
            if isinstance(event, Score | Claim):
                shares = self._shares(history.at(number - 1), event)
                if isinstance(event, Claim) and number in self._by_hand:
                    shares = [one for one in shares if one.city_state != event.city_state]
                self._hand_out(number, shares)
        self._handed_out = history.event

    def _hand_out(self, number: int, shares: Sequence[Awarded | Discarded]) -> None:
        row = self.live.history.at(number - 1).ranking
        if shares:
            self.hands.do(lambda table: table.hand_out(row, shares))

    @staticmethod
    def _shares(state: State, event: Event) -> list[Awarded | Discarded]:
        effects = SUMERIA.apply(state, event).effects
        return [one for one in effects if isinstance(one, Awarded | Discarded)]
