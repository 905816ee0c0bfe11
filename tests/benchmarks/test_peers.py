"""vdlite beside its peers: everybody is given the same, and an answer that is not right has no figure."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from benchmarks import servers
from benchmarks.peers.data import Data, Shape
from benchmarks.peers.looking import CURVES, MEMORY, QUERY, RUNS, TAGS, Asked, answer_of, look
from benchmarks.peers.measuring import Case, asked_of, make_data
from benchmarks.peers.peer import Peer, Writer
from benchmarks.peers.tables import tables
from benchmarks.peers.tensorboard import TensorBoard
from benchmarks.peers.vdlite import Vdlite
from benchmarks.peers.written import Written, measure_writer, write_all
from benchmarks.table import Row
from vdlite import LogReader

SHAPE = Shape(runs=12, tags=3, points=4)
ALL = Case(SHAPE, "runs", (TAGS, CURVES, QUERY))


@pytest.fixture
def data(tmp_path: Path) -> Data:
    return make_data(tmp_path, SHAPE)


def written_by(peer: Peer, data: Data, tmp_path: Path) -> tuple[Written, Asked]:
    written = write_all(peer, data, "runs", tmp_path, seconds=60)
    assert (written.problem, written.note, written.given) == ("", "", SHAPE)
    return written, asked_of(ALL, data, written)


def test_a_slow_tool_is_given_the_beginning_of_what_the_others_have(data: Data) -> None:
    values = np.fromfile(data.path).reshape(SHAPE.runs, SHAPE.points, SHAPE.tags)
    less = data.less(Shape(5, 2, 3))
    assert [less.run(run).rows for run in range(5)] == values[:5, :3, :2].tolist()
    assert less.run(4).tags == ["loss", "layer0/weight1"]


@pytest.mark.parametrize("peer", [Vdlite(), TensorBoard()], ids=lambda peer: peer.name)
def test_a_tool_has_all_that_was_written(peer: Peer, data: Data, tmp_path: Path) -> None:
    written, asked = written_by(peer, data, tmp_path)
    seen = look(peer, written.folder, asked, patience=60)
    assert seen.problem == ""
    assert list(seen.figures) == [RUNS, TAGS, CURVES, QUERY, MEMORY]
    assert seen.points == SHAPE.points
    what = [row.what for row in written.rows]
    assert what[:2] == [f"{SHAPE}: writing, a run", f"{SHAPE}: on disk, a run"]


def test_a_server_is_asked_until_its_answer_is_right() -> None:
    sleeping = [sys.executable, "-c", "import time; time.sleep(600)"]
    with servers.serving(sleeping, servers.free_port()) as running:
        answers = iter([None, ["b"], ["a", "b"], ["c"]])
        assert answer_of(lambda: next(answers), running, 60, ["a", "b"]) == ["a", "b"]
        for answer, why in ((None, "is not complete"), (["b"], "is wrong")):
            with pytest.raises(TimeoutError, match=rf"not within 0.1 s: its answer {why}"):
                answer_of(lambda answer=answer: answer, running, 0.1, ["a", "b"])
        running.process.terminate()
        running.process.wait()
        with pytest.raises(ValueError, match="its server ended with -15"):
            answer_of(lambda: None, running, 60)


def test_what_a_tool_does_not_have_has_no_figure(data: Data, tmp_path: Path) -> None:
    written, asked = written_by(Vdlite(), data, tmp_path)
    seen = look(Silent(), written.folder, asked, patience=60)
    assert seen.problem == "its server ended with 3"
    assert list(seen.figures) == [MEMORY]


class Silent(Vdlite):
    def server(self, folder: Path, port: int) -> list[str]:
        return [sys.executable, "-c", "raise SystemExit(3)"]


def test_what_can_not_be_written_in_time_is_not_given(data: Data, tmp_path: Path) -> None:
    writer = Writer("vdlite", "vdlite_rows", "vdlite")
    written = measure_writer(writer, Vdlite(), data, "runs", tmp_path / "logs", seconds=1e-6)
    assert written.given == replace(SHAPE, runs=1)
    assert written.note == "given 1 run"
    assert LogReader(written.folder).runs == ["run00000"]
    assert [row.note.partition(";")[0] for row in written.rows] == ["given 1 run"] * 2


class SlowTensorBoard(TensorBoard):
    writers = (Writer("slow", "vdlite_scalars", "vdlite"),)


def test_event_files_stand_in_for_a_writer_that_is_slow(tmp_path: Path) -> None:
    shape = Shape(runs=2, tags=3, points=50)
    data = make_data(tmp_path, shape)
    written = write_all(SlowTensorBoard(), data, "points", tmp_path, seconds=1e-6)
    assert (written.given, written.note) == (shape, "read: all, in event files by vdlite")
    assert {path.name.partition(".")[0] for path in written.folder.rglob("*.*")} == {"events"}
    reader = LogReader(written.folder)
    assert reader.runs == shape.run_names()
    rows = np.array(data.run(1).rows, np.float32)
    assert reader.scalars("run00001", "layer0/weight2").values.tolist() == rows[:, 2].tolist()


@pytest.mark.skipif(find_spec("aim") is not None, reason="Aim is installed here")
def test_a_tool_that_is_not_installed_is_left_out_with_a_note(
    data: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = Writer("Aim", "aim", "aim")
    monkeypatch.delenv("PYTHON_OF_AIM", raising=False)
    written = measure_writer(writer, Vdlite(), data, "runs", tmp_path / "a", seconds=60)
    assert written.problem == f"not installed for {sys.executable}"
    assert [row.value for row in written.rows] == [None]
    monkeypatch.setenv("PYTHON_OF_AIM", str(tmp_path / "none"))
    written = measure_writer(writer, Vdlite(), data, "runs", tmp_path / "b", seconds=60)
    assert "No such file" in written.problem


def test_a_case_is_a_table_with_a_line_for_each_tool() -> None:
    rows = [
        Row("2 runs: writing", "(limit)", 0.1, "µs"),
        Row("2 runs: writing", "a", 1.0, "µs", "given 1 run; 3 s in all"),
        Row("2 runs: writing", "b", None, "", "not installed"),
        Row("2 runs: start", "a", 1234.5, "ms", "given 1 run"),
        Row("2 runs: start", "a, again", 20.0, "ms", "given 1 run"),
        Row("3 runs: start", "a", 5.0, "ms"),
    ]
    assert tables(rows).splitlines() == [
        "### 2 runs",
        "",
        "| who | writing | start |",
        "|---|---:|---:|",
        "| (limit) | 0.1 µs |  |",
        "| a | 1 µs | 1,234 ms |",
        "| a, again |  | 20 ms |",
        "| b | - |  |",
        "",
        "- a: given 1 run; 3 s in all.",
        "- b: not installed.",
        "",
        "### 3 runs",
        "",
        "| who | start |",
        "|---|---:|",
        "| a | 5 ms |",
    ]
