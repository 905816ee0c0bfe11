"""What a terminal shows of runs: one line for each, and more of the one that is chosen."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from vdlite.cli.questions.answers import number
from vdlite.cli.questions.progress_text import progress_text, short_progress
from vdlite.cli.tables import age
from vdlite.cli.terminal import printable
from vdlite.errors import VdliteError
from vdlite.kinds.aside_tags import SYSTEM, is_aside

if TYPE_CHECKING:
    from vdlite.reader import LogReader
    from vdlite.reader.trials.run_summary import RunSummary

_BARS = "▁▂▃▄▅▆▇█"
_WIDTH = 16  # signs of a small curve
_FEW = 3  # metrics that have a column
_MOST = 12  # metrics of the run that is chosen, lines of its console, numbers of its machine

SORTS: Mapping[str, Callable[[RunSummary], tuple[object, ...]]] = {
    "live first": lambda run: (run.state != "live", -(run.updated or 0.0), run.run),
    "name": lambda run: (run.run,),
    "newest first": lambda run: (-(run.started or 0.0), run.run),
}
"""The orders of the lines by what they are called; those of metrics come behind them."""


@dataclass(frozen=True, slots=True)
class Screen:
    """All lines, as they are now."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # the first cell is the name of the run
    said: str  # how many runs there are, in a sentence
    metrics: tuple[str, ...]  # that have a column


def screen(reader: LogReader, where: str | None, sort: str, *, archived: bool = False) -> Screen:
    """The lines of the runs that a query finds. sort: one of SORTS, or a metric, the smallest first.

    Raises WhereError for a query that can't be read.
    """
    found = reader.find_runs(where, archived=archived)
    counts = Counter(tag for run in found.runs for tag in run.metrics if not is_aside(tag))
    metrics = tuple(tag for tag, _ in counts.most_common(_FEW))
    key = SORTS.get(sort) or (lambda run: (_place(run.metrics.get(sort)), run.run))
    runs = sorted(found.runs, key=key)
    live = sum(run.state == "live" for run in runs)
    return Screen(
        ("RUN", "STATE", "PROGRESS", "STEP", "UPDATED", *metrics),
        tuple(_row(reader, run, metrics) for run in runs),
        f"{found.found} of {found.seen} runs, {live} live",
        metrics,
    )


def _place(value: float | None) -> tuple[bool, float]:
    """What has no number comes last."""
    known = value is not None and isfinite(value)
    return (not known, value if known and value is not None else 0.0)


def _row(reader: LogReader, run: RunSummary, metrics: Sequence[str]) -> tuple[str, ...]:
    state = run.outcome or run.state
    return (
        run.run,
        f"{state}, diverged" if run.diverged else state,
        "" if run.progress is None else short_progress(run.progress),
        "" if run.last_step is None else f"{run.last_step:,}",
        "" if run.updated is None else age(time.time() - run.updated),
        *(
            f"{curve(reader, run.run, tag)} {number(run.metrics[tag])}"
            if tag in run.metrics
            else ""
            for tag in metrics
        ),
    )


def curve(reader: LogReader, run: str, tag: str) -> str:
    """A small curve of a scalar: the largest value of each part of it, from its smallest to its largest."""
    parts = reader.series(run, tag, buckets=_WIDTH).buckets
    heights = [part.max for part in parts]
    known = [height for height in heights if height is not None and isfinite(height)]
    low, high = (min(known), max(known)) if known else (0.0, 0.0)
    signs = []
    for height in heights:
        if height is None or not isfinite(height):
            signs.append("×")
        else:
            # By halves, whose difference is a number however far they are apart.
            share = (height / 2 - low / 2) / (high / 2 - low / 2) if high / 2 > low / 2 else 0.0
            signs.append(_BARS[min(len(_BARS) - 1, int(share * len(_BARS)))])
    return "".join(signs).rjust(_WIDTH)


def details(reader: LogReader, run: str) -> str:
    """The run at length: how far it is, its metrics and its machine, what went wrong, and what it printed last."""
    summary = reader.summary(run)
    own = [tag for tag in summary.metrics if not is_aside(tag)][:_MOST]
    machine = [tag for tag in summary.metrics if tag.startswith(SYSTEM)][:_MOST]
    width = max(map(len, own), default=0)
    parts = [
        [f"{run}  {progress_text(summary.progress)}".rstrip()],
        [f"{name} = {value}" for name, value in list(summary.hparams.items())[:_MOST]],
        [
            f"{tag:<{width}}  {curve(reader, run, tag)}  {number(summary.metrics[tag])}"
            for tag in own
        ],
        [f"{tag.removeprefix(SYSTEM)} {number(summary.metrics[tag])}" for tag in machine],
    ]
    lines = [
        " · ".join(part) if at in (1, 3) else "\n".join(part)
        for at, part in enumerate(parts)
        if part
    ]
    wrong = [
        event.text
        for event in reader.events(run, limit=5).events
        if event.what not in ("started", "resumed", "ended")
    ]
    printed = _printed(reader, run)
    for title, texts in (("What went wrong", wrong), ("Printed last", printed)):
        if texts:
            lines += ["", title, *texts]
    return "\n".join(printable(line) for text in lines for line in text.split("\n"))


def _printed(reader: LogReader, run: str) -> list[str]:
    try:
        return [line.text for line in reader.console_lines(run, limit=_MOST).lines]
    except VdliteError:
        return []  # nothing was kept
