"""Log files of every version of the format are read as what they were written to say."""

import hashlib
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from vdlite import LogReader
from vdlite.format.records import VERSION
from vdlite.reader import Store
from vdlite.reader.check import check

GOLDEN = Path(__file__).parents[1] / "golden"


def runs_of(version: Path) -> dict[str, Any]:
    expected: dict[str, Any] = json.loads((version / "expected.json").read_text("utf-8"))
    return expected


VERSIONS = sorted(GOLDEN.glob("v*"))
RUNS = [
    pytest.param(version, name, expected, id=f"{version.name}/{name}")
    for version in VERSIONS
    for name, expected in runs_of(version).items()
]


def floats(texts: Sequence[str]) -> list[float]:
    return [float.fromhex(text) for text in texts]


def bits(values: list[float]) -> list[str]:
    """Floats so that NaN equals NaN, and 0.0 does not equal -0.0."""
    return ["nan" if math.isnan(value) else value.hex() for value in values]


def test_there_are_golden_files_of_the_present_version() -> None:
    assert GOLDEN / f"v{VERSION}" in VERSIONS


@pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.name)
def test_all_runs_are_found_and_intact(version: Path) -> None:
    reader = LogReader(version)
    assert reader.runs == sorted(runs_of(version))
    assert reader.damage == []
    assert check([version]).intact


@pytest.mark.parametrize(("version", "run", "expected"), RUNS)
def test_every_scalar_is_what_was_logged(version: Path, run: str, expected: Any) -> None:
    reader = LogReader(version)
    assert reader.tags(run) == sorted(expected["scalars"])
    for tag, rows in expected["scalars"].items():
        points = reader.scalars(run, tag)
        steps, walltimes, values = zip(*rows, strict=True)
        assert points.steps.tolist() == list(steps)
        assert bits(points.walltimes.tolist()) == bits(floats(walltimes))
        assert bits(points.values.tolist()) == bits(floats(values))


@pytest.mark.parametrize(("version", "run", "expected"), RUNS)
def test_superseded_scalars_stay(version: Path, run: str, expected: Any) -> None:
    reader = LogReader(version)
    for tag in expected["scalars"]:
        points = reader.scalars(run, tag, superseded=True)
        assert points.superseded is not None
        rows = expected.get("superseded", {}).get(tag, [])
        assert points.steps[points.superseded].tolist() == [row[0] for row in rows]
        assert points.values[points.superseded].tolist() == floats([row[2] for row in rows])


@pytest.mark.parametrize(("version", "run", "expected"), RUNS)
def test_every_payload_is_what_was_logged(version: Path, run: str, expected: Any) -> None:
    reader = LogReader(version)
    records = expected.get("records", {})
    assert reader.kinds(run) == sorted([*records, "scalar"])
    for kind, by_tag in records.items():
        assert reader.tags(run, kind) == sorted(by_tag)
        for tag, rows in by_tag.items():
            found = [
                [
                    record.step,
                    record.walltime.hex(),
                    record.summary,
                    len(record.raw()),
                    hashlib.sha256(record.raw()).hexdigest(),
                ]
                for record in reader.records(run, kind, tag)
            ]
            assert found == rows


@pytest.mark.parametrize(("version", "run", "expected"), RUNS)
def test_gaps_names_and_ends_are_reported(version: Path, run: str, expected: Any) -> None:
    gaps = [
        [gap.file.removeprefix(f"{run}/"), gap.missing, gap.since.hex(), gap.until.hex()]
        for gap in LogReader(version).gaps
        if gap.file.startswith(f"{run}/")
    ]
    assert gaps == expected.get("gaps", [])

    store = Store([version])
    while not store.progress.done:
        store.refresh()
    (info,) = [info for info in store.runs() if info.name == run]
    assert (info.state == "ended") == expected["ended"]
    assert info.outcome == expected.get("outcome")
    assert info.display_name == expected.get("display_name")
