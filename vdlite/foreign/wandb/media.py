"""Media of W&B, whose files lie in the folder `files` beside the log."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.formats import ReadBeside
from vdlite.foreign.pictures import opened, picture
from vdlite.kinds.draft import Encoded, encoded

_FOLDER = "files/"
_MOST_PICTURES = 1 << 10  # of one value
_MOST_ROWS = 1000  # of a table

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
    told = value.get("_type") if isinstance(value, dict) else None
    return _KINDS.get(told) if isinstance(told, str) else None


def encode_media(value: dict[str, Any], read: ReadBeside) -> Encoded:
    """The payload and summary. Raises FormatError if it can't be one, OSError."""
    try:
        return _ENCODE[value["_type"]](value, read)
    except (PayloadError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise FormatError(f"{value.get('_type')!r:.40}: {error}") from error


def encode_console(read: ReadBeside) -> Encoded:
    """What was printed, as a text. Raises FormatError, OSError."""
    from vdlite.kinds import text

    lines = read(f"{_FOLDER}output.log").decode(errors="replace")
    return encoded(text.text(f"{_FENCE}\n{lines}\n{_FENCE}")) if lines.strip() else (b"", {})


_FENCE = "`" * 8


def _picture(value: dict[str, Any], read: ReadBeside) -> Encoded:
    return picture(read(_FOLDER + value["path"]))


def _pictures(value: dict[str, Any], read: ReadBeside) -> Encoded:
    """Several in one value, as a grid with their captions."""
    import numpy as np

    from vdlite.kinds import image

    names = value["filenames"][:_MOST_PICTURES]
    found = [np.asarray(opened(read(_FOLDER + name))) for name in names]
    captions = value.get("captions") or []
    labels = [str(each) for each in captions[: len(found)]]
    if len(labels) < len(found):
        return encoded(image.image_matrix(found))
    return encoded(image.image_matrix(found, labels=labels))


def _audio(value: dict[str, Any], read: ReadBeside) -> Encoded:
    from vdlite.kinds import audio

    sound = audio.decode(read(_FOLDER + value["path"]))
    return encoded(audio.audio(sound.samples, sound.sample_rate))


def _video(value: dict[str, Any], read: ReadBeside) -> Encoded:
    from vdlite.kinds import video

    return encoded(video.video(read(_FOLDER + value["path"])))


def _table(value: dict[str, Any], read: ReadBeside) -> Encoded:
    from vdlite.kinds import text

    table = json.loads(read(_FOLDER + value["path"]))
    columns, rows = table["columns"], table["data"]
    lines = [_line(columns), "|" + " --- |" * len(columns), *map(_line, rows[:_MOST_ROWS])]
    if len(rows) > _MOST_ROWS:
        lines.append(f"\n{len(rows) - _MOST_ROWS} more rows")
    return encoded(text.text("\n".join(lines)))


def _line(cells: Iterable[object]) -> str:
    return "| " + " | ".join(map(_cell, cells)) + " |"


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, dict) and "_type" in value:
        return str(value.get("path", value["_type"]))
    told = value if isinstance(value, str) else json.dumps(value)
    return told.replace("|", "\\|").replace("\n", " ")


_ENCODE: dict[str, Callable[[dict[str, Any], ReadBeside], Encoded]] = {
    "image-file": _picture,
    "images/separated": _pictures,
    "audio-file": _audio,
    "video-file": _video,
    "table-file": _table,
}
