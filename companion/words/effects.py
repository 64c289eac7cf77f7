"""What followed from a Sumerian event by the rules, as one plain sentence an effect."""

from typing import Any, Final

from companion.language import said
from companion.words.names import Names
from companion.words.scored import (
    ALONE,
    BEGINS,
    BEGINS_BY_HOUSE_RULE,
    BOTH,
    DESERTED,
    SHARED,
    WINS,
)
from engine.sumeria import (
    Awarded,
    Controlled,
    Discarded,
    Finished,
    NextFirst,
    Rotated,
    Swapped,
)

ROSE: Final = said("{city_state} now ranks before {neighbour}.")
TAKEN: Final = said("{player} takes from {city_state}: {tiles}.")
DISCARDED: Final = said("Discarded from {city_state}: {tiles}.")
RANKING: Final = said("The ranking is now: {ranking}.")


def effect_sentence(  # noqa: PLR0911 - one an effect
    effect: Any,  # noqa: ANN401 - of any game
    names: Names,
) -> str:
    """Tell an effect; TypeError for one that no sentence tells."""
    tell, place = names.language.tell, names.city_state
    match effect:
        case Swapped(_, rose, fell):
            return tell(ROSE, {"city_state": place(rose), "neighbour": place(fell)})
        case Controlled():
            return _control(effect, names)
        case Awarded(_, player, city_state, tiles):
            taken = {"city_state": place(city_state), "tiles": names.tiles(tiles)}
            return tell(TAKEN, {"player": names.player(player), **taken})
        case Discarded(_, city_state, tiles):
            return tell(DISCARDED, {"city_state": place(city_state), "tiles": names.tiles(tiles)})
        case NextFirst(rule, player, fewest):
            saying = BEGINS_BY_HOUSE_RULE if rule == "S-C12" else BEGINS
            who = {"player": names.player(player), "fewest": names.player(fewest)}
            return tell(saying, who)
        case Rotated(ranking):
            return tell(RANKING, {"ranking": names.all_of(map(place, ranking))})
        case Finished(winners):
            saying = WINS if len(winners) == 1 else SHARED
            return tell(saying, {"winners": names.all_of(map(names.player, winners))})
    raise TypeError(f"expected an effect of Sumeria, found {effect!r}")


def _control(held: Controlled, names: Names) -> str:
    saying = DESERTED if held.controller is None else ALONE if held.runner_up is None else BOTH
    values = {
        "rank": str(held.rank),
        "city_state": names.city_state(held.city_state),
        "controller": names.player(held.controller),
        "runner_up": names.player(held.runner_up),
    }
    return names.language.tell(saying, values)
