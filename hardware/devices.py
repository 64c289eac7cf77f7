"""The files that stand for devices, and who may use them."""

from pathlib import Path


def group_of(device: Path, usual: str) -> str:
    """Name the group that may use a device, or the ``usual`` one where that is root's."""
    try:
        group = device.group()
    except (KeyError, OSError):  # a group without a name, or the device has gone
        return usual
    return usual if group == "root" else group
