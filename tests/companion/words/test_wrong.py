"""What is said while something is wrong: short, and nothing left out without saying so."""

from companion.language import Language
from companion.words.happened import happening_sentences, order_sentence, seen_sentences, shortened
from companion.words.names import names_of
from engine.record import Undo
from engine.sumeria.events import Add, Remove
from tests.companion.tracking.watching import ADD, BOARD

NAMES = names_of(Language(), BOARD, {"blue": "Ana"})
BRIEF = names_of(Language(), BOARD, {"blue": "Ana"}).brief()
TAKEN = Remove("blue", "umma.town-1")


def test_each_way_in_which_a_location_may_look_otherwise_has_its_sentence() -> None:
    seen = {"ur.city": (None, "blue"), "ur.town-1": ("red", None), "ur.town-2": ("red", "blue")}
    assert seen_sentences(seen, BRIEF, most=3) == [
        "The camera sees Ana on the city of Ur, which should be empty.",
        "The camera sees nobody on a town of Ur, where Red should be.",
        "The camera sees Ana on a town of Ur, where Red should be.",
    ]
    assert seen_sentences(seen, BRIEF, most=3, earlier=True) == [
        "Now Ana is on the city of Ur, which was empty then.",
        "Now a town of Ur is empty, where Red was then.",
        "Now Ana is on a town of Ur, where Red was then.",
    ]


def test_of_many_locations_the_others_are_counted() -> None:
    seen = {f"ur.town-{i}": ("red", None) for i in range(1, 4)}
    assert seen_sentences(seen, BRIEF)[-1] == "1 more place looks different."
    many = {f"ur.village-{i}": ("red", None) for i in range(9)}
    assert seen_sentences(many, BRIEF)[-1] == "7 more places look different."


def test_events_are_told_in_order() -> None:
    assert happening_sentences((ADD, TAKEN), (), NAMES) == [
        "Red adds a merchant on a town of Adab (adab.town-2).",
        "Ana takes back the merchant on a town of Umma (umma.town-1).",
    ]


def test_what_was_taken_back_is_named_and_what_stands_in_its_place() -> None:
    written = (ADD, TAKEN)
    (back,) = happening_sentences((Undo(1),), written, NAMES)
    assert back == "Taken back: Red adds a merchant on a town of Adab (adab.town-2)."
    (other,) = happening_sentences((Undo(1), Add("red", "ur.city"), TAKEN), written, NAMES)
    assert other.startswith(
        "Red adds a merchant on the city of Ur. (Instead of: Red adds a merchant"
    )


def test_a_long_happening_says_how_much_is_not_told() -> None:
    assert shortened(["One.", "Two."], NAMES) == "One. Two."
    assert shortened(["One.", "Two.", "Three."], NAMES) == "One. Two. And 1 more event."


def test_a_correction_says_how_each_location_will_stand() -> None:
    assert NAMES.standing({"ur.city": None, "kish.city": "blue"}) == [
        "The city of Ur is empty.",
        "Ana is on the city of Kish.",
    ]


def test_of_two_events_either_may_have_come_first_and_of_more_the_order_is_unknown() -> None:
    said = [order_sentence(range(39, end), Language()) for end in (41, 43)]
    assert said == [
        "The camera did not see which came first, event 39 or 40.",
        "The camera did not see in which order events 39 to 42 happened.",
    ]
