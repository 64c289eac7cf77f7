"""Replacing a file as a whole: whatever happens meanwhile, it is the old one or the new one."""

import os
import shutil
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, and its folder where there is none; raises OSError, the file as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    real = path.resolve()  # a link stays one
    begun = real.with_name(f"{real.name}.part")
    try:
        with begun.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            shutil.copymode(real, begun)
        begun.replace(real)
    finally:
        begun.unlink(missing_ok=True)
