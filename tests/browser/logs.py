"""Logs for the tests, written by the real writer at times that are the same in every run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from vdlite import LogWriter

START = 1_700_000_000.0  # 2023-11-14 22:13:20 UTC


def write(
    folder: Path, series: Mapping[str, Sequence[float]], *, start: float = START, pace: float = 1.0
) -> None:
    """One run: the values of each tag at steps 0, 1, 2, ..., one every `pace` seconds."""
    with LogWriter(folder) as writer:
        for tag, values in series.items():
            for step, value in enumerate(values):
                writer.add_scalar(tag, value, step, start + step * pace)
