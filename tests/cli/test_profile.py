"""`vdlite profile import`: traces of other programs become records of a run."""

from pathlib import Path

import pytest

from tests.profiling.traces import HEAD, span, written
from vdlite import LogReader
from vdlite.cli import main


def alone(rank: int = 0, world: int = 1) -> dict[str, object]:
    return HEAD | {"distributedInfo": {"rank": rank, "world_size": world}}


def test_each_file_becomes_a_run_of_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [
        written(tmp_path / name, [span("a", 1, 1), span("b", 3, 1)], head=alone())
        for name in ("first.pt.trace.json", "second.json")
    ]
    assert main(["profile", "import", *map(str, files), "--logdir", str(tmp_path / "runs")]) == 0
    reader = LogReader(tmp_path / "runs")
    assert reader.runs == ["first", "second"]
    (record,) = reader.records("first", "profile", "profile")
    assert (record.step, record.payload.tables.events) == (0, 2)
    assert f"2 events in {tmp_path / 'runs' / 'first'}" in capsys.readouterr().out


def test_ranks_become_tags_of_one_run(tmp_path: Path) -> None:
    files = [
        written(tmp_path / f"{rank}.json", [span("a", 1, 1)], head=alone(rank, 2))
        for rank in range(2)
    ]
    options = ["--logdir", str(tmp_path / "runs"), "--run", "both", "--step", "7", "--tag", "p"]
    assert main(["profile", "import", *map(str, files), *options]) == 0
    reader = LogReader(tmp_path / "runs")
    assert reader.tags("both", "profile") == ["p/rank0", "p/rank1"]
    assert reader.records("both", "profile", "p/rank1")[0].step == 7


def test_files_of_one_run_do_not_take_each_others_place(tmp_path: Path) -> None:
    files = [written(tmp_path / f"{name}.json", [span("a", 1, 1)], head=alone()) for name in "xy"]
    options = ["--logdir", str(tmp_path / "runs"), "--run", "both"]
    assert main(["profile", "import", *map(str, files), *options]) == 0
    assert LogReader(tmp_path / "runs").tags("both", "profile") == ["profile/x", "profile/y"]


def test_what_is_damaged_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "t.json"
    file.write_text('[{"ph": "X", "name": "a", "ts": 1, "dur": 1}, {"ph": "X"}]')
    assert main(["profile", "import", str(file), "--logdir", str(tmp_path / "runs")]) == 0
    assert "warning: 1 damaged events are left out, at bytes 46: " in capsys.readouterr().out


def test_a_file_that_is_no_trace_fails_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "wrong.json").write_text("hello")
    good = written(tmp_path / "good.json", [span("a", 1, 1)], head=alone())
    names = [str(tmp_path / "missing.json"), str(tmp_path / "wrong.json"), str(good)]
    assert main(["profile", "import", *names, "--logdir", str(tmp_path / "runs")]) == 1
    errors = capsys.readouterr().err
    assert "missing.json" in errors
    assert "got no trace, stacks or speedscope file" in errors
    assert LogReader(tmp_path / "runs").runs == ["good"]
