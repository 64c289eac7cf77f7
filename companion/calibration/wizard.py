"""The steps in their order, for what a game has, and the list of them on the screen."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from companion.calibration.board import ViewPage, known_board_page, outline_page
from companion.calibration.desk import Desk
from companion.calibration.draft import PIECES, Draft
from companion.calibration.lines import forks_page, lines_page, refusal
from companion.calibration.lists import ColoursPage, NamesPage, SheetPage
from companion.calibration.pieces import ArrangementPage, pieces_page
from companion.calibration.points import areas_page, regions_page, spots_page
from companion.calibration.proof import proof_page
from companion.calibration.step import (
    EMPTY_BOARD,
    Failure,
    Lesson,
    ListPage,
    Part,
    Step,
    WaitPage,
    attempt,
)
from companion.calibration.teaching import Arrangement, Lines, Outlines, Spots, Teaching
from companion.language import OWN_NAMES, said
from companion.pages.kinds import MenuPage, MessagePage, Option
from companion.session.session import Page, Session
from companion.session.wishes import Wish
from companion.ui.menu import Row
from companion.words.eye import why
from companion.words.names import names_of
from engine.errors import InputError

INTRODUCTION: Final = said(
    "Teach the camera your board. You can leave at any time and continue later."
)
LOST: Final = said("A picture is missing. Please repeat the step that takes it.")
NOT_KEPT: Final = said("This is not being saved: {where} can’t be written to.")
DAMAGED: Final = said(
    "What you entered last time can’t be read. You start over; the old file is kept as:"
)
NOT_SAVED: Final = said("This could not be saved: {why}")
SAVED: Final = said("Setup finished and saved. A game can begin.")

LANGUAGES_APART: Final = " · "


class WizardPage(ListPage):
    """Lists the steps; the next one is at hand, and one follows the other until BACK is pressed."""

    def __init__(
        self, session: Session, desk: Desk, steps: Sequence[Step], done: Callable[[], None]
    ) -> None:
        """Begin at the first step that is not done; ``done`` is called after the last one."""
        super().__init__(Lesson(session, desk, session.words.say("Board setup"), done))
        self._steps: Final = tuple(steps)
        self._choose_next()

    def parts(self) -> Iterable[Part]:
        say, draft, ahead = self.say, self.draft, self._next()
        trouble = self.desk.trouble
        yield say(NOT_KEPT, where=trouble) if trouble else say(INTRODUCTION)
        for number, step in enumerate(self._shown(), start=1):
            state = say("next") if step is ahead else say("later")
            if step.name in draft.finished:
                state = say("done") if step.complete(draft) else say("skipped")
            row = Row(f"{number}. {say(step.title)}", state, choosable=step.can_begin(draft))
            yield row, partial(self._open, step)
        yield Row(say("Start over")), self._start_over

    def _start_over(self) -> None:
        question, yes = self.say("Delete everything entered so far?"), self.say("Yes, start over")
        self.confirm(question, yes, self._clear)

    def _shown(self) -> Sequence[Step]:
        """List the steps that this board asks for."""
        known = self.draft.known is not None
        return [step for step in self._steps if not (known and step.teaches_board)]

    def _next(self) -> Step | None:
        draft = self.draft
        left = (step for step in self._shown() if step.name not in draft.finished)
        return next((step for step in left if step.can_begin(draft)), None)

    def _choose_next(self) -> None:
        ahead = self._next()
        self.chosen = self._shown().index(ahead) if ahead else 0

    def _open(self, step: Step) -> None:
        self.desk.begin()
        self.chosen = self._shown().index(step)
        title = self.say(step.title)
        lesson = Lesson(self.session, self.desk, title, partial(self._finish, step))
        try:
            page = step.page(lesson)
        except InputError as error:
            lost = self.desk.forget_lost()
            self._choose_next()
            self.message(self.say(LOST) if lost else str(error))
        else:
            self.session.open(page)

    def _finish(self, step: Step) -> None:
        """Close the page of a step that is done, and go on with the next."""
        draft = self.draft
        while self.session.page is not self:
            self.session.page.close()
        if not (step.complete(draft) or step.optional):
            return
        self.desk.change(draft.done_with(step.name))
        ahead = self._next()
        if ahead is None:
            self.done()
        else:
            self._open(ahead)

    def _clear(self) -> None:
        self.desk.clear()
        self._choose_next()


class CalibrationPage(WizardPage):
    """The first page of a session: leaving it ends the session, its end writes the files.

    ``over`` tells whether somebody left it, at its end or before: then play may begin. A window
    that is closed leaves nothing.
    """

    def __init__(self, session: Session, desk: Desk, table: Path) -> None:
        """Begin where the draft stands; ``table`` is the table file to be written."""
        super().__init__(session, desk, steps_of(desk.game), self.save)
        self.over = False
        self._table: Final = table

    def leave(self) -> None:
        self.over = True
        self.session.wishes.append(Wish.QUIT)

    def save(self) -> None:
        work = partial(attempt, partial(self.desk.save, self.draft, self._table))
        self.session.open(WaitPage(self.lesson, said("Saving…"), work, self._end))

    def _end(self, error: Failure | None) -> MessagePage:
        """Say that all is kept, or why it cannot be; then nothing is lost."""
        session = self.session
        if error is not None:
            reason = why(error, names_of(self.words, session.table.board))
            return MessagePage(session, self.say(NOT_SAVED, why=reason), self.title())
        desk, colours = self.desk, self.draft.colours
        desk.clear()
        # The pieces are the same the next time.
        desk.change(replace(desk.draft, colours=colours).done_with("colours"))
        desk.begin()
        return SavedPage(self, str(self._table))


class SavedPage(MessagePage):
    """Says that all is done; OK and BACK both end the session."""

    def __init__(self, wizard: CalibrationPage, path: str) -> None:
        super().__init__(wizard.session, wizard.say(SAVED), wizard.title(), path)
        self._wizard: Final = wizard

    def leave(self) -> None:
        self._wizard.leave()


def begin(session: Session, desk: Desk, table: Path) -> CalibrationPage:
    """Open the wizard, and say first what is not as it was left, if anything is."""
    lost = desk.forget_lost()
    page = CalibrationPage(session, desk, table)
    session.open(page)
    if desk.damage:
        page.message(page.say(DAMAGED), str(desk.aside))
    elif lost:
        page.message(page.say(LOST))
    return page


class WhichBoardPage(MenuPage):
    """Asks for which game a board is, where boards of several can be taught.

    It is the first page that a household ever sees: the language can be chosen here.
    """

    def __init__(self, session: Session, desks: Sequence[Desk], table: Path) -> None:
        """Begin at the game whose board was begun, else at the first; a desk for each of them."""
        super().__init__(session)
        self._desks: Final = tuple(desks)
        self.chosen = next((i for i, desk in enumerate(desks) if desk.draft.empty), 0)
        self._table: Final = table
        self._opened: CalibrationPage | None = None
        self._left = False

    @property
    def over(self) -> bool:
        """Whether somebody left it, here or in the game that was chosen."""
        return self._left or (self._opened is not None and self._opened.over)

    def title(self) -> str:
        return self.say("Board setup")

    def text(self) -> str:
        return self.say("Which game is the board for?")

    def options(self) -> Sequence[Option]:
        games = []
        for desk in self._desks:
            begun = self.say("begun") if desk.draft.empty else ""
            game = Row(desk.game.game.capitalize(), begun)
            games.append((game, partial(self._begin, desk)))
        languages = Row(LANGUAGES_APART.join(OWN_NAMES.values()))
        return [*games, (languages, partial(self.session.go, "language"))]

    def _begin(self, desk: Desk) -> None:
        self._opened = begin(self.session, desk, self._table)

    def leave(self) -> None:
        self._left = True
        self.session.wishes.append(Wish.QUIT)


def begin_any(
    session: Session, desks: Sequence[Desk], table: Path
) -> WhichBoardPage | CalibrationPage:
    """Open the wizard of the only game there is, or ask for which game it is to be."""
    if len(desks) == 1:
        return begin(session, desks[0], table)
    page = WhichBoardPage(session, desks, table)
    session.open(page)
    return page


def steps_of(game: Teaching) -> tuple[Step, ...]:
    """List them all; a known board skips those that teach one."""
    return (VIEW, KNOWN, *board_steps(game), *table_steps(game))


def board_steps(game: Teaching) -> Sequence[Step]:
    """List those that show a board: where it lies, its spots, and the lines between them."""
    spots, lines, steps = game.spots, game.lines, [OUTLINE]
    needed, optional = ON_BOARD, partial(ON_BOARD, optional=True)
    if isinstance(spots, Outlines):
        page: Opening = partial(regions_page, outlines=spots)
        steps.append(needed("regions", spots.title, page, PLACED, spots.are_shown))
    else:
        if spots.regions is not None:
            page = partial(NamesPage, regions=spots.regions)
            steps.append(optional("names", spots.regions.title, page, PLACED))
        steps.append(needed("locations", spots.title, spots_page, PLACED, spots.are_shown))
    if lines is not None:
        page, are_joined = partial(lines_page, lines=lines), partial(_are_joined, spots, lines)
        needs = (*PLACED, spots.are_shown)
        steps.append(needed("routes", lines.title, page, needs, are_joined))
        if lines.trial is not None:
            page = partial(forks_page, trial=lines.trial)
            steps.append(optional("forks", said("Where lines meet"), page, (*needs, are_joined)))
    for sheet in game.sheets:
        page = partial(SheetPage, sheet=sheet)
        steps.append(needed(sheet.step, sheet.title, page, (spots.are_shown,), sheet.is_written))
    return steps


def table_steps(game: Teaching) -> Sequence[Step]:
    """List those behind the board itself: what is beside the spots, pieces, and the proof."""
    pieces, board = game.pieces, (partial(_has_board, game),)
    optional = partial(Step, optional=True)

    def has_colours(draft: Draft) -> bool:
        return len(draft.colours) >= pieces.fewest

    def has_samples(draft: Draft) -> bool:
        return bool(draft.samples)

    steps = []
    for area in game.areas:
        page: Opening = partial(areas_page, areas=area)
        steps.append(ON_BOARD(area.step, area.title, page, board, area.are_shown, optional=True))
    steps.append(Step("colours", pieces.colours_title, ColoursPage, board, has_colours))
    steps.append(Step(PIECES, pieces.title, pieces_page, (*board, has_colours), has_samples))
    for one in game.arrangements:
        page = partial(ArrangementPage, arrangement=one)
        needs = (*board, has_samples, partial(_has_places, game, one))
        steps.append(optional(one.step, one.title, page, needs, one.is_shown))
    return [*steps, optional("proof", said("Test"), proof_page, (*board, has_samples))]


def _has_picture(draft: Draft) -> bool:
    return draft.empty is not None


def _is_placed(draft: Draft) -> bool:
    return draft.is_placed


def _are_joined(spots: Spots | Outlines, lines: Lines, draft: Draft) -> bool:
    return spots.are_shown(draft) and refusal(draft, lines) is None


def _has_board(game: Teaching, draft: Draft) -> bool:
    """Tell whether the board is known, and how it lies in a picture."""
    seen = draft.corners_px is not None and draft.empty is not None
    return seen and game.board_or_none(draft) is not None


def _has_places(game: Teaching, one: Arrangement, draft: Draft) -> bool:
    board = game.board_or_none(draft)
    return board is not None and bool(one.group_on(board).places)


Opening = Callable[[Lesson], Page]
TAKEN: Final = (_has_picture,)
PLACED: Final = (_is_placed,)
ON_BOARD: Final = partial(Step, teaches_board=True)
VIEW: Final = Step("view", EMPTY_BOARD, ViewPage, complete=_has_picture)
KNOWN: Final = Step("known", said("A known board"), known_board_page, TAKEN, optional=True)
OUTLINE: Final = ON_BOARD("board", said("The board"), outline_page, TAKEN, _is_placed)
