"""The kinds of arrays that everything here is made of."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.signedinteger[Any]]
Bools = NDArray[np.bool_]
Numbers = Floats | Ints | Bools
