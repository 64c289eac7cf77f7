"""A camera that is not there yet, in place of one."""

from typing import Final

from hardware.camera import CameraError, Frame


class AwaitedCamera:
    """Fails as the camera did when it was to be opened; whoever uses it then opens it anew."""

    def __init__(self, error: CameraError) -> None:
        """Remember why there is none."""
        self._error: Final = error

    def open(self) -> None:
        """Fail: raises CameraError."""
        raise self._error

    def latest(self) -> Frame | None:
        """Fail: raises CameraError."""
        raise self._error

    def lock(self) -> None:
        """Hold nothing."""

    def close(self) -> None:
        """Do nothing: nothing is open."""
