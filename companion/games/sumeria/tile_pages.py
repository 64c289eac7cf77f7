"""Entering influence tiles that no camera reads: those chosen, those drawn; what a deal asks."""

from collections.abc import Iterator, Sequence

from companion.games.sumeria.screens import Deal, Renewal
from companion.games.sumeria.settling import Cast
from companion.games.sumeria.virtual_table import AT_ONCE
from companion.games.sumeria.words import by_rank
from companion.language import counted, said
from companion.pages.kinds import ChoicePage, MenuPage, PhasePage
from companion.pages.setting_up import entered_at
from companion.session.helpers import PRESS
from companion.session.look import Look
from companion.session.session import Session
from companion.sighting import certain
from companion.ui.menu import Row
from companion.ui.screen import Body
from engine.game import StateObject
from engine.sumeria.board_file import INFLUENCE
from engine.sumeria.dynasty import gain
from engine.sumeria.events import Claim, Draw
from hardware.panel import Button
from seeds.sumeria import counts

GAIN = counted("+{number} point", "+{number} points", "number")
OLD = said("Drag the old influence tiles off the board, then press “{button}”.")
SHIFT = said("Shift the ranking as shown; the turn marker goes back to 1.")
TURN_MARKER = said("The turn marker goes back to 1.")
MARKER = said("The first-player marker goes to {player}.")


def renewal(session: Session, cast: Cast, scored: Sequence[str]) -> Renewal:
    """Remind of markers, row and tiles, with the tiles that the camera sees.

    ``scored`` is the ranking as it was scored. What is done is not told any more. At a virtual
    table buttons do what is tedious.
    """
    say, game, look = cast.names.language.say, session.live, session.look
    slots = None if look is None else look.reading.groups.get(INFLUENCE)
    lying = certain(slots, len(game.state["influence"]))
    virtual, deal = session.hands is not None, say(AT_ONCE["deal"])
    tiles = say("Draw six influence tiles and lay them out.")
    if virtual:
        tiles = say(PRESS, button=deal)
    rules, state = game.history.game, game.history.state
    now = rules.expected(state)
    left = zip(lying, game.tracker.left_lying, strict=False)
    if any(lying) and all(kind in (None, old) for kind, old in left):
        away = say("Take the old influence tiles away, then draw six new ones.")
        tiles = say(OLD, button=deal) if virtual else away
    elif None not in lying and not rules.chance(state, now, now.having(INFLUENCE, lying)):
        tiles = say("The bag doesn’t hold that many of one kind: enter what was drawn.")
    reminders = (*_to_shift(session, cast, game.state), tiles)
    return _reminding(cast, game.state, lying, reminders, scored)


def renewed(session: Session, cast: Cast, dealt: int, scored: Sequence[str]) -> Renewal:
    """Remind of markers and row, and show what was dealt with event ``dealt``."""
    state = session.live.state_at(dealt)
    say = cast.names.language.say
    tiles = say("Dynasty {number} begins with these tiles.", number=state["dynasty"])
    reminders = (*_to_shift(session, cast, state), tiles)
    return _reminding(cast, state, tuple(state["influence"]), reminders, scored)


def _reminding(
    cast: Cast,
    state: StateObject,
    lying: tuple[str | None, ...],
    reminders: tuple[str, ...],
    scored: Sequence[str],
) -> Renewal:
    row = state["ranking"]
    places = (cast.place(i + 1, row[i], kinds) for i, kinds in enumerate(by_rank(lying)))
    old, new = (tuple(map(cast.tile, one)) for one in (scored, row))
    return Renewal(reminders, tuple(places), old, new)


def _to_shift(session: Session, cast: Cast, state: StateObject) -> Iterator[str]:
    """Say what is still to be shifted: of the row as long as the camera does not see it done.

    A virtual table has no markers.
    """
    say, virtual, live = cast.names.language.say, session.hands is not None, session.live
    row = live.row_seen(session.look)
    is_shifted = row is not None and [*row] == [*live.state["ranking"]]
    if virtual and not is_shifted:
        yield say(PRESS, button=say(AT_ONCE["shift"]))
    if virtual:
        return
    yield say(TURN_MARKER) if is_shifted else say(SHIFT)
    yield say(MARKER, player=cast.names.player(state["order"][0]))


class ClaimPage(ChoicePage):
    """Offers every choice that the rules allow; gone once one has been told or seen."""

    def __init__(self, session: Session) -> None:
        self._live = live = session.live
        self._number = live.history.event
        names, say = live.names, session.words.say
        events = live.history.game.legal_events(live.history.state)
        player, has = events[0].player, live.state["tiles"][events[0].player]
        kinds = dict.fromkeys(kind for event in events for kind in event.tiles)
        text = say(
            "Which tiles does {player} take in {city_state}?",
            player=names.player(player),
            city_state=names.place(events[0].city_state),
        )
        if had := [names.count(kind, has[kind]) for kind in kinds if has[kind]]:
            so_far = say("So far: {tiles}.", tiles=names.all_of(had))
            text = f"{text} {so_far}"
        gained = [gain(live.history.state, player, event.tiles) for event in events]
        choices = [
            (event, Row(names.counts(event.tiles), say(GAIN, number=number)))
            for event, number in zip(events, gained, strict=True)
        ]
        super().__init__(session, say("Influence tiles"), choices, self._write, text=text)

    def _write(self, event: Claim) -> None:
        if self._live.history.event == self._number:
            self._live.write(event, look=self.session.look)

    def on_look(self, look: Look) -> None:
        del look
        if self._live.history.event != self._number:
            self.close()


SPACES = sum(counts().over_ranks)


class DrawPage(PhasePage, MenuPage):
    """Takes one tile after the other, left to right; BACK takes the last one back."""

    heading = said("New influence tiles")

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._kinds: list[str] = []
        kept = entered_at(SPACES, self.live.entered.get("tiles"), counts().kinds)
        for kind in kept.values():
            self._kinds += [kind] * (kind in self._bag())

    def text(self) -> str:
        if len(self._kinds) < SPACES:
            return self.say("Which tile comes next? In the bag are:")
        return self.say("Are these the six tiles?")

    def rows(self) -> Sequence[Row]:
        if len(self._kinds) == SPACES:
            return [Row(self.say("Yes")), Row(self.say("No, enter them again"))]
        names = self.live.names
        return [Row(names.count(kind, left)) for kind, left in self._bag().items()]

    def body(self) -> Body:
        missing = (None,) * (SPACES - len(self._kinds))
        kinds = tuple(self._bag()) if missing else ()
        return Deal(by_rank((*self._kinds, *missing)), self.menu(), kinds)

    def choose(self, number: int) -> None:
        """Take a tile; once all are there, write them or begin again."""
        if len(self._kinds) < SPACES:
            self._kinds.append([*self._bag()][number])
            self._keep()
            if len(self._kinds) == SPACES:
                self.chosen = 0
            return
        if number:
            self._kinds.clear()
            self._keep()
        elif self.live.state["phase"] == self.phase:
            self.close()
            self.live.write(Draw(tuple(self._kinds)), look=self.session.look)

    def press(self, button: Button) -> None:
        if button is Button.BACK and self._kinds:
            self._kinds.pop()
            self._keep()
        else:
            super().press(button)

    def _keep(self) -> None:
        self.live.keep_entered({"tiles": dict(enumerate(self._kinds))})

    def _bag(self) -> dict[str, int]:
        bag = self.live.state["bag"]
        left = {kind: many - self._kinds.count(kind) for kind, many in bag.items()}
        return {kind: many for kind, many in left.items() if many > 0}
