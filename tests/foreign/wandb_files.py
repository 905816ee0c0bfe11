"""Files of W&B as their format says, written without any of our code: blocks, fragments, checksums."""

import struct
import zlib

BEGIN = b":W&B\xe1\xbe\x00"
BLOCK = 1 << 15
FULL, FIRST, MIDDLE, LAST = 1, 2, 3, 4


def framed(records: list[bytes], begin: bytes = BEGIN) -> bytes:
    """A file with these records."""
    data = bytearray(begin)
    for record in records:
        rest, is_first = record, True
        while is_first or rest:
            left = BLOCK - len(data) % BLOCK
            if left < 7:
                data += bytes(left)
                continue
            part, rest = rest[: left - 7], rest[left - 7 :]
            kind = (FULL if is_first else LAST) if not rest else (FIRST if is_first else MIDDLE)
            data += struct.pack("<IHB", zlib.crc32(bytes([kind]) + part), len(part), kind) + part
            is_first = False
    return bytes(data)


def unframed(data: bytes) -> list[bytes]:
    """The records of a file that is whole."""
    records, at, parts = [], len(BEGIN), b""
    while at + 7 <= len(data):
        left = BLOCK - at % BLOCK
        if left < 7:
            at += left
            continue
        check, length, kind = struct.unpack_from("<IHB", data, at)
        part = data[at + 7 : at + 7 + length]
        assert zlib.crc32(bytes([kind]) + part) == check
        parts = part if kind in (FULL, FIRST) else parts + part
        if kind in (FULL, LAST):
            records.append(parts)
        at += 7 + length
    return records
