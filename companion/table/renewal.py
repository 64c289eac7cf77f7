"""What the table is reminded of before the next dynasty begins."""

from dataclasses import replace

from companion.screens.renewal import Renewal
from companion.sighting import told
from companion.state_object import StateObject
from companion.table.cast import Cast
from companion.table.game import LiveGame
from companion.table.look import Look
from companion.tracking.tiles import dealt_last
from engine.board import INFLUENCE
from seeds.sumeria import counts


def by_rank(spaces: tuple[str | None, ...]) -> tuple[tuple[str | None, ...], ...]:
    """Sort what lies on the influence spaces by the rank below them (S-08)."""
    rows = []
    for many in counts().over_ranks:
        rows.append(spaces[:many])
        spaces = spaces[many:]
    return tuple(rows)


def renewal(game: LiveGame, cast: Cast, look: Look | None) -> Renewal:
    """Remind of markers, row and tiles, with the tiles that the camera sees."""
    say = cast.names.language.say
    lying = _seen(game, look)
    tiles = say("Draw six influence tiles and lay them down.")
    if lying == dealt_last(game.history)[1]:
        tiles = say(
            "The old influence tiles still lie there: take them off, then draw six new ones."
        )
    elif None not in lying and not _can_lie(game, lying):
        tiles = say("There are not that many of a kind in the bag: enter what was drawn.")
    return _reminding(game.state, cast, lying, tiles)


def renewed(game: LiveGame, cast: Cast, dealt: int) -> Renewal:
    """Remind of markers and row, and show what was dealt with event ``dealt``."""
    state = game.state_at(dealt)
    say = cast.names.language.say
    tiles = say("Dynasty {number} begins with these tiles.", number=str(state["dynasty"]))
    return _reminding(state, cast, tuple(state["influence"]), tiles)


def _reminding(
    state: StateObject, cast: Cast, lying: tuple[str | None, ...], tiles: str
) -> Renewal:
    say = cast.names.language.say
    reminders = (
        say("Shift the ranking as shown; the turn marker goes back to 1."),
        say(
            "The first-player marker goes to {player}.", player=cast.names.player(state["order"][0])
        ),
        tiles,
    )
    row = state["ranking"]
    places = (cast.place(i + 1, row[i], kinds) for i, kinds in enumerate(by_rank(lying)))
    return Renewal(reminders, tuple(places))


def _seen(game: LiveGame, look: Look | None) -> tuple[str | None, ...]:
    """Tell what lies on the influence spaces, as far as that can be told."""
    slots = None if look is None else look.reading.groups.get(INFLUENCE)
    return told(slots, len(game.state["influence"]))


def _can_lie(game: LiveGame, lying: tuple[str | None, ...]) -> bool:
    """Tell whether the bag could hold what the camera takes the six tiles for."""
    history = game.history
    view = replace(history.game.expected_view(history.state), influence=lying)
    return history.game.dealt(history.state, view) is not None
