"""How fast profiles are taken apart, stored, opened and drawn, by number of events.

    python -m benchmarks profile

The recording is made up: steps of nested operators on a host, and kernels on a device.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

from benchmarks.table import Row
from vdlite import LogReader, LogWriter
from vdlite.kinds.profile import CATEGORIES, NAME, Lane, RawEvents, Recording, profile
from vdlite.kinds.profile.nesting import nested
from vdlite.profiling.difference import difference
from vdlite.profiling.slices import Timeline

_NAMES = 500
_STEPS = 10
_CHILDREN = 9  # of each outer operator
_PIXELS = 1600


def measure(*, quick: bool = False) -> list[Row]:
    rows = []
    for count in (100_000,) if quick else (1_000_000, 10_000_000):
        rows += _of(count, times=3 if count <= 1_000_000 else 1)
    return rows


def made_up(count: int, seed: int = 0) -> Recording:
    """Three quarters on the host, nested three deep, one on a device; in the order in which they end."""
    random = np.random.default_rng(seed)
    families = count * 3 // 4 // (_CHILDREN + 1)
    outer = np.arange(families, dtype=np.int64) * 20_000
    inner = (outer[:, None] + 500 + 2000 * np.arange(_CHILDREN)).reshape(-1)
    work = np.arange(count - len(outer) - len(inner) - _STEPS, dtype=np.int64)
    span = int(outer[-1]) + 20_000
    steps = np.arange(_STEPS, dtype=np.int64) * (span // _STEPS)
    start = np.concatenate([steps, outer, inner, work * (span // len(work))])
    duration = np.concatenate(
        [
            np.full(_STEPS, span // _STEPS),
            np.full(len(outer), 19_000),
            random.integers(500, 1900, len(inner)),
            random.integers(200, span // len(work), len(work)),
        ]
    )
    sizes = (_STEPS, len(outer), len(inner), len(work))
    kinds = [CATEGORIES.index(each) for each in ("step", "operator", "operator", "kernel")]
    order = np.argsort(start + duration, kind="stable")
    columns = {
        "start": start,
        "duration": duration,
        "lane": np.repeat([0, 0, 0, 1], sizes),
        "name": np.concatenate(
            [1 + np.arange(_STEPS), 20 + random.integers(0, _NAMES, len(start) - _STEPS)]
        ),
        "category": np.repeat(kinds, sizes),
        "external": np.concatenate(
            [np.zeros(_STEPS, np.int64), 1 + np.arange(len(outer) + len(inner)), 1 + work]
        ),
    }
    strings = ["", *[f"ProfilerStep#{step}" for step in range(19)]]
    strings += [f"aten::operator_{name}" for name in range(_NAMES)]
    lanes = (Lane("train", "1", "main"), Lane("train", "7", "stream 7", "stream", 0))
    events = RawEvents(**{name: column[order] for name, column in columns.items()})
    return Recording({"source": "benchmark"}, strings, lanes, 10**18, events)


def _of(count: int, times: int) -> list[Row]:
    recording = made_up(count)
    events = recording.events
    what = f"profile of {count:,} events"

    def row(doing: str, seconds: float, note: str = "") -> Row:
        return Row(f"{what}: {doing}", "vdlite", seconds * 1000, "ms", note)

    rows = [
        row(
            "depth, parent and own time of each",
            _timed(lambda: nested(events.start, events.duration, events.lane, 2), times),
        ),
        row(
            "sorting them by lane and time only",
            _timed(lambda: np.lexsort((-events.duration, events.start, events.lane)), times),
            "the limit of that",
        ),
    ]
    begin = perf_counter()
    payload, _ = profile(recording).encode()
    rows.append(row("into tables and bytes, once", perf_counter() - begin))
    rows.append(Row(f"{what}: size", "vdlite", len(payload) / count, "bytes an event", ""))
    with tempfile.TemporaryDirectory() as folder:
        with LogWriter(folder) as writer:
            writer.add_record(NAME, "profile", payload, 0)
        del payload
        reader = LogReader(folder)
        reader.tags(".", NAME)

        def overview() -> None:
            opened = reader.profile(".")
            opened.table("operator")
            opened.advice()

        rows.append(row("overview: tables and advice from the file", _timed(overview, times)))
        opened = reader.profile(".")
        rows.append(
            row("all events from the file", _timed(lambda: reader.profile(".").events, times))
        )
        media = next(Path(folder).glob("*.vdm"))
        rows.append(
            row(
                "reading that file's bytes only",
                _timed(media.read_bytes, times),
                "the limit of that",
            )
        )
        held = opened.events
        begin = perf_counter()
        timeline = Timeline(held)
        rows.append(row("arranging the timeline, once", perf_counter() - begin))
        first, last = opened.tables.start, opened.tables.end
        rows.append(
            row("timeline, whole range", _timed(lambda: timeline.slices(first, last, _PIXELS), 5))
        )
        middle, part = (first + last) // 2, (last - first) // 1000
        rows.append(
            row(
                "timeline, a thousandth of it",
                _timed(lambda: timeline.slices(middle, middle + part, _PIXELS), 5),
            )
        )
        rows.append(
            row(
                "difference to another of the same size",
                _timed(lambda: difference(opened.tables, opened.tables, "operator"), times),
            )
        )
    return rows


def _timed(work: Callable[[], object], times: int) -> float:
    """Median seconds."""
    lengths = []
    for _ in range(times):
        begin = perf_counter()
        work()
        lengths.append(perf_counter() - begin)
    return median(lengths)
