"""Media that other tools keep in files beside their logs, as payloads of ours. All raise FormatError, PayloadError, and
what odd values raise."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import Any

from vdlite.errors import FormatError, PayloadError
from vdlite.foreign.media.pictures import opened, picture
from vdlite.kinds.draft import Encoded, encoded

MOST_PICTURES = 1 << 10  # of one value
OTHER_FILES = "files that are neither pictures, sounds, videos nor texts"
"""What is known of files of which `kind_of_file` knows none."""

_FILES = {
    "image": {".png", ".jpg", ".jpeg", ".bmp", ".gif", ".webp", ".tif", ".tiff"},
    "audio": {".wav"},
    "video": {".mp4", ".webm"},
    "text": {".txt", ".md", ".log", ".json", ".yaml", ".yml", ".csv", ".toml", ".ini"},
}
_MOST_ROWS = 1000  # of a table
_MOST_BYTES = 1 << 28  # of a file
_MOST_TEXT = 1 << 20  # bytes of a text, and of what it is made of
_CUT = "\n\n… the file is longer"
_FENCE = "`" * 8


def kind_of_file(name: str) -> str | None:
    """The kind that a file is shown as, by its suffix; None if none is."""
    suffix = PurePosixPath(name).suffix.lower()
    return next((kind for kind, some in _FILES.items() if suffix in some), None)


def most_of(kind: str) -> int | None:
    """How many bytes `encode_file` wants of a file; None: all."""
    return _MOST_TEXT + 1 if kind == "text" else None


def encode_file(file: bytes, kind: str, name: str) -> Encoded:
    """The payload and summary of a file of that name. Raises FormatError only."""
    if len(file) > _MOST_BYTES:
        raise FormatError("a very large file")
    with as_format_error(kind):
        if kind == "image":
            return picture(file)
        if kind == "audio":
            return sound(file)
        return clip(file) if kind == "video" else _written(file, name)


@contextmanager
def as_format_error(what: str) -> Iterator[None]:
    """Turns what odd values raise into a FormatError."""
    try:
        yield
    except (PayloadError, ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise FormatError(f"{what:.40}: {error}") from error


def _written(file: bytes, name: str) -> Encoded:
    """A text file as it is; a table in JSON as one, and Markdown as such."""
    from vdlite.kinds import text

    suffix = PurePosixPath(name).suffix.lower()
    if suffix == ".json" and len(file) <= _MOST_TEXT:
        try:
            content = json.loads(file)
        except (ValueError, RecursionError):
            content = None
        if isinstance(content, dict) and content.keys() == {"columns", "data"}:
            return table(content["columns"], content["data"])
    cut = file[:_MOST_TEXT].decode(errors="replace")
    shown = cut if suffix == ".md" else f"{_FENCE}\n{cut}\n{_FENCE}"
    return encoded(text.text(shown + _CUT if len(file) > _MOST_TEXT else shown))


def grid(files: Sequence[bytes], captions: Sequence[str]) -> Encoded:
    """Several pictures in one, with captions if each has one."""
    import numpy as np

    from vdlite.kinds import image

    found = [np.asarray(opened(file)) for file in files]
    if len(captions) < len(found):
        return encoded(image.image_matrix(found))
    return encoded(image.image_matrix(found, labels=list(captions)))


def sound(file: bytes) -> Encoded:
    """A WAV file."""
    from vdlite.kinds import audio

    found = audio.decode(file)
    return encoded(audio.audio(found.samples, found.sample_rate))


def clip(file: bytes) -> Encoded:
    """A video as it is."""
    from vdlite.kinds import video

    return encoded(video.video(file))


def table(columns: Sequence[Any], rows: Sequence[Sequence[Any]]) -> Encoded:
    """A table in Markdown."""
    from vdlite.kinds import text

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
        return str(value.get("path") or value.get("file_path") or value["_type"])
    shown = value if isinstance(value, str) else json.dumps(value)
    return shown.replace("|", "\\|").replace("\n", " ")
