"""What follows from an event, each finding as one plain sentence; keys as in ``judged``."""

from collections.abc import Mapping
from typing import Final

from companion.language import counted, said
from companion.words.choosing import Choice, always, if_any, if_holds

SWAP: Final = if_holds(
    said("{city_state} changes places with {neighbour} and now has rank {new_rank}."),
    said("{city_state} keeps rank {rank}."),
)

FOLLOWED: Final[Mapping[str, Choice]] = {
    # the board and the turns
    "city_state rank neighbour new_rank ranking": SWAP,
    "S-C31: city_state rank": always(
        said("{city_state} stands at the end of the row, so there is no neighbour to swap with.")
    ),
    "S-22: from to city_state ranking": always(said("The ranking stays as it is.")),
    "S-C30: from to city_state": always(
        said("The move begins and ends in {city_state}, so nothing rises.")
    ),
    "S-23: city_state rank passed": if_any(
        "passed",
        said(
            "Leaving {city_state} does not lower it, "
            "and passing through {passed} changes nothing there."
        ),
        said("Leaving {city_state} does not lower it."),
    ),
    "S-C23: city_state": always(
        said("The ranking stays as it is: the opening placement in {city_state} changes nothing.")
    ),
    "S-12: player placed of": if_holds(
        said("Everybody has placed all merchants of the opening; the turns begin."),
        counted(
            "{player} has now placed {placed} merchant of {of}.",
            "{player} has now placed {placed} merchants of {of}.",
            "placed",
        ),
    ),
    "S-25: turn new_turn": if_holds(
        said("The turn marker moves on to space {new_turn}."),
        said("The turn marker stays on space {turn}."),
    ),
    "S-43: to_play order": always(said("{to_play} is to play next. The order is: {order}.")),
    "S-26: dynasty turns": always(
        counted(
            "Dynasty {dynasty}: everybody has played {turns} turn, so it can be scored.",
            "Dynasty {dynasty}: everybody has played {turns} turns, so it can be scored.",
            "turns",
        )
    ),
    "S-C36: old_ranking ranking as_turn_of": if_any(
        "as_turn_of",
        said(
            "The table has agreed; {as_turn_of} has used up this turn. The ranking is: {ranking}."
        ),
        said("The table has agreed; nobody has used up a turn. The ranking is: {ranking}."),
    ),
    "S-C36: at before after": always(said("Who stands on {at}? Before: {before}. Now: {after}.")),
    "S-18: player before after": always(
        said("Merchants in the supply of {player}. Before: {before}. Now: {after}.")
    ),
    # the deal
    "S-07: ascendancy": always(said("These will be scored: {ascendancy}.")),
    "left_in_bag": always(
        counted(
            "{left_in_bag} influence tile is left in the bag.",
            "{left_in_bag} influence tiles are left in the bag.",
            "left_in_bag",
        )
    ),
    "rank city_state tiles": always(said("Above rank {rank}, {city_state}: {tiles}.")),
    "S-04: players merchants": always(
        counted(
            "Each player takes {merchants} merchant: {players}.",
            "Each player takes {merchants} merchants: {players}.",
            "merchants",
        )
    ),
    "order to_play": always(said("{to_play} begins. The order is: {order}.")),
    "S-34: dynasty turn": always(
        said("Dynasty {dynasty} begins. The turn marker is on space {turn}.")
    ),
    # the record
    "undo: event": if_any(
        "event",
        said("The game stands again as it did after event {event}."),
        said("The game stands again as it did before the first event."),
    ),
}
