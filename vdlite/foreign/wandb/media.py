"""Media of W&B, whose files lie in the folder `files` beside the log."""

import json
from collections.abc import Callable
from typing import Any

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.blocks.console import as_text
from vdlite.foreign.formats import ReadBeside
from vdlite.foreign.media import media
from vdlite.foreign.media.pictures import picture
from vdlite.kinds.draft import Encoded

_FOLDER = "files/"

_KINDS = {
    "image-file": "image",
    "images/separated": "image",
    "audio-file": "audio",
    "video-file": "video",
    "table-file": "text",
}
"""By what a value says that it is."""


def media_kind(value: Any) -> str | None:
    """The kind that a value is shown as; None if it is no media, or none that is read."""
    type_name = value.get("_type") if isinstance(value, dict) else None
    return _KINDS.get(type_name) if isinstance(type_name, str) else None


def encode_media(value: dict[str, Any], read: ReadBeside) -> Encoded:
    """The payload and summary. Raises FormatError if it can't be one, OSError."""
    try:
        return _ENCODE[value["_type"]](value, read)
    except (PayloadError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise FormatError(f"{value.get('_type')!r:.40}: {error}") from error


def encode_console(read: ReadBeside) -> Encoded:
    """The printed text, of the file that W&B keeps of it. Raises FormatError, OSError."""
    return as_text(read(f"{_FOLDER}output.log").decode(errors="replace"))


def _picture(value: dict[str, Any], read: ReadBeside) -> Encoded:
    return picture(read(_FOLDER + value["path"]))


def _pictures(value: dict[str, Any], read: ReadBeside) -> Encoded:
    """Several in one value, as a grid with their captions."""
    files = [read(_FOLDER + name) for name in value["filenames"][: media.MOST_PICTURES]]
    captions = value.get("captions") or []
    return media.grid(files, [str(each) for each in captions[: len(files)]])


def _table(value: dict[str, Any], read: ReadBeside) -> Encoded:
    table = json.loads(read(_FOLDER + value["path"]))
    return media.table(table["columns"], table["data"])


_ENCODE: dict[str, Callable[[dict[str, Any], ReadBeside], Encoded]] = {
    "image-file": _picture,
    "images/separated": _pictures,
    "audio-file": lambda value, read: media.sound(read(_FOLDER + value["path"])),
    "video-file": lambda value, read: media.clip(read(_FOLDER + value["path"])),
    "table-file": _table,
}
