"""Whether Python finds what the program needs, and all of it once."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module, metadata
from pathlib import Path
from typing import Final

from companion.checks.verdict import Grade, Surroundings, Verdict

NEEDED: Final[Mapping[str, str]] = {
    "cv2": "OpenCV",
    "numpy": "numpy",
    "pygame": "pygame",
    "babel": "babel",
    "font_source_sans_pro": "font-source-sans-pro",
}
"""Modules without which nothing goes, and what people call them."""
SHOWN: Final = ("cv2", "numpy", "pygame")
"""Those whose version tells something when help is asked for."""
ONCE: Final = (
    ("numpy",),
    ("pillow",),
    ("pygame",),
    ("simplejpeg",),
    ("picamera2",),
    ("opencv-python", "opencv-python-headless", "opencv-contrib-python"),
)
"""Packages of which a second one, or another that brings the same modules, breaks the camera."""


def libraries(around: Surroundings) -> Iterator[Verdict]:
    """Import what is needed, and look for packages that are there twice."""
    versions = [f"Python {sys.version_info.major}.{sys.version_info.minor}"]
    missing = False
    for module, name in NEEDED.items():
        try:
            found = import_module(module)
        except Exception as error:  # noqa: BLE001 - a package for another numpy raises anything
            missing = True
            yield Verdict(Grade.WRONG, _why_not(around, name, error))
        else:
            if module in SHOWN:
                versions.append(f"{name} {found.__version__}")
    if not missing:
        yield Verdict(Grade.OK, ", ".join(versions))
    yield from _doubles(around, sys.path)


def _why_not(around: Surroundings, name: str, error: Exception) -> str:
    told = " ".join(str(error).split()) or type(error).__name__
    if "libGL" in told or "libgthread" in told:
        return around.words.say(
            "{name} lacks a library of the system ({error}); type: sudo apt install libgl1 "
            "libglib2.0-0",
            name=name,
            error=told,
        )
    return around.words.say(
        "{name} cannot be used ({error}); install the program again", name=name, error=told
    )


def _doubles(around: Surroundings, folders: Sequence[str]) -> Iterator[Verdict]:
    for names in ONCE:
        places = _places(names, folders)
        if len(places) > 1:
            told = around.words.say(
                "{name} is there twice ({places}); type: sudo {python} -m pip uninstall {name}",
                name=names[0],
                places=", ".join(places),
                python=sys.executable,
            )
            yield Verdict(Grade.CAREFUL, told)


def _places(names: Sequence[str], folders: Sequence[str]) -> list[str]:
    """Tell where packages of these names lie; each place once, as one may be named twice."""
    found = {
        f"{name} {one.version}: {Path(str(one.locate_file(''))).resolve()}"
        for name in names
        for one in metadata.distributions(name=name, path=list(folders))
    }
    return sorted(found)
