"""Agreeing on a game: who sits where, names, house rules, who begins."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from companion.games.sumeria.setup import SetupPage
from companion.pages.kinds import MessagePage
from companion.pages.new_game import NewGamePage
from companion.pages.start import StartPage
from companion.session.new_game import KeptPlan, NewGame, Seat
from companion.session.presses import Kind, Press
from companion.session.session import Session
from engine.record import Header
from engine.sumeria import SUMERIA
from hardware.panel import Button
from tests.companion.pages.evening import TEXT, evening
from tests.companion.pages.hands import (
    Choose,
    choose_by_buttons,
    choose_by_touch,
    menu,
    press,
    rows,
    write,
)

FIVE = ("red", "blue", "yellow", "green", "black")


def teach(session: Session, colours: tuple[str, ...]) -> None:
    """Let the camera know merchants of those colours."""
    object.__setattr__(session.table, "colours", colours)  # frozen


def play_out(session: Session, people: Mapping[str, str]) -> None:
    """Have a game in the journal that is finished."""
    header = Header("sumeria", "dubsar", FIVE[:3], {})
    session.store.finish(session.store.begin(header, TEXT, people, None))


@pytest.mark.parametrize("choose", [choose_by_buttons, choose_by_touch])
def test_all_that_is_agreed_on_is_in_the_journal(tmp_path: Path, choose: Choose) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        teach(one.session, FIVE)
        session = one.session
        choose(session, "New game")
        assert rows(session)[:4] == ["Red", "Blue", "Yellow", "Green"]
        choose(session, "Blue")
        choose(session, "Does not play")
        choose(session, "Red")
        choose(session, "Name")
        write(session, choose, "Ștef")
        choose(session, "Ștef")
        choose(session, "Swap seats with Yellow")
        press(session, Button.BACK)
        choose(session, "Green")
        choose(session, "Colour")
        choose(session, "Black")
        press(session, Button.BACK)
        assert rows(session)[:3] == ["Yellow", "Ștef", "Black"]
        choose(session, "House rules")
        choose(session, "What is a single tile of a kind worth?")
        choose(session, "Two points")
        press(session, Button.BACK)
        choose(session, "Who starts?")
        choose(session, "Black")
        assert isinstance(session.page, SetupPage)
        assert session.screen.title == "Black starts"
        (stored,) = session.store.journal.games()
        assert stored.header.players == ("yellow", "red", "black")
        assert stored.header.rulings == {"one_tile_points": 2}
        assert stored.about.names == {"red": "Ștef"}
        assert stored.about.first == "black"
        assert session.live.names.player("red") == "Ștef"


def test_hints_for_learners_can_be_wanted_here(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        choose_by_buttons(one.session, "New game")
        for wanted, shown in ((True, "on"), (False, "off")):
            choose_by_touch(one.session, "Hints for learners")
            assert one.session.settings.hints is wanted
            values = {row.text: row.value for row in menu(one.session).rows}
            assert values["Hints for learners"] == shown


@pytest.mark.parametrize("choose", [choose_by_buttons, choose_by_touch])
def test_a_known_name_takes_two_choices_and_brings_its_colour(
    tmp_path: Path, choose: Choose
) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        teach(session, FIVE)
        people = {"green": "Mihai"}
        session.store.begin(Header("sumeria", "dubsar", FIVE[:4], {}), TEXT, people, None)
        session.store.begin(Header("sumeria", "dubsar", FIVE[:3], {}), TEXT, {}, None)
        choose(session, "New game")
        choose(session, "Blue")
        choose(session, "Name")
        assert rows(session) == ["Mihai", "Write a name"]
        choose(session, "Mihai")
        assert rows(session)[:3] == ["Red", "Mihai", "Yellow"]
        page = session.page
        assert isinstance(page, NewGamePage)
        assert page.plan.names == people


def test_whoever_played_last_sits_down_with_two_presses(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        for name in ("Radu", "Ileana", "Ana", "Mihai"):
            session.store.begin(
                Header("sumeria", "dubsar", FIVE[:3], {}), TEXT, {"red": name}, None
            )
        session.store.begin(Header("sumeria", "dubsar", FIVE[:3], {}), TEXT, {}, None)
        choose_by_buttons(session, "New game")
        press(session, Button.OK)
        assert rows(session)[:4] == ["Mihai", "Ana", "Ileana", "Name no name yet"]
        press(session, Button.OK)
        assert rows(session)[:3] == ["Mihai", "Blue", "Yellow"]


def test_a_known_name_takes_two_presses_where_another_sits_too(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        header = Header("sumeria", "dubsar", FIVE[:3], {})
        for names in ({"red": "Radu"}, {"red": "Ana", "blue": "Mihai", "yellow": "Ileana"}):
            session.store.begin(header, TEXT, names, None)
        choose_by_buttons(session, "New game")
        press(session, Button.WHY)  # from the row that starts to the first seat
        assert rows(session)[:3] == ["Ana", "Mihai", "Ileana"]
        press(session, Button.OK, Button.OK)
        assert rows(session)[:3] == ["Radu", "Mihai", "Ileana"]


def test_each_known_name_takes_two_presses(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        header = Header("sumeria", "dubsar", FIVE[:3], {})
        for name in ("Radu", "Ileana", "Ana"):
            session.store.begin(header, TEXT, {"red": name}, None)
        session.store.begin(header, TEXT, {}, None)
        choose_by_buttons(session, "New game")
        for _ in range(3):
            press(session, Button.OK, Button.OK)
        assert rows(session)[:3] == ["Ana", "Ileana", "Radu"]
        press(session, Button.OK)  # the row that starts is marked again
        assert isinstance(session.page, SetupPage)


def test_a_name_that_is_written_leads_on_to_the_next_seat_without_one(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        choose_by_buttons(session, "New game")
        press(session, Button.WHY)  # from the row that starts to the first seat
        for name in ("Ana", "Radu", "Ileana"):
            press(session, Button.OK, Button.OK)
            session.type(name)
            press(session, Button.OK)
        assert rows(session)[:3] == ["Ana", "Radu", "Ileana"]
        press(session, Button.OK)  # the row that starts is marked again
        assert isinstance(session.page, SetupPage)


def test_a_colour_that_another_plays_is_exchanged(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        for text in ("New game", "Red", "Colour", "Yellow"):
            choose_by_buttons(one.session, text)
        press(one.session, Button.BACK)
        assert rows(one.session)[:3] == ["Yellow", "Blue", "Red"]


def test_there_are_three_players_or_four_s_01(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        teach(one.session, FIVE)
        choose_by_buttons(one.session, "New game")
        assert "One more player" not in rows(one.session)
        choose_by_buttons(one.session, "Blue")
        choose_by_buttons(one.session, "Does not play")
        choose_by_buttons(one.session, "Red")
        assert "Does not play" not in rows(one.session)
        press(one.session, Button.BACK)
        choose_by_buttons(one.session, "One more player")
        press(one.session, Button.BACK)
        assert rows(one.session)[:4] == ["Red", "Yellow", "Green", "Blue"]


def test_with_two_colours_there_is_no_game(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        teach(one.session, FIVE[:2])
        choose_by_buttons(one.session, "New game")
        assert isinstance(one.session.page, MessagePage)
        press(one.session, Button.OK)
        assert isinstance(one.session.page, StartPage)


def test_the_lot_falls_on_each_and_is_told_s_10(tmp_path: Path) -> None:
    fallen = set()
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        session.lot = Random(1)  # noqa: S311 - a lot, no secret
        choose_by_buttons(session, "New game")
        for _ in range(20):
            choose_by_buttons(session, "Who starts?")
            choose_by_buttons(session, "Draw at random")
            first = session.live.first_player
            assert isinstance(session.page, SetupPage)
            assert session.screen.title == f"{str(first).capitalize()} starts"
            fallen.add(first)
            press(session, Button.BACK)
            assert isinstance(session.page, NewGamePage)
        assert fallen == {"red", "blue", "yellow"}
        assert session.store.journal.games() == ()  # what was never set up leaves nothing behind


def test_a_game_of_the_same_people_takes_three_presses(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        press(session, Button.OK, Button.OK)
        assert isinstance(session.page, SetupPage)
        while session.screen.labels.ok != "Start":  # until the camera has read the tiles
            one.look()
        assert "The first-player marker goes to" in session.screen.body.text  # type: ignore[attr-defined]
        press(session, Button.OK)
        assert session.page.name == "play"


@pytest.mark.parametrize("finished", [True, False])
def test_the_people_of_the_last_game_play_again_at_three_presses(
    tmp_path: Path, *, finished: bool
) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        people = {"red": "Ana", "blue": "Mihai", "yellow": "Ileana"}
        if finished:
            play_out(session, people)
        else:
            game = session.store.begin(
                Header("sumeria", "dubsar", FIVE[:3], {}), TEXT, people, None
            )
            session.store.append(game, 1, SUMERIA.format_event(one.table.record[0]), "camera", ())
        press(session, Button.OK if finished else Button.SCORE, Button.OK)
        assert isinstance(session.page, SetupPage)
        while session.screen.labels.ok != "Start":
            one.look()
        press(session, Button.OK)
        assert session.page.name == "play"
        assert session.live.people == people
        assert session.live.header.players == FIVE[:3]
        assert len(session.store.journal.games()) == 2


def test_a_game_without_names_takes_three_presses_where_people_are_known(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        play_out(session, {"red": "Ana"})
        play_out(session, {})
        press(session, Button.OK)
        assert session.screen.labels.score == "Start"
        press(session, Button.WHY)
        assert session.screen.labels.score == "▲"
        press(session, Button.SCORE, Button.SCORE)
        assert isinstance(session.page, SetupPage)
        while session.screen.labels.ok != "Start":
            one.look()
        press(session, Button.OK)
        assert session.page.name == "play"
        assert session.live.people == {}


def test_a_held_button_does_not_start_a_game(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        play_out(session, {"red": "Ana"})
        play_out(session, {})
        press(session, Button.OK, Button.WHY, Button.WHY)
        for _ in range(5):
            session.press(Press(Button.SCORE, Kind.REPEAT, session.now))
        assert isinstance(session.page, NewGamePage)
        assert session.page.chosen == 0


def test_the_people_of_another_game_are_asked_too(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        people = {"green": "Ana", "blue": "Radu", "red": "Ileana"}
        rulings: dict[str, str | int] = {"one_tile_points": 2}
        players = ("green", "blue", "red")
        teach(session, FIVE)
        session.store.begin(Header("sumeria", "dubsar", FIVE[:4], rulings), TEXT, {}, None)
        session.store.begin(Header("siberia", "taiga", players, {}), TEXT, people, None)
        session.go("new-game")
        page = session.page
        assert isinstance(page, NewGamePage)
        assert rows(session)[:3] == ["Ana", "Radu", "Ileana"]
        assert page.plan.rulings == rulings
        press(session, Button.OK)  # the row that starts is marked
        assert isinstance(session.page, SetupPage)


def test_people_who_are_too_few_for_this_game_are_not_asked(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        people = {"green": "Ana", "blue": "Radu"}
        session.store.begin(Header("siberia", "taiga", ("green", "blue"), {}), TEXT, people, None)
        session.go("new-game")
        assert rows(session)[:3] == ["Red", "Blue", "Yellow"]


def test_what_was_agreed_on_before_the_power_went_is_asked_no_more(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        teach(session, FIVE)
        choose_by_buttons(session, "New game")
        for name, colour in (("Ana", "Red"), ("Radu", "Blue")):
            choose_by_buttons(session, colour)
            choose_by_buttons(session, "Name")
            session.type(name)
            press(session, Button.OK)
        for text in ("Yellow", "Colour", "Black"):
            choose_by_buttons(session, text)
        press(session, Button.BACK)
        for text in ("House rules", "What is a single tile of a kind worth?", "Two points"):
            choose_by_buttons(session, text)
        session.pass_time(session.now + 1)
    with evening(tmp_path / "journal.sqlite") as one:  # as after a power cut
        session = one.session
        teach(session, FIVE)
        choose_by_buttons(session, "New game")
        assert rows(session)[:4] == ["Ana", "Radu", "Black", "Green"]
        choose_by_buttons(session, "Start: draw lots")
        assert session.live.people == {"red": "Ana", "blue": "Radu"}
        (stored,) = session.store.journal.games()
        assert stored.header.rulings == {"one_tile_points": 2}
        press(session, Button.BACK)  # not begun yet: the next power cut takes nothing either
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        teach(session, FIVE)
        choose_by_buttons(session, "New game")
        assert rows(session)[:4] == ["Ana", "Radu", "Black", "Green"]
        press(session, Button.BACK)  # left: it was not meant
        choose_by_buttons(session, "New game")
        assert rows(session)[:4] == ["Red", "Blue", "Yellow", "Green"]


@pytest.mark.parametrize("games", [("sumeria",), ("sumeria", "siberia")])
def test_where_several_games_can_be_laid_the_one_that_starts_is_named(
    tmp_path: Path, games: tuple[str, ...]
) -> None:
    """Whoever touched the wrong one saw it only when its tiles were to be laid."""
    with evening(tmp_path / "journal.sqlite") as one:
        one.session.games = games
        one.session.go("new-game")
        named = "Start Sumeria: draw lots" if len(games) > 1 else "Start: draw lots"
        assert rows(one.session)[-1] == named


def test_once_the_game_has_begun_no_plan_is_left(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        for text in ("New game", "Blue", "Name"):
            choose_by_buttons(session, text)
        session.type("Ana")
        press(session, Button.OK)
        session.pass_time(session.now + 1)
        assert session.kept_plan.plan("sumeria", FIVE) is not None
        choose_by_buttons(session, "Start: draw lots")
        while session.screen.labels.ok != "Start":
            one.look()
        press(session, Button.OK)
        assert session.page.name == "play"
        assert session.kept_plan.plan("sumeria", FIVE) is None


def test_whoever_is_forgotten_is_in_no_plan(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        header = Header("sumeria", "dubsar", FIVE[:3], {})
        session.store.begin(header, TEXT, {"red": "Ana"}, None)
        session.kept_plan.keep(NewGame("sumeria", FIVE, [Seat(one, one) for one in FIVE[:3]]))
        session.go("people")
        choose_by_buttons(session, "Ana")
        press(session, Button.SCORE)
        choose_by_buttons(session, "Yes, forget")
        assert session.kept_plan.plan("sumeria", FIVE) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"game": "sumeria", "seats": [["red", "Ana"]], "rulings": {}}',
        '{"game": "sumeria", "seats": [["red", ""], ["red", ""], ["blue", ""]], "rulings": {}}',
        '{"game": "sumeria", "seats": [["red", ""], ["pink", ""], ["blue", ""]], "rulings": {}}',
        (
            '{"game": "sumeria", "seats": [["red", ""], ["green", ""], ["blue", ""]],'
            ' "rulings": {"one_tile_points": [9]}}'
        ),
        '{"game": "siberia", "seats": [["red", ""], ["green", ""], ["blue", ""]], "rulings": {}}',
    ],
)
def test_a_plan_that_cannot_be_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "new-game.json").write_text(text)
    assert KeptPlan(tmp_path).plan("sumeria", FIVE) is None


def test_those_who_played_last_are_asked_again(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        for text in ("New game", "Blue", "Name"):
            choose_by_touch(session, text)
        write(session, choose_by_touch, "An-A B")
        for text in ("Who starts?", "Red"):
            choose_by_touch(session, text)
        session.go("new-game")
        assert rows(session)[:3] == ["Red", "An-A B", "Yellow"]


def test_whoever_is_forgotten_is_not_asked_again(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        people = {"red": "Ana", "blue": "Mihai"}
        session.store.begin(Header("sumeria", "dubsar", FIVE[:3], {}), TEXT, people, None)
        session.go("people")
        choose_by_buttons(session, "Ana")
        press(session, Button.SCORE)
        choose_by_buttons(session, "Yes, forget")
        session.go("new-game")
        assert rows(session)[:3] == ["Red", "Mihai", "Yellow"]
        choose_by_buttons(session, "Red")
        assert not any("Ana" in row for row in rows(session))


def test_a_name_has_twelve_letters_and_can_be_typed(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        for text in ("New game", "Blue", "Name"):
            choose_by_buttons(session, text)
        for letter in " Wilhelmina Maria":
            session.type(letter)
        session.type("")
        session.type("\t")
        press(session, Button.OK)
        assert rows(session)[:3] == ["Red", "Wilhelmina", "Yellow"]
        choose_by_buttons(session, "Wilhelmina")
        assert session.screen.title == "Wilhelmina"
        choose_by_buttons(session, "Name")
        session.type("x")
        press(session, Button.BACK)  # leaves the name as it was
        assert session.screen.title == "Wilhelmina"


def test_names_of_others_and_of_their_colours_are_taken(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        choose_by_buttons(session, "New game")
        choose_by_buttons(session, "Red")
        choose_by_buttons(session, "Name")
        session.type("Zoë")
        press(session, Button.OK)
        choose_by_buttons(session, "Blue")
        choose_by_buttons(session, "Name")
        for name, free in (("Zoë", False), ("Red", False), ("Blue", True)):
            session.type(name)
            assert (session.screen.title == "Somebody else is called that") is not free
            for _ in name:
                session.type("")


def test_each_house_rule_tells_where_it_comes_from(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        choose_by_buttons(one.session, "New game")
        choose_by_buttons(one.session, "House rules")
        told = {}
        for row in rows(one.session):
            question = row[: row.index("?") + 1]
            choose_by_buttons(one.session, question)
            assert "leaflet" not in str(one.session.screen.body)
            press(one.session, Button.WHY)
            told[question] = str(one.session.screen.body)
            press(one.session, Button.BACK, Button.BACK)
        assert all("leaflet" in text and "read it differently" in text for text in told.values())
        assert len(told) == 4
