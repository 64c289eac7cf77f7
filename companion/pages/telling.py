"""The pages on which the table tells how the board stands, and what led there."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Final

from companion.language import said
from companion.pages.answers import alternative, corrections
from companion.pages.kinds import ChoicePage, MenuPage, Option, Stop, StopsPage, TextPage
from companion.session.session import Session
from companion.tracking.alternatives import accounts
from companion.ui.diagram import READY, SPOT_TARGET, BoardChoice, Diagram
from companion.ui.menu import Row
from companion.ui.photos import BesidePhoto
from companion.ui.screen import Body
from companion.ui.texts import Paragraph
from companion.words.happened import MORE_SEEN, SHOWN
from companion.words.names import capitalised
from companion.words.verdicts import finding_sentence
from engine.board import Board
from engine.game import AnyEvent


class TellPage(StopsPage):
    """A board on which a location is chosen, and who stands there; then what led there is sought.

    Once something was entered there is a stop at the end of it, too.
    """

    heading = said("Correct the board")

    def __init__(
        self,
        session: Session,
        seen: Mapping[str, str | None],
        done: Callable[[], None],
    ) -> None:
        """Begin at the locations that look otherwise than they should, as ``seen`` there.

        ``done`` is called once something is written.
        """
        super().__init__(session)
        self._live = live = session.live
        self._done = done
        self._entered: dict[str, str | None] = {}
        self._order: Final = spot_order(live.board, seen)
        self._seen: Final = dict(seen)

    def body(self) -> Body:
        live, standing, entered = self._live, self._standing(), tuple(self._entered)
        chosen, who = None, None
        place = self.say("Add more, or choose this:")
        if self.here < len(self._order):
            names, chosen = live.names, self._order[self.here]
            place = capitalised(names.place(chosen))
            player = standing.get(chosen)
            who = Row(capitalised(names.player(player)), player=player, choosable=False)
        ready = self.say("Done") if entered else ""
        return BoardChoice(live.board, standing, entered, chosen, place, who, ready)

    def stops(self) -> Sequence[Stop]:
        spots = [Stop(SPOT_TARGET.format(at), partial(self._ask_who, at)) for at in self._order]
        return [*spots, *([Stop(READY, self._finish)] if self._entered else [])]

    def _standing(self) -> dict[str, str]:
        """Give the colour on each location, as entered where it was."""
        return _with(self._live.standing, self._entered)

    def _ask_who(self, at: str) -> None:
        likely = self._seen.get(at, self._standing().get(at))
        self.session.go("who", at=at, likely=likely, do=partial(self._enter, at))

    def _enter(self, at: str, player: str | None) -> None:
        """Take who stands at a location; then the next is at hand, or the end."""
        self._entered.pop(at, None)
        if player != self._live.standing.get(at):
            self._entered[at] = player
        left = [one for one in self._seen if one not in self._entered]
        if left:
            self.at = SPOT_TARGET.format(left[0])
        elif self._entered:
            self.at = READY

    def _finish(self) -> None:
        self.session.go("accounts", entered=dict(self._entered), done=self._done)


def _with(standing: Mapping[str, str | None], entered: Mapping[str, str | None]) -> dict[str, str]:
    """Give the colour on each location that is not empty, as entered where it was."""
    return {at: player for at, player in {**standing, **entered}.items() if player}


def spot_order(board: Board, differing: Collection[str]) -> list[str]:
    """List all locations: those that differ, then region by region, the nearest to them first.

    Where none differs the order is that of the board file.
    """
    at = {one.id: one.at_mm for one in board.locations}
    region_of = {one.id: one.region for one in board.locations}

    def away(name: str) -> float:
        return min((math.dist(at[name], at[one]) for one in differing), default=0.0)

    nearest: dict[str | None, float] = {}
    for name in at:
        nearest[region_of[name]] = min(away(name), nearest.get(region_of[name], math.inf))
    regions = sorted(nearest, key=lambda region: nearest[region])
    rest = sorted(
        (name for name in at if name not in differing),
        key=lambda name: (regions.index(region_of[name]), away(name)),
    )
    return [*(name for name in at if name in differing), *rest]


def who_page(
    session: Session, at: str, likely: str | None, do: Callable[[str | None], None]
) -> ChoicePage:
    """Ask who stands at a location; ``do`` takes the answer, None: nobody.

    ``likely`` comes first, then nobody.
    """
    live, say = session.live, session.words.say
    people = [(one, Row(live.names.player(one), player=one)) for one in live.players]
    nobody: tuple[str | None, Row] = (None, Row(capitalised(say("nobody"))))
    rows = [nobody, *people]
    rows.sort(key=lambda row: row[0] != likely)
    text = capitalised(live.names.place(at))
    return ChoicePage(session, say("Who is there?"), rows, do, at=likely, text=text)


MOST: Final = 4
"""Accounts that are offered; the likeliest come first."""


class AccountPage(MenuPage):
    """Offers the events that explain what was entered, or a correction."""

    heading = said("What happened?")

    def __init__(
        self,
        session: Session,
        entered: Mapping[str, str | None],
        done: Callable[[], None],
    ) -> None:
        """Look for what explains who stands where other than by the rules."""
        super().__init__(session)
        self._live = live = session.live
        self._entered = entered
        self._done = done
        self._accounts = accounts(live.history, live.board, entered)[:MOST]
        self._names: Final = live.names.lettered(entered)

    def body(self) -> Body:
        """Show the board as it was entered, if nothing explains it."""
        if self._accounts:
            return self.menu()
        live, letters = self._live, tuple(self._names.letters.items())
        standing = _with(live.standing, self._entered)
        drawn = Diagram(live.board, standing, tuple(self._entered), letters=letters)
        return BesidePhoto(self.menu(), drawn)

    def text(self) -> str:
        """Say where the board differs if nothing explains it."""
        if self._accounts:
            return self.say("By the rules this would be:")
        lines = [self.say("No legal move leads to this position.")]
        standing = self._names.standing(self._entered)
        lines += standing[:SHOWN]
        if left := len(standing[SHOWN:]):
            lines.append(self.say(MORE_SEEN, number=left))
        if corrections(self._live, self._entered):
            lines.append(self.say("You can agree on a correction."))
        return " ".join(lines)

    def options(self) -> Sequence[Option]:
        answers = [
            alternative(self.session, self._live, events, partial(self._write, events))
            for events in self._accounts
        ]
        if corrections(self._live, self._entered):
            answers.append((Row(self.say("Accept it as it is now")), self._correct))
        return answers

    def _write(self, events: Sequence[AnyEvent]) -> None:
        self._live.answer(events, self.session.look)
        self._done()

    def _correct(self) -> None:
        self.session.go("correction", changes=self._entered, done=self._done)


class HappeningPage(TextPage):
    """Tells events in order, and asks whether that is what happened."""

    heading = said("Is that what happened?")

    def __init__(self, session: Session, sentences: Sequence[str], do: Callable[[], None]) -> None:
        """Tell sentences in the language of the screens; ``do`` is called upon yes."""
        super().__init__(session)
        self._sentences = tuple(sentences)
        self._do = do

    def paragraphs(self) -> Sequence[Paragraph]:
        return [Paragraph(text) for text in self._sentences]

    def answer(self) -> tuple[str, Callable[[], None]]:
        return self.say("Yes"), self._do


class CorrectPage(MenuPage):
    """Tells what a correction changes, and asks whether a turn is used up by it."""

    heading = said("Accept it as it is now")

    def __init__(
        self,
        session: Session,
        changes: Mapping[str, str | None],
        done: Callable[[], None],
    ) -> None:
        """Offer that locations become empty or a player's; ``done`` is called once that stands."""
        super().__init__(session)
        self._live = session.live
        self._changes = dict(changes)
        self._done = done

    def text(self) -> str:
        return self._live.names.remark("corrected")

    def options(self) -> Sequence[Option]:
        """List the changes, then what may be done about the turn, or why nothing may be done.

        Whoever alone still plays has the next turn as well: he is asked nothing about this one.
        """
        live = self._live
        game, state, players = live.history.game, live.history.state, live.phase.players
        name = live.names.player(players[0]) if players else ""
        found = corrections(live, self._changes)
        answers: list[Option] = []
        for event in found:
            if not game.check(state, event).holds:
                continue
            if not players:  # nobody has a turn that could be used up
                text = self.say("We agree")
            elif game.phase(game.apply(state, event).state).players == players:
                text = self.say("We agree; it is still {player}’s turn", player=name)
            else:
                text = live.names.remark("turn_used", {"player": players[0]})
            if all(row.text != text for row, _ in answers):
                answers.append((Row(text), partial(self._write, event)))
        facts = live.names.standing(self._changes)
        if not answers:
            findings = game.check(state, found[0]).findings
            refused = next(one for one in findings if not one.holds)
            facts.append(finding_sentence(refused, live.names))
        return [*((Row(text, choosable=False), self.close) for text in facts), *answers]

    def _write(self, event: AnyEvent) -> None:
        self._live.write(event, look=self.session.look)
        self._done()
