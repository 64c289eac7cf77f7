"""The row of city-state tiles, told by their look."""

from collections.abc import Sequence
from functools import partial

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.sampled import in_turn
from vision.camera import Pose, Sampler
from vision.illumination import logs, opponent
from vision.reading import Floats, Image, Indices
from vision.tiles import TileRow, _assigned, _Fit, _Fits, _Template

TILE_PX = 60
SLOTS = tuple((20.0 + 80.0 * i, 30.0, float(TILE_PX), float(TILE_PX)) for i in range(4))
NAMES = ("ur", "kish", "adab", "umma")


def table() -> npt.NDArray[np.float32]:
    """Paint what lies under the tiles."""
    rough = np.random.default_rng(1).normal(0, 14, (120, 360, 3)).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(rough, (0, 0), 2.0) * 4 + 120, np.float32)


def face(name: str) -> npt.NDArray[np.float32]:
    """Paint a tile: parchment with signs of its own."""
    chance = np.random.default_rng(NAMES.index(name) + 10)
    tile = np.full((TILE_PX, TILE_PX, 3), (150, 190, 205), np.float32)
    for _ in range(7):
        one, other = chance.integers(6, TILE_PX - 6, (2, 2)).tolist()
        ink = tuple(chance.uniform(10, 140, 3).tolist())
        cv2.line(tile, one, other, ink, int(chance.integers(2, 6)), cv2.LINE_AA)
    return tile


def lay(
    row: Sequence[str | None],
    *,
    off: tuple[float, float] = (0.0, 0.0),
    degrees: float = 0.0,
    gain: float = 1.0,
    seed: int = 1,
) -> Image:
    """Lay tiles into the slots, off and askew."""
    picture = table()
    for name, (x, y, _, _) in zip(row, SLOTS, strict=True):
        if name is not None:
            middle = (TILE_PX - 1) / 2
            turn = cv2.getRotationMatrix2D((middle, middle), degrees, 1.0)
            turn[:, 2] += (x + off[0], y + off[1])
            size = picture.shape[1::-1]
            mask = cv2.warpAffine(np.ones((TILE_PX, TILE_PX), np.float32), turn, size)[..., None]
            picture = picture * (1 - mask) + cv2.warpAffine(face(name), turn, size) * mask
    noisy = picture * gain + np.random.default_rng(seed).normal(0, 2, picture.shape)
    return np.clip(np.round(noisy), 0, 255).astype(np.uint8)


@pytest.fixture
def row() -> TileRow:
    taught = TileRow(SLOTS, lambda points: points.astype(np.float32))
    taught.learn([(seen(taught, lay(NAMES)), NAMES)], seen(taught, lay([None] * 4)))
    return taught


def taken(picture: Image, sampler: Sampler, points: Indices | None = None) -> Floats:
    return opponent(logs(sampler.sample(picture, Pose(), points)))


def seen(row: TileRow, picture: Image) -> Floats:
    return taken(picture, row.sampler)


def read(row: TileRow, picture: Image) -> tuple[str | None, ...]:
    return row.read(partial(taken, picture)).likeliest()


def test_each_tile_is_known_in_every_slot(row: TileRow) -> None:
    for shift in range(4):
        order = NAMES[shift:] + NAMES[:shift]
        assert read(row, lay(order, seed=shift)) == order


def test_an_empty_slot_is_none(row: TileRow) -> None:
    there = ("kish", None, None, "ur")
    assert read(row, lay(there, seed=5)) == there
    assert read(row, lay([None] * 4, seed=6)) == (None,) * 4


@pytest.mark.parametrize(
    ("off", "degrees"), in_turn([(4.0, 0.0), (-3.0, 3.0), (0.0, -5.0)], [-7.0, 0.0, 5.0]), ids=str
)
def test_a_tile_may_lie_off_and_askew(
    row: TileRow, off: tuple[float, float], degrees: float
) -> None:
    assert read(row, lay(NAMES[::-1], off=off, degrees=degrees)) == NAMES[::-1]


def test_a_shadow_over_the_row_changes_nothing(row: TileRow) -> None:
    assert read(row, lay(NAMES[::-1], gain=0.75)) == NAMES[::-1]


def test_a_tile_that_was_never_taught_is_none(row: TileRow) -> None:
    picture = lay(NAMES)
    picture[30:90, 100:160] = np.random.default_rng(3).integers(0, 255, (60, 60, 3))
    assert read(row, picture) == ("ur", None, "adab", "umma")


def test_tiles_of_one_ground_are_told_by_their_small_pictures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    signs = dict(zip(NAMES, ("S", "Y", "M", "O"), strict=True))

    def framed(name: str) -> npt.NDArray[np.float32]:
        tile = np.full((TILE_PX, TILE_PX, 3), (40, 120, 150), np.uint8)
        cv2.circle(tile, (30, 28), 19, (190, 210, 220), -1, cv2.LINE_AA)
        at = (19, 38)
        cv2.putText(tile, signs[name], at, cv2.FONT_HERSHEY_SIMPLEX, 0.9, (20, 30, 40), 2)
        return tile.astype(np.float32)

    monkeypatch.setitem(globals(), "face", framed)
    taught = TileRow(SLOTS, lambda points: points.astype(np.float32))
    taught.learn([(seen(taught, lay(NAMES)), NAMES)], seen(taught, lay([None] * 4)))
    for off, degrees in (((2.5, -2.5), 3.0), ((-1.3, 3.8), -5.0), ((3.7, 1.2), 9.0)):
        assert read(taught, lay(NAMES[::-1], off=off, degrees=degrees)) == NAMES[::-1]


