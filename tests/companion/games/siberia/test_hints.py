"""What a learner of Siberia is told of an action that changes nothing on the board."""

import pytest

from companion.pages.hints import ProspectPage
from companion.pages.ways import ways
from engine.siberia.events import Event, Investor, Logistics, Pass
from tests.examples.siberia_table import siberia_session, when
from tests.examples.sitting import sitting


def told_of(kind: type[Event], *, skip: int = 0) -> list[str]:
    """Give what is told, in a turn of a game, of the first way to do an event of a kind."""
    one = sitting("en", players=3)
    session = siberia_session(one, when(one, "action", skip))
    history = session.live.history
    found = ways(history.game, history.state)
    session.go("prospect", way=next(way for way in found if isinstance(way.event, kind)))
    assert isinstance(session.page, ProspectPage)
    told = [one.text for one in session.page.paragraphs()]
    session.store.close()
    return told


def test_of_a_pass_a_learner_is_told_that_it_is_final_and_who_goes_on() -> None:
    told = " ".join(told_of(Pass))
    assert "A pass is final for this round. Still in:" in told
    assert "is to play next." in told
    assert "Whoever passes is out for the rest of the round." in told


@pytest.mark.parametrize("kind", [Pass, Investor])
def test_what_changes_the_game_alone_is_not_said_to_change_nothing(kind: type[Event]) -> None:
    assert "Nothing else changes." not in told_of(kind)


def test_of_logistics_a_learner_is_told_how_far_his_workers_go() -> None:
    assert any("has 3 steps for the workers in: Vladivostok" in one for one in told_of(Logistics))
