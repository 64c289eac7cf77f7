"""What a check is given, and what it says."""

import os
import pwd
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from companion.language import Language
from companion.settings import Settings


class Grade(StrEnum):
    """How bad it is."""

    OK = "ok"
    CAREFUL = "careful"  # a game can be played, but something is missing or will be
    WRONG = "wrong"  # no game can be followed and kept


@dataclass(frozen=True, slots=True)
class Verdict:
    """One line: what is so and, unless it is as it should be, what mends it."""

    grade: Grade
    text: str


def user_name() -> str:
    """Name whoever runs this program, the appliance's own user perhaps."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # not every user has a name
        return str(os.getuid())


@dataclass(frozen=True, slots=True)
class Context:
    """The computer as a check sees it; ``root`` stands for / where a test has made its own."""

    settings: Settings
    words: Language
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    root: Path = Path("/")
    user: str = field(default_factory=user_name)

    def ok(self, message: str, **values: object) -> Verdict:
        return Verdict(Grade.OK, self.words.say(message, **values))

    def careful(self, message: str, **values: object) -> Verdict:
        return Verdict(Grade.CAREFUL, self.words.say(message, **values))

    def wrong(self, message: str, **values: object) -> Verdict:
        return Verdict(Grade.WRONG, self.words.say(message, **values))


Check: TypeAlias = Callable[[Context], Iterable[Verdict]]
