"""Trace files for tests, sound and damaged, with what has to be read of them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vdlite.kinds.profile import CATEGORIES, Recording

BASE = 1_790_857_026_000_000_000

HEAD: dict[str, Any] = {
    "schemaVersion": 1,
    "deviceProperties": [
        {
            "id": 0,
            "name": "Card",
            "totalGlobalMem": 8 << 30,
            "numSms": 100,
            "computeMajor": 9,
            "computeMinor": 0,
        }
    ],
    "record_shapes": 1,
    "distributedInfo": {"backend": "nccl", "rank": 1, "world_size": 4},
    "host_name": "here",
    "baseTimeNanoseconds": BASE,
}


def span(name: str, start: float | str, duration: float | str, **rest: Any) -> dict[str, Any]:
    """A complete event of an operator; times in microseconds."""
    event = {
        "ph": "X",
        "cat": "cpu_op",
        "name": name,
        "pid": 100,
        "tid": 100,
        "ts": start,
        "dur": duration,
    }
    return event | rest


def written(path: Path, events: Sequence[Any], *, head: dict[str, Any] = HEAD) -> Path:
    """A file in kineto's layout."""
    text = json.dumps(head, indent=2)[:-2] + ',\n  "traceEvents": [\n  '
    text += ",\n  ".join(json.dumps(event, indent=2) for event in events)
    path.write_text(text + '\n  ],\n  "traceName": "trace.json"\n}\n', "utf-8")
    return path


def read(recording: Recording) -> list[tuple[str, int, int]]:
    """Name, start and end of each event, in order of time; ns from the recording's base."""
    events = recording.events
    return sorted(
        (
            (recording.strings[name], start, start + duration)
            for name, start, duration in zip(
                events.name.tolist(), events.start.tolist(), events.duration.tolist(), strict=True
            )
        ),
        key=lambda each: each[1:],
    )


def categories(recording: Recording) -> dict[str, str]:
    """The category of each name."""
    return {
        recording.strings[name]: CATEGORIES[category]
        for name, category in zip(
            recording.events.name.tolist(), recording.events.category.tolist(), strict=True
        )
    }
