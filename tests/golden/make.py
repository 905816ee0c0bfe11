"""Makes the golden files of the present format version: logs, and the values that they stand for.

    python -m tests.golden.make

Run it for each version, and when there is something new in one, and commit what it makes. What is there is never made
anew: it has to be readable for ever as it is.
"""

import hashlib
import json
import logging
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from tests.format.log_bytes import LogBytes
from vdlite import LogWriter
from vdlite.format.records import VERSION, RecordType

HERE = Path(__file__).parent

INF, NAN = float("inf"), float("nan")
ODD_VALUES = [0.1, NAN, INF, -INF, -0.0, 5e-324, 1.7976931348623157e308, 1 / 3]

Point = tuple[int, float, float]  # step, walltime, value
Expected = dict[str, Any]


def make_usual(folder: Path) -> Expected:
    """Two writers, the second of which resumes: scalars, payloads of both sorts, a gap, several blocks."""
    curve = [(step, 1.76e9 + step / 8, 1.0 / (step + 1)) for step in range(600)]
    odd = [(step * 3 - 9, 1.76e9 + step, value) for step, value in enumerate(ODD_VALUES)]
    edges = [(-(2**63), 0.5, 1.0), (0, 1.76e9, 2.0), (2**63 - 1, 1.77e9, 3.0)]
    again = [(step, 1.78e9 + step, -1.0) for step in range(590, 610)]
    payloads = [(step, 1.76e9 + step, bytes([step]) * 1500) for step in range(40)]
    large = [
        (1, 1.76e9, bytes(range(256)) * 20),
        (2, 1.76e9, bytes(3000)),
        (4, 1.76e9, b"\x96\x05\xcd\x00\x00\xd3" * 500),  # looks like seals
    ]
    with LogWriter(folder, file_name="1", display_name="the usual", comment="golden") as writer:
        for point in odd:
            _add(writer, "odd values/Größe 学习率", point)
        for point in edges:
            _add(writer, "edges", point)
        for step, walltime, payload in large[:2]:
            writer.add_record("blob", "large", payload, step, walltime, {"name": f"no. {step}"})
        _with_files_limited(
            200_000, lambda: writer.add_record("blob", "large", bytes(300_000), 3, 1.76e9 + 3)
        )
        for point, small in zip(curve[:40], payloads, strict=True):
            _add(writer, "curve", point)
            step, walltime, payload = small
            writer.add_record("blob", "small", payload, step, walltime)
        for point in curve[40:]:
            _add(writer, "curve", point)
        for step, walltime, payload in large[2:]:
            writer.add_record("blob", "large", payload, step, walltime, {"name": f"no. {step}"})
    with LogWriter(folder, file_name="2") as writer:
        for point in again:
            _add(writer, "curve", point)
    return {
        "scalars": {
            "odd values/Größe 学习率": _points(odd),
            "edges": _points(edges),
            "curve": _points(curve[:590] + again),
        },
        "superseded": {"curve": _points(curve[590:])},
        "records": {
            "blob": {
                "large": _records(large, lambda step: {"name": f"no. {step}"}),
                "small": _records(payloads, lambda _: {}),
            }
        },
        "gaps": [["1.vdl", 1, (1.76e9 + 3).hex(), (1.76e9 + 3).hex()]],
        "ended": True,
        "display_name": "the usual",
    }


def make_wide(folder: Path) -> Expected:
    """A series number that needs four bytes."""
    points = [(step, 1.76e9 + step, step * 0.5) for step in range(20)]
    log = _begin()
    log.add_items(RecordType.SERIES, 70_000, "scalar", "wide", {})
    for step, walltime, value in points:
        log.add_scalar(70_000, step, walltime, value)
    log.add_items(RecordType.END, 1.77e9)
    log.seal()
    _write(folder / "1.vdl", log.data)
    return {"scalars": {"wide": _points(points)}, "ended": True}


def make_killed(folder: Path) -> Expected:
    """A log without END, cut within its last record, with a record and a kind of the future."""
    points = [(step, 1.76e9 + step, step * 0.25) for step in range(10)]
    log = _begin()
    log.add_items(RecordType.SERIES, 0, "scalar", "loss", {"unit": "of the future"})
    log.add_items(RecordType.SERIES, 1, "of the future", "thing", {})
    log.add_items(RecordType.INLINE, 1, 3, 1.76e9, {"size": 7}, b"payload")
    for step, walltime, value in points[:5]:
        log.add_scalar(0, step, walltime, value)
    log.add_items(8, "a record of the future", [1, 2, 3])
    log.seal()
    for step, walltime, value in points[5:]:
        log.add_scalar(0, step, walltime, value)
    log.add_scalar(0, 10, 1.76e9, 99.0)
    _write(folder / "1.vdl", log.data[:-9])
    record = [(3, 1.76e9, b"payload")]
    return {
        "scalars": {"loss": _points(points)},
        "records": {"of the future": {"thing": _records(record, lambda _: {"size": 7})}},
        "ended": False,
    }


