"""The pages that tell what is wrong at the table, and why something is refused."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from companion.language import said
from companion.pages.answers import (
    Refusal,
    alternative,
    amending,
    corrections,
    first_change,
    instead_of,
    lacks_detail,
    refusal,
    shows_nothing,
    touched,
    way,
    way_back,
)
from companion.pages.board_photos import ANEW, marked
from companion.pages.game_drawn import facts_in, pointed_out
from companion.pages.kinds import ChoicePage, MenuPage, Option, PlainPage, TextPage
from companion.session.helpers import Hands
from companion.session.look import Look
from companion.session.session import Session
from companion.tracking.alternatives import accounts
from companion.tracking.notes import TAKEN_BACK, Differences, Line
from companion.ui.menu import Menu, Row
from companion.ui.photos import AnswersToPhoto, BesidePhoto, MarkedPhoto
from companion.ui.screen import Body, Labels
from companion.ui.texts import Paragraph
from companion.words.happened import MORE_SEEN, seen_sentences
from companion.words.verdicts import finding_sentence, rule_line
from engine.game import AnyEvent, Waits
from hardware.panel import Light, Signal

ILLEGAL: Final = said("Please put it back")
QUESTION: Final = said("What happened?")
UNKNOWN: Final = said("No single move explains this.")
OF_ANSWER: Final = said("the chosen answer")
WOULD_DO: Final = said("would be allowed")
WHICH: Final = said("Which of these happened?")
NOTHING: Final[Line] = {"note": "", "differences": {}, "nearest": None}


class WrongPage(MenuPage):
    """Tells what is wrong, or asks which of several things happened, and takes the answer.

    Of several things that are wrong it tells the first; the others follow once that is right.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._live = session.live
        self._photographed_at = session.now
        self._differences: Differences = {}
        self._wrong: Differences = {}
        self._right: set[str] = set()
        self._done: set[str] = set()
        self._ask()

    def light(self) -> Light | None:
        """Wait for an answer where nothing is wrong, and but a detail was not seen."""
        return Light.BLUE if self._lacks_detail else None

    def title(self) -> str:
        return self.say(QUESTION if self._alternatives else ILLEGAL)

    def text(self) -> str:
        words, names = self.session.words, self._live.names
        if self._dealing:
            return names.unseen_deal()
        if self._lacks_detail:  # the board is right
            return words.say(WHICH)
        finding = self._why.finding
        if self._alternatives:
            told = seen_sentences(self._differences, names)
            told += [finding_sentence(finding, names)] if finding and self._is_refused else []
            return " ".join([*told, words.say(WHICH)])
        if finding is not None:
            said_first = finding_sentence(finding, names)
            # A rule that names none of the places does not say where the board is wrong.
            if self._differences.keys().isdisjoint(facts_in([finding])):
                said_first = f"{seen_sentences(self._differences, names)[0]} {said_first}"
        else:
            said_first = seen_sentences(self._differences, names)[0]
        others = len(self._wrong) - len(self._differences)
        more = [words.say(MORE_SEEN, number=others)] if others else []
        return " ".join([said_first, *more])

    def body(self) -> Body:
        if self._alternatives:
            return BesidePhoto(self.menu(), self._photo())
        return AnswersToPhoto(self._photo(), self.menu())

    def labels(self) -> Labels:
        return replace(super().labels(), back=self.say("Later"))

    @property
    def _dealing(self) -> bool:
        """Whether it is asked which tiles were dealt, which moves no piece.

        That pieces were moved since is no riddle then.
        """
        deals = bool(self._alternatives) and not any(self._touched)
        return deals and self._live.phase.waits is Waits.DEALING

    @property
    def explain(self) -> Callable[[], None] | None:
        plain = self._note is not None and self._note["note"] == TAKEN_BACK
        return None if self._alternatives or plain else self._explain

    def on_look(self, look: Look) -> None:
        """Close when the board is as it should be; ask anew when it is wrong in another way."""
        if self._live.wrong is None:
            self.close()
        elif self._live.wrong is not self._note:
            self._ask()
        elif look.clear:
            self._leave_out_what_is_right(look)
            if self.session.now - self._photographed_at >= ANEW:
                self._photograph(look)

    def _leave_out_what_is_right(self, look: Look) -> None:
        """Tell no more of places that were put right, in two looks, though others are not yet."""
        before, self._right = self._right, self._live.looking_right(look.reading)
        self._done = before & self._right
        left = self._not_done((self._live.wrong or NOTHING)["differences"])
        if left and left.keys() != self._wrong.keys() and not self._alternatives:
            self._wrong = left
            self._tell_first()
            self._photograph(look)

    def _ask(self) -> None:
        """Take up what is wrong now; the first answer is marked, whichever was.

        Pages that were opened about what is not so any more are closed: nobody shall agree to it.
        """
        live = self._live
        before, whole = self._differences, self._wrong
        self._note = live.wrong
        self._alternatives = live.tracker.alternatives
        self._touched = [touched(live, events) for events in self._alternatives]
        note = live.wrong or NOTHING
        self._wrong = note["differences"]
        self._right, self._done = set(), set()
        if not whole.items() <= self._wrong.items():
            self.session.return_to(self.name)
        self._tell_first()
        # A rule refuses what was seen, unless something that nobody saw came before it.
        inferred = all(shows_nothing(live, events[0]) for events in self._alternatives)
        self._is_refused = self._why.finding is not None and inferred and not self._dealing
        if self._is_refused:  # it is rather put back than explained by what nobody saw
            self._touched.insert(0, [])
        self._lacks_detail = lacks_detail(live, self._alternatives)
        self._photograph(self.session.look)
        if self._differences != before:
            self.chosen = 0
            self.session.signal(Signal.ASKS if self._alternatives else Signal.WRONG)
            self.session.speak(self._spoken())

    def _not_done(self, differences: Differences) -> Differences:
        return {at: seen for at, seen in differences.items() if at not in self._done}

    def _tell_first(self) -> None:
        """Pick what is told of all that is wrong, and what stands behind it."""
        live = self._live
        first = live.first_wrong or live.wrong or NOTHING
        told = {at: seen for at, seen in first["differences"].items() if at in self._wrong}
        self._differences = self._wrong
        if not self._alternatives:
            self._differences = first_change(live, told or self._wrong)
        self._why = refusal(live, {**first, "differences": self._differences})

    def _spoken(self) -> str:
        """Say it without the screen: what is asked, and the rule that was broken."""
        finding = None if self._alternatives else self._why.finding
        rule = [] if finding is None else [finding_sentence(finding, self._live.names)]
        return " ".join([self.title() + ("" if self._alternatives else "."), *rule])

    def _photograph(self, look: Look | None) -> None:
        self._photographed_at = self.session.now
        self._look = look

    def _photo(self) -> MarkedPhoto | None:
        """Mark what differs, and what the chosen answer says of other locations.

        The arrow leads where the piece went while that is asked, and back where it is refused.
        """
        if self._dealing:
            return marked(self._look, self._live.board)
        differing = tuple(self._differences)
        shown = self._touched[self.chosen] if self.chosen < len(self._touched) else ()
        allowed = [at for at in shown if at not in differing]
        around = {*differing, *(at for locations in self._touched for at in locations)}
        arrow = (way if self._alternatives else way_back)(self._differences)
        return marked(
            self._look,
            self._live.board,
            differing,
            allowed,
            around=around,
            arrow=arrow,
            legend=self.say(OF_ANSWER),
        )

    def options(self) -> Sequence[Option]:
        say = self.say
        mistaken = (Row(say("The camera is mistaken")), self._mistaken)
        back = (Row(say("Put it back")), self._put_back)
        if self.session.hands is not None:
            do = partial(self._have_put_back, self.session.hands)
            back = (Row(say("Put everything back for me")), do)
        if not self._alternatives:
            return [back, mistaken, *self._agreement(), *self._amending()]
        answers = [
            alternative(
                self.session,
                self._live,
                events,
                partial(self._answer, events),
                dealing=self._dealing,
            )
            for events in self._alternatives
        ]
        if self._dealing:
            return [*answers, (Row(say("The camera is mistaken")), partial(self._answer, ()))]
        if not self._lacks_detail:  # the first choice where a rule refuses what was seen
            answers.insert(0 if self._is_refused else len(answers), back)
        tell = (Row(say("Enter what really happened")), self._tell_board)
        return [*answers, tell, *self._agreement(), *self._amending(), mistaken]

    def _agreement(self) -> Sequence[Option]:
        if not corrections(self._live, self._seen()):  # the game knows none
            return ()
        return ((Row(self.say("We agree")), self._correct),)

    def _amending(self) -> Sequence[Option]:
        broken = self._why.finding
        return () if broken is None else amending(self.session, self._live, broken)

    def _put_back(self) -> None:
        self.session.go("put-back", shown=self._to_put_back)

    def _have_put_back(self, hands: Hands) -> None:
        """Have a virtual table laid as the game left it: what went off it cannot be got back."""
        game, state = self._live.history.game, self._live.history.state
        hands.do(lambda laid: laid.lay_as(game, state))

    def _to_put_back(self) -> tuple[Differences, Look | None]:
        return self._not_done(self._differences) or self._differences, self._look

    def _answer(self, events: Sequence[AnyEvent], *, misread: bool = False) -> None:
        """Write what happened, or that nothing did, and close; stay where that is refused."""
        with suppress(ValueError):  # the game has gone on meanwhile: what is asked changes too
            self._live.answer(events, self.session.look, misread=misread)
            self.close()

    def _mistaken(self) -> None:
        """Take it that the board is right; where one place alone differs, ask who stands there.

        Of a board with areas ask what was done where it looks as if something was.
        """
        live = self._live
        match [*self._wrong.items()]:
            case _ if live.board.areas:
                offered = {events[0] for events in self._alternatives}
                events = [one for one in instead_of(live, self._wrong) if one not in offered]
                if events:
                    self.session.go("misread", events=events, do=self._was_misread)
                else:
                    self._answer(())
            case [(at, (expected, _))]:
                players = live.phase.players
                likely = players[0] if expected is None and players else expected
                really = partial(self._really, at, expected)
                self.session.go("who", at=at, likely=likely, do=really)
            case _:
                self._answer(())

    def _was_misread(self, event: AnyEvent | None) -> None:
        self._answer(() if event is None else (event,), misread=True)

    def _really(self, at: str, expected: str | None, player: str | None) -> None:
        """Take who really stands there; of several events that lead there one must be chosen."""
        if player == expected:
            self._answer(())
            return
        entered = {at: player}
        found = accounts(self._live.history, self._live.board, entered)
        if len(found) == 1:
            self._answer(found[0])
        else:
            self.session.go("accounts", entered=entered, done=self.close)

    def _explain(self) -> None:
        differing, look = self._differences, self.session.look
        self.session.go(
            "rule", why=self._why, differing=differing, look=look, tell=self._tell_board
        )

    def _tell_board(self) -> None:
        self.session.go("tell", seen=self._seen(), done=self.close)

    def _correct(self) -> None:
        self.session.go("correction", changes=self._seen(), done=self.close)

    def _seen(self) -> dict[str, str | None]:
        return {at: seen for at, (_, seen) in self._wrong.items()}


