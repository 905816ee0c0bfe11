"""What a writer says once of values that a record can't show: most likely they are a slip."""

from collections.abc import Mapping
from typing import Any

from vdlite.writer.notices import warn

_RANGES = {  # by kind, what its floats are between
    "image": ": value_range is another than 0 to 1",
    "video": ": value_range is another than 0 to 1",
    "mesh": ": floats of colors go from 0 to 1, or from 0 to 255",
}


class Remarks:
    """Each is said once of each kind."""

    def __init__(self) -> None:
        self._said: set[tuple[str, str]] = set()

    def look_at(self, kind: str, tag: str, summary: Mapping[str, Any]) -> None:
        """Say what there is to say of the summary of a record."""
        if clipped := summary.get("clipped"):
            text = f"{clipped} values lie beyond the range of floats and are clipped"
            self._say(kind, tag, "clipped", text + _RANGES.get(kind, ""))
        nan = summary.get("nan")
        if nan and kind == "confusion_matrix":
            self._say(kind, tag, "nan", f"{nan} counts are NaN and taken for 0")
        elif nan and kind == "mesh":
            self._say(kind, tag, "nan", f"{nan} faces with a NaN are left out")
        elif nan and kind == "image" and nan == _values(summary):
            self._say(kind, tag, "nan", "all of its values are NaN, so it is black")

        if kind == "confusion_matrix" and (left_out := summary.get("left_out")):
            self._say(kind, tag, "left_out", f"{left_out} samples with a NaN are left out")

    def _say(self, kind: str, tag: str, what: str, text: str) -> None:
        if (kind, what) not in self._said:
            self._said.add((kind, what))
            warn("vdlite: %s %r: %s", kind, tag, text)


def _values(summary: Mapping[str, Any]) -> int:
    size: int = summary["width"] * summary["height"] * summary["channels"]
    return size
