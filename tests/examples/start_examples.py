"""The first page, new and past games, settings, and the check of the setup."""

import errno
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import Mock

from companion.archive.evidence_pictures import evidence_pictures, picture_of
from companion.archive.game_zip import Evidence
from companion.pages.journal import GamePage
from companion.pages.kinds import MessagePage
from companion.pages.name_page import NamePage
from companion.pages.new_game import NewGamePage
from companion.pages.offered_settings import SETTINGS
from companion.pages.phases import end_early
from companion.session.helpers import Addresses, Phones
from companion.session.look import Look
from companion.session.presses import Kind, Press
from companion.session.session import Session
from companion.session.updates import State
from companion.ui.screen import Screen
from companion.words.machine import no_phones_sentence
from engine.games import GAMES, parse_board
from engine.record import Header
from engine.siberia import SIBERIA
from engine.sumeria.setting import CHOICES
from hardware.panel import Button
from seeds.boards import builtin_board_text
from tests.companion.pages.tasks import run_tasks
from tests.examples.game_session import session_of
from tests.examples.siberia_table import played
from tests.examples.sitting import Sitting
from tests.hard_tables.hard_table import mild_table
from tests.hard_tables.perfect_eye import PerfectEye

FAR = "/home/pi/.local/share/dubsar/exports/dubsar-2026-11-21-7.zip"
DOCUMENTS = Path(__file__).parents[2] / "docs"
MOMENTS = 120
"""In which some merchants are placed."""
Deed = Callable[[Session, Sitting], None]


def after(*deeds: Deed) -> Callable[[Sitting], Screen]:
    """Show what is on the screen when something was done at the first page."""

    def example(sitting: Sitting) -> Screen:
        session = session_of(sitting, sitting.board, "dubsar", "black")
        session.lot = Random(1)  # noqa: S311 - the same picture each time
        session.can_calibrate = session.can_shut_down = True
        session.go("start")
        for deed in deeds:
            deed(session, sitting)
        screen = session.screen
        session.store.journal.close()
        return screen

    return example


def press(*buttons: Button) -> Deed:
    """Press buttons one after the other."""

    def deed(session: Session, _: Sitting) -> None:
        for button in buttons:
            session.press(Press(button, Kind.PRESS, 0.0))

    return deed


def play(session: Session, sitting: Sitting) -> None:
    """Play a game half through, photographed at its end, by two house rules."""
    rulings: dict[str, str | int] = {"final_tie": "next-longest", "one_tile_points": 2}
    header = Header("sumeria", "dubsar", sitting.colours, rulings)
    people = {one: sitting.names.player(one) for one in sitting.colours}
    store = session.store
    game = store.begin(header, session.table.board_text, people, sitting.colours[0])
    last = sitting.when("action", dynasty=3)
    photograph = Evidence("after", *photographs(sitting.colours), None)
    for number, event in enumerate(sitting.history.events[:last], 1):
        line = sitting.history.game.format_event(event)
        store.append(game, number, line, "camera", [photograph] if number == last else [])


@cache
def photographs(colours: tuple[str, ...]) -> tuple[bytes, bytes]:
    """Take a photograph of a table, cropped and whole."""
    board = parse_board(builtin_board_text("dubsar"), "dubsar.toml")
    table = mild_table(board, colours, colours[0], 1)
    for _ in range(200):
        table.advance()
    picture = table.picture()
    height, width = picture.shape[:2]
    return evidence_pictures(picture, [[0, 0], [width, 0], [width, height], [0, height]])


def new_game(session: Session, _: Sitting) -> None:
    """Agree on a new game."""
    session.go("new-game")


def nameless(session: Session, sitting: Sitting) -> None:
    """Have people known, none of whom gave a name in the last game."""
    play(session, sitting)
    header = Header("sumeria", "dubsar", sitting.colours, {})
    session.store.begin(header, session.table.board_text, {}, None)


