"""What each rule found when an event was judged, as one plain sentence.

A key is the names of a finding's facts, with the rule's id before it where another rule says
something else of the same facts.
"""

from collections.abc import Mapping
from typing import Final

from companion.language import counted, said
from companion.words.choosing import Choice, always, if_any, if_holds

JUDGED: Final[Mapping[str, Choice]] = {
    "S-40: phase needs": if_holds(said("The game is not over."), said("The game is over.")),
    "phase needs": if_holds(
        said("This is the time for it: {phase}."),
        said("This is not the time for it. It belongs to {needs}, and the game is now at {phase}."),
    ),
    "player to_play": if_holds(
        said("{player} is to play."), said("{to_play} is to play, not {player}.")
    ),
    "at": if_holds(
        said("The board has this location: {at}."), said("The board has no location {at}.")
    ),
    "at occupant": if_holds(
        said("There is no merchant yet on {at}."),
        said("{occupant} already has a merchant on {at}."),
    ),
    "player from occupant": if_holds(
        said("{player} has a merchant on {from}."),
        if_any(
            "occupant",
            said("{player} has no merchant on {from}; the one there belongs to {occupant}."),
            said("There is no merchant on {from}."),
        ),
    ),
    "player supply": if_holds(
        counted(
            "{player} has {supply} merchant in the supply.",
            "{player} has {supply} merchants in the supply.",
            "supply",
        ),
        if_any(
            "supply",
            said("{player} does not have that many merchants."),
            said("{player} has no merchant left in the supply."),
        ),
    ),
    "S-C25: from to": if_holds(
        said("The move does not end where it began."),
        said("A move must not end where it began."),
    ),
    "S-19: from to": if_holds(
        said("Trade routes do join the two locations."),
        said("The merchant cannot get along the trade routes from {from} to {to}."),
    ),
    "S-21: from to": always(
        said("Changing routes at an occupied city does not lead the merchant there either.")
    ),
    "from to occupant": if_holds(
        said("There is no merchant yet on {to}, so the merchant may stop there."),
        said("{occupant} already has a merchant on {to}, so the merchant cannot stop there."),
    ),
    "S-19: from to passed": always(said("The trade routes lead from {from} to {to}.")),
    "S-20: from to passed": if_any(
        "passed",
        said("There are merchants on every location passed over: {passed}."),
        said("It is the next location, so no other is passed over."),
    ),
    "S-21: from to passed": always(said("Trade routes are changed only where that is allowed.")),
    "S-20: from to at empty passed": always(
        said("A merchant stops at the first empty location on the way: {at}.")
    ),
    "S-21: from to at passed": always(
        said("A merchant may change trade routes only at an occupied city, not on {at}.")
    ),
    "player players": if_holds(
        said("{player} plays in this game."), said("{player} does not play in this game.")
    ),
    "ranking city_states": if_holds(
        said("The ranking names each city-state once."),
        said("The ranking must name each city-state once; this one is: {ranking}."),
    ),
    "influence bag number": if_holds(
        counted(
            "{number} influence tile from the bag: {influence}.",
            "{number} influence tiles from the bag: {influence}.",
            "number",
        ),
        counted(
            "The deal needs {number} tile that is still in the bag. Given here: {influence}.",
            "The deal needs {number} tiles that are still in the bag. Given here: {influence}.",
            "number",
        ),
    ),
    "city_state next rank": if_holds(
        said("{next} is next in the ranking (rank {rank})."),
        said("{next} is next in the ranking (rank {rank}), not {city_state}."),
    ),
    "player city_state controller merchants most": if_holds(
        counted(
            "Nobody has more merchants in {city_state} than {player}: {merchants} merchant.",
            "Nobody has more merchants in {city_state} than {player}: {merchants} merchants.",
            "merchants",
        ),
        counted(
            "{controller} controls {city_state} with {most} merchant; {player} has {merchants}.",
            "{controller} controls {city_state} with {most} merchants; {player} has {merchants}.",
            "most",
        ),
    ),
    "player city_state controller tied": if_holds(
        said("{player} wins the tie in {city_state}. Tied there: {tied}."),
        said("{controller} wins the tie in {city_state}, not {player}. Tied there: {tied}."),
    ),
    "tiles lying number": if_holds(
        counted(
            "{number} tile may be chosen from {lying}. Chosen: {tiles}.",
            "{number} tiles may be chosen from {lying}. Chosen: {tiles}.",
            "number",
        ),
        counted(
            "{number} tile must be chosen from {lying}. Chosen here: {tiles}.",
            "{number} tiles must be chosen from {lying}. Chosen here: {tiles}.",
            "number",
        ),
    ),
    "to lines": if_holds(
        said("The record has line {to}."),
        said("The record can go back to lines 1 to {lines} from here, not to line {to}."),
    ),
}
