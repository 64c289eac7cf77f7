"""What the table tells: the events that lead to a board are found, or there are none."""

from companion.tracking.alternatives import accounts
from engine.record import Undo
from engine.sumeria.events import Add, Move, Remove
from tests.companion.tracking.watching import ADD, BOARD, LOCATIONS, MOVE, THREE_PLAY


def test_an_action_of_whoever_is_to_play_is_found() -> None:
    assert accounts(THREE_PLAY(), BOARD, {ADD.at: "red"}) == [(ADD,)]
    told = {MOVE.origin: None, MOVE.to: "red"}
    assert accounts(THREE_PLAY(), BOARD, told)[0] == (MOVE,)


def test_several_actions_are_found_in_turn_order() -> None:
    blue = Remove("blue", "umma.town-1")
    told = {blue.origin: None, ADD.at: "red"}
    assert accounts(THREE_PLAY(), BOARD, told)[0] == (ADD, blue)


def test_an_earlier_action_may_have_been_another() -> None:
    history = THREE_PLAY()
    history.append(ADD)
    blue = Remove("blue", "umma.town-1")
    history.append(blue)
    instead = Add("red", "kish.town-1")
    found = accounts(history, BOARD, {ADD.at: None, instead.at: "red"})
    assert (Undo(history.event - 1), instead, blue) in found


def test_what_nobody_may_do_is_not_explained() -> None:
    assert accounts(THREE_PLAY(), BOARD, dict.fromkeys(LOCATIONS[:8], "blue")) == []


def test_a_move_along_no_route_is_not_one_move() -> None:
    far = Move("red", "kish.city", "lagash.village-1")
    for events in accounts(THREE_PLAY(), BOARD, {far.origin: None, far.to: "red"}):
        assert far not in events
