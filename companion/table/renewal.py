"""What the table is reminded of before the next dynasty begins."""

from dataclasses import replace

from companion.screens.renewal import Renewal
from companion.table.cast import Cast
from companion.table.game import LiveGame
from companion.table.look import Look
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
    opener = cast.names.player(game.state["order"][0])
    lying = _seen(game, look)
    tiles = say("Draw six influence tiles and lay them down.")
    if None not in lying and not _can_lie(game, lying):
        tiles = say("There are not that many of a kind in the bag: enter what was drawn.")
    reminders = (
        say("Shift the ranking as shown; the turn marker goes back to 1."),
        say("The first-player marker goes to {player}.", player=opener),
        tiles,
    )
    row = game.state["ranking"]
    places = (cast.place(i + 1, row[i], kinds) for i, kinds in enumerate(by_rank(lying)))
    return Renewal(reminders, tuple(places))


def _seen(game: LiveGame, look: Look | None) -> tuple[str | None, ...]:
    """Tell what lies on the influence spaces, as far as that can be told."""
    reading = look.reading if look is not None else None
    if reading is None or not reading.registered or reading.influence is None:
        return (None,) * len(game.state["influence"])
    return tuple(
        None if space in reading.untold_spaces else kind
        for space, kind in enumerate(reading.influence)
    )


def _can_lie(game: LiveGame, lying: tuple[str | None, ...]) -> bool:
    """Tell whether the bag could hold what the camera takes the six tiles for."""
    history = game.history
    view = replace(history.game.expected_view(history.state), influence=lying)
    return history.game.dealt(history.state, view) is not None
