"""`dubsar games`: the games in the journal."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.journal import GameId, Journal, StoredGame
from companion.language import LANGUAGES, Language
from companion.messages import complain, result
from companion.settings import load_settings
from companion.words.games import game_lines, game_table
from companion.words.names import names_of
from engine.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "List, show, export, import, delete or back up the games that are kept in the journal, or "
        "erase their pictures."
    )
    verbs = parser.add_subparsers(title="what to do (default: list)", metavar="VERB", dest="verb")
    parser.set_defaults(verb="list", journal=None, language="en", json=False)
    listing = verbs.add_parser("list", help="list all games, the newest first")
    show = verbs.add_parser("show", help="show one game in full")
    export = verbs.add_parser(
        "export",
        help="write a game with its pictures as a zip, which replay and explain read",
    )
    taking = verbs.add_parser("import", help="import a game from such a zip")
    delete = verbs.add_parser("delete", help="delete a game for good")
    backup = verbs.add_parser(
        "backup",
        help="write all games, the settings and the table as a zip, even during a game",
    )
    erase = verbs.add_parser("erase-pictures", help="erase pictures and keep the events")
    for one in (parser, *verbs.choices.values()):
        _add_common(one)
    for one in (parser, listing, show):
        one.add_argument(
            "--json",
            action="store_true",
            default=argparse.SUPPRESS,
            help="print one JSON object a game instead",
        )
    for one in (show, export, delete):
        one.add_argument("game", type=_number, metavar="N", help="the game's number")
    form = export.add_mutually_exclusive_group()
    form.add_argument(
        "--html",
        action="store_true",
        help="write instead one page that plays the game back in any browser and tells its "
        "reasons, in the language of --language",
    )
    export.add_argument(
        "--photographs", action="store_true", help="put the photographs into that page (--html)"
    )
    form.add_argument(
        "--frames",
        action="store_true",
        help="write instead a folder of the pictures in which the eye misread something, the board "
        "alone: whoever works on the eye can use it",
    )
    export.add_argument(
        "--table",
        type=Path,
        metavar="FILE",
        help="the table file it was played with, for its pictures (--frames) or colours (--html)",
    )
    for one in (export, taking, backup):
        one.add_argument("path", type=Path, metavar="PATH", help="the file")
    delete.add_argument("--yes", action="store_true", help="do not ask first")
    which = erase.add_mutually_exclusive_group(required=True)
    which.add_argument("game", type=_number, nargs="?", metavar="N", help="of this game")
    which.add_argument("--all", action="store_true", help="of all games")


def _add_common(parser: argparse.ArgumentParser) -> None:
    """Add what may stand before the verb or after it; not given there, it is not set."""
    parser.add_argument(
        "--journal",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="PATH",
        help="another journal than the one that is set (see: dubsar config)",
    )
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=argparse.SUPPRESS,
        help="of the words (default: en)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Do what was asked; 1 when a game was to be deleted and the answer was no."""
    words = Language(arguments.language)
    path: Path = arguments.journal or load_settings().settings.journal
    if not Journal.exists(path):
        if arguments.verb == "list":
            _list([], words, as_json=arguments.json)
            return 0
        if arguments.verb != "import":
            raise InputError(str(path), "", "there is no journal here yet")
    with Journal.open(path) as journal:
        if journal.rescued:
            message = words.say(
                "the journal was damaged and is now kept as {path}; "
                "taken over from it: {games} games with {events} events",
                path=journal.rescued.aside,
                games=journal.rescued.games,
                events=journal.rescued.events,
            )
            complain(message)
        return _do(journal, arguments, words)


