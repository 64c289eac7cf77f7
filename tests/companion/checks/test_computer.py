"""What `dubsar doctor` says of the computer: libraries, groups, disk, clock, display."""

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.checks import computer, equipment
from companion.checks.verdict import Grade
from companion.journal.room import FREE_FOR_RESERVE
from tests.companion.checks.contexts import context, only


def package(folder: Path, name: str, version: str) -> str:
    metadata = folder / f"{name}-{version}.dist-info" / "METADATA"
    metadata.parent.mkdir(parents=True)
    metadata.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    return str(folder)


def test_all_libraries_are_told_in_one_line(tmp_path: Path) -> None:
    grade, told = only(computer.libraries(context(tmp_path)))
    assert grade is Grade.OK
    assert told.startswith("Python 3.")
    assert all(name in told for name in ("OpenCV ", "numpy ", "pygame "))


@pytest.fixture
def nothing_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for doubles alone."""
    monkeypatch.setattr(computer, "NEEDED", {})


@pytest.mark.usefixtures("nothing_needed")
def test_a_numpy_beside_the_system_s_is_named_with_both_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = package(tmp_path / "venv", "numpy", "2.3.0")
    apt = package(tmp_path / "dist-packages", "numpy", "1.24.2")
    monkeypatch.setattr(sys, "path", [mine, mine])
    assert only(computer.libraries(context(tmp_path)))[0] is Grade.OK
    monkeypatch.setattr(sys, "path", [mine, apt])
    _, doubled = computer.libraries(context(tmp_path))
    assert doubled.grade is Grade.CAREFUL
    assert f"numpy 1.24.2: {apt}, numpy 2.3.0: {mine}" in doubled.text
    assert f"{sys.executable} -m pip uninstall numpy" in doubled.text


@pytest.mark.usefixtures("nothing_needed")
def test_another_opencv_that_brings_the_same_modules_is_a_double(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(tmp_path / "venv", "opencv_python", "5.0.0")
    both = package(tmp_path / "venv", "opencv_contrib_python", "4.11.0")
    monkeypatch.setattr(sys, "path", [both])
    _, doubled = computer.libraries(context(tmp_path))
    assert "opencv-contrib-python 4.11.0" in doubled.text


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (ImportError("libGL.so.1: cannot open shared object file"), "apt install libgl1"),
        (ValueError("numpy.dtype size changed"), "install the program again"),
    ],
)
def test_a_library_that_fails_is_named_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, remedy: str
) -> None:
    def fail(_: str) -> None:
        raise error

    monkeypatch.setattr(computer, "import_module", fail)
    monkeypatch.setattr(computer, "NEEDED", {"cv2": "OpenCV"})
    grade, told = only(computer.libraries(context(tmp_path)))
    assert grade is Grade.WRONG
    assert str(error) in told
    assert remedy in told


def pi(root: Path, *devices: str) -> Path:
    revision = root / "proc" / "device-tree" / "system" / "linux,revision"
    revision.parent.mkdir(parents=True)
    revision.touch()
    for device in devices:
        path = root / "dev" / device
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return root


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be somebody who may use no device."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(computer, "group_of", lambda _, usual: usual)


def test_who_may_use_all_devices_lacks_no_group(tmp_path: Path) -> None:
    grade, _ = only(computer.permissions(context(pi(tmp_path, "video0", "gpiochip0"))))
    assert grade is Grade.OK


@pytest.mark.usefixtures("stranger")
def test_the_missing_groups_are_those_of_the_devices_that_are_there(tmp_path: Path) -> None:
    root = pi(tmp_path, "dri/card0", "dri/renderD128", "input/event0", "gpiochip0")
    grade, told = only(computer.permissions(context(root)))
    assert grade is Grade.CAREFUL
    assert "sudo usermod -aG gpio,input,render,video ioana" in told
    _, told = only(computer.permissions(context(root, {"WAYLAND_DISPLAY": "wayland-0"})))
    assert "-aG gpio,render,video ioana" in told


@pytest.mark.usefixtures("stranger")
def test_pins_of_a_laptop_need_no_group(tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "gpiochip0").touch()
    assert only(computer.permissions(context(tmp_path)))[0] is Grade.OK


@pytest.mark.usefixtures("stranger")
def test_who_has_just_joined_is_told_to_log_in_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups = [SimpleNamespace(gr_name="video", gr_mem=["ioana"])]
    monkeypatch.setattr("grp.getgrall", lambda: groups)
    _, told = only(computer.permissions(context(pi(tmp_path, "video0"))))
    assert told.startswith("groups: log out and in again")


@pytest.mark.parametrize(
    ("free", "grade"),
    [
        (computer.LITTLE_ROOM, Grade.OK),
        (computer.LITTLE_ROOM - 1, Grade.CAREFUL),
        (FREE_FOR_RESERVE - 1, Grade.WRONG),
    ],
)
def test_the_disk_must_have_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, grade: Grade
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=free))
    found, told = only(computer.disk(context(tmp_path)))
    assert found is grade
    assert f"{free // 1_000_000} MB" in told
    assert ("erase-pictures" in told) == (grade is not Grade.OK)


@pytest.mark.usefixtures("stranger")
def test_a_folder_that_cannot_be_written_is_wrong(tmp_path: Path) -> None:
    grade, told = only(computer.disk(context(tmp_path)))
    assert grade is Grade.WRONG
    assert f"chown -R ioana {tmp_path}" in told


def test_a_folder_to_come_is_judged_by_the_one_it_will_be_in(tmp_path: Path) -> None:
    journal = tmp_path / "not" / "yet" / "journal.sqlite"
    grade, told = only(computer.disk(context(tmp_path, journal=journal)))
    assert grade is Grade.OK
    assert told.endswith(str(tmp_path))


@pytest.mark.parametrize(
    ("mount", "grade"),
    [
        ("/dev/mmcblk0p3 {} ext4 rw 0 0", Grade.OK),
        ("tmpfs {} tmpfs rw 0 0", Grade.WRONG),
        ("overlayroot {} overlay rw,lowerdir=/media/root-ro 0 0", Grade.WRONG),
        ("tmpfs {}/elsewhere tmpfs rw 0 0", Grade.OK),
    ],
)
def test_what_is_gone_with_the_power_is_no_disk(tmp_path: Path, mount: str, grade: Grade) -> None:
    mounts = tmp_path / computer.MOUNTS
    mounts.parent.mkdir(parents=True)
    mounts.write_text(f"/dev/mmcblk0p2 / ext4 rw 0 0\n{mount.format(tmp_path)}\n")
    assert only(computer.disk(context(tmp_path)))[0] is grade


def test_a_clock_that_the_network_or_a_battery_sets_is_believed(tmp_path: Path) -> None:
    grade, told = only(computer.clock(context(tmp_path)))
    assert grade is Grade.CAREFUL
    assert "timedatectl set-ntp true" in told
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "rtc0").touch()
    assert only(computer.clock(context(tmp_path)))[0] is Grade.OK


def test_a_clock_before_the_installation_is_wrong_whoever_set_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = tmp_path / "computer.py"
    later.touch()
    os.utime(later, (4e9, 4e9))
    monkeypatch.setattr(computer, "__file__", str(later))
    assert "not installed yet" in only(computer.clock(context(tmp_path)))[1]


def test_no_display_has_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "SDL_VIDEODRIVER=dummy hides it" in equipment.display_failure(
        context(tmp_path, {"SDL_VIDEODRIVER": "dummy"})
    )
    assert "connect one" in equipment.display_failure(context(tmp_path))
    card = tmp_path / "dev" / "dri" / "card0"
    card.parent.mkdir(parents=True)
    card.touch()
    assert "systemctl stop dubsar" in equipment.display_failure(context(tmp_path))
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "usermod -aG video,render,input" in equipment.display_failure(context(tmp_path))
