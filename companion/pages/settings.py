"""The pages on which the household's settings are changed."""

from collections.abc import Sequence

from companion.language import said
from companion.pages.kinds import MenuPage
from companion.pages.setting_choices import SETTINGS, Setting, shown
from companion.session.session import Session
from companion.settings.keys import with_one
from companion.ui.menu import Row
from engine.errors import InputError

BY_ENVIRONMENT = said(
    "The environment variable {name} sets this. It cannot be changed here while it does."
)
BY_COMMAND_LINE = said(
    "The command line sets this. It can be changed here when the program is started without that."
)
NOT_KEPT = said("This counts until the program ends. It could not be written into the file:")
TWO = 2


class SettingsPage(MenuPage):
    """Lists the settings; those with two values change at once."""

    heading = said("Settings")

    def rows(self) -> Sequence[Row]:
        session, words = self.session, self.session.words
        rows = []
        for setting in SETTINGS:
            value = shown(setting, session.settings, words)
            if _origin(session, setting):
                value = words.say("{value} (fixed)", value=value)
            rows.append(Row(words.tell(setting.title, {}), value))
        return rows

    def choose(self, number: int) -> None:
        session, setting = self.session, SETTINGS[number]
        if told := _origin(session, setting):
            session.go("message", text=told, title=session.words.tell(setting.title, {}))
            return
        choices = setting.choices(session.settings, session.words)
        if len(choices) == TWO and not setting.later:
            value = setting.value(session.settings)
            change(session, setting, next(one for one, _ in choices if one != value))
        else:
            session.go("setting", setting=setting)


class SettingPage(MenuPage):
    """Chooses the value of one setting."""

    def __init__(self, session: Session, setting: Setting) -> None:
        """Begin at the value in force."""
        super().__init__(session)
        self._setting = setting
        self._choices = setting.choices(session.settings, session.words)
        values = [value for value, _ in self._choices]
        self.chosen = values.index(setting.value(session.settings))

    def title(self) -> str:
        return self.session.words.tell(self._setting.title, {})

    def text(self) -> str:
        if not self._setting.later:
            return ""
        return self.session.words.say("This counts when the program is started again.")

    def rows(self) -> Sequence[Row]:
        return [Row(told) for _, told in self._choices]

    def choose(self, number: int) -> None:
        self.session.close(self)
        change(self.session, self._setting, self._choices[number][0])


def change(session: Session, setting: Setting, value: object) -> None:
    """Change a setting at once, and for the next time where settings are kept."""
    session.change(with_one(session.settings, setting.name, value))
    if session.keeper is None:
        return
    try:
        session.keeper.keep(setting.name, value)
    except InputError as error:
        words = session.words
        title = words.tell(setting.title, {})
        session.go("message", text=words.tell(NOT_KEPT, {}), title=title, path=error.file)


def _origin(session: Session, setting: Setting) -> str:
    """Say what overrules the file; nothing where nothing does."""
    origin = session.keeper.fixed(setting.name) if session.keeper else None
    if origin is None:
        return ""
    saying = BY_ENVIRONMENT if origin.kind == "environment" else BY_COMMAND_LINE
    return session.words.tell(saying, {"name": origin.name})
