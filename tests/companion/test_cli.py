"""The command line: what a user sees when all is well, and when it is not."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import cli
from engine.errors import InputError
from hardware.camera import CameraError

Run = Callable[[argparse.Namespace], int]


def fails_with(error: BaseException) -> Run:
    def run(_: argparse.Namespace) -> int:
        raise error

    return run


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Run], None]:
    """Make ``dubsar try`` the only command, doing what it is given."""

    def install(run: Run) -> None:
        module = SimpleNamespace(add_arguments=lambda _: None, run=run)
        monkeypatch.setattr(cli, "COMMANDS", {"try": "does what it is given"})
        monkeypatch.setattr(cli, "command_of", lambda _: module)

    return install


def test_the_status_of_a_command_is_its_own(command: Callable[[Run], None]) -> None:
    command(lambda _: 1)
    assert cli.main(["try"]) == 1
    command(lambda _: 0)
    assert cli.main(["try"]) == 0


def test_no_command_shows_the_help_as_a_wrong_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("usage: dubsar")


def test_an_unknown_command_is_a_wrong_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["divine"]) == 2
    assert "divine" in capsys.readouterr().err


def test_a_value_that_is_wrong_is_a_wrong_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["hall", "--port", "99999"]) == 2
    assert "expected a port" in capsys.readouterr().err


def test_help_is_a_result(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: dubsar")


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == "dubsar 0.1.0\n"


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (InputError("b.toml", "location ur.city.at_mm", "expected a list"), None),
        (CameraError("no camera found; plug one in"), None),
        (FileNotFoundError(2, "No such file or directory", "x.jpg"), "x.jpg: No such file or"),
        (ValueError("two\nlines"), "internal error (ValueError: two lines); please report"),
        (RuntimeError(), "internal error (RuntimeError); please report"),
    ],
)
def test_every_error_is_one_line(
    command: Callable[[Run], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    line: str | None,
) -> None:
    monkeypatch.delenv(cli.DEBUG, raising=False)
    command(fails_with(error))
    assert cli.main(["try"]) == 1
    shown = capsys.readouterr().err
    assert shown.startswith(f"dubsar: {line or error}")
    assert shown.count("\n") == 1


def test_a_traceback_is_there_for_those_who_ask(
    command: Callable[[Run], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(cli.DEBUG, "1")
    command(fails_with(ValueError("why")))
    assert cli.main(["try"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_an_interrupt_is_one_quiet_line(
    command: Callable[[Run], None], capsys: pytest.CaptureFixture[str]
) -> None:
    command(fails_with(KeyboardInterrupt()))
    assert cli.main(["try"]) == 130
    assert capsys.readouterr().err == "dubsar: interrupted\n"


def test_a_reader_that_has_seen_enough_is_no_error(
    command: Callable[[Run], None], capsys: pytest.CaptureFixture[str]
) -> None:
    command(fails_with(BrokenPipeError()))
    assert cli.main(["try"]) == 1
    assert capsys.readouterr().err == ""


def test_output_that_cannot_be_written_is_said_so() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    with full.open("w", encoding="utf-8") as sink:
        done = run_python("import sys; from companion.cli import main; sys.exit(main(['--help']))")
        assert done.returncode == 0
        done = run_python(TALKATIVE, stdout=sink.fileno())
    assert (done.returncode, done.stderr) == (
        1,
        "dubsar: input or output: No space left on device\n",
    )


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_what_was_closed_is_written_nowhere(
    name: str, command: Callable[[Run], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(_: argparse.Namespace) -> int:
        print("said", file=getattr(sys, name))
        return 0

    command(run)
    monkeypatch.setattr(sys, name, None)  # as Python finds it after `>&-`
    assert cli.main(["try"]) == 0
    getattr(sys, name).close()


def test_output_is_utf8_whatever_the_locale() -> None:
    done = run_python(TALKATIVE, LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout) == (0, "Șuruppak și Ur\n")


def test_building_the_command_line_imports_nothing_heavy() -> None:
    heavy = "{'numpy', 'cv2', 'pygame', 'vision', 'hardware'}"
    done = run_python(
        "import sys; from companion.cli import main; main(['--help']);"
        f"print(sorted({heavy} & set(sys.modules)))"
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_says_what_it_is_for(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: dubsar {name} ")
    assert len(shown.split("\n\n")[1]) > 40


@pytest.mark.parametrize("kind", ["avx2", "neon"])
def test_how_pygame_was_built_is_not_told_to_players(kind: str) -> None:
    told = f"Your system is {kind} capable but pygame was not built with support for it. The"
    program = f"import warnings; import companion; warnings.warn({told!r}, RuntimeWarning)"
    done = run_python(program)
    assert (done.returncode, done.stderr) == (0, "")


TALKATIVE = r"""
import sys
from types import SimpleNamespace
from companion import cli

def run(_):
    print("\u0218uruppak \u0219i Ur")
    return 0

cli.COMMANDS = {"try": "talks"}
cli.command_of = lambda _: SimpleNamespace(add_arguments=lambda _: None, run=run)
sys.exit(cli.main(["try"]))
"""


def run_python(
    program: str, stdout: int = subprocess.PIPE, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        stdout=stdout,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, **environment},
        check=False,
    )


BEFORE_THE_FIRST_PICTURE = r"""
import sys
import companion.live.display
slow = ("pkg_resources", "companion.live.program", "vision.eye")
print([one for one in slow if one in sys.modules])
"""


def test_the_first_picture_waits_for_nothing_that_takes_long_to_import() -> None:
    """All of pkg_resources, where that is installed, once took pygame a third of the time."""
    done = run_python(BEFORE_THE_FIRST_PICTURE)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr
