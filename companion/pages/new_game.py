"""The pages on which a game is agreed on: players in seat order, house rules, who begins."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import partial
from typing import Final

from companion.journal import StoredGame
from companion.language import counted, said
from companion.pages.kinds import ChoicePage, MenuPage, Option, TextPage
from companion.pages.offered_settings import HINTS, choose_setting, setting_row
from companion.pages.phases import guided_games, lay_game
from companion.session.new_game import NewGame
from companion.session.people import KnownPerson
from companion.session.session import Page, Session
from companion.ui.menu import Row
from companion.ui.texts import Paragraph
from companion.words.names import Names, names_of
from companion.words.verdicts import rule_line
from engine.errors import InputError
from engine.game import Waits
from engine.games import game_named
from seeds.catalogue import Rule

AGREED = counted("{number} chosen", "{number} chosen", "number")


def names_in(session: Session, plan: NewGame) -> Names:
    """Name those who are to play, in the language of the screens."""
    return names_of(session.words, session.table.board, plan.names)


def which_game_page(session: Session, *, guided: bool = False) -> ChoicePage:
    """Ask which game is to be played; for another than the table's its own table is laid."""
    choose = partial(lay_game, session, guided=guided)
    games = guided_games(session) if guided else session.games
    rows = [(game, Row(game.capitalize())) for game in games]
    here = session.table.board.game
    return ChoicePage(session, session.words.say("Which game?"), rows, choose, at=here)


class NewGamePage(MenuPage):
    """Lists the players, each to be changed; the row that goes on is marked from the start.

    Where people are known, but nobody is named yet, the first seat is marked; as long as it is,
    SCORE starts at once. What is agreed on is kept until a game begins or the page is left.
    """

    heading = said("Who plays, clockwise?")

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        game, colours = session.table.board.game, session.table.colours
        known = [one.name for one in session.people()]
        played: Sequence[StoredGame] = ()
        with suppress(InputError):  # a new game needs no journal that can be read
            played = session.store.journal.games()
        kept = session.kept_plan.plan(game, colours)
        self.plan = kept or NewGame.like(played, game, colours, known)
        self._kept = deepcopy(self.plan)
        self._knows_people = bool(known)
        self.chosen = 0 if self._unnamed else len(self.rows()) - 1

    @property
    def _unnamed(self) -> bool:
        """Whether nobody is named yet, though people are known."""
        return self._knows_people and not self.plan.names

    def options(self) -> Sequence[Option]:
        plan = self.plan
        names = names_in(self.session, plan)
        options: list[Option] = [
            (
                Row(names.player(seat.colour), player=seat.colour),
                partial(self.session.go, "seat", plan=plan, seat=number),
            )
            for number, seat in enumerate(plan.seats)
        ]
        if plan.can_grow:
            options.append((Row(self.say("One more player")), self._add))
        if game_named(plan.game).rulings:
            agreed = self.say("as in the rules")
            if plan.rulings:
                agreed = self.say(AGREED, number=len(plan.rulings))
            row = Row(self.say("House rules"), agreed)
            options.append((row, partial(self.session.go, "house-rules", plan=plan)))
        choose = partial(self.session.go, "first-player", plan=plan)
        start = self.say("Start: draw lots")
        if len(self.session.games) > 1:  # which of them it is stands nowhere else
            start = self.say("Start {game}: draw lots", game=plan.game.capitalize())
        return [
            *options,
            (setting_row(self.session, HINTS), partial(choose_setting, self.session, HINTS)),
            (Row(self.say("Who starts?")), choose),
            (Row(start), self._draw_lots),
        ]

    @property
    def shortcut(self) -> tuple[str, Callable[[], None]] | None:
        return (self.say("Start"), self._draw_lots) if self._unnamed else None

    def pass_time(self, now: float) -> None:
        """Keep what has changed; pages that lie on this one change it, too."""
        del now
        if self.plan != self._kept and self.session.store.journal.lasting:
            self._kept = deepcopy(self.plan)
            self.session.kept_plan.keep(self.plan)

    def leave(self) -> None:
        self.session.kept_plan.discard()
        super().leave()

    def _draw_lots(self) -> None:
        begin(self.session, self.plan, None)

    def lead_on(self) -> None:
        """Mark the next seat without a name, or else the row that goes on."""
        seats = self.plan.seats
        last = len(self.rows()) - 1
        after = range(self.chosen + 1, len(seats))
        self.chosen = next((one for one in after if not seats[one].name), last)

    def _add(self) -> None:
        self.chosen = self.plan.add()
        self.session.go("seat", plan=self.plan, seat=self.chosen)


