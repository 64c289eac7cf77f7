"""Picture files."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.errors import InputError
from tests.vision import drawn
from vision.picture import load_picture


def test_a_picture_is_read_as_bgr(tmp_path: Path) -> None:
    frame = drawn.picture({"a2": "blue"})
    assert np.array_equal(load_picture(drawn.save(tmp_path / "a.png", frame)), frame)


@pytest.mark.parametrize(
    ("channels", "middle"), [(1, np.uint8(127)), (4, np.uint8(127)), (3, np.uint16(32767))]
)
def test_other_kinds_of_pictures_are_made_so(
    tmp_path: Path, channels: int, middle: np.integer[Any]
) -> None:
    odd = np.full((20, 30, channels), middle)
    path = tmp_path / "a.png"
    path.write_bytes(cv2.imencode(".png", odd)[1].tobytes())
    picture = load_picture(path)
    assert picture.shape == (20, 30, 3)
    assert picture.dtype == np.uint8
    assert 125 <= picture.mean() <= 129


def test_a_path_may_be_in_any_language(tmp_path: Path) -> None:
    path = tmp_path / "Șuruppak ü.png"
    assert load_picture(drawn.save(path, drawn.picture())).shape == (480, 640, 3)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "no such picture"),
        (b"", "expected a picture"),
        (b"\x89PNG\r\n\x1a\n broken", "expected a picture"),
    ],
)
def test_what_is_no_picture_is_said_so(tmp_path: Path, content: bytes | None, told: str) -> None:
    path = tmp_path / "frame.png"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError) as refused:
        load_picture(path)
    assert refused.value.file == str(path)
    assert told in refused.value.expected


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_picture(tmp_path)


def test_a_name_that_no_file_can_have_is_no_picture() -> None:
    with pytest.raises(InputError, match=r"^'a.x00b': no such picture$"):
        load_picture(Path("a\0b"))


def test_a_broken_picture_depends_on_nobody_else(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = cv2.imencode(".png", drawn.picture())[1].tobytes()
    endless = whole[:16] + b"\x7f\xff\xff\xff" * 2 + whole[24:]
    for content in (whole[: len(whole) // 2], endless, b"GIF89a broken"):
        path = tmp_path / "frame.png"
        path.write_bytes(content)
        with pytest.raises(InputError, match="expected a picture"):
            load_picture(path)
    os.write(2, b"and then\n")
    assert capfd.readouterr().err == "and then\n"


def test_several_threads_leave_standard_error_as_it_was(tmp_path: Path) -> None:
    path = drawn.save(tmp_path / "a.png", np.zeros((60, 80, 3), np.uint8))
    before = os.fstat(2)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(load_picture, [path] * 200))
    assert os.path.samestat(os.fstat(2), before)
