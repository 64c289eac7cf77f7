"""A game that is copied is saved as a page too."""

from pathlib import Path

from companion.archive.exporting import export_game
from companion.pages.stored_game import save_page_beside
from companion.session.session import Session
from companion.sharing.board_data import css
from companion.sharing.game_view import GameView
from companion.web.snapshot import Snapshots
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


def test_regions_have_the_tints_of_the_table_on_phones_and_in_pages(tmp_path: Path) -> None:
    """What is green on the table was another colour on phones and in the page of a game."""
    with stage(tmp_path / "journal.sqlite") as one:
        session = one.session
        usual = regions_on_phones(session)
        session.tints = tuple((200, 230 - number, 240) for number in range(len(usual)))
        wanted = {css(tint) for tint in session.tints}
        assert regions_on_phones(session) == wanted != usual
        journal = session.store.journal
        copy = export_game(journal, journal.game(one.game.id), tmp_path / "no stick")
        save_page_beside(session.page, one.game.id, copy)
        run_tasks(session)
    page = copy.with_suffix(".html").read_text(encoding="utf-8")
    assert all(tint in page for tint in wanted)


def regions_on_phones(session: Session) -> set[str]:
    """List the colours of the regions on a phone that has just been opened."""
    snapshot = Snapshots().take(session, session.screen, helped=False)
    assert snapshot is not None
    assert snapshot.record is not None
    board = GameView(snapshot.record, session.words).setting()["board"]
    return {field["fill"] for field in board["fields"]}
