"""Whether camera, taught table, screen and buttons are ready, and trying them by hand."""

import os
import select
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, TextIO

import pygame

from companion.checks.verdict import Context, Grade, Verdict
from companion.language import Saying, said
from companion.live.display import BLIND_DRIVERS, GRAPHICS_DEVICES, VIRTUAL, has_display
from companion.messages import result
from companion.words.machine import FAULTS, missing_sentence, part_name
from companion.words.names import board_called
from engine.errors import InputError
from hardware.camera import Camera, CameraError, Fault, Frame
from hardware.cameras import open_camera
from hardware.gpio_panel import GpioPanel
from hardware.panel import Button, Light, Panel, Pins, Signal
from vision.eye import Eye
from vision.table import load_table
from vision.trouble import detail

CAMERA_REMEDIES: Final[Mapping[Fault, Saying]] = {
    Fault.BUSY: said("close the other program; if it is dubsar itself: sudo systemctl stop dubsar"),
    Fault.DENIED: said("type: sudo usermod -aG video {user}, then log out and in again"),
    Fault.UNSUPPORTED: said(
        "type: sudo apt install python3-picamera2, then install the program again"
    ),
}
CABLE: Final = said(
    "plug it in, and check its cable; to see which of its own cameras a Raspberry Pi finds, type: "
    "rpicam-hello --list-cameras"
)
"""What helps where a fault has no remedy of its own."""
DRIVER: Final = "SDL_VIDEODRIVER"
"""The environment variable that tells SDL how to show."""


def camera(
    context: Context, opened: Callable[[str], Camera | None] = open_camera
) -> Iterator[Verdict]:
    """Take one picture; ``opened`` opens a camera by its name in the settings."""
    name = context.settings.camera
    if name == VIRTUAL:
        yield context.ok("camera: none is needed for the virtual table")
        return
    try:
        frame = _frame(opened(name))
    except CameraError as error:
        yield Verdict(Grade.WRONG, _camera_failure(context, error))
        return
    height, width = frame.image.shape[:2]
    size = {"width": str(width), "height": str(height)}
    yield context.ok("camera: {name}, {width} x {height} pixels", name=name, **size)


def _frame(camera: Camera | None) -> Frame:
    if camera is None:
        raise CameraError("", Fault.ABSENT)
    with closing(camera):
        frame = camera.latest()
    if frame is None:
        raise CameraError("", Fault.SILENT)
    return frame


def _camera_failure(context: Context, error: CameraError) -> str:
    """Say what the fault is and what mends it; what the camera itself said helps in a report."""
    say = context.words.say
    return say(
        "camera {name}: {fault}; {remedy} {detail}",
        name=context.settings.camera,
        fault=say(FAULTS[error.fault]).split(":")[0].strip(),  # what helps comes next
        remedy=say(CAMERA_REMEDIES.get(error.fault, CABLE), user=context.user),
        detail=f"({error})" if str(error) else "",
    ).strip()


def table(context: Context) -> Iterator[Verdict]:
    """Teach an eye as a game would; the virtual table teaches itself."""
    path = context.settings.table
    if context.settings.camera == VIRTUAL:
        yield context.ok("table: the virtual one")
        return
    if not path.exists():
        yield context.careful(
            "table: none is taught yet at {path}; dubsar play begins with that, or name another "
            "file in the settings",
            path=path,
        )
        return
    try:
        found = load_table(path)
        Eye(found)
    except InputError as error:
        yield context.wrong("table: {error}", error=error)
        return
    called = board_called(found.board, context.words)
    yield context.ok("table: {path}, with the board {name}", path=path, name=called)


def display(context: Context) -> Iterator[Verdict]:
    """Begin to use the display, and let go of it."""
    if has_display():
        sizes = pygame.display.get_desktop_sizes()
        yield context.ok(
            "display: {sizes} pixels ({driver})",
            sizes=", ".join(f"{width} x {height}" for width, height in sizes),
            driver=pygame.display.get_driver(),
        )
    else:
        yield Verdict(Grade.WRONG, display_failure(context))
    pygame.display.quit()


def display_failure(context: Context) -> str:
    """Say why there is no display, by the environment and the devices there are."""
    say, named = context.words.say, context.environment.get(DRIVER, "")
    if named in BLIND_DRIVERS:
        return say("display: {name} hides it; type: unset {name}", name=f"{DRIVER}={named}")
    cards = sorted((context.root / GRAPHICS_DEVICES.relative_to("/")).glob("card*"))
    if not cards:
        return say(
            "display: there is none; connect one before switching on, or play where there is a "
            "desktop"
        )
    if not any(os.access(card, os.R_OK | os.W_OK) for card in cards):
        return say(
            "display: this user may not use it; type: sudo usermod -aG video,render,input {user}, "
            "then log out and in again",
            user=context.user,
        )
    return say(
        "display: pygame {version} ({folder}) cannot open it: another program has it (stop it: "
        "sudo systemctl stop dubsar), or this pygame needs a desktop (sudo apt install "
        "python3-pygame, then install the program again)",
        version=pygame.version.ver,
        folder=Path(sys.modules["pygame"].__file__ or "").parent,
    )


