"""A game as a page shows it: what never changes, one frame an event, and how it stands now.

All of it is made from the seam and the games' own words, as values that JSON can say.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.language import Language, said
from companion.sharing.board_data import Json, board_drawing, css, looks_of
from companion.ui.style import Colour, ink_on, piece_colour, piece_shape
from companion.words.games import ENDED_EARLY
from companion.words.happened import (
    AS_ALLOWED,
    Line,
    happened,
    order_sentence,
    orders_to_tell,
    time_of,
)
from companion.words.names import Names, board_called, capitalised, names_of
from companion.words.verdicts import rule_lines, verdict_lines
from engine.board import Board
from engine.games import game_named
from engine.history import AnyHistory, History, explain_line
from engine.layout import Shape, SlotGroup
from engine.record import Header, Undo

WORDS: Final = {
    "log": said("What happened so far"),
    "curve": said("Points through the game"),
    "why": said("Why?"),
    "before": said("Before"),
    "after": said("After"),
    "first": said("Back to the beginning"),
    "earlier": said("One event back"),
    "later": said("One event on"),
    "now": said("Now"),
    "event": said("Event"),
    "play": said("Play it by itself"),
    "stop": said("Stop"),
    "turn": said("Turn the board"),
    "close": said("Close"),
    "record": said("Save the game as a page"),
    "photographed": said("Save it with photos"),
    "lines": said("Save its record"),
    "taken_back": said("taken back"),
    "nothing": said("Nothing has happened yet."),
    "no_game": said("No game is being played."),
    "lost": said("The companion does not answer. This page waits for it."),
    "stale": said("This address is no longer valid. Please scan the code on the companion again."),
    "help": said("Help at the table"),
    "your_name": said("Your name"),
    "write": said("Write"),
    "late": said("The companion shows something else by now."),
    "board": said("The board"),
    "language": said("Language"),
}
"""What stands on the page besides what the game says."""


@dataclass(frozen=True, slots=True, eq=False)  # one is another where something was added
class GameRecord:
    """One game as far as it is known; nothing in it ever changes.

    ``key`` tells games apart. ``events`` are those of ``lines``, which are a record's after its
    header, in order. Where points are ``hidden`` they are not told. ``virtual``: it is played at a
    virtual table. ``tints`` are the colours of the board's regions, where its print is known.
    ``ended``: nothing more is played; where nobody has won, its players have ended it early.
    """

    key: str
    header: Header
    board: Board
    people: Mapping[str, str]
    events: tuple[Any, ...]
    lines: tuple[Line, ...]
    hidden: bool = False
    virtual: bool = False
    tints: tuple[Colour, ...] = ()
    ended: bool = False


class GameView:
    """Tells one game in one language, event by event; an event that was told stays told.

    ``history`` is the game as far as it was brought in.
    """

    def __init__(self, record: GameRecord, language: Language) -> None:
        """Begin before the setup; ``take`` brings in the events."""
        header = record.header
        game = game_named(header.game)
        self.key: Final = record.key
        self.names: Final = names_of(language, record.board, record.people)
        self.frames: Final[list[Json]] = []
        self._board: Final = record.board
        self._tints: Final = record.tints
        self._hidden: Final = record.hidden
        self._virtual: Final = record.virtual
        self._players: Final = header.players
        self._lines: Sequence[Line] = ()
        self._ended = False
        self.history: Final[AnyHistory] = History(
            game, game.new_game(record.board, header.players, header.rulings)
        )
        self.take(record)

    def take(self, record: GameRecord) -> None:
        self._lines = record.lines
        self._ended = record.ended
        if not self.frames:
            self.frames.append(self._frame(""))
        for event in record.events[self.history.event :]:
            self.history.append(event)
            # Where on the board that was, its drawing shows.
            self.frames.append(self._frame(happened(event, self.names.brief())))

    def setting(self) -> Json:
        """Give what holds for the whole game: board, players, what things are called."""
        board, names = self._board, self.names
        classes = {one: names.piece(one) for group in board.layout for one in group.classes}
        named = {one.id: one.name for one in board.regions}
        return {
            "key": self.key,
            "language": names.language.code,
            "title": board_called(board, names.language),
            "words": {key: names.language.say(text) for key, text in WORDS.items()},
            "board": board_drawing(board, self._tints),
            "players": [
                {
                    "id": player,
                    "name": names.player(player),
                    "fill": css(piece_colour(player)),
                    "ink": css(ink_on(piece_colour(player))),
                    "shape": [list(point) for point in piece_shape(player)],
                }
                for player in self._players
            ],
            "called": classes | named,
            "looks": looks_of(board.game),
            "places": {place.id: capitalised(names.place(place.id)) for place in _places(board)},
        }

    def now(self) -> Json:
        """Tell which events no longer count, and that its players have ended it early, if so."""
        history = self.history
        counting = history.counting
        gone = [
            number
            for number, event in enumerate(history.events, 1)
            if number not in counting and not isinstance(event, Undo)
        ]
        early = self._ended and not history.game.scores(history.state).winners
        return {"gone": gone, "ended": self.names.language.say(ENDED_EARLY) if early else ""}

    def reasons(self, number: int) -> list[Json]:
        """Explain an event, a paragraph each; ValueError where there is no such event."""
        names, words = self.names, self.names.language
        ruling = explain_line(self.history, number)
        found: list[Json] = []
        if among := orders_to_tell(self._lines, self.history).get(number):
            found += [
                {"text": text, "depth": 1}
                for text in (order_sentence(among, words), words.say(AS_ALLOWED))
            ]
        lines = *verdict_lines(ruling, names.brief(), signs=True), *rule_lines(ruling, names)
        found += [{"text": one.text, "depth": one.depth} for one in lines]
        return found

    def _frame(self, text: str) -> Json:
        """Tell how the game stands after the last event that was brought in."""
        history, names = self.history, self.names
        game, state = history.game, history.state
        told: Any = game.to_json(state)
        sheet = game.scores(state)
        view = game.expected(state)
        on: dict[str, list[str]] = {}
        signs: dict[str, str] = {}
        beside: list[Json] = []
        standing = {place.id for place in _places(self._board)}
        for group in self._board.layout:
            contents = view[group.id]
            # Before the setup a group may be said to hold nothing at all.
            lying = {at.id: it for at, it in zip(group.places, contents, strict=False) if it}
            if group.players:
                on |= {place: [*it] for place, it in lying.items()}
            elif group.shape is Shape.ROW and standing.issuperset(lying):
                # What lies where pieces stand names that place.
                signs |= {place: names.piece(it[0]) for place, it in lying.items()}
            elif lying:
                beside += _beside(group, contents, names)
        return {
            "n": history.event,
            "text": text,
            "time": time_of(self._lines, history.event),
            "title": names.waits_for(told, virtual=self._virtual),
            "to_play": told["to_play"],
            "order": [*told["order"]] or [*self._players],
            "progress": [*names.progress(told)],
            "points": {} if self._hidden else {row.player: row.total for row in sheet.rows},
            "holds": {
                row.player: [names.count(one, n) for one, n in sheet.counted(row) if n]
                for row in sheet.rows
            },
            "winners": [*sheet.winners],
            "on": on,
            "signs": signs,
            "beside": beside,
            "stakes": {
                stake.source: {
                    "text": names.counts(stake.prizes),
                    "takers": [one for one, many in stake.shares for _ in range(many)],
                }
                for stake in game.outlook(state)
            },
        }


def _places(board: Board) -> list[Any]:
    return [place for group in board.layout if group.players for place in group.places]


def _beside(group: SlotGroup, contents: Sequence[tuple[str, ...]], names: Names) -> list[Json]:
    """Tell what lies in a group that is not drawn: a row as it lies, of others what there is."""
    if group.shape is Shape.ROW:
        return [{"row": [lying[0] if lying else None for lying in contents]}]
    label = names.group(group.id)
    things = [one for lying in contents for one in lying]
    return [{"label": label, "things": things}] if label else []
