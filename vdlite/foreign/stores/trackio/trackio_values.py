"""Values of trackio that are no numbers, as payloads of ours."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from vdlite.errors import FormatError
from vdlite.foreign.formats import ReadBeside
from vdlite.foreign.media import media
from vdlite.kinds.draft import Encoded, encoded

FOLDER = "media"
"""The folder beside the database in which the files lie that values name."""

_TYPES = {
    "trackio.image": "image",
    "trackio.audio": "audio",
    "trackio.video": "video",
    "trackio.histogram": "histogram",
    "trackio.markdown": "text",
    "trackio.table": "text",
}


def type_of(value: object) -> str | None:
    """The type that trackio gives a value that has one; None of all others."""
    name = value.get("_type") if isinstance(value, Mapping) else None
    return name if isinstance(name, str) else None


def kind_of(value: object) -> str | None:
    """The kind that a value is shown as; None if none is."""
    return "text" if isinstance(value, str) else _TYPES.get(type_of(value) or "")


def encode_value(value: Any, read: ReadBeside) -> Encoded:
    """The payload and summary of a value that has a kind. Raises FormatError, OSError.

    read: reads a file by its path in the folder of media.
    """
    type_name = type_of(value) or "text"
    with media.as_format_error(type_name):
        if type_name == "trackio.image":
            return media.encode_file(read(value["file_path"]), "image", value["file_path"])
        if type_name == "trackio.audio":
            return media.sound(read(value["file_path"]))
        if type_name == "trackio.video":
            return media.clip(read(value["file_path"]))
        if type_name == "trackio.histogram":
            return _histogram(value)
        if type_name == "trackio.table":
            return _table(value["_value"])
        from vdlite.kinds import text

        return encoded(text.text(value if isinstance(value, str) else value["_value"]))


def _histogram(value: Mapping[str, Any]) -> Encoded:
    from vdlite.kinds.counted import histogram_of_counts

    counts, edges = (np.array(value[name], np.float64) for name in ("values", "bins"))
    return histogram_of_counts(counts, edges)


def _table(rows: Any) -> Encoded:
    """Rows tell their columns; pictures in cells are their files' names."""
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise FormatError("a table whose rows are none")
    columns = list(dict.fromkeys(name for row in rows for name in row))
    if not columns:
        raise FormatError("a table without columns")
    return media.table(columns, [[row.get(name) for name in columns] for row in rows])
