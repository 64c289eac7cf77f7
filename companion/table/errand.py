"""What takes long: it is done beside the session, which goes on meanwhile."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from companion.table.page import Page

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Errand(Generic[Found]):
    """``work`` is done wherever there is time, and touches nothing that a page changes.

    What comes of it is brought to ``take``; where ``page`` was left by then, to nobody.
    """

    page: "Page"
    work: Callable[[], Found]
    take: Callable[[Found], None]
