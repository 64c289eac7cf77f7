"""What players have, where a household may want that nobody sees it before the end."""

from companion.settings import Settings
from companion.words.names import Names
from engine.history import AnyHistory


def hides_money(
    settings: Settings, names: Names, history: AnyHistory, *, has_ended: bool = False
) -> bool:
    """Tell whether nobody is to see yet how much players of a game have.

    ``has_ended``: its players have ended it, wherever it stands.
    """
    hidden = names.points_are_money and not settings.money and not has_ended
    return hidden and not history.game.scores(history.state).winners


def brief_event(
    settings: Settings,
    names: Names,
    history: AnyHistory,
    number: int,
    *,
    has_ended: bool = False,
) -> str:
    """Tell an event at a glance, with what it brought only where money may be seen."""
    if hides_money(settings, names, history, has_ended=has_ended):
        return names.at_a_glance(history.events[number - 1])
    return names.event_of(history, number)
