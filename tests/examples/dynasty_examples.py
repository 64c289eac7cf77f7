"""The end of a dynasty, step by step, after one in which as much as can be is tied."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

from companion.games.sumeria.dynasty_page import BEGINS, TRAVEL, TURNS
from companion.games.sumeria.screens import Renewal
from companion.games.sumeria.settling import (
    Cast,
    asked_about,
    dynasty_steps,
    settling,
    step_about,
)
from companion.games.sumeria.summary import Summary
from companion.pages.comparing import AGAIN
from companion.ui.menu import Menu, Row
from companion.ui.screen import Body, Labels, Screen
from engine.history import History
from engine.sumeria.events import Correct, Score
from engine.sumeria.turns import turns_left
from hardware.panel import Button, Light
from tests.examples.game_session import game_session, pressed
from tests.examples.sitting import Sitting

TOWNS: Final = ("town-1", "town-2", "town-3")
VILLAGES: Final = ("village-1", "village-2", "village-3")


def contested_steps(sitting: Sitting, claims: int = 2) -> tuple[Body, ...]:
    """Show all steps once so many claims have been made."""
    found = settling(_contested(sitting.history, claims))
    if found is None:
        raise ValueError("nothing has been scored")
    return dynasty_steps(found, cast_of(sitting))


def cast_of(sitting: Sitting) -> Cast:
    """Give the people and places of a sitting."""
    return Cast(sitting.names, sitting.board)


def framed(sitting: Sitting, body: Body, title: str = "", ok: str = "") -> Screen:
    """Put a step into a frame; ``ok`` is what that button does."""
    say = sitting.words.say
    labels = Labels(ok=ok or say("Next"), back=say("Back"), why=say("Why?"))
    return Screen(body, labels, title or say("Who takes what, and why"), say("following"))


def _awaited(sitting: Sitting, phase: str) -> str:
    return sitting.names.tell("awaited", phase, {"player": None})


def _on_page(
    sitting: Sitting, claims: int, name: str, *buttons: Button, **arguments: object
) -> Screen:
    """Open a page of the program once so many claims have been made, and press buttons on it."""
    session, number = game_session(sitting)
    live = session.take_up(session.store.journal.game(number))
    for event in _contested(sitting.history, claims).events:
        live.history.append(event)
    session.go(name, **arguments)
    pressed(session, *buttons)
    session.pass_time(session.now + TRAVEL)  # what moves has come to rest
    return replace(session.screen, status=sitting.words.say("following"), light=Light.GREEN)


def _step(number: int, claims: int = 2) -> Callable[[Sitting], Screen]:
    """Show one step of a scoring; a negative one is counted from the last."""

    def example(sitting: Sitting) -> Screen:
        steps = contested_steps(sitting, claims)
        return _on_page(sitting, claims, "scoring", *_to(sitting, claims, number % len(steps)))

    return example


def _to(sitting: Sitting, claims: int, number: int) -> list[Button]:
    """Press from where the steps begin, at what is to be chosen, to one of them."""
    history = _contested(sitting.history, claims)
    first = step_about(contested_steps(sitting, claims), asked_about(history, None))
    return [Button.OK if number > first else Button.BACK] * abs(number - first)


def _shares(sitting: Sitting) -> Screen:
    steps = contested_steps(sitting, claims=1)
    number = next(i for i, one in enumerate(steps) if isinstance(one, Summary))
    return _on_page(sitting, 1, "scoring", *_to(sitting, 1, number))


def _renewing(sitting: Sitting, tiles: str, second: str | None = "politics") -> Renewal:
    say = sitting.words.say
    longest = max(map(sitting.names.player, sitting.colours), key=len)
    reminders = (
        say("Shift the ranking as shown; the turn marker goes back to 1."),
        say("The first-player marker goes to {player}.", player=longest),
        tiles,
    )
    seen = (("economy", second, "religion"), ("military", "military"), ("military",))
    row = [one.id for one in sitting.board.regions]
    places = (cast_of(sitting).place(i + 1, row[i], kinds) for i, kinds in enumerate(seen))
    new = tuple(map(cast_of(sitting).tile, row))
    return Renewal(reminders, tuple(places), (*new[:4:-1], *new[:5]), new)


def _renewal(sitting: Sitting) -> Screen:
    say = sitting.words.say
    tiles = say("The bag doesn’t hold that many of one kind: enter what was drawn.")
    return framed(sitting, _renewing(sitting, tiles, None), _awaited(sitting, "draw"), say("Enter"))


def _old_tiles(sitting: Sitting) -> Screen:
    say = sitting.words.say
    tiles = say("Take the old influence tiles away, then draw six new ones.")
    return framed(sitting, _renewing(sitting, tiles), _awaited(sitting, "draw"), say("Enter"))


def _renewed(sitting: Sitting) -> Screen:
    say = sitting.words.say
    body = _renewing(sitting, say("Dynasty {number} begins with these tiles.", number="2"))
    labels = Labels(say("SCORE"), say("Continue"), say("Back"), say("Why?"))
    return Screen(body, labels, say(BEGINS, number="2"), say("following"))


def _claim(sitting: Sitting) -> Screen:
    return _on_page(sitting, 0, "claim")


def _deal(sitting: Sitting) -> Screen:
    return _on_page(sitting, 2, "draw", Button.OK, Button.WHY, Button.OK)


def _early(sitting: Sitting) -> Screen:
    words = sitting.words
    rows = tuple(
        Row(
            sitting.names.player(player),
            words.say(TURNS, number="3"),
            player,
            choosable=False,
        )
        for player in sitting.colours
    )
    text = words.say("A dynasty is scored once all turns have been played. Still to come:")
    title = words.say("It is too early to score")
    labels = Labels(ok=words.say("Continue"), why=words.say("Why?"))
    return Screen(Menu(rows, -1, text), labels, title, words.say("following"))


def _row_amiss(sitting: Sitting) -> Screen:
    names, say = sitting.names, sitting.words.say
    one, other, *rest = sitting.state(sitting.when("score"))["ranking"]
    note = {"note": "ranking", "expected": [one, other, *rest], "seen": [other, one, *rest]}
    rows = (Row(say("Put it right")), Row(say("The camera is mistaken")))
    text = f"{names.row_reminder(note)} {say(AGAIN)}"
    labels = Labels("▲", say("Choose"), say("Back"), "▼")
    title = say("First put the row right")
    return Screen(Menu(rows, 0, text), labels, title, say("following"))


def _summary(sitting: Sitting, claims: int = 2) -> Screen:
    return _on_page(sitting, claims, "settling", from_start=True)


EXAMPLES: Final[Mapping[str, Callable[[Sitting], Screen]]] = {
    "score-early": _early,
    "score-row-amiss": _row_amiss,
    "score-points": partial(_on_page, claims=2, name="points"),
    "dynasty-summary": _summary,
    "dynasty-summary-choice": partial(_summary, claims=1),
    "dynasty-tie-by-city": _step(1),
    "dynasty-tie-by-towns": _step(4),
    "dynasty-tie-by-order": _step(5),
    "dynasty-choice": _step(-1, claims=0),
    "dynasty-shares": _shares,
    "dynasty-fewest": _step(-3),
    "dynasty-opener": _step(-2),
    "dynasty-ranking": _step(-1),
    "dynasty-renewal": _renewal,
    "dynasty-old-tiles": _old_tiles,
    "dynasty-renewed": _renewed,
    "dynasty-claim": _claim,
    "dynasty-deal": _deal,
}


@cache
def _contested(history: History[Any, Any, Any], claims: int) -> History[Any, Any, Any]:
    """Play a dynasty in which all have as many merchants nearly everywhere, and score it."""
    played = History(history.game, history.at(0))
    for event in history.events:
        if played.state.phase == "action" and _turns(played) == 1:
            break
        played.append(event)
    state = played.state
    players = state.setting.players
    board: dict[str, str | None] = dict.fromkeys(state.setting.bits)
    for rank, city_state in enumerate(state.ranking):
        spots = VILLAGES if rank == 1 else TOWNS
        pairs = zip(players, spots, strict=False)  # the fourth player has the first city only
        board |= {f"{city_state}.{spot}": player for player, spot in pairs}
    board[f"{state.ranking[0]}.city"] = players[-1]
    player = played.game.to_json(state)["to_play"]
    played.append(Correct(tuple(board.items()), state.ranking, str(player)))
    played.append(Score())
    for _ in range(claims):
        played.append(played.game.legal_events(played.state)[0])
    return played


def _turns(history: History[Any, Any, Any]) -> int:
    return sum(turns for _, turns in turns_left(history.state))
