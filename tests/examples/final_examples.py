"""The end of the game, after one that was won on a tie-break."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from companion.games.sumeria.final import final_views
from companion.pages.result import View
from companion.ui.menu import Menu, Row
from companion.ui.screen import Labels, Screen
from engine.sumeria.explain_dynasty import final
from hardware.panel import Light
from tests.examples.dynasty_examples import cast_of
from tests.examples.sitting import Sitting

WON: Final = ((4, 3, 0, 0), (4, 2, 2, 0), (9, 0, 0, 0), (9, 0, 0, 0))
SHARED: Final = ((5, 5, 2, 3),) * 4


def tied_views(sitting: Sitting, tiles: tuple[tuple[int, ...], ...] = WON) -> tuple[View, ...]:
    """Show all views of a game that ended with these tiles."""
    players = len(sitting.colours)
    over = replace(sitting.history.state, tiles=tiles[-players:])
    return final_views(sitting.history, final(over), cast_of(sitting))


def final_screen(sitting: Sitting, view: View, ahead: str = "Next", back: str = "Back") -> Screen:
    """Put a view into its frame."""
    say = sitting.words.say
    labels = Labels(say("Export"), say(ahead), say(back), say("Why?"))
    return Screen(view.body, labels, view.title, light=Light.OFF)


def _view(number: int, tiles: tuple[tuple[int, ...], ...] = WON) -> Callable[[Sitting], Screen]:
    back = "Back" if number else "Close"
    return lambda sitting: final_screen(sitting, tied_views(sitting, tiles)[number], back=back)


def _thinking(sitting: Sitting) -> Screen:
    times = ("0:45:07", "1:12:33", "0:05:59", "0:31:00")
    rows = tuple(
        Row(sitting.names.player(player), time, player, choosable=False)
        for player, time in zip(sitting.colours, times, strict=False)
    )
    view = View(sitting.words.say("Thinking time"), Menu(rows, -1))
    return final_screen(sitting, view, ahead="Close")


EXAMPLES: Final[Mapping[str, Callable[[Sitting], Screen]]] = {
    "final-winners": _view(0),
    "final-shared": _view(0, SHARED),
    "final-score": _view(1, SHARED),
    "final-tie": _view(3),
    "final-curve": _view(-1),
    "final-thinking": _thinking,
}
