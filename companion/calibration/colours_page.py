"""The step in which the owner says which colours of merchants there are."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.calibration.desk import Desk
from companion.calibration.draft import unfinished
from companion.calibration.step import Done
from companion.pages.kinds import MenuPage, MessagePage
from companion.session.new_game import enough
from companion.ui.menu import Row
from companion.words.names import COLOURS, names_of

if TYPE_CHECKING:
    from companion.session.session import Session


class ColoursPage(MenuPage):
    """Lists colours; each is there or not."""

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Begin with those told, the first one at hand."""
        super().__init__(session)
        self._desk: Final = desk
        self._done: Final = done
        self.chosen = 0 if desk.draft.colours else 1

    def title(self) -> str:
        """Name the step."""
        return self.session.words.say("Colours of the merchants")

    def status(self) -> str:
        """Say nothing of a table that is not known yet."""
        return ""

    def text(self) -> str:
        """Say what to do."""
        return self.session.words.say("Which colours do the merchants in your box have?")

    def rows(self) -> Sequence[Row]:
        """List going on, and the colours, those in the box marked."""
        words, told = self.session.words, self._desk.draft.colours
        names = names_of(words, self.session.table.board)
        rows = [Row(words.say("Go on"))]
        for colour in COLOURS:
            there = colour in told
            seat = told.index(colour) if there else 0
            value = words.say("in the box") if there else ""
            rows.append(Row(names.colour(colour), value, (colour, seat)))
        return rows

    def choose(self, number: int) -> None:
        """Go on where there are enough for a game, or put a colour in or out."""
        told = self._desk.draft.colours
        if number:
            colour = tuple(COLOURS)[number - 1]
            others = tuple(one for one in told if one != colour)
            now = others if colour in told else (*told, colour)
            draft = unfinished(self._desk.draft, "merchants")
            self._desk.change(replace(draft, colours=now, samples=()))
        elif enough(told):
            self._done()
        else:
            said = self.session.words.say("A game needs three colours or more.")
            self.session.open(MessagePage(self.session, said, self.title()))
