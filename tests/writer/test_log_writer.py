"""LogWriter's calls: what they take, what they refuse, what comes out of LogReader."""

import math
import pickle
import re
import sys
import types
import warnings
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite import ClosedWriterError, LogdirError, LogReader, LogWriter, PayloadError


def test_the_folder_is_there_at_once(tmp_path: Path) -> None:
    LogWriter(logdir=str(tmp_path / "runs" / "mnist"))
    assert (tmp_path / "runs" / "mnist").is_dir()


def test_the_default_folder_is_new_and_named_after_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    writers = [LogWriter(comment="first") for _ in range(3)]
    folders = [writer.logdir for writer in writers]
    assert len(set(folders)) == 3
    stamp = r"\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d"
    assert all(re.fullmatch(rf"runs/{stamp}\.first(_\d)?", folder) for folder in folders)
    assert Path(writers[0].file_name).parent == tmp_path / folders[0]
    assert pickle.loads(pickle.dumps(writers[0])).logdir == str(tmp_path / folders[0])


def test_points_come_back_as_they_were_logged(tmp_path: Path) -> None:
    values = [0.1, 1e300, -0.0, 5e-324, math.inf, -math.inf]
    with LogWriter(tmp_path) as writer:
        for step, value in enumerate(values):
            writer.add_scalar("loss", value, step * 10, 1234.5 + step)
    points = LogReader(tmp_path).scalars(".", "loss")
    assert points.values.tolist() == values
    assert points.steps.tolist() == [0, 10, 20, 30, 40, 50]
    assert points.walltimes.tolist() == [1234.5 + step for step in range(6)]


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (3, 3.0),
        (True, 1.0),
        ("1.5e-3", 0.0015),
        (np.array(["1"]), 1.0),
        (2**70, float(2**70)),
        (Fraction(1, 4), 0.25),
        (Decimal("0.5"), 0.5),
        (np.float32(0.1), float(np.float32(0.1))),
        (np.float16(0.5), 0.5),
        (np.int64(7), 7.0),
        (np.bool_(True), 1.0),
        (np.array(2.5), 2.5),
        (np.array([2.5], np.float32), 2.5),
        (np.array([[[4]]]), 4.0),
        (np.longdouble(1.5), 1.5),
    ],
)
def test_whatever_holds_one_real_number_is_a_value(tmp_path: Path, value: Any, want: float) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("x", value, 0)
    assert LogReader(tmp_path).scalars(".", "x").values.tolist() == [want]


@pytest.mark.parametrize(
    ("value", "got"),
    [
        ("high", "str 'high'"),
        (None, "NoneType"),
        ([1.0], "list"),
        (1j, "complex"),
        (np.array([1.0, 2.0]), r"shape \(2,\)"),
        (np.array([]), r"shape \(0,\)"),
        (np.array([1j]), "complex"),
        (np.datetime64("2026-01-01"), "datetime64"),
        (np.array(["high"]), "str"),
        (np.timedelta64(3, "s"), "timedelta64"),
        (np.array([3], "m8[s]"), "array"),
        (10**400, "beyond the range"),
    ],
)
def test_anything_else_is_refused_and_nothing_is_logged(
    tmp_path: Path, value: Any, got: str
) -> None:
    with LogWriter(tmp_path) as writer:
        with pytest.raises(PayloadError, match=got):
            writer.add_scalar("x", value, 0)
        writer.add_scalar("y", 1.0, 0)
    assert LogReader(tmp_path).tags(".") == ["y"]


def test_a_masked_number_is_none(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("x", np.ma.array([5.0], mask=[True]), 0)
        writer.add_scalar("x", np.ma.array([6.0], mask=[False]), 1)
    values = LogReader(tmp_path).scalars(".", "x").values
    assert math.isnan(values[0])
    assert values[1] == 6.0


@pytest.mark.parametrize("tag", [3, None, "", "\ud800", "x" * 5000, ["a"]])
def test_a_tag_that_is_no_name_is_refused(tmp_path: Path, tag: Any) -> None:
    with LogWriter(tmp_path) as writer, pytest.raises(PayloadError, match="tag"):
        writer.add_scalar(tag, 1.0)


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=200))
def test_any_unicode_is_a_tag(tmp_path_factory: pytest.TempPathFactory, tag: str) -> None:
    folder = tmp_path_factory.mktemp("run")
    with LogWriter(folder) as writer:
        writer.add_scalar(tag, 1.0)
    assert LogReader(folder).tags(".") == [tag]


@pytest.mark.parametrize("step", [2**63, -(2**63) - 1, 1.5, "1", math.nan, [1]])
def test_a_step_that_is_no_64_bit_integer_is_refused(tmp_path: Path, step: Any) -> None:
    with LogWriter(tmp_path) as writer:
        with pytest.raises(PayloadError, match="step"):
            writer.add_scalar("x", 1.0, step)
        writer.add_scalar("y", 1.0)
    assert LogReader(tmp_path).tags(".") == ["y"]  # and no series without a point


