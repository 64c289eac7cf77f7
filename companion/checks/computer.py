"""Whether the computer is ready: settings, Python packages, service, groups, disk, journal, clock.

Nothing imported here needs a package that is not Python's own: the packages are checked here.
"""

import grp
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib import import_module, metadata
from pathlib import Path
from typing import Final

from companion.checks.verdict import Context, Grade, Verdict
from companion.journal.database import examine
from companion.journal.room import FREE_FOR_RESERVE
from companion.language import Language
from companion.settings import load_settings
from companion.settings.layers import default_settings
from companion.settings.values import Sound
from engine.errors import InputError
from hardware.devices import group_of
from hardware.gpio import PINS_GROUP, is_a_pi

NEEDED: Final[Mapping[str, str]] = {
    "cv2": "OpenCV",
    "numpy": "numpy",
    "pygame": "pygame",
    "babel": "babel",
    "font_source_sans_pro": "font-source-sans-pro",
}
"""Modules without which nothing goes, and what people call them."""
WITH_VERSION: Final = ("cv2", "numpy", "pygame")
"""Those whose version is worth knowing when help is asked for."""
ONLY_ONCE: Final = (
    ("numpy",),
    ("pillow",),
    ("pygame",),
    ("simplejpeg",),
    ("picamera2",),
    ("opencv-python", "opencv-python-headless", "opencv-contrib-python"),
)
"""Packages of which a second one, or another that brings the same modules, breaks the camera."""

VOICE: Final = "espeak-ng"
"""The program that speaks, of the Debian package of the same name."""

SERVICE: Final = "dubsar.service"
SERVICE_PATIENCE: Final = 5.0
"""Seconds in which the manager of services must answer."""
SERVICE_MANAGERS: Final = ("sudo systemctl", "systemctl --user")
"""How the service is spoken to: the appliance's own, and that of a desktop."""

GROUPS: Final[Mapping[str, str]] = {
    "video*": "video",
    "dri/card*": "video",
    "dri/renderD*": "render",
}
"""Devices below /dev, and the group that usually may use them."""
GROUPS_WITHOUT_DESKTOP: Final[Mapping[str, str]] = {"input/event*": "input"}
"""The same, where no desktop passes on what these say."""

MEGABYTE: Final = 1_000_000
LITTLE_ROOM: Final = 300 * MEGABYTE
"""Bytes for about ten games with their pictures."""
MOUNTS: Final = Path("proc/self/mounts")
IN_MEMORY: Final = ("tmpfs", "ramfs", "overlayroot")
"""What is gone with the power: kinds of file systems, and the source of a read-only root's."""

SET_BY_NETWORK: Final = Path("run/systemd/timesync/synchronized")
HARDWARE_CLOCK: Final = "dev/rtc*"


def settings(given: Mapping[str, str], environment: Mapping[str, str]) -> tuple[Context, Verdict]:
    """Load the settings, ``given`` those of the command line, and say where they come from.

    Where something is wrong with them, the defaults are what the other checks go by.
    """
    try:
        effective = load_settings(given, environment=environment)
    except InputError as error:
        found, read, wrong = default_settings(environment), [], str(error)
    else:
        found, wrong = effective.settings, ""
        read = [str(file) for file in effective.files if file not in effective.absent]
    words = Language(given.get("language", found.language))
    if wrong:
        text = words.say(
            "settings: {error}; each is explained by: dubsar config --template", error=wrong
        )
    elif read:
        text = words.say("settings: {files}", files=", ".join(read))
    else:
        text = words.say("settings: no file, so all have their defaults")
    grade = Grade.WRONG if wrong else Grade.OK
    return Context(found, words, environment), Verdict(grade, text)


def libraries(context: Context) -> Iterator[Verdict]:
    """Import what is needed, and look for packages that are there twice."""
    versions = [f"Python {sys.version_info.major}.{sys.version_info.minor}"]
    missing = False
    for module, name in NEEDED.items():
        try:
            found = import_module(module)
        except Exception as error:  # noqa: BLE001 - a package for another numpy raises anything
            missing = True
            yield Verdict(Grade.WRONG, _import_failure(context, name, error))
        else:
            if module in WITH_VERSION:
                versions.append(f"{name} {found.__version__}")
    if not missing:
        yield Verdict(Grade.OK, ", ".join(versions))
    for names in ONLY_ONCE:
        places = _places(names, sys.path)
        if len(places) > 1:
            yield context.careful(
                "{name} is there twice ({places}); type: sudo {python} -m pip uninstall {name}",
                name=names[0],
                places=", ".join(places),
                python=sys.executable,
            )


def _import_failure(context: Context, name: str, error: Exception) -> str:
    reason = " ".join(str(error).split()) or type(error).__name__
    if "libGL" in reason or "libgthread" in reason:
        return context.words.say(
            "{name} lacks a library of the system ({error}); type: sudo apt install libgl1 "
            "libglib2.0-0",
            name=name,
            error=reason,
        )
    return context.words.say(
        "{name} cannot be used ({error}); install the program again", name=name, error=reason
    )


def _places(names: Sequence[str], folders: Sequence[str]) -> list[str]:
    """List where packages of these names lie; each place once, as one may be named twice."""
    found = {
        f"{name} {one.version}: {Path(str(one.locate_file(''))).resolve()}"
        for name in names
        for one in metadata.distributions(name=name, path=list(folders))
    }
    return sorted(found)


