"""The program while it runs: threads, the window, the loop; nothing of it knows the game."""

import sys

_LOOKED_UP = "pkg_resources"

# To find its icon in an archive pygame would import all of that, where it is installed: a third of
# the time until the first picture. Without it pygame looks beside its own files.
if _LOOKED_UP not in sys.modules:
    sys.modules[_LOOKED_UP] = None  # type: ignore[assignment] # Python then says there is none
    try:
        import pygame  # noqa: F401
    finally:
        del sys.modules[_LOOKED_UP]
