"""Which sentences a game has, and which of them were said."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.words.names import Names
from companion.words.sentences import LIKE, Sentences
from companion.words.verdicts import nearest_lines, rule_lines, verdict_lines
from engine.game import AnyEvent, AnyGame, AnyState, Step
from seeds import catalogue

PLURAL_FORMS = {"zero", "one", "two", "few", "many"}
ANY_NUMBER = "(number)"

TOLD = [one.parent.name for one in Path(games.__file__).parent.glob("*/words.py")]
"""The games that the companion can tell."""

Node = str | Mapping[str, Any]
Way = tuple[str, ...]
"""Section, name, and by turns facts and cases; one for all plural forms of a sentence."""


def ways(node: Node, *before: str) -> Iterator[tuple[Way, str]]:
    """Yield all sentences of a table, plural forms one by one, each with the way to it."""
    if isinstance(node, str):
        yield before, node
        return
    counted = PLURAL_FORMS & node.keys()
    for key, inner in node.items():
        plural = counted and (key in PLURAL_FORMS or key == "other")
        yield from ways(inner, *before, ANY_NUMBER if plural else key)


class _Marked(str):
    """A sentence that knows the way to it."""

    __slots__ = ("way",)
    way: Way


def _marked(node: Node, ways_to: Iterator[tuple[Way, str]]) -> Node:
    if isinstance(node, str):
        marked = _Marked(node)
        marked.way, _ = next(ways_to)
        return marked
    return {key: _marked(inner, ways_to) for key, inner in node.items()}


def note_what_is_said(monkeypatch: pytest.MonkeyPatch) -> set[Way]:
    """Note from now on what names say in English; it fills as they do."""
    said: set[Way] = set()
    load, fill = catalogue.sentences, Sentences.filled

    def marking(folder: Path, language: str = "en") -> Node:
        table = load(folder, language)
        return _marked(table, ways(table))

    def noting(self: Sentences, sentence: str, shown: Any) -> str:  # noqa: ANN401 - handed on
        assert isinstance(sentence, _Marked)
        said.add(sentence.way)
        return fill(self, sentence, shown)

    monkeypatch.setattr(catalogue, "sentences", marking)
    monkeypatch.setattr(Sentences, "filled", noting)
    return said


def say_all_of(
    game: AnyGame, names: Names, state: AnyState, event: AnyEvent
) -> Step[AnyState, Any] | None:
    """Tell all there is to tell of an event, legal or not; give what it leads to if it is."""
    assert not hasattr(event, "player") or names.could(event)
    ruling, near = game.explain(state, event), game.nearest(state, event)
    assert all(tell(event) for tell in (names.event, names.at_a_glance, names.brief().event))
    assert all(one.text for one in verdict_lines(ruling, names))
    assert all(one.text for one in rule_lines(ruling, names))
    assert not near or all(one.text for one in nearest_lines(near, names))
    if not ruling.holds:
        return None
    step = game.apply(state, event)
    assert all(names.effect(one) for one in step.effects)
    return step


def unsaid(folder: Path, said: set[Way]) -> set[Way]:
    """List the sentences that were not said; another that says the same needs not be."""
    table = {one: said for one, said in catalogue.sentences(folder).items() if one != "numbered"}
    there = {way for way, _ in ways(table) if way[-1] != LIKE}
    return there - said
