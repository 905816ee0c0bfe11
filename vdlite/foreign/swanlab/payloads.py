"""Payloads of what a run's records hold, also made again when they are asked for."""

import json
from typing import Any

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.blocks.block_payloads import BlockRecords, message_at
from vdlite.foreign.blocks.console import TAG as CONSOLE
from vdlite.foreign.blocks.packages import packages_of
from vdlite.foreign.formats import ReadBeside, ReadPart
from vdlite.foreign.media import media
from vdlite.foreign.media.pictures import picture
from vdlite.foreign.swanlab import records
from vdlite.foreign.swanlab.records import Media, MediaItem
from vdlite.kinds.draft import Encoded, encoded
from vdlite.protobuf.message import Message

NOTES, STATUS, LINEAGE, ENVIRONMENT = "notes", "status", "lineage", "environment"
SEPARATOR = "\n"
"""Between two lines that were printed."""
_RECORDS = BlockRecords(records.BEGIN, records.what_of, records.LOG, records.read_line, SEPARATOR)
_MOST_BYTES = 1 << 20
_KINDS = {"image": "image", "audio": "audio", "text": "text", "video": "video", "echarts": "text"}


class OtherChartError(FormatError):
    """A chart that is no table, which is the only one that is read."""


def media_kind(value: Media) -> str | None:
    """The kind that a value is shown as; None if none that is read."""
    return _KINDS.get(value.type) if value.items else None


def encode_media(value: Media, beside: ReadBeside | None) -> Encoded:
    """The payload and summary. Raises FormatError if it can't be one, OSError."""
    files = [_file(item, value.type, beside) for item in value.items[: media.MOST_PICTURES]]
    captions = [item.caption for item in value.items if item.caption]
    try:
        if value.type == "image":
            return picture(files[0]) if len(files) == 1 else media.grid(files, captions)
        if value.type == "text":
            return _texts(files, [item.caption for item in value.items])
        if len(files) > 1:
            raise FormatError(f"several of {value.type} in one value")
        if value.type == "echarts":
            return _table(files[0])
        return media.sound(files[0]) if value.type == "audio" else media.clip(files[0])
    except OtherChartError:
        raise
    except (PayloadError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise FormatError(f"{value.type}: {error}") from error


def encode_metadata(beside: ReadBeside) -> Encoded:
    """The facts of machine and program, as lineage. Raises FormatError, PayloadError, OSError."""
    return encode_lineage(records.read_metadata(beside("files/swanlab-metadata.json")))


def encode_requirements(beside: ReadBeside) -> Encoded:
    """The installed packages, as an environment. Raises FormatError, OSError."""
    from vdlite.kinds import environment

    return environment.of_other_tool(
        {}, packages_of(beside("files/requirements.txt")[:_MOST_BYTES])
    )


def encode_lineage(given: dict[str, Any]) -> Encoded:
    """Raises PayloadError."""
    from vdlite.kinds import lineage

    return encoded(lineage.lineage(None, None, None, None, None, None, None, None, given))


def encode_text(given: str) -> Encoded:
    """Raises PayloadError."""
    from vdlite.kinds import text

    return encoded(text.text(given))


def encode_at(read: ReadPart, offset: int, kind: str, tag: str) -> Encoded:
    """See `formats.Format`; the offset is that of the record's first fragment."""
    return encode_beside(read, None, offset, kind, tag)


def encode_beside(
    read: ReadPart, beside: ReadBeside | None, offset: int, kind: str, tag: str
) -> Encoded:
    """The payload of a record for which other files may have to be read."""
    try:
        # A script may call a value of its own so, too.
        is_console = (kind, tag) == ("text", CONSOLE)
        if is_console and _RECORDS.number_at(read, offset) != records.MEDIA:
            return _RECORDS.console_at(read, offset)
        return _encode(message_at(read, offset), beside, kind, tag)
    except PayloadError as error:
        raise FormatError(str(error)) from error


def _encode(record: Message, beside: ReadBeside | None, kind: str, tag: str) -> Encoded:
    what = records.what_of(record)
    number, message = (0, record) if what is None else (what[0], record.inner(what))
    if number == records.MEDIA:
        value = records.read_media(message)
        if media_kind(value) == kind and value.tag == tag:
            return encode_media(value, beside)
    if number == records.START and (kind, tag) == ("text", NOTES):
        return encode_text(records.read_start(message).note)
    if number == records.START and kind == LINEAGE:
        return encode_lineage(dict(records.read_start(message).facts))
    if number == records.FINISH and (kind, tag) == ("text", STATUS):
        return encode_text(records.read_end(message)[0])
    if number == records.SAVE and kind == LINEAGE and beside is not None:
        return encode_metadata(beside)
    if number == records.SAVE and kind == ENVIRONMENT and beside is not None:
        return encode_requirements(beside)
    raise FormatError(f"got a record without {kind} {tag!r:.60}")


def _file(item: MediaItem, kind: str, beside: ReadBeside | None) -> bytes:
    if item.inline:
        return item.inline
    if beside is None or "/" in item.file or "\\" in item.file:
        raise FormatError(f"got the file {item.file!r:.60}")
    return beside(f"media/{kind}/{item.file}")


def _texts(files: list[bytes], captions: list[str]) -> Encoded:
    parts = []
    for file, caption in zip(files, captions, strict=False):
        given = file.decode(errors="replace")
        parts.append(f"**{caption}**\n\n{given}" if caption else given)
    return encode_text("\n\n".join(parts))


def _table(file: bytes) -> Encoded:
    """A chart that is a table; no other is read."""
    given = json.loads(file)
    if not isinstance(given, dict) or given.get("_swanLab") != "table":
        raise OtherChartError("a chart that is no table")
    columns = [column["field"] for column in given["colDefs"]]
    return media.table(columns, [[row.get(name) for name in columns] for row in given["rowData"]])