def misread_page(
    session: Session, events: Sequence[AnyEvent], do: Callable[[AnyEvent | None], None]
) -> ChoicePage:
    """Ask which of some events the camera has mistaken for another; ``do`` takes the answer.

    The likeliest comes first; last, and next to it around the end, that nothing happened: None.
    """
    names, say = session.live.names, session.words.say
    rows: list[tuple[AnyEvent | None, Row]]
    rows = [(event, Row(names.event(event))) for event in events]
    rows.append((None, Row(say("Nothing happened"))))
    return ChoicePage(session, say(QUESTION), rows, do, at=events[0])


PUT_RIGHT: Final = said("Correct the board where it is marked; then the game goes on by itself.")


class PutBackPage(PlainPage):
    """Shows where to put what back; the page beneath closes it once that is done."""

    heading = ILLEGAL

    def __init__(
        self, session: Session, shown: Callable[[], tuple[Differences, Look | None]]
    ) -> None:
        """Mark what is ``shown``: locations that still differ, and a look at the table.

        An arrow leads the way back where there is one.
        """
        super().__init__(session)
        self._shown = shown

    def body(self) -> Body:
        differing, look = self._shown()
        board, places = self.session.live.board, tuple(differing)
        photo = marked(look, board, places, around=places, arrow=way_back(differing))
        return AnswersToPhoto(photo, Menu((), -1, self.say(PUT_RIGHT)))


