"""What one game's things are called, and what is said of it, at one table and in one language.

``Names`` says what any game needs said. A game extends it in ``companion/games/GAME/words.py`` with
its ``game``, its ``folder`` and what only that game names; the module calls the class ``NAMES``.
Sentences stand in ``seeds/GAME/sentences.LANGUAGE.toml`` (``sentences`` tells how), in these
sections; what else the game says stands in sections of its own:

=============  ========================================================  =======================
section        name                                                      facts
=============  ========================================================  =======================
``event``      what was done: an event's ``type`` in the record          the keys of the record
``brief``      the same where it is read at a glance, if that differs    the same
``about``      what an event's ``type`` is good for, if learners need it  ``virtual`` table, or not
``possible``   what a player may do: ``type``, of what is ever nearest   the same
``effect``     what followed: the name of an effect's class              the effect's fields
``finding``    the names of a finding's facts, with its rule before      the finding's, ``holds``
               where another rule says something else of the same facts
``count``      so many of a class, as it is called in views              ``number``
``ruling``     a key of a record's ``rulings``                           ``answer``
``awaited``    what is waited for: a state's ``phase``                   ``player`` to play
``stand``      how the game stands: a state's ``phase``                  ``player``, ``winners``
``note``       kinds of notes, where there is something to say of them   the note's
``remark``     where there is something to say: ``corrected`` of what
               a correction leaves, ``row`` where the row lies
               otherwise, ``turn_used`` where a correction takes         ``turn_used``: ``player``
               up a turn, ``space`` of the place of a single tile,       ``space``: ``number``
               ``forks`` of places listed after it, where routes meet
``gain``       what somebody would have more, or less: ``score`` or      ``number``, ``amount``,
               ``stake``, of what is at stake, if these are named        and ``signed``: text
``numbered``   ``nouns`` after which a number is a name ("line 3"), in   none: no sentence
               each form that stands so, with spaces between them
=============  ========================================================  =======================
"""

import copy
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from pathlib import Path
from string import ascii_uppercase
from typing import Any, ClassVar, Final, Self

from companion.games import part_of
from companion.language import Language, Saying, counted, said
from companion.words.sentences import Sentences
from engine.board import NO_GAME, Board
from engine.game import AnyEvent, AnyGame, AnyState, ScoreRow, ScoreSheet, StateObject
from engine.history import AnyHistory
from engine.record import Undo
from engine.ruling import Fact, Finding
from seeds import catalogue
from seeds.catalogue import Rule

COLOURS: Final[Mapping[str, Saying]] = {
    "red": said("Red"),
    "blue": said("Blue"),
    "yellow": said("Yellow"),
    "green": said("Green"),
    "black": said("Black"),
    "white": said("White"),
    "purple": said("Purple"),
    "orange": said("Orange"),
}
POINTS: Final = counted("{player}: {points} point", "{player}: {points} points", "points")
POINTS_TITLES: Final[Mapping[str, Saying]] = {
    "now": said("The points"),
    "mean": said("points per game"),
    "each": said("Points, game by game"),
    "kinds": said("Points by kind"),
}
"""What stands above or below points: those of now, and of somebody's games."""
EMPTY: Final = said("{at} is empty.")
HOLDS: Final = said("{player} is on {at}.")
BACK_TO: Final = said("The game goes back to where it stood after event {number}.")
UNSEEN_DEAL: Final = said("The camera cannot tell which tiles were dealt. Which are they?")
BACK_TO_START: Final = said("The game goes back to before its setup.")

PHASE_FACTS: Final = frozenset({"phase", "needs"})
"""The facts that name phases of a game."""
MINUS: Final = "\u2212"
FEW_CHANGES: Final = 2
"""So many changes of one event are told one by one at a glance."""


def board_called(board: Board, language: Language) -> str:
    """Name a board as its file does, one that comes with the program in the reader's language."""
    ours = _names_for(board).own_board
    if ours is None or board.name != ours.one.replace("’", "'"):  # a file is plain
        return board.name
    return language.say(ours)


def all_of(things: Sequence[str], words: Language) -> str:
    """Join words, of which there are some, as a sentence does: a, b and c."""
    *most, final = things
    if not most:
        return final
    return words.say("{most} and {last}", most=", ".join(most), last=final)


