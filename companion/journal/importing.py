"""What a zip must hold to become a game of the journal: a record that can be gone on with."""

from collections.abc import Mapping, Sequence

from companion.archive.reading import RECORD, Archive
from companion.playback import begin, play_entry
from engine.errors import InputError
from engine.games import parse_board
from engine.jsonline import parse_object
from engine.record import Header, Record


def check_archive(archive: Archive) -> tuple[Header, Sequence[Mapping[str, object]]]:
    """Play the record on its board; gives its header and the keys of each further line, notes too.

    Raises InputError where a line cannot be read, the rules refuse it, or it is cut short, and
    where names, times or evidence belong to nobody and nothing in the record.
    """
    file = f"{archive.path}: {RECORD}"
    lines = archive.record.splitlines(keepends=True)
    record = Record(lines, file)
    board = parse_board(archive.board_text, f"{archive.path}: board.toml")
    history = begin(record, board)
    for entry in record.entries(history.game.parse_event):
        play_entry(record, board, history, entry)
    if record.cut_short:
        raise InputError(file, f"line {record.cut_short}", "cut short")
    about, players = archive.about, record.header.players
    for player in (*about.names, *about.thinking, *filter(None, [about.first])):
        if player not in players:
            told = f"expected one of {', '.join(players)}, found {ascii(player)[:60]}"
            raise InputError(str(archive.path), "manifest.json", told)
    for number, seen in archive.evidence():
        if not 1 <= number <= history.event:
            told = f"there is evidence for event {number} ({seen.moment}), and no such event"
            raise InputError(str(archive.path), "", told)
    return record.header, [
        parse_object(line, file, f"line {number}")
        for number, line in enumerate(lines[1:], start=2)
        if line.strip()
    ]
