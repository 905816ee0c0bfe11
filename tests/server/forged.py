"""Logs with right checksums whose every number may be nonsense."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgpack
import numpy as np

from vdlite import LogReader, LogWriter
from vdlite.format.layout import new_stem
from vdlite.format.records import MAGIC, VERSION, RecordType, checked, record
from vdlite.kinds import console
from vdlite.writer.life.run_writer import recorder_of

TAG = "forged"


def nested(depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for _ in range(depth):
        found = {"deeper": found}
    return found


NONSENSE: Sequence[Any] = (
    None,
    True,
    -1,
    0,
    2**31,
    2**53 + 1,
    2**63 - 1,
    2**63,
    2**64 - 1,
    -(2**63),
    math.nan,
    math.inf,
    -math.inf,
    1e300,
    -1e300,
    5e-324,
    "",
    "x" * 2000,
    "NaN",
    "\u202e\x00</script>",
    b"\xff\xfe",
    [],
    [1, [2, [3]]],
    {},
    {b"k": 1, 2: 3, None: 4, math.nan: 5},
    {"min": 2**64 - 1, "max": math.nan, "number": -1},
    nested(300),
    msgpack.Timestamp(2**33),
    msgpack.ExtType(7, b"\x00"),
)


def write_one_of_each(logdir: Path) -> None:
    """A run with a record of nearly every kind, as the writer makes it."""
    values = np.linspace(0, 1, 64)
    with LogWriter(logdir) as writer:
        for step in range(3):
            writer.add_scalar("loss", 1.0 / (1 + step), step)
        writer.add_histogram("h", values, 0)
        writer.add_image("i", values.reshape(8, 8, 1), 0)
        writer.add_image_matrix("m", [values.reshape(8, 8, 1)] * 4, 0, labels=list("abcd"))
        writer.add_audio("a", values.astype(np.float32), 0, sample_rate=8000)
        writer.add_text("t", "words", 0)
        writer.add_tensor("x", values, 0)
        writer.add_pr_curve("p", values > 0.5, values, 0)
        writer.add_roc_curve("r", values > 0.5, values, 0)
        writer.add_confusion_matrix("c", [0, 1, 1], [0, 1, 0], 0)
        writer.add_embeddings("e", values.reshape(16, 4), [list(range(16))], ["n"], step=0)
        writer.add_hparams({"lr": 0.1}, ["loss"])
        writer.add_meta(display_name="named")
        writer.add_landscape("l", (np.arange(4.0), None, np.arange(4.0)), 0)
        _add_console(writer)


def _add_console(writer: LogWriter) -> None:
    times, streams = np.arange(2, dtype=np.uint32), np.ones(2, np.uint8)
    payload = console.payload_of(b"step 1\n\x1b[31mstep 2\x1b[0m", 1.76e9, times, streams)
    summary = console.summary_of(0, 2, left_out=1, ended={"code": 1, "last_words": "step 2"})
    writer.add_record(console.NAME, console.TAG, payload, 0, summary=summary)


def _names_in(summary: Mapping[str, Any]) -> list[str]:
    return [*summary, "begin", "display_name", "media_type", "number"]


def write_forged(logdir: Path, healthy: Path) -> dict[str, list[int]]:
    """Records of every kind whose summaries are nonsense, and whose payloads are right; the steps by kind."""
    steps: dict[str, list[int]] = {}
    reader = LogReader(healthy)
    with LogWriter(logdir) as writer:
        for kind in reader.kinds("."):
            for tag in reader.tags(".", kind) if kind != "scalar" else ():
                original = reader.records(".", kind, tag)[0]
                given = steps.setdefault(kind, [])
                for number, value in enumerate(NONSENSE):
                    names = _names_in(original.summary)
                    summaries = [dict.fromkeys(names, value)]
                    one = names[number % len(names)]
                    summaries.append(dict(original.summary) | {one: value})
                    for summary in summaries:
                        recorder_of(writer).in_turn(
                            recorder_of(writer).add_payload,
                            kind,
                            TAG,
                            original.raw(),
                            len(given),
                            1.0,
                            summary,
                        )
                        given.append(len(given))
    return steps


def write_raw(folder: Path, *records: Sequence[Any] | bytes, created: float = 1.0) -> Path:
    """A log file of exactly these records, behind a header; each with its right check.

    bytes: a record without its check.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{new_stem()}.vdl"
    content = b""
    header = (RecordType.HEADER, MAGIC, VERSION, {"created": created})
    for items in (header, *records):
        made = isinstance(items, bytes)
        content += checked(items, len(content)) if made else record(len(content), *items)
    path.write_bytes(content)
    return path


def series(number: int, kind: str, tag: str = TAG) -> Sequence[Any]:
    return (RecordType.SERIES, number, kind, tag, {})
