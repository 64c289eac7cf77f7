"""An update says what is new, keeps what people have, and goes back where it does not come up."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.session.updates import State, Updates

ROOT = Path(__file__).parents[2]
GIT = shutil.which("git")
OLD_NEWS, NEW_NEWS = "# News\n\n- Older\n", "# News\n\n- Newer\n- Older\n"
FILES = ("tools/update.sh", "tools/appliance.sh")
pytestmark = pytest.mark.skipif(GIT is None, reason="no git here")


class Computer:
    """A checkout with something newer upstream, and a system that is but a folder.

    ``comes_up``: the service manager finds the new version running.
    """

    def __init__(self, folder: Path, *, comes_up: bool) -> None:
        self.root = folder / "root"
        self.checkout = folder / "checkout"
        origin = folder / "origin"
        self._write(origin, "old", OLD_NEWS)
        self._git(origin, "init", "--quiet", "--initial-branch=main")
        self._commit(origin)
        self._git(folder, "clone", "--quiet", str(origin), str(self.checkout))
        self._write(origin, "new", NEW_NEWS)
        self._commit(origin)
        self.program = self.root / "opt/dubsar/bin/version"
        self._script(self.checkout / "tools/install.sh", self._installing("old"))
        self.program.parent.mkdir(parents=True)
        self.program.write_text("old\n")
        self._script(self.program.with_name("dubsar"), 'echo "no games of root" > "$3"')
        self._script(self.root / "usr/local/bin/dubsar", 'echo games > "$3"')
        self.folder = self.root / "var/lib/dubsar/updates"
        self.folder.mkdir(parents=True)
        self.updates = Updates(self.folder)
        runs = "new" if comes_up else "old"
        active = f"grep -q {runs} {self.program}"
        self._script(folder / "bin/systemctl", f'case "$*" in *is-active*) {active} ;; esac')
        self._path = f"{folder / 'bin'}:{os.environ['PATH']}"

    def update(self) -> State:
        """Let the unit do what is wanted."""
        environment = {"PATH": self._path, "ROOT": str(self.root), "PATIENCE": "0", "STEADY": "0"}
        subprocess.run(  # noqa: S603 - ours
            [str(self.checkout / "tools/update.sh")],
            env={**environment, "HOME": str(self.root)},
            check=True,
            capture_output=True,
        )
        return self.updates.state

    def _installing(self, version: str) -> str:
        return f"echo {version} > {self.root}/opt/dubsar/bin/version"

    def _write(self, origin: Path, version: str, news: str) -> None:
        for name in FILES:
            (origin / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, origin / name)
        self._script(origin / "tools/install.sh", self._installing(version))
        for language in ("en", "fr"):
            page = origin / "docs" / language / "news.md"
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(news.replace("Newer", f"Newer, {language}"))

    def _commit(self, folder: Path) -> None:
        self._git(folder, "add", "--all")
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        self._git(folder, *who, "commit", "--quiet", "--message", "Change")

    @staticmethod
    def _git(folder: Path, *arguments: str) -> None:
        command = [str(GIT), *arguments]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603 - ours

    @staticmethod
    def _script(path: Path, does: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{does}\n")
        path.chmod(0o755)


def test_it_says_what_is_new_and_installs_it_when_asked(tmp_path: Path) -> None:
    computer = Computer(tmp_path, comes_up=True)
    updates = computer.updates
    seen = [updates.state]
    updates.check()
    assert [*seen, updates.state] == [State.UNKNOWN, State.CHECKING]
    assert computer.update() is State.AVAILABLE
    assert updates.news("fr") == ["Newer, fr"]
    assert updates.news("ro") == ["Newer, en"], "in English where a language has none"
    assert computer.program.read_text() == "old\n", "nothing is installed unasked"
    updates.install()
    assert computer.update() is State.DONE
    assert computer.program.read_text() == "new\n"
    assert (computer.folder / "before.zip").read_text() == "games\n"
    updates.check()
    assert computer.update() is State.CURRENT


def test_what_does_not_come_up_is_taken_back(tmp_path: Path) -> None:
    computer = Computer(tmp_path, comes_up=False)
    computer.updates.check()
    computer.update()
    computer.updates.install()
    assert computer.update() is State.FAILED
    assert computer.program.read_text() == "old\n"
    news = computer.checkout / "docs/en/news.md"
    assert "Newer" not in news.read_text()


def test_what_was_cut_short_is_taken_back_at_the_next_start(tmp_path: Path) -> None:
    computer = Computer(tmp_path, comes_up=True)
    computer.updates.check()
    computer.update()
    kept = (tmp_path / "bin/systemctl").read_text()
    (tmp_path / "bin/systemctl").write_text("#!/bin/sh\nkill -9 $PPID\n")  # as the power fails
    computer.updates.install()
    with pytest.raises(subprocess.CalledProcessError):
        computer.update()
    assert computer.updates.state is State.INSTALLING
    assert computer.program.read_text() == "new\n"
    assert (computer.folder / "underway").exists(), "the unit starts again for it"
    (tmp_path / "bin/systemctl").write_text(kept)
    assert computer.update() is State.FAILED
    assert computer.program.read_text() == "old\n"
    assert "Newer" not in (computer.checkout / "docs/en/news.md").read_text()
    assert not (computer.folder / "underway").exists()
    computer.updates.install()
    assert computer.update() is State.DONE


def test_without_a_network_it_says_so(tmp_path: Path) -> None:
    computer = Computer(tmp_path, comes_up=True)
    shutil.rmtree(tmp_path / "origin")
    computer.updates.check()
    assert computer.update() is State.UNREACHABLE
