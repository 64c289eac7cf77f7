"""What the companion's tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from vision.area_eye import AnyEye, eye_of
from vision.picture import load_picture
from vision.table import Table


@pytest.fixture(scope="module")
def taught_once(request: pytest.FixtureRequest, tables_folder: Path) -> Iterator[None]:
    """Let commands that read frames teach each table once.

    An eye that is used again sees the empty board first.
    """
    eyes: dict[tuple[str, bytes], AnyEye] = {}

    def taught(table: Table) -> AnyEye:
        folder = table.path.parent
        if folder.parent == tables_folder:
            eye: AnyEye = request.getfixturevalue("eye_of_table")(folder.name)
        else:
            key = str(table.path), table.path.read_bytes()
            if key not in eyes:  # it has seen nothing yet, as any that was just taught
                return eyes.setdefault(key, eye_of(table))
            eye = eyes[key]
        eye.read(load_picture(table.empty))
        return eye

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.frames.eye_of", taught)
        yield
