"""What the table says of the eye: where it was misread, and what of that is taken back."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Misread:
    """At a location stands a merchant of the colour ``who``, or nobody, whatever the eye said.

    It was said when the game stood at ``event``.
    """

    event: int
    at: str
    who: str | None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The game went back to ``event``: what was said since holds no more."""

    event: int


Correction = Misread | TakenBack
