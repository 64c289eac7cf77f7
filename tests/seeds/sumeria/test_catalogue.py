"""What Sumeria's rule catalogue says, apart from what holds for every game's."""

import pytest

from seeds.catalogue import rules
from seeds.sumeria import FOLDER

WHICH_RULE_REFUSES_WHAT = """S-01 S-06 S-08 S-11 S-12 S-14 S-15 S-16 S-18 S-19 S-20 S-21 S-26 S-27
    S-28 S-29 S-30 S-35 S-40 S-C25"""


def test_every_rule_that_refuses_is_there() -> None:
    assert set(WHICH_RULE_REFUSES_WHAT.split()) <= rules(FOLDER).keys()


def test_a_rule_is_found_by_its_id_and_a_language() -> None:
    assert rules(FOLDER)["S-20"].title == "Passing over merchants"
    assert rules(FOLDER, "fr")["S-20"].title == "Passer par-dessus les commerçants"
    assert rules(FOLDER, "ro")["S-20"] is rules(FOLDER, "ro")["S-20"]


def test_what_no_leaflet_says_is_a_house_rule() -> None:
    house = {one.id for one in rules(FOLDER).values() if one.standing == "house"}
    assert house == {"S-C12", "S-C25", "S-C36", "S-C39"}


@pytest.mark.parametrize(
    ("language", "leaflet"),
    [("en", "French leaflet"), ("fr", "règle française"), ("ro", "regulamentul francez")],
)
def test_sources_are_named_in_the_language_of_the_text(language: str, leaflet: str) -> None:
    first, second = rules(FOLDER, language)["S-26"].citations
    assert (first.source, first.section) == (leaflet, "Fin d\u2019une manche")
    assert second.section == "Sfârșitul rundei"
    assert rules(FOLDER, language)["S-01"].citations[0].section is None


def test_a_ruling_names_the_readings_that_were_not_taken() -> None:
    rulings = [one for one in rules(FOLDER).values() if one.id.startswith("S-C")]
    without = {one.id for one in rulings if not one.other_readings}
    assert without == {"S-C12", "S-C39"}  # of these nobody gives any reading
