"""Media that other tools keep in files beside their logs, as payloads of ours. All raise FormatError, PayloadError."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from vdlite.foreign.pictures import opened
from vdlite.kinds.draft import Encoded, encoded

MOST_PICTURES = 1 << 10  # of one value
_MOST_ROWS = 1000  # of a table


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
        return str(value.get("path", value["_type"]))
    told = value if isinstance(value, str) else json.dumps(value)
    return told.replace("|", "\\|").replace("\n", " ")
