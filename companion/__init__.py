"""The program: commands, the table session, tracking, the journal's records and the screen."""

import os
import warnings

# Standard output carries results only; pygame greets there when it is imported.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# Numpy's threads wait busily for more to do: whole cores, for matrices that hardly need one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Debian's pygame is made for every computer of a kind: players can do nothing about that.
warnings.filterwarnings("ignore", r"Your system is \w+ capable but pygame was not", RuntimeWarning)
