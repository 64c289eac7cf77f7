"""What is for any game says nothing in the words of one: how often it still does may only fall."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WORDS = re.compile(
    r"merchant|city[ _-]?state|\b(?:city|cities|towns?|villages?)\b"
    r"|dynast|influence|ranking|cube|pawn",
    re.IGNORECASE,
)
ROOMS = {
    "vision/**": 2,
    "companion": 0,
    "companion/archive": 0,
    "companion/broker": 0,
    "companion/calibration": 1,
    "companion/checks": 0,
    "companion/commands": 0,
    "companion/hall": 0,
    "companion/journal": 0,
    "companion/live": 0,
    "companion/tracking": 0,
    "companion/pages": 0,
    "companion/session": 0,
    "companion/settings": 0,
    "companion/boards": 4,
    "companion/sharing": 2,
    "companion/ui": 3,
    "companion/web": 0,
    "companion/words": 0,
    "engine": 4,
    "hardware": 0,
    "hardware/virtual": 3,
    "seeds": 0,
}
"""How many such words the files of each folder hold; to be lowered where that has fallen.

Those left are names in files (in the engine, in calibration), and the kinds of spots that Sumeria's
boards have, by which spots of any board are drawn.
"""


@pytest.mark.parametrize("room", ROOMS)
def test_there_are_no_more_of_them(room: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted(ROOT.glob(f"{room}/*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for _ in WORDS.findall(line)
    ]
    assert len(found) <= ROOMS[room], "\n".join(found)
