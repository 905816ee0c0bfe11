"""CRC-32C (Castagnoli), as event files have it: of one piece of bytes, and of columns of pieces that are nearly alike.

A CRC is linear: flipping a bit of the bytes flips bits of the CRC that depend only on how far that bit lies from the
end. So the CRCs of a million records which differ in 16 bytes cost as much as looking up those bytes.
"""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint32]

_POLYNOMIAL = 0x82F63B78  # reversed
_ONES = 0xFFFFFFFF
_SHORT = 256  # bytes, up to which a loop is faster than NumPy's calls
_WIDTH = 32  # words of a row that go one after the other, beside those of other rows


def _byte_table() -> Words:
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = np.where(table & 1, (table >> 1) ^ np.uint32(_POLYNOMIAL), table >> 1)
    return table


_TABLE = _byte_table()
_TABLE_LIST: list[int] = _TABLE.tolist()


def crc32c(data: bytes | bytearray | memoryview) -> int:
    """The CRC of the bytes."""
    if len(data) <= _SHORT:
        crc = _ONES
        for byte in bytes(data):
            crc = (crc >> 8) ^ _TABLE_LIST[(crc ^ byte) & 0xFF]
        return crc ^ _ONES
    return _of_many(np.frombuffer(data, np.uint8))


def masked(crc: int) -> int:
    """The masked CRC that a file stores, so that bytes which hold CRCs have none that look like theirs."""
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & _ONES


def unmasked(stored: Words) -> Words:
    """The CRCs that these were stored for."""
    turned = stored - np.uint32(0xA282EAD8)
    crcs: Words = (turned << np.uint32(15)) | (turned >> np.uint32(17))
    return crcs


def _of_many(data: Bytes) -> int:
    """The CRC of many bytes: rows of them side by side, two bytes at a time, then the rows put together by twos."""
    length = len(data)
    width = 2
    while width * width * 4 < length:
        width *= 2
    rows = 1
    while rows * 2 * width <= length:
        rows *= 2
    head = length - rows * width
    start = (
        crc32c(data[:head].tobytes()) ^ _ONES if head <= _SHORT else _of_many(data[:head]) ^ _ONES
    )
    pairs = np.ascontiguousarray(data[head:].reshape(rows, width).view("<u2").T)
    crcs = np.zeros(rows, np.uint32)
    crcs[0] = start
    crcs = _one_after_the_other(pairs, crcs)
    return int(_put_together(crcs, width)[0]) ^ _ONES


def remainders(words: NDArray[np.uint16]) -> Words:
    """The CRCs of rows of many bytes, [R, W] words of two, begun with zero and without the final turn of all bits.

    Linear: that of a XOR b is that of a XOR that of b. Zeros before the bytes change nothing. Returns [R].
    """
    rows, length = words.shape
    parts = 1
    while parts * _WIDTH < length:
        parts *= 2
    filled = np.zeros((rows, parts * _WIDTH), np.uint16)
    filled[:, filled.shape[1] - length :] = words
    columns = np.ascontiguousarray(filled.reshape(rows * parts, _WIDTH).T)
    crcs = _one_after_the_other(columns, np.zeros(rows * parts, np.uint32))
    return _put_together(crcs.reshape(rows, parts), 2 * _WIDTH)[:, 0]


def _one_after_the_other(columns: NDArray[np.uint16], crcs: Words) -> Words:
    """What two bytes after the other, [W, R], make of these CRCs, [R]."""
    table = _pair_table(0)
    low, half = np.uint32(0xFFFF), np.uint32(16)
    for pairs in columns:
        crcs = table[(crcs & low) ^ pairs] ^ (crcs >> half)
    return crcs


def _put_together(crcs: Words, behind: int) -> Words:
    """The CRCs of pieces that follow each other, [..., P], each of `behind` bytes, P a power of two; gives [..., 1]."""
    while crcs.shape[-1] > 1:
        crcs = _followed(crcs[..., 0::2], behind) ^ crcs[..., 1::2]
        behind *= 2
    return crcs


@lru_cache(1024)  # of 4 KiB each
def zeros_table(zeros: int) -> Words:
    """What so many zero bytes make of each byte of a CRC, from the lowest on, [4, 256]."""
    every = np.arange(256, dtype=np.uint32)
    table = np.stack([_followed(every << np.uint32(8 * place), zeros) for place in range(4)])
    table.flags.writeable = False
    return table


@lru_cache(128)  # of 256 KiB each
def _pair_table(behind: int) -> Words:
    """What two bytes, as a little-endian number, make of a CRC when `behind` bytes follow them, [65536]."""
    table = (_byte_contribution(behind + 1)[None, :] ^ _byte_contribution(behind)[:, None]).reshape(
        -1
    )
    table.flags.writeable = False
    return table


@lru_cache(4096)
def _byte_contribution(behind: int) -> Words:
    """What a byte makes of a CRC when `behind` bytes follow it, [256]."""
    table = _followed(_TABLE, behind)
    table.flags.writeable = False
    return table


def _followed(crcs: Words, zeros: int) -> Words:
    """These CRCs, without the final turn of all bits, after that many zero bytes."""
    power = 0
    while zeros:
        if zeros & 1:
            steps = _zeros_tables(power)
            low = np.uint32(0xFF)
            crcs = (
                steps[0][crcs & low]
                ^ steps[1][(crcs >> np.uint32(8)) & low]
                ^ steps[2][(crcs >> np.uint32(16)) & low]
                ^ steps[3][crcs >> np.uint32(24)]
            )
        zeros >>= 1
        power += 1
    return crcs


@cache
def _zeros_tables(power: int) -> tuple[Words, Words, Words, Words]:
    """What 2 ** power zero bytes make of each byte of a CRC."""
    if power == 0:
        bytes_ = np.arange(256, dtype=np.uint32)
        return _TABLE, bytes_, bytes_ << np.uint32(8), bytes_ << np.uint32(16)
    once = _zeros_tables(power - 1)
    low = np.uint32(0xFF)
    twice = [
        once[0][each & low]
        ^ once[1][(each >> np.uint32(8)) & low]
        ^ once[2][(each >> np.uint32(16)) & low]
        ^ once[3][each >> np.uint32(24)]
        for each in once
    ]
    return twice[0], twice[1], twice[2], twice[3]


class Varying:
    """The CRCs of records that are alike but for some runs of bytes."""

    def __init__(self, template: bytes, runs: tuple[tuple[int, int], ...]) -> None:
        """template: one of the records; runs: where the bytes lie that differ, each as its begin and its end."""
        constant = bytearray(template)
        for begin, end in runs:
            constant[begin:end] = bytes(end - begin)
        self._constant = np.uint32(crc32c(constant))
        self._runs = runs
        self._length = len(template)

    def of(self, columns: tuple[Bytes, ...]) -> Words:
        """columns: of each run its bytes, [N, end - begin] and contiguous. Returns [N]."""
        crcs: Words = np.full(len(columns[0]), self._constant)
        for (begin, end), column in zip(self._runs, columns, strict=True):
            width = end - begin
            if width % 2:
                crcs ^= _byte_contribution(self._length - end)[column[:, -1]]
            for place in range(0, width - 1, 2):
                pair = column[:, place].astype(np.uint16)
                pair |= column[:, place + 1].astype(np.uint16) << np.uint16(8)
                crcs ^= _pair_table(self._length - begin - place - 2)[pair]
        return crcs
