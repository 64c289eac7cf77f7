"""How a game stands or ended, in the reader's language."""

from companion.language import said
from companion.state_object import StateObject
from companion.words.games import POINTS
from companion.words.names import Names
from engine.game import ScoreRow, ScoreSheet

DYNASTY = said("Dynasty {dynasty} of 6, turn {turn} of 3.")
BEFORE = said("The opening placement is going on.")
NOT_BEGUN = said("It has not begun yet.")


def stand_sentence(state: StateObject, names: Names) -> str:
    """Say who has won, or how far the game is."""
    words = names.language
    if winners := state["winners"]:
        told = names.all_of(map(names.player, winners))
        if len(winners) == 1:
            return words.say("{winners} wins.", winners=told)
        return words.say("{winners} share the victory.", winners=told)
    match state["phase"]:
        case "setup":
            return words.tell(NOT_BEGUN, {})
        case "placement":
            return words.tell(BEFORE, {})
    facts = {"dynasty": str(state["dynasty"]), "turn": str(state["turn"])}
    return words.tell(DYNASTY, facts)


def points_words(row: ScoreRow, names: Names) -> str:
    """Count somebody's points: Red: 3 points."""
    values = {"player": names.player(row.player), "points": str(row.total)}
    return names.language.tell(POINTS, values)


def by_total(sheet: ScoreSheet) -> list[ScoreRow]:
    """Put who has most first; those with as many stay in seat order."""
    return sorted(sheet.rows, key=lambda row: -row.total)
