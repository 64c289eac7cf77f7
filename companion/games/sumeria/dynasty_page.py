"""The end of a dynasty: each city-state that is scored, who begins next, the ranking, new tiles."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.games.sumeria.screens import Renewal, Rotation
from companion.games.sumeria.settling import (
    Cast,
    asked_about,
    dynasty_steps,
    settling,
    step_about,
    summary,
)
from companion.games.sumeria.summary import Summary
from companion.games.sumeria.tile_pages import renewal, renewed
from companion.language import counted, said
from companion.pages.history import ReasonsPage
from companion.pages.kinds import NoticePage, PhasePage, StepsPage
from companion.session.look import Look
from companion.session.session import Page, Session
from companion.ui.menu import Menu, Row
from companion.ui.numbers_compared import Tally
from companion.ui.screen import Body, Labels
from companion.ui.texts import Headline
from companion.words.verdicts import finding_sentence
from engine.sumeria.events import Claim, Score
from engine.sumeria.turns import turns_left
from hardware.panel import Button, Light, Signal

LONG: Final = 30.0
"""Seconds for which tiles may be out of sight before the table is asked."""
TRAVEL: Final = 2.0
"""Seconds that the tiles of the ranking are on their way."""
SCORING: Final = said("Scoring of dynasty {number}")
BEGINS: Final = said("Dynasty {number} begins")
ASKING: Final = ("claim", "draw")
"""The phases in which the table may be asked (formats, section 4)."""


class DynastyPage(StepsPage):
    """Tells the end of a dynasty: the scoring on one page, then what is laid out anew.

    It follows the game: what the camera sees being claimed or dealt is shown at once. Where the
    camera cannot tell, it asks. With the new deal it is gone if somebody has gone through all the
    rest before; otherwise it stays until somebody has, while the game goes on.
    """

    def __init__(self, session: Session, *, from_start: bool = False) -> None:
        """Begin with the scoring, or where the game waits."""
        super().__init__(session)
        self._live = live = session.live
        found = settling(live.history)
        self._scored = None if found is None else found.scored
        self._dealt: int | None = None
        self._is_done = False
        self._dynasty = 0
        self._gone_through = False
        self._scored_row: tuple[str, ...] = ()
        self._state: tuple[object, ...] = ()
        self._bodies: tuple[Body, ...] = ()
        self._asked_at: int | None = None
        self._clear_at = session.now
        self._since = session.now
        self._update()
        if not from_start:
            self._go(self._last)

    def title(self) -> str:
        live = self._live
        if self._is_scoring and live.state["phase"] != "claim":
            return self.say(SCORING, number=self._dynasty)
        if not self._is_scoring and self._dealt is not None:
            return self.say(BEGINS, number=self._dynasty + 1)
        return live.names.waits_for(live.state)

    def player(self) -> str | None:
        player = self._live.state["to_play"]
        return player if self._live.state["phase"] == "claim" else None

    @property
    def _is_scoring(self) -> bool:
        return isinstance(self._bodies[self.at], Summary)

    def steps(self) -> Sequence[Body]:
        self._update()
        return self._bodies

    def body(self) -> Body:
        body = super().body()
        if not isinstance(body, Renewal):
            return body
        if self._dealt is None:
            body = renewal(self.session, self._cast, self._scored_row)
        else:
            body = renewed(self.session, self._cast, self._dealt, self._scored_row)
        return replace(body, moved=_moved(self.session.now - self._since))

    def light(self) -> Light | None:
        waits = self._live.awaits_press(self.session.look) and self._live.wrong is None
        return Light.BLUE if waits else None

    def labels(self) -> Labels:
        """Name what goes on and back; at the last step OK does what the game waits for."""
        say = self.say
        ahead = say("Next")
        if self.at == self._last:
            ahead = {"claim": say("Choose"), "draw": say("Enter"), "over": say("Result")}.get(
                self._live.state["phase"], say("Continue")
            )
        score = say("The points") if self._dealt is None else say("SCORE")
        return Labels(score, ahead, say("Back"), say("Why?"))

    def press(self, button: Button) -> None:
        before = self.at
        if button is Button.OK:
            self._gone_through = True
        if button is Button.WHY and self._is_scoring:
            self.session.go("scoring")
        elif button is not Button.SCORE:
            super().press(button)
        elif self._dealt is None:
            self.session.go("points")
        else:
            self.close()
            self.session.page.press(button)
        if self.at != before:
            self._since = self.session.now
        if self.at > before:
            self._ask_where_blind()

    def on_look(self, look: Look) -> None:
        if look.clear:
            self._clear_at = self.session.now
        self._follow()

    def pass_time(self, now: float) -> None:
        del now  # the session has it
        self._follow()

    def _follow(self) -> None:
        live, session = self._live, self.session
        if session.page is not self:
            return
        self._update()
        if self._is_done:
            session.close(self)
            return
        if live.state["phase"] == "claim" and (live.unseen or session.now - self._clear_at > LONG):
            self._ask()
        self._ask_where_blind()

    def _ask_where_blind(self) -> None:
        """Ask for tiles that no camera reads, once everybody has read what led there."""
        if self._gone_through and self.at == self._last and not self.session.table.tiles:
            self._ask()

    def _ask(self) -> None:
        event = self._live.history.event
        if self._asked_at != event and self._live.state["phase"] in ASKING:
            self._asked_at = event
            self._go(self._last)
            self.session.signal(Signal.ASKS)
            self.go_on()

    def go_on(self) -> None:
        session = self.session
        self._asked_at = self._live.history.event
        match self._live.state["phase"]:
            case "claim":
                session.go("claim")
            case "draw":
                session.go("draw")
            case "over":
                session.close(self)
                session.go("result")
            case _:
                session.close(self)

    def _update(self) -> None:
        """Take up what has happened; what was waited for is shown once it has."""
        live = self._live
        state = (live.history.event, live.names.language.code)
        if state == self._state:
            return
        found = settling(live.history)
        if found is None or found.scored != self._scored:  # undone
            self._is_done = True
            return
        has_happened = bool(self._state) and self._state[0] != state[0]
        if has_happened and found.dealt is not None and self._dealt is None:
            self._is_done = self._gone_through and isinstance(self._bodies[self.at], Renewal)
        self._dealt = found.dealt
        if has_happened and live.state["phase"] == "over":
            self.session.signal(Signal.DONE)
        bodies: list[Body] = [summary(found, self._cast)]
        self._dynasty, self._scored_row = found.dynasty, found.ranking
        if found.dealt is not None:
            bodies.append(renewed(self.session, self._cast, found.dealt, found.ranking))
        elif live.state["phase"] == "draw":
            bodies.append(renewal(self.session, self._cast, found.ranking))
        self._bodies, self._state = tuple(bodies), state
        self._go(min(self.at, self._last))

    def _go(self, number: int) -> None:
        if number != self.at:
            self.at, self._since = number, self.session.now

    @property
    def _last(self) -> int:
        return max(0, len(self._bodies) - 1)

    @property
    def _cast(self) -> Cast:
        live = self._live
        return Cast(live.names, live.board)


class ScoringPage(StepsPage):
    """Goes through a scoring step by step: who has how many, each tie, who takes what."""

    heading = said("Who takes what, and why")
    opening = said("Who starts, and why")
    ranked = said("The new ranking")

    def __init__(self, session: Session, event: int | None = None) -> None:
        """Tell it as all stood after an event, or stands now.

        It begins with the city-state in which that event, or whoever is to choose now, took tiles.
        """
        super().__init__(session)
        self._live = session.live
        self._event = event
        self._since = session.now
        self._state: tuple[object, ...] = ()
        self._steps: tuple[Body, ...] = ()
        self.at = step_about(self.steps(), asked_about(self._live.history, event))

    def steps(self) -> Sequence[Body]:
        """List the steps; they are asked for often, so made once an event."""
        live = self._live
        state = (live.history.event, live.names.language.code)
        if state != self._state:
            found = settling(live.history, self._event)
            self._steps = (
                () if found is None else dynasty_steps(found, Cast(live.names, live.board))
            )
            self._state = state
        return self._steps

    def title(self) -> str:
        body = super().body() if self.at < len(self.steps()) else None
        if isinstance(body, Rotation):
            return self.say(self.ranked)
        if isinstance(body, Headline) or (isinstance(body, Tally) and body.subject is None):
            return self.say(self.opening)
        return super().title()

    def body(self) -> Body:
        body = super().body()
        if not isinstance(body, Rotation):
            return body
        return replace(body, moved=_moved(self.session.now - self._since))

    def labels(self) -> Labels:
        ahead = self.say("Next") if self.at < len(self.steps()) - 1 else self.say("Continue")
        details = "" if self._event is None else self.say("Details")
        return Labels(details, ahead, self.say("Back"), self.say("Why?"))

    def press(self, button: Button) -> None:
        if button is Button.SCORE and self._event is not None:
            self.session.go("details", event=self._event)
        self._since = self.session.now
        super().press(button)

    def go_on(self) -> None:
        self.close()

    def on_look(self, look: Look) -> None:
        """Close where what was scored has been taken back."""
        del look
        if self.at >= len(self.steps()):
            self.close()


def _moved(seconds: float) -> float:
    """Tell how far the tiles of a ranking are on their way, from 0 to 1, after some seconds."""
    return round(min(1.0, max(0.0, seconds / TRAVEL)), 2)


def reasons_page(session: Session, event: int) -> Page:
    """Tell why something was so: of a scoring by its tables, of anything else in sentences."""
    done = session.live.history.events[event - 1]
    if isinstance(done, Score | Claim):
        return ScoringPage(session, event)
    return ReasonsPage(session, event)


TURNS = counted("{number} turn", "{number} turns", "number")
MERCHANTS = counted("{number} merchant", "{number} merchants", "number")


class EarlyPage(PhasePage, NoticePage):
    """Tells why a dynasty cannot be scored yet; gone when all have played."""

    heading = said("It is too early to score")

    def body(self) -> Body:
        return Menu(tuple(self._rows()), -1, self._reason())

    def _reason(self) -> str:
        match self.phase:
            case "action":
                return self.say(
                    "A dynasty is scored once all turns have been played. Still to come:"
                )
            case "placement":
                return self.say(
                    "The opening placement comes first. To be placed on empty locations:"
                )
        history = self.live.history
        refused = (one for one in history.game.check(history.state, Score()).findings)
        return finding_sentence(next(one for one in refused if not one.holds), self.live.names)

    def _rows(self) -> Sequence[Row]:
        live = self.live
        left = MERCHANTS if self.phase == "placement" else TURNS
        return [
            Row(
                live.names.player(player),
                self.say(left, number=number),
                player,
                choosable=False,
            )
            for player, number in turns_left(live.history.state)
            if number
        ]
