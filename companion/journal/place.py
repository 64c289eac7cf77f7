"""Where the journal lies unless another place is named."""

import os
from pathlib import Path

from companion.settings.places import data_folder


def default_place() -> Path:
    """Give ``journal.sqlite`` in the folder of all that the program keeps for this user.

    Raises InputError where there is no such folder.
    """
    return data_folder(os.environ) / "journal.sqlite"
