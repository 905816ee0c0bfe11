"""What a training has logged, read back."""

import gc
import time
from pathlib import Path
from typing import Any

from vdlite import LogReader
from vdlite.writer.life.open_writers import open_logs


class Logged:
    """One run of a folder."""

    def __init__(self, logdir: "Path | str", run: str | None = None) -> None:
        """run: its name; None for the only one."""
        self.reader = LogReader(logdir)
        if run is None:
            (run,) = self.reader.runs
        self.run = run

    def points(self, tag: str) -> list[tuple[int, float]]:
        """Steps and values of a scalar, with those that were logged again."""
        series = self.reader.scalars(self.run, tag, superseded=True)
        return list(zip(series.steps.tolist(), series.values.tolist(), strict=True))

    def steps(self, tag: str) -> list[int]:
        return [step for step, _ in self.points(tag)]

    def tags(self, kind: str = "scalar") -> list[str]:
        """Those of what the trainer has handed over."""
        tags = self.reader.tags(self.run, kind)
        return sorted(tag for tag in tags if not tag.startswith("progress/"))

    @property
    def progress(self) -> tuple[str, int, int]:
        """The loop, how many of its items are done, and how many there are."""
        found = self.reader.progress(self.run)
        assert found is not None
        return found.name, found.done, found.total

    def payload(self, kind: str, tag: str | None = None) -> Any:
        """Of the newest record."""
        return self.reader.records(self.run, kind, tag or kind)[-1].payload

    @property
    def trials(self) -> list[tuple[dict[str, Any], tuple[str, ...]]]:
        """Hyperparameters, and the tags that judge them."""
        records = self.reader.records(self.run, "hparams", "hparams")
        return [(dict(each.payload.hparams), each.payload.metrics) for each in records]

    @property
    def goals(self) -> dict[str, str]:
        """Which way the scalars of the trial are better, where it was reported."""
        return dict(self.payload("hparams").goals)

    @property
    def outcome(self) -> str | None:
        """How it ended; None while its log is open."""
        return self.reader.outcome(self.run)

    @property
    def lineage(self) -> dict[str, Any]:
        """All fields that were reported, later ones over earlier ones."""
        fields: dict[str, Any] = {}
        for record in self.reader.records(self.run, "lineage", "lineage"):
            fields |= record.payload.fields
        return fields


def outcome_after(logdir: "Path | str") -> str | None:
    """Of the only run, when what trained is gone, as it is where a callback was written into the call."""
    until_gone = time.monotonic() + 60
    while time.monotonic() < until_gone and _flushed(Path(logdir)):
        gc.collect()
    return Logged(logdir).outcome


def _flushed(logdir: Path) -> int:
    """Number of writers still there; what waits to be encoded holds one, too."""
    found = [
        each
        for each in open_logs
        if each.options.folder is not None
        and Path(each.options.folder).is_relative_to(logdir.absolute())
    ]
    for log in found:
        log.flush()
    return len(found)


def runs(logdir: "Path | str") -> list[str]:
    return LogReader(logdir).runs
