"""Every page by its name: the one file that knows them all, and finds those of games.

A page opens another by ``session.go("why")``, with arguments by name, and imports none.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from companion.games import has_part, part_of
from companion.pages.comparing import GoingOnPage, RowPage, ThenPage
from companion.pages.hints import HintsPage, ProspectPage, WaysPage
from companion.pages.history import MomentPage, ReasonsPage, ReplayPage, UndoPage, WhyPage
from companion.pages.journal import AgreedPage, GamePage, GamesPage, JournalPage, StandingPage
from companion.pages.kinds import ConfirmPage, MessagePage
from companion.pages.name_page import NamePage
from companion.pages.new_game import (
    HouseRulePage,
    HouseRulesPage,
    NewGamePage,
    RulingPage,
    SeatPage,
    colour_page,
    first_player_page,
    named_page,
    which_game_page,
)
from companion.pages.people import PeoplePage, PersonPage
from companion.pages.play import LessonPage, PlayPage
from companion.pages.result import ResultPage, ScorePage
from companion.pages.settings import SettingsPage, language_page, setting_page
from companion.pages.start import PhonesPage, StartPage, UpdatesPage
from companion.pages.telling import AccountPage, CorrectPage, HappeningPage, TellPage, who_page
from companion.pages.wrong import PutBackPage, RulePage, WrongPage, misread_page
from companion.session.session import Page

PAGES: Final[dict[str, Callable[..., Page]]] = {
    # Of any kind of thing.
    "message": MessagePage,
    "question": ConfirmPage,
    "name": NamePage,
    # Before a game.
    "start": StartPage,
    "which-game": which_game_page,
    "new-game": NewGamePage,
    "seat": SeatPage,
    "person-named": named_page,
    "colour": colour_page,
    "house-rules": HouseRulesPage,
    "house-rule": HouseRulePage,
    "ruling": RulingPage,
    "first-player": first_player_page,
    "phones": PhonesPage,
    "people": PeoplePage,
    "person": PersonPage,
    "settings": SettingsPage,
    "updates": UpdatesPage,
    "setting": setting_page,
    "language": language_page,
    # What the journal keeps.
    "past-games": GamesPage,
    "past-game": GamePage,
    "standing": StandingPage,
    "agreed": AgreedPage,
    "journal": JournalPage,
    # While a game goes on.
    "play": PlayPage,
    "going-on": GoingOnPage,
    "lesson": LessonPage,
    "hints": HintsPage,
    "ways": WaysPage,
    "prospect": ProspectPage,
    "early": ScorePage,
    "row-amiss": RowPage,
    "result": ResultPage,
    "wrong": WrongPage,
    "put-back": PutBackPage,
    "rule": RulePage,
    "tell": TellPage,
    "who": who_page,
    "misread": misread_page,
    "accounts": AccountPage,
    "happening": HappeningPage,
    "correction": CorrectPage,
    # Looking back.
    "why": WhyPage,
    "moment": MomentPage,
    "reasons": ReasonsPage,
    "details": partial(ReasonsPage, detailed=True),
    "then": ThenPage,
    "replay": ReplayPage,
    "undo": UndoPage,
}


def find_page(name: str, game: str) -> Callable[..., Page]:
    """Find a page of a game's own, or one for all; KeyError where there is none of that name."""
    own: Mapping[str, Callable[..., Page]] = {}
    if has_part(game, "pages"):
        own = part_of(game, "pages").PAGES
    return own[name] if name in own else PAGES[name]
