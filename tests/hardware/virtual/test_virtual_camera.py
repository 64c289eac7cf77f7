"""The virtual camera behaves like any other camera."""

import numpy as np
import pytest

from hardware.camera import Camera, CameraError
from hardware.virtual.table import VirtualTable
from hardware.virtual.virtual_camera import VirtualCamera


def test_every_look_shows_the_next_moment(table: VirtualTable) -> None:
    camera: Camera = VirtualCamera(table)
    camera.open()
    frames = [camera.latest() for _ in range(8)]
    camera.close()
    shown = [frame for frame in frames if frame is not None]
    assert len(shown) == 8
    assert len({frame.name for frame in shown}) == 8
    assert [frame.seconds for frame in shown] == sorted({frame.seconds for frame in shown})
    assert all(frame.image.shape == (960, 1280, 3) for frame in shown)
    assert all(frame.image.dtype == np.uint8 for frame in shown)
    assert not np.array_equal(shown[0].image, shown[1].image)


def test_a_frame_belongs_to_whoever_took_it(table: VirtualTable) -> None:
    camera = VirtualCamera(table)
    camera.open()
    first = camera.latest()
    assert first is not None
    kept = first.image.copy()
    first_image = first.image
    camera.latest()
    assert np.array_equal(first_image, kept)


def test_when_the_game_is_over_there_is_no_frame_more(table: VirtualTable) -> None:
    while table.state.phase != "over":
        table.advance()
    camera = VirtualCamera(table)
    camera.open()
    left = 0
    while camera.latest() is not None:
        left += 1
    assert 0 < left < 20
    assert camera.latest() is None


def test_closed_it_gives_nothing(table: VirtualTable) -> None:
    camera = VirtualCamera(table)
    with pytest.raises(CameraError, match="open it first"):
        camera.latest()
    camera.open()
    camera.close()
    camera.close()
    with pytest.raises(CameraError):
        camera.latest()
