"""The pages that change the household's settings."""

from collections.abc import Sequence
from functools import partial

from companion.language import said
from companion.pages.kinds import ChoicePage, MenuPage, MessagePage, Option
from companion.pages.offered_settings import (
    LANGUAGE,
    SETTINGS,
    Setting,
    change,
    choose_setting,
    origin,
    setting_row,
)
from companion.session.session import Page, Session
from companion.ui.menu import Row


class SettingsPage(MenuPage):
    """Lists the settings; those with two values change at once."""

    heading = said("Settings")

    def options(self) -> Sequence[Option]:
        session = self.session
        return [
            (setting_row(session, one), partial(choose_setting, session, one)) for one in SETTINGS
        ]


def setting_page(session: Session, setting: Setting) -> ChoicePage:
    """Choose the value of one setting, beginning at the one in force."""
    words = session.words
    choices = setting.choices(session.settings, words)
    text = words.say("Takes effect after a restart.") if setting.later else ""
    return ChoicePage(
        session,
        words.say(setting.title),
        [(value, Row(called)) for value, called in choices],
        partial(change, session, setting),
        at=setting.value(session.settings),
        text=text,
    )


def language_page(session: Session) -> Page:
    """Choose the language of the screens, where nothing overrules the file."""
    setting, words = LANGUAGE, session.words
    if text := origin(session, setting):
        return MessagePage(session, text, words.say(setting.title))
    return setting_page(session, setting)
