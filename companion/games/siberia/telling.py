"""What people tell of a turn that no camera sees: a pass, and any other action, step by step."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from companion.games.siberia.amending import marker_options
from companion.games.siberia.play_screen import prospects_of
from companion.pages.answers import corrections
from companion.pages.kinds import ChoicePage, CurrentStatePage, MenuPage, Option
from companion.session.live_game import LiveGame
from companion.session.look import Look
from companion.session.session import Session
from companion.sighting import doubtful
from companion.tracking.notes import Differences
from companion.ui.menu import Row
from companion.words.names import capitalised
from engine.game import Form, Question
from engine.siberia.board import OPEN
from engine.siberia.events import Mine
from engine.siberia.explain_actions import would_bring
from hardware.panel import Light

UNSEEN: Final = ("pass", "done", "manager", "research", "logistics")
"""What may be done though nothing on the table changes, the likeliest first."""
WHOSE: Final = ("type", "player")
Told = tuple[Form, object]
"""A form and the answer to its question; None where it is still to be asked, or there is none."""


class _TellingPage(CurrentStatePage, MenuPage):
    """Offers forms by what is done."""

    def title(self) -> str:
        return self.live.names.tell("screen", "what_happened")

    def forms(self) -> dict[str, list[Form]]:
        """Sort what may be told now by what is done."""
        history = self.live.history
        found: dict[str, list[Form]] = {}
        for form in history.game.entry(history.state):
            found.setdefault(str(dict(form.given)["type"]), []).append(form)
        return found

    def offered(self, verb: str, forms: Sequence[Form]) -> Option:
        row = Row(self.live.names.tell("verb", verb))
        return row, partial(tell_one_of, self.session, self.live, forms)


class TurnPage(_TellingPage):
    """Asks what somebody did of whose turn nothing was seen: a pass comes first.

    Who pressed too early may do it while this is asked. Nothing is followed meanwhile, as it may
    be the next player's turn: it is asked first whether what has changed was this turn.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._then, self._open_then = self._differing(), self._lying_open()
        self._has_changed = False

    def light(self) -> Light | None:
        return None if self.session.is_stopped else Light.BLUE

    def text(self) -> str:
        seen = "changed_since" if self._has_changed else "nothing_seen"
        return self.live.names.tell("screen", seen)

    def on_look(self, look: Look) -> None:
        super().on_look(look)
        had = self._has_changed
        if look.clear:
            lying, before = self._lying_open(), self._open_then
            opened = any(before[at] != lying[at] for at in before.keys() & lying.keys())
            self._has_changed = opened or self._differing() != self._then
        if self.chosen:  # what somebody has gone to stays marked
            self.chosen += self._has_changed - had

    def _differing(self) -> Differences:
        """Give what looks otherwise than the game stands; nothing where there is no camera."""
        live, look = self.live, self.session.look
        return live.differing(look.reading, live.history.event) if look is not None else {}

    def _lying_open(self) -> dict[int, str | None]:
        """Tell which investment markers surely lie open, and where surely none does."""
        look = self.session.look
        slots = None if look is None else look.reading.groups.get(OPEN)
        if slots is None:
            return {}
        each = zip(slots.likeliest(), doubtful(slots), strict=True)
        return {at: lies for at, (lies, in_doubt) in enumerate(each) if not in_doubt}

    def options(self) -> Sequence[Option]:
        forms = self.forms()
        offered: list[Option] = []
        if self._has_changed:  # nobody shall pass who has just acted
            offered.append((Row(self.live.names.tell("screen", "was_this_turn")), self._was_seen))
        offered += [self.offered(one, forms[one]) for one in UNSEEN if one in forms]
        if any(one not in UNSEEN for one in forms):
            other = Row(self.live.names.tell("verb", "other"))
            offered.append((other, partial(self.session.go, "actions")))
        return [*offered, *marker_options(self.session, self.live)]

    def leave(self) -> None:
        self.live.turns.leave()
        self.close()

    def _was_seen(self) -> None:
        self.live.turns.see()
        self.close()


