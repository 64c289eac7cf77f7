"""Updates from the menu: what is new is said, and nothing is installed without a question."""

from pathlib import Path

from companion.session.updates import State, Updates
from tests.companion.pages.evening import evening
from tests.companion.pages.hands import choose_by_buttons, rows


def test_a_newer_version_says_what_is_new_and_is_installed_when_asked(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        session = one.session
        session.updates = Updates(tmp_path)
        choose_by_buttons(session, "Updates")
        choose_by_buttons(session, "Look for a newer version")
        assert (tmp_path / "wanted").read_text() == "check\n"
        assert rows(session) == []
        (tmp_path / "wanted").unlink()
        (tmp_path / "state").write_text("available\n")
        (tmp_path / "news.en").write_text("- Hints\n- Larger lists\n")
        assert rows(session) == ["Hints", "Larger lists", "Install it"]
        choose_by_buttons(session, "Install it")
        assert not (tmp_path / "wanted").exists(), "it is asked first"
        choose_by_buttons(session, "Yes, install")
        assert (tmp_path / "wanted").read_text() == "install\n"
        assert Updates(tmp_path).state is State.INSTALLING


def test_where_nobody_could_install_them_there_is_no_such_entry(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        assert "Updates" not in rows(one.session)