def lead_on(session: Session) -> None:
    """Go back from a seat whose player has been named to where the next one is marked."""
    if (seat := session.named("seat")) is not None:
        session.close(seat)
    if isinstance(session.page, NewGamePage):
        session.page.lead_on()


OFFERED: Final = 3
"""How many of those known are offered by name at once for a seat; the rest are a page further."""


class SeatPage(MenuPage):
    """Changes who sits at one place; the page follows a player who changes places.

    Those who played last and are not seated are offered first, in place of another name too.
    """

    def __init__(self, session: Session, plan: NewGame, seat: int) -> None:
        super().__init__(session)
        self._plan = plan
        self._seat = seat

    def title(self) -> str:
        return names_in(self.session, self._plan).player(self.player())

    def player(self) -> str:
        return self._plan.seats[self._seat].colour

    def options(self) -> Sequence[Option]:
        plan, seat, names = self._plan, self._seat, names_in(self.session, self._plan)
        colour, name = plan.seats[seat].colour, plan.seats[seat].name
        neighbour = names.player(plan.seats[self._next].colour)
        known = _not_seated(self.session, plan)
        write = partial(_write_name, self.session, plan, seat)
        if name or known:
            write = partial(self.session.go, "person-named", plan=plan, seat=seat)
        recolour = partial(self.session.go, "colour", plan=plan, seat=seat)
        swap = self.say("Swap seats with {player}", player=neighbour)
        options: list[Option] = [
            *((Row(who.name), partial(self._seat_person, who)) for who in known[:OFFERED]),
            (Row(self.say("Name"), name or self.say("no name yet")), write),
            (Row(self.say("Colour"), names.colour(colour)), recolour),
            (Row(swap), self._change_places),
        ]
        if plan.can_shrink:
            options.append((Row(self.say("Does not play")), self._leave_table))
        return options

    def _seat_person(self, who: KnownPerson) -> None:
        self._plan.seat_person(self._seat, who.name, who.colour)
        lead_on(self.session)

    @property
    def _next(self) -> int:
        return (self._seat + 1) % len(self._plan.seats)

    def _change_places(self) -> None:
        self._plan.change_places(self._seat, self._next)
        self._seat = self._next

    def _leave_table(self) -> None:
        del self._plan.seats[self._seat]
        self.close()


def named_page(session: Session, plan: NewGame, seat: int) -> Page:
    """Choose who sits at a place among those known by name, or write a name."""
    say, one = session.words.say, plan.seats[seat]

    def call(who: KnownPerson) -> None:
        plan.seat_person(seat, who.name, who.colour)
        lead_on(session)

    choices: list[tuple[Callable[[], None], Row]] = [
        (partial(call, who), Row(who.name)) for who in _not_seated(session, plan)
    ]
    choices.append((partial(_write_name, session, plan, seat), Row(say("Write a name"))))
    if one.name:
        choices.append((partial(plan.rename, seat, ""), Row(say("No name"))))
    return ChoicePage(session, say("Name"), choices, lambda do: do())


def _not_seated(session: Session, plan: NewGame) -> list[KnownPerson]:
    seated = plan.names.values()
    return [one for one in session.people() if one.name not in seated]


def _write_name(session: Session, plan: NewGame, seat: int) -> None:
    one = plan.seats[seat]
    names = names_of(session.words, session.table.board)
    others = [colour for colour in plan.colours if colour != one.colour]
    taken = {*map(names.colour, others), *(plan.names[who] for who in others if who in plan.names)}

    def call(name: str) -> None:
        plan.rename(seat, name)
        lead_on(session)

    session.go("name", name=one.name, called=call, player=one.colour, taken=taken)


