"""Why a rule refuses an event, in plain English, told from the facts of its finding."""

from collections.abc import Mapping

from companion.words import city_state_name, location_name
from engine.board import Board
from engine.ruling import Fact, Finding, Ruling

PHASE_NAMES: Mapping[str, str] = {
    "setup": "the setup",
    "placement": "the opening placement",
    "action": "a dynasty's turns",
    "score": "the end of a dynasty's turns",
    "claim": "the choice of influence tiles",
    "draw": "the deal for a new dynasty",
    "over": "the end of the game",
}


def refusal(ruling: Ruling, board: Board) -> str:
    """Tell in one line why a ruling does not hold: the rule's id and the reason."""
    finding = next(one for one in ruling.findings if not one.holds)
    return f"illegal {ruling.question} ({finding.rule}): {reason(finding, board)}"


def reason(finding: Finding, board: Board) -> str:
    """Tell what a finding that does not hold has found."""
    facts = dict(finding.facts)
    if "needs" in facts:
        return _timing(facts)
    if "to_play" in facts:
        return f"{facts['to_play']} is to play, not {facts['player']}"
    texts = {key: _shown(key, value, board) for key, value in facts.items()}
    return _sentence(finding.rule, facts).format_map(texts)


def _timing(facts: Mapping[str, Fact]) -> str:
    if facts["phase"] == "over":
        return "the game is over"
    needs = facts["needs"]
    wanted = " or ".join(PHASE_NAMES[one] for one in needs) if isinstance(needs, tuple) else ""
    return f"this belongs to {wanted}, the game is at {PHASE_NAMES[str(facts['phase'])]}"


def _sentence(rule: str, facts: Mapping[str, Fact]) -> str:
    """Choose the sentence for a rule; the facts choose where one rule refuses two things."""
    if facts.get("occupant") and rule in ("S-11", "S-16"):
        return "{at} is occupied by {occupant}"
    if facts.get("occupant") and rule == "S-20":
        return "{to} is occupied by {occupant}"
    supply = facts.get("supply")
    if isinstance(supply, int) and supply < 0:
        return "{player} has not that many merchants"
    return SENTENCES[rule]


SENTENCES: Mapping[str, str] = {
    "S-02": "there is no location {at} on the board",
    "S-04": "there is no player {player}",
    "S-06": "the ranking must name each city-state once",
    "S-08": "six influence tiles from the bag are needed, found {influence}",
    "S-10": "there is no player {player}",
    "S-15": "{player} has no merchant on {from}",
    "S-18": "{player} has no merchant left in the supply",
    "S-19": "no trade route leads from {from} to {to}",
    "S-20": "the merchant must stop at {at}, which is empty",
    "S-21": "a trade route can be left only at an occupied city, not at {at}",
    "S-26": "{next} is next to be claimed, not {city_state}",
    "S-27": "{controller} controls {city_state} with {most} merchants, {player} has {merchants}",
    "S-28": "{controller} wins the tie between {tied} in {city_state}",
    "S-29": "two of the tiles there must be chosen ({lying}), found {tiles}",
    "S-30": "one of the tiles there must be chosen ({lying}), found {tiles}",
    "S-35": "six influence tiles from the bag are needed, found {influence}",
    "S-C25": "a move must end on another location",
}


def _shown(key: str, value: Fact, board: Board) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    if key in ("at", "from", "to"):
        return location_name(board, str(value))
    if key in ("city_state", "next"):
        return city_state_name(board, str(value))
    return str(value)
