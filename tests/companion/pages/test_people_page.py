"""Everybody who has played has a page with numbers, and is forgotten by one entry."""

from pathlib import Path
from typing import cast

import pytest

from companion.pages.people import PeoplePage
from companion.session.session import Session
from companion.ui.person_sheet import PersonSheet
from companion.ui.texts import Message
from engine.record import Header
from engine.siberia import SIBERIA
from engine.siberia.material import RESOURCES
from engine.sumeria.events import Event, Score
from engine.sumeria.explain_dynasty import held
from hardware.panel import Button
from seeds.boards import builtin_board_text
from tests.companion.games.sumeria.dynasties import sitting_at
from tests.companion.pages.hands import choose_by_buttons, press, rows
from tests.companion.pages.tasks import run_tasks
from tests.engine.sumeria.golden import board_named, replayed
from tests.examples.examples import EXAMPLES
from tests.examples.siberia_table import played
from tests.examples.sitting import sitting
from tests.sampled import few

GAME = replayed("three-players")
PLAYERS = GAME.state.setting.players
SHEET = GAME.game.scores(GAME.state)


def longest(player: str) -> int:
    """Count the steps of S-28 of each tie of the game, by the city-states that were scored."""
    found = [0]
    for number, event in enumerate(GAME.events):
        if not isinstance(event, Score):
            continue
        before = GAME.states[number]
        for rank in (1, 2, 3):
            *_, first, second = held(before, rank).children
            for most in (first, second):
                tied = [dict(step.facts)["tied"] for step in most.children]
                found.append(sum(player in cast("tuple[str, ...]", one) for one in tied))
    return max(found)


def test_numbers_come_from_the_games_that_were_played_to_their_end(tmp_path: Path) -> None:
    board = board_named("dubsar")
    with sitting_at(tmp_path / "journal.sqlite", (), PLAYERS, board=board) as one:
        session, store = one.session, one.session.store
        people = dict(zip(PLAYERS, ("Ana", "Mihai", "Ștef"), strict=True))
        winner = next(iter(SHEET.winners))
        for until in (len(GAME.events), 20):
            header = session.live.header
            number = store.begin(header, session.table.board_text, people, None)
            for at, event in enumerate(GAME.events[:until], 1):
                store.append(number, at, GAME.game.format_event(cast("Event", event)), "camera", ())
            if until > 20:
                store.finish(number)
        session.go("people")
        assert rows(session) == ["Ana 2 games", "Mihai 2 games", "Ștef 2 games"]
        choose_by_buttons(session, people[winner])
        assert isinstance(session.page.body(), Message), "it is being worked out"
        run_tasks(session)
        sheet = session.screen.body
        assert isinstance(sheet, PersonSheet)
        won = next(row for row in SHEET.rows if row.player == winner)
        assert [card.number for card in sheet.cards[:3]] == ["1", "1", f"{won.total}"]
        assert sheet.cards[4].number == f"{longest(winner)} steps"
        worth = [GAME.state.setting.points[tiles] for tiles in won.counts]
        assert [bar.value for bar in sheet.charts[1].bars] == worth
        assert [bar.written for bar in sheet.charts[1].bars] == [f"{one}" for one in worth]
        assert [int(bar.label.split()[0]) for bar in sheet.charts[1].bars] == list(won.counts)

        press(session, Button.SCORE)
        choose_by_buttons(session, "Yes, forget")
        assert isinstance(session.page, PeoplePage)
        assert f"{people[winner]} 2 games" not in rows(session)
        assert len(rows(session)) == 2
        kept = store.journal.games()[0].about.names
        assert kept == people, "the games stay as they were"


def sheet_of(session: Session) -> PersonSheet:
    body = session.screen.body
    assert isinstance(body, PersonSheet)
    return body


def test_whoever_plays_both_games_has_numbers_of_each(tmp_path: Path) -> None:
    board = board_named("dubsar")
    with sitting_at(tmp_path / "journal.sqlite", (), PLAYERS, board=board) as one:
        session, store = one.session, one.session.store
        people = {PLAYERS[0]: "Ana"}
        events, states = played(PLAYERS, "untold")
        taiga = builtin_board_text("taiga")
        games = (
            (session.live.header, session.table.board_text, GAME.events, GAME.game),
            (Header("siberia", "taiga", PLAYERS, {}), taiga, events, SIBERIA),
        )
        for header, text, all_of_it, game in games:
            number = store.begin(header, text, people, None)
            for at, event in enumerate(all_of_it, 1):
                store.append(number, at, game.format_event(event), "camera", ())  # type: ignore[arg-type]
            store.finish(number)
        session.go("people")
        choose_by_buttons(session, "Ana")
        run_tasks(session)
        assert session.screen.title == "Ana · Siberia"
        assert session.screen.labels.ok == "Sumeria"
        assert sheet_of(session).charts[0].bars[0].value == states[-1].money[0]
        press(session, Button.OK)
        assert isinstance(session.page.body(), Message), "it is being worked out"
        run_tasks(session)
        assert session.screen.title == "Ana · Sumeria"
        total = next(row.total for row in SHEET.rows if row.player == PLAYERS[0])
        assert sheet_of(session).charts[0].bars[0].value == total
        press(session, Button.OK)
        assert session.screen.title == "Ana · Siberia"
        assert sheet_of(session).cards, "it is not worked out again"


def test_whoever_plays_one_game_is_not_asked_which(tmp_path: Path) -> None:
    board = board_named("dubsar")
    with sitting_at(tmp_path / "journal.sqlite", (), PLAYERS, board=board) as one:
        session, store = one.session, one.session.store
        store.begin(session.live.header, session.table.board_text, {PLAYERS[0]: "Ana"}, None)
        session.go("people")
        choose_by_buttons(session, "Ana")
        assert session.screen.title == "Ana"
        assert session.screen.labels.ok == ""
        body = session.screen.body
        assert isinstance(body, Message)
        assert body.text == "No game has been played to its end yet."


@pytest.mark.parametrize(
    ("language", "apart"), few(1, [("fr", "\u00a0"), ("en", ","), ("ro", ".")])
)
def test_what_a_game_of_siberia_brought_is_money_by_resource(language: str, apart: str) -> None:
    one = sitting(language)
    sheet = EXAMPLES["siberia-person"](one).body
    assert isinstance(sheet, PersonSheet)
    _, states = played(one.colours, "untold")
    money = states[-1].money[states[-1].setting.players.index(one.colours[0])]
    assert [card.number for card in sheet.cards[:2]] == ["1", "0"]
    assert sheet.cards[0].text == {"en": "game", "fr": "partie", "ro": "partidă"}[language]
    whole, kinds = sheet.charts
    assert [bar.value for bar in whole.bars] == [money]
    assert [bar.written for bar in whole.bars] == [f"{money:,}".replace(",", apart)]
    assert sum(bar.value for bar in kinds.bars) == money
    headings = {
        "en": "Money, game by game",
        "fr": "Argent, partie par partie",
        "ro": "Banii, partidă cu partidă",
    }
    assert whole.heading == headings[language]
    assert len(kinds.bars) == len(RESOURCES)
    assert all(bar.label[0].isdigit() for bar in kinds.bars)
