"""Run the shared path tracer in a style of its own: other colours, another room, another camera.

    python tools/restyled.py RENDERER N COMMAND...

RENDERER is the folder of the renderer (its ``sequence.py``), COMMAND what is given to that; runs in
the renderer's own environment. N draws, the same for the same N: the colours of board and tiles
(turned, paler or darker, down to greys), how bright and warm the room is and where its lamps hang,
and how noisy, soft and compressed the camera's pictures are.
"""

import colorsys
import importlib
import random
import runpy
import sys
from pathlib import Path
from typing import Any, Final

Colour = tuple[int, ...]

STRENGTHS: Final = (0.15, 1.25)
"""Times the saturation of printed colours: from stone greys to bright prints."""
GAMMAS: Final = (0.7, 1.5)
"""Powers of their value: from paler to darker prints."""
EXPOSURES: Final = (0.3, 1.05)
"""Times the usual exposure: a third is a dim evening."""
WARMTH: Final = 0.22
"""Share by which red is more and blue less, or the other way round, at most."""
ENERGIES: Final = (0.45, 1.6)
"""Times the usual energy of each lamp."""
LAMP_MOVES: Final = 0.18
"""Standard deviation of a lamp's position, in its distances from the table's middle."""
WELLS: Final = (500.0, 4000.0)
"""Electrons of a white pixel beside which the shot noise is drawn: small sensors, high gain."""
READ_NOISE: Final = (3.0, 9.0)
"""Electrons."""
BLURS: Final = (0.3, 1.1)
"""Standard deviation, pixels, added to the renderer's own."""
QUALITIES: Final = (60, 92)
"""JPEG quality."""


def _recoloured(style: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Change all printed colours in hue, saturation and brightness, each a little on its own."""
    turn, strength = chance.random(), chance.uniform(*STRENGTHS)
    gamma = chance.uniform(*GAMMAS)

    def one(colour: Colour) -> Colour:
        hue, much, value = colorsys.rgb_to_hsv(*(c / 255 for c in colour[:3]))
        hue = (hue + turn + chance.gauss(0, 0.03)) % 1
        much = min(1.0, much * strength * chance.uniform(0.85, 1.15))
        value = min(1.0, value**gamma * chance.uniform(0.93, 1.07))
        return tuple(round(255 * c) for c in colorsys.hsv_to_rgb(hue, much, value))

    def each(value: Any) -> Any:
        if isinstance(value, list):
            return [each(part) for part in value]
        return one(value) if isinstance(value, tuple) else value

    return {name: each(value) for name, value in style.items()}


def _furnish(scene: Any, chance: random.Random) -> None:
    """Change what the renderer's rooms and its camera are like."""
    np, cv2 = importlib.import_module("numpy"), importlib.import_module("cv2")
    exposure, warm = chance.uniform(*EXPOSURES), chance.uniform(-WARMTH / 2, WARMTH)
    well, read, blur = (chance.uniform(*each) for each in (WELLS, READ_NOISE, BLURS))
    quality, lamps = chance.randint(*QUALITIES), chance.getrandbits(32)
    plain_lights, plain_develop = scene.Scene.lights_at, scene.Scene.develop
    energies: dict[str, float] = {}
    places: dict[str, tuple[float, ...]] = {}

    def lights_at(room: Any, time: float) -> None:
        """Let the renderer set its lamps; what it did not set anew is changed already."""
        plain_lights(room, time)
        middle = scene.Vector((room.W / 2, -room.H / 2, 0)) * scene.U
        for name, lamp in room.lights.items():
            own = random.Random(f"{name}/{lamps}")
            energy, moves = own.uniform(*ENERGIES), [own.gauss(0, LAMP_MOVES) for _ in range(3)]
            if lamp.data.energy != energies.get(name):
                lamp.data.energy *= energy
                energies[name] = lamp.data.energy
            if tuple(lamp.location) != places.get(name):
                away = lamp.location - middle
                moved = middle + away + scene.Vector(moves) * away.length
                moved.z = max(moved.z, 0.6 * lamp.location.z)
                lamp.location = moved
                lamp.rotation_euler = (middle - moved).to_track_quat("-Z", "Y").to_euler()
                places[name] = tuple(lamp.location)

    def develop(  # noqa: PLR0913, PLR0917 - as the renderer's
        room: Any, linear: Any, path: str, expo: float, gains: list[float], seed: int
    ) -> None:
        noise = np.random.default_rng([seed, 7])
        expo *= exposure
        light = cv2.GaussianBlur(np.maximum(linear, 0), (0, 0), blur)
        electrons = np.maximum(light * expo * well, 0)
        electrons += np.sqrt(electrons + read**2) * noise.standard_normal(light.shape)
        shown = (electrons / (expo * well)).astype(np.float32)
        tinted = [gains[0] * (1 + warm), gains[1], gains[2] * (1 - warm)]
        plain_develop(room, shown, path, expo, tinted, seed, quality)

    scene.Scene.lights_at, scene.Scene.develop = lights_at, develop


def arguments(script: str) -> tuple[Path, int, list[str]]:
    """Read RENDERER, N and COMMAND from the command line of a script; exit where they are wrong."""
    if len(sys.argv) < 4 or not sys.argv[2].isdigit():  # noqa: PLR2004 - RENDERER N COMMAND
        sys.exit(f"python tools/{Path(script).name} RENDERER N COMMAND... (N is a whole number)")
    return Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]


def run(renderer: Path, number: int, command: list[str]) -> None:
    """Change the renderer as a number draws, then run it."""
    sys.path.insert(0, str(renderer))
    chance = random.Random(f"restyled/{number}")
    art = importlib.import_module("art")
    for name in art.STY:
        art.STY[name] = _recoloured(art.STY[name], chance)
    if command[0] == "render":
        _furnish(importlib.import_module("scene"), chance)
    sys.argv = [str(renderer / "sequence.py"), *command]
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    run(*arguments(__file__))
