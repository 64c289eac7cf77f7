"""A computer of the test's own making, for checks to look at."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.checks.verdict import Context, Grade, Verdict
from companion.language import Language
from companion.settings.layers import default_settings


def context(
    folder: Path,
    environment: Mapping[str, str] | None = None,
    **changed: Any,  # noqa: ANN401 - settings by name
) -> Context:
    """Give a context below a folder, with settings that were changed by name."""
    settings = replace(default_settings({"DUBSAR_HOME": str(folder)}), **changed)
    return Context(settings, Language(), environment or {}, folder, "ioana")


def only(verdicts: Iterable[Verdict]) -> tuple[Grade, str]:
    """Give the one verdict there is."""
    (verdict,) = verdicts
    return verdict.grade, verdict.text
