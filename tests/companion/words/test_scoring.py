"""Scoring in plain sentences: control, ties, the next first player, the final result."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from companion.language import LANGUAGES, Language
from companion.words.names import names_of
from companion.words.verdicts import verdict_lines
from engine.sumeria import SUMERIA
from engine.sumeria.events import Claim, Score
from engine.sumeria.state import State
from tests.engine.sumeria.playing import PLAIN, after, scored

E3 = {"u.city": "a", "u.village-1": "a", "u.town-1": "b", "u.town-2": "b"}
E3 |= {"u.town-3": "c", "u.village-2": "c"}
E4 = {"u.town-1": "b", "u.village-1": "b", "u.town-2": "c", "u.village-2": "c", "u.city": "d"}
E8 = ((4, 3, 0, 0), (4, 2, 2, 0), (0, 0, 0, 0))


def told(state: State, event: Score | Claim, language: str = "en") -> list[str]:
    names = names_of(Language(language), PLAIN)
    return [line.text for line in verdict_lines(SUMERIA.explain(state, event), names)]


def ended(tiles: Sequence[tuple[int, ...]], rulings: Mapping[str, str | int]) -> State:
    return replace(scored({}, rulings=rulings, dynasty=6), tiles=tuple(tiles))


def test_e3_the_city_decides_control_and_towns_decide_who_is_second() -> None:
    lines = told(scored(E3), Score())
    start = lines.index("Rank 1, U: A has control, B is second. (S-26)")
    assert lines[start + 1 : start + 12] == [
        "A has 2 merchants there (in the city: 1, in towns: 0, in villages: 1). (S-27)",
        "B has 2 merchants there (in the city: 0, in towns: 2, in villages: 0). (S-27)",
        "C has 2 merchants there (in the city: 0, in towns: 1, in villages: 1). (S-27)",
        "Several have the most merchants, 2 each; A wins the tie. (S-27)",
        "Tied: A, B and C. Whoever has the city is ahead: A. (S-28)",
        "A has the city. (S-28)",
        "B does not have the city. (S-28)",
        "C does not have the city. (S-28)",
        "Of the others, several have 2 each; B wins the tie. (S-27)",
        "Tied: B and C. None of them has the city, so it decides nothing. (S-28)",
        "B does not have the city. (S-28)",
    ]
    assert "Tied: B and C. Towns come next, and B has the most: 2. (S-28)" in lines


def test_e4_the_order_of_play_decides_when_city_and_towns_do_not() -> None:
    lines = told(scored(E4, "abcd"), Score())
    assert "Tied: B and C. Towns come next and leave a tie, 1 each: B and C. (S-28)" in lines
    assert (
        "Still tied: B and C. B played earliest in this dynasty. "
        "The order was: A, B, C and D. (S-28)"
    ) in lines


def test_where_nobody_stands_nobody_takes_anything() -> None:
    lines = told(scored({}), Score())
    assert "Rank 2, V: nobody has a merchant there. (S-26)" in lines
    assert "Nobody has control. (S-27)" in lines
    assert "Nobody has a merchant in V. Discarded: 1 politics tile and 1 religion tile. (S-32)" in (
        lines
    )
    assert "What is discarded leaves the game for good. (S-C17)" in lines


def test_a_tie_for_fewest_that_never_ends_is_ended_by_the_house_rule() -> None:
    lines = told(scored({}), Score())
    assert (
        "A, left of C, starts the next dynasty: "
        "C counts as having the fewest merchants and plays last. (S-C12)"
    ) in lines
    assert "Rank 8, Q: tied for the fewest merchants, 0 each: A, B and C. (S-37)" in lines
    assert "C will play last. A, on the left of C, starts. (S-C01)" in lines


def test_who_is_alone_takes_the_controller_s_share() -> None:
    claiming = after(scored({"u.town-1": "c"}), Score())
    lines = told(claiming, Claim("c", "u", ("economy", "military")))
    assert lines[lines.index("What follows:") + 1 :][:2] == [
        "C has control of U and takes 1 economy tile and 1 military tile. (S-29)",
        "Nobody is second in U. Discarded: 1 economy tile. (S-33)",
    ]


@pytest.mark.parametrize(
    ("language", "shared", "longest", "next_longest", "two"),
    [
        (
            "en",
            "A and B share the victory. (S-42)",
            "Equal points. Most tiles of one kind, 4: A and B. (S-42)",
            "Still equal. Most tiles of the next kind, 3: A. (S-C10)",
            "At this table a single tile of a kind is worth 2 points (house rule). (S-C03)",
        ),
        (
            "fr",
            "A et B se partagent la victoire. (S-42)",
            "Égalité. Le plus de tuiles d’une même sorte, 4\u00a0: A et B. (S-42)",
            "Toujours à égalité. Le plus de tuiles de la sorte suivante, 3\u00a0: A. (S-C10)",
            "À cette table, une seule tuile d’une sorte vaut 2 points (règle maison). (S-C03)",
        ),
        (
            "ro",
            "A și B își împart victoria. (S-42)",
            "Puncte egale. Cele mai multe puncte de influență de un singur fel, 4: A și B. (S-42)",
            "Tot la egalitate. Cele mai multe puncte de influență de felul următor, 3: A. (S-C10)",
            (
                "La această masă un singur punct de influență de un fel valorează 2 puncte "
                "(regula casei). (S-C03)"
            ),
        ),
    ],
)
def test_e8_a_tie_at_the_end(
    language: str, shared: str, longest: str, next_longest: str, two: str
) -> None:
    lines = told(ended(E8, {}), Score(), language)
    assert {shared, longest} <= set(lines)
    variant: dict[str, str | int] = {"final_tie": "next-longest", "one_tile_points": 2}
    lines = told(ended(E8, variant), Score(), language)
    assert shared not in lines
    assert {next_longest, two} <= set(lines)


def test_points_are_told_kind_by_kind() -> None:
    lines = told(ended(E8, {}), Score())
    start = lines.index("A has 16 points. (S-41)")
    assert lines[start + 1 : start + 5] == [
        "4 economy tiles: 10 points. (S-41)",
        "3 military tiles: 6 points. (S-41)",
        "0 politics tiles: 0 points. (S-41)",
        "0 religion tiles: 0 points. (S-41)",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_as_many_lines_in_every_language(language: str) -> None:
    state = scored(E4, "abcd")
    assert len(told(state, Score(), language)) == len(told(state, Score()))