@pytest.mark.parametrize(
    ("step", "want"),
    [(2**63 - 1, 2**63 - 1), (-(2**63), -(2**63)), (2.0, 2), (np.int32(4), 4)],
)
def test_whole_numbers_are_steps(tmp_path: Path, step: Any, want: int) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("x", 1.0, step)
    assert LogReader(tmp_path).scalars(".", "x").steps.tolist() == [want]


def test_a_missing_step_goes_on_from_the_last(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("a", 1.0)
        writer.add_scalar("a", 1.0)
        writer.add_scalar("a", 1.0, 100)
        writer.add_scalar("a", 1.0)
        writer.add_scalar("b", 1.0)
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "a").steps.tolist() == [0, 1, 100, 101]
    assert reader.scalars(".", "b").steps.tolist() == [0]


def test_a_missing_step_goes_on_from_an_earlier_writers_last(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("a", 1.0, 41)
        writer.add_record("blob", "a", b"x", 7)
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("a", 2.0)
        writer.add_record("blob", "a", b"y")
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "a").steps.tolist() == [41, 42]
    assert [record.step for record in reader.records(".", "blob", "a")] == [7, 8]


def test_walltimes_in_milliseconds_are_recognized(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("x", 1.0, 0, walltime=1_600_000_000_500)
        writer.add_scalar("x", 1.0, 1, walltime=1_600_000_001.25)
    walltimes = LogReader(tmp_path).scalars(".", "x").walltimes
    assert walltimes.tolist() == [1_600_000_000.5, 1_600_000_001.25]


@pytest.mark.parametrize("walltime", [math.nan, math.inf, "now", 10**400])
def test_a_walltime_that_is_no_time_is_refused(tmp_path: Path, walltime: Any) -> None:
    with LogWriter(tmp_path) as writer, pytest.raises(PayloadError, match="walltime"):
        writer.add_scalar("x", 1.0, 0, walltime)


def test_add_scalars_logs_each_sub_tag(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalars("loss", {"train": 1, "test": np.float32(2)}, 5, 99.0)
        writer.add_scalars("loss", {"train": 3.0})
    reader = LogReader(tmp_path)
    assert reader.tags(".") == ["loss/test", "loss/train"]
    assert reader.scalars(".", "loss/train").steps.tolist() == [5, 6]
    assert reader.scalars(".", "loss/test").walltimes.tolist() == [99.0]


def test_add_scalars_logs_all_or_nothing(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        with pytest.raises(PayloadError, match="str"):
            writer.add_scalars("loss", {"train": 1.0, "test": "bad"}, 5)  # type: ignore[dict-item]
        with pytest.raises(PayloadError, match="want a mapping"):
            writer.add_scalars("loss", [1.0], 5)  # type: ignore[arg-type]
    assert LogReader(tmp_path).tags(".") == []


def test_payloads_of_any_kind_and_size_come_back(tmp_path: Path) -> None:
    payloads = [b"", b"x" * 2048, b"y" * 2049, bytes(range(256)) * 4000]
    with LogWriter(tmp_path) as writer:
        for payload in payloads:
            writer.add_record("mine", "tag", payload, summary={"size": len(payload)})
    records = LogReader(tmp_path).records(".", "mine", "tag")
    assert [record.payload for record in records] == payloads
    assert [record.summary["size"] for record in records] == [0, 2048, 2049, 1_024_000]
    log = next(tmp_path.glob("*.vdl"))
    assert log.stat().st_size < 4000


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"kind": "scalar", "payload": b""}, "add_scalar"),
        ({"kind": "", "payload": b""}, "kind"),
        ({"kind": "k" * 65, "payload": b""}, "kind"),
        ({"kind": "\ud800", "payload": b""}, "kind"),
        ({"kind": "k", "payload": "text"}, "payload: got str"),
        ({"kind": "k", "payload": b"", "summary": {"x": object()}}, "summary"),
        ({"kind": "k", "payload": b"", "summary": {"x": "y" * 5000}}, "summary"),
        ({"kind": "k", "payload": b"", "summary": {(1, 2): 3}}, "summary"),
    ],
)
def test_a_record_that_is_none_is_refused(
    tmp_path: Path, arguments: dict[str, Any], problem: str
) -> None:
    with LogWriter(tmp_path) as writer, pytest.raises(PayloadError, match=problem):
        writer.add_record(tag="t", **arguments)


def test_a_call_after_close_says_so_and_leaves_the_log_alone(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path)
    writer.add_scalar("x", 1.0)
    assert not writer.closed
    writer.close()
    assert writer.closed
    size = Path(writer.file_name).stat().st_size
    with pytest.raises(ClosedWriterError, match="after close"):
        writer.add_scalar("x", 2.0)
    with pytest.raises(ClosedWriterError, match="after close"):
        writer.add_record("k", "x", b"")
    writer.close()
    writer.flush()
    assert Path(writer.file_name).stat().st_size == size


