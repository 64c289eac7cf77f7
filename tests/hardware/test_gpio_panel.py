"""The panel on gpiozero's mock pins: what is there works, what is not is named once."""

import os
import sys
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.local import LocalPiFactory
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware import gpio, gpio_panel
from hardware.gpio import why_no_part, why_no_pins
from hardware.gpio_panel import LONGEST_QUEUE, GpioPanel
from hardware.panel import Button, Cause, Edge, Light, Missing, Pins, Signal

PINS = Pins()
OK = PINS.ok


@pytest.fixture
def pins() -> MockFactory:
    return MockFactory(pin_class=MockPWMPin)


@pytest.fixture
def panel(pins: MockFactory) -> Iterator[GpioPanel]:
    panel = GpioPanel(PINS, factory=lambda: pins, clock=partial(next, count(1.0)))
    panel.open()
    yield panel
    panel.close()


def colour(pins: MockFactory) -> list[float]:
    return [round(float(pins.pin(one).state), 2) for one in (PINS.red, PINS.green, PINS.blue)]


def busy_pins(busy: int | None) -> MockFactory:
    """Give mock pins of which one is another program's; lgpio's error reads like this."""
    pins = MockFactory(pin_class=MockPWMPin)
    take = pins.pin

    def pin(name: int, **keywords: object) -> object:
        if name == busy:
            raise OSError("'GPIO busy'")
        return take(name, **keywords)

    pins.pin = pin
    return pins


def test_all_is_there(panel: GpioPanel) -> None:
    assert panel.missing == ()
    assert panel.edges() == []
    assert panel.held() == set()


@pytest.mark.parametrize("button", Button)
def test_a_button_switches_its_pin_to_ground(
    panel: GpioPanel, pins: MockFactory, button: Button
) -> None:
    pin = pins.pin(PINS.button(button))
    assert pin.pull == "up"
    pin.drive_low()
    assert panel.held() == {button}
    pin.drive_high()
    assert panel.held() == set()
    assert panel.edges() == [
        Edge(button, down=True, seconds=1),
        Edge(button, down=False, seconds=2),
    ]
    assert panel.edges() == []


def test_every_bounce_is_told(panel: GpioPanel, pins: MockFactory) -> None:
    pin = pins.pin(OK)
    assert pin.bounce is None  # gpiozero would drop edges
    for _ in range(5):
        pin.drive_low()
        pin.drive_high()
    assert [edge.down for edge in panel.edges()] == [True, False] * 5


def test_a_chattering_contact_does_not_fill_the_memory(panel: GpioPanel, pins: MockFactory) -> None:
    pin = pins.pin(OK)
    for _ in range(LONGEST_QUEUE):
        pin.drive_low()
        pin.drive_high()
    edges = panel.edges()
    assert len(edges) == LONGEST_QUEUE
    assert edges[-1] == Edge(Button.OK, down=False, seconds=2 * LONGEST_QUEUE)


@pytest.mark.parametrize(
    ("light", "shares"),
    [
        (Light.GREEN, [0, 1, 0]),
        (Light.BLUE, [0, 0, 1]),
        (Light.AMBER, [1, 0.35, 0]),
        (Light.RED, [1, 0, 0]),
        (Light.OFF, [0, 0, 0]),
    ],
)
def test_the_light_shows_a_colour(
    panel: GpioPanel, pins: MockFactory, light: Light, shares: list[float]
) -> None:
    panel.light(Light.RED)
    panel.light(light)
    assert colour(pins) == shares


def test_closing_goes_dark_and_silent_and_gives_the_pins_back(
    panel: GpioPanel, pins: MockFactory
) -> None:
    panel.light(Light.RED)
    panel.beep(Signal.WRONG)
    panel.close()
    panel.close()
    assert colour(pins) == [0, 0, 0]
    assert all(pins.pin(one).function == "input" for one in (PINS.red, PINS.buzzer, OK))
    panel.light(Light.GREEN)
    panel.beep(Signal.DONE)
    assert panel.edges() == []
    assert panel.held() == set()
    assert colour(pins) == [0, 0, 0]


@pytest.mark.parametrize("signal", Signal)
def test_the_buzzer_begins_at_once_and_waits_for_nothing(
    panel: GpioPanel, pins: MockFactory, monkeypatch: pytest.MonkeyPatch, signal: Signal
) -> None:
    asked: list[tuple[float, float, int]] = []
    buzzer = type(panel._buzzer)
    monkeypatch.setattr(
        buzzer, "beep", lambda _, on, off, n: asked.append((on, off, n)), raising=True
    )
    panel.beep(signal)
    (rhythm,) = asked
    assert sum(rhythm[:2]) * rhythm[2] < 1.0
    assert pins.pin(PINS.buzzer).function == "output"


def test_no_two_signals_sound_alike() -> None:
    assert len(set(gpio_panel.RHYTHMS.values())) == len(Signal) == 4


@pytest.mark.parametrize("part", ["score", "ok", "back", "why", "blue", "buzzer"])
def test_a_busy_pin_costs_its_part_alone(part: str) -> None:
    pins = busy_pins(getattr(PINS, part))
    panel = GpioPanel(PINS, factory=lambda: pins)
    panel.open()
    name = "light" if part == "blue" else part
    assert panel.missing == (Missing(name, Cause.BUSY, "GPIO busy"),)
    panel.light(Light.GREEN)
    panel.beep(Signal.NOTED)
    pins.pin(PINS.ok if part != "ok" else PINS.why).drive_low()
    assert len(panel.edges()) == 1
    assert len(panel.missing) == 1
    panel.close()