class ActionsPage(_TellingPage):
    """Lists every action that is possible now."""

    def options(self) -> Sequence[Option]:
        offered = [self.offered(verb, forms) for verb, forms in self.forms().items()]
        return [*offered, *marker_options(self.session, self.live)]


class EntryPage(ActionsPage):
    """Lists the same where the table looks otherwise than it should, and what may be agreed on."""

    def __init__(
        self, session: Session, seen: Mapping[str, str | None], done: Callable[[], None]
    ) -> None:
        super().__init__(session)
        self._seen, self._done = seen, done

    def options(self) -> Sequence[Option]:
        offered = list(super().options())
        if corrections(self.live, self._seen):
            agree = partial(self.session.go, "correction", changes=self._seen, done=self._done)
            offered.append((Row(self.say("We agree")), agree))
        return offered


def tell_one_of(session: Session, live: LiveGame, forms: Sequence[Form]) -> None:
    """Ask by what forms of one action differ, then for what is still to be said."""
    if len(forms) == 1:
        _ask(session, live, forms[0])
        return
    names = live.names
    key = [key for form in forms for key, _ in form.given if key not in WHOSE][-1]
    choices: list[tuple[Told | None, Row]] = []
    for form in forms:
        given = dict(form.given)
        if key in given:
            value = given[key]
            nothing = names.tell("screen", "no_joker")
            text = capitalised(names.value(key, value)) if value else nothing
            choices.append(((form, None), Row(text)))
            continue
        (question,) = form.questions
        choices += [((form, one), _row(live, form, question, str(one))) for one in question.choices]
    if dict(forms[0].given)["type"] == Mine.verb:
        choices += [(None, row) for row in _unmarked(live)]
    title = _asked(live, forms[0], key)
    page = ChoicePage(session, title, choices, partial(_go_on, session, live))
    session.open(page)


def _go_on(session: Session, live: LiveGame, told: Told | None) -> None:
    """Write what was told, or ask for what is still to be said of it."""
    if told is None:  # nobody can choose it
        return
    form, answer = told
    if answer is None:
        _ask(session, live, form)
    else:
        _write(session, live, form, answer)


def _unmarked(live: LiveGame) -> list[Row]:
    """Name what whoever is to play could sell, did its action not lack markers."""
    names = live.names
    lacking = names.tell("screen", "markers_lacking")
    return [
        Row(capitalised(names.value("resource", one.resource)), lacking, choosable=False)
        for one in prospects_of(live.history.state, live.phase.players[0], names)
        if one.money and not one.marked
    ]


def _ask(session: Session, live: LiveGame, form: Form) -> None:
    if not form.questions:
        _write(session, live, form, None)
        return
    (question,) = form.questions
    if len(question.choices) == 1:
        _write(session, live, form, question.choices[0])
        return
    rows = [(one, _row(live, form, question, str(one))) for one in question.choices]
    do = partial(_write, session, live, form)
    session.open(ChoicePage(session, _asked(live, form, question.key), rows, do))


def _asked(live: LiveGame, form: Form, key: str) -> str:
    return live.names.tell("ask", key, {"type": dict(form.given)["type"]})


def _row(live: LiveGame, form: Form, question: Question, choice: str) -> Row:
    """Name a choice; of an exchange with what it would pay."""
    names, given = live.names, dict(form.given)
    text = capitalised(names.value(question.key, choice))
    if question.key != "exchange":
        return Row(text)
    state = live.history.state
    sold = would_bring(state, state.turn, str(given["resource"]), choice)
    (paid,) = (
        dict(one.facts)["money"] for one in sold.children if one.holds and one.rule == "I-32"
    )
    return Row(text, names.value("money", paid))


def _write(session: Session, live: LiveGame, form: Form, answer: object) -> None:
    """Write what was told, and go back to the game."""
    answers = {question.key: answer for question in form.questions}
    live.enter(form, answers, None)
    session.return_to("play")
