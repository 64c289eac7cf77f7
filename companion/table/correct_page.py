"""The page on which the table agrees how the board stands, whatever led there."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.screens.menu import Row
from companion.table.game import LiveGame
from companion.table.menu_page import MenuPage
from companion.table.refusal import SOURCE
from companion.words.findings import judged_sentence
from companion.words.wrong import change_sentences
from engine.fields import Fields

if TYPE_CHECKING:
    from companion.table.session import Session


class CorrectPage(MenuPage):
    """Tells what a correction changes, and asks whether a turn is used up by it."""

    def __init__(
        self,
        session: "Session",
        live: LiveGame,
        changes: Mapping[str, str | None],
        done: Callable[[], None],
    ) -> None:
        """Offer that locations become empty or a player's; ``done`` is called once that stands."""
        super().__init__(session)
        self._live = live
        self._changes = dict(changes)
        self._done = done

    def title(self) -> str:
        """Name what it is."""
        return self.session.words.say("A correction")

    def text(self) -> str:
        """Tell what no correction of merchants changes."""
        return self.session.words.say("The ranking stays as it is.")

    def rows(self) -> Sequence[Row]:
        """List the changes, then what may be done about the turn."""
        told = change_sentences(self._changes, self._live.names)
        return [*(Row(text, choosable=False) for text in told), *self._answers()]

    def choose(self, number: int) -> None:
        """Write the correction; nothing happens where the rules refuse it."""
        chosen = number - len(self._changes)
        events = self._events()
        if 0 <= chosen < len(events):
            self._live.write(events[chosen], look=self.session.look)
            self._done()

    def _answers(self) -> list[Row]:
        say, player = self.session.words.say, self._live.state["to_play"]
        told = []
        for event in self._events():
            name = self._live.called(player or "")
            if self._turn_of(event) is None:
                told.append(Row(say("Agreed; it is still {player}’s turn", player=name)))
            else:
                told.append(Row(say("Agreed; {player}’s turn is over", player=name)))
        if not told:
            game, state = self._live.history.game, self._live.history.state
            ruling = game.check(state, self._event(None))
            finding = next(one for one in ruling.findings if not one.holds)
            told.append(Row(judged_sentence(finding, self._live.names), choosable=False))
        return told

    def _events(self) -> list[Any]:
        """List the corrections that the rules allow: nobody's turn, or that of who is to play."""
        game, state = self._live.history.game, self._live.history.state
        turns = dict.fromkeys([None, self._live.state["to_play"]])
        events = [self._event(turn) for turn in turns]
        return [event for event in events if game.check(state, event).holds]

    def _event(self, turn: str | None) -> Any:  # noqa: ANN401 - an event of any game
        keys: dict[str, object] = {"type": "correct", "board": dict(self._changes)}
        if turn is not None:
            keys["as_turn_of"] = turn
        return self._live.history.game.parse_event(Fields(SOURCE, "correct", keys))

    def _turn_of(self, event: Any) -> object:  # noqa: ANN401
        return self._live.history.game.format_event(event).get("as_turn_of")
