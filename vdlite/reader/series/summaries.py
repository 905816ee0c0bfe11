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
        self._blocks: list[bytes | memoryview | Sequence[Summary]] = [
            _packed(summaries[first : first + _AT_ONCE])
            for first in range(0, len(summaries), _AT_ONCE)
        ]
        # The block that was unpacked last. One tuple, which is replaced as a whole.
        self._last: tuple[int, Sequence[Summary]] = (-1, ())

    @classmethod
    def of_blocks(cls, blocks: Sequence[bytes | memoryview], length: int) -> PackedSummaries:
        """The summaries, `length` in all, whose `blocks` another one gave."""
        summaries = cls(())
        summaries._blocks, summaries._length = list(blocks), length
        return summaries

    @property
    def blocks(self) -> list[bytes | memoryview]:
        """The summaries as msgpack, so many of them at once. Raises ValueError if some can't be packed."""
        blocks = [block for block in self._blocks if isinstance(block, bytes | memoryview)]
        if len(blocks) < len(self._blocks):
            raise ValueError("a summary is nested too deep")
        return blocks

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


def _unpacked(block: bytes | memoryview | Sequence[Summary]) -> Sequence[Summary]:
    if not isinstance(block, bytes | memoryview):
        return block
    # Without limits: these are our own bytes.
    summaries: list[Summary] = msgpack.unpackb(block, strict_map_key=False)
    return summaries
