"""The table session: what is pressed and seen goes to the page on top."""

from pathlib import Path

from hardware.panel import Button
from tests.companion.table.evening import evening


def test_a_game_is_followed_without_a_press(tmp_path: Path) -> None:
    with evening(tmp_path / "journal.sqlite") as one:
        one.press(Button.OK)
        game = one.session.game
        assert game is not None
        one.look()
        game.write(one.table.record[0])
        while one.table.state.phase == "placement" and one.look():
            pass
        placed = len(one.table.record)
        while game.history.event < placed and one.look():
            pass
        assert game.history.events[:placed] == list(one.table.record[:placed])
        stored = one.session.store.journal.game(game.id)
        assert stored.events >= placed
