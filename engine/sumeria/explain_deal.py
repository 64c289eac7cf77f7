"""What chance has dealt: the start of the game and of each later dynasty, as findings."""

from engine.ruling import Finding
from engine.sumeria.dynasty import tiles_above
from engine.sumeria.ranking import SCORED
from engine.sumeria.state import State
from engine.sumeria.turns import to_play


def began(after: State) -> tuple[Finding, ...]:
    """Tell what the setup laid out: who begins (S-10, S-11), what will score (S-07), S-08."""
    share = after.setting.share
    return (
        Finding("S-07", holds=True, facts=(("ascendancy", after.ranking[:SCORED]),)),
        _tiles_laid("S-08", after),
        Finding(
            "S-04",
            holds=True,
            facts=(("players", after.setting.players), ("merchants", share.merchants)),
        ),
        Finding("S-11", holds=True, facts=(("order", after.order), ("to_play", to_play(after)))),
    )


def dealt(after: State) -> tuple[Finding, ...]:
    """Tell how the next dynasty begins (S-34, S-35) and who opens it (S-14, S-43)."""
    facts = (("dynasty", after.dynasty), ("turn", after.turn))
    return (
        Finding("S-34", holds=True, facts=facts),
        _tiles_laid("S-35", after),
        Finding("S-07", holds=True, facts=(("ascendancy", after.ranking[:SCORED]),)),
        Finding("S-14", holds=True, facts=(("order", after.order), ("to_play", to_play(after)))),
    )


def _tiles_laid(rule: str, after: State) -> Finding:
    """Tell which tiles lie above which city-state, and how many are left in the bag."""
    rows = tuple(
        Finding(
            rule,
            holds=True,
            facts=(
                ("rank", rank),
                ("city_state", after.ranking[rank - 1]),
                ("tiles", tiles_above(after, rank)),
            ),
        )
        for rank in range(1, SCORED + 1)
    )
    return Finding(rule, holds=True, facts=(("left_in_bag", sum(after.bag)),), children=rows)
