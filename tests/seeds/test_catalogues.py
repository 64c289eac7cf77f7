"""Every game's rule catalogue: whole, true to the ids that code names, well written throughout."""

import re
from collections import Counter
from pathlib import Path

import pytest

from companion.language import LANGUAGES
from seeds import siberia, sumeria
from seeds.catalogue import Rule, rules

ROOT = Path(__file__).parents[2]
GAMES = {"sumeria": ("S", 44, 40), "siberia": ("I", 37, 47)}
"""Of each game the letter of its ids, how many rules there are, and how many rulings."""
FOLDERS = {"sumeria": sumeria.FOLDER, "siberia": siberia.FOLDER}

# Words, the terms above all, that a hasty translation leaves standing, and that are none in
# the other two languages.
ENGLISH = """after all and any bag before blocking board by cities city city-state city-states
    clockwise controller discarded dynasties dynasty empty everyone exchange fewest first for
    from game goes has house is it its kind leaflet left location locations locked markers
    merchants money most move must next no nobody off only pawn pawns player players raised
    ranking region regions right round row runner-up score scored space spaces stretch supply
    swap swapped that the their them then tied tile tiles to town towns trade turn turns way
    which who whoever winner with worker workers"""
FRENCH = """argent avec bourse bourses case cases chacun cité cités commerçant commerçants des du
    emplacement est et joueur joueurs les manche marqueur marqueurs ouvrier ouvriers partie
    pions qui région régions réserve ses sur tour tuile tuiles une vendeur verrouillée ville
    villes"""
ROMANIAN = """bani blocate bursă care cel butoiașe butoiașele clasamentul cu cuburi din este
    jetoane joacă jucător jucători marcaj marcaje muncitor orașe pe pioni rangul regiune
    reședință rezervă rundă runda sate spații stoc zonă"""
FOREIGN = {"en": f"{FRENCH} {ROMANIAN}", "fr": f"{ENGLISH} {ROMANIAN}", "ro": f"{ENGLISH} {FRENCH}"}

every_game = pytest.mark.parametrize("game", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_translation = pytest.mark.parametrize("language", LANGUAGES[1:])


def rule_ids(game: str) -> list[str]:
    letter, there_are, _ = GAMES[game]
    return [f"{letter}-{number:02}" for number in range(1, there_are + 1)]


def ruling_ids(game: str) -> list[str]:
    letter, _, there_are = GAMES[game]
    return [f"{letter}-C{number:02}" for number in range(1, there_are + 1)]


def written(one: Rule) -> tuple[str, ...]:
    """List all that is written of a rule in one language, what it cites excepted."""
    return (one.title, one.text, *one.other_readings)


def all_written(game: str, language: str) -> list[str]:
    """List all texts of a language."""
    return [text for one in rules(FOLDERS[game], language).values() for text in written(one)]


@every_game
@every_language
def test_every_rule_and_every_ruling_is_there_in_order(game: str, language: str) -> None:
    catalogue = rules(FOLDERS[game], language)
    assert list(catalogue) == rule_ids(game) + ruling_ids(game)
    assert all(rule_id == one.id for rule_id, one in catalogue.items())


@every_game
@pytest.mark.parametrize("folder", ["engine", "companion"])
def test_every_rule_that_code_names_is_there(game: str, folder: str) -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / folder).rglob("*.py"))
    named = set(re.findall(rf"\b{GAMES[game][0]}-C?\d\d\b", code))
    assert named
    assert named <= rules(FOLDERS[game]).keys()


@every_game
def test_there_is_no_other_rule(game: str) -> None:
    letter, there_are, rulings = GAMES[game]
    for number in (f"{there_are + 1}", "00", f"C{rulings + 1}", "1"):
        with pytest.raises(KeyError, match=f"{letter}-{number}"):
            rules(FOLDERS[game])[f"{letter}-{number}"]
    with pytest.raises(KeyError, match="sources"):
        rules(FOLDERS[game])["sources"]


@every_game
def test_a_language_that_it_lacks_is_english(game: str) -> None:
    assert rules(FOLDERS[game], "xx") == rules(FOLDERS[game])


