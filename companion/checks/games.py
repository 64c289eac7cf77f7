"""Whether the journal is sound."""

from collections.abc import Iterator

from companion.checks.verdict import Grade, Surroundings, Verdict
from companion.journal.database import examine
from engine.errors import InputError


def games(around: Surroundings) -> Iterator[Verdict]:
    """Read every byte of the journal, and change none."""
    say, path = around.words.say, around.settings.journal
    if not path.exists():
        told = say("journal: none yet; the first game begins one at {path}", path=str(path))
        yield Verdict(Grade.OK, told)
        return
    try:
        found = examine(path)
    except InputError as error:
        yield Verdict(Grade.WRONG, say("journal: {error}", error=str(error)))
        return
    if found:
        told = say(
            "journal: {path} is damaged ({fault}); copy it elsewhere, then type: dubsar games, "
            "which sets it aside and takes over what can be read",
            path=str(path),
            fault=found[0],
        )
        yield Verdict(Grade.CAREFUL, told)
    else:
        yield Verdict(Grade.OK, say("journal: {path} is sound", path=str(path)))
