"""Teaching an eye from a draft, as it would be taught from the files made of it."""

from companion.calibration.desk import Desk
from companion.calibration.draft import Draft
from companion.calibration.writing import write
from vision.eye import Eye
from vision.table import load_table


def learnt(desk: Desk, draft: Draft) -> Eye:
    """Teach an eye; the files lie in the desk's folder.

    Raises InputError where the pictures do not show what they are said to, OSError where the disk
    refuses.
    """
    return Eye(load_table(write(desk, desk.folder, draft)))
