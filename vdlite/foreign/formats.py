"""The formats of other tools that are read, and what each of them gives."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from types import MappingProxyType
from typing import Protocol, TypeAlias, cast

from vdlite.errors import FormatError
from vdlite.foreign.names import is_of_a_plugin, module_of
from vdlite.format.batch import Batch, Damage
from vdlite.kinds.draft import Encoded
from vdlite.plugins import Plugin, PluginError, first_of, readers_of

logger = logging.getLogger("vdlite")

ReadPart: TypeAlias = Callable[[int, int], bytes]
"""Reads bytes of a file: offset, length; fewer where it ends."""

ReadBeside: TypeAlias = Callable[[str], bytes]
"""Reads a whole file that a log names, by its path relative to the log's folder, below which it has to lie.

Raises FormatError, OSError.
"""


class Decoder(Protocol):
    """Turns the bytes of one growing file into batches, piece by piece, as `format.decode.LogDecoder` does."""

    offset: int
    """Of the next byte to decode; what lies before is dealt with."""
    pending: Damage | None
    """Bytes at the end that are no record, unless they still change."""
    wants: int
    """Where the next record is longer than the last piece was: bytes that it takes at least, more than these; else 0.

    Nothing more can be read before they are there.
    """
    head: bytes
    """What the file has to begin with for what was decoded to count; empty for files that only grow.

    A file that is rewritten in its place may be as long as before, or longer: its beginning shows it.
    """
    written: float
    """When the file was last written to before the piece that is decoded next was read; seconds since 1970.

    For logs that tell of no time.
    """

    @property
    def left_out(self) -> Mapping[str, int]:
        """The parts of the file that are not read, and how often each was met."""
        ...

    def decode(self, data: bytes | bytearray) -> Batch:
        """The records of `data`, which begins at `self.offset`. Never raises, whatever the bytes are."""
        ...

    def skip_zeroes(self, end: int) -> None:
        """Leave out the bytes from `self.offset` up to `end`, which are all zero."""
        ...


ANEW = b"\0"
"""What no text begins with: the head of files that are read anew whenever they have changed."""


@dataclass(frozen=True, slots=True)
class Format:
    """How the files of another tool are read."""

    tool: str  # its name, for people
    make_decoder: Callable[[], Decoder]
    encode: Callable[[ReadPart, int, str, str], Encoded]
    """Makes the payload of a record: how the file is read, the record's offset, kind and tag.

    Raises FormatError, OSError.
    """
    is_beside: bool = False  # such a file says what the run was given whose logs lie beside it
    reports_end: bool = False  # whether the tool says when a run has ended
    make_decoder_beside: Callable[[ReadBeside], Decoder] | None = None
    """For logs that name other files: a decoder that reads these as well; that of `make_decoder` leaves them out."""
    encode_beside: Callable[[ReadPart, ReadBeside, int, str, str], Encoded] | None = None
    """Used in place of `encode`, where such files have to be read. Raises as that does."""

    failure: str | None = None
    """Why its files can't be read at all."""

    @property
    def is_kept(self) -> bool:
        """True if what a file says may be kept as long as it is the same, and those are that it names."""
        return not self.is_beside and self.failure is None

    def follow(self, read: ReadBeside) -> Decoder:
        """A decoder for one file; read: how those are read that it names."""
        if self.make_decoder_beside is None:
            return self.make_decoder()
        return self.make_decoder_beside(read)

    def payload(
        self, read: ReadPart, beside: ReadBeside, offset: int, kind: str, tag: str
    ) -> Encoded:
        """The payload and summary of a record. Raises FormatError, OSError."""
        if self.encode_beside is None:
            return self.encode(read, offset, kind, tag)
        return self.encode_beside(read, beside, offset, kind, tag)


def format_of(file_name: str) -> Format | None:
    """The format of a file, by its name alone; None if it is none of these."""
    module = module_of(file_name)
    if module is not None:
        return _load(module)
    return _load_plugin(readers_of(file_name)) if is_of_a_plugin(file_name) else None


@cache
def _load(module: str) -> Format:
    """The format that a module of this package declares. Loaded when such a file is met."""
    try:
        found: Format = import_module(f"vdlite.foreign.{module}").FORMAT
    except Exception as error:
        # Of whatever kind: what a Python or a library lacks costs this format, and no other log.
        name = module.rpartition(".")[2]
        logger.exception("vdlite: logs of %s can't be read", name)
        return _failed(name, f"its reader can't be loaded: {type(error).__name__}: {error}")
    return found


@cache
def _load_plugin(found: tuple[Plugin, ...]) -> Format:
    """The format that another package declares."""

    def wanted(thing: object) -> str:
        return "" if isinstance(thing, Format) else f"got {type(thing).__name__}, want a Format"

    try:
        return cast("Format", first_of(found, wanted))
    except PluginError as error:
        logger.exception("vdlite: logs can't be read: %s", found[0])
        return _failed(found[0].package, f"its reader {error}")


def _failed(tool: str, why: str) -> Format:
    return Format(tool, _Unread, partial(_refuse, why), failure=why)


class _Unread:
    """The decoder of a format that can't be loaded: nothing is read."""

    left_out: Mapping[str, int] = MappingProxyType({})

    def __init__(self) -> None:
        self.offset = 0
        self.pending: Damage | None = None
        self.wants = 0
        self.head = b""
        self.written = 0.0

    def decode(self, data: bytes | bytearray) -> Batch:
        return Batch()

    def skip_zeroes(self, end: int) -> None: ...


def _refuse(why: str, read: ReadPart, offset: int, kind: str, tag: str) -> Encoded:
    raise FormatError(why)
