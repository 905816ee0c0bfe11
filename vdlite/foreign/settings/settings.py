"""Files with what a run was given, which lie beside its logs: one trial each."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple
from zlib import crc32

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.formats import ANEW, Format, ReadPart
from vdlite.format.batch import Batch, Damage, Declaration, Entries, Entry
from vdlite.kinds.draft import Encoded, encoded

MOST_BYTES = 1 << 20
_MOST_SETTINGS = 1000


class Settings(NamedTuple):
    """The settings that a file holds."""

    values: Mapping[str, Any]
    problem: str = ""  # why these are not all, or none


Parse = Callable[[bytes], Settings]
"""Reads the settings of a whole file. Never raises."""


class SettingsDecoder:
    """Decodes one file: see `formats.Decoder`. It is read when it is whole, and anew when it has changed."""

    def __init__(self, parse: Parse) -> None:
        self.offset = 0
        self.pending: Damage | None = None
        self.wants = 0
        self.head = b""
        self.written = 0.0
        self._parse = parse
        self._problem = ""

    @property
    def left_out(self) -> Mapping[str, int]:
        """See `formats.Decoder`: the reason why a file can't be read, or not all of it."""
        return {f"settings: {self._problem}": 1} if self._problem else {}

    def skip_zeroes(self, end: int) -> None:
        """See `formats.Decoder`."""
        self.offset = end

    def decode(self, data: bytes | bytearray) -> Batch:
        """See `formats.Decoder`."""
        batch = Batch()
        if self.offset == 0 and data:
            found = _read(bytes(data), self._parse)
            self._problem = found.problem
            try:
                payload, summary = _trial(found)
            except FormatError:
                pass
            else:
                place = (self.written, False, 0, len(payload), crc32(payload), summary)
                batch.declarations.append(Declaration(0, "hparams", "hparams", {}))
                batch.entries.append(Entries.of([Entry(0, 0, *place)]))
            if len(data) <= MOST_BYTES:  # else this is not all of it
                self.head = ANEW
        self.offset += len(data)
        return batch


def settings_format(tool: str, parse: Parse) -> Format:
    """The format of such files."""

    def encode(read: ReadPart, offset: int, kind: str, tag: str) -> Encoded:
        return _trial(_read(read(0, MOST_BYTES + 1), parse))

    return Format(tool, lambda: SettingsDecoder(parse), encode, is_beside=True)


def _read(data: bytes, parse: Parse) -> Settings:
    if len(data) > MOST_BYTES:
        return Settings({}, f"more than {MOST_BYTES} bytes")
    return parse(data)


def _trial(found: Settings) -> Encoded:
    from vdlite.kinds import hparams

    given: dict[str, Any] = {}
    for name, value in _flat(found.values):
        given[name] = value
        if len(given) == _MOST_SETTINGS:
            break
    if not given:
        raise FormatError("no settings")
    try:
        return encoded(hparams.hparams(given, ()))
    except PayloadError as error:
        raise FormatError(str(error)) from error


def _flat(values: Mapping[Any, Any], begin: str = "") -> Iterator[tuple[str, Any]]:
    """Settings in settings by the names of both, `a/b`; lists as text."""
    for name, value in values.items():
        if isinstance(value, dict) and value:
            yield from _flat(value, f"{begin}{name}/")
        elif value is None or isinstance(value, bool | int | float | str):
            yield f"{begin}{name}", value
        else:
            yield f"{begin}{name}", json.dumps(value, default=str)