class Names:
    """Names and sentences of one game; those of places come from the board and stay as printed.

    ``people`` are the names that players gave themselves, by colour.
    """

    game: ClassVar[AnyGame]
    folder: ClassVar[Path]
    """The game's folder of seeds."""
    own_board: ClassVar[Saying | None] = None
    """What its board is called that comes with the program."""
    rulings: ClassVar[Mapping[str, str]] = {}
    """The ruling in the catalogue that tells of each key of a record's ``rulings``."""
    points_are_money: ClassVar[bool] = False
    """Whether points are money, which people may want to keep to themselves until the end."""
    player_facts: ClassVar[Collection[str]] = ()
    """The facts that name players."""
    choice_facts: ClassVar[Collection[str]] = PHASE_FACTS
    """The facts whose values are a choice: this or that."""

    def __init__(
        self, language: Language, board: Board, people: Mapping[str, str] | None = None
    ) -> None:
        self.language = language
        self.people: Final[Mapping[str, str]] = people or {}
        self.board = board
        self.is_brief = False
        self.letters: Mapping[str, str] = {}

    def brief(self) -> Self:
        """Return names that say no more than is printed, as screens do: no ids."""
        return self._as(is_brief=True)

    def in_full(self) -> Self:
        """Return names that add the ids of places which are called alike."""
        return self._as(is_brief=False)

    def lettered(self, places: Iterable[str]) -> Self:
        """Return brief names that tell those of the places apart which are called alike.

        They get letters, which a drawing of the board shows too.
        """
        called = {one: self.brief().place(one) for one in places}
        alike = Counter(called.values())
        twins = (one for one, name in called.items() if alike[name] > 1)
        letters = dict(zip(twins, ascii_uppercase, strict=False))
        return self._as(is_brief=True, letters=letters)

    def for_state(self, state: StateObject) -> Self:  # noqa: ARG002 - most are the same in all
        """Return names for where a game stands: some places are called by what lies there."""
        return self

    def _as(self, **how: object) -> Self:
        other = copy.copy(self)
        vars(other).update(how)
        return other

    # What things are called; a game overrides what it calls otherwise.

    def player(self, player: str | None) -> str:
        """Name a player, by colour where no name was given; or say that it is nobody."""
        if player is None:
            return self.language.say("nobody")
        # A name may hold anything; in a sentence it is to stay on its line.
        return " ".join(self.people.get(player, "").split()) or self.colour(player)

    def colour(self, player: str) -> str:
        known = COLOURS.get(player)
        return self.language.say(known) if known else player.capitalize()

    def place(self, place: str) -> str:
        """Name a place of the board; by its id where the board has none such."""
        return place

    def piece(self, piece: str) -> str:
        return self.colour(piece)

    def group(self, group: str) -> str:
        """Head a list of what lies in a group beside the board; empty where none is wanted."""
        return self.tell("group", group) if self._sentences.has("group", group) else ""

    def count(self, what: str, number: int) -> str:
        """Count things of a class; one that the game does not know is named by its id."""
        if not self._sentences.has("count", what):
            return f"{number} \u00d7 {what}"
        return self.tell("count", what, {"number": number})

    def counts(self, things: Iterable[str]) -> str:
        return self.all_of(self.count(one, number) for one, number in Counter(things).items())

    def value(self, fact: str, value: Fact) -> str:
        """Write the value of a fact: a number, a name, or a list of names."""
        if isinstance(value, int):
            return str(value)
        if isinstance(value, tuple):
            join = self.one_of if value and fact in self.choice_facts else self.all_of
            return join(self.name(fact, one) for one in value)
        return self.name(fact, value)

    def name(self, fact: str, value: str | None) -> str:
        """Name one thing that a fact stands for; the fact's name tells what sort of thing it is."""
        if value is None or value in COLOURS or fact in self.player_facts:
            return self.player(value)
        return self.tell("phase", value) if fact in PHASE_FACTS else self.place(value)

    def summary(self) -> str:
        stretches = {frozenset(stretch) for stretch in self.board.stretches()}
        return self.language.say(
            "ok: {name}; {locations} locations, {stretches} stretches",
            name=board_called(self.board, self.language),
            locations=len(self.board.locations),
            stretches=len(stretches),
        )

    # Lists.

    def all_of(self, words: Iterable[str]) -> str:
        """Join words as a sentence does: a, b and c; or say that there are none."""
        return all_of([*words] or [self.language.say("none")], self.language)

    def one_of(self, words: Iterable[str]) -> str:
        """Join words between which there is a choice: a, b or c."""
        *most, final = words
        if not most:
            return final
        return self.language.say("{most} or {last}", most=", ".join(most), last=final)

    # Sentences.

    def tell(self, section: str, name: str, facts: Mapping[str, Fact] | None = None) -> str:
        """Say a sentence of the game's table; KeyError where there is none for these facts."""
        known = facts or {}
        chosen = self._sentences.chosen(section, name, known)
        return self._sentences.filled(chosen, lambda fact: self.shown(fact, known))

    def shown(self, fact: str, facts: Mapping[str, Fact]) -> str:
        """Write one of the facts; a game overrides this where others decide how it is written."""
        return self.value(fact, facts[fact])

    def event(self, event: AnyEvent, most: int | None = None) -> str:
        """Tell what was done; of more than ``most`` changes only that there were some."""
        if isinstance(event, Undo):
            back = self.language.say(BACK_TO_START)
            return self.language.say(BACK_TO, number=event.to - 1) if event.to > 1 else back
        return self.of_event("event", event, most)

    def dealt(self, event: AnyEvent) -> str:
        """Tell an event that deals, where it is asked what was dealt."""
        return self.event(event)

    def possible(self, event: AnyEvent) -> str:
        return self.of_event("possible", event)

    def could(self, event: AnyEvent) -> str:
        """Name the kind of thing that a player could do, with which piece; or else what he may."""
        has_one = self._sentences.has("could", self._type(event))
        return self.of_event("could" if has_one else "possible", event)

    def lesson(self, phase: str, *, virtual: bool = False) -> str:
        """Say in a sentence what a phase is about; nothing where the game has nothing to say.

        A ``virtual`` table may lack something that a real one has.
        """
        if not self._sentences.has("lesson", phase):
            return ""
        return self.tell("lesson", phase, {"virtual": virtual})

    def about(self, event: AnyEvent, *, virtual: bool = False) -> str:
        """Explain an action to learners; nothing where the game has nothing to say of it."""
        if isinstance(event, Undo) or not self._sentences.has("about", self._type(event)):
            return ""
        return self.tell("about", self._type(event), {"virtual": virtual})

    def at_a_glance(self, event: AnyEvent) -> str:
        """Tell what was done as briefly as marks on a picture allow."""
        names = self.brief()
        if not isinstance(event, Undo) and self._sentences.has("brief", self._type(event)):
            return names.of_event("brief", event)
        return names.event(event, FEW_CHANGES)

    def event_of(self, history: AnyHistory, number: int) -> str:
        """Tell an event of a game as briefly; a game may add what it brought whoever did it."""
        return self.at_a_glance(history.events[number - 1])

    def effect(self, effect: Any) -> str:  # noqa: ANN401 - of any game
        facts = {one.name: getattr(effect, one.name) for one in fields(effect)}
        return capitalised(self.tell("effect", type(effect).__name__, facts))

    def brings(
        self,
        event: AnyEvent,  # noqa: ARG002 - for games to say
        before: AnyState,  # noqa: ARG002 - as above
        after: AnyState,  # noqa: ARG002 - as above
    ) -> Sequence[str]:
        """Say what whoever does something could then gain by more, other than ``before``."""
        return ()

    def finding(self, finding: Finding) -> str:
        """Tell what a rule found; KeyError for facts that no rule of the game looks at."""
        own, shape = self._shapes(finding)
        name = own if self._sentences.has("finding", own) else shape
        facts: dict[str, Fact] = {**dict(finding.facts), "holds": finding.holds}
        return capitalised(self.tell("finding", name, facts))

    def has_finding(self, finding: Finding) -> bool:
        """Tell whether there is a sentence for the facts of a finding."""
        return any(self._sentences.has("finding", one) for one in self._shapes(finding))

    @staticmethod
    def _shapes(finding: Finding) -> tuple[str, str]:
        """Give the names of a finding's sentence: for its rule alone, and for any."""
        shape = " ".join(name for name, _ in finding.facts)
        return f"{finding.rule}: {shape}", shape

    def rule(self, rule_id: str) -> Rule:
        """Find a rule of the game in the reader's language; KeyError for one there is not."""
        return catalogue.rules(self.folder, self.language.code)[rule_id]

    def answer(self, key: str, value: str | int) -> str:
        """Say what a table agreed on about a key of a record's ``rulings``."""
        return self.tell("ruling", key, {"answer": value})

    def note(self, line: Mapping[str, Any]) -> str:
        """Tell a note of a record; nothing where the game says nothing of such a one."""
        kind = str(line["note"])
        return self.tell("note", kind, line) if self._sentences.has("note", kind) else ""

    def remark(self, name: str, facts: Mapping[str, Fact] | None = None) -> str:
        """Say what a game has to say besides, nothing where it has nothing of that name."""
        if self.board.game == NO_GAME:
            return ""
        return self.tell("remark", name, facts) if self._sentences.has("remark", name) else ""

    # What screens say of a state, and of what is to be done on the table.

    def gain(self, what: str, number: int) -> str:
        """Write what somebody would have more, or less: of his ``score``, or of what is at stake.

        ``what`` is one of ``score`` and ``stake``; a game may say what these are.
        """
        amount = self.language.grouped(abs(number))
        signed = f"{'+' if number > 0 else MINUS}{amount}"
        if not self._sentences.has("gain", what):
            return signed
        facts: Mapping[str, Fact] = {"number": abs(number), "amount": amount, "signed": signed}
        return self.tell("gain", what, facts)

    def waits_for(
        self,
        state: StateObject,
        *,
        virtual: bool = False,  # noqa: ARG002 - for games of more than boards hold
    ) -> str:
        """Say what is waited for; a ``virtual`` table may lack something that a real one has."""
        return self.tell("awaited", state["phase"], {"player": state["to_play"]})

    def progress(self, state: StateObject) -> tuple[str, ...]:  # noqa: ARG002 - for games to say
        """Say how far the game is, in lines of a few letters."""
        return ()

    def stand(self, state: StateObject) -> str:
        facts = {"player": state["to_play"], "winners": tuple(state["winners"])}
        return self.tell("stand", state["phase"], facts)

    def points(self, called: str, points: int) -> str:
        return self.language.say(POINTS, player=called, points=points)

    def points_title(self, name: str) -> str:
        """Give what stands by points (``POINTS_TITLES``), in the game's own words if any."""
        if self._sentences.has("points", name):
            return self.tell("points", name)
        return self.language.say(POINTS_TITLES[name])

    def score(self, sheet: ScoreSheet, row: ScoreRow) -> str:
        """Say how many points a player has, and what they are for."""
        counts = sheet.counted(row)
        won = self.all_of(self.count(column, number) for column, number in counts if number)
        return f"{self.points(self.player(row.player), row.total)} ({won})"

    def row_reminder(self, note: Mapping[str, Any]) -> str:
        """Say which tile of the row lies where it does not belong, from the tracker's note."""
        raise NotImplementedError  # for a game that has a row

    def unseen_deal(self) -> str:
        """Say that it was not seen what chance has dealt."""
        return self.language.say(UNSEEN_DEAL)

    def lying(self, at: str, expected: tuple[str, ...], seen: tuple[str, ...]) -> str:
        """Say what a place lacks that holds several things, and what lies there besides."""
        raise NotImplementedError  # for a game whose board has such places

    def put_back(
        self,
        now: StateObject,  # noqa: ARG002 - for games of more than pieces
        then: StateObject,  # noqa: ARG002 - as above
        moved: Mapping[str, str | None],
    ) -> list[str]:
        """Say how the table gets from one position to another, a sentence each.

        ``moved`` tells where whose piece stood ``then``, of the places that are otherwise ``now``.
        """
        return self.standing(moved)

    def standing(self, there: Mapping[str, str | None]) -> list[str]:
        """Say whose piece stands on each place, or that it is empty, a sentence each."""
        lines = []
        for at, player in there.items():
            values = {"at": self.place(at), "player": self.player(player)}
            lines.append(capitalised(self.language.say(HOLDS if player else EMPTY, **values)))
        return lines

    def facts_of(
        self,
        event: AnyEvent,
        most: int | None = None,  # noqa: ARG002 - for games whose events list changes
    ) -> Mapping[str, Fact]:
        """List what an event says; a game overrides this for what is no id, number or list.

        Of more than ``most`` changes it lists none.
        """
        keys: dict[str, Any] = self.game.format_event(event)
        return {key: tuple(one) if isinstance(one, list) else one for key, one in keys.items()}

    def of_event(self, section: str, event: AnyEvent, most: int | None = None) -> str:
        return capitalised(self.tell(section, self._type(event), self.facts_of(event, most)))

    def _type(self, event: AnyEvent) -> str:
        return str(self.game.format_event(event)["type"])

    @cached_property
    def _sentences(self) -> Sentences:
        return Sentences(self.folder, self.language)


def names_of(language: Language, board: Board, people: Mapping[str, str] | None = None) -> Names:
    """Name what is on a board in the words of its game; plainly where it is for none."""
    return _names_for(board)(language, board, people)


def _names_for(board: Board) -> type[Names]:
    if board.game == NO_GAME:
        return Names
    kind: type[Names] = part_of(board.game, "words").NAMES
    return kind


def capitalised(text: str) -> str:
    """Begin a text with a capital letter and leave the rest as it is."""
    return text[:1].upper() + text[1:]
