"""Whether the clock can be believed: a Raspberry Pi without a network begins in the past."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.checks.verdict import Grade, Surroundings, Verdict

SET_BY_NETWORK: Final = Path("run/systemd/timesync/synchronized")
HARDWARE_CLOCK: Final = "dev/rtc*"


def clock(around: Surroundings) -> Iterator[Verdict]:
    """Compare the time with the program's own age, and look for what sets it."""
    say = around.words.say
    now = datetime.now(UTC)
    told = {"time": now.astimezone().strftime("%Y-%m-%d %H:%M")}
    if now < datetime.fromtimestamp(Path(__file__).stat().st_mtime, UTC):
        careful = say(
            "clock: it says {time}, when this program was not installed yet; connect the network, "
            "or set it with: sudo date -s",
            **told,
        )
        yield Verdict(Grade.CAREFUL, careful)
    elif (around.root / SET_BY_NETWORK).exists() or any(around.root.glob(HARDWARE_CLOCK)):
        yield Verdict(Grade.OK, say("clock: {time}", **told))
    else:
        careful = say(
            "clock: it says {time}, and nothing sets it, so games may have a wrong date; type: "
            "sudo timedatectl set-ntp true",
            **told,
        )
        yield Verdict(Grade.CAREFUL, careful)
