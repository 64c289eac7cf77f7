"""Messages and plural forms in three languages."""

import pytest

from companion.language import LANGUAGES, Language
from companion.words.machine import EVENTS
from companion.words.names import names_of
from tests.engine.sumeria.playing import PLAIN

NUMBERS = (0, 1, 2, 5, 19, 20, 21, 101)


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", "points point points points points points points points"),
        ("fr", "point point points points points points points points"),
        (
            "ro",
            "puncte,punct,puncte,puncte,puncte,de puncte,de puncte,puncte",
        ),
    ],
)
def test_plural_forms(language: str, forms: str) -> None:
    names = names_of(Language(language), PLAIN)
    expected = forms.split("," if "," in forms else None)
    for number, form in zip(NUMBERS, expected, strict=True):
        assert names.points("X", number).endswith(f" {number} {form}")


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", "tiles tile tiles tiles tiles tiles tiles tiles"),
        ("fr", "tuile tuile tuiles tuiles tuiles tuiles tuiles tuiles"),
        ("ro", "puncte,punct,puncte,puncte,puncte,de puncte,de puncte,puncte"),
    ],
)
def test_plural_forms_of_tiles(language: str, forms: str) -> None:
    names = names_of(Language(language), PLAIN)
    expected = forms.split("," if "," in forms else None)
    for number, form in zip(NUMBERS, expected, strict=True):
        kinds = {"en": "economy {}", "fr": "{} d’économie", "ro": "{} de influență economică"}
        kind = kinds[language]
        assert names.count("economy", number) == f"{number} {kind.format(form)}"


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "1,620 events"), ("fr", "1\u00a0620 événements"), ("ro", "1.620 de evenimente")],
)
def test_what_is_counted_is_written_as_money_is(language: str, told: str) -> None:
    words = Language(language)
    assert words.say(EVENTS, number=1620) == told
    assert told.startswith(words.grouped(1620) + " ")


def test_french_elides_before_a_vowel() -> None:
    french = Language("fr")
    told = [french.elided(f"la cité de {name}") for name in ("Kish", "Ur", "Éridou")]
    assert told == ["la cité de Kish", "la cité d’Ur", "la cité d’Éridou"]


def test_french_joins_an_article_to_the_word_before() -> None:
    french = Language("fr")
    told = [french.elided(f"{word} le dépôt") for word in ("à", "de", "De", "dans")]
    assert told == ["au dépôt", "du dépôt", "Du dépôt", "dans le dépôt"]
    assert Language("ro").elided("de le dépôt") == "de le dépôt"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Red, Blue and Green"),
        ("fr", "Rouge, Bleu et Vert"),
        ("ro", "Roșu, Albastru și Verde"),
    ],
)
def test_players_are_listed(language: str, told: str) -> None:
    names = names_of(Language(language), PLAIN)
    assert names.all_of(map(names.player, ("red", "blue", "green"))) == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_is_not_known_stays_as_it_is(language: str) -> None:
    names = names_of(Language(language), PLAIN)
    assert names.player("teal") == "Teal"
    assert names.place("larsa") == "larsa"
    assert names.place("larsa.city") == "larsa.city"
    assert names.count("trade", 2) == "2 \u00d7 trade"


def test_there_is_no_other_language() -> None:
    with pytest.raises(KeyError, match="xx"):
        Language("xx")