def name_taken(session: Session, _: Sitting) -> None:
    """Write a name that somebody else has."""
    session.open(NamePage(session, "Ana", lambda _: None, "blue", taken={"Ana"}))


def house_rules(session: Session, _: Sitting) -> None:
    """List the house rules."""
    session.go("house-rules", plan=NewGamePage(session).plan)


def house_rule(key: str) -> Deed:
    """Agree on one house rule."""

    def deed(session: Session, _: Sitting) -> None:
        session.go("house-rule", plan=NewGamePage(session).plan, key=key)

    return deed


def ruling(key: str) -> Deed:
    """Tell where a house rule comes from."""

    def deed(session: Session, sitting: Sitting) -> None:
        house_rule(key)(session, sitting)
        session.page.press(Button.WHY)

    return deed


def games(session: Session, _: Sitting) -> None:
    """List the games, and tell how each ended."""
    session.go("past-games")
    session.page.body()  # it asks for that as soon as it is shown
    run_tasks(session)


def game(session: Session, _: Sitting) -> None:
    """Open the last game."""
    session.open(GamePage(session, session.store.journal.games()[0]))


def phones(session: Session, _: Sitting) -> None:
    """Show the code by which phones find their page."""
    base = "http://192.168.178.123:8337"
    addresses = Addresses(f"{base}/8oydmhcr1Fhtaifl6iJ1bg/", f"{base}/JWp9k7wGfWvh3gjoPDlALA/")
    session.phones = Phones(lambda: addresses)
    session.go("phones")


def phones_off(session: Session, _: Sitting) -> None:
    session.go("phones")


def phones_shut_out(session: Session, _: Sitting) -> None:
    """Say that another program has the port of the phones' page."""
    session.no_phones = partial(no_phones_sentence, 8337, OSError(errno.EADDRINUSE, ""))
    session.go("phones")


def settings(session: Session, _: Sitting) -> None:
    """List the settings."""
    session.go("settings")


def setting(name: str) -> Deed:
    """Change one setting."""

    def deed(session: Session, _: Sitting) -> None:
        session.go("setting", setting=next(one for one in SETTINGS if one.name == name))

    return deed


def message(session: Session, _: Sitting) -> None:
    """Tell where something was written."""
    words = session.words
    told = words.say("A copy of the game is here:")
    session.open(MessagePage(session, told, words.say("Exported"), FAR))


def set_up(session: Session, sitting: Sitting) -> None:
    """Begin the check of the setup, with nothing read yet."""
    press(Button.OK, Button.OK, Button.WHY)(session, sitting)


def look(session: Session, sitting: Sitting) -> None:
    """Look at a table where a game has begun already."""
    table = mild_table(sitting.board, sitting.colours, sitting.colours[0], 1)
    eye = PerfectEye(table)
    for _ in range(MOMENTS):
        table.advance()
        session.take_look(Look(eye.read(), f"{table.tick}"))


def seen(session: Session, sitting: Sitting) -> None:
    """See the board under the camera."""
    table = mild_table(sitting.board, sitting.colours, sitting.colours[0], 1)
    eye = PerfectEye(table)
    table.advance()
    picture = picture_of(photographs(sitting.colours)[1])
    session.take_look(Look(eye.read(), "seen", picture))


def play_early(session: Session, sitting: Sitting) -> None:
    """Play a game half through, and end it early."""
    play(session, sitting)
    (number,) = [one.id for one in session.store.journal.unfinished()[:1]]
    session.take_up(session.store.journal.game(number))
    end_early(session)


def play_over(session: Session, sitting: Sitting) -> None:
    """Play a game to its end."""
    people = {one: sitting.names.player(one) for one in sitting.colours}
    header = Header("sumeria", "dubsar", sitting.colours, {})
    store = session.store
    game = store.begin(header, session.table.board_text, people, sitting.colours[0])
    history = sitting.history
    for number, counts in enumerate(history.in_effect(history.event), 1):
        line = history.game.format_event(history.events[counts - 1])
        store.append(game, number, line, "camera", [])
    store.add_thinking(game, sitting.colours[0], 754.0)
    store.finish(game)


