"""What is in the box, in the order in which lists of it are written (formats of Siberia).

Inside the engine resources, actions and kinds of action markers are numbers: their places in
these lists. The resources are the last actions.
"""

from typing import Final

from seeds.siberia import counts

COUNTS: Final = counts()

RESOURCES: Final = tuple(COUNTS.cubes)
CUBES: Final = tuple(COUNTS.cubes.values())
PERSONS: Final = ("logistics", "salesman", "worker", "investor")
MANAGER: Final = "manager"
ACTIONS: Final = (MANAGER, *PERSONS, *RESOURCES)
MARKERS: Final = (
    *(f"{resource}.{person}" for resource in RESOURCES for person in PERSONS),
    MANAGER,
)
DEPOT: Final = "depot"
RESEARCH: Final = "research"
SPACES: Final = (*ACTIONS, RESEARCH)
"""The places of action markers on a player's board: two spaces an action, research unlimited."""

RESOURCE_NUMBER: Final = {resource: i for i, resource in enumerate(RESOURCES)}
ACTION_NUMBER: Final = {action: i for i, action in enumerate(ACTIONS)}
MARKER_NUMBER: Final = {marker: i for i, marker in enumerate(MARKERS)}
SPACE_NUMBER: Final = {space: i for i, space in enumerate(SPACES)}

MINING: Final = ACTION_NUMBER[RESOURCES[0]]
"""The number of the first resource's action."""
INVESTOR: Final = ACTION_NUMBER["investor"]
LABORATORY: Final = SPACE_NUMBER[RESEARCH]
JOKER: Final = MARKER_NUMBER[MANAGER]
"""The number of manager markers: jokers on any action, and of any resource in research."""


def resource_of(marker: int) -> int | None:
    """Give the resource that a kind of action marker shows; None for managers."""
    return None if marker == JOKER else marker // len(PERSONS)


SHOWN: Final = tuple(
    (ACTION_NUMBER[MANAGER],)
    if marker == JOKER
    else (1 + marker % len(PERSONS), MINING + marker // len(PERSONS))
    for marker in range(len(MARKERS))
)
"""The actions to which each kind of action marker belongs: its person and its resource (I-13)."""
SHOWN_SET: Final = tuple(sum(1 << action for action in shown) for shown in SHOWN)
"""The same as sets of actions."""
