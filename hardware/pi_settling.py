"""When the Pi camera's focus, exposure and white balance have settled, and what then holds them."""

from collections.abc import Collection, Mapping
from typing import Final

LEAST: Final = 3.0
"""Seconds that white balance takes, which tells nothing of how far it is."""
MOST: Final = 8.0
"""Seconds after which everything is held as it is."""
AF_MANUAL: Final = 0
AF_AUTO: Final = 1
AF_START: Final = 0
AF_DONE: Final = (2, 3)
"""Focused, or no focus found (AfState)."""
AE_CONVERGED: Final = 2
"""The last of the states of exposure (AeState), in newer libraries."""
AUTOMATIC: Final[Mapping[str, object]] = {
    "AeEnable": True,
    "AwbEnable": True,
    "AfMode": AF_AUTO,
    "AfTrigger": AF_START,
}
"""Lets all settle; the lens moves once."""
MANUAL: Final[Mapping[str, object]] = {"AeEnable": False, "AwbEnable": False, "AfMode": AF_MANUAL}
HELD: Final = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
"""Values of a frame that are held from then on."""


class Settling:
    """Follows the metadata of frames; ``controls`` are those that the camera has."""

    def __init__(self, controls: Collection[str]) -> None:
        """Begin with everything automatic."""
        self._controls: Final = frozenset(controls)
        self._since: float | None = None
        self.locked = False

    def begin(self, seconds: float) -> dict[str, object]:
        """Give the controls that let everything settle, from that moment on."""
        self._since, self.locked = seconds, False
        return self._there(AUTOMATIC)

    def see(self, metadata: Mapping[str, object], seconds: float) -> dict[str, object]:
        """Give the controls that hold everything, once, when it has settled."""
        if self._since is None:
            return {}
        passed = seconds - self._since
        if passed < LEAST or (passed < MOST and not self._settled(metadata)):
            return {}
        self._since, self.locked = None, True
        held = {name: metadata[name] for name in HELD if name in metadata}
        return self._there(MANUAL) | self._there(held)

    def _settled(self, metadata: Mapping[str, object]) -> bool:
        exposed = metadata.get("AeLocked", metadata.get("AeState", AE_CONVERGED) == AE_CONVERGED)
        focused = "AfMode" not in self._controls or metadata.get("AfState") in AF_DONE
        return bool(exposed) and focused

    def _there(self, wanted: Mapping[str, object]) -> dict[str, object]:
        return {name: value for name, value in wanted.items() if name in self._controls}
