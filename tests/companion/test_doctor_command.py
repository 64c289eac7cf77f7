"""`dubsar doctor`: one line a check, and a status that tells whether a game can be played."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import cli
from companion.checks.verdict import Check, Context, Grade, Verdict
from companion.commands import doctor
from companion.language import LANGUAGES


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the program an empty folder, and nothing set but that."""
    monkeypatch.setenv("DUBSAR_HOME", str(tmp_path))
    monkeypatch.setattr("companion.settings.layers.SYSTEM", tmp_path / "none.toml")
    monkeypatch.setattr("companion.checks.computer.ONLY_ONCE", ())
    return tmp_path


def saying(*grades: Grade) -> Check:
    def check(_: Context) -> Iterator[Verdict]:
        for grade in grades:
            yield Verdict(grade, f"part: {grade}")

    return check


def checking(monkeypatch: pytest.MonkeyPatch, *checks: Check) -> None:
    monkeypatch.setattr(doctor, "_checks", lambda: list(checks))


@pytest.mark.parametrize(
    ("grades", "status"),
    [((Grade.OK,), 0), ((Grade.OK, Grade.CAREFUL), 0), ((Grade.WRONG, Grade.OK), 1)],
)
def test_only_what_prevents_a_game_fails(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    grades: tuple[Grade, ...],
    status: int,
) -> None:
    checking(monkeypatch, saying(*grades))
    assert cli.main(["doctor"]) == status
    *_, last = shown = capsys.readouterr().out.splitlines()
    assert len(shown) == 2 + len(grades)
    assert last == f"{grades[-1]:10} part: {grades[-1]}"


def test_a_check_that_fails_itself_does_not_keep_the_others_from_theirs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lens(_: Context) -> Iterator[Verdict]:
        raise RuntimeError("no\nlens")

    checking(monkeypatch, lens, saying(Grade.OK))
    assert cli.main(["doctor"]) == 1
    *_, failed, after = capsys.readouterr().out.splitlines()
    assert failed == "wrong      lens: could not be checked (RuntimeError: no lens)"
    assert after.endswith("part: ok")


def test_without_its_libraries_nothing_else_is_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.checks.computer.NEEDED", {"cuneiform": "Cuneiform"})
    checking(monkeypatch, saying(Grade.OK))
    assert cli.main(["doctor"]) == 1
    *_, last = capsys.readouterr().out.splitlines()
    assert last.startswith("wrong      Cuneiform cannot be used (No module named 'cuneiform')")


@pytest.mark.parametrize("trial", ["--buttons", "--camera"])
def test_without_its_libraries_nothing_is_tried_by_hand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], trial: str
) -> None:
    monkeypatch.setattr("companion.checks.computer.NEEDED", {"cuneiform": "Cuneiform"})
    assert cli.main(["doctor", trial]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("wrong      Cuneiform cannot be used (No module named 'cuneiform')")


def test_wrong_settings_are_told_and_the_rest_checked_with_the_defaults(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    (home / "settings.toml").write_text("sond = true")
    checking(monkeypatch, saying(Grade.OK))
    assert cli.main(["doctor"]) == 1
    first, *_, last = capsys.readouterr().out.splitlines()
    assert "sond: unknown key; the nearest is sound" in first
    assert last.endswith("part: ok")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_real_checks_say_something_in_every_language(
    capsys: pytest.CaptureFixture[str], home: Path, language: str
) -> None:
    (home / "settings.toml").write_text('camera = "virtual"')
    assert cli.main(["doctor", "--language", language]) == 1  # a test has no display
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 9
    assert all(":" in line or "Python" in line for line in lines)
    assert not any("Error" in line or "{" in line for line in lines)