@pytest.mark.parametrize(
    "options",
    [
        {"flush_secs": -1},
        {"flush_secs": "often"},
        {"max_queue": -1},
        {"max_queue": math.nan},
        {"file_name": "a/b"},
        {"filename_suffix": "/x"},
        {"flush_secs": 1e300},
        {"display_name": "x" * 5000},
        {"comment": "x" * 70_000},
        {"comment": "a/b"},
        {"display_name": 3},
    ],
)
def test_a_wrong_option_is_refused(tmp_path: Path, options: dict[str, Any]) -> None:
    with pytest.raises(PayloadError, match=next(iter(options))):
        LogWriter(tmp_path, **options)


def test_an_unknown_option_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="flush_sec"):
        LogWriter(tmp_path, flush_sec=1)  # type: ignore[call-arg]


def test_a_logdir_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LogdirError, match="file"):
        LogWriter(tmp_path / "file")
    with pytest.raises(LogdirError, match="file"):
        LogWriter(tmp_path / "file" / "below")


def test_nothing_is_written_when_that_is_not_wanted(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run", write_to_disk=False) as writer:
        writer.add_scalar("x", 1.0)
        writer.add_record("k", "x", b"z" * 10_000)
        with pytest.raises(PayloadError):
            writer.add_scalar("x", "bad")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_files_are_named_as_wished_and_never_shared(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        with LogWriter(tmp_path, file_name="log", filename_suffix=".a") as writer:
            writer.add_scalar("x", 1.0)
            names.append(Path(writer.file_name).name)
    assert names == ["log.a.vdl", "log.a_0002.vdl", "log.a_0003.vdl"]
    assert LogReader(tmp_path).scalars(".", "x").steps.tolist() == [0, 1, 2]


def test_a_pickled_writer_writes_its_own_file_into_the_same_run(tmp_path: Path) -> None:
    with LogWriter(tmp_path, display_name="n") as writer:
        copy = pickle.loads(pickle.dumps(writer))
        with copy:
            assert copy.logdir == writer.logdir
            assert copy.file_name != writer.file_name


class FakeEvent:
    """Stands for torch.cuda.Event: the copy arrives when the test says so."""

    arrived = False

    def record(self) -> None:
        self.recorded = True

    def query(self) -> bool:
        return FakeEvent.arrived

    def synchronize(self) -> None:
        FakeEvent.arrived = True


class FakeTensor:
    """Stands for a CUDA tensor of size one; `.item()` would stop the training, so it must not be called."""

    is_cuda = True
    device = "cuda:0"
    shape = ()
    dtype = "bfloat16"

    def __init__(self, value: float = 0.0, pinned: bool = False) -> None:
        self.value = value
        self.pinned = pinned

    def numel(self) -> int:
        return 1

    def detach(self) -> "FakeTensor":
        return self

    def copy_(self, source: "FakeTensor", non_blocking: bool) -> None:
        assert self.pinned
        assert non_blocking
        self.value = source.value

    def item(self) -> float:
        assert self.pinned, "the training waits for the device"
        return self.value


@pytest.fixture
def cuda(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nothing:
        def __enter__(self) -> None: ...
        def __exit__(self, *_: object) -> None: ...

    fake = types.SimpleNamespace(
        no_grad=Nothing,
        cuda=types.SimpleNamespace(device=lambda _: Nothing(), Event=FakeEvent),
        empty=lambda shape, dtype, device, pin_memory: FakeTensor(pinned=pin_memory),
    )
    monkeypatch.setitem(sys.modules, "torch", fake)
    monkeypatch.setattr(FakeEvent, "arrived", False)


@pytest.mark.usefixtures("cuda")
def test_a_number_on_a_gpu_is_written_when_it_has_arrived(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", FakeTensor(1.5), 1)
        writer.add_scalar("loss", 2.5, 2)
        reader = LogReader(tmp_path)
        assert reader.scalars(".", "loss").steps.tolist() == [2]
        FakeEvent.arrived = True
        while len(reader.scalars(".", "loss")) < 2:
            reader.refresh()
    assert reader.scalars(".", "loss").values.tolist() == [1.5, 2.5]


@pytest.mark.usefixtures("cuda")
def test_close_waits_for_numbers_on_their_way(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", FakeTensor(1.5), 1)
    assert LogReader(tmp_path).scalars(".", "loss").values.tolist() == [1.5]


@pytest.mark.usefixtures("cuda")
def test_numbers_that_never_arrive_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: FakeEvent) -> None:
        raise RuntimeError("device-side assert")

    monkeypatch.setattr(FakeEvent, "synchronize", fail)
    monkeypatch.setattr(FakeEvent, "query", lambda _: False)
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", FakeTensor(1.5), 1)
        writer.add_scalar("loss", 2.5, 2)
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "loss").steps.tolist() == [2]
    assert [gap.missing for gap in reader.gaps] == [1]


def test_logging_warns_of_nothing(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with LogWriter(tmp_path) as writer:
            writer.add_scalar("x", np.array([[1.0]]))
