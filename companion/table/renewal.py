"""What the table is reminded of before the next dynasty begins."""

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
    reminders = (
        say("Shift the ranking as shown; the turn marker goes back to 1."),
        say("The first-player marker goes to {player}.", player=opener),
        say("Draw six influence tiles and lay them down."),
    )
    row = game.state["ranking"]
    seen = by_rank(_seen(game, look))
    places = (cast.place(i + 1, row[i], tiles) for i, tiles in enumerate(seen))
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
