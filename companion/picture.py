"""A picture as it is shown, kept and taught from."""

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""A camera's picture: BGR, height x width x 3."""
