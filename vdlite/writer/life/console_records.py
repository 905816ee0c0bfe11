"""Blocks of a console as records of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vdlite.errors import ClosedWriterError
from vdlite.kinds.console import NAME, TAG
from vdlite.writer.life.run_recorder import RunRecorder


class ConsoleRecords:
    """Takes the blocks of one program. A block's step is the number of its first line, behind those of earlier programs."""

    def __init__(self, recorder: RunRecorder) -> None:
        self._recorder = recorder
        self._base: int | None = None  # the step of the first line

    def add_block(
        self, payload: bytes, first: int, walltime: float, summary: Mapping[str, Any]
    ) -> None:
        """Log a block; once the writer has been closed, nothing."""
        try:
            if self._base is None:
                self._recorder.in_turn(self._find_base)
            base = self._base or 0
            self._recorder.add_bytes(NAME, TAG, payload, base + first, walltime, summary)
        except ClosedWriterError:
            return  # what is printed behind the end of a run belongs to none

    def _find_base(self) -> None:
        series = self._recorder.open_series(NAME, TAG)
        self._base = self._recorder.series.next_step(series)
