"""Complete games, kept with every State: what the rules once made of a record stays so."""

from itertools import zip_longest

import pytest

from engine.record import Header, Record, Undo
from engine.sumeria import SUMERIA
from engine.sumeria.events import VERBS, Event
from engine.sumeria.setting import CHOICES
from tests.engine.sumeria.golden import FOLDER, GAMES, kept_states, replayed


@pytest.mark.parametrize("name", GAMES)
def test_every_state_of_a_golden_game_is_the_one_that_was_kept(name: str) -> None:
    history = replayed(name)
    for number, (state, kept) in enumerate(
        zip_longest(history.states[1:], kept_states(name)), start=1
    ):
        assert {"event": number, **SUMERIA.to_json(state)} == kept


@pytest.mark.parametrize("name", GAMES)
def test_the_kept_states_end_with_a_winner(name: str) -> None:
    last = kept_states(name)[-1]
    assert last["phase"] == "over"
    assert last["winners"]


def read(name: str) -> tuple[Header, list[Event | Undo]]:
    """Read a golden record."""
    with (FOLDER / f"{name}.jsonl").open("rb") as file:
        record = Record(file, name)
        return record.header, [entry.event for entry in record.entries(SUMERIA.parse_event)]


def test_the_golden_games_are_of_three_and_of_four_players() -> None:
    assert [len(read(name)[0].players) for name in GAMES] == [3, 4, 3]


def test_between_them_they_hold_every_verb_and_every_house_rule() -> None:
    found = [event for name in GAMES for event in read(name)[1]]
    verbs = {event.verb for event in found if not isinstance(event, Undo)}
    assert verbs == set(VERBS)
    assert dict(read("house-rules")[0].rulings) == {
        key: values[1] for key, values in CHOICES.items()
    }


def test_an_undo_is_itself_undone_in_the_one_with_undos() -> None:
    events = read("house-rules")[1]
    undos = [(line, event.to) for line, event in enumerate(events, 2) if isinstance(event, Undo)]
    assert any(line > undone > again > to for undone, to in undos for line, again in undos)
