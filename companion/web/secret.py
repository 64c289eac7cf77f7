"""The secrets in the page's addresses: new every evening, the same after a restart in between."""

import hmac
import json
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import Final

FILE: Final = "web-secret.json"
"""Beside the journal; nobody but this user may read it."""
LENGTH: Final = 16
"""Bytes of a secret: nobody finds 128 bits by trying."""
EVENING_BEGINS: Final = timedelta(hours=6)
"""When, after midnight, a new evening begins: nobody is still playing the old one."""


class Role(Enum):
    """What the owner of a secret may do."""

    VIEW = "look on"
    HELP = "look on, and press"


@dataclass(frozen=True, slots=True)
class Secrets:
    """Those of one ``evening``, which is named by its date."""

    evening: str
    view: str
    help: str

    def role(self, secret: str) -> Role | None:
        """Tell what a secret allows; nothing is learnt from how long that takes."""
        helps = hmac.compare_digest(secret.encode(), self.help.encode())
        views = hmac.compare_digest(secret.encode(), self.view.encode())
        return Role.HELP if helps else Role.VIEW if views else None


class Evenings:
    """Gives the secrets in force; ``clock`` is the time on the wall."""

    def __init__(self, folder: Path, clock: Callable[[], datetime] = datetime.now) -> None:
        """Keep them in a folder, so that a page that is open survives a restart."""
        self._path: Final = folder / FILE
        self._clock: Final = clock
        self._secrets: Secrets | None = None

    def secrets(self) -> Secrets:
        """Give those of this evening."""
        evening = f"{self._clock() - EVENING_BEGINS:%Y-%m-%d}"
        if self._secrets is None or self._secrets.evening != evening:
            self._secrets = self._kept(evening) or self._new(evening)
        return self._secrets

    def _kept(self, evening: str) -> Secrets | None:
        with suppress(OSError, ValueError, TypeError):
            kept = Secrets(**json.loads(self._path.read_text(encoding="utf-8")))
            long = all(len(one) >= LENGTH for one in (kept.view, kept.help))
            if kept.evening == evening and long and kept.view != kept.help:
                return kept
        return None

    def _new(self, evening: str) -> Secrets:
        made = Secrets(evening, secrets.token_urlsafe(LENGTH), secrets.token_urlsafe(LENGTH))
        with suppress(OSError):  # then a restart makes new ones
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.unlink(missing_ok=True)
            number = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(number, "w", encoding="utf-8") as file:
                json.dump(asdict(made), file)
        return made
