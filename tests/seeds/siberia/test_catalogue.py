"""What Siberia's rule catalogue says, apart from what holds for every game's."""

import pytest

from seeds.catalogue import rules
from seeds.siberia import FOLDER
from tests.engine.siberia.test_refusals import REFUSERS

HOUSE = """I-C04 I-C05 I-C06 I-C09 I-C19 I-C23 I-C26 I-C29 I-C35 I-C39 I-C43 I-C47"""


def test_every_rule_that_refuses_is_there() -> None:
    assert set(REFUSERS.split()) <= rules(FOLDER).keys()


def test_a_rule_is_found_by_its_id_and_a_language() -> None:
    assert rules(FOLDER)["I-35"].title == "Skipping locked regions"
    assert rules(FOLDER, "fr")["I-35"].title == "Sauter les régions verrouillées"
    assert rules(FOLDER, "ro")["I-35"] is rules(FOLDER, "ro")["I-35"]


def test_what_the_leaflet_does_not_say_is_a_house_rule() -> None:
    house = {one.id for one in rules(FOLDER).values() if one.standing == "house"}
    assert house == set(HOUSE.split())


@pytest.mark.parametrize(
    ("language", "leaflet"),
    [("en", "French leaflet"), ("fr", "règle française"), ("ro", "regulamentul francez")],
)
def test_sources_are_named_in_the_language_of_the_text(language: str, leaflet: str) -> None:
    (first,) = rules(FOLDER, language)["I-34"].citations
    assert (first.source, first.section) == (leaflet, "Verrouillage")


def test_every_ruling_names_a_reading_that_was_not_taken() -> None:
    rulings = [one for one in rules(FOLDER).values() if one.id.startswith("I-C")]
    assert all(one.other_readings for one in rulings)
