"""Runs of other tools as logs of ours."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from tests.foreign.event_files import event, log, message, plugin, scalar, start
from vdlite import LogReader, LogWriter
from vdlite.cli import main
from vdlite.reader.logdir.readable_names import readable_names

VISUALDL = Path(__file__).parents[1] / "foreign" / "golden" / "visualdl"


def test_an_import_holds_the_same_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(VISUALDL, tmp_path / "old" / "a" / "b")
    log(tmp_path / "old" / "tb", *(event(scalar("x", s / 3), step=s) for s in range(50)))
    assert main(["import", str(tmp_path / "old"), str(tmp_path / "new")]) == 0
    old, new = LogReader(tmp_path / "old"), LogReader(tmp_path / "new")
    assert new.runs == old.runs == ["a/b", "tb"]
    assert new.times("tb") == old.times("tb")
    for run in old.runs:
        assert new.kinds(run) == old.kinds(run)
        for kind in old.kinds(run):
            assert new.tags(run, kind) == old.tags(run, kind)
            for tag in old.tags(run, kind):
                if kind == "scalar":
                    ours, theirs = new.scalars(run, tag), old.scalars(run, tag)
                    assert_array_equal(ours.steps, theirs.steps)
                    assert_array_equal(ours.walltimes, theirs.walltimes)
                    assert_array_equal(ours.values, theirs.values)
                    continue
                pairs = zip(new.records(run, kind, tag), old.records(run, kind, tag), strict=True)
                for ours, theirs in pairs:
                    assert (ours.step, ours.walltime, ours.raw(), repr(ours.summary)) == (
                        theirs.step, theirs.walltime, theirs.raw(), repr(theirs.summary),  # with NaN
                    )  # fmt: skip
    assert all(path.suffix in (".vdl", ".vdm") for path in (tmp_path / "new").rglob("*.*"))
    assert "tb: 50 records" in capsys.readouterr().out


KILLED = """
import os, sys, vdlite
writer = vdlite.LogWriter(sys.argv[1])
for step in range(20):
    writer.add_scalar("x", step / 3, step)