def test_pale_signs_on_a_dark_ground_are_told_in_a_dim_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    signs = dict(zip(NAMES, ("S", "Y", "M", "O"), strict=True))

    def dim(name: str) -> npt.NDArray[np.float32]:
        tile = np.full((TILE_PX, TILE_PX, 3), 4, np.uint8)
        cv2.putText(tile, signs[name], (15, 45), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (22, 26, 20), 4)
        return tile.astype(np.float32)

    def noisy(row: Sequence[str | None], seed: int) -> Image:
        rough = np.random.default_rng(seed).normal(0, 6, (120, 360, 3))
        return np.clip(lay(row, seed=seed) + rough, 0, 255).astype(np.uint8)

    monkeypatch.setitem(globals(), "table", lambda: np.full((120, 360, 3), 12, np.float32))
    monkeypatch.setitem(globals(), "face", dim)
    taught = TileRow(SLOTS, lambda points: points.astype(np.float32))
    taught.learn([(seen(taught, noisy(NAMES, 1)), NAMES)], seen(taught, noisy([None] * 4, 2)))
    for seed in range(10, 15):
        assert read(taught, noisy(NAMES[::-1], seed)) == NAMES[::-1]


def test_a_slot_is_read_anew_when_its_tile_was_changed(row: TileRow) -> None:
    for order in (NAMES, NAMES[::-1], ("ur", None, "kish", None), NAMES):
        assert read(row, lay(order, seed=len(order))) == order


def test_a_slot_whose_tile_is_seen_elsewhere_is_read_anew_though_hardly_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = face

    def ruled(name: str) -> npt.NDArray[np.float32]:
        if name in {"ur", "kish"}:
            return plain(name)
        tile = np.full((TILE_PX, TILE_PX, 3), (120, 70, 140), np.float32)
        for at in range(9, TILE_PX - 6, 14):
            tile[8:-8, at : at + 4] += 34
        return tile if name == "adab" else tile.swapaxes(0, 1)

    monkeypatch.setitem(globals(), "face", ruled)
    taught = TileRow(SLOTS, lambda points: points.astype(np.float32))
    taught.learn([(seen(taught, lay(NAMES)), NAMES)], seen(taught, lay([None] * 4)))
    swapped = ("ur", "kish", "umma", "adab")
    for there in (NAMES, ("adab", "kish", "umma", "ur"), swapped, NAMES, swapped):
        assert read(taught, lay(there)) == there


def test_of_two_slots_that_show_one_tile_neither_is_believed(row: TileRow) -> None:
    assert read(row, lay(("ur", "kish", "ur", "umma"))) == (None, "kish", None, "umma")
    # Which of them it was becomes plain when the other is changed.
    there = ("ur", "kish", "adab", "umma")
    assert read(row, lay(there)) == there


def fits(**apart: float) -> _Fits:
    """Rank tiles, each as far apart from what is seen as told."""
    known = {name: _Template(name, face(name)[::3, ::3]) for name in apart}
    return _Fits.of([_Fit(known[name], known[name].flat, far) for name, far in apart.items()])


def test_where_neither_of_two_slots_is_believed_the_next_best_tile_is_not_either() -> None:
    one, other = fits(ur=100, kish=400, adab=900), fits(ur=120, adab=400, kish=900)
    assert _assigned([one, other]) == (None, None)


def test_a_tile_that_is_surely_read_in_one_slot_is_no_rival_in_another() -> None:
    sure, unsure = fits(ur=100, kish=400), fits(ur=300, kish=310, adab=900)
    assert _assigned([sure, unsure]) == ("ur", "kish")
    assert _assigned([unsure]) == (None,)


def test_a_lamp_mirrored_on_a_tile_is_part_of_no_sign(row: TileRow) -> None:
    picture = lay(NAMES)
    x, y = (round(value) for value in SLOTS[1][:2])
    cv2.circle(picture, (x + 20, y + 20), 6, (255, 255, 255), -1)
    assert read(row, picture) == NAMES


def test_an_empty_slot_printed_like_a_tile_is_still_learnt_as_empty() -> None:
    each = [lay((name,) * 4).astype(np.float32) for name in NAMES]
    printed = np.mean(each, axis=0).astype(np.uint8)
    taught = TileRow(SLOTS, lambda points: points.astype(np.float32), once=False)
    taught.learn([(seen(taught, lay(NAMES)), NAMES)], seen(taught, printed))
    assert read(taught, printed) == (None,) * 4


def test_tiles_that_lay_on_the_bare_board_are_learnt_though_one_is_hard_to_see() -> None:
    there = lay(NAMES[::-1]).astype(np.float32)
    x, y = (round(value) for value in SLOTS[1][:2])
    there[y : y + TILE_PX, x : x + TILE_PX] *= np.linspace(0.1, 1.6, TILE_PX)[:, None]
    there[y + 36 : y + TILE_PX, x : x + TILE_PX] = 255
    taught = TileRow(SLOTS, lambda points: points.astype(np.float32))
    bare = np.clip(there, 0, 255).astype(np.uint8)
    taught.learn([(seen(taught, lay(NAMES)), NAMES)], seen(taught, bare))
    assert taught.was_laid
    for order in (NAMES, NAMES[::-1], NAMES[1:] + NAMES[:1]):
        assert read(taught, lay(order, off=(2.0, -1.0))) == order
    assert read(taught, lay(("kish", None, None, "ur"))) == ("kish", None, None, "ur")


def test_a_row_that_was_bare_is_told_from_one_that_was_laid(row: TileRow) -> None:
    assert not row.was_laid
