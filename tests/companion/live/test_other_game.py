"""The virtual table is laid anew where another game is to be played."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.live import program
from companion.session.wishes import Other, Wish
from companion.settings import Settings
from companion.settings.layers import Effective

Changed = Callable[[Settings], None]


def test_the_program_begins_anew_with_the_table_of_the_game_that_is_wished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    siberia, earlier = Other("siberia"), Other("sumeria", 3)  # type: ignore[arg-type]  # a number
    ways = iter([(Wish.OTHER_GAME, siberia), (Wish.OTHER_GAME, earlier), (Wish.QUIT, None)])
    laid: list[object] = []

    def once(*_: object, **how: object) -> tuple[Wish, Other | None]:
        laid.append(how["laid"])
        return next(ways)

    monkeypatch.setattr(program, "_play", once)
    effective = Effective(Settings(), {}, {}, (), ())
    assert program.play(effective, windowed=True) == 0
    assert laid[1:] == [siberia, earlier]


@pytest.mark.parametrize("wish", [Wish.OTHER_GAME, Wish.CALIBRATE])
def test_what_was_set_meanwhile_is_in_force_where_it_begins_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, wish: Wish
) -> None:
    other = Other("siberia") if wish is Wish.OTHER_GAME else None
    ways = iter([(wish, other), (Wish.QUIT, None)])
    seen: list[str] = []

    def once(effective: Effective, _: object, changed: Changed, **how: object) -> object:
        assert how
        seen.append(effective.settings.language)
        changed(replace(effective.settings, language="ro"))
        return next(ways)

    def taught(effective: Effective, _: object, changed: Changed, *, windowed: bool) -> Wish:
        assert windowed
        seen.append(effective.settings.language)
        changed(replace(effective.settings, language="fr"))
        return Wish.QUIT

    table = tmp_path / "table.toml"
    table.touch()
    monkeypatch.setattr(program, "_play", once)
    monkeypatch.setattr(program, "calibrate", taught)
    effective = Effective(Settings(table=table), {}, {}, (), ())
    assert program.play(effective, windowed=True) == 0
    assert seen == (["en", "ro"] if other else ["en", "ro", "fr"])
