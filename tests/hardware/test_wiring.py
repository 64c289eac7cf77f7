"""The wiring table: which part hangs on which pin of a Raspberry Pi."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from hardware.panel import HEADER, LABELS, LEGS, ROWS, Button, Pins

SVG = "{http://www.w3.org/2000/svg}"
TITLES = {
    **{button.value: f"button {LABELS[button]}" for button in Button},
    **dict.fromkeys(LEGS, "light, common cathode"),
    "buzzer": "active buzzer",
}
"""What each part is called in the drawing of the guides."""
GROUNDS: Final = tuple(pin for pin, name in enumerate(ROWS.split(), 1) if name == "ground")
"""The header's ground pins."""
SHARED: Final[Mapping[int, str]] = {
    **dict.fromkeys((2, 3), "I2C"),
    **dict.fromkeys((14, 15), "UART"),
    **dict.fromkeys((7, 8, 9, 10, 11), "SPI"),
}
"""GPIOs with a second office that displays, clocks and consoles often need."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire of the panel: from a GPIO at ``header_pin`` through the part to ``ground_pin``."""

    part: str
    gpio: int
    header_pin: int
    ground_pin: int


def wires(pins: Pins) -> Iterator[Wire]:
    """Yield the wires of all parts that are built in, each with the ground pin nearest to it.

    The three legs of the light share a ground, which is the one nearest to the red leg.
    """
    for part, gpio in asdict(pins).items():
        if gpio is not None:
            leads = pins.red if part in LEGS and pins.red is not None else gpio
            ground = min(GROUNDS, key=partial(_rows_apart, HEADER[leads]))
            yield Wire(part, gpio, HEADER[gpio], ground)


def _rows_apart(one: int, other: int) -> int:
    """Count the rows between two pins of the header, of which two lie in each."""
    return abs((one - 1) // 2 - (other - 1) // 2)


def test_the_header_is_that_of_a_raspberry_pi() -> None:
    assert sorted(HEADER) == list(range(2, 28))
    assert GROUNDS == (6, 9, 14, 20, 25, 30, 34, 39)
    powered = {1, 2, 4, 17}
    asked_at_boot = {27, 28}
    assert sorted([*HEADER.values(), *GROUNDS, *powered, *asked_at_boot]) == list(range(1, 41))
    assert {HEADER[2], HEADER[14], HEADER[17], HEADER[21]} == {3, 8, 11, 40}


def test_the_defaults_leave_pins_with_a_second_office_alone() -> None:
    chosen = asdict(Pins()).values()
    assert len(set(chosen)) == len(chosen)
    assert set(chosen) <= set(HEADER) - set(SHARED)


def test_what_could_shine_or_sound_is_pulled_down_while_a_pi_boots() -> None:
    # The Pi pulls GPIO 0 to 8 up and the others down until a program says otherwise.
    pins = Pins()
    assert all(pin is not None and pin > 8 for pin in (pins.red, pins.green, pins.blue))
    assert pins.buzzer is not None
    assert pins.buzzer > 8


def test_each_part_has_one_wire_with_a_ground_beside_it() -> None:
    table = list(wires(Pins()))
    assert [wire.part for wire in table] == list(asdict(Pins()))
    assert table[0] == Wire("score", 24, 18, 20)
    assert all(abs(wire.header_pin - wire.ground_pin) <= 6 for wire in table)


def test_the_legs_of_the_light_share_a_ground() -> None:
    grounds = {wire.part: wire.ground_pin for wire in wires(Pins())}
    assert grounds["red"] == grounds["green"] == grounds["blue"] == 9


def test_what_is_not_built_in_has_no_wire() -> None:
    assert "buzzer" not in [wire.part for wire in wires(Pins(buzzer=None))]


@pytest.fixture(scope="module")
def drawing() -> ET.Element:
    path = Path(__file__).parents[2] / "docs" / "wiring.svg"
    return ET.parse(path).getroot()  # noqa: S314 - our own


def drawn_wires(drawing: ET.Element) -> dict[tuple[str, str], tuple[int, str]]:
    """Follow each wire of the drawing: its part's title and its label, to its pin and colour."""
    dots = [
        (float(one.attrib["cx"]), float(one.attrib["cy"])) for one in drawing.iter(f"{SVG}circle")
    ]
    texts = [
        (float(one.attrib["x"]), float(one.attrib["y"]), one.text or "")
        for one in drawing.iter(f"{SVG}text")
    ]
    pin_at = dict(zip(dots, (int(text) for *_, text in texts if text.isdecimal()), strict=True))
    found = {}
    for wire in drawing.iter(f"{SVG}polyline"):
        points = [point.split(",") for point in wire.attrib["points"].split()]
        (x, y), *_, (end_x, end_y) = ((float(at_x), float(at_y)) for at_x, at_y in points)
        beside = [(at, text) for across, at, text in texts if abs(across - x) < 200]
        label = next(text for at, text in beside if at == y + 5)
        title = max((at, text) for at, text in beside if at < y and text in TITLES.values())[1]
        found[title, label] = (pin_at[end_x, end_y], wire.attrib["stroke"])
    return found


def test_in_the_drawing_each_wire_ends_at_its_pin(drawing: ET.Element) -> None:
    expected = {}
    for wire in wires(Pins()):
        label = f"{wire.part}: GPIO {wire.gpio}" if wire.part in LEGS else f"GPIO {wire.gpio}"
        expected[TITLES[wire.part], label] = wire.header_pin
        expected[TITLES[wire.part], "ground"] = wire.ground_pin
    assert {name: pin for name, (pin, _) in drawn_wires(drawing).items()} == expected


def test_in_the_drawing_the_legs_of_the_light_alone_have_resistors(drawing: ET.Element) -> None:
    resistors = [
        one.attrib["stroke"] for one in drawing.iter(f"{SVG}rect") if one.attrib["width"] == "24"
    ]
    legs = {label: colour for (_, label), (_, colour) in drawn_wires(drawing).items()}
    assert resistors == [legs[f"{leg}: GPIO {asdict(Pins())[leg]}"] for leg in LEGS]
