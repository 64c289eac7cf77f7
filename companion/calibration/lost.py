"""What is left of a draft when pictures are gone: the steps that took them are open again."""

from collections.abc import Collection
from dataclasses import replace

from companion.calibration.draft import Draft, retaken, unfinished


def pictures_of(draft: Draft) -> tuple[str, ...]:
    """Name the pictures that a draft needs, each once."""
    shown = [one.frame for one in (draft.row, draft.influence) if one is not None]
    named = [draft.empty, *(sample.frame for sample in draft.samples), *shown]
    return tuple(dict.fromkeys(name for name in named if name))


def without(draft: Draft, gone: Collection[str]) -> Draft:
    """Forget what was told of pictures that are gone."""
    if draft.empty in gone:
        return unfinished(replace(retaken(draft, ""), empty=None), "view")
    if any(sample.frame in gone for sample in draft.samples):
        draft = unfinished(unfinished(replace(draft, samples=()), "merchants"), "proof")
    if draft.row is not None and draft.row.frame in gone:
        draft = unfinished(replace(draft, row=None), "row")
    if draft.influence is not None and draft.influence.frame in gone:
        draft = unfinished(replace(draft, influence=None), "kinds")
    return draft
