"""Updates from the menu: what is new is said, and nothing is installed without a question."""

from pathlib import Path

import pygame
import pytest

from companion.session.session import Session
from companion.session.updates import State, Updates
from companion.ui.screen import Labels
from companion.ui.sheet import draw_screen
from companion.ui.texts import ReadingText
from hardware.panel import Button
from tests.companion.pages.evening import evening
from tests.companion.pages.hands import choose_by_buttons, press, rows


def told(session: Session) -> list[str]:
    """Give the paragraphs on the screen."""
    body = session.screen.body
    assert isinstance(body, ReadingText)
    return [one.text for one in body.paragraphs]


def test_a_newer_version_says_what_is_new_and_is_installed_when_asked(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        session.updates = Updates(tmp_path)
        choose_by_buttons(session, "Updates")
        assert session.screen.labels.ok == "Check"
        press(session, Button.OK)
        assert (tmp_path / "wanted").read_text() == "check\n"
        assert told(session) == ["Looking for a newer version…"]
        assert session.screen.labels == Labels(back="Back")
        press(session, Button.OK)
        (tmp_path / "wanted").unlink()
        (tmp_path / "state").write_text("available\n")
        (tmp_path / "news.en").write_text("- Hints\n- Larger lists\n")
        assert told(session)[1:] == ["•\u00a0Hints", "•\u00a0Larger lists"]
        assert session.screen.labels.ok == "Install it"
        press(session, Button.OK)
        assert not (tmp_path / "wanted").exists(), "it is asked first"
        choose_by_buttons(session, "Yes, install")
        assert (tmp_path / "wanted").read_text() == "install\n"
        assert Updates(tmp_path).state is State.INSTALLING


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_a_long_list_of_news_opens_at_its_beginning_and_can_be_read_to_its_end(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        session.updates = Updates(tmp_path)
        news = [f"Thing number {number} works better now than it did." for number in range(30)]
        (tmp_path / "state").write_text("available\n")
        (tmp_path / "news.en").write_text("".join(f"- {line}\n" for line in news))
        choose_by_buttons(session, "Updates")

        def shown() -> set[str]:
            pen = draw_screen(pygame.Surface(size, depth=32), session.screen)
            text = " ".join(line for line, _ in pen.written).replace("\u00a0", " ")
            return {line for line in news if f"• {line}" in text}

        seen = shown()
        assert {news[0], news[1]} <= seen
        assert news[-1] not in seen
        for _ in news:
            press(session, Button.WHY)
            seen |= shown()
        assert seen == {*news}


def test_where_nobody_could_install_them_there_is_no_such_entry(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        assert "Updates" not in rows(one.session)
