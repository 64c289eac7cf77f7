"""Round places: what lies there and how surely, from pixels alone."""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision import drawn
from tests.vision.looking import looked
from vision.background import EmptyFrame
from vision.crowding import Crowd
from vision.lessons import SIDE as FINE
from vision.lessons import Lesson, Looks, learn_looks
from vision.light import Floats, opponent
from vision.plan import Plan
from vision.pose import Pose
from vision.reading import Image
from vision.sampling import Indices
from vision.scores import SIDE, half_mm
from vision.spots import HARDLY, HARDLY_BARE, Rows, Spots
from vision.squares import Closeup, Places, Squares
from vision.table import load_table

EMPTY = drawn.picture(seed=1)
NAMES = [*drawn.PLACES]


@pytest.fixture(scope="module")
def plan(drawn_files: drawn.Files) -> Plan:
    return Plan(load_table(drawn_files.table).board, drawn.CORNERS_PX)


@pytest.fixture(scope="module")
def places(plan: Plan) -> Places:
    return Places(plan.centres_mm, plan.radii_mm)


@pytest.fixture(scope="module")
def fine(plan: Plan, places: Places) -> Squares:
    """Give the squares that are learnt from."""
    return finely(plan, places, EMPTY)


def finely(plan: Plan, places: Places, empty: Image) -> Squares:
    half = float(places.reach_mm.max()) + places.largest_mm
    return Squares(places, half, FINE, plan.pixels, EmptyFrame(empty))


@pytest.fixture(scope="module")
def spots(plan: Plan, places: Places) -> Spots:
    """Give spots that have learnt the three colours."""
    return taught(plan, places, drawn.SAMPLES, EMPTY, drawn.picture(drawn.SAMPLES, seed=2))


def taught(
    plan: Plan, places: Places, samples: Mapping[str, str], empty: Image, frame: Image
) -> Spots:
    """Teach spots the samples that a frame shows."""
    fine = finely(plan, places, empty)
    looks = learn_looks(fine, lessons(samples), [seen(fine, frame)])
    squares = Squares(places, half_mm(fine, looks.radius_mm), SIDE, plan.pixels, EmptyFrame(empty))
    spots = Spots(squares, looks)
    spots.measure(lessons(samples), [seen(squares, frame)], seen(squares, empty))
    return spots


def seen(squares: Squares, frame: Image) -> Floats:
    return squares.unshaded(opponent(squares.sampler.take(frame, Pose())))


def lessons(samples: Mapping[str, str]) -> list[Lesson]:
    return [Lesson(NAMES.index(at), colour, 0) for at, colour in samples.items()]


def learnt(fine: Squares, samples: Mapping[str, str]) -> Looks:
    frames = [seen(fine, drawn.picture(drawn.SAMPLES, seed=2))]
    return learn_looks(fine, lessons(samples), frames)


def row(spots: Spots, frame: Image, at: str) -> dict[str | None, float]:
    """Tell the log likelihoods of one location."""
    rows = spots.log_likelihood(spots.scores(seen(spots.squares, frame)))
    return dict(zip((None, *spots.names), rows[NAMES.index(at)].tolist(), strict=True))


def test_a_bare_spot_is_surely_bare(spots: Spots) -> None:
    likelihoods = row(spots, drawn.picture(seed=3), "a2")
    assert likelihoods[None] == 0.0
    assert all(likelihoods[name] < -4 for name in spots.names)


@pytest.mark.parametrize("colour", drawn.COLOURS)
def test_a_piece_is_surely_of_its_colour(spots: Spots, colour: str) -> None:
    likelihoods = row(spots, drawn.picture({"a2": colour}, seed=3), "a2")
    own = likelihoods.pop(colour)
    assert own > 4
    assert all(own - other > 6 for other in likelihoods.values())


def test_a_piece_may_stand_off_its_spot_but_not_anywhere(spots: Spots) -> None:
    on, off, away = (
        row(spots, drawn.picture({"a2": "red"}, off_mm={"a2": (dx, 0.0)}, seed=3), "a2")["red"]
        for dx in (0.0, 6.0, 32.0)
    )
    assert min(on, off) > 4
    assert away < -4


def test_a_piece_on_the_next_spot_says_nothing_of_this_one(spots: Spots) -> None:
    alone = row(spots, drawn.picture(seed=3), "a2")
    beside = row(spots, drawn.picture({"a1": "red", "a3": "blue", "b2": "yellow"}, seed=3), "a2")
    assert all(abs(alone[name] - beside[name]) < 1 for name in alone)


