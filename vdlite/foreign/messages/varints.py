"""Numbers of as many bytes as they need, as Protocol Buffers store them, by columns."""

import numpy as np
from numpy.typing import NDArray


def varint_column(rows: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The numbers whose bytes these are, [N, bytes]; without any bytes, zeros. Returns [N]."""
    numbers = np.zeros(len(rows), np.uint64)
    for place in range(rows.shape[1]):
        numbers |= (rows[:, place] & np.uint8(0x7F)).astype(np.uint64) << np.uint64(7 * place)
    return numbers.view(np.int64)