writer.flush()
os._exit(137)
"""


def test_a_killed_run_has_no_end_in_its_copy_either(tmp_path: Path) -> None:
    old = tmp_path / "old"
    subprocess.run([sys.executable, "-c", KILLED, old / "killed"], check=False)
    with LogWriter(old / "done") as done:
        done.add_scalar("x", 1.0, 0)
    LogWriter(old / "without").close()
    log(old / "tb", event(scalar("x", 1.0), step=0))
    for path in old.rglob("*.*"):
        os.utime(path, (1.7e9, 1.7e9))
    assert main(["import", str(old), str(tmp_path / "new")]) == 0
    reader = LogReader(tmp_path / "new")
    assert {run: (reader.state(run), reader.outcome(run)) for run in reader.runs} == {
        "killed": ("quiet", None),
        "done": ("ended", "finished"),
        "without": ("ended", None),
        "tb": ("ended", None),
    }
    assert_array_equal(reader.scalars("killed", "x").values, np.arange(20) / 3)
    assert main(["check", str(tmp_path / "new")]) == 0


def test_what_still_goes_on_is_copied_without_an_end(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "old" / "ours") as writer:
        writer.add_scalar("x", 1.0, 0)
        # Of this tool nothing gives an end, so that its log is the whole of it at any time.
        log(tmp_path / "old" / "tb", event(scalar("x", 1.0), step=0))
        assert main(["import", str(tmp_path / "old"), str(tmp_path / "new")]) == 0
    for path in (tmp_path / "new").rglob("*.*"):
        os.utime(path, (1.7e9, 1.7e9))
    reader = LogReader(tmp_path / "new")
    assert (reader.state("ours"), reader.state("tb")) == ("quiet", "ended")


def test_superseded_points_are_left_behind_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "old"
    log(old, *(event(scalar("x", s), step=s) for s in range(10)))
    second = log(old, name="events.out.tfevents.1700000001.host.18.0")
    second.write_bytes(start(4, walltime=1.8e9) + event(scalar("x", 40.0), step=4, walltime=1.8e9))
    assert main(["import", str(old), str(tmp_path / "new")]) == 0
    assert LogReader(tmp_path / "new").scalars(".", "x").values.tolist() == [0, 1, 2, 3, 40]
    assert "5 records, 6 superseded ones left behind" in capsys.readouterr().out


def test_a_folder_with_logs_is_not_written_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(VISUALDL, tmp_path / "old")
    with LogWriter(tmp_path / "new") as writer:
        writer.add_scalar("loss", 1.0)
    assert main(["import", str(tmp_path / "old"), str(tmp_path / "new")]) == 2
    assert "there are logs already" in capsys.readouterr().err
    assert LogReader(tmp_path / "new").tags(".") == ["loss"]


def test_nothing_to_import_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(tmp_path), str(tmp_path / "new")]) == 2
    assert "there are no logs" in capsys.readouterr().err


def test_what_can_not_be_read_any_more_is_reported_and_the_rest_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note = message(1, "n") + message(8, b"\x08\x07" + message(2, b"") + message(8, "hello"))
    path = log(tmp_path / "old", event(note + plugin("text"), step=1), event(scalar("x", 1.0)))
    from vdlite.conversion.native import copy_runs

    reader = LogReader(tmp_path / "old")
    assert reader.records(".", "text", "n")[0].payload == "hello"
    data = bytearray(path.read_bytes())
    data[data.index(b"hello")] ^= 1
    path.write_bytes(data)
    (made,) = copy_runs(tmp_path / "old", tmp_path / "new")
    # The damaged event was not taken in at all: its checksum says so.
    assert (made.records, made.problems) == (1, ())


@pytest.mark.parametrize("store", ["mlflow.db", "mlruns"])
def test_ids_of_mlflow_make_way_for_readable_names(tmp_path: Path, store: str) -> None:
    (tmp_path / "old").mkdir()
    source = VISUALDL.parent / "mlflow" / store
    (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / "old" / store)
    assert main(["import", str(tmp_path / "old"), str(tmp_path / "new")]) == 0
    old, new = LogReader(tmp_path / "old"), LogReader(tmp_path / "new")
    assert len(new.runs) == len(old.runs) == 3
    assert {f"{store}/digits/first", f"{store}/digits/going"} < set(new.runs)
    for run in old.runs:
        title = old.display_name(run)
        name = f"{store}/{title}"
        assert new.display_name(name) == title
        assert (new.state(name), new.outcome(name)) == (old.state(run), old.outcome(run))
        assert new.tags(name) == old.tags(run)
        for tag in old.tags(run):
            assert_array_equal(new.scalars(name, tag).values, old.scalars(run, tag).values)


def test_readable_names_are_unique_and_lead_nowhere_else() -> None:
    ids = [f"{number:032x}" for number in range(5)]
    runs = ["own/run", "a/taken", *(f"a/1/{one}" for one in ids)]
    runs += [
        "p/x/part_0.parquet/R/1",
        "n/data/x/a_part_0.parquet/R/2",
        "data/x/a_part_0.parquet/R/3",
    ]
    titles = dict(
        zip(
            runs[2:],
            ["../../x", "Taken", "same", "same", "", "team/../run", "team/run", "t/run"],
            strict=True,
        )
    )
    names = readable_names(runs, titles.get)
    assert list(names.values()) == [
        "own/run", "a/taken", "a/x", "a/Taken (2)", "a/same", "a/same (2)", f"a/1/{ids[4]}",
        "p/team/run", "n/team/run", "t/run",
    ]  # fmt: skip


@pytest.mark.parametrize("link", [False, True])
def test_a_database_alone_is_read_without_what_lies_beside_it(tmp_path: Path, link: bool) -> None:
    file = tmp_path / "study.db"
    shutil.copy(VISUALDL.parent / "optuna" / "study.db", file)
    log(tmp_path, event(scalar("x", 1.0), step=1))
    source = file
    if link:
        source = tmp_path / "links" / "link.db"
        source.parent.mkdir()
        source.symlink_to(file)
    assert main(["import", str(source), str(tmp_path / "new")]) == 0
    runs = LogReader(tmp_path / "new").runs
    assert runs == LogReader(file).runs
    assert "study.db/digits/0" in runs
    assert all(run.startswith("study.db/") for run in runs)