ALLOWED: Final = said("Legal moves, for example:")
LOOKS: Final = said("It looks like this: {event}")


class RulePage(TextPage):
    """Tells it beside a photograph, in which what would be allowed is marked too."""

    heading = said("Why is that not allowed?")

    def __init__(
        self,
        session: Session,
        why: Refusal,
        differing: Differences,
        look: Look | None,
        tell: Callable[[], None],
    ) -> None:
        """Tell of a refusal; the ``differing`` locations look otherwise than they should.

        ``tell`` is called where people want to say what really happened.
        """
        super().__init__(session)
        live = session.live
        self._why, self._tell, self._differences = why, tell, differing
        allowed_only = [at for at in why.places if at not in differing]
        self.picture = marked(
            look,
            live.board,
            differing,
            allowed_only,
            around=[*differing, *allowed_only],
            arrow=way(differing),
            legend=self.say(WOULD_DO),
        )
        self._names = live.names
        if self.picture is None:
            spots = [*differing, *allowed_only]
            self._names, self.picture = pointed_out(live, spots, live.history.event)

    def answer(self) -> tuple[str, Callable[[], None]]:
        # As short as a button's label must be.
        return self.say(QUESTION), self._tell

    def paragraphs(self) -> Sequence[Paragraph]:
        words, why = self.session.words, self._why
        names = self._names
        if why.attempt is None or why.finding is None:
            lines = [Paragraph(one) for one in seen_sentences(self._differences, names)]
            lines.append(Paragraph(words.say(UNKNOWN)))
        else:
            looks = words.say(LOOKS, event=names.event(why.attempt))
            lines = [Paragraph(looks), Paragraph(finding_sentence(why.finding, names))]
        if why.nearest:
            lines.append(Paragraph(words.say(ALLOWED), heading=True))
            lines += [Paragraph(names.possible(one)) for one in why.nearest]
        if why.finding is not None:
            lines.append(Paragraph(rule_line(why.finding.rule, names, ids=False), heading=True))
            lines.append(Paragraph(names.rule(why.finding.rule).text))
        return lines