def _do(journal: Journal, arguments: argparse.Namespace, words: Language) -> int:
    match arguments.verb:
        case "list":
            _list(journal.games(), words, as_json=arguments.json)
        case "show":
            _show(journal, arguments.game, words, as_json=arguments.json)
        case "export" if arguments.frames:
            _export_frames(journal, arguments, words)
        case "export" if arguments.html:
            _export_page(journal, arguments, words)
        case "export":
            journal.export(arguments.game, arguments.path)
        case "import":
            game = journal.import_(arguments.path)
            result(words.say("taken in as game {number}", number=game))
        case "delete":
            return _delete(journal, arguments.game, words, asks=not arguments.yes)
        case "backup":
            _backup(journal, arguments.path, words)
        case _:
            number = journal.erase_pictures(None if arguments.all else arguments.game)
            result(words.say("pictures erased: {number}", number=number))
    return 0


def _list(games: Sequence[StoredGame], words: Language, *, as_json: bool) -> None:
    if as_json:
        for game in games:
            result(_json(game))
    elif games:
        result("\n".join(game_table(games, words)))
    else:
        result(words.say("no games are kept yet"))


def _show(journal: Journal, number: GameId, words: Language, *, as_json: bool) -> None:
    game = journal.game(number)
    if as_json:
        result(_json(game))
        return
    board, history = journal.replayed(game)
    result("\n".join(game_lines(game, history, names_of(words, board, game.about.names))))


def _backup(journal: Journal, path: Path, words: Language) -> None:
    from companion.archive.exporting import write_backup  # noqa: PLC0415 - imports OpenCV

    for file in write_backup(path, journal, load_settings()):
        message = words.say(
            "not in the backup, as it is missing or lies outside the folder of the table file: "
            "{file}",
            file=file,
        )
        complain(message)


def _export_page(journal: Journal, arguments: argparse.Namespace, words: Language) -> None:
    """Write a game as a page, in the colours of its board as far as a table shows it."""
    from companion.boards.tints import taught_tints  # noqa: PLC0415 - imports OpenCV
    from companion.sharing.page import stored_record, write_page  # noqa: PLC0415 - and pygame

    number, settings = arguments.game, load_settings().settings
    record = stored_record(journal, number)
    usual = settings.table, settings.virtual_table(record.header.game)
    tables = [arguments.table] if arguments.table else usual
    record = replace(record, tints=taught_tints(record.board, *tables))
    count = len(record.events) if arguments.photographs else 0
    evidence = (
        (event, seen) for event in range(1, count + 1) for seen in journal.evidence(number, event)
    )
    write_page(record, arguments.path, words, evidence)


def _export_frames(journal: Journal, arguments: argparse.Namespace, words: Language) -> None:
    from companion.archive.misread import export_misread  # noqa: PLC0415 - imports OpenCV
    from vision.table import load_table  # noqa: PLC0415

    table = load_table(arguments.table or load_settings().settings.table)
    count = export_misread(journal, arguments.game, table, arguments.path)
    if count:
        result(words.say("frames written: {number}", number=count))
    else:
        result(words.say("nothing was misread in this game: nothing is written"))


def _delete(journal: Journal, number: GameId, words: Language, *, asks: bool) -> int:
    game = journal.game(number)
    if asks:
        question = words.say(
            "delete game {number} with {events} events and {pictures} pictures for good? (y/n)",
            number=number,
            events=game.events,
            pictures=game.pictures,
        )
        sys.stderr.write(question + " ")
        sys.stderr.flush()
        answer = sys.stdin.readline().strip().lower()
        if not answer.startswith(("y", words.say("y"))):
            sys.stderr.write(words.say("not deleted") + "\n")
            return 1
    journal.delete(number)
    return 0


def _json(game: StoredGame) -> str:
    about, header = game.about, game.header
    keys = {
        "game": game.id,
        "started": about.started.isoformat(),
        "finished": about.finished.isoformat() if about.finished else None,
        "rules": header.game,
        "board": header.board,
        "players": list(header.players),
        "names": dict(about.names),
        "first": about.first,
        "rulings": dict(header.rulings),
        "events": game.events,
        "pictures": game.pictures,
        "thinking": dict(about.thinking),
    }
    return json.dumps(keys, ensure_ascii=False)


def _number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) < 2**63:
        raise argparse.ArgumentTypeError(f"expected the number of a game, found {text!a}")
    return int(text)
