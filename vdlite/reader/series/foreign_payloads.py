"""Payloads that lie in another tool's log, as ours."""

from functools import lru_cache, partial
from pathlib import Path
from zlib import crc32

from vdlite.errors import FormatError
from vdlite.foreign.formats import format_of
from vdlite.foreign.stores.named_files import read_beside
from vdlite.foreign.stores.payloads import encode_at
from vdlite.foreign.stores.places import place_of
from vdlite.format.batch import Entry
from vdlite.format.shown_path import shown_path
from vdlite.reader.files.files import Files

_FEW_BYTES = 1 << 22


def foreign_payload(files: Files, path: Path, kind: str, tag: str, entry: Entry) -> bytes:
    """The payload of a record, made once more. Raises FormatError if it is not the one that it was, OSError."""
    if entry.length <= _FEW_BYTES:
        return _kept(
            files,  # type: ignore[arg-type]  # distinguished by which one it is
            path,
            kind,
            tag,
            entry.offset,
            entry.crc,
        )
    return _made(files, path, kind, tag, entry.offset, entry.crc)


def _made(files: Files, path: Path, kind: str, tag: str, offset: int, crc: int) -> bytes:
    place = place_of(path)
    found = format_of(path.name)
    if place is not None:
        payload, _ = encode_at(place, files, kind, tag, offset)
    elif found is not None:
        beside = partial(read_beside, files, path.parent)
        payload, _ = found.payload(partial(files.read, path), beside, offset, kind, tag)
    else:
        raise FormatError(f"no format that is known: {shown_path(path)}")
    if crc32(payload) != crc:
        raise FormatError(f"the {kind} at byte {offset} is not what it was: {shown_path(path)}")
    return payload


@lru_cache(4)  # a tensor is asked for slice by slice
def _kept(files: Files, path: Path, kind: str, tag: str, offset: int, crc: int) -> bytes:
    return _made(files, path, kind, tag, offset, crc)
