"""Draws docs/wiring.svg from the table of pins: ``python -m tools.wiring_svg [FILE]``.

The header is drawn as it lies there, pin 1 at the top left; each part stands on the side of its
pin. Wires turn where no other one does, so that each can be followed.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from hardware.panel import LABELS, Button
from hardware.wiring import GROUNDS, HEADER, LEGS, Pins, Wire, wires

DRAWING: Final = Path(__file__).parents[1] / "docs" / "wiring.svg"
WIDTH: Final = 860
TOP: Final = 96
ROW: Final = 30
ROWS: Final = 20
HEIGHT: Final = TOP + ROWS * ROW + 20
MIDDLE: Final = WIDTH // 2
PIN: Final = 10
"""The radius of a pin."""
BOX: Final = 190
"""How wide a part is drawn."""
LEAD: Final = 34
"""From one lead of a part to the next."""
TURN: Final = 12
"""From one wire that turns to the next."""
LIGHT: Final = "light"
TEXTS: Final = {
    **{button.value: f"button {LABELS[button]}" for button in Button},
    LIGHT: "light, common cathode",
    "buzzer": "active buzzer",
}
INKS: Final = ("#6a1b9a", "#00838f", "#ad1457", "#ef6c00", "#558b2f", "#283593")
COLOURS: Final = {
    "red": "#c62828",
    "green": "#2e7d32",
    "blue": "#1565c0",
    "buzzer": "#795548",
    **dict(zip((button.value for button in Button), INKS, strict=False)),
}
GROUND: Final = "#212121"


@dataclass(frozen=True, slots=True)
class Lead:
    """One wire at a part: what it is, the pin it goes to, and the height at which it gets there.

    ``beside`` tells that it comes between two rows, and only then turns to its pin.
    """

    text: str
    colour: str
    pin: int
    y: float
    beside: bool


def drawing(pins: Pins) -> str:
    """Draw the wires of all parts that are built in."""
    parts: dict[str, list[Wire]] = defaultdict(list)
    for wire in wires(pins):
        parts[LIGHT if wire.part in LEGS else wire.part].append(wire)
    head = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="14"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {head}>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        _text(MIDDLE, 28, "The 40 pins of a Raspberry Pi, pin 1 at the top left", "middle", 18),
        _text(MIDDLE, 52, "Numbers in the dots: pins. Black wires: ground.", "middle"),
        _text(MIDDLE, 72, "Each coloured leg of the light: 330 ohm in its wire.", "middle"),
    ]
    used: set[int] = set()
    leads = {name: sorted(_leads(group, used), key=_height) for name, group in parts.items()}
    for left in (True, False):
        side = {
            name: found for name, found in leads.items() if parts[name][0].header_pin % 2 == left
        }
        lines += _side(side, left=left)
    lines += [
        _dot(pin, {HEADER[wire.gpio] for group in parts.values() for wire in group})
        for pin in range(1, 2 * ROWS + 1)
    ]
    return "\n".join([*lines, "</svg>", ""])


def _height(lead: Lead) -> float:
    return lead.y


def _leads(group: Sequence[Wire], used: set[int]) -> Iterator[Lead]:
    """Yield a part's leads; its ground is one, and comes between two rows where it must."""
    first = group[0]
    beside = first.ground_pin in used or first.ground_pin % 2 != first.header_pin % 2
    used.add(first.ground_pin)
    under = _y(first.header_pin) > _y(first.ground_pin)
    shift = (ROW / 2 if under else -ROW / 2) if beside else 0
    yield Lead("ground", GROUND, first.ground_pin, _y(first.ground_pin) + shift, beside)
    for wire in group:
        text = f"{wire.part}: " if wire.part in LEGS else ""
        y = _y(wire.header_pin)
        yield Lead(f"{text}GPIO {wire.gpio}", COLOURS[wire.part], wire.header_pin, y, beside=False)


def _side(parts: dict[str, list[Lead]], *, left: bool) -> Iterator[str]:
    """Draw the parts of one side from top to bottom, each as near to its pins as there is room."""
    ends: list[tuple[Lead, float]] = []
    below = float(TOP)
    for name, leads in sorted(parts.items(), key=lambda part: part[1][0].y):
        high = LEAD * (len(leads) + 1)
        top = max(below, sum(lead.y for lead in leads) / len(leads) - high / 2 - LEAD / 2)
        below = top + high + 14
        x = 20 if left else WIDTH - 20 - BOX
        yield (
            f'<rect x="{x}" y="{top:g}" width="{BOX}" height="{high}" rx="8" fill="#f5f0e6" '
            'stroke="#8d7b5f"/>'
        )
        yield _text(x + BOX / 2, top + 22, TEXTS[name], "middle")
        for number, lead in enumerate(leads):
            y = top + LEAD * (number + 1) + 14
            at, anchor = (x + BOX - 10, "end") if left else (x + 10, "start")
            yield _text(at, y + 5, lead.text, anchor, 13)
            ends.append((lead, y))
    yield from _wires(ends, left=left)


def _wires(ends: Sequence[tuple[Lead, float]], *, left: bool) -> Iterator[str]:
    """Draw wires from the top down: those that go up turn ever later, those that go down sooner."""
    count = len(ends)
    for number, (lead, y) in enumerate(ends):
        turns = number if lead.y < y else count - number
        out = 20 + BOX
        points: list[tuple[float, float]] = [
            (out, y),
            (out + 30 + TURN * turns, y),
            (out + 30 + TURN * turns, lead.y),
        ]
        pin = MIDDLE - ROW / 2 if left else MIDDLE + ROW / 2
        if not left:
            points = [(WIDTH - x, at) for x, at in points]
        if lead.beside:
            pin = _x(lead.pin)
            points.append((pin - ROW / 2 if left else pin + ROW / 2, lead.y))
        points.append((pin, _y(lead.pin)))
        path = " ".join(f"{x:g},{at:g}" for x, at in points)
        yield f'<polyline points="{path}" fill="none" stroke="{lead.colour}" stroke-width="3"/>'
        if lead.colour in {COLOURS[leg] for leg in LEGS}:
            yield (
                f'<rect x="{points[0][0] + 6 if left else points[0][0] - 30:g}" y="{y - 5:g}" '
                f'width="24" height="10" fill="#ffffff" stroke="{lead.colour}" stroke-width="2"/>'
            )


def _dot(pin: int, taken: set[int]) -> str:
    fill = GROUND if pin in GROUNDS else "#ffb300" if pin in taken else "#e0e0e0"
    ink = "#ffffff" if pin in GROUNDS else "#000000"
    x, y = _x(pin), _y(pin)
    return f'<circle cx="{x:g}" cy="{y:g}" r="{PIN}" fill="{fill}" stroke="#616161"/>' + _text(
        x, y + 4, str(pin), "middle", 11, ink
    )


def _x(pin: int) -> float:
    return MIDDLE - ROW / 2 if pin % 2 else MIDDLE + ROW / 2


def _y(pin: int) -> float:
    return TOP + ROW / 2 + (pin - 1) // 2 * ROW


def _text(  # noqa: PLR0913, PLR0917 - how a text may stand
    x: float, y: float, text: str, anchor: str, size: int = 14, ink: str = "#000000"
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}" fill="{ink}">'
        f"{escape(text)}</text>"
    )


def main() -> None:
    """Write the drawing."""
    parser = argparse.ArgumentParser(description="Draw how the panel is wired.")
    parser.add_argument("file", type=Path, nargs="?", default=DRAWING)
    parser.parse_args().file.write_text(drawing(Pins()), encoding="utf-8")


if __name__ == "__main__":
    main()
