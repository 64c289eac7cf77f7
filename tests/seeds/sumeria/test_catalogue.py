"""The rule catalogue: whole, true to the ids that the code names, and well written throughout."""

import re
from collections import Counter
from pathlib import Path

import pytest

from companion.language import LANGUAGES
from seeds.catalogue import Rule, rules
from seeds.sumeria import FOLDER

ROOT = Path(__file__).parents[3]
RULES = [f"S-{number:02}" for number in range(1, 45)]
RULINGS = [f"S-C{number:02}" for number in range(1, 41)]
WHICH_RULE_REFUSES_WHAT = """S-01 S-06 S-08 S-11 S-12 S-14 S-15 S-16 S-18 S-19 S-20 S-21 S-26 S-27
    S-28 S-29 S-30 S-35 S-40 S-C25"""

# Words, the terms above all, that a hasty translation leaves standing, and that are none in
# the other two languages.
ENGLISH = """after all and any bag before board by cities city city-state city-states clockwise
    controller discarded dynasties dynasty empty everyone fewest first for from game goes has house
    is it its kind leaflet left location locations merchants most move must next no nobody off only
    player players raised ranking right round row runner-up score scored stretch supply swap swapped
    that the their them then tied tile tiles to town towns trade turn turns way which who whoever
    winner with"""
FRENCH = """avec chacun cité cités commerçant commerçants des du emplacement est et joueur joueurs
    les manche partie qui réserve ses sur tuile tuiles une ville villes"""
ROMANIAN = """care cel clasamentul comercianți comercianții cu din este jetoane joacă jucător
    jucători orașe pe rangul reședință rezervă rundă runda sate zonă"""
FOREIGN = {"en": f"{FRENCH} {ROMANIAN}", "fr": f"{ENGLISH} {ROMANIAN}", "ro": f"{ENGLISH} {FRENCH}"}

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_translation = pytest.mark.parametrize("language", ["fr", "ro"])


def written(one: Rule) -> tuple[str, ...]:
    """List all that is written of a rule in one language, what it cites excepted."""
    return (one.title, one.text, *one.other_readings)


def all_written(language: str) -> list[str]:
    """List all texts of a language."""
    return [text for one in rules(FOLDER, language).values() for text in written(one)]


@every_language
def test_every_rule_and_every_ruling_is_there_in_order(language: str) -> None:
    assert list(rules(FOLDER, language)) == RULES + RULINGS
    assert all(rule_id == one.id for rule_id, one in rules(FOLDER, language).items())


@pytest.mark.parametrize("folder", ["engine", "companion"])
def test_every_rule_that_code_names_is_there(folder: str) -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / folder).rglob("*.py"))
    named = set(re.findall(r"\bS-C?\d\d\b", code))
    assert named
    assert named <= rules(FOLDER).keys()


def test_every_rule_that_refuses_is_there() -> None:
    assert set(WHICH_RULE_REFUSES_WHAT.split()) <= rules(FOLDER).keys()


def test_a_rule_is_found_by_its_id_and_a_language() -> None:
    assert rules(FOLDER)["S-20"].title == "Passing over merchants"
    assert rules(FOLDER, "fr")["S-20"].title == "Passer par-dessus les commerçants"
    assert rules(FOLDER, "ro")["S-20"] is rules(FOLDER, "ro")["S-20"]


@pytest.mark.parametrize("rule_id", ["S-45", "S-00", "S-C41", "S-1", "sources"])
def test_there_is_no_other_rule(rule_id: str) -> None:
    with pytest.raises(KeyError, match=rule_id):
        rules(FOLDER)[rule_id]


def test_a_language_that_it_lacks_is_english() -> None:
    assert rules(FOLDER, "de") == rules(FOLDER)


def test_the_engine_imports_no_word_to_display() -> None:
    for path in (ROOT / "engine").rglob("*.py"):
        code = path.read_text("utf-8")
        assert not re.search(r"seeds\.sumeria(\.catalogue| import .*\brules?\b)", code), path


