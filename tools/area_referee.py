"""Watching over the companion at a table with areas, where whoever has acted presses a button."""

from typing import Any

from companion.journal.store import Store
from companion.language import Language
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.words.names import names_of
from engine.games import format_board
from engine.history import History
from engine.record import Header
from hardware.virtual.table import VirtualTable
from tools.referee import LAG, GameAccount
from vision.reading import Reading


class AreaReferee:
    """Follows one game beside the companion's own, tells it what it must be told, and counts.

    ``questions`` of the account are those beyond what the rules need; ``notes`` are the others:
    turns of which nothing was to be seen, and what two actions explain.
    """

    def __init__(self, table: VirtualTable) -> None:
        self.account = GameAccount()
        self._table = table
        self._store = Store.in_memory()
        header = Header(table.board.game, "board", table.players, {})
        stored = self._store.begin(header, format_board(table.board), {}, table.players[0])
        kept = self._store.journal.game(stored)
        self.live = LiveGame(self._store, kept, table.board, names_of(Language(), table.board))
        self.live.write(table.record[0])
        self._asked: object = None
        self._pressed = 0
        self._behind = 0

    def see(self, reading: Reading) -> None:
        """Show a reading of the present moment, and judge what comes of it."""
        account, live, table = self.account, self.live, self._table
        account.ticks += 1
        lines = live.follow(Look(reading, f"{table.tick}"))
        if table.moment.what == "button":
            account.turns += 1
            live.end_turn()
        if live.unseen_turn:
            shown = self._shows(table.turn)
            self._count(f"nothing seen of {table.turn}", needed=not shown)
            self._tell()
        if live.wrong is not None and live.wrong is not self._asked:
            explained = len(live.tracker.alternatives)
            self._count(f"{live.wrong}: {table.record[-3:]}", needed=explained > 1)
        self._asked = live.wrong
        if live.wrong is not None and table.moment.what == "button":
            self._tell()
        self._judge([line for line in lines if "note" in line])

    def finish(self, reading: Reading) -> GameAccount:
        """Close the account when the game is over."""
        del reading
        history, table = self.live.history, self._table
        if history.state != table.state and self._game_is_over():
            self.account.lost.append(f"{table.tick}: ends {history.event}")
        self.account.events = len(table.record)
        self._store.close()
        return self.account

    def _game_is_over(self) -> bool:
        return not self._table.history.game.phase(self._table.state).players

    def _count(self, what: str, *, needed: bool) -> None:
        if needed:
            self.account.notes += 1
        else:
            self.account.questions.append(f"{self._table.tick}: {what}")

    def _shows(self, events: tuple[Any, ...]) -> bool:
        """Tell whether anything of a turn is to be seen on the table."""
        history: History[Any, Any, Any] = self._table.history
        game, before = history.game, history.states[-1 - len(events)]
        return bool(game.expected(before) != game.expected(history.state))

    def _judge(self, notes: list[dict[str, Any]]) -> None:
        """See whether the companion stands where the game has been, and is not long behind."""
        live, table, account = self.live, self._table, self.account
        states = [*table.history.states]
        if table.under_way is not None:
            states.append(table.history.game.apply(table.state, table.under_way).state)
        if live.history.state not in states:
            what = f"{table.tick}: {live.history.events[-3:]}, not {table.record[-3:]}"
            (account.wrong if notes else account.silent).append(what)
            self._tell()
            return
        abreast = live.history.state in states[len(table.record) :] or live.wrong is not None
        self._behind = 0 if abreast or not table.still else self._behind + 1
        if self._behind > LAG:
            account.lost.append(f"{table.tick}: stands at {live.history.events[-1]}")
            self._tell()

    def _tell(self) -> None:
        """Tell the companion all that has happened, whatever it believes."""
        live, record = self.live, self._table.record
        followed = live.history.in_effect(live.history.event)
        both = zip(followed, record, strict=False)
        events = live.history.events
        wrong = [i for i, (number, event) in enumerate(both) if events[number - 1] != event]
        same = wrong[0] if wrong else min(len(followed), len(record))
        if same < len(followed):
            live.undo(followed[same] - 1)
        live.answer(record[same:])
        live.unseen_turn = False
        self._behind = 0
