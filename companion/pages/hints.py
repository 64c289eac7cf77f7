"""*Hint*: where could I go, what would it change, and why."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from companion.language import counted, said
from companion.pages.game_drawn import board_drawn
from companion.pages.kinds import CurrentStatePage, MenuPage, Option, TextPage
from companion.pages.phases import PAUSE
from companion.pages.ways import Change, Way, changes, grouped, ways
from companion.session.live_game import LiveGame
from companion.session.session import Session
from companion.ui.diagram import SPOT_TARGET, Diagram
from companion.ui.menu import Row
from companion.ui.pen import Drawable
from companion.ui.photos import BesidePhoto
from companion.ui.screen import Body
from companion.ui.texts import Paragraph
from companion.words.names import Names, capitalised
from companion.words.verdicts import finding_sentence
from engine.ruling import Finding

WAYS: Final = counted("{number} way", "{number} ways", "number")
NOBODY: Final = said("nobody")
CHANGES: Final = said("{source}: {before} → {after}")
NOTHING: Final = said("Nothing else changes.")


class _HintPage(CurrentStatePage, MenuPage):
    """Ways beside the board."""

    def __init__(self, session: Session, found: Sequence[Way]) -> None:
        super().__init__(session)
        self.found: Final = tuple(found)

    def body(self) -> Body:
        shown = self.shown()
        places = [place for way in shown for place in way.places]
        return BesidePhoto(self.menu(), _board(self.live, places))

    def shown(self) -> Sequence[Way]:
        return ()

    def places(self) -> Sequence[str | None]:
        """Name for each row the place on the board that stands for it when it is touched."""
        return ()

    def tap(self, target: str) -> None:
        for number, place in enumerate(self.places()):
            if place is not None and target == SPOT_TARGET.format(place):
                self.choose(number)
                return
        super().tap(target)


class HintsPage(_HintPage):
    """With which piece, or in which way, something could be done now."""

    heading = said("What could I do?")

    def __init__(self, session: Session) -> None:
        live = session.live
        proposed = None if session.guide is None else session.guide.proposed
        super().__init__(session, ways(live.history.game, live.history.state, proposed))
        groups = grouped(self.found)
        self._groups: Final = groups if len(groups) > 1 else [[way] for way in self.found]

    def text(self) -> str:
        return "" if self._groups else self.say("It is nobody’s turn now.")

    def options(self) -> Sequence[Option]:
        offered = [self._offered(group) for group in self._groups]
        return [*offered, (Row(self.say(PAUSE)), self._pause)]

    def shown(self) -> Sequence[Way]:
        if self.chosen < len(self._groups):
            return self._groups[self.chosen]
        return ()

    def places(self) -> Sequence[str | None]:
        return [group[0].origin for group in self._groups]

    def _offered(self, group: Sequence[Way]) -> Option:
        names = self.live.names
        if len(self._groups) == len(self.found):
            return _row(group[0], names), partial(self._open, group)
        number = ""
        if len(group) > 1:
            number = self.say(WAYS, number=len(group))
        row = Row(names.could(group[0].event), gained(group[0], names) or number)
        return row, partial(self._open, group)

    def _open(self, group: Sequence[Way]) -> None:
        if len(group) == 1:
            self.session.go("prospect", way=group[0])
        else:
            self.session.go("ways", found=group)

    def _pause(self) -> None:
        self.live.paused = True
        self.close()


class WaysPage(_HintPage):
    """Where to, the best first; what a row says at its right is gained by it."""

    heading = said("Where to?")

    def options(self) -> Sequence[Option]:
        names, go = self.live.names, self.session.go
        return [(_row(way, names), partial(go, "prospect", way=way)) for way in self.found]

    def shown(self) -> Sequence[Way]:
        return (self.found[min(self.chosen, len(self.found) - 1)],)

    def places(self) -> Sequence[str | None]:
        return [way.to for way in self.found]


class ProspectPage(CurrentStatePage, TextPage):
    """What one thing would change, and the rules by which it would.

    What changes nothing on the board, like a pass, changes how the game goes on: that is told then.
    """

    heading = said("What would it change?")

    def __init__(self, session: Session, way: Way) -> None:
        super().__init__(session)
        game, state = self.live.history.game, self.live.history.state
        self._way: Final = way
        self._step: Final = game.apply(state, way.event)
        self._changes: Final = [*changes(game, state, self._step.state)]
        held = [one for one in game.explain(state, way.event).consequences if one.holds]
        self._of_board: Final = [one for one in held if self._is_of_board(one)]
        self._of_game: Final = [] if self._of_board or self._step.effects else held
        self._brings: Final = self.live.names.brings(way.event, state, self._step.state)
        self.picture = _board(self.live, way.places)

    def paragraphs(self) -> Sequence[Paragraph]:
        names = self.live.names
        virtual = self.session.hands is not None
        about = names.about(self._way.event, virtual=virtual)
        changed = [Paragraph(names.effect(one)) for one in self._step.effects]
        shared = [Paragraph(change_sentence(one, names)) for one in self._changes]
        told = [Paragraph(finding_sentence(one, names)) for one in untold(self._of_game, names)]
        brings = [Paragraph(one) for one in self._brings]
        anything = changed or shared or told or brings
        nothing = [] if anything else [Paragraph(self.say(NOTHING))]
        return [
            Paragraph(names.possible(self._way.event)),
            *([Paragraph(about)] if about else []),
            *changed,
            *brings,
            *told,
            *([Paragraph(self.say("Who would take what"), heading=True)] if shared else []),
            *shared,
            *nothing,
            *self._reasons(names),
        ]

    def _reasons(self, names: Names) -> list[Paragraph]:
        """Tell what the rules found, and then the rules, without the numbers that name them."""
        accounts = [one.why for one in self._changes if one.why is not None]
        told = [Paragraph(finding_sentence(one, names)) for one in self._of_board]
        for account in accounts:
            told.append(Paragraph(finding_sentence(account, names)))
            told += [Paragraph(finding_sentence(one, names), 1) for one in account.children]
        found = (*self._of_board, *self._of_game, *accounts)
        for one in dict.fromkeys(one.rule for one in found):
            rule = names.rule(one)
            told += [Paragraph(rule.title, heading=True), Paragraph(rule.text)]
        return [Paragraph(self.say("Why?"), heading=True), *told] if told else []

    def _is_of_board(self, finding: Finding) -> bool:
        """Tell whether a finding is about the board, and not about whose turn it is."""
        board = self.live.board
        places = {*(one.id for one in board.locations), *(one.id for one in board.regions)}
        values = (value for _, value in finding.facts)
        named = ((one,) if isinstance(one, str) else one for one in values)
        return any(places.intersection(each) for each in named if isinstance(each, tuple))


def untold(findings: Iterable[Finding], names: Names) -> Iterator[Finding]:
    """Give each finding without what one before it has told, where the rest can be told alone."""
    told: set[object] = set()
    for one in findings:
        rest = replace(one, facts=tuple(fact for fact in one.facts if fact[1] not in told))
        yield rest if rest.facts and names.has_finding(rest) else one
        told.update(value for _, value in one.facts if isinstance(value, tuple))


def _row(way: Way, names: Names) -> Row:
    """Name a way by where it leads, or else by what is done."""
    text = names.possible(way.event) if way.to is None else capitalised(names.place(way.to))
    return Row(text, gained(way, names))


def gained(way: Way, names: Names) -> str:
    """Write what is gained or lost, with its sign and unit; nothing where it is neither."""
    if way.scores:
        return names.gain("score", way.scores)
    return names.gain("stake", way.gains) if way.gains else ""


def change_sentence(change: Change, names: Names) -> str:
    """Tell who takes how much now, and who would then."""
    values = {
        "source": capitalised(names.place(change.source)),
        "before": _shares(change.before, names),
        "after": _shares(change.after, names),
    }
    return names.language.say(CHANGES, **values)


def _shares(shares: Iterable[tuple[str, int]], names: Names) -> str:
    told = [f"{names.player(player)} {number}" for player, number in shares]
    return ", ".join(told) or names.language.say(NOBODY)


def _board(live: LiveGame, places: Sequence[str]) -> Drawable:
    """Draw the board as it stands, with these places pointed out."""
    drawn = board_drawn(live.history, live.board, live.history.event, places)
    return replace(drawn, touchable=True) if isinstance(drawn, Diagram) else drawn
