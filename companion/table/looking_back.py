"""The way from any page of a game to *Why?*."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.table.session import Session


def look_back(session: "Session") -> None:
    """Open *Why?* on top of the page that is shown."""
    from companion.table.why_page import open_why  # noqa: PLC0415 - its pages come back to this one

    open_why(session)