def succeeds(command: Sequence[str]) -> bool:
    """Run a command and tell whether its exit status is 0; where it cannot be run, no."""
    if shutil.which(command[0]) is None:
        return False
    try:
        done = subprocess.run(  # noqa: S603 - our own words
            command, capture_output=True, check=False, timeout=SERVICE_PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def service(
    context: Context, asked: Callable[[Sequence[str]], bool] = succeeds
) -> Iterator[Verdict]:
    """Say that the service runs, which then has for itself what the other checks look for."""
    for manager in SERVICE_MANAGERS:
        if asked([*manager.removeprefix("sudo ").split(), "is-active", "--quiet", SERVICE]):
            yield context.careful(
                "service: it is running, and has camera, display and pins for itself; to check "
                "these too: {manager} stop dubsar",
                manager=manager,
            )


def permissions(context: Context) -> Iterator[Verdict]:
    """Name the groups that this user should be a member of, to use the devices that are there."""
    wanted = dict(GROUPS)
    if not any(context.environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):
        wanted |= GROUPS_WITHOUT_DESKTOP
    if is_a_pi(context.root / "proc"):
        wanted["gpiochip*"] = PINS_GROUP
    missing = {
        group_of(device, usual)
        for pattern, usual in wanted.items()
        for device in (context.root / "dev").glob(pattern)
        if not os.access(device, os.R_OK | os.W_OK)
    }
    # The session may have begun before its user joined them.
    joined = {group.gr_name for group in grp.getgrall() if context.user in group.gr_mem}
    if not missing:
        yield context.ok("groups: this user may use all devices")
    elif missing <= joined:
        yield context.careful("groups: log out and in again, so that this user’s new groups count")
    else:
        yield context.careful(
            "groups: this user may not use all devices; type: sudo usermod -aG {groups} {user}, "
            "then log out and in again",
            groups=",".join(sorted(missing)),
            user=context.user,
        )


def disk(context: Context) -> Iterator[Verdict]:
    """Look for room in the folder of the journal, or where that will be made."""
    wanted = context.settings.journal.absolute().parent
    folder = next(one for one in (wanted, *wanted.parents) if one.is_dir())
    free = shutil.disk_usage(folder).free
    values = {"folder": str(folder), "number": str(free // MEGABYTE), "user": context.user}
    if not os.access(folder, os.W_OK | os.X_OK):
        yield context.wrong(
            "disk: nothing can be written in {folder}; give the folder to this user (sudo chown "
            "-R {user} {folder}), or name another journal in the settings",
            **values,
        )
    elif _is_in_memory(folder, context.root / MOUNTS):
        yield context.wrong(
            "disk: what is written in {folder} is gone with the power; name a journal on a disk in "
            "the settings (docs/appliance.md tells more)",
            **values,
        )
    elif free < FREE_FOR_RESERVE:
        yield context.wrong(
            "disk: only {number} MB are free in {folder}; type: dubsar games erase-pictures --all",
            **values,
        )
    elif free < LITTLE_ROOM:
        yield context.careful(
            "disk: {number} MB are free in {folder}, for a few games; make room soon: dubsar games "
            "backup, then dubsar games erase-pictures --all",
            **values,
        )
    else:
        yield context.ok("disk: {number} MB are free in {folder}", **values)


def _is_in_memory(folder: Path, mounts: Path) -> bool:
    """Tell whether a folder lies in memory; where there is no list of what lies where, not."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    nearest, system = "", ("", "")
    for line in lines:
        source, point, kind, *_ = line.split()
        # The list writes a space as \040. Of two at one place the later hides the earlier.
        point = point.replace("\\040", " ")
        if folder.is_relative_to(point) and len(point) >= len(nearest):
            nearest, system = point, (source, kind)
    return any(one in IN_MEMORY for one in system)


def journal(context: Context) -> Iterator[Verdict]:
    """Read every byte of the journal, and change none."""
    path = context.settings.journal
    if not path.exists():
        yield context.ok("journal: none yet; the first game begins one at {path}", path=path)
        return
    try:
        found = examine(path)
    except InputError as error:
        yield context.wrong("journal: {error}", error=error)
        return
    if found:
        yield context.careful(
            "journal: {path} is damaged ({fault}); copy it elsewhere, then type: dubsar games, "
            "which sets it aside and takes over what can be read",
            path=path,
            fault=found[0],
        )
    else:
        yield context.ok("journal: {path} is sound", path=path)


def voice(context: Context) -> Iterator[Verdict]:
    """Look for what speaks, where somebody wants that; everything else goes without."""
    if found := shutil.which(VOICE):
        yield context.ok("voice: {program}", program=found)
    elif context.settings.sound is Sound.VOICE:
        yield context.careful(
            "voice: espeak-ng is not installed, so nothing is spoken; type: sudo apt install "
            "espeak-ng"
        )


def clock(context: Context) -> Iterator[Verdict]:
    """Compare the time with the program's own age, and look for what sets it.

    A Raspberry Pi without a network begins in the past.
    """
    now = datetime.now(UTC)
    values = {"time": now.astimezone().strftime("%Y-%m-%d %H:%M")}
    if now < datetime.fromtimestamp(Path(__file__).stat().st_mtime, UTC):
        yield context.careful(
            "clock: it says {time}, when this program was not installed yet; connect the network, "
            "or set it with: sudo date -s",
            **values,
        )
    elif (context.root / SET_BY_NETWORK).exists() or any(context.root.glob(HARDWARE_CLOCK)):
        yield context.ok("clock: {time}", **values)
    else:
        yield context.careful(
            "clock: it says {time}, and nothing sets it, so games may have a wrong date; type: "
            "sudo timedatectl set-ntp true",
            **values,
        )
