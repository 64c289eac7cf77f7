"""How often what goes wrong at a virtual table."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Mishaps:
    """How likely each turn is to go like this, 0 to 1; what is left over goes well.

    All place at once in the opening (``rush``); two players move without a settled moment between
    (``quick``); a deed is taken back and another done (``take_back``); a merchant of another
    colour is put down (``wrong_colour``); something illegal is done (``illegal``), which the
    table may agree to let stand where ``agree`` says so, and otherwise puts right.

    What happens beside a deed: merchants are pushed along the board, not carried (``push``);
    another one is knocked over or shoved half off its spot (``knock``, ``shove``); a swap of
    tiles is forgotten for some turns (``forget``). Between turns: a cup or dice are put down or
    taken away (``clutter``), an arm comes to rest on the table (``rest``) and stays for
    ``rest_ticks``, what stands on the board is taken off it (``cleared``). A head leans in
    (``head``). ``ponder`` is how likely each pause is a long one.

    How likely a dynasty's tiles are left lying when it is scored (``lazy``): whoever chooses says
    so at the screen, and the tiles are taken later, all at once, or only as the next are dealt.
    """

    rush: float = 0.0
    quick: float = 0.0
    take_back: float = 0.0
    wrong_colour: float = 0.0
    illegal: float = 0.0
    agree: float = 0.0
    push: float = 0.0
    knock: float = 0.0
    shove: float = 0.0
    forget: float = 0.0
    clutter: float = 0.0
    cleared: float = 0.0
    rest: float = 0.0
    rest_ticks: int = 60
    head: float = 0.0
    ponder: float = 0.0
    lazy: float = 0.0


ROUGH: Final = Mishaps(
    rush=0.5,
    quick=0.12,
    take_back=0.04,
    wrong_colour=0.02,
    illegal=0.03,
    agree=0.3,
    push=0.2,
    knock=0.04,
    shove=0.06,
    forget=0.06,
    clutter=0.08,
    cleared=0.2,
    rest=0.03,
    head=0.06,
    ponder=0.12,
)
"""A table of tired friends: once in a few minutes something is not as it should be."""
MILD: Final = Mishaps(take_back=0.02, push=0.1, knock=0.02, clutter=0.06, cleared=1.0)
"""Nothing that any companion could take amiss."""
