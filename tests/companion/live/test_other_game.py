"""The virtual table is laid anew where another game is to be played."""

import pytest

from companion.live import program
from companion.session.wishes import Other, Wish
from companion.settings import Settings
from companion.settings.layers import Effective


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