def test_the_engine_imports_no_word_to_display() -> None:
    for path in (ROOT / "engine").rglob("*.py"):
        code = path.read_text("utf-8")
        assert not re.search(
            r"seeds(\.\w+)?(\.catalogue| import .*\b(catalogue|rules?)\b)", code
        ), path


@every_game
def test_what_no_leaflet_says_is_a_house_rule(game: str) -> None:
    for one in rules(FOLDERS[game]).values():
        assert one.standing != "house" or not one.citations, one.id


@every_game
def test_what_is_printed_is_cited_and_what_is_clarified_is_founded(game: str) -> None:
    for one in rules(FOLDERS[game]).values():
        assert one.standing in ("printed", "clarified", "house"), one.id
        assert one.citations or one.standing != "printed", one.id
        assert one.citations or one.follows or one.standing != "clarified", one.id
        assert set(one.follows) <= rules(FOLDERS[game]).keys() - {one.id}, one.id


@every_game
def test_only_rulings_name_readings_that_were_not_taken(game: str) -> None:
    assert not any(rules(FOLDERS[game])[rule_id].other_readings for rule_id in rule_ids(game))


@every_game
@every_language
def test_a_ruling_answers_a_question_and_a_rule_has_a_heading(game: str, language: str) -> None:
    for one in rules(FOLDERS[game], language).values():
        assert one.title.endswith("?") == (one.id in ruling_ids(game)), one.id
        assert len(one.title) <= 64, one.id


@every_game
@every_language
def test_a_text_is_one_or_two_short_sentences(game: str, language: str) -> None:
    for one in rules(FOLDERS[game], language).values():
        for text in (one.text, *one.other_readings):
            assert text[0].isupper() or text[0].isdigit(), one.id
            assert text.endswith("."), one.id
            assert len(re.findall(r"[.?!](?=\s|$)", text)) <= 2, one.id
            assert len(text) <= 230, one.id


@every_game
@every_language
def test_no_two_texts_are_the_same(game: str, language: str) -> None:
    times = Counter(all_written(game, language))
    assert [text for text, number in times.items() if number > 1] == []


@every_game
@every_translation
def test_a_translation_has_the_numbers_of_the_english_text(game: str, language: str) -> None:
    def numbers(one: Rule) -> list[list[str]]:
        return [sorted(re.findall(r"\d+", text)) for text in written(one)]

    english, other = rules(FOLDERS[game]), rules(FOLDERS[game], language)
    for rule_id, one in english.items():
        assert numbers(other[rule_id]) == numbers(one), rule_id


@every_game
@every_translation
def test_nothing_is_left_as_it_was_in_english(game: str, language: str) -> None:
    assert not set(all_written(game, language)) & set(all_written(game, "en"))


@every_game
@pytest.mark.parametrize("language", FOREIGN)
def test_no_word_of_another_language_is_left(game: str, language: str) -> None:
    foreign = set(FOREIGN[language].split())
    for one in rules(FOLDERS[game], language).values():
        text = " ".join(written(one)).casefold()
        found = set(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", text))
        assert not found & foreign, one.id


@every_game
def test_english_is_written_with_plain_marks_and_its_own_apostrophe(game: str) -> None:
    for text in all_written(game, "en"):
        assert "'" not in text, text
        assert text.replace("\u2019", "").isascii(), text
        assert " ".join(text.split()) == text


@every_game
def test_french_has_its_own_apostrophe_and_no_break_before_a_double_mark(game: str) -> None:
    for text in all_written(game, "fr"):
        assert "'" not in text, text
        assert not re.search(r"[^\u00a0][:;?!»]", text), text
        assert " ".join(text.replace("\u00a0", "_").split()) == text.replace("\u00a0", "_")


@every_game
def test_romanian_has_commas_below_and_no_cedillas(game: str) -> None:
    for text in all_written(game, "ro"):
        assert not re.search(r"[şţŞŢ\u0326\u0327\u00a0'\"]", text), text
        assert " ".join(text.split()) == text
