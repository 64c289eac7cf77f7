"""What goes wrong with the journal is said once, in every language, and never in the way."""

import os
from errno import EACCES, EISDIR, ENOSPC
from pathlib import Path

import pytest

from companion.journal.errors import (
    BY_RESULT_CODE,
    JournalError,
    JournalFullError,
    JournalReadOnlyError,
    JournalTooNewError,
    NotAJournalError,
)
from companion.journal.rescue import Rescue
from companion.journal.store import RETRY
from companion.language import LANGUAGES, Language
from companion.pages.journal import JournalPage
from companion.ui.texts import Message
from companion.words.machine import failure_sentences, rescue_sentence, trouble_sentence
from hardware.panel import Button, Light
from tests.companion.journal.journals import forbid_writing
from tests.companion.pages.evening import Evening, evening


def begin(one: Evening) -> None:
    """Begin a game, play its setup, and leave a page open that is not about the table."""
    one.press(Button.OK)
    while one.session.game is None:
        one.press(Button.OK)
    one.look()
    one.session.game.write(one.table.record[0])
    one.session.go("message", text="Red starts")


def fail(one: Evening, kind: type[JournalError]) -> None:
    """Let something be stored while the disk refuses."""
    game = one.session.live
    forbid_writing(one.session.store.journal)
    one.session.store.note(game.id, {"note": "ranking"})
    assert isinstance(one.session.store.trouble, kind)


def test_trouble_is_told_once_and_marked_while_it_lasts(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        begin(one)
        page = one.session.page
        fail(one, JournalReadOnlyError)
        one.look()
        assert isinstance(one.session.page, JournalPage)
        assert one.session.light is Light.RED
        one.press(Button.OK)
        assert one.session.page is page
        one.look()
        assert one.session.page is page
        assert (one.session.light, one.session.screen.status) == (Light.RED, "not saved")
        one.session.pass_time(one.seconds + RETRY)
        assert (one.session.light, one.session.screen.status) == (Light.GREEN, "following")


def test_the_page_closes_by_itself_when_all_is_well(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        begin(one)
        page = one.session.page
        fail(one, JournalReadOnlyError)
        one.look()
        one.session.pass_time(one.seconds + RETRY)
        one.session.pass_time(one.seconds + RETRY + 1)
        assert one.session.page is page


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_trouble_says_what_helps(language: str) -> None:
    words = Language(language)
    kinds = {*BY_RESULT_CODE.values(), JournalFullError, JournalTooNewError, NotAJournalError}
    told = {trouble_sentence(kind(Path("journal")), words, lasting=False) for kind in kinds}
    assert len(told) == len(kinds)
    assert all(one.count(".") >= 3 for one in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_failure_says_why_as_far_as_is_known(language: str) -> None:
    words = Language(language)
    full, denied, other = (
        OSError(number, os.strerror(number), "/stick") for number in (ENOSPC, EACCES, EISDIR)
    )
    told = [failure_sentences("So.", one, words) for one in (full, denied, other)]
    assert told[0] == failure_sentences("So.", JournalFullError(Path("journal")), words)
    assert told[1] == failure_sentences("So.", JournalReadOnlyError(Path("journal")), words)
    assert told[2] == "So. /stick: Is a directory."
    assert len({*told, failure_sentences("So.", OSError("gone"), words)}) == 4


def test_a_rescue_names_the_file_that_is_kept(tmp_path: Path) -> None:
    rescue = Rescue(Path("/kept/journal.damaged-1.sqlite"), 2, 60)
    assert "2 games and 60 events" in rescue_sentence(rescue, Language("en"))
    with evening(tmp_path / "journal.sqlite") as one:
        one.session.store.news.append(rescue)
        one.session.pass_time(1.0)
        body = one.session.page.body()
        assert isinstance(body, Message)
        assert body.path == "journal.damaged-1.sqlite"
        assert one.session.light is not Light.RED  # nothing is wrong any more
