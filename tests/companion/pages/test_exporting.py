"""A game that is copied is saved as a page too."""

from pathlib import Path

from companion.archive.exporting import export_game
from companion.pages.stored_game import save_page_beside
from tests.companion.pages.stage import stage
from tests.companion.pages.tasks import run_tasks


def test_the_page_beside_a_copy_holds_its_photographs(tmp_path: Path) -> None:
    with stage(tmp_path / "journal.sqlite") as one:
        one.show(looks=1)
        one.play(one.game.history.game.legal_events(one.game.history.state)[0])
        journal = one.session.store.journal
        copy = export_game(journal, journal.game(one.game.id), tmp_path / "no stick")
        save_page_beside(one.session.page, one.game.id, copy)
        run_tasks(one.session)
    assert "data:image/jpeg" in copy.with_suffix(".html").read_text(encoding="utf-8")
