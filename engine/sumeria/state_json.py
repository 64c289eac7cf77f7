"""The state as formats, section 4, apart from its ``event`` number."""

from engine.sumeria.points import points, winners
from engine.sumeria.state import State
from engine.sumeria.turns import to_play


def to_json(state: State) -> dict[str, object]:
    """Write a state as the keys of its JSON object, in the order of the formats."""
    setting = state.setting
    kinds = setting.counts.kinds
    locations = setting.board.locations
    occupants = {one.id: state.occupant(number) for number, one in enumerate(locations)}
    return {
        "phase": state.phase,
        "dynasty": state.dynasty,
        "turn": state.turn,
        "to_play": to_play(state),
        "order": [] if state.phase == "setup" else list(state.order),
        "ranking": list(state.ranking),
        "board": {at: player for at, player in sorted(occupants.items()) if player is not None},
        "supply": {player: state.supply(seat) for player, seat in setting.seats.items()},
        "influence": list(state.influence),
        "tiles": {
            player: dict(zip(kinds, state.tiles[seat], strict=True))
            for player, seat in setting.seats.items()
        },
        "points": {player: points(state, seat) for player, seat in setting.seats.items()},
        "bag": dict(zip(kinds, state.bag, strict=True)),
        "winners": list(winners(state)),
    }
