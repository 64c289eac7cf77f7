"""Lists, as most pages are."""

from companion.ui.menu import Menu, Row
from companion.ui.screen import Labels, Screen
from companion.words.eye import SIDES, trouble_in_short
from hardware.panel import Light
from tests.examples.sitting import Sitting
from vision.reading import Trouble


def short(sitting: Sitting) -> Screen:
    """Show a list of a few rows."""
    say = sitting.words.say
    rows = (Row(say("New game")), *(Row(sitting.names.player(one)) for one in sitting.colours[:2]))
    return Screen(Menu(rows), _labels(sitting), "Dubsar", say("following"))


def long(sitting: Sitting) -> Screen:
    """Show a list with all that may be in it, scrolled to its middle."""
    names = sitting.names
    players = [Row(names.player(one), names.name("phase", "over"), one) for one in sitting.colours]
    tiles = [Row(names.count(kind, 2), names.place("kish")) for kind in ("economy",) * 4]
    heading = Row(names.name("phase", "placement"), choosable=False)
    chosen = Row(
        " · ".join(
            [
                names.name("phase", "action"),
                names.name("phase", "claim"),
                names.name("phase", "draw"),
            ]
        )
    )
    status = sitting.words.say("a hand is over the board")
    return Screen(
        Menu(
            (*players, heading, chosen, *tiles), chosen=5, text=names.brief().place("ur.village-1")
        ),
        _labels(sitting),
        names.name("phase", "claim"),
        status,
        Light.AMBER,
    )


def troubled(sitting: Sitting) -> Screen:
    """Show the longest title beside the longest that the status may have to say."""
    names = sitting.names
    sides = [Trouble("cut-off", side) for side in SIDES]
    foreign = [Trouble("foreign")]
    status = max([trouble_in_short(one, names) for one in (sides, foreign)], key=len)
    title = names.tell("awaited", "placement", {"player": "blue"})
    return Screen(Menu(()), _labels(sitting), title, status, Light.AMBER, player="blue")


def _labels(sitting: Sitting) -> Labels:
    say = sitting.words.say
    return Labels(score="▲", ok=say("Choose"), back=say("Back"), why="▼")
