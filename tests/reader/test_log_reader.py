"""LogReader, as a script uses it."""

import threading
from contextlib import suppress
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from vdlite import LogdirError, LogReader, LogWriter, NotFoundError
from vdlite.annotations import Edit, Sidecar
from vdlite.reader.check import check
from vdlite.reader.run.run import Run
from vdlite.reader.run.run_file import Grown


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    for name, rate in (("b/fast", 0.1), ("a/slow", 0.01)):
        with LogWriter(tmp_path / name) as writer:
            for step in range(5):
                writer.add_scalar("loss", rate * step, step, 100.0 + step)
            writer.add_scalar("loss", 7.0, 4, 200.0)
            writer.add_record("blob", "weights", b"w" * 5000, 1)
    return tmp_path


def test_runs_kinds_and_tags_are_listed(logdir: Path) -> None:
    reader = LogReader(logdir)
    assert reader.runs == ["a/slow", "b/fast"]
    assert reader.kinds("a/slow") == ["blob", "scalar"]
    assert reader.tags("a/slow") == ["loss"]
    assert reader.tags("a/slow", "blob") == ["weights"]
    assert reader.tags("a/slow", "image") == []


def test_a_run_may_be_opened_by_its_own_folder(logdir: Path) -> None:
    reader = LogReader(logdir / "a" / "slow")
    assert reader.runs == ["."]
    assert len(reader.scalars(".", "loss")) == 5


def test_columns_have_the_promised_types(logdir: Path) -> None:
    points = LogReader(logdir).scalars("b/fast", "loss")
    assert (points.steps.dtype, points.walltimes.dtype, points.values.dtype) == (
        np.int64,
        np.float64,
        np.float64,
    )
    assert points.steps.tolist() == [0, 1, 2, 3, 4]
    assert points.values.tolist() == [0.0, 0.1, 0.2, 0.1 * 3, 7.0]
    assert points.walltimes.tolist() == [100.0, 101.0, 102.0, 103.0, 200.0]
    assert points.superseded is None


def test_superseded_points_are_given_when_asked_for(logdir: Path) -> None:
    points = LogReader(logdir).scalars("b/fast", "loss", superseded=True)
    assert points.steps.tolist() == [0, 1, 2, 3, 4, 4]
    assert points.superseded is not None
    assert points.superseded.tolist() == [False] * 4 + [True, False]


def test_what_is_not_there_is_named(logdir: Path) -> None:
    reader = LogReader(logdir)
    with pytest.raises(NotFoundError, match="no run 'x', there are 'a/slow', 'b/fast'"):
        reader.scalars("x", "loss")
    with pytest.raises(NotFoundError, match="no scalars with tag 'nope'"):
        reader.scalars("a/slow", "nope")
    with pytest.raises(NotFoundError, match="no 'blob' records with tag 'loss'"):
        reader.records("a/slow", "blob", "loss")
    with pytest.raises(LogdirError, match="no such folder"):
        LogReader(logdir / "nowhere")
    (logdir / "notes.txt").write_text("no log")
    with pytest.raises(LogdirError, match="no log that is read"):
        LogReader(logdir / "notes.txt")


def test_refresh_takes_in_what_came_since(logdir: Path) -> None:
    reader = LogReader(logdir)
    before = reader.scalars("a/slow", "loss")
    with LogWriter(logdir / "a" / "slow") as writer:
        writer.add_scalar("loss", 1.0, 5)
    with LogWriter(logdir / "c") as writer:
        writer.add_scalar("loss", 1.0, 0)
    assert len(reader.scalars("a/slow", "loss")) == 5
    reader.refresh()
    assert len(reader.scalars("a/slow", "loss")) == 6
    assert reader.runs == ["a/slow", "b/fast", "c"]
    assert len(before) == 5


def test_what_was_given_can_not_be_changed_by_mistake(logdir: Path) -> None:
    points = LogReader(logdir).scalars("a/slow", "loss")
    with pytest.raises(ValueError, match="read-only"):
        points.values[0] = 1.0


def test_a_table_has_a_row_per_point(logdir: Path) -> None:
    reader = LogReader(logdir)
    table = reader.dataframe()
    assert list(table.columns) == ["run", "tag", "step", "walltime", "value"]
    assert len(table) == 10
    assert table.groupby("run")["value"].max().to_dict() == {"a/slow": 7.0, "b/fast": 7.0}
    assert len(reader.dataframe("a/slow", "loss", superseded=True)) == 6
    assert reader.dataframe(tag="nope").empty
    assert isinstance(table, pd.DataFrame)


def test_damage_of_one_file_is_reported_and_costs_the_others_nothing(logdir: Path) -> None:
    path = next(logdir.glob("a/slow/*.vdl"))
    data = bytearray(path.read_bytes())
    where = data.index(b"\x96\x02\xcd") + 20
    data[where] ^= 1
    path.write_bytes(data)
    reader = LogReader(logdir)
    assert len(reader.scalars("b/fast", "loss")) == 5
    assert len(reader.scalars("a/slow", "loss")) == 4
    (damage,) = reader.damage
    assert damage.file == f"a/slow/{path.name}"
    assert damage.offset <= where < damage.offset + damage.bytes == damage.offset + 37
    assert damage.reason == "checksum does not match"


def test_check_reads_payloads_and_changes_nothing(logdir: Path) -> None:
    before = {path: path.read_bytes() for path in logdir.rglob("*.vd?")}
    report = check([logdir])
    assert report.intact
    assert (report.runs, report.files, report.records) == (2, 2, 14)
    media = next(logdir.glob("a/slow/*.vdm"))
    media.write_bytes(media.read_bytes()[:3000])
    report = check([logdir])
    (damage,) = report.damage
    assert damage.file == str(media)
    assert "want 5000 bytes, but the file ends before" in damage.reason
    assert {path: path.read_bytes() for path in before if path != media} == {
        path: data for path, data in before.items() if path != media
    }


def test_a_tail_that_is_cut_short_is_no_damage(logdir: Path) -> None:
    path = next(logdir.glob("a/slow/*.vdl"))
    path.write_bytes(path.read_bytes()[:-40])
    report = check([path])
    assert report.intact
    (tail,) = report.tails
    assert tail.bytes > 0
    assert LogReader(logdir).damage == []


def test_the_baseline_is_read_anew_and_names_only_runs_that_are_there(logdir: Path) -> None:
    reader = LogReader(logdir)
    assert reader.baseline == []
    chosen = [Edit("run", name, True, "baseline") for name in (reader.runs[0], "gone")]
    Sidecar(logdir).append(chosen)
    assert reader.baseline == [reader.runs[0]]
    assert LogReader(logdir / reader.runs[0]).baseline == []


def test_a_run_is_read_by_one_of_the_threads_that_ask_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LogWriter(tmp_path) as writer:
        for step in range(100):
            writer.add_scalar("loss", float(step), step)
    read, met = Run.read, threading.Barrier(2)
    together: list[int] = []

    def read_together(self: Run, buffer: bytearray) -> Grown:
        with suppress(threading.BrokenBarrierError):
            together.append(met.wait(0.2))
        return read(self, buffer)

    monkeypatch.setattr(Run, "read", read_together)
    reader = LogReader(tmp_path)
    found: list[list[float]] = []
    threads = [
        threading.Thread(target=lambda: found.append(reader.scalars(".", "loss").values.tolist()))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == []
    assert found == [[float(step) for step in range(100)]] * 2
    assert reader.summary(".").damaged == 0