def test_what_no_leaflet_says_is_a_house_rule() -> None:
    house = {one.id for one in rules(FOLDER).values() if one.standing == "house"}
    assert house == {"S-C12", "S-C25", "S-C36", "S-C39"}
    assert not any(rules(FOLDER)[rule_id].citations for rule_id in house)


def test_what_is_printed_is_cited_and_what_is_clarified_is_founded() -> None:
    for one in rules(FOLDER).values():
        assert one.standing in ("printed", "clarified", "house"), one.id
        assert one.citations or one.standing != "printed", one.id
        assert one.citations or one.follows or one.standing != "clarified", one.id
        assert set(one.follows) <= rules(FOLDER).keys() - {one.id}, one.id


@every_language
def test_sources_are_named_in_the_language_of_the_text(language: str) -> None:
    leaflet = {"en": "French leaflet", "fr": "règle française", "ro": "regulamentul francez"}
    first, second = rules(FOLDER, language)["S-26"].citations
    assert (first.source, first.section) == (leaflet[language], "Fin d\u2019une manche")
    assert second.section == "Sfârșitul rundei"
    assert rules(FOLDER, language)["S-01"].citations[0].section is None


def test_a_ruling_names_the_readings_that_were_not_taken() -> None:
    without = {rule_id for rule_id in RULINGS if not rules(FOLDER)[rule_id].other_readings}
    assert without == {"S-C12", "S-C39"}  # of these nobody gives any reading
    assert not any(rules(FOLDER)[rule_id].other_readings for rule_id in RULES)


@every_language
def test_a_ruling_answers_a_question_and_a_rule_has_a_heading(language: str) -> None:
    for one in rules(FOLDER, language).values():
        assert one.title.endswith("?") == (one.id in RULINGS), one.id
        assert len(one.title) <= 64, one.id


@every_language
def test_a_text_is_one_or_two_short_sentences(language: str) -> None:
    for one in rules(FOLDER, language).values():
        for text in (one.text, *one.other_readings):
            assert text[0].isupper() or text[0].isdigit(), one.id
            assert text.endswith("."), one.id
            assert len(re.findall(r"[.?!](?=\s|$)", text)) <= 2, one.id
            assert len(text) <= 230, one.id


@every_language
def test_no_two_texts_are_the_same(language: str) -> None:
    times = Counter(all_written(language))
    assert [text for text, number in times.items() if number > 1] == []


@every_translation
def test_a_translation_has_the_numbers_of_the_english_text(language: str) -> None:
    def numbers(one: Rule) -> list[list[str]]:
        return [sorted(re.findall(r"\d+", text)) for text in written(one)]

    for rule_id in RULES + RULINGS:
        assert numbers(rules(FOLDER, language)[rule_id]) == numbers(rules(FOLDER)[rule_id]), rule_id


@every_translation
def test_nothing_is_left_as_it_was_in_english(language: str) -> None:
    assert not set(all_written(language)) & set(all_written("en"))


@every_language
def test_no_word_of_another_language_is_left(language: str) -> None:
    foreign = set(FOREIGN[language].split())
    for one in rules(FOLDER, language).values():
        text = " ".join(written(one)).casefold()
        found = set(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", text))
        assert not found & foreign, one.id


def test_english_is_written_with_plain_marks() -> None:
    for text in all_written("en"):
        assert text.isascii(), text
        assert " ".join(text.split()) == text


def test_french_has_its_own_apostrophe_and_no_break_before_a_double_mark() -> None:
    for text in all_written("fr"):
        assert "'" not in text, text
        assert not re.search(r"[^\u00a0][:;?!»]", text), text
        assert " ".join(text.replace("\u00a0", "_").split()) == text.replace("\u00a0", "_")


def test_romanian_has_commas_below_and_no_cedillas() -> None:
    for text in all_written("ro"):
        assert not re.search(r"[şţŞŢ\u0326\u0327\u00a0'\"]", text), text
        assert " ".join(text.split()) == text
