"""The page on which the table tells, location by location, how the board really stands."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from companion.screens.diagram import SPOT_TARGET
from companion.screens.menu import Row
from companion.screens.screen import Body, Labels
from companion.screens.tell import READY, Tell
from companion.table.account_page import AccountPage
from companion.table.game import LiveGame
from companion.table.page import Page
from companion.table.spot_order import spot_order
from companion.table.who_page import WhoPage
from companion.words.brief_names import brief
from companion.words.names import sentence
from hardware.panel import Button

if TYPE_CHECKING:
    from companion.table.session import Session


class TellPage(Page):
    """A board on which a location is chosen, and who stands there; then what led there is sought.

    SCORE and WHY? go from location to location, once something was told also to the end of it.
    """

    scrolls = True

    def __init__(
        self,
        session: "Session",
        live: LiveGame,
        seen: Mapping[str, str | None],
        done: Callable[[], None],
    ) -> None:
        """Begin at the locations that look odd, as ``seen`` there.

        ``done`` is called once something is written.
        """
        super().__init__(session)
        self._live = live
        self._done = done
        self._told: dict[str, str | None] = {}
        self._stops: Final = spot_order(live.board, seen)
        self._seen: Final = dict(seen)
        self._at: str = self._stops[0]

    def title(self) -> str:
        """Say what to do."""
        return self.session.words.say("Who stands where?")

    def body(self) -> Body:
        """Show the board as told so far."""
        live, say = self._live, self.session.words.say
        standing = self._standing()
        ready = say("That is all") if self._told else ""
        told = tuple(self._told)
        if self._at == READY:
            text = say("Tell more, or choose this:")
            return Tell(live.board, standing, live.players, told, None, text, None, ready)
        names = brief(live.names)
        place = sentence(names.location(self._at))
        who = standing.get(self._at)
        seat = (who, live.players.index(who)) if who else None
        row = Row(sentence(names.player(who)), player=seat, choosable=False)
        return Tell(live.board, standing, live.players, told, self._at, place, row, ready)

    def labels(self) -> Labels:
        """Name the four."""
        say = self.session.words.say
        return Labels(score="◀", ok=say("Choose"), back=say("Back"), why="▶")

    def press(self, button: Button) -> None:
        """Go to the next location, take it, or leave."""
        stops = [*self._stops, *([READY] if self._told else [])]
        here = stops.index(self._at)
        match button:
            case Button.SCORE:
                self._at = stops[here - 1]
            case Button.WHY:
                self._at = stops[(here + 1) % len(stops)]
            case Button.OK if self._at == READY:
                self._finish()
            case Button.OK:
                self._ask_who()
            case Button.BACK:
                self.session.close(self)

    def tap(self, target: str) -> None:
        """Take the location that was touched, or be done."""
        if target == READY and self._told:
            self._finish()
        for at in self._stops:
            if target == SPOT_TARGET.format(at):
                self._at = at
                self._ask_who()

    def _standing(self) -> dict[str, str]:
        """Give the colour on each location, as told where it was told."""
        board: dict[str, str | None] = {**self._live.state["board"], **self._told}
        return {at: player for at, player in board.items() if player}

    def _ask_who(self) -> None:
        likely = self._seen.get(self._at, self._standing().get(self._at))
        self.session.open(WhoPage(self.session, self._live, self._at, likely, self._tell))

    def _tell(self, player: str | None) -> None:
        """Take who stands at the chosen location; then the next is at hand, or the end."""
        stands = self._live.state["board"].get(self._at)
        self._told.pop(self._at, None)
        if player != stands:
            self._told[self._at] = player
        untold = [at for at in self._seen if at not in self._told]
        if untold:
            self._at = untold[0]
        elif self._told:
            self._at = READY

    def _finish(self) -> None:
        self.session.open(AccountPage(self.session, self._live, dict(self._told), self._done))
