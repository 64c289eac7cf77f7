"""What the screen of a game that goes on says: what is awaited, how far it is, what to do."""

from collections.abc import Mapping
from typing import Any, Final

from companion.language import Saying, said
from companion.state_object import StateObject
from companion.tracking.notes import Line
from companion.words.brief_names import brief
from companion.words.events import event_sentence
from companion.words.names import Names
from engine.sumeria import Correct, Setup

AWAITED: Final[Mapping[str, Saying]] = {
    "setup": said("Lay out the tiles"),
    "placement": said("{player} places a merchant"),
    "action": said("{player} to play"),
    "score": said("The dynasty is over"),
    "claim": said("{player} chooses tiles"),
    "draw": said("Draw new tiles"),
    "over": said("The game is over"),
}
TURN_BEGINS: Final = said("Turn {turn} begins: the turn marker moves on to space {turn}.")
DYNASTY_BEGINS: Final = said(
    "Dynasty {dynasty} begins: the turn marker goes to space 1, "
    "the first-player marker to {player}."
)
ROW: Final = said("On the table, {city_state} belongs on rank {rank} of the ranking row.")
PRESS_SCORE: Final = said("All have played. When everybody is ready, press SCORE.")
PAUSED: Final = said("Paused: nobody’s time runs, and nothing that happens is written down.")
FICTIONAL: Final = said("Fictional board, not the boxed game’s")
BEGINS: Final = said("{player} begins the game.")
CORRECTED: Final = said("The table has agreed on a correction.")
FEW_CHANGES: Final = 2
"""So many changes of a correction are told one by one."""


def last_event(event: Any, names: Names) -> str:  # noqa: ANN401 - of any game, or an undo
    """Tell what was done in a sentence that is read at a glance: marks on the board do the rest."""
    match event:
        case Setup(first):
            return names.language.tell(BEGINS, {"player": names.player(first)})
        case Correct(board) if len(board) > FEW_CHANGES:
            return names.language.tell(CORRECTED, {})
    return event_sentence(event, brief(names))


def awaited(state: StateObject, names: Names) -> str:
    """Say in a few words what the game awaits."""
    return names.language.tell(AWAITED[state["phase"]], {"player": names.player(state["to_play"])})


def progress(state: StateObject, names: Names) -> tuple[str, ...]:
    """Say how far the game is, in lines of a few letters."""
    say = names.language.say
    match state["phase"]:
        case "setup":
            return ()
        case "placement":
            return (say("Opening"),)
    return (
        say("Dynasty {number}", number=str(state["dynasty"])),
        say("Turn {number}", number=str(state["turn"])),
    )


def markers(before: StateObject, after: StateObject, names: Names) -> str:
    """Say which marker of the table moves now; nothing where none does."""
    if after["phase"] != "action":
        return ""
    if before["phase"] != "action":
        values = {"dynasty": str(after["dynasty"]), "player": names.player(after["order"][0])}
        return names.language.tell(DYNASTY_BEGINS, values)
    if before["turn"] != after["turn"]:
        return names.language.tell(TURN_BEGINS, {"turn": str(after["turn"])})
    return ""


def row_reminder(note: Line, names: Names) -> str:
    """Say which tile of the ranking row lies where it does not belong, from the tracker's note."""
    pairs = enumerate(zip(note["expected"], note["seen"], strict=True), 1)
    rank, city_state = next((rank, one) for rank, (one, seen) in pairs if one != seen)
    values = {"city_state": names.city_state(city_state), "rank": str(rank)}
    return names.language.tell(ROW, values)