def colour_page(session: Session, plan: NewGame, seat: int) -> ChoicePage:
    """Choose the colour of one player among those taught, with the names of who plays them."""
    names = names_of(session.words, session.table.board)
    people = plan.names
    rows = [(one, Row(names.colour(one), people.get(one, ""), one)) for one in plan.colours]
    title = session.words.say("Colour")
    do = partial(plan.recolour, seat)
    return ChoicePage(session, title, rows, do, at=plan.seats[seat].colour)


class HouseRulesPage(MenuPage):
    """Lists the questions that a table may answer otherwise than the leaflets."""

    heading = said("House rules")

    def __init__(self, session: Session, plan: NewGame) -> None:
        super().__init__(session)
        self._plan = plan

    def options(self) -> Sequence[Option]:
        names, plan = self.session.names, self._plan
        return [
            (
                Row(
                    names.rule(names.rulings[key]).title,
                    names.answer(key, plan.rulings.get(key, values[0])),
                ),
                partial(self.session.go, "house-rule", plan=plan, key=key),
            )
            for key, values in game_named(plan.game).rulings.items()
        ]


class HouseRulePage(ChoicePage):
    """Asks one question; WHY? tells what the leaflets say and where, and who reads it otherwise."""

    def __init__(self, session: Session, plan: NewGame, key: str) -> None:
        """Offer the answers to the question of that key; the printed one comes first."""
        words, names = session.words, session.names
        printed, *others = game_named(plan.game).rulings[key]
        self._ruling = names.rule(names.rulings[key])
        answers = [
            (printed, Row(names.answer(key, printed), words.say("as in the rules"))),
            *((one, Row(names.answer(key, one))) for one in others),
        ]

        def agree(answer: str | int) -> None:
            plan.rulings[key] = answer
            if answer == printed:
                del plan.rulings[key]

        at, text = plan.rulings.get(key, printed), self._ruling.title
        super().__init__(session, words.say("House rules"), answers, agree, at=at, text=text)

    @property
    def explain(self) -> Callable[[], None]:
        return partial(self.session.go, "ruling", ruling=self._ruling)


class RulingPage(TextPage):
    """Tells a rule that may be read in several ways: where it is written, and how others do."""

    heading = said("House rules")

    def __init__(self, session: Session, ruling: Rule) -> None:
        super().__init__(session)
        self._ruling = ruling

    def paragraphs(self) -> Sequence[Paragraph]:
        words, ruling = self.session.words, self._ruling
        lines = [
            Paragraph(rule_line(ruling.id, self.session.names, ids=False) + ".", heading=True),
            Paragraph(ruling.text),
        ]
        if ruling.other_readings:
            readings = " ".join(ruling.other_readings)
            told = words.say("Others read it differently. {readings}", readings=readings)
            lines.append(Paragraph(told))
        return lines


def first_player_page(session: Session, plan: NewGame) -> ChoicePage:
    """Ask who begins: whoever the lot falls on, or one whom the table agrees on."""
    say, names = session.words.say, names_in(session, plan)
    people = [(one, Row(names.player(one), player=one)) for one in plan.players]
    choices = [(None, Row(say("Draw at random"))), *people]
    return ChoicePage(session, say("Who starts?"), choices, partial(begin, session, plan))


def begin(session: Session, plan: NewGame, chosen: str | None) -> None:
    """Begin the game with somebody, or with whom the lot falls on, and say who that is.

    Where there is a setup to be looked at, its page says so.
    """
    first = chosen or session.lot.choice(plan.players)
    table, rules = session.table, game_named(plan.game)
    start = rules.new_game(table.board, plan.players, plan.rulings)
    if rules.phase(start).waits is not Waits.SETUP:  # nothing else says who begins
        plan.let_begin(first)
    if session.hands is not None:  # what was played before may still lie there
        session.hands.do(lambda laid: laid.lay_afresh())
    session.begin(plan.header(table.board_id), plan.names, first)
    if session.live.phase.waits is Waits.SETUP:
        session.go("setup", is_new=True)
        return
    if (agreed := session.named("new-game")) is not None:
        session.close(agreed)
    session.kept_plan.discard()
    session.go("play")
    if chosen is None:
        say, names = session.words.say, names_in(session, plan)
        text = say("{player} starts (drawn at random).", player=names.player(first))
        session.go("message", text=text, title=say("Who starts?"))
