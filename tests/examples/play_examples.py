"""A game that goes on, at moments of it."""

from dataclasses import replace

from companion.games.sumeria.play import LEGEND, NEXT, follower, swapped, with_ranking
from companion.games.sumeria.screens import kind_signs
from companion.games.sumeria.words import markers
from companion.pages.play import FICTIONAL, PRESS_SCORE, touched
from companion.session.session import HAND, WAITS
from companion.ui.play import Play, ScoreCells
from companion.ui.screen import Labels, Screen
from companion.words.happened import order_sentence
from engine.game import StateObject
from hardware.panel import Light
from tests.examples.sitting import Sitting


def placing(sitting: Sitting) -> Screen:
    """Show the opening placement."""
    return _play(sitting, sitting.when("placement", skip=9))


def playing(sitting: Sitting) -> Screen:
    """Show a turn right after an action whose sentence is a long one."""
    return _play(sitting, _longest_event(sitting))


def moving(sitting: Sitting) -> Screen:
    """Show two tiles of the ranking on their way past each other."""
    number = _swap(sitting)
    body = _body(sitting, number, moving=0.4)
    return replace(
        _framed(sitting, number, body), status=sitting.words.say(HAND), light=Light.AMBER
    )


def reminding(sitting: Sitting) -> Screen:
    """Show that a tile of the ranking row must be mended."""
    number = _swap(sitting)
    expected, seen = sitting.state(number)["ranking"], sitting.state(number - 1)["ranking"]
    note = {"note": "ranking", "expected": expected, "seen": seen}
    return _reminded(sitting, number, sitting.names.row_reminder(note))


def unordered(sitting: Sitting) -> Screen:
    """Show that nobody saw in which order the last events happened."""
    number = _swap(sitting)
    return _reminded(sitting, number, order_sentence(range(100, 124), sitting.words))


def restoring(sitting: Sitting) -> Screen:
    """Show that other tiles must lie there after going back, as many words as that may take."""
    tiles = ("economy", "politics", "religion")
    text = sitting.names.tell("put_back", "tiles", {"rank": 1, "tiles": tiles})
    return _reminded(sitting, _swap(sitting), text)


def beginning(sitting: Sitting) -> Screen:
    """Show the beginning of the last dynasty, when markers move on the table."""
    number = sitting.when("action", dynasty=6)
    before, after = sitting.state(number - 1), sitting.state(number)
    return _reminded(sitting, number, markers(before, after, sitting.names))


def ended(sitting: Sitting) -> Screen:
    """Show the end of a dynasty before SCORE is pressed."""
    number = sitting.when("score", dynasty=5)
    screen = _reminded(sitting, number, sitting.words.say(PRESS_SCORE))
    return replace(screen, light=Light.BLUE, status=sitting.words.say(WAITS))


def _play(sitting: Sitting, number: int) -> Screen:
    return _framed(sitting, number, _body(sitting, number))


def _reminded(sitting: Sitting, number: int, reminder: str) -> Screen:
    return _framed(sitting, number, replace(_body(sitting, number), reminder=reminder))


def _body(sitting: Sitting, number: int, moving: float = 1) -> Play:
    names, history = sitting.names, sitting.history
    before, state = sitting.state(number - 1), sitting.state(number)
    called = {one: names.player(one) for one in sitting.colours}
    shown = Play(
        sitting.board,
        state["board"],
        ScoreCells(called, state["points"], tuple(state["order"]), state["to_play"]),
        names.progress(state),
        names.at_a_glance(history.events[number - 1]),
        touched(before["board"], state["board"]),
        note=sitting.words.say(FICTIONAL),
    )
    stakes = tuple(history.game.outlook(history.states[number]))
    swap = swapped(before["ranking"], state["ranking"])
    shown = with_ranking(shown, state, stakes, swap, moving)
    return replace(shown, legend=sitting.words.say(LEGEND), signs=kind_signs(names))


def _framed(sitting: Sitting, number: int, body: Play) -> Screen:
    say = sitting.words.say
    state = sitting.state(number)
    player = state["to_play"]
    return Screen(
        body,
        Labels(say("SCORE"), say("Pause"), say("Leave"), say("Why?")),
        _title(sitting, state),
        say("following"),
        player=player,
    )


def _title(sitting: Sitting, state: StateObject) -> str:
    names, following = sitting.names, follower(state)
    if following is None:
        return names.waits_for(state)
    values = {"player": names.player(state["to_play"]), "next": names.player(following)}
    return sitting.words.say(NEXT, **values)


def _longest_event(sitting: Sitting) -> int:
    numbers = range(sitting.when("action"), sitting.when("action", dynasty=6))
    names = sitting.names
    acting = [one for one in numbers if sitting.state(one)["phase"] == "action"]
    return max(
        (one for one in acting if one - 1 in acting),
        key=lambda one: len(names.event(sitting.history.events[one - 1])),
    )


def _swap(sitting: Sitting) -> int:
    """Find an action after which a city-state rose to the first ranks."""
    for number in range(sitting.when("action", dynasty=2), len(sitting.history.states)):
        before, after = sitting.state(number - 1)["ranking"], sitting.state(number)["ranking"]
        swap = swapped(before, after)
        if swap is not None and after.index(swap[0]) < 3:
            return number
    raise LookupError("no city-state ever rose to the first ranks")


def guided(sitting: Sitting) -> Screen:
    """Show a turn of a guided game, with the longest that a guide says."""
    number = _swap(sitting)
    facts = {"to": "lagash.village-3"}
    body = replace(_body(sitting, number), touched=(facts["to"],))
    told = [sitting.names.brief().tell("guide", one, facts) for one in ("move", "nothing")]
    return _framed(sitting, number, replace(body, reminder=" ".join(told)))
