"""Whether the table file, its board and its pictures teach the eye what it needs."""

from collections.abc import Iterator

from companion.checks.verdict import Grade, Surroundings, Verdict
from companion.live.source import VIRTUAL
from engine.errors import InputError
from vision.eye import Eye
from vision.table import load_table


def table(around: Surroundings) -> Iterator[Verdict]:
    """Teach an eye as a game would; the virtual table teaches itself."""
    say, path = around.words.say, around.settings.table
    if around.settings.camera == VIRTUAL:
        yield Verdict(Grade.OK, say("table: the virtual one"))
        return
    if not path.exists():
        told = say(
            "table: none is taught yet at {path}; dubsar play begins with that, or name another "
            "file in the settings",
            path=str(path),
        )
        yield Verdict(Grade.CAREFUL, told)
        return
    try:
        found = load_table(path)
        Eye(found)
    except InputError as error:
        yield Verdict(Grade.WRONG, say("table: {error}", error=str(error)))
        return
    told = say("table: {path}, with the board {name}", path=str(path), name=found.board.name)
    yield Verdict(Grade.OK, told)