def panel(context: Context, built: Callable[[Pins], Panel] = GpioPanel) -> Iterator[Verdict]:
    """Take the pins of buttons, light and buzzer, and give them back.

    Keys and touch do the same, so nothing is wrong without them. ``built`` gives the panel on
    certain pins.
    """
    with closing(built(context.settings.pins)) as found:
        found.open()
        held, missing = found.held(), found.missing
    for one in missing:
        yield Verdict(Grade.CAREFUL, missing_sentence(one, context.words))
    for button in sorted(held):
        yield Verdict(Grade.CAREFUL, stuck_sentence(context, button))
    if not missing and not held:
        yield context.ok("buttons, light and buzzer: there")


def stuck_sentence(context: Context, button: Button) -> str:
    """Say that a button is down though nobody presses it."""
    return context.words.say(
        "{part}: pressed though nobody touches it; free it, or look for a short circuit in its "
        "wires",
        part=part_name(button, context.words),
    )


PATIENCE: Final = 10.0
"""Seconds in which a button must be pressed."""
SHOWN_FOR: Final = 1.0
"""Seconds for which each colour is shown."""
POLL_INTERVAL: Final = 0.02
"""Seconds from one look at the buttons to the next."""
COLOURS: Final = {
    Light.RED: said("The light is red."),
    Light.GREEN: said("The light is green."),
    Light.BLUE: said("The light is blue."),
}
BAR_WIDTH: Final = 40
"""Characters of the bar when the picture is as sharp as it was at best."""


class Terminal:
    """The terminal that somebody reads, and the time that passes there."""

    def say(self, text: str) -> None:
        result(text, flush=True)

    def pause(self, seconds: float) -> bool:
        """Wait; tells whether Enter was pressed meanwhile, never where nobody sits at it."""
        if not sys.stdin.isatty():
            time.sleep(seconds)
            return False
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        return bool(ready) and bool(sys.stdin.readline())


def try_panel(
    context: Context,
    built: Callable[[Pins], Panel] = GpioPanel,
    terminal: Terminal | None = None,
) -> bool:
    """Try all parts that are built in; tells whether every button that was asked for answered."""
    with closing(built(context.settings.pins)) as panel:
        panel.open()
        return _try_all(context, panel, terminal or Terminal())


def _try_all(context: Context, panel: Panel, terminal: Terminal) -> bool:
    say, pins = context.words.say, context.settings.pins
    for one in panel.missing:
        terminal.say(missing_sentence(one, context.words))
    parts = {one.part for one in panel.missing}
    if "panel" in parts:
        return False
    for colour, saying in COLOURS.items():
        panel.light(colour)
        terminal.say(say(saying))
        terminal.pause(SHOWN_FOR)
    panel.light(Light.OFF)
    terminal.say(say("The buzzer sounds."))
    panel.beep(Signal.DONE)
    terminal.pause(SHOWN_FOR)
    held = panel.held()
    asked = [one for one in Button if pins.button(one) is not None and one not in parts]
    answers = [_try_button(context, panel, terminal, button, held) for button in asked]
    return not panel.missing and all(answers)


def _try_button(
    context: Context, panel: Panel, terminal: Terminal, button: Button, held: frozenset[Button]
) -> bool:
    """Wait for a button; a skipped one counts as answered."""
    if button in held:
        terminal.say(stuck_sentence(context, button))
        return False

    def say(message: str, named: Button = button, **values: object) -> None:
        part = part_name(named, context.words)
        terminal.say(context.words.say(message, part=part, **values))

    say("Press {part} ({number} seconds; Enter skips it).", number=int(PATIENCE))
    panel.edges()
    for _ in range(round(PATIENCE / POLL_INTERVAL)):
        if terminal.pause(POLL_INTERVAL):
            return True
        for edge in panel.edges():
            if edge.down and edge.button is button:
                panel.beep(Signal.NOTED)
                say("{part}: it works")
                return True
            if edge.down and edge.button not in held:
                say("That was {part}: are two wires swapped?", edge.button)
    say("{part}: nothing came; check its two wires and its pin in the settings")
    return False


def try_camera(
    context: Context,
    opened: Callable[[str], Camera | None] = open_camera,
    output: TextIO | None = None,
) -> None:
    """Show the sharpness of frame after frame until Ctrl-C, or until there are no more.

    Raises CameraError where there is no picture, and InputError where there is no camera.
    """
    name = context.settings.camera
    camera = None if name == VIRTUAL else opened(name)
    if camera is None:
        raise InputError(name, "", context.words.say(FAULTS[Fault.ABSENT]))
    output = output or sys.stdout
    title = context.words.say(
        "Turn the lens until the bar is longest; its end shows the best so far. Ctrl-C ends."
    )
    output.write(f"{title}\n")
    best = 0.0
    begin, end = ("\r", "") if output.isatty() else ("", "\n")
    with closing(camera), suppress(KeyboardInterrupt):
        while (frame := camera.latest()) is not None:
            found, _ = detail(frame.image)
            best = max(best, found)
            output.write(f"{begin}{bar(found, best)} {found:7.2f}{end}")
            output.flush()


def bar(found: float, best: float) -> str:
    """Draw a bar of constant width, whose end is where it was longest."""
    long = round(BAR_WIDTH * found / best) if best else 0
    return f"[{'#' * long:{BAR_WIDTH}}|"
