"""Drafts of a spool, made into payloads as their writer would have made them."""

from pathlib import Path
from zlib import crc32

import numpy as np

from vdlite.errors import FormatError
from vdlite.format import spool
from vdlite.format.shown_path import shown_path
from vdlite.format.spool import Slot
from vdlite.kinds import registry
from vdlite.kinds.draft import Encoded
from vdlite.kinds.numbers.packing import number_type, unpack
from vdlite.reader.files.files import Files


def payload_at(files: Files, path: Path, offset: int, crc: int) -> bytes:
    """The payload of the draft at that offset of a spool, made once more.

    Raises FormatError if it is not the one of that CRC-32, OSError.
    """
    _, slots = spool.read_table(lambda at, size: files.read(path, at, size))
    for slot in slots:
        if slot.offset == offset and slot.length:
            payload, _ = encoded_at(files, path, slot)[2]
            if crc32(payload) == crc:
                return payload
    raise FormatError(f"the draft at byte {offset} is not there any more: {shown_path(path)}")


def encoded_at(files: Files, path: Path, slot: Slot) -> tuple[str, str, Encoded]:
    """Kind, tag, and what the writer would have made. Raises FormatError, OSError."""
    if slot.length > spool.MOST_REGION:
        raise FormatError(f"draft {slot.number}: got {slot.length} bytes, want less")
    try:
        region = np.frombuffer(files.read(path, slot.offset, slot.length), np.uint8)
    except MemoryError as error:
        raise FormatError(f"draft {slot.number}: no memory for {slot.length} bytes") from error
    draft = spool.read_draft(slot, region, number_type)
    settings = unpack(draft.settings, draft.kind)
    return draft.kind, draft.tag, registry.encode(draft.kind, draft.arrays, settings)
