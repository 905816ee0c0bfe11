"""Values of Neptune that are no numbers, as payloads of ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from vdlite.errors import FormatError
from vdlite.kinds.draft import Encoded, encoded

KINDS: dict[str, str | None] = {
    "string_series": "text",
    "histogram_series": "histogram",
    "file": None,
    "file_series": None,
}
"""What attributes become, by their types; None: their files tell."""


def encode_value(row: Mapping[str, Any]) -> Encoded:
    """The payload and summary of a value of a series. Raises FormatError, PayloadError, and what bad values raise."""
    if row["attribute_type"] == "string_series":
        from vdlite.kinds import text

        return encoded(text.text(str(row["string_value"])))
    from vdlite.kinds.counted import histogram_of_counts

    value = row["histogram_value"]
    if str(value.get("type")).upper() not in ("COUNTING", "HISTOGRAM", "NONE"):
        raise FormatError(f"a histogram of type {value.get('type')!r:.40}")
    return histogram_of_counts(
        np.array(value["values"], np.float64), np.array(value["edges"], np.float64)
    )
