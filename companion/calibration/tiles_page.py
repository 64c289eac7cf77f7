"""The steps in which tiles lie in known order: city-states in the row, kinds on their spaces."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.calibration.desk import Desk
from companion.calibration.draft import Draft, InfluenceShown, RowShown
from companion.calibration.learning_page import LearningPage
from companion.calibration.step import Done
from companion.calibration.writing import board_of
from companion.pages.kinds import MenuPage
from companion.ui.menu import Row
from companion.words.names import names_of
from engine.board import INFLUENCE_KINDS
from seeds.sumeria import counts

if TYPE_CHECKING:
    from companion.session.session import Session

BEFORE: Final = 2
"""Rows above the first place: taking the picture, and skipping."""


class LyingPage(MenuPage):
    """Lists what is to lie on each place; another can be chosen where that is easier."""

    def __init__(self, session: "Session", desk: Desk, done: Done) -> None:
        """Propose what is to lie where; raises InputError where there is no board yet."""
        super().__init__(session)
        self.desk: Final = desk
        self.board: Final = board_of(desk.draft)
        self._done: Final = done
        self._lying = self.proposed()

    @abstractmethod
    def proposed(self) -> tuple[int, ...]:
        """Give the number of what is to lie on each place, as ``choices`` are numbered."""

    @abstractmethod
    def choices(self) -> Sequence[str]:
        """Name all that may lie there."""

    @abstractmethod
    def places(self) -> Sequence[str]:
        """Name the places."""

    @abstractmethod
    def chosen_for(self, lying: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
        """Tell what lies where once something else was chosen for a place."""

    @abstractmethod
    def taken(self, frame: str, lying: tuple[int, ...]) -> Draft:
        """Put the picture into the draft."""

    @abstractmethod
    def frame(self) -> str:
        """Name the picture."""

    def status(self) -> str:
        """Say nothing of a table that is not known yet."""
        return ""

    def rows(self) -> Sequence[Row]:
        """List taking the picture, skipping, and the places."""
        say, choices = self.session.words.say, self.choices()
        lying = zip(self.places(), self._lying, strict=True)
        return [
            Row(say("They lie so: take the picture")),
            Row(say("Skip this")),
            *(Row(place, choices[number]) for place, number in lying),
        ]

    def choose(self, number: int) -> None:
        """Take the picture, skip, or choose for a place."""
        if number == 0:
            self._take()
        elif number == 1:
            self._done()
        else:
            self._choose_for(number - BEFORE)

    def _take(self) -> None:
        look = self.session.look
        if look is None or look.picture is None:
            return
        told = self.taken(self.desk.keep_picture(self.frame(), look.picture), self._lying)
        session = self.session
        session.open(LearningPage(session, self.desk, self._done, told, self.title()))

    def _choose_for(self, place: int) -> None:
        def chosen(number: int) -> None:
            self._lying = self.chosen_for(self._lying, place, number)

        there = self._lying[place]
        page = ChoicePage(self.session, self.places()[place], self.choices(), there, chosen)
        self.session.open(page)


class RowPage(LyingPage):
    """The city-state tiles in the ranking row."""

    def title(self) -> str:
        """Name the step."""
        return self.session.words.say("City-state tiles")

    def text(self) -> str:
        """Say what to do."""
        return self.session.words.say("Lay the city-state tiles in this order, from the left:")

    def proposed(self) -> tuple[int, ...]:
        """Propose the order of the board file, or what was told before."""
        row = self.desk.draft.row
        return row.city_states if row else tuple(range(len(self.board.regions)))

    def choices(self) -> Sequence[str]:
        """Name the city-states."""
        return [state.name for state in self.board.regions]

    def places(self) -> Sequence[str]:
        """Give the places their ranks."""
        say = self.session.words.say
        return [say("Rank {rank}", rank=str(rank)) for rank in range(1, len(self._lying) + 1)]

    def chosen_for(self, lying: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
        """Let the two change places: each tile is there once."""
        there, from_there = lying[place], lying.index(number)
        swapped = list(lying)
        swapped[place], swapped[from_there] = number, there
        return tuple(swapped)

    def taken(self, frame: str, lying: tuple[int, ...]) -> Draft:
        """Tell the row."""
        return replace(self.desk.draft, row=RowShown(frame, lying))

    def frame(self) -> str:
        """Name the picture."""
        return "row"


class KindsPage(LyingPage):
    """Influence tiles of each kind."""

    def title(self) -> str:
        """Name the step."""
        return self.session.words.say("Influence tiles")

    def text(self) -> str:
        """Say what to do."""
        return self.session.words.say("Lay an influence tile on each space, from the left:")

    def proposed(self) -> tuple[int, ...]:
        """Propose each kind in turn, or what was told before."""
        shown = self.desk.draft.influence
        if shown:
            return tuple(INFLUENCE_KINDS.index(kind) for kind in shown.kinds)
        return tuple(i % len(INFLUENCE_KINDS) for i in range(len(self.board.tile_circles)))

    def choices(self) -> Sequence[str]:
        """Name the kinds."""
        names = names_of(self.session.words, self.board)
        return [names.count(kind, 1) for kind in INFLUENCE_KINDS]

    def places(self) -> Sequence[str]:
        """Name the spaces by the rank that each is above."""
        say = self.session.words.say
        ranks = [rank for rank, many in enumerate(counts().over_ranks, 1) for _ in range(many)]
        return [say("Tile above rank {rank}", rank=str(rank)) for rank in ranks]

    def chosen_for(self, lying: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
        """Let it lie there."""
        return (*lying[:place], number, *lying[place + 1 :])

    def taken(self, frame: str, lying: tuple[int, ...]) -> Draft:
        """Tell the kinds."""
        kinds = tuple(INFLUENCE_KINDS[number] for number in lying)
        return replace(self.desk.draft, influence=InfluenceShown(frame, kinds))

    def frame(self) -> str:
        """Name the picture."""
        return "influence"


class ChoicePage(MenuPage):
    """Chooses one of several."""

    def __init__(
        self,
        session: "Session",
        title: str,
        choices: Sequence[str],
        there: int,
        chosen: Callable[[int], None],
    ) -> None:
        """Begin at what lies there."""
        super().__init__(session)
        self._title: Final = title
        self._choices: Final = choices
        self._chosen: Final = chosen
        self.chosen = there

    def title(self) -> str:
        """Name the place."""
        return self._title

    def status(self) -> str:
        """Say nothing of a table that is not known yet."""
        return ""

    def rows(self) -> Sequence[Row]:
        """List them."""
        return [Row(one) for one in self._choices]

    def choose(self, number: int) -> None:
        """Take it."""
        self.session.close(self)
        self._chosen(number)
