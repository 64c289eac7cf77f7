"""What is said, in the reader's language: messages and plural forms from gettext catalogues.

The English text in the code is the source and the key; ``locale/LANGUAGE/LC_MESSAGES/dubsar.po``
holds the others. They are read as they stand, so that a changed one needs no step of its own.
"""

import gettext
import io
import re
from datetime import datetime
from functools import cache, cached_property
from pathlib import Path
from typing import Final, NamedTuple

from babel import Locale
from babel.dates import format_datetime
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from seeds import catalogue

FOLDER: Final = Path(__file__).parent / "locale"
LANGUAGES: Final = ("en", *sorted(folder.name for folder in FOLDER.iterdir()))
"""Those of the code and of the catalogues."""
OWN_NAMES: Final = {one: str(Locale(one).display_name).capitalize() for one in LANGUAGES}
"""Each by its own name: whoever looks for his knows that one."""
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZĂÂÎȘȚÉÈÊËÀÔÛŒÏÇ-’"
"""Those of names in these languages, as the screen offers them; a keyboard may bring others."""
VOWEL: Final = re.compile(r"\b([dDqQ]u?)e (?=[aeiouyâàéèêëîïôûœ])", re.IGNORECASE)
ARTICLE: Final = re.compile(r"\b([àÀ]|[dD]e) le ")
JOINED: Final = {"à": "au", "À": "Au", "de": "du", "De": "Du"}

NARROW: Final = "\u202f"
"""A narrow no-break space, which not every font has."""


class Saying(NamedTuple):
    """A message still to be said; with ``many`` and ``by`` in the plural form of that number."""

    one: str
    many: str | None = None
    by: str = ""


def said(message: str) -> Saying:
    """Mark a message for the catalogues; its ``{names}`` are filled in when it is said."""
    return Saying(message)


def counted(one: str, many: str, by: str) -> Saying:
    """Mark a message with plural forms, chosen by the number whose name is ``by``."""
    return Saying(one, many, by)


NUMBERED: Final = said("event events game line lines pin port")
"""Nouns after which a number is a name, as in "line 3", in each form that stands so."""
LINK: Final = said("of")
"""May stand between a number and what it counts; in Romanian it does from 20 on."""


class Language:
    """One of ``LANGUAGES``; KeyError for another."""

    def __init__(self, code: str = "en") -> None:
        """Take up the language's messages, which are read once a process."""
        self.code = code
        self._catalogue = _catalogue(code)
        self._plural_form = Locale(code).plural_form

    def say(self, message: str | Saying, **values: object) -> str:
        """Translate a message and fill in its names.

        The value by which a plural form is chosen must be a whole number; it is written as the
        language does.
        """
        one, many, by = Saying(message) if isinstance(message, str) else message
        if many is None:
            translated = self._catalogue.gettext(one)
        else:
            number = int(str(values[by]))
            translated = self._catalogue.ngettext(one, many, number)
            values[by] = self.grouped(number)
        return self.elided(translated.format_map(values))

    @cached_property
    def unbroken(self) -> re.Pattern[str]:
        """What finds the words of a text, a number with what it counts or names as one of them."""
        named = {*self.say(NUMBERED).split(), *catalogue.numbered(self.code)}
        nouns, link = "|".join(map(re.escape, sorted(named))), re.escape(self.say(LINK))
        counted = "|".join(map(re.escape, sorted(catalogue.counted(self.code)))) or "(?!)"
        return re.compile(
            rf"""
              (?:[^ ]*[^ \w-])?(?:{nouns})\ (?:\d+\ [^\W\d]+\ )?\d[^ ]*  # line 3; event 39 or 40
            | (?:\d+\ )?[^ ]*[^\W\d]\ \d+(?!\ [^\W\d]|,\ \d)[^ \w]*(?![^ ])  # Blue 2; 3 of 10
            | \d+\ [^\W\d]+\ (?:{counted})\b[^ ]*  # 2 religion tiles
            | (?:\d+,\ )*\d+\ (?:{link}\ )?[^\W\d][^ ]*  # 1, 3, 6 points; 20 de minute
            | [^ ]+
            """,
            re.VERBOSE | re.IGNORECASE,
        )

    def plural(self, number: int) -> str:
        """Name the plural form that goes with a number, as Unicode does: one, few, other."""
        return self._plural_form(number)

    def grouped(self, number: float) -> str:
        """Write a number as the language does: thousands apart, one decimal where it has any."""
        return format_decimal(number, "#,##0.#", self.code).replace(NARROW, "\u00a0")

    def day(self, time: datetime) -> str:
        """Write a day and a time as people do, by the clock on the wall."""
        local = time.astimezone().replace(tzinfo=None)
        return str(format_datetime(local, "d MMM y, HH:mm", locale=self.code))

    def elided(self, text: str) -> str:
        """Elide vowels and join articles where the language does, once all is filled in.

        French says "de Kish", but "d’Ur" and, of "le dépôt", "du dépôt".
        """
        if self.code != "fr":
            return text
        joined = ARTICLE.sub(lambda found: JOINED[found[1]] + " ", text)
        return VOWEL.sub(r"\1’", joined)


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    if code not in LANGUAGES:
        raise KeyError(code)
    if code == "en":
        return gettext.NullTranslations()
    compiled = io.BytesIO()
    with (FOLDER / code / "LC_MESSAGES" / "dubsar.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale=code))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
