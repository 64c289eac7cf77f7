"""What some tests need of the system, and which command brings it."""

import os
import shutil

import pytest


def program(name: str, package: str) -> str:
    """Find a program; without it the test is skipped, and fails where nothing may be skipped."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        text = f"there is no {name}; type: sudo apt-get install --no-install-recommends {package}"
        if os.environ.get("DUBSAR_SKIP_NOTHING"):
            pytest.fail(text)
        pytest.skip(text)
    return found
