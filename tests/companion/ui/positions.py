"""Positions of the built-in board, as they occur in a game and beyond."""

from hypothesis import strategies as st

from engine.game import StateObject
from engine.games import parse_board
from seeds.boards import builtin_board_text

BOARD = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
CITY_STATES = [state.id for state in BOARD.regions]
LOCATIONS = [location.id for location in BOARD.locations]
KINDS = ("economy", "military", "politics", "religion")
WITHOUT_TURN = ("setup", "score", "draw", "over")
PHASES = (*WITHOUT_TURN, "placement", "action", "claim")


def position(
    phase: str = "action", players: tuple[str, ...] = ("red", "blue", "yellow")
) -> StateObject:
    """Give a position with every player on the board."""
    begun = phase != "setup"
    return {
        "phase": phase,
        "dynasty": 2,
        "turn": 1,
        "to_play": None if phase in WITHOUT_TURN else players[0],
        "order": players if begun else (),
        "ranking": CITY_STATES if begun else (),
        "board": dict(zip(LOCATIONS, players * 4, strict=False)) if begun else {},
        "supply": dict.fromkeys(players, 10),
        "influence": ("economy", None, "military", "politics", "religion", "religion")
        if begun
        else (None,) * 6,
        "tiles": {player: dict.fromkeys(KINDS, 3) for player in players},
        "bag": dict.fromkeys(KINDS, 6),
        "points": dict.fromkeys(players, 24),
        "winners": players[:1] if phase == "over" else (),
    }


@st.composite
def positions(draw: st.DrawFn) -> StateObject:
    """Any position that the screen may be asked to draw, crowded or empty."""
    players = draw(
        st.lists(
            st.sampled_from(("red", "blue", "yellow", "green", "black", "natural")),
            min_size=3,
            max_size=4,
            unique=True,
        )
    )
    state = position(draw(st.sampled_from(PHASES)), tuple(players))
    state["board"] = draw(
        st.dictionaries(st.sampled_from(LOCATIONS), st.sampled_from(players), max_size=42)
    )
    state["points"] = {player: draw(st.integers(0, 111)) for player in players}
    state["supply"] = {player: draw(st.integers(0, 14)) for player in players}
    state["tiles"] = {
        player: {kind: draw(st.integers(0, 9)) for kind in KINDS} for player in players
    }
    if state["ranking"]:
        state["ranking"] = draw(st.permutations(CITY_STATES))
        state["influence"] = draw(st.lists(st.sampled_from((None, *KINDS)), min_size=6, max_size=6))
    return state
