"""Tracking a board on which each piece has a spot, with tiles beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.tracking.alternatives import replayed
from companion.tracking.belief import NEVER, Evidence, Mask, RowWatch, SpotBelief
from companion.tracking.config import (
    DOUBTED,
    GONE,
    LASTING,
    OFFERED,
    OPENING_ENDED,
    OPENING_LASTS,
    RECENT,
    RESTLESS,
    SEEN_EARLY,
)
from companion.tracking.deciding import Deciding
from companion.tracking.followed import Singles
from companion.tracking.hypotheses import (
    Decision,
    Events,
    Hypothesis,
    Search,
    changes,
)
from companion.tracking.notes import (
    Line,
    differences_of,
    taken_back,
    unexplained,
    unseen_order,
    wrong_group,
)
from companion.tracking.tiles import Tiles, TileTracking
from companion.tracking.tracker import Options, Tracker
from companion.tracking.waiting import Agreement, Furniture, Resting
from engine.board import Board
from engine.game import AnyEvent, Waits
from engine.history import AnyHistory
from engine.record import Undo
from vision.reading import Reading, Slots

TILES: Final = (Waits.CHOOSING, Waits.DEALING)
"""What is waited for while only tiles change."""


class SpotTracker(Tracker):
    """Follows one game in which each piece has a spot of its own.

    What must be seen in consecutive readings starts anew when a hand moves: events (``_agreed``)
    and what a question is about (``_differing``). How long there has been a doubt (``_doubtful``)
    and how long a piece is gone (``_gone``) is counted on in spite of hands, until something is
    written.
    """

    def __init__(self, history: AnyHistory, board: Board, options: Options) -> None:
        super().__init__(history, board, options)
        agree, live = options.agree, options.live
        patience = options.patience or agree
        self._live: Final = live
        self._furniture: Final = Furniture(LASTING * patience)
        self._resting: Final = Resting()
        self._belief: Final = SpotBelief(RECENT * agree, len(self.game.names))
        self._search: Final = Search(self.game, history, live=live)
        self._deciding: Final = Deciding(self.game, history, self._search, live=live)
        self._choices: Final = TileTracking(self.game, history, options)
        self._row: Final = RowWatch()
        self._rows_noted: Final[list[tuple[int, Singles]]] = []
        self._explained = NEVER
        self._differing: Final = Agreement(patience)
        self._doubtful: Final = Agreement(patience)
        self._early: Mapping[str, str] = {}
        self._gone: Final = Agreement(GONE * agree)
        self._under_a_hand: Reading | None = None

    def _conclude(self) -> list[Line]:
        """Write a deal that lies whole under the last hand: nobody is half way with it."""
        if self._under_a_hand is None or self._waits is not Waits.DEALING:
            return []
        return self._follow(replace(self._under_a_hand, hand=False))

    def _follow(self, reading: Reading) -> list[Line]:
        self._under_a_hand = reading if reading.registered and reading.hand else None
        if not reading.registered:
            self._resting.still(None)
            self._furniture.lost()
            self._moved()
            return []
        spots, hand = reading.groups[self.game.pieces_id], reading.hand
        near = spots.near
        if self._live:
            hand, near = self._furniture.without(spots, self._standing, hand=hand)
        still = self._resting.still(near if hand else None)
        unusable = (hand and not (self._live and still)) or self.over
        if unusable or not still:  # other parts of the board are hidden now
            self._moved()
            self._belief.hide(near)
        tiles = None
        if (slots := reading.groups.get(self.game.tiles_id or "")) is not None:
            tiles = self._choices.remembered(Tiles.of(slots, hand=hand and not unusable))
            self._choices.watch(tiles, settled=not unusable)
        if unusable:
            if not self.over:
                self._belief.note_changes(spots, near | ~spots.observed, self._standing)
            return []
        row = _known_row(reading.groups.get(self.game.row_id or ""))
        look = _Look(spots.classes, near, row, tiles, hand=hand)
        self._belief.observe(spots, near)
        lines: list[Line] = []
        while step := self._step(look):
            lines += step
            if not any("type" in line for line in step) or self.over:
                break
        return lines

    def write(self, event: AnyEvent) -> Line:
        """Write an event that is known to have happened, and return its line.

        Spots that look otherwise from now on are misread. After an undo the board still shows what
        was taken back: people are expected to put it right. What is neither offered as an answer
        nor moves a piece leaves a question open.
        """
        before, asked = self._standing, self._asked_about
        is_offered = any(type(event) is type(first) for first, *_ in self.alternatives)
        line = self._write(event)
        self._choices.written(undo=isinstance(event, Undo))
        now = self._standing
        changed = {i for i, _ in changes(before, now)}
        if isinstance(event, Undo):
            looks = asked | {i: before[i] for i in changed}
            self._belief.expect_restored({i: look for i, look in looks.items() if look != now[i]})
            self._settle()
        elif changed or is_offered or not self.asking:
            self._contradict(changed)
        return line

    @property
    def left_lying(self) -> Singles:
        return self._choices.left

    @property
    def early(self) -> Mapping[str, str]:
        return self._early

    def _mistrust(self) -> None:
        self._contradict(set())

    def _contradict(self, places: set[int]) -> None:
        """Take people's word that these places, and those asked about, hold what is written.

        Closes the question.
        """
        misread = self._belief.contradict(self._standing, places | self._asked_about.keys())
        self.misread.update({self.game.names[i]: who for i, who in misread.items()})
        self._settle()

    @property
    def _asked_about(self) -> dict[int, str | None]:
        """The spots that the table has been asked about, and how they looked."""
        looks = {
            name: look
            for question, _ in self._asked
            for name, (_, look) in question["differences"].items()
        }
        return {i: looks[name] for i, name in enumerate(self.game.names) if name in looks}

    def _settle(self) -> None:
        super()._settle()
        self._deciding.held = []
        self._differing.forget("board")
        self._doubtful.forget()
        self._gone.forget()

    def _moved(self) -> None:
        """Start anew counting readings that agree: a hand has moved."""
        self._agreed.forget()
        self._differing.forget()
        self._choices.moved()

    @property
    def _standing(self) -> Singles:
        return self.game.standing(self.history.state)

    @property
    def _waits(self) -> Waits:
        return self._rules.phase(self.history.state).waits

    def _step(self, look: "_Look") -> list[Line]:
        """Write or ask one thing that the reading explains; an empty list if nothing is new."""
        phase = self._rules.phase(self.history.state)
        if self._options.auto_score and phase.automatic is not None:
            return [self._write(phase.automatic)]
        if phase.waits is Waits.OVER:  # pieces are being packed away
            return []
        evidence = self._evidence(look, row=self.game.row_id in phase.followed)
        if phase.waits is Waits.DEALING and (lines := self._deal(look.tiles, evidence)) is not None:
            return lines
        lines = self._pieces(evidence)
        if phase.waits is Waits.CHOOSING and not any("type" in line for line in lines):
            lines += self._claim(look)
        return lines

    def _claim(self, look: "_Look") -> list[Line]:
        """Write which tiles somebody chose, if that is to be seen."""
        if look.tiles is None:
            self.over = not self._options.answered
            return [{"note": "tiles-untaught"}] if self.over else []
        note, event = self._choices.claim(look.tiles, look.row)
        lines = [] if note is None else [note]
        return lines if event is None else [*lines, self._write(event)]

    def _deal(self, tiles: Tiles | None, evidence: Evidence) -> list[Line] | None:
        """Write which tiles were dealt; None where that is not seen.

        A deal in doubt is asked about once players have gone on, if it was there for long;
        where nobody answers, the likeliest is written.
        """
        tiles = None if tiles is None else tiles.as_a_deal
        event = None if tiles is None else self._choices.deal(tiles)
        if event is not None:
            return [self._write(event)]
        deals = () if tiles is None else self._choices.likely_deals(tiles)
        if not deals:
            return None
        lasted = self._doubtful.on("deal", self.history.event, LASTING)
        if not (differing := evidence.differences(self._standing)):
            return None
        self._differing.forget("board")
        gone_on = self._doubtful.on("gone-on", self.history.event)
        if (self.asking and self._options.answered) or not (lasted and gone_on):
            return []
        question = unexplained(self.game, self.history.state, self._named(differing), evidence)
        question["nearest"] = self._rules.format_event(deals[0])
        lines = self._ask(question, [(deal,) for deal in deals[:OFFERED]])
        return lines if self._options.answered else [*lines, self._write(deals[0])]

    def _evidence(self, look: "_Look", *, row: bool) -> Evidence:
        """Put together what is believed of the board before the next event.

        ``row`` tells whether the row of tiles is followed now.
        """
        rows, until, since = self._belief.weigh(self._standing, self._explained)
        self._explained = NEVER
        laid = look.row if row else ()
        taken = look.tiles is not None and look.tiles.taken
        return Evidence(
            rows,
            look.classes,
            row=laid,
            relaid=self._row.relaid(self.history.event, laid, self.game.row(self.history.state)),
            taken=taken and self._waits not in TILES,
            until=until.tolist(),
            since=since.tolist(),
            now=self._belief.now,
            hidden=frozenset(np.flatnonzero(look.near).tolist()),
            hand=look.hand,
            restless=self._belief.restless,
        )

    def _pieces(self, evidence: Evidence) -> list[Line]:
        expected = self._standing
        differing = evidence.differences(expected)
        self._early = self._placed_early(differing)
        if not differing:
            self._differing.forget("board")
            if self.asking and not evidence.hand and evidence.agrees(expected, self._asked_about):
                self._settle()
        relaid = evidence.relaid and evidence.displaced(self.game.row(self.history.state))
        found = self._search.found(evidence) if differing or relaid or evidence.taken else []
        fitting = [one for one in found if not evidence.differences(one.board)]
        if fitting and fitting[0].events:
            return self._explained_by(fitting, found, evidence)
        if not differing:
            self._agreed.forget()
            self._ask_to_restore(evidence)
            return self._wrong_row(evidence)
        if placed := self._placed_in_turn(differing, evidence):
            agreed = self._agreed.on("board", placed, self._longer(differing, evidence))
            return self._believe(Decision(placed)) if agreed else []
        return self._perhaps_ask([], evidence)

    def _placed_early(self, differing: Mapping[int, str | None]) -> Mapping[str, str]:
        """Name the places where somebody has placed who is not to place yet, and who has."""
        if not self._is_early(differing):
            return {}
        players = self._rules.phase(self.history.state).players
        names = self.game.names
        return {names[i]: who for i, who in differing.items() if who and who not in players}

    def _placed_in_turn(self, differing: Mapping[int, str | None], evidence: Evidence) -> Events:
        """Give what whoever is to place in a live opening has placed, beside others who are early.

        Of several pieces nobody knows which came first.
        """
        players = self._rules.phase(self.history.state).players
        placed = [(i, look) for i, look in differing.items() if look in players]
        if evidence.hand or not self._is_early(differing) or len(placed) != 1:
            return ()
        if not evidence.surely(*placed[0]):
            return ()
        state = self.history.state
        events = self._rules.legal_events(state)
        after = ((one, self.game.standing(self._rules.apply(state, one).state)) for one in events)
        fitting = (one for one, then in after if [*changes(self._standing, then)] == placed)
        return tuple(fitting)[:1]

    def _longer(self, differing: Mapping[int, str | None], evidence: Evidence) -> int:
        """Tell how many times as long readings must agree: longer where spots are restless."""
        restless = self._live and not differing.keys().isdisjoint(evidence.restless)
        return RESTLESS if restless else 1

    def _ask_to_restore(self, evidence: Evidence) -> None:
        """Ask people to put right what was taken back but still lies there; no line is written."""
        places = {} if evidence.hand else self._belief.unrestored
        if places and not self._has_asked(differences := self._named(places)):
            self._ask(taken_back(differences), ())

    def _explained_by(
        self, fitting: Sequence[Hypothesis], found: Sequence[Hypothesis], evidence: Evidence
    ) -> list[Line]:
        """Write the first events of the best hypothesis once beyond doubt; otherwise wait or ask.

        ``fitting`` are those of all ``found`` that leave nothing unexplained, the best first.
        """
        best, decision = self._deciding.decision(fitting, found, evidence)
        differing = evidence.differences(self._standing)
        if decision.events and best.early < max(SEEN_EARLY, self._options.agree):
            gone = self._live and self._search.takes_away(decision.events[-1])
            gone = gone and not evidence.displaced(best.rows[0])  # else the row shows it
            lasted = not gone or self._gone.on("board", decision.events)
            longer = self._longer(differing, evidence)
            if self._agreed.on("board", decision.events, longer) and lasted:
                self._explained = best.came if decision.events == best.events else NEVER
                return self._believe(decision)
            return self._perhaps_ask([best], evidence, waits=True) if differing else []
        self._agreed.forget()
        ranked = [one for one in fitting if one.events]
        if evidence.taken and not differing:
            if self._doubtful.on("tiles", self.history.event, DOUBTED):
                return self._ask_about(dict(changes(self._standing, best.board)), ranked, evidence)
            return []
        return self._perhaps_ask(ranked, evidence, waits=decision.may_resolve)

    def _believe(self, decision: Decision) -> list[Line]:
        held = self._deciding.held_after(decision.events)
        self._settle()
        self._deciding.held = held
        lines = [self._write(event) for event in decision.events]
        if decision.unordered:
            undone = sum(isinstance(event, Undo) for event in decision.events)
            lines.insert(undone, unseen_order(decision.unordered - undone))
        return lines

    def _perhaps_ask(
        self, ranked: Sequence[Hypothesis], evidence: Evidence, *, waits: bool = False
    ) -> list[Line]:
        """Ask what happened once the board has differed long enough; return the question's line.

        ``ranked`` are hypotheses that may explain it. ``waits``: what happens next may decide.
        """
        differing = evidence.differences(self._standing)
        if not differing:
            return self._wrong_row(evidence)
        # While legal events may explain all, further differences do not make a new question.
        if self._has_asked(self._named(differing), or_fewer=bool(ranked)):
            self._doubtful.forget()  # a later doubt is counted by itself
            return []
        if not self._has_lasted(differing, ranked, evidence, waits=waits):
            return []
        return self._ask_about(differing, ranked, evidence)

    def _named(self, differing: Mapping[int, str | None]) -> dict[str, list[str | None]]:
        """Name the spots that look other than expected."""
        return differences_of(self._standing, differing, self.game.names)

    def _has_lasted(
        self,
        differing: Mapping[int, str | None],
        ranked: Sequence[Hypothesis],
        evidence: Evidence,
        *,
        waits: bool,
    ) -> bool:
        event = self.history.event
        if evidence.hand:
            return self._doubtful.on("hand", event, LASTING)
        if not ranked and self._is_early(differing):
            return self._doubtful.on("opening", event, OPENING_LASTS)
        if self._live and self._waits in TILES and not ranked:
            # Nobody has reason to touch a piece now, so the light is the likelier cause.
            return self._doubtful.on("idle", (event, differing), LASTING)
        if waits:
            self._differing.forget("board")
        opening = waits and self._live and self._waits is Waits.OPENING
        often = self._doubtful.on("board", event, OPENING_ENDED if opening else DOUBTED)
        return often or (not waits and self._differing.on("board", differing))

    def _is_early(self, differing: Mapping[int, str | None]) -> bool:
        """Tell whether a live opening goes on, with pieces placed early and a player awaited."""
        expected = self._standing
        put_down = all(expected[i] is None and seen is not None for i, seen in differing.items())
        return self._live and self._waits is Waits.OPENING and put_down

    def _ask_about(
        self,
        differing: Mapping[int, str | None],
        ranked: Sequence[Hypothesis],
        evidence: Evidence,
    ) -> list[Line]:
        """Ask, once, what happened, and offer the hypotheses to choose from."""
        differences = self._named(differing)
        if self._has_asked(differences, or_fewer=bool(ranked)):
            return []
        by_state: dict[object, Events] = {}
        for one in ranked:
            by_state.setdefault(one.state, one.events)
        offered = [*by_state.values()] or replayed(self.game, self.history, evidence)
        question = unexplained(self.game, self.history.state, differences, evidence)
        return self._ask(question, offered[:OFFERED])

    def _wrong_row(self, evidence: Evidence) -> list[Line]:
        """Note, once, that the row of tiles does not lie as the rules say.

        If people can answer, they are reminded after each event as long as that is so.
        """
        seen = evidence.row
        expected = self.game.row(self.history.state)
        if seen == expected:
            self._differing.forget("row")
            self._rows_noted.clear()
        noted = (self.history.event if self._options.answered else 0, seen)
        if not seen or None in seen or seen == expected or noted in self._rows_noted:
            return []
        # Where a hand rests it may yet come right.
        if not self._differing.on("row", noted, LASTING if evidence.hand else 1):
            return []
        self._rows_noted.append(noted)
        return [wrong_group(self.game.row_id or "", expected, seen)]


@dataclass(frozen=True, slots=True)
class _Look:
    """One reading beside its spots: those near a hand, the row as far as it is read, the tiles."""

    classes: Singles
    near: Mask
    row: Singles
    tiles: Tiles | None
    hand: bool


def _known_row(row: Slots | None) -> Singles:
    """Give the row of tiles as far as it can be read; empty where none is taught."""
    if row is None:
        return ()
    both = zip(row.likeliest(), row.observed, strict=True)
    return tuple(tile if seen else None for tile, seen in both)