def test_what_changed_since_the_last_reading_is_told(
    spots: Spots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spots, "_judged", None)
    for pieces in ({}, {"a2": "red"}):
        spots.read(*looked(seen(spots.squares, drawn.picture(pieces, seed=3)), SIDE))
    assert [at for at, changed in zip(NAMES, spots.changed, strict=True) if changed] == ["a2"]


def test_no_piece_is_read_where_others_leave_no_room_nor_by_what_shows_them(
    spots: Spots, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, everywhere = np.array([NAMES.index("a2")]), np.ones((1, SIDE * SIDE), bool)
    looks = looked(seen(spots.squares, drawn.picture({"a2": "red"}, seed=3)), SIDE)
    surely = []
    for crowd in (
        None,
        Crowd(place, barred=~everywhere, theirs=everywhere),
        Crowd(place, barred=everywhere, theirs=~everywhere),
    ):
        monkeypatch.setattr(spots, "_judged", None)
        monkeypatch.setattr(spots._crowding, "found", lambda *_, crowd=crowd: crowd)
        read = spots.read(*looks)[place[0]]
        surely.append(read[1:].max() - read[0])
    alone, unseen, nowhere = surely
    assert alone > 10
    assert abs(unseen) < alone / 2
    assert nowhere < -10


def test_where_others_leave_room_for_it_a_piece_is_held_to_stand(
    spots: Spots, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, room = NAMES.index("a2"), SIDE * SIDE // 2 + SIDE // 2
    only = np.arange(SIDE * SIDE)[None] == room
    crowds = iter([Crowd(np.array([place]), barred=~only, theirs=np.zeros_like(only)), None])
    stood: list[int] = []

    def found(_rows: Rows, middles: Indices, _places: Indices) -> Crowd | None:
        stood.append(int(middles[place]))
        return next(crowds)

    monkeypatch.setattr(spots, "_judged", None)
    monkeypatch.setattr(spots._crowding, "found", found)
    for pieces in ({"a2": "red"}, {"a2": "red", "c4": "blue"}):
        spots.read(*looked(seen(spots.squares, drawn.picture(pieces, seed=3)), SIDE))
    first, then = stood
    assert first != then == room


@pytest.mark.parametrize(("rise", "tells"), [(HARDLY / 2, True), (2 * HARDLY, False)])
def test_how_uneven_a_place_is_tells_of_a_piece_where_colours_hardly_do(
    spots: Spots, monkeypatch: pytest.MonkeyPatch, rise: float, *, tells: bool
) -> None:
    monkeypatch.setattr(spots, "_full", spots._nothing + rise)
    scores = spots.scores(seen(spots.squares, drawn.picture(seed=3)))
    scores = replace(scores, named=spots._nothing + rise / 3)
    even, uneven = (
        spots.log_likelihood(replace(scores, uneven=np.full(spots.count, told)))
        for told in (0.0, 1.0)
    )
    assert (even.argmax(axis=1) == 0).all()
    assert ((uneven.argmax(axis=1) > 0) == tells).all()


def test_a_place_as_uneven_as_only_a_piece_makes_it_is_hardly_said_to_be_bare(
    spots: Spots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spots, "_full", spots._nothing + HARDLY)
    scores = spots.scores(seen(spots.squares, drawn.picture(seed=3)))
    scores = replace(scores, named=spots._nothing - HARDLY)
    even, uneven = (
        spots.log_likelihood(replace(scores, uneven=np.full(spots.count, told)))
        for told in (0.0, 1.0)
    )
    assert (even[:, 1:].max(axis=1) < -2 * HARDLY_BARE).all()
    assert (uneven[:, 1:].max(axis=1) == -HARDLY_BARE).all()


@pytest.mark.parametrize(
    ("gleams", "lighter", "plain", "left"),
    [
        (0.5, 1.0, False, True),
        (0.5, 1.0, True, False),
        (0.5, 0.2, False, False),
        (0.1, 1.0, False, False),
    ],
)
def test_no_colour_is_told_by_the_rim_of_what_gleams_far_lighter_than_it_unless_plainly(
    spots: Spots, gleams: float, lighter: float, *, plain: bool, left: bool
) -> None:
    scores = spots.scores(seen(spots.squares, drawn.picture({"a2": "red"}, seed=3)))
    red, place = spots.names.index("red"), NAMES.index("a2")
    named = spots._nothing + (spots._full - spots._nothing) / 2
    named[:, red] += 0.1
    none = np.full(spots.count, -9.0)
    rows = spots.log_likelihood(
        replace(
            scores,
            named=scores.named if plain else named,
            unknown=none,
            astray=none,
            gleams=np.full(spots.count, gleams),
            lightest=np.full(spots.count, spots._lightest[red] + lighter),
        )
    )
    assert rows[place].any() != left


def test_an_object_of_no_known_colour_is_left_unjudged(spots: Spots) -> None:
    frame = drawn.picture(seed=3)
    x, y = (round(value) for value in drawn.to_px(drawn.PLACES["a2"]))
    cv2.circle(frame, (x, y), 14, (10, 250, 20), -1)
    assert set(row(spots, frame, "a2").values()) == {0.0}


def test_in_noise_the_same_sight_is_less_sure(spots: Spots) -> None:
    pixels = seen(spots.squares, drawn.picture({"a2": "red"}, noise=14.0, seed=3))
    at = NAMES.index("a2"), 1 + spots.names.index("red")
    quiet, loud = (spots.log_likelihood(spots.scores(pixels, noise))[at] for noise in (1.0, 4.0))
    assert 0 < loud <= quiet


def test_lessons_of_nothing_are_told_and_nothing_is_learnt(fine: Squares) -> None:
    looks = learnt(fine, {"a1": "red", "a2": "red", "b1": "blue"})
    assert looks.blank == (1, 2)
    assert looks.names == ()


def test_names_are_kept_in_the_order_of_the_lessons(fine: Squares) -> None:
    looks = learnt(fine, dict([*drawn.SAMPLES.items()][::-1]))
    assert looks.names == ("yellow", "blue", "red")


def test_the_size_of_a_piece_is_learnt(fine: Squares) -> None:
    assert learnt(fine, drawn.SAMPLES).radius_mm == pytest.approx(drawn.PIECE_MM, abs=1.5)


def test_two_names_for_one_look_are_told(fine: Squares, spots: Spots) -> None:
    samples = {"a1": "red", "c4": "pink", "b2": "blue"}
    frames = [seen(spots.squares, drawn.picture(drawn.SAMPLES, seed=2))]
    confused = Spots(spots.squares, learnt(fine, samples))
    confused.measure(lessons(samples), frames, seen(spots.squares, EMPTY))
    pair = confused.alike(lessons(samples), frames)
    assert pair is not None
    assert set(pair) == {"red", "pink"}


def test_names_that_differ_are_not_alike(spots: Spots) -> None:
    frames = [seen(spots.squares, drawn.picture(drawn.SAMPLES, seed=2))]
    assert spots.alike(lessons(drawn.SAMPLES), frames) is None


def test_a_shade_over_the_whole_spot_is_taken_off(spots: Spots) -> None:
    pixels = opponent(spots.squares.sampler.take(EMPTY, Pose()))
    shaded = pixels - np.array([0.4, 0.0, 0.0], np.float32)
    assert np.abs(spots.squares.unshaded(shaded) - spots.squares.unshaded(pixels)).max() < 0.02


def test_a_piece_is_not_taken_for_shade(spots: Spots) -> None:
    pixels = opponent(spots.squares.sampler.take(drawn.picture({"a2": "blue"}, seed=3), Pose()))
    lit = spots.squares.unshaded(pixels)
    there = np.zeros(len(pixels), bool)
    there.reshape(len(NAMES), -1)[NAMES.index("a2")] = True
    assert np.abs((lit - pixels)[there]).max() < 0.15


def test_only_places_that_changed_are_judged_again(spots: Spots) -> None:
    before = spots.read(*looked(seen(spots.squares, drawn.picture(seed=3)), SIDE))
    after = spots.read(*looked(seen(spots.squares, drawn.picture({"a2": "red"}, seed=4)), SIDE))
    same = (before == after).all(axis=1)
    assert [at for at, is_same in zip(NAMES, same, strict=True) if not is_same] == ["a2"]
    assert after[NAMES.index("a2")].argmax() == 1 + spots.names.index("red")


def test_what_was_read_before_stays_as_it_was(spots: Spots) -> None:
    before = spots.read(*looked(seen(spots.squares, drawn.picture(seed=3)), SIDE))
    kept = before.copy()
    spots.read(*looked(seen(spots.squares, drawn.picture(drawn.SAMPLES, seed=4)), SIDE))
    assert np.array_equal(before, kept)


def test_changes_too_small_to_be_seen_add_up(spots: Spots) -> None:
    bare, full = (
        seen(spots.squares, drawn.picture(there, seed=3)) for there in ({}, {"a2": "red"})
    )
    for share in np.linspace(0, 1, 60, dtype=np.float32):  # so slowly does nobody set a piece down
        rows = spots.read(*looked(bare + share * (full - bare), SIDE))
    anew = spots.log_likelihood(spots.scores(full))
    assert (rows.argmax(axis=1) == anew.argmax(axis=1)).all()
    assert np.abs(rows - anew)[NAMES.index("a2")].max() < 3


@pytest.mark.parametrize(("light", "anew"), [(1.0, True), (0.3, False)])
def test_the_paler_a_place_the_less_makes_it_be_looked_at_anew(
    plan: Plan, places: Places, light: float, *, anew: bool
) -> None:
    def lit(there: Mapping[str, str], seed: int) -> Image:
        return drawn.as_picture(np.float32(light) * drawn.picture(there, seed=seed))

    spots = taught(plan, places, drawn.SAMPLES, lit({}, 1), lit(drawn.SAMPLES, 2))
    bare = seen(spots.squares, lit({}, 3))
    spots.read(*looked(bare, SIDE))
    means, look = looked(bare + np.float32(0.06), SIDE)
    asked: list[Indices] = []

    def watched(numbers: Indices) -> Closeup:
        asked.append(numbers)
        return look(numbers)

    spots.read(means, watched)
    assert bool(asked) == anew


def test_pieces_of_which_little_is_seen_are_learnt_from_where_they_stand_out_from_bare_places(
    fine: Squares, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.lessons.LEAST_SIZE", 5.0)
    there = {"a1": "red", "b2": "blue", "c1": "yellow"}
    frames = [seen(fine, drawn.picture(there, seed=2))]
    assert learn_looks(fine, lessons(there), frames).blank == ()
    mistaken = {**there, "a2": "red"}
    assert learn_looks(fine, lessons(mistaken), frames).blank == (len(there),)


WHITE = (225, 72)
BLACK = (44, 26)
SHEEN = (56, 56)
"""How light the tops and the sides of pieces are; one is black and gleams a little all over."""
GREYS = {"a1": WHITE, "c4": WHITE, "b2": BLACK, "a4": BLACK}


def grey(pieces: Mapping[str, tuple[int, int]], seed: int) -> Image:
    """Draw grey pieces, of which the lower half is their side."""
    frame = drawn.picture(noise=0.0).astype(np.float64)
    for at, (top, side) in pieces.items():
        x, y = (round(value) for value in drawn.to_px(drawn.PLACES[at]))
        cv2.ellipse(frame, (x, y), (12, 12), 0, 180, 360, (top,) * 3, -1)
        cv2.ellipse(frame, (x, y), (12, 12), 0, 0, 180, (side,) * 3, -1)
    return drawn.as_picture(frame + np.random.default_rng(seed).normal(0.0, 2.0, frame.shape))


@pytest.fixture(scope="module")
def white_and_black(plan: Plan, places: Places) -> Spots:
    """Give spots that have learnt white, with a dark side, and black."""
    samples = {at: "white" if levels == WHITE else "black" for at, levels in GREYS.items()}
    return taught(plan, places, samples, grey({}, 1), grey(GREYS, 2))


@pytest.mark.parametrize(
    ("levels", "name", "by"),
    [
        pytest.param(WHITE, "white", 6, id="white as it was taught"),
        pytest.param((170, 54), "white", 6, id="white in a dimmer light"),
        pytest.param(BLACK, "black", 6, id="black as it was taught"),
        pytest.param(SHEEN, "black", 0, id="black, and as light as the side of a white one"),
    ],
)
def test_a_piece_is_of_the_colour_of_its_lit_part(
    white_and_black: Spots, levels: tuple[int, int], name: str, by: float
) -> None:
    likelihoods = row(white_and_black, grey({"b3": levels}, 3), "b3")
    own = likelihoods.pop(name)
    assert all(own - other > by for other in likelihoods.values())