def play_other_over(session: Session, sitting: Sitting) -> None:
    """Play a game of the other kind to its end."""
    people = {one: sitting.names.player(one) for one in sitting.colours}
    header = Header("siberia", "taiga", sitting.colours, {})
    number = session.store.begin(header, builtin_board_text("taiga"), people, None)
    for at, event in enumerate(played(sitting.colours, "untold")[0], 1):
        session.store.append(number, at, SIBERIA.format_event(event), "camera", [])
    session.store.finish(number)


def people(session: Session, _: Sitting) -> None:
    """List everybody."""
    session.go("people")


def person(session: Session, _: Sitting) -> None:
    """Show how one person's games went."""
    session.go("person", person=session.people()[0])
    run_tasks(session)


def updates(session: Session, _: Sitting) -> None:
    """Say what a newer version brings."""
    page = (DOCUMENTS / session.words.code / "news.md").read_text(encoding="utf-8")
    news = [line.removeprefix("- ") for line in page.splitlines() if line.startswith("- ")]
    session.go("updates", updates=Kept(State.AVAILABLE, news))


@dataclass(frozen=True)
class Kept:
    """Updates of which no folder tells."""

    state: State
    sentences: list[str]

    def news(self, _: str) -> list[str]:
        return self.sentences

    def check(self) -> None:
        """Wish nothing."""

    def install(self) -> None:
        """Wish nothing."""


def several_games(session: Session, _: Sitting) -> None:
    """Let any game be laid, and offer a guided one."""
    session.games = tuple(GAMES)
    session.hands = Mock()


EXAMPLES: Final[Mapping[str, Callable[[Sitting], Screen]]] = {
    "start": after(),
    "start-seen": after(seen),
    "people": after(play_over, people),
    "person": after(play_over, play_over, person),
    "person-of-both": after(play_over, play_other_over, person),
    "person-early": after(play_over, play_early, press(Button.BACK), person),
    "start-going-on": after(play),
    "start-games": after(play_over, several_games),
    "start-closing": after(press(Button.SCORE, Button.OK)),
    "new-game": after(seen, new_game),
    "new-game-nameless": after(nameless, new_game),
    "new-game-seat": after(new_game, press(Button.WHY, Button.OK)),
    "new-game-colour": after(new_game, press(*[Button.WHY, Button.OK] * 2)),
    "new-game-name": after(new_game, press(Button.WHY, Button.OK, Button.OK, *[Button.OK] * 12)),
    "new-game-name-taken": after(new_game, name_taken),
    "new-game-rules": after(house_rules),
    **{f"new-game-{key}": after(play, house_rule(key)) for key in CHOICES},
    **{f"new-game-why-{key}": after(play, ruling(key)) for key in CHOICES},
    "new-game-lot": after(press(*[Button.OK] * 2)),
    "setup": after(set_up),
    "setup-read": after(set_up, look),
    "setup-slot": after(set_up, look, press(Button.WHY, Button.OK)),
    "setup-space": after(set_up, press(*[Button.SCORE] * 2, Button.OK)),
    "games": after(play, play, games),
    "games-over": after(play_early, play_other_over, play_over, games),
    "games-none": after(games),
    "game": after(play, game),
    "game-standing": after(play, game, press(Button.OK)),
    "game-agreed": after(play, game, press(*[Button.OK] * 2)),
    "game-deleting": after(play, game, press(Button.SCORE, Button.OK)),
    "game-early": after(play_early, press(Button.BACK), game),
    "game-ended-early": after(play_early),
    "phones": after(phones),
    "phones-help": after(phones, press(Button.OK)),
    "phones-off": after(phones_off),
    "phones-port": after(phones_shut_out),
    "settings": after(settings),
    "updates": after(updates),
    "settings-dim": after(setting("dim_after_minutes")),
    "settings-camera": after(setting("camera")),
    "message": after(message),
}
"""By the name of the page."""
