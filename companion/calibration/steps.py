"""The steps of calibration, in their order, for what a game has."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from companion.calibration.areas import areas_page
from companion.calibration.draft import Draft
from companion.calibration.forks import forks_page
from companion.calibration.lines import TryPage, lines_page, refusal
from companion.calibration.outline import known_board_page, outline_page
from companion.calibration.pieces import ArrangementPage, ColoursPage, pieces_page
from companion.calibration.proof import proof_page
from companion.calibration.spots import NamesPage, spots_page
from companion.calibration.step import Step
from companion.calibration.teaching import Areas, Arrangement, Lines, Teaching
from companion.calibration.view import ViewPage
from companion.language import said

Is = Callable[[Draft], bool]


def steps_of(game: Teaching) -> tuple[Step, ...]:
    """List them all; a known board skips those that teach one."""
    return (VIEW, KNOWN, *board_steps(game), *table_steps(game))


def board_steps(game: Teaching) -> tuple[Step, ...]:
    """List those that show a board: where it lies, its spots, and the lines between them."""
    spots, regions, lines = game.spots, game.spots.regions, game.lines
    steps = [OUTLINE]
    if regions is not None:
        names = partial(NamesPage, regions=regions)
        steps.append(Step("names", regions.title, names, _has_outline, _always, optional=True))
    steps.append(Step("locations", spots.title, spots_page, _has_outline, _has_spots))
    if lines is not None:
        has_lines, title = partial(_has_lines, lines), said("Where lines meet")
        show, trial = partial(lines_page, lines=lines), partial(TryPage, lines=lines)
        ways = partial(forks_page, trial=trial)
        steps.append(Step("routes", lines.title, show, _has_spots, has_lines))
        steps.append(Step("forks", title, ways, has_lines, _always, optional=True))
    return tuple(replace(step, teaches_board=True) for step in steps)


def table_steps(game: Teaching) -> tuple[Step, ...]:
    """List those behind the board itself: what is beside the spots, pieces, and the proof."""
    pieces = game.pieces

    def shows(draft: Draft) -> bool:
        seen = draft.corners_px is not None and draft.empty is not None
        return seen and game.board_or_none(draft) is not None

    def enough(draft: Draft) -> bool:
        return len(draft.colours) >= pieces.fewest

    def ready(draft: Draft) -> bool:
        return shows(draft) and enough(draft)

    def proves(draft: Draft) -> bool:
        return shows(draft) and _has_samples(draft)

    return (
        *(_areas_step(one, shows) for one in game.areas),
        Step("colours", pieces.colours_title, ColoursPage, shows, enough),
        Step("merchants", pieces.title, pieces_page, ready, _has_samples),
        *(_arrangement_step(one, game) for one in game.arrangements),
        Step("proof", said("Proof"), proof_page, proves, _always, optional=True),
    )


def _areas_step(areas: Areas, shows: Is) -> Step:
    def complete(draft: Draft) -> bool:
        return bool(draft.rows(areas.step))

    page = partial(areas_page, areas=areas)
    step = Step(areas.step, areas.title, page, shows, complete, optional=True)
    return replace(step, teaches_board=True)


def _arrangement_step(one: Arrangement, game: Teaching) -> Step:
    def needs(draft: Draft) -> bool:
        board = game.board_or_none(draft)
        return _has_samples(draft) and board is not None and bool(one.group_on(board).places)

    def complete(draft: Draft) -> bool:
        return draft.shown_in(one.step) is not None

    page = partial(ArrangementPage, arrangement=one)
    return Step(one.step, one.title, page, needs, complete, optional=True)


def _always(_: Draft) -> bool:
    return True


def _has_picture(draft: Draft) -> bool:
    return draft.empty is not None


def _has_outline(draft: Draft) -> bool:
    return draft.corners_px is not None and (draft.size_mm is not None or draft.known is not None)


def _has_spots(draft: Draft) -> bool:
    return draft.known is not None or draft.next_place is None


def _has_lines(lines: Lines, draft: Draft) -> bool:
    return draft.known is not None or (_has_spots(draft) and refusal(draft, lines) is None)


def _has_samples(draft: Draft) -> bool:
    return bool(draft.samples)


VIEW: Final = Step("view", said("What the camera sees"), ViewPage, _always, _has_picture)
KNOWN: Final = Step(
    "known", said("A known board"), known_board_page, _has_picture, _always, optional=True
)
OUTLINE: Final = Step("board", said("The board"), outline_page, _has_picture, _has_outline)
