"""The drawing of the wires says what the table of pins says."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

from hardware.wiring import Pins, wires
from tools.wiring_svg import COLOURS, DRAWING, GROUND, drawing

SVG = "{http://www.w3.org/2000/svg}"


def test_the_drawing_in_the_documents_is_that_of_the_default_pins() -> None:
    again = "drawn anew by: python -m tools.wiring_svg"
    assert DRAWING.read_text(encoding="utf-8") == drawing(Pins()), again


def ends(picture: ET.Element) -> dict[str, set[str]]:
    """Tell at which numbered dots the wires of each colour end."""
    dots = {
        (float(dot.attrib["cx"]), float(dot.attrib["cy"])): number.text or ""
        for dot, number in zip(
            picture.iter(f"{SVG}circle"),
            (one for one in picture.iter(f"{SVG}text") if (one.text or "").isdecimal()),
            strict=True,
        )
    }
    found: dict[str, set[str]] = {}
    for wire in picture.iter(f"{SVG}polyline"):
        x, y = map(float, wire.attrib["points"].split()[-1].split(","))
        found.setdefault(wire.attrib["stroke"], set()).add(dots[x, y])
    return found


def test_each_wire_ends_at_its_pin() -> None:
    for pins in (Pins(), replace(Pins(), score=21, ok=4), Pins(buzzer=None)):
        found = ends(ET.fromstring(drawing(pins)))  # noqa: S314 - our own
        table = list(wires(pins))
        grounds = {str(wire.ground_pin) for wire in table}
        assert found.pop(GROUND) == grounds
        assert found == {COLOURS[wire.part]: {str(wire.header_pin)} for wire in table}


def test_the_legs_of_the_light_alone_have_resistors() -> None:
    resistors = re.findall(r'<rect [^>]*width="24"[^>]*stroke="(#\w+)"', drawing(Pins()))
    assert resistors == [COLOURS[leg] for leg in ("red", "green", "blue")]
