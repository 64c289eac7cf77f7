"""The end of the game: who won and why, the score by kind, the curve, a copy to keep."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.archive.exporting import export_game, stick
from companion.games.sumeria.dynasty_page import DynastyPage
from companion.games.sumeria.final import FinalPage, final_views
from companion.games.sumeria.settling import Cast
from companion.language import Language
from companion.pages.game_drawn import growth
from companion.pages.kinds import MessagePage
from companion.pages.play import PlayPage
from companion.pages.start import StartPage
from companion.ui.menu import Menu
from companion.ui.numbers_compared import Accounts, Curve, Tally
from companion.ui.texts import Headline
from companion.words.names import names_of
from engine.sumeria.explain_dynasty import final
from hardware.panel import Button, Light
from tests.companion.games.sumeria.dynasties import Sitting, sitting_at
from tests.companion.pages.tasks import run_tasks
from tests.engine.sumeria.golden import board_named, kept_states, replayed
from tests.examples.final_examples import tied_views
from tests.examples.sitting import sitting

OK, BACK, SCORE = Button.OK, Button.BACK, Button.SCORE
GAME = replayed("three-players")
PLAYERS = GAME.state.setting.players
BOARD = board_named("dubsar")
CAST = Cast(names_of(Language("en"), BOARD), BOARD)


@pytest.fixture
def over(tmp_path: Path) -> Iterator[Sitting]:
    path = tmp_path / "journal.sqlite"
    with sitting_at(path, GAME.events, PLAYERS, board=BOARD) as sitting:
        sitting.see()
        yield sitting


def test_a_game_that_is_over_shows_who_has_won_and_what_decided(over: Sitting) -> None:
    assert isinstance(over.session.page, FinalPage)
    assert over.body == Headline(
        (CAST.person("yellow"),), "Yellow wins.", "Most points, 52: Yellow."
    )


def test_nothing_is_followed_once_a_game_is_over(over: Sitting) -> None:
    assert (over.session.light, over.session.screen.status) == (Light.OFF, "")


def test_the_score_is_that_of_the_last_state_kind_by_kind(over: Sitting) -> None:
    over.press(OK)
    body = over.body
    assert isinstance(body, Accounts)
    last = kept_states("three-players")[-1]
    assert {one.person.colour: int(one.total) for one in body.accounts} == last["points"]
    assert [one.person.colour for one in body.accounts] == ["yellow", "red", "blue"]
    for one in body.accounts:
        assert sum(int(points) for points, _ in one.parts) == int(one.total)
    tiles = {one.person.colour: [many for _, many in one.parts] for one in body.accounts}
    assert tiles == {player: [*kinds.values()] for player, kinds in last["tiles"].items()}  # type: ignore[attr-defined]


def test_the_curve_has_the_points_after_each_dynasty(over: Sitting) -> None:
    over.press(OK, OK)
    body = over.body
    assert isinstance(body, Curve)
    grown = {one.person.colour: one.points for one in body.growths}
    assert [*grown["yellow"]] == [0, 3, 13, 27, 29, 39, 52]
    scored = [one for one in kept_states("three-players") if one["phase"] in ("draw", "over")]
    for player, points in grown.items():
        assert [*points[1:]] == [state["points"][player] for state in scored]  # type: ignore[index]


def test_points_that_were_taken_back_are_not_in_the_curve(over: Sitting) -> None:
    history = over.game.history
    first = next(
        number
        for number in range(history.event)
        if history.game.to_json(history.at(number))["phase"] == "draw"
    )
    over.game.undo(first)
    assert growth(history, history.event)["yellow"] == (0, 3)


def test_it_tells_last_how_long_everybody_thought(over: Sitting) -> None:
    over.game.thinking["red"] = 754.4
    over.press(OK, OK, OK)
    body = over.body
    assert isinstance(body, Menu)
    row = next(one for one in body.rows if one.text == "Red")
    assert row.value == "0:12:34"
    assert over.session.screen.labels.ok == "Close"
    assert isinstance(over.press(OK), StartPage)


def test_back_leads_out_to_the_first_page(over: Sitting) -> None:
    over.press(OK, BACK)
    assert isinstance(over.session.page, FinalPage)
    assert isinstance(over.press(BACK), StartPage)
    assert over.session.game is None


def test_a_game_that_goes_on_after_all_is_not_over(over: Sitting) -> None:
    over.game.undo(over.game.history.event - 3)
    page = over.see()
    assert isinstance(page, PlayPage | DynastyPage)


def test_score_writes_a_copy_and_says_where(over: Sitting, tmp_path: Path) -> None:
    assert isinstance(over.press(SCORE), MessagePage)
    (copy,) = (tmp_path / "exports").glob("dubsar-*.zip")
    assert over.body.path == str(copy)
    assert isinstance(over.press(OK, SCORE), MessagePage)
    assert len([*(tmp_path / "exports").iterdir()]) == 2


def test_the_game_is_saved_as_a_page_beside_its_copy(over: Sitting, tmp_path: Path) -> None:
    over.press(SCORE)
    run_tasks(over.session)
    assert {one.suffix for one in (tmp_path / "exports").iterdir()} == {".zip", ".html"}


def test_what_keeps_a_copy_from_being_written_is_said(over: Sitting, tmp_path: Path) -> None:
    (tmp_path / "exports").touch()
    assert isinstance(over.press(SCORE), MessagePage)
    assert over.body.text.endswith("exports: File exists.")
    assert isinstance(over.press(BACK), FinalPage)


def test_a_copy_goes_to_a_stick_where_there_is_one(
    over: Sitting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    media = tmp_path / "media"
    (media / "ana" / "folder").mkdir(parents=True)
    (media / "ana" / "stick").mkdir()
    assert stick(media) is None
    monkeypatch.setattr(Path, "is_mount", lambda path: path.name == "stick")
    journal = over.session.store.journal
    copy = export_game(journal, journal.game(over.game.id), media)
    assert copy.parent == media / "ana" / "stick"
    assert copy.exists()


def test_a_tie_at_the_end_is_broken_step_by_step() -> None:
    # The leaflets: most points, then most tiles of one kind (S-42).
    tied = replace(GAME.state, tiles=((3, 0, 0, 0), (2, 2, 0, 0), (1, 0, 0, 0)))
    views = [view.body for view in final_views(GAME, final(tied), CAST)]
    steps = [view for view in views if isinstance(view, Tally)]
    assert [step.text for step in steps] == [
        "Most points, 6: Red and Blue.",
        "Equal points. Most tiles of one kind, 3: Red.",
    ]
    assert [[one.numbers for one in step.counts] for step in steps] == [
        [(6,), (6,), (1,)],
        [(6, 3), (6, 2), (1, None)],
    ]
    assert isinstance(views[0], Headline)
    assert views[0].text == steps[-1].text


def test_who_shares_the_victory_is_shown_together() -> None:
    tied = replace(GAME.state, tiles=((4, 3, 0, 0), (4, 2, 2, 0), (1, 0, 0, 0)))
    winners = final_views(GAME, final(tied), CAST)[0].body
    assert isinstance(winners, Headline)
    assert [person.colour for person in winners.people] == ["red", "blue"]
    assert winners.headline == "Red and Blue share the victory."


def test_the_curve_can_be_looked_at_after_every_dynasty(tmp_path: Path) -> None:
    phases = [GAME.game.to_json(GAME.at(number))["phase"] for number in range(GAME.event)]
    third = [number for number, phase in enumerate(phases) if phase == "draw"][2]
    with sitting_at(tmp_path / "journal.sqlite", GAME.events[:third], PLAYERS, board=BOARD) as one:
        one.see()
        assert isinstance(one.session.page, DynastyPage)
        assert one.session.screen.labels.score == "The points"
        one.press(SCORE)
        body = one.body
        assert isinstance(body, Curve)
        assert body.rounds == 6
        grown = {growth.person.colour: growth.points for growth in body.growths}
        assert [*grown["yellow"]] == [0, 3, 13, 27]
        one.press(OK)
        assert isinstance(one.session.page, DynastyPage)


@pytest.mark.parametrize(
    ("most", "told"),
    [
        (3, "1, 2, 3, 4, 5 tiles of a kind are worth 1, 3, 6, 10, 15 points."),
        (7, "3, 4, 5, 6, 7 tiles of a kind are worth 6, 10, 15, 21, 28 points."),
    ],
)
def test_below_the_points_it_is_said_what_the_most_tiles_are_worth(most: int, told: str) -> None:
    tiles = ((most, 2, 1, 0), (1, 1, 1, 1), (0, 0, 0, 0))
    accounts = tied_views(sitting("en", players=3), tiles)[1].body
    assert isinstance(accounts, Accounts)
    assert accounts.text == told


def test_below_each_number_of_points_it_is_said_for_how_many_tiles(over: Sitting) -> None:
    over.press(OK)
    body = over.body
    assert isinstance(body, Accounts)
    told = {f"for {many} tile{'s' * (many > 1)}" for one in body.accounts for _, many in one.parts}
    assert told - {"for 0 tile"} <= set(over.written)
