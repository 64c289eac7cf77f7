"""What is spoken for whoever does not look: turns, what is wrong and by which rule."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.settings.values import Sound
from tests.companion.pages.stage import Stage, stage
from tests.companion.tracking.watching import ADD


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path / "journal.sqlite") as one:
        one.session.change(replace(one.session.settings, sound=Sound.VOICE))
        yield one


def heard(table: Stage) -> list[str]:
    told = list(table.session.speeches)
    table.session.speeches.clear()
    return told


def test_whose_turn_it_is_is_said_once(table: Stage) -> None:
    table.show()
    assert heard(table) == ["Red to play"]
    table.play(ADD)
    assert heard(table) == ["Blue to play"]


def test_an_illegal_move_is_said_with_its_rule_and_the_turn_not_again(table: Stage) -> None:
    table.show()
    heard(table)
    table.show({"adab.town-1": "blue"})
    table.show()
    assert heard(table) == ["Please put it back. Red is to play, not Blue."]


def test_it_is_said_in_the_language_of_the_screen(table: Stage) -> None:
    table.session.change(replace(table.session.settings, language="ro"))
    table.show()
    assert heard(table) == ["Joacă Roșu"]
