"""Keeps what an eye has learnt beside its table file: learning takes seconds, loading none.

The key contains everything that it was learnt from: the table file, its board and pictures, and the
program itself. If anything is different, the eye is taught anew.
"""

import hashlib
import io
import pickle
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

import engine
from vision.area_eye import AnyEye, AreaEye, eye_of
from vision.eye import Eye
from vision.table import Table

SUFFIX: Final = ".learnt"
LEAST_FREE: Final = 500_000_000
"""Bytes that must be free on the disk; a stored eye takes 30 to 60 million."""
OWN: Final = ("vision.", "engine.")
"""Our own modules, whose classes a stored eye may contain; of others only those named below."""
OTHERS: Final = frozenset(
    {
        ("builtins", "slice"),
        ("pathlib", "PosixPath"),
        ("pathlib._local", "PosixPath"),
        ("numpy", "dtype"),
        ("numpy", "ndarray"),
        *((core, "_frombuffer") for core in ("numpy._core.numeric", "numpy.core.numeric")),
        *(
            (core, name)
            for core in ("numpy._core.multiarray", "numpy.core.multiarray")
            for name in ("_reconstruct", "scalar")
        ),
    }
)


def remembered_eye(table: Table) -> AnyEye:
    """Load the stored eye of a table, or teach and store it; raises InputError as teaching does.

    Where it cannot be stored, or the disk is nearly full, it is only taught.
    """
    path = table.path.with_name(table.path.name + SUFFIX)
    key = _key(table)
    eye = _recalled(path, key) if key else None
    if eye is None:
        eye = eye_of(table)
        if isinstance(eye, AreaEye):
            eye.prepare()
        if key:
            _remember(path, key, eye)
    return eye


@cache
def program_print() -> str:
    """Give a hash of the program that teaches, so that another version loads nothing stored."""
    whole = hashlib.sha256()
    for package in (Path(__file__).parent, Path(engine.__file__).parent):
        for file in sorted(package.rglob("*")):
            if file.is_file() and file.parent.name != "__pycache__":
                whole.update(f"{file.relative_to(package)}\0".encode() + file.read_bytes())
    versions = (sys.version, np.__version__, cv2.__version__)
    return whole.hexdigest() + repr(versions)


def _key(table: Table) -> bytes:
    """Give a hash of all that is learnt from; empty if a file is missing."""
    whole = hashlib.sha256(program_print().encode())
    try:
        for file in _files(table):
            whole.update(f"{file}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
    except OSError:
        return b""
    return whole.hexdigest().encode()


def _files(table: Table) -> Iterator[Path]:
    yield table.path
    yield table.board_path
    yield from sorted(table.frames)


def _recalled(path: Path, key: bytes) -> AnyEye | None:
    try:
        with path.open("rb") as file:
            if file.read(len(key)) != key:
                return None
            eye = _Recall(io.BytesIO(file.read())).load()
    except Exception:  # noqa: BLE001 - whatever is damaged is learnt anew
        return None
    return eye if isinstance(eye, Eye | AreaEye) else None


def _remember(path: Path, key: bytes, eye: AnyEye) -> None:
    begun = path.with_name(path.name + ".part")
    with suppress(OSError):
        if shutil.disk_usage(path.parent).free < LEAST_FREE:
            return
        try:
            begun.write_bytes(key + pickle.dumps(eye, protocol=5))
            begun.replace(path)
        finally:
            begun.unlink(missing_ok=True)


class _Recall(pickle.Unpickler):
    """Unpickles only classes that an eye consists of, whoever wrote the file."""

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401 - classes and functions
        if (module, name) == ("builtins", "getattr"):
            return _method
        ours = module.startswith(OWN) and "." not in name  # not what a module only imports
        if ours or (module, name) in OTHERS:
            found = super().find_class(module, name)
            if not ours or getattr(found, "__module__", "").startswith(OWN):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of an eye")


def _method(owner: object, name: str) -> Any:  # noqa: ANN401 - a method
    """Give a method of one of our own objects."""
    if type(owner).__module__.startswith(OWN) and not name.startswith("__"):
        return getattr(owner, name)
    raise pickle.UnpicklingError(f"{name} is no method of ours")
