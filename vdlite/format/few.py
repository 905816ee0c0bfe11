"""Few records of all types, one after the other with one unpacker: what NumPy needs to begin would take longer."""

from collections.abc import Callable
from typing import Any

import msgpack
import numpy as np

from vdlite.format.batch import Scalars
from vdlite.format.bulk import UNPACK_ERRORS
from vdlite.format.records import (
    LARGE_SCALAR_BYTES,
    LARGE_SCALAR_HEAD,
    SCALAR_BYTES,
    SCALAR_HEAD,
    SEAL_BYTES,
    SEAL_HEAD,
    RecordType,
)
from vdlite.format.scalar_runs import scalars_at

MOST_BYTES = 1 << 14
"""More are unpacked faster all at once."""

_SCALAR, _SEAL, _ROW = int(RecordType.SCALAR), int(RecordType.SEAL), int(RecordType.ROW)
_SMALL, _LARGE = (SCALAR_HEAD, SCALAR_BYTES), (LARGE_SCALAR_HEAD, LARGE_SCALAR_BYTES)
_SEAL_HEAD = SEAL_HEAD[:3]


def unpack_few(
    view: memoryview, start: int, end: int, add: Callable[[Any, int, int], None]
) -> tuple[int, list[Scalars]]:
    """The place of the first record that is not looked at here, and the scalars before it.

    That is one of a row, what is no msgpack, and a scalar or seal that has not the layout of one.
    add: takes the items of any other record, where it ends and its length.
    """
    data = bytes(view[start:end])
    unpacker = msgpack.Unpacker(strict_map_key=False, max_buffer_size=MOST_BYTES)
    unpacker.feed(data)
    runs: list[Scalars] = []
    same: list[bytes] = []  # scalars of one layout
    head, size = SCALAR_HEAD, SCALAR_BYTES
    at = 0
    try:
        for items in unpacker:
            kind, stop = items[0], unpacker.tell()  # raises for what is no record at all
            if kind == _SCALAR:
                record = data[at:stop]
                if not record.startswith(head) or stop - at != size:
                    runs += _joined(same, size)
                    same = []
                    head, size = _LARGE if head == SCALAR_HEAD else _SMALL
                    if not record.startswith(head) or stop - at != size:
                        break
                same.append(record)
            elif kind == _SEAL:
                if not data.startswith(_SEAL_HEAD, at) or stop - at != SEAL_BYTES:
                    break
            elif kind == _ROW:
                break
            else:
                add(items, start + stop, stop - at)
            at = stop
    except UNPACK_ERRORS:
        pass  # what comes here is looked at on its own
    return start + at, runs + _joined(same, size)


def _joined(records: list[bytes], size: int) -> list[Scalars]:
    """Scalars of one layout as columns."""
    if not records:
        return []
    octets = np.frombuffer(b"".join(records), np.uint8)
    return [scalars_at(octets, 0, len(records), size, slice(None))]