def test_parts_that_are_not_built_in_are_not_missing() -> None:
    pins = busy_pins(None)
    panel = GpioPanel(Pins(why=None, green=None, buzzer=None), factory=lambda: pins)
    panel.open()
    assert panel.missing == ()
    panel.light(Light.GREEN)
    panel.beep(Signal.NOTED)
    assert panel.held() == set()
    panel.close()


def test_a_part_that_fails_later_is_named_once_and_left_alone(
    panel: GpioPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("the chip has gone")

    monkeypatch.setattr(MockPWMPin, "_set_state", fail)
    monkeypatch.setattr(MockPWMPin, "_get_state", fail)
    for _ in range(2):
        panel.light(Light.RED)
        assert panel.held() == set()
    assert {one.part for one in panel.missing} == {"light", *Button}
    assert len(panel.missing) == 1 + len(Button)


def test_opened_again_it_looks_again() -> None:
    factories = [busy_pins(PINS.score), busy_pins(None)]
    panel = GpioPanel(PINS, factory=lambda: factories.pop(0))
    counts = []
    for _ in range(2):
        panel.open()
        counts.append(len(panel.missing))
    assert counts == [1, 0]
    panel.close()


def test_without_pins_all_is_missing_and_nothing_fails() -> None:
    def refuse() -> MockFactory:
        raise ImportError("lgpio")

    panel = GpioPanel(PINS, factory=refuse)
    panel.open()
    assert [one.part for one in panel.missing] == ["panel"]
    panel.light(Light.GREEN)
    panel.beep(Signal.NOTED)
    assert not panel.edges()
    assert not panel.held()
    panel.close()


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """Build the little of a Raspberry Pi's file system by which pins are judged."""
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc" / "cpuinfo").write_text("Hardware\t: BCM2835\nRevision\t: c03115\n")
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "gpiochip0").touch()
    return tmp_path


def test_a_computer_without_pins_needs_no_library(pi: Path) -> None:
    (pi / "dev" / "gpiochip0").unlink()
    missing = why_no_pins(ModuleNotFoundError(name="lgpio"), pi)
    assert missing == Missing("panel", Cause.NO_PINS)


@pytest.mark.parametrize("cpuinfo", ["model name\t: a laptop's\n", None])
def test_the_pins_inside_a_laptop_are_none(pi: Path, cpuinfo: str | None) -> None:
    (pi / "proc" / "cpuinfo").unlink()
    if cpuinfo is not None:
        (pi / "proc" / "cpuinfo").write_text(cpuinfo)
    assert why_no_pins(RuntimeError(), pi) == Missing("panel", Cause.NO_PINS)


@pytest.mark.parametrize("module", ["gpiozero.pins", "lgpio"])
def test_a_missing_library_is_named(pi: Path, module: str) -> None:
    error = ModuleNotFoundError(f"No module named '{module}'", name=module)
    assert why_no_pins(error, pi) == Missing("panel", Cause.NO_LIBRARY, module.partition(".")[0])


@pytest.mark.parametrize("owner", ["gpio", "dialout"])
def test_a_forbidden_chip_names_the_group_that_may_use_it(
    pi: Path, monkeypatch: pytest.MonkeyPatch, owner: str
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(Path, "group", lambda _: owner)
    missing = why_no_pins(OSError("'can not open gpiochip'"), pi)
    assert missing == Missing("panel", Cause.NOT_PERMITTED, owner)


def test_nobody_is_sent_into_the_group_of_root(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(Path, "group", lambda _: "root")
    assert why_no_pins(OSError(), pi).detail == "gpio"


def test_another_failure_keeps_the_words_of_the_library(pi: Path) -> None:
    error = RuntimeError("'unable to open\nthe chip'")
    assert why_no_pins(error, pi) == Missing("panel", Cause.BROKEN, "unable to open the chip")
    assert why_no_part("light", ValueError()) == Missing("light", Cause.BROKEN, "ValueError")


LGPIO = """
import os
os.chdir(os.environ["LG_WD"])
open(".lgd-nfy0", "w").close()
seen = os.getcwd()
SET_PULL_NONE = SET_PULL_UP = SET_PULL_DOWN = BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0
def gpiochip_open(chip): return chip
def gpiochip_close(handle): pass
"""


def test_lgpio_works_elsewhere_and_the_program_stays_where_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # When it is imported, lgpio takes the program to its working directory, and litters there.
    (tmp_path / "lgpio.py").write_text(LGPIO, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for module in ("lgpio", "gpiozero.pins.lgpio"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setattr(LocalPiFactory, "_get_revision", lambda _: 0xC03115)
    monkeypatch.delenv(gpio.FOLDER, raising=False)
    monkeypatch.chdir(tmp_path)
    gpio.open_pins().close()
    folder = Path(sys.modules["lgpio"].seen)
    assert Path.cwd() == tmp_path != folder
    assert gpio.FOLDER not in os.environ
    assert not folder.exists()
    for module in ("lgpio", "gpiozero.pins.lgpio"):
        del sys.modules[module]


def test_gpiozero_is_left_without_a_default_of_its_own(panel: GpioPanel) -> None:
    assert panel.missing == ()
    assert Device.pin_factory is None
