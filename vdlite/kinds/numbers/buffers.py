"""Memory for private copies that is used again.

The system hands out fresh memory page by page as it is first touched, which for a copy of some megabytes takes longer
than the copying. A few buffers that wait for the next copy save that.
"""

from collections import deque

import numpy as np
from numpy.typing import DTypeLike, NDArray

_SMALLEST = 256 << 10  # bytes; below, the allocator keeps memory at hand itself
_LARGEST = 16 << 20  # bytes; above, a page more or less does not matter beside the copying
_WAITING = 2  # buffers at most

Buffer = NDArray[np.uint8]

# No lock: a child that is forked while another thread holds one would wait for ever. Each step is atomic by itself,
# and at worst a buffer is not found.
_waiting: deque[Buffer] = deque(maxlen=_WAITING)


def copy_of(values: NDArray[np.generic], dtype: DTypeLike) -> tuple[NDArray[np.generic], Buffer]:
    """The values in C order as `dtype`, in a buffer of their own; `give_back` it when the copy is done with."""
    wanted = np.dtype(dtype)
    buffer = _take(values.size * wanted.itemsize)
    copy = buffer[: values.size * wanted.itemsize].view(wanted).reshape(values.shape)
    np.copyto(copy, values, casting="unsafe")
    return copy, buffer


def give_back(buffer: Buffer) -> None:
    """Keep a buffer for another copy; the one that waits longest makes room."""
    if _SMALLEST <= buffer.nbytes <= _LARGEST:
        _waiting.append(buffer)


def _take(nbytes: int) -> Buffer:
    if nbytes >= _SMALLEST:
        for _ in range(len(_waiting)):
            try:
                buffer = _waiting.popleft()
            except IndexError:  # another thread was quicker
                break
            if nbytes <= buffer.nbytes <= 2 * nbytes:
                return buffer
            _waiting.append(buffer)
    return np.empty(nbytes, np.uint8)
