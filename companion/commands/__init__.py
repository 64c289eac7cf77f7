"""One module a command; each offers ``add_parser`` and imports what is heavy only when it runs."""

import argparse
from typing import TypeAlias

# What ``add_parser`` is given; argparse has no public name for its type.
Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001
