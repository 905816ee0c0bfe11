"""Values of Neptune that are no numbers, as payloads of ours."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from vdlite.errors import FormatError
from vdlite.foreign import media
from vdlite.foreign.pictures import picture
from vdlite.kinds.draft import Encoded, encoded

KINDS: dict[str, str | None] = {
    "string_series": "text",
    "histogram_series": "histogram",
    "file": None,
    "file_series": None,
}
"""What attributes become, by their types; None: their files tell."""

_FILES = {
    "image": {".png", ".jpg", ".jpeg", ".bmp", ".gif", ".webp", ".tif", ".tiff"},
    "audio": {".wav"},
    "video": {".mp4", ".webm"},
    "text": {".txt", ".md", ".log", ".json", ".yaml", ".yml", ".csv", ".toml", ".ini"},
}
_MOST_TEXT = 1 << 20  # bytes of a file
_FENCE = "`" * 8


def kind_of_file(told: object) -> str | None:
    """The kind that a file is shown as, by its suffix; None if none is."""
    path = told.get("path") if isinstance(told, Mapping) else None
    suffix = PurePosixPath(path).suffix.lower() if isinstance(path, str) else ""
    return next((kind for kind, some in _FILES.items() if suffix in some), None)


def encode_file(file: bytes, kind: str) -> Encoded:
    """The payload and summary of a file. Raises FormatError, PayloadError, and what bad values raise."""
    if len(file) > 1 << 28:
        raise FormatError("a very large file")
    if kind == "image":
        return picture(file)
    if kind == "audio":
        return media.sound(file)
    if kind == "video":
        return media.clip(file)
    from vdlite.kinds import text

    told = file[:_MOST_TEXT].decode(errors="replace")
    return encoded(text.text(f"{_FENCE}\n{told}\n{_FENCE}"))


def encode_value(row: Mapping[str, Any]) -> Encoded:
    """The payload and summary of a value of a series. Raises as `encode_file` does."""
    if row["attribute_type"] == "string_series":
        from vdlite.kinds import text

        return encoded(text.text(str(row["string_value"])))
    from vdlite.kinds.counted import histogram_of_counts

    told = row["histogram_value"]
    if str(told.get("type")).upper() not in ("COUNTING", "HISTOGRAM", "NONE"):
        raise FormatError(f"a histogram of type {told.get('type')!r:.40}")
    return histogram_of_counts(
        np.array(told["values"], np.float64), np.array(told["edges"], np.float64)
    )
