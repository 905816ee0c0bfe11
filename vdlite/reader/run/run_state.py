"""What files and series of a run tell of it: whether it goes on, when it was logged, by whom, and how far it has come."""

import math
import time
from collections import Counter
from collections.abc import Iterable, Sequence

from vdlite.format.outcome import Outcome, joint_outcome
from vdlite.kinds import lineage
from vdlite.reader.run.kept_scalars import Newest
from vdlite.reader.run.processes import are_gone
from vdlite.reader.run.run_file import RunFile
from vdlite.reader.series.record_series import RecordSeries

LIVE_SECONDS = 30.0
"""A run that grew within that time, and whose writers have not closed, is live."""

_AFTER_END = 1.0  # seconds by which clocks of files may differ

SECONDS_WITHOUT_END = 150.0
"""The same for logs of other tools, which tell of no end, and of which some are written every two minutes only."""


def last_record(files: Sequence[RunFile]) -> float | None:
    """The time when the last record was logged; None of logs that tell no time.

    Files are copied from one place to another, which may say that they were written to just now.
    """
    last = max((file.end for file in _logs(files)), default=-math.inf)
    latest = max((file.tail.modified for file in files), default=0.0)
    return last if 0 < last <= latest + LIVE_SECONDS else None


def duration_of(files: Sequence[RunFile]) -> float | None:
    """Seconds that a training took, as its records and writers tell; None: they don't.

    Pauses between writers do not count, as when a training is resumed, nor what is computed of it later.
    """
    spans = sorted(span for file in _training(files) if (span := file.span) is not None)
    total, until = 0.0, -math.inf
    for begin, end in spans:
        total += max(0.0, end - max(begin, until))
        until = max(until, end)
    return total if spans else None


def left_out_of(files: Iterable[RunFile]) -> dict[str, int]:
    """The parts of other tools' logs that are not read, and how often."""
    total: Counter[str] = Counter()
    for file in files:
        total.update(file.tail.left_out)
    return dict(sorted(total.items()))


def state_of(files: Sequence[RunFile], *, now: bool = True) -> str:
    """The state of a run: live, ended, or stopped without an end. now: False asks whether it ever will be live.

    What is computed of a training later, such as a landscape, says nothing of it.
    """
    files = _of_training(files)
    grown = max((file.tail.modified for file in files), default=0.0)
    updated = grown if now and grown else None
    if all(file.ended for file in files) or _were_watched_to_their_end(files):
        return "ended"
    if all(file.tail.format is not None for file in files):
        quiet = time.time() - updated if updated is not None else math.inf
        # Whether its processes are gone is asked where that decides: ten thousand runs that rest are looked at often.
        is_live = quiet < LIVE_SECONDS or (
            quiet < SECONDS_WITHOUT_END and quiet < most_quiet(files)
        )
        may_end = [file for file in files if file.tail.format and file.tail.format.reports_end]
        at_rest = "ended" if all(file.ended for file in may_end) else "quiet"
        return "live" if is_live else at_rest
    if updated is not None and time.time() - updated < LIVE_SECONDS:
        return "live"
    # Of a training that was killed and resumed, the last writer says how it is.
    return "ended" if files[-1].ended else "quiet"


def _were_watched_to_their_end(files: Sequence[RunFile]) -> bool:
    """True if who watched the program saw it end, and nothing was written later."""
    seen = [file.ended_at for file in files if file.is_of_watcher and file.ended]
    others = [file for file in files if not file.ended]
    return bool(seen) and all(file.tail.modified <= max(seen) + _AFTER_END for file in others)


def most_quiet(files: Sequence[RunFile]) -> float:
    """Seconds without growth after which a run whose writers have not closed is live no more.

    Some are written every two minutes only, which is waited for unless their processes are gone.
    """
    tools = all(file.tail.format is not None for file in _logs(files))
    if not tools or are_gone(file.path.name for file in files):
        return LIVE_SECONDS
    return SECONDS_WITHOUT_END


def have_ended(files: Sequence[RunFile]) -> bool:
    """True if the end was reported, or can't be: logs of tools that report none are over when nothing comes any more."""
    return state_of(files, now=False) == "ended"


def outcome_of(files: Sequence[RunFile]) -> Outcome | None:
    """How a training that has ended came to its end, if that was reported.

    Of a training that was resumed, what came last says; of several that logged at the same time, the worst.
    """
    trained = _training(files)
    if not trained:
        return None
    last = max(trained, key=lambda file: file.key.created)
    return joint_outcome(
        file.outcome for file in trained if file is last or file.end > last.key.created
    )


def _logs(files: Sequence[RunFile]) -> Sequence[RunFile]:
    """Without what lies beside the logs, which reports no time."""
    return [file for file in files if not file.is_beside]


def _of_training(files: Sequence[RunFile]) -> Sequence[RunFile]:
    """Without what is computed of a training later; all where nothing else is there."""
    logs = _logs(files)
    return [file for file in logs if not file.is_afterwards] or logs


def _training(files: Sequence[RunFile]) -> Sequence[RunFile]:
    """Logs of the training itself; what has no scalars and gives no outcome, others may have added to it."""
    logs = _of_training(files)
    return [file for file in logs if file.has_scalars or file.outcome] or logs


def tools_of(files: Sequence[RunFile]) -> tuple[str, ...]:
    """The other tools that wrote the logs."""
    formats = {file.tail.format for file in files if file.tail.format and not file.is_beside}
    return tuple(sorted({found.tool for found in formats}))


def newest_of_ends(of_all: Iterable[tuple[int, float]]) -> Newest:
    """How many tags' newest value is not finite, and the largest step; None without any."""
    ends = list(of_all)
    diverged = sum(not math.isfinite(value) for _, value in ends)
    return diverged, max((step for step, _ in ends), default=None)


def labels_of(lineages: Iterable[RecordSeries]) -> tuple[str, ...]:
    """The labels that the training gave last: the tags in its lineage."""
    given = [
        (record.walltime, record.summary[lineage.TAGS])
        for series in lineages
        for record in series
        if lineage.TAGS in record.summary
    ]
    return lineage.labels_of(max(given, key=lambda one: one[0])[1]) if given else ()


def display_name_of(files: Iterable[RunFile], meta: Iterable[RecordSeries]) -> str | None:
    """The name that was given last: to a writer when it was made, or by `add_meta`."""
    names = [
        (file.key.created, file.header.about.get("display_name"))
        for file in files
        if file.header is not None
    ]
    for series in meta:
        names += [(record.walltime, record.summary.get("display_name")) for record in series]
    given = [(time, str(name)) for time, name in names if name]
    return max(given, key=lambda one: one[0])[1] if given else None
