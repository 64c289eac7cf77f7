"""The program: commands, the table session, tracking, the journal's records and the screen."""

import os

# Standard output carries results only; pygame greets there when it is imported.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
