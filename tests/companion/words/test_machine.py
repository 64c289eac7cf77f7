"""What of the panel is missing, in words that help."""

import pytest

from companion.language import LANGUAGES, Language
from companion.words.machine import PARTS, missing_sentence
from hardware.panel import LABELS, Button, Cause, Missing


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cause", Cause)
def test_every_missing_part_has_a_sentence(language: str, cause: Cause) -> None:
    words = Language(language)
    parts = [*PARTS, *Button]
    told = {missing_sentence(Missing(part, cause, "DETAIL"), words) for part in parts}
    assert len(told) == len(parts)
    assert all("{" not in one for one in told)
    assert all(("DETAIL" in one) == (cause is not Cause.NO_PINS) for one in told)


def test_who_may_not_use_the_pins_is_told_the_group() -> None:
    told = missing_sentence(Missing("panel", Cause.NOT_PERMITTED, "gpio"), Language())
    assert told == (
        "buttons, light and buzzer: this user may not use the pins; "
        "type: sudo usermod -aG gpio $USER, then log out and in again"
    )


def test_a_busy_button_is_named_by_its_label() -> None:
    told = missing_sentence(Missing("why", Cause.BUSY, "GPIO busy"), Language())
    assert told.startswith("the button WHY?: its pin is in use (GPIO busy); stop the other")


def test_each_button_has_a_label_of_its_own() -> None:
    assert set(LABELS) == set(Button)
    assert len(set(LABELS.values())) == len(Button)
