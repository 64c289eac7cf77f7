"""Every page can be reached and left by the four buttons alone, and by touch alone.

Keys are the four buttons (``tests/companion/live/test_display.py``).
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.sumeria import pages as sumeria
from companion.pages.phases import show_game
from companion.pages.registry import PAGES
from companion.session.helpers import Addresses, Phones
from companion.session.session import Session
from companion.session.updates import Updates
from engine.games import GAMES
from engine.record import Header
from engine.sumeria import SUMERIA
from hardware.panel import Button
from tests.companion.games.sumeria.dynasties import PLAYED, sitting_at
from tests.companion.journal.journals import begin_game, play_over
from tests.companion.pages.evening import PLAYERS, TEXT, evening
from tests.companion.pages.playing_on import played_to
from tests.companion.pages.stage import stage
from tests.companion.pages.walk import WAYS, Walk
from tests.companion.session.player import begin, script

RULINGS: dict[str, str | int] = {"one_tile_points": 2}
"""House rules of a past game, so that there is a page about them."""
BY_THEMSELVES = {
    *("accounts", "going-on", "happening", "journal", "language", "lesson", "misread"),
}
"""Pages that come by themselves, or on tables like no other; their own tests leave them."""
Situation = Callable[[Path], AbstractContextManager[Session]]


@contextmanager
def before_the_first_game(path: Path) -> Iterator[Session]:
    with evening(path) as one:
        one.session.games = tuple(GAMES)
        one.session.updates = Updates(path.parent)
        one.look()
        yield one.session


@contextmanager
def before_a_game(path: Path) -> Iterator[Session]:
    with evening(path) as one:
        journal, header = one.session.store.journal, Header("sumeria", "dubsar", PLAYERS, RULINGS)
        play_over(journal, begin_game(journal, header, TEXT, {"red": "Ana"}))
        one.session.games = tuple(GAMES)
        one.session.updates = Updates(path.parent)
        one.session.phones = Phones(lambda: Addresses("http://table/", "http://table/?x"))
        one.look()
        yield one.session


@contextmanager
def in_a_game(path: Path) -> Iterator[Session]:
    with stage(path) as one:
        one.show(looks=1)
        yield one.session


@contextmanager
def learning(path: Path) -> Iterator[Session]:
    with stage(path) as one:
        one.session.change(replace(one.session.settings, hints=True))
        one.show(looks=1)
        one.session.go_home()
        one.session.go("play")
        one.session.go("hints")
        yield one.session


@contextmanager
def after_a_game(path: Path) -> Iterator[Session]:
    with stage(path) as one:
        one.session.close(one.session.page)
        one.show(looks=1)
        yield one.session


@contextmanager
def something_wrong(path: Path) -> Iterator[Session]:
    with stage(path) as one:
        one.show({"adab.town-2": "blue"})
        yield one.session


@contextmanager
def something_refused(path: Path) -> Iterator[Session]:
    with stage(path) as one:
        one.show({"adab.town-2": "blue"})
        one.press(Button.WHY)
        yield one.session


@contextmanager
def something_agreed(path: Path) -> Iterator[Session]:
    with stage(path) as one:
        one.show({"adab.town-2": "blue"})
        one.choose("We agree")
        yield one.session


@contextmanager
def row_amiss(path: Path) -> Iterator[Session]:
    with sitting_at(path, PLAYED) as one:
        view = SUMERIA.expected(one.game.history.state)
        row = view.singles("ranking")
        one.show_view(view.having("ranking", row[::-1]))
        yield one.session


def at(phase: str) -> Situation:
    @contextmanager
    def played(path: Path) -> Iterator[Session]:
        with evening(path) as one:
            played_to(one, phase)
            yield one.session

    played.__name__ = phase
    return played


@contextmanager
def over(path: Path) -> Iterator[Session]:
    with evening(path) as one:
        game = begin(one.session)
        for event, _ in script(game.id):
            game.write(event)
        show_game(one.session)
        yield one.session


SITUATIONS: tuple[Situation, ...] = (
    before_the_first_game,
    before_a_game,
    in_a_game,
    learning,
    after_a_game,
    something_wrong,
    something_refused,
    something_agreed,
    row_amiss,
    *map(at, ("score", "claim", "draw")),
    over,
)


FEW: tuple[Situation, ...] = (
    before_the_first_game,
    before_a_game,
    learning,
    after_a_game,
    something_wrong,
    row_amiss,
    *map(at, ("score", "draw")),
    over,
)
"""Those that together have every page."""


def reached(path: Path, how: str, situations: tuple[Situation, ...]) -> dict[str, set[str]]:
    """Walk through situations; give the pages seen in each."""
    found = {}
    for number, situation in enumerate(situations):
        with situation(path / f"{number}.sqlite") as session:
            found[situation.__name__] = Walk(session, *WAYS[how]).seen
    return found


@pytest.mark.parametrize(
    "situations", [FEW, pytest.param(SITUATIONS, marks=pytest.mark.long)], ids=["few", "every"]
)
@pytest.mark.parametrize("how", list(WAYS))
def test_every_page_can_be_reached_and_left(
    tmp_path: Path, how: str, situations: tuple[Situation, ...]
) -> None:
    found = reached(tmp_path, how, situations)
    every = set(PAGES | sumeria.PAGES)
    assert every - BY_THEMSELVES - set().union(*found.values()) == set(), found
