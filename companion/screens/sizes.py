"""How large text is."""

from typing import Final

TEXT: Final = 28
"""The smallest text that matters, in the design: it can be read across a table."""
SMALL: Final = 20
"""Text that one walks up to: captions, names on the diagram, times."""
LARGE: Final = 40
"""What everybody at the table is to see at once."""
LEAST: Final = 15
"""No text on any screen is smaller."""
