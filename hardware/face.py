"""The typeface of screens and prints, a file among the installed packages."""

import importlib.util
from pathlib import Path


def face(*, bold: bool) -> Path:
    """Find the face; its package need not be imported for that. Raises FileNotFoundError."""
    spec = importlib.util.find_spec("font_source_sans_pro")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(2, "the Python package is not installed", "font-source-sans-pro")
    name = "SourceSansPro-Semibold.ttf" if bold else "SourceSansPro-Regular.ttf"
    return Path(spec.submodule_search_locations[0]) / "files" / name
