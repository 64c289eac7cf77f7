"""The panel without wires, as every panel is used."""

from hardware.panel import Button, Cause, Edge, Light, Missing, Panel, Signal
from hardware.virtual.virtual_panel import VirtualPanel


def test_presses_are_told_once_and_in_order() -> None:
    panel = VirtualPanel()
    panel.open()
    panel.press(Button.OK, 1.0)
    panel.press(Button.WHY, 1.1)
    panel.release(Button.OK, 1.2)
    assert panel.held() == {Button.WHY}
    assert panel.edges() == [
        Edge(Button.OK, down=True, seconds=1.0),
        Edge(Button.WHY, down=True, seconds=1.1),
        Edge(Button.OK, down=False, seconds=1.2),
    ]
    assert panel.edges() == []


def test_it_remembers_what_it_showed_and_sounded() -> None:
    panel = VirtualPanel()
    panel.open()
    for colour in (Light.GREEN, Light.GREEN, Light.BLUE):
        panel.light(colour)
    panel.beep(Signal.DONE)
    panel.close()
    panel.close()
    assert panel.lights == [Light.GREEN, Light.BLUE, Light.OFF]
    assert panel.beeps == [Signal.DONE]


def test_closed_it_does_nothing() -> None:
    panel = VirtualPanel()
    panel.press(Button.OK, 1.0)
    panel.light(Light.RED)
    panel.beep(Signal.WRONG)
    assert (panel.lights, panel.beeps) == ([], [])
    assert not panel.held()
    assert not panel.edges()


def test_it_is_a_panel_of_which_parts_may_be_missing() -> None:
    missing = Missing("light", Cause.BUSY)
    panel: Panel = VirtualPanel([missing])
    assert panel.missing == (missing,)
