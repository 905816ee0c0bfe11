"""Summaries of many records in little memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, overload

import msgpack

_AT_ONCE = 256  # summaries that are packed together

Summary = Mapping[str, Any]


class PackedSummaries(Sequence[Summary]):
    """A sequence of summaries, kept as msgpack. Threads may share it.

    As a map each takes some hundred bytes, packed mostly less than twenty; hardly any is ever looked at.
    """

    __slots__ = ("_blocks", "_last", "_length")

    def __init__(self, summaries: Sequence[Summary]) -> None:
        self._length = len(summaries)
        self._blocks = [
            _packed(summaries[first : first + _AT_ONCE])
            for first in range(0, len(summaries), _AT_ONCE)
        ]
        # The block that was unpacked last. One tuple, which is replaced as a whole.
        self._last: tuple[int, Sequence[Summary]] = (-1, ())

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> Summary: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Summary]: ...
    def __getitem__(self, at: int | slice) -> Summary | Sequence[Summary]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(self._length))]
        if not -self._length <= at < self._length:
            raise IndexError(f"summary {at} of {self._length}")
        number, within = divmod(at % self._length, _AT_ONCE)
        last, unpacked = self._last
        if last != number:
            unpacked = _unpacked(self._blocks[number])
            self._last = (number, unpacked)
        return unpacked[within]

    @property
    def bytes(self) -> int:
        """How much memory they take, about."""
        return sum(len(block) for block in self._blocks)


def _packed(summaries: Sequence[Summary]) -> bytes | Sequence[Summary]:
    try:
        packed: bytes = msgpack.packb(summaries)
    except (ValueError, TypeError, OverflowError):  # nested deeper than msgpack packs
        return list(summaries)
    return packed


def _unpacked(block: bytes | Sequence[Summary]) -> Sequence[Summary]:
    if not isinstance(block, bytes):
        return block
    # Without limits: these are our own bytes.
    summaries: list[Summary] = msgpack.unpackb(block, strict_map_key=False)
    return summaries
