"""The numbers of the proposals: each with its unit, what it trades, and where it comes from."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ProposalConfig:
    """What `vision.proposing` may be adjusted by.

    "Measured" is `python -m tools.proposals` on tables a, b, c, e and 24 random virtual tables.
    """

    flat_px_per_mm: float = 2.0
    """Scale of the flattened board. More costs time; a webcam at 60 cm resolves about 1.7."""
    search_px_per_mm: float = 1.25
    """Scale in which spots are searched. 1.8 found no more (measured) and takes twice as long."""
    smallest_spot_mm: float = 3.5
    """Least radius of a printed spot. Less mistakes letters and trees for spots."""
    largest_spot_mm: float = 13.0
    """Largest radius of a printed spot: half a large merchant more than the largest piece."""
    illumination_mm: float = 12.0
    """Standard deviation of the surroundings that lightness is normalised by. Less removes large
    spots with the shade, more keeps shadows; 8 and 20 found as many (measured)."""
    noise_levels: float = 1.0
    """Noise of a camera in L* that contrast is weighed against; more ignores faint print."""
    kernel_spots: int = 40
    """Examples from which the look of a spot is learnt: fewer than any board of the game has (56),
    more than the features need for a covariance."""
    kind_spots: int = 8
    """Examples of a second kind of spot: one a city-state. Fewer are no evidence."""
    candidates: int = 600
    """Round places looked at. More costs time; below 300 dark boards lose spots (measured)."""
    apart_mm: float = 6.0
    """Least distance of two spots, in which only the likelier is kept: a small piece's width."""
    enough_roundness: float = 2.0
    """Roundness of a hypothesis's examples, in standard deviations of all candidates, beyond
    which more is no merit; less lets repeated trees and letters win (measured)."""
    enough_separation: float = 5.0
    """Separation of a hypothesis's examples from the rest, in standard deviations, beyond which
    more is no merit: five are practically without overlap."""
    spot_log_odds: float = 0.0
    """Log odds of its looks from which a spot is proposed if lines join it. More misses spots of
    dark boards, less takes symbols beside roads for spots (measured)."""
    stretch_log_odds: float = 0.0
    """Log odds from which a stretch is proposed: two touches repair either error."""
    line_separation: float = 1.9
    """Standard deviations between lines and others from which colour profiles alone are believed;
    near two they hardly overlap. More weighs t on clear boards too, and takes shades for lines
    (measured)."""
    least_angle: float = 25.0
    """Degrees between two stretches at one spot: none of 20 boards has less (measured). Less
    proposes ways along other ways."""
    least_network: int = 4
    """Spots that printed lines must join at least: turn tracks join three."""
    bow: float = 0.05
    """How far a trade route leaves the straight line half-way, as a share of its length."""
    line_mm: float = 2.0
    """Width in which the ink of a printed line is looked for; a pencil's line is 1, a road 3."""
    snap_mm: float = 7.0
    """How far a tap is moved at most: two standard deviations of a finger (physics)."""
    snap_roundness: float = 0.3
    """Share of a circle that edges follow from which a tap is moved there. Less moves taps on bare
    ground."""
    least_board: float = 0.1
    """Share of the picture that a board fills at least; less finds boxes beside it."""
    edge_levels: float = 5.0
    """Least change of L*a*b* across a side of the board. Less finds outlines where none is."""
    largest_bend: float = 0.12
    """Strongest lens distortion searched, as a share at the picture's corner: a stronger one
    does not show a board whole."""
    sharpness: float = 0.42
    """Share of a picture's coarse steps that its fine ones must have; less accepts blur."""
    lamp_level: float = 140.0
    """Level (0 to 255) of the darkest channel from which a specular highlight may be seen."""


DEFAULT: Final = ProposalConfig()