def make_failed(folder: Path) -> Expected:
    """A log whose END says how the training ended, and more that is of the future."""
    points = [(step, 1.76e9 + step, step * 0.25) for step in range(5)]
    log = _begin()
    log.add_items(RecordType.SERIES, 0, "scalar", "loss", {})
    for step, walltime, value in points:
        log.add_scalar(0, step, walltime, value)
    log.add_items(RecordType.END, 1.77e9, "failed", {"of": "the future"})
    log.seal()
    _write(folder / "1.vdl", log.data)
    return {"scalars": {"loss": _points(points)}, "ended": True, "outcome": "failed"}


def make_rows(folder: Path) -> Expected:
    """Rows of two sequences of tags that share some, among single scalars; cut within its last row."""
    odd = tuple(f"odd/{at}" for at in range(len(ODD_VALUES)))
    some = ("odd/3", "alone", "Größe/学习率")
    scalars: dict[str, list[Point]] = {tag: [] for tag in dict.fromkeys((*odd, *some))}
    superseded: dict[str, list[Point]] = {"odd/3": [], "alone": []}
    writer = LogWriter(folder, file_name="1")
    for step in range(300):
        walltime = 1.76e9 + step / 8
        writer.add_scalar_row(odd, ODD_VALUES, step, walltime)
        for tag, value in zip(odd, ODD_VALUES, strict=True):
            scalars[tag].append((step, walltime, value))
        if step % 50 == 0:
            writer.add_scalar("alone", -1.0, step, walltime)
            superseded["alone"].append((step, walltime, -1.0))
            writer.add_scalar_row(some, [step, step / 3, -step], step, walltime + 1)
            superseded["odd/3"].append(scalars["odd/3"].pop())
            for tag, value in zip(some, [step, step / 3, -step], strict=True):
                scalars[tag].append((step, walltime + 1, float(value)))
    writer.add_scalar_row(odd, ODD_VALUES, 300, 1.77e9)
    file = Path(writer.file_name)
    cut = file.read_bytes()[:-9]
    writer.close()
    file.write_bytes(cut)
    return {
        "scalars": {tag: _points(points) for tag, points in scalars.items()},
        "superseded": {tag: _points(points) for tag, points in superseded.items()},
        "ended": False,
    }


MAKERS: dict[int, dict[str, Callable[[Path], Expected]]] = {
    1: {"usual": make_usual, "wide": make_wide, "killed": make_killed, "failed": make_failed},
    2: {"rows": make_rows},
}


def _add(writer: LogWriter, tag: str, point: Point) -> None:
    step, walltime, value = point
    writer.add_scalar(tag, value, step, walltime)


def _points(points: list[Point]) -> list[list[Any]]:
    """Floats as hexadecimal text, which says each bit."""
    return [[step, walltime.hex(), value.hex()] for step, walltime, value in points]


def _records(
    records: list[tuple[int, float, bytes]], summary: Callable[[int], dict[str, Any]]
) -> list[list[Any]]:
    return [
        [step, walltime.hex(), summary(step), len(payload), hashlib.sha256(payload).hexdigest()]
        for step, walltime, payload in records
    ]


def _begin() -> LogBytes:
    log = LogBytes()
    log.add_items(RecordType.HEADER, "vdlite", VERSION, {"created": 1.76e9, "writer": "golden"})
    return log


def _write(path: Path, data: bytes | bytearray) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(data)


def _with_files_limited(size: int, do: Callable[[], None]) -> None:
    """Do something while no file can become longer than `size` bytes, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        do()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def main() -> None:
    logdir = HERE / f"v{VERSION}"
    makers = MAKERS[VERSION]
    missing = {name: make for name, make in makers.items() if not (logdir / name).exists()}
    if not missing:
        sys.exit(f"golden files are never made anew: {logdir}")
    logging.getLogger("vdlite").setLevel(logging.ERROR)  # the gap warns
    # The log says where it was made.
    with mock.patch("vdlite.writer.life.run_log.host_name", return_value="example"):
        expected = {name: make(logdir / name) for name, make in missing.items()}
    file = logdir / "expected.json"
    if file.exists():
        expected = json.loads(file.read_text("utf-8")) | expected
    text = json.dumps(expected, ensure_ascii=False, indent=None, separators=(",", ":"))
    # A line for each series, so that a difference can be seen.
    file.write_text(text.replace('":[[', '":\n[[') + "\n", "utf-8")


if __name__ == "__main__":
    main()
