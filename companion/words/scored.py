"""How a dynasty and the game are scored, finding by finding; keys as in ``judged``."""

from collections.abc import Mapping
from typing import Final

from companion.language import counted, said
from companion.words.choosing import Choice, always, by, if_any, if_holds

BOTH: Final = said("Rank {rank}, {city_state}: {controller} has control, {runner_up} is second.")
ALONE: Final = said("Rank {rank}, {city_state}: {controller} has control, nobody is second.")
DESERTED: Final = said("Rank {rank}, {city_state}: nobody has a merchant there.")
BEGINS: Final = said("{player} begins the next dynasty, because {fewest} has the fewest merchants.")
BEGINS_BY_HOUSE_RULE: Final = said(
    "{player} begins the next dynasty, because {fewest} counts as having the fewest."
)
WINS: Final = said("{winners} wins.")
SHARED: Final = said("{winners} share the victory.")
POINTS: Final = counted("{player} has {points} point.", "{player} has {points} points.", "points")

SCORED: Final[Mapping[str, Choice]] = {
    # control
    "S-26: rank city_state controller runner_up": if_any(
        "controller", if_any("runner_up", BOTH, ALONE), DESERTED
    ),
    "S-27: player merchants city towns villages": if_holds(
        counted(
            "{player} has {merchants} merchant there "
            "(in the city: {city}, in towns: {towns}, in villages: {villages}).",
            "{player} has {merchants} merchants there "
            "(in the city: {city}, in towns: {towns}, in villages: {villages}).",
            "merchants",
        ),
        said("{player} has no merchant there."),
    ),
    "S-27: place among most player": by(
        "place",
        {
            "controller": if_holds(
                said("{player} has the most merchants: {most}."),
                said("Several have the most merchants, {most} each; {player} wins the tie."),
            ),
            "runner-up": if_holds(
                said("Of the others, {player} has the most merchants: {most}."),
                said("Of the others, several have {most} each; {player} wins the tie."),
            ),
        },
    ),
    "S-27: place among player": by(
        "place",
        {
            "controller": said("Nobody has control."),
            "runner-up": said("Nobody is second."),
        },
    ),
    "S-28: step tied most left": by(
        "step",
        {
            "city": if_any(
                "most",
                said("Tied: {tied}. Whoever has the city is ahead: {left}."),
                said("Tied: {tied}. None of them has the city, so it decides nothing."),
            ),
            "towns": if_holds(
                said("Tied: {tied}. Towns come next, and {left} has the most: {most}."),
                said("Tied: {tied}. Towns come next and leave a tie, {most} each: {left}."),
            ),
        },
    ),
    "S-28: step tied order left": always(
        said("Still tied: {tied}. {left} played earliest in this dynasty. The order was: {order}.")
    ),
    "S-28: player city": if_any(
        "city", said("{player} has the city."), said("{player} does not have the city.")
    ),
    "S-28: player towns": always(
        counted("{player} has {towns} town.", "{player} has {towns} towns.", "towns")
    ),
    # influence tiles
    "player share rank city_state tiles": by(
        "share",
        {
            "controller": said("{player} has control of {city_state} and takes {tiles}."),
            "runner-up": said("{player} is second in {city_state} and takes {tiles}."),
        },
    ),
    "S-32: rank city_state tiles": always(
        said("Nobody has a merchant in {city_state}. Discarded: {tiles}.")
    ),
    "S-33: rank city_state tiles": always(
        said("Nobody is second in {city_state}. Discarded: {tiles}.")
    ),
    "S-C17: tiles": always(said("What is discarded leaves the game for good.")),
    "S-C37: player rank city_state number tiles": always(
        counted(
            "{player} now chooses {number} tile in {city_state} (rank {rank}) from {tiles}.",
            "{player} now chooses {number} tiles in {city_state} (rank {rank}) from {tiles}.",
            "number",
        )
    ),
    # the next first player
    "player fewest": always(BEGINS),
    "S-C12: player fewest": always(BEGINS_BY_HOUSE_RULE),
    "rank city_state among least left": if_holds(
        said("Rank {rank}, {city_state}: of {among}, {left} has the fewest merchants: {least}."),
        said("Rank {rank}, {city_state}: tied for the fewest merchants, {least} each: {left}."),
    ),
    "player merchants": always(
        counted(
            "{player} has {merchants} merchant there.",
            "{player} has {merchants} merchants there.",
            "merchants",
        )
    ),
    "S-C12: tied order player": always(
        said(
            "Still tied at every rank: {tied}. {player} played last of them "
            "and so counts as having the fewest (house rule). The order was: {order}."
        )
    ),
    "S-C01: first_player fewest player players": by(
        "first_player",
        {
            "left-of-fewest": said(
                "{fewest} will play last. {player}, on the left of {fewest}, begins."
            ),
            "fewest": said("At this table whoever has the fewest begins (house rule): {player}."),
        },
    ),
    "S-38: old_ranking ranking": always(
        said(
            "The scored city-states go to the end of the row in reverse order. "
            "The ranking is now: {ranking}."
        )
    ),
    # the end of the game
    "S-40: dynasty": always(said("Dynasty {dynasty} was the last. The game is over.")),
    "S-42: winners": if_holds(WINS, SHARED),
    "S-41: player points": always(POINTS),
    "S-42: player points": always(POINTS),
    "S-41: kind tiles points": always(
        counted("{tiles}: {points} point.", "{tiles}: {points} points.", "points")
    ),
    "S-C03: one_tile_points": always(
        counted(
            "At this table a single tile of a kind is worth {one_tile_points} point (house rule).",
            "At this table a single tile of a kind is worth {one_tile_points} points (house rule).",
            "one_tile_points",
        )
    ),
    "S-42: step tied most left": by(
        "step",
        {
            "points": said("Most points, {most}: {left}."),
            "longest": said("Equal points. Most tiles of one kind, {most}: {left}."),
        },
    ),
    "S-C10: step tied most left": always(
        said("Still equal. Most tiles of the next kind, {most}: {left}.")
    ),
    "S-42: player longest": always(
        counted(
            "{player} has {longest} tile of one kind and no more of any other.",
            "{player} has {longest} tiles of one kind and no more of any other.",
            "longest",
        )
    ),
    "S-C10: player next-longest": always(
        counted(
            "{player} has {next-longest} tile of the next kind.",
            "{player} has {next-longest} tiles of the next kind.",
            "next-longest",
        )
    ),
}
