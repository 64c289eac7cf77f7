"""The documents speak of commands, files and sentences that are there."""

import re
import shlex
from pathlib import Path

import pytest

from companion import cli
from companion.games import part_of
from seeds.catalogue import sentences
from tests.companion.test_catalogues import in_code
from tests.companion.words.sentences_said import TOLD, ways

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMAND = re.compile(r"(?<![\w/.-])(?<!-u )dubsar ([a-z]+)((?: --?[a-z-]+| [a-z-]+)*)")


def code_in(document: Path) -> str:
    """Give what is set as code: between backquotes, or indented by four."""
    text = document.read_text(encoding="utf-8")
    indented = re.findall(r"^ {4,}(\S.*)$", text, re.MULTILINE)
    quoted = [re.sub(r"\s+", " ", one) for one in re.findall(r"`([^`]+)`", text)]
    return "\n".join([*quoted, *indented])


@pytest.fixture(params=DOCUMENTS, ids=lambda path: path.name)
def document(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_every_link_and_picture_leads_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]*)(#[^)]*)?\)", text)
    assert document.name != "README.md" or links
    for target, anchor in links:
        if not target.startswith("https://"):
            path = (document.parent / target) if target else document
            assert path.exists(), target
            if anchor:
                heads = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
                named = {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}
                assert anchor[1:] in named


def test_every_command_is_one_of_ours(document: Path) -> None:
    ours = {command.__name__.rpartition(".")[2] for command in cli.COMMANDS}
    assert {found[0] for found in COMMAND.findall(code_in(document))} <= ours


def test_the_overview_lists_every_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in cli.COMMANDS:
        assert f"| `dubsar {command.__name__.rpartition('.')[2]}" in text


def test_every_option_of_a_command_is_known(
    document: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command, rest in COMMAND.findall(code_in(document)):
        words = shlex.split(rest)
        verbs = words[:1] if words[:1] and not words[0].startswith("-") else []
        cli.main([command, *verbs, "--help"])
        told = capsys.readouterr().out
        for option in words:
            assert not option.startswith("--") or option in told, (command, option)


def test_every_symptom_is_something_that_the_program_says() -> None:
    text = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
    texts = [one if isinstance(one, str) else one[0] for one in in_code()]
    for game in TOLD:
        texts += [text for _, text in ways(sentences(part_of(game, "words").NAMES.folder))]
    quoted = [re.sub(r"\s+", " ", one) for one in re.findall("“([^”]+)”", text)]
    assert len(quoted) > 15
    for one in quoted:
        parts = one.split(" … ")
        assert any(all(part in said for part in parts) for said in texts), one


def test_every_target_of_make_is_there(document: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"\bmake ([a-z-]+)", code_in(document)):
        assert f"\n{target}:" in makefile, target
