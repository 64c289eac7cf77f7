"""How a sentence is chosen and filled in; and that every game's are whole in every language."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import part_of
from companion.language import LANGUAGES, Language
from companion.words.sentences import LIKE, PLACEHOLDER, Sentences
from engine.ruling import Fact
from seeds import catalogue
from tests.companion.words.sentences_said import PLURAL_FORMS, TOLD, Node, Way, ways

FOLDERS: dict[str, Path] = {game: part_of(game, "words").NAMES.folder for game in TOLD}
SAME = {
    "manager",
    "Manager (joker)",
    "religion",
    "{signed} point",
    "{called}: {money}",
    "{player}: {marker}",
    "{player}: manager",
    "{event} +{money}",
    "{at}: {seen}.",
    "{said}; {more}",
}
"""What is written alike in several languages."""
EXAMPLE = """
[finding]
plain = "{what} lies there."
"who won".holds.yes = "{who} has won."
"who won".holds.no.who.none = "Nobody has won."
"who won".holds.no.who.red = "Red has not won."
"who won".holds.no.who.other = "{who} has not won."
cubes.cubes.none = "No cube."
cubes.cubes.one = "{cubes} cube."
cubes.cubes.few = "{cubes} cubes or so."
cubes.cubes.other = "{cubes} cubes."
again.like = "finding.who won"
"""


@pytest.fixture
def example(tmp_path: Path) -> Path:
    (tmp_path / "sentences.en.toml").write_text(EXAMPLE, encoding="utf-8")
    (tmp_path / "sentences.ro.toml").write_text(EXAMPLE, encoding="utf-8")
    return tmp_path


def told(folder: Path, name: str, language: str = "en", **facts: Fact) -> str:
    sentences = Sentences(folder, Language(language))
    chosen = sentences.chosen("finding", name, facts)
    return sentences.filled(chosen, lambda fact: str(facts[fact]))


def test_facts_are_filled_in_once(example: Path) -> None:
    assert told(example, "plain", what="{what}") == "{what} lies there."


@pytest.mark.parametrize(
    ("holds", "who", "sentence"),
    [
        (True, "blue", "blue has won."),
        (False, None, "Nobody has won."),
        (False, "red", "Red has not won."),
        (False, "blue", "blue has not won."),
    ],
)
def test_the_narrowest_case_is_said(
    example: Path, *, holds: bool, who: str | None, sentence: str
) -> None:
    assert told(example, "who won", holds=holds, who=who) == sentence
    assert told(example, "again", holds=holds, who=who) == sentence


@pytest.mark.parametrize(
    ("language", "number", "sentence"),
    [
        ("en", 0, "No cube."),
        ("en", 1, "1 cube."),
        ("en", 3, "3 cubes."),
        ("ro", 3, "3 cubes or so."),
        ("ro", 21, "21 cubes."),
    ],
)
def test_numbers_have_plural_forms(
    example: Path, language: str, number: int, sentence: str
) -> None:
    assert told(example, "cubes", language, cubes=number) == sentence


def test_a_list_is_as_many_as_it_is_long(example: Path) -> None:
    assert told(example, "cubes", cubes=()) == "No cube."
    assert told(example, "cubes", cubes=("gas",)).endswith(" cube.")


def test_a_language_that_a_game_lacks_is_english(example: Path) -> None:
    assert told(example, "plain", "fr", what="Gas") == "Gas lies there."


def test_what_a_language_lacks_is_said_in_english(example: Path) -> None:
    own = '[finding]\n"who won".holds.no.who.red = "Rouge n’a pas gagné."'
    (example / "sentences.fr.toml").write_text(own, encoding="utf-8")
    assert told(example, "who won", "fr", holds=False, who="red") == "Rouge n’a pas gagné."
    assert told(example, "who won", "fr", holds=False, who="blue") == "blue has not won."
    assert told(example, "plain", "fr", what="Gas") == "Gas lies there."


def test_what_there_is_no_sentence_for_is_refused(example: Path) -> None:
    with pytest.raises(KeyError):
        told(example, "nothing")
    with pytest.raises(KeyError):
        told(example, "who won", holds=True)


@pytest.fixture(params=FOLDERS)
def folder(request: pytest.FixtureRequest) -> Path:
    return FOLDERS[str(request.param)]


def read(folder: Path, language: str = "en") -> dict[Way, list[str]]:
    """Read all sentences, plural forms together."""
    found: dict[Way, list[str]] = {}
    for way, sentence in ways(catalogue.written(folder, "sentences", language)):
        found.setdefault(way, []).append(sentence)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_of_the_same_facts(folder: Path, language: str) -> None:
    english, other = read(folder), read(folder, language)
    assert not [way for way in english if way not in other], "missing"
    assert [*other] == [*english]
    for way, sentences in other.items():
        names = {*PLACEHOLDER.findall(english[way][0])}
        assert all({*PLACEHOLDER.findall(one)} == names for one in sentences), way
        same = language == "en" or way[-1] == LIKE or sentences[0] in SAME
        assert (sentences == english[way]) is same, way


def choices(node: Node, *before: str) -> Iterator[tuple[Way, set[str]]]:
    """Yield the cases of each fact that a sentence depends on."""
    if not isinstance(node, str) and LIKE not in node:
        ((fact, cases),) = node.items()
        yield (*before, fact), {*cases}
        for case, inner in cases.items():
            yield from choices(inner, *before, fact, case)


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_have_all_forms_of_the_language(folder: Path, language: str) -> None:
    forms = {Language(language).plural(number) for number in range(200)} | {"other"}
    for section, named in catalogue.sentences(folder, language).items():
        for name, node in named.items():
            for way, cases in choices(node, section, name):
                assert not PLURAL_FORMS & cases or forms <= cases, way


def test_a_finding_depends_on_its_own_facts(folder: Path) -> None:
    for way, (sentence, *_) in read(folder).items():
        section, name, *rest = way
        if section == "finding":
            facts = {*name.rpartition(": ")[2].split()}
            assert {*PLACEHOLDER.findall(sentence)} <= facts, way
            assert {*rest[::2]} <= facts | {"holds", LIKE}, way


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_like_another_sentence_is_there(folder: Path, language: str) -> None:
    table = catalogue.sentences(folder, language)
    for way, (sentence, *_) in read(folder, language).items():
        if way[-1] == LIKE:
            section, _, name = sentence.partition(".")
            assert name in table[section], way


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_typeset_as_its_language_is(folder: Path, language: str) -> None:
    sentences = read(folder, language).items()
    text = "".join(one for way, forms in sentences for one in forms if way[-1] != LIKE)
    assert "'" not in text
    if language == "fr":
        assert not re.search(r"[^\u00a0][:;?!»]|«[^\u00a0]", text)
    if language == "ro":
        assert not re.search("[ŞşŢţ]", text)  # a cedilla instead of the comma
