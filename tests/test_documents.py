"""The documents speak of commands, files and sentences that are there."""

import io
import re
import shlex
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion import cli
from companion.games import part_of
from companion.language import FOLDER, LANGUAGES
from seeds.catalogue import sentences
from tests.companion.test_catalogues import forms, in_code
from tests.companion.words.sentences_said import TOLD, ways

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FOR_BUILDERS = ("appliance.md", "build.md")
"""Guides that are English in ``docs``, and in the other languages beside those for players."""
FOR_PLAYERS = sorted([*(path.name for path in (ROOT / "docs" / "en").glob("*.md")), *FOR_BUILDERS])
ORDINARY = {"en": {"active"}, "fr": {"actif"}, "ro": {"activ"}}
"""What is emphasised but stands on no screen."""
CITED = {"en": "“([^”]+)”", "fr": r"«\s([^»]+)\s»", "ro": "„([^”]+)”"}
"""How a language sets in quotation marks what the program says."""
COMMAND = re.compile(r"(?<![\w/.-])(?<!-u )dubsar ([a-z]+)((?: --?[a-z-]+| [a-z-]+)*)")


def code_in(document: Path) -> str:
    """Give what is set as code: between backquotes, or indented by four."""
    text = document.read_text(encoding="utf-8")
    indented = re.findall(r"^ {4,}(\S.*)$", text, re.MULTILINE)
    spans = quoted(r"`([^`]+)`", text)
    return "\n".join([*spans, *indented])


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


def test_the_overview_lists_every_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in cli.COMMANDS:
        assert f"| `dubsar {command}" in text


@cache
def help_of(*words: str) -> str:
    """Give what a command says of itself."""
    told = io.StringIO()
    with redirect_stdout(told):
        cli.main([*words, "--help"])
    return told.getvalue()


def test_every_command_and_option_is_known(document: Path) -> None:
    for command, rest in COMMAND.findall(code_in(document)):
        assert command in cli.COMMANDS
        words = shlex.split(rest)
        verbs = words[:1] if words[:1] and not words[0].startswith("-") else []
        for option in words:
            known = not option.startswith("--") or option in help_of(command, *verbs)
            assert known, (command, option)


def on_screens(language: str) -> list[str]:
    """List all that the program says in a language: screens, commands, and games' sentences."""
    texts = [text for message in in_code() for text in forms(message)]
    if language != "en":
        with (FOLDER / language / "LC_MESSAGES" / "dubsar.po").open("rb") as file:
            texts = [
                text for message in read_po(file) if message.id for text in forms(message.string)
            ]
    for game in TOLD:
        folder = part_of(game, "words").NAMES.folder
        texts += [text for _, text in ways(sentences(folder, language))]
    return [spaced(text) for text in texts]


@pytest.fixture(scope="module")
def said_in() -> dict[str, list[str]]:
    return {language: on_screens(language) for language in LANGUAGES}


def spaced(text: str) -> str:
    """Make every space the same, those that do not break and line ends too."""
    return re.sub(r"\s+", " ", text)


def quoted(pattern: str, text: str) -> list[str]:
    return [spaced(one) for one in re.findall(pattern, text)]


def commands_in(text: str) -> set[str]:
    """Give what is set as code and is more than one word."""
    return {one for one in quoted(r"`([^`]+)`", text) if " " in one}


def guide(language: str, name: str) -> str:
    """Read a guide in a language."""
    at_top = language == "en" and name in FOR_BUILDERS
    folder = ROOT / "docs" if at_top else ROOT / "docs" / language
    return (folder / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_news_are_set_plain_as_the_screen_shows_them(language: str) -> None:
    news = (ROOT / "docs" / language / "news.md").read_text(encoding="utf-8")
    assert not re.findall(r"[*_`]", news)


@pytest.mark.parametrize("name", FOR_PLAYERS)
@pytest.mark.parametrize("language", LANGUAGES)
class TestForPlayers:
    """What players read is there in every language, and speaks of the same screens."""

    def test_it_has_the_english_one_s_parts(self, language: str, name: str) -> None:
        own, english = guide(language, name), guide("en", name)
        for part in (r"^#+ ", r"^ *(?:-|\d+\.) ", r"^    +\S", r"!\["):
            assert len(re.findall(part, own, re.MULTILINE)) == len(
                re.findall(part, english, re.MULTILINE)
            ), part
        assert commands_in(own) == commands_in(english)

    def test_it_quotes_what_the_screen_says(
        self, said_in: dict[str, list[str]], language: str, name: str
    ) -> None:
        text = guide(language, name)
        cited = quoted(CITED[language], text)
        for one in cited:
            parts = one.split(" … ")
            assert any(all(part in said for part in parts) for said in said_in[language]), one
        prose = re.sub(r"`[^`]*`|^ {4,}\S.*$", "", text, flags=re.MULTILINE)
        emphasised = quoted(r"(?<!\*)\*([^*\n][^*]*)\*(?!\*)", prose)
        for one in emphasised:
            if one not in ORDINARY[language]:
                assert one in said_in[language], one
        if name == "troubleshooting.md":
            assert len(cited) > 15
            assert len(emphasised) > 10


@pytest.mark.parametrize("name", ["play-parts.svg", "table-from-the-side.svg"])
def test_a_drawing_that_all_languages_show_names_its_parts_by_numbers(name: str) -> None:
    drawing = (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8")
    written = {int(one) for one in re.findall(r"<text[^>]*>([^<]*)</text>", drawing)}
    assert written == {*range(1, max(written) + 1)}
    for language in LANGUAGES:
        text = (ROOT / "docs" / language / "first-game.md").read_text(encoding="utf-8")
        _, below = text.split(f"({'../pictures/' + name})\n\n")
        listed = re.findall(r"^(\d+)\. ", below.split("\n\n", maxsplit=1)[0], re.MULTILINE)
        assert {*map(int, listed)} == written


def test_every_target_of_make_is_there(document: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"\bmake ([a-z-]+)", code_in(document)):
        assert f"\n{target}:" in makefile, target


@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_it_is_typeset_as_its_language_is(name: str) -> None:
    code = r"`[^`]*`|\]\([^)]*\)|^ {4,}\S.*$|^\|[ |-]*$|!\["
    french, romanian = (
        re.sub(code, "", guide(language, name), flags=re.MULTILINE) for language in ("fr", "ro")
    )
    assert not re.search("[^\u00a0][:;?!»]|«[^\u00a0]|\\w'\\w", french)
    assert not re.search(r"[ŞşŢţ]|\w'\w", romanian)
