"""What people tell: who begins and how the start was dealt, claims, and draws."""

from collections.abc import Sequence

from engine.game import Form, Question
from engine.sumeria.events import Claim
from engine.sumeria.legal import legal_events
from engine.sumeria.state import State


def entry(state: State) -> Sequence[Form]:
    """List the setup, claim or draw that is awaited; nothing else has to be told."""
    setting, spaces = state.setting, len(state.influence)
    in_bag = zip(setting.counts.kinds, state.bag, strict=True)
    tiles = Question("influence", tuple(kind for kind, left in in_bag if left), spaces)
    match state.phase:
        case "setup":
            row = tuple(one.id for one in setting.board.regions)
            first = Question("first", setting.players)
            ranking = Question("ranking", row, len(row), once=True)
            return (Form((("type", "setup"),), (first, ranking, tiles)),)
        case "claim":
            claims = [event for event in legal_events(state) if isinstance(event, Claim)]
            given = ("type", "claim"), ("player", claims[0].player)
            chosen = Question("tiles", tuple(event.tiles for event in claims))
            return (Form((*given, ("city_state", claims[0].city_state)), (chosen,)),)
        case "draw":
            return (Form((("type", "draw"),), (tiles,)),)
    return ()
