"""What is read of trace files that are as they should be."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.profiling.traces import BASE, HEAD, categories, read, span, written
from vdlite.errors import FormatError
from vdlite.profiling.files import chrome_trace, pieces
from vdlite.profiling.files.chrome_trace import read_trace
from vdlite.profiling.files.times import nanoseconds, nanoseconds_of


@pytest.fixture(params=["msgspec", "standard library"])
def _decoder(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "msgspec":
        pytest.importorskip("msgspec")
    else:
        monkeypatch.setattr(chrome_trace, "fast_decoder", lambda: None)


pytestmark = pytest.mark.usefixtures("_decoder")


def test_times_are_exact_and_names_are_kept(tmp_path: Path) -> None:
    events = [
        span("aten::mm", 4520911844206.733, 0.001),
        span('步骤 "x"\n\\', 4520911844206.734, 12),
        span("late", 7889237999999.999, 1.5),
    ]
    recording = read_trace(written(tmp_path / "trace.json", events))
    assert recording.base == BASE + 4520911844206733
    assert read(recording) == [
        ("aten::mm", 0, 1),
        ('步骤 "x"\n\\', 1, 12001),
        ("late", 3368326155793266, 3368326155794766),
    ]
    assert recording.notes == []


def test_times_since_1970_are_exact(tmp_path: Path) -> None:
    path = tmp_path / "trace.json"
    path.write_text(
        '[{"ph": "X", "name": "a", "ts": 1795377653870228.634, "dur": 0.001, "pid": 1, "tid": 1},'
        '{"ph": "X", "name": "b", "ts": 1795377653870228.637, "dur": 3, "pid": 1, "tid": 1}]'
    )
    recording = read_trace(path)
    assert recording.base == 1795377653870228634
    assert read(recording) == [("a", 0, 1), ("b", 3, 3003)]


def test_the_head_holds_ranks_devices_and_options(tmp_path: Path) -> None:
    facts = read_trace(written(tmp_path / "t.json", [span("a", 1, 1)])).facts
    assert (facts["rank"], facts["world"], facts["backend"]) == (1, 4, "nccl")
    assert facts["devices"] == [
        {
            "type": "cuda",
            "index": 0,
            "name": "Card",
            "memory": 8 << 30,
            "multiprocessors": 100,
            "compute": "9.0",
        }
    ]
    assert facts["options"]["shapes"]
    assert not facts["options"]["stacks"]


def test_links_shapes_and_kernels_are_read(tmp_path: Path) -> None:
    inputs = {
        "Input Dims": [[8, 64], []],
        "Input type": ["float", ""],
        "Concrete Inputs": ["", "1"],
    }
    joined = {"External id": 7, "correlation": 9}
    kernel = joined | {
        "stream": 7,
        "registers per thread": 32,
        "shared memory": 1024,
        "blocks per SM": 1.25,
        "warps per SM": 10,
        "grid": [125, 1, 1],
        "block": [256, 1, 1],
        "est. achieved occupancy %": 62,
    }
    events = [
        span(
            "aten::mm",
            1,
            9,
            args={"External id": 7, "Sequence number": 3, "Fwd thread id": 0} | inputs,
        ),
        span(
            "MmBackward0", 11, 9, args={"External id": 8, "Sequence number": 3, "Fwd thread id": 1}
        ),
        span("cudaLaunchKernel", 2, 1, cat="cuda_runtime", args=joined),
        span("gemm", 4, 8, cat="kernel", pid=0, tid=7, args=kernel),
        span("Memcpy HtoD", 14, 8, cat="gpu_memcpy", pid=0, tid=7, args={"bytes": 4096}),
    ]
    recording = read_trace(written(tmp_path / "t.json", events))
    raw, strings = recording.events, recording.strings
    assert raw.external.tolist() == [7, 8, 7, 7, 0]
    assert raw.correlation.tolist() == [0, 0, 9, 9, 0]
    assert raw.sequence.tolist() == [3, 3, -1, -1, -1]
    assert raw.forward_thread.tolist() == [0, 1, 0, 0, 0]
    assert raw.bytes.tolist() == [0, 0, 0, 0, 4096]
    assert strings[raw.shapes[0]] == "[[8, 64], []]"
    assert json.loads(strings[raw.args[0]]) == {
        "Input type": ["float", ""],
        "Concrete Inputs": ["", "1"],
    }
    kernels = recording.kernels
    assert kernels is not None
    assert (kernels.event.tolist(), kernels.occupancy.tolist()) == ([3], [62.0])
    assert (kernels.blocks_per_sm.tolist(), kernels.warps_per_sm.tolist()) == ([1.25], [10.0])
    assert (kernels.registers.tolist(), kernels.shared_bytes.tolist()) == ([32], [1024])
    assert [strings[kernels.grid[0]], strings[kernels.block[0]]] == ["[125, 1, 1]", "[256, 1, 1]"]
    assert [(lane.kind, lane.device) for lane in recording.lanes] == [("thread", -1), ("stream", 0)]
    assert categories(recording) == {
        "aten::mm": "operator",
        "MmBackward0": "operator",
        "cudaLaunchKernel": "runtime",
        "gemm": "kernel",
        "Memcpy HtoD": "memcpy",
    }


@pytest.mark.parametrize(
    ("kind", "name", "category"),
    [
        ("user_annotation", "ProfilerStep#3", "step"),
        ("user_annotation", "enumerate(DataLoader)#_SingleProcess.__next__", "loader"),
        ("user_annotation", "Optimizer.step#SGD.step", "optimizer"),
        ("user_annotation", "mine", "annotation"),
        ("user_annotation", "gloo:all_reduce", "communication"),
        ("gpu_user_annotation", "ProfilerStep#3", "device annotation"),
        (
            "kernel",
            "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
            "communication",
        ),
        ("gpu_memset", "Memset (Device)", "memset"),
        ("cuda_sync", "Stream Sync", "synchronization"),
        ("cuda_driver", "cuLaunchKernel", "runtime"),
        ("python_function", "train.py(3): step", "python"),
        ("FEE", "main (/x/train.py:3)", "python"),
        ("overhead", "CUPTI", "overhead"),
        ("xpu_runtime", "urEnqueueKernelLaunch", "runtime"),
        ("cpu_op", "module:layer1.0", "module"),
        ("anything", "x", "other"),
    ],
)
def test_categories_are_recognized_by_type_and_name(
    tmp_path: Path, kind: str, name: str, category: str
) -> None:
    recording = read_trace(written(tmp_path / "t.json", [span(name, 1, 1, cat=kind)]))
    assert list(categories(recording).values()) == [category]


def test_allocations_of_equal_addresses_are_distinguished_by_device(tmp_path: Path) -> None:
    def allocation(time: float, size: int, device: int) -> dict[str, Any]:
        return {
            "ph": "i",
            "cat": "cpu_instant_event",
            "name": "[memory]",
            "pid": 100,
            "tid": 100,
            "ts": time,
            "args": {
                "Addr": 2**64 - 16,
                "Bytes": size,
                "Total Allocated": abs(size),
                "Total Reserved": 0,
                "Device Type": int(device >= 0),
                "Device Id": device,
            },
        }

    events = [allocation(5, -64, 0), span("a", 1, 9), allocation(2, 32, -1), allocation(3, 64, 0)]
    memory = read_trace(written(tmp_path / "t.json", events)).memory
    assert memory is not None
    assert memory.time.tolist() == [1000, 2000, 4000]
    assert memory.device.tolist() == [-1, 0, 0]
    assert memory.bytes.tolist() == [32, 64, -64]
    assert memory.address.tolist() == [-16] * 3
    assert memory.reserved.tolist() == [-1, 0, 0]


def test_threads_are_named_by_events_before_or_after(tmp_path: Path) -> None:
    names = [
        {"ph": "M", "name": "process_name", "pid": 100, "tid": 0, "args": {"name": "python"}},
        {"ph": "M", "name": "thread_name", "pid": 100, "tid": 100, "args": {"name": "main "}},
    ]
    recording = read_trace(written(tmp_path / "t.json", [names[0], span("a", 1, 1), names[1]]))
    (lane,) = recording.lanes
    assert (lane.process, lane.thread, lane.label) == ("python 100", "100", "main")


def test_begins_and_ends_make_spans_and_asynchronous_ones_have_lanes_of_their_own(
    tmp_path: Path,
) -> None:
    def event(ph: str, name: str, time: float, **rest: Any) -> dict[str, Any]:
        return {"ph": ph, "cat": "io", "name": name, "pid": 1, "tid": 2, "ts": time} | rest

    events = [
        event("B", "outer", 1, args={"x": 1}),
        event("B", "inner", 2),
        event("b", "read", 2, id=7),
        event("E", "", 3),
        event("e", "read", 9, id=7),
        event("E", "outer", 5),
        event("E", "never", 6),
        event("B", "open", 7),
        event("i", "mark", 8),
    ]
    recording = read_trace(written(tmp_path / "t.json", events))
    assert read(recording) == [
        ("outer", 0, 4000),
        ("inner", 1000, 2000),
        ("read", 1000, 8000),
        ("open", 6000, 8000),
        ("mark", 7000, 7000),
    ]
    assert [lane.label for lane in recording.lanes] == ["thread 2", "io (asynchronous)"]
    assert [note.text for note in recording.notes] == [
        "1 spans have no end; they end with the last of all",
        "1 ends of spans have no begin",
    ]


def test_counters_and_arrows_of_others_are_counted(tmp_path: Path) -> None:
    events = [
        span("a", 1, 1),
        {"ph": "C", "name": "memory", "pid": 1, "ts": 1, "args": {"used": 3}},
        {"ph": "s", "id": 1, "cat": "mine", "name": "x", "pid": 1, "tid": 1, "ts": 1},
        {"ph": "s", "id": 1, "cat": "ac2g", "name": "ac2g", "pid": 1, "tid": 1, "ts": 1},
    ]
    notes = read_trace(written(tmp_path / "t.json", events)).notes
    assert sorted(note.text for note in notes) == [
        "1 ends of arrows between events are not shown",
        "1 samples of counters are not shown",
    ]


def test_how_long_the_profiler_ran_is_no_event(tmp_path: Path) -> None:
    whole = span("PyTorch Profiler (0)", 0, 900, cat="Trace", pid="Spans", tid="PyTorch Profiler")
    for events in ([whole, span("a", 1, 2)], [{"ph": "M", "name": "x"}, whole, span("a", 1, 2)]):
        recording = read_trace(written(tmp_path / "trace.json", events))
        assert [name for name, _, _ in read(recording)] == ["a"]


def test_the_mark_of_the_end_days_later_is_no_event(tmp_path: Path) -> None:
    mark = {"ph": "i", "s": "g", "name": "Record Window End", "pid": "", "tid": "", "ts": 9e11}
    recording = read_trace(written(tmp_path / "t.json", [span("a", 1, 1), mark]))
    assert read(recording) == [("a", 0, 1000)]


@pytest.mark.parametrize("layout", ["kineto", "lines", "compact", "name first", "array"])
@pytest.mark.parametrize("size", [200, 1000, 1 << 20])
def test_any_layout_is_cut_between_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: str, size: int
) -> None:
    monkeypatch.setattr(pieces.Pieces.__init__, "__kwdefaults__", {"size": size})
    nested = {"list": [{"ph": "X", "name": "x"}, {"name": "a"}, {"name": 'b},{"ph": "X'}]}
    events = [span(f"e{number}", number, 0.5, cat="mine", args=nested) for number in range(50)]
    if layout == "name first":
        events = [{"name": event["name"], **event} for event in events]
    path = tmp_path / "t.json"
    if layout == "kineto":
        written(path, events)
    elif layout == "lines":
        lines = ",\n".join(json.dumps(event, separators=(",", ":")) for event in events)
        path.write_text('{"traceEvents": [\n' + lines + "\n]}")
    elif layout == "array":
        path.write_text(json.dumps(events))
    else:
        path.write_text(
            json.dumps({"traceEvents": events, "other": [nested]}, separators=(",", ":"))
        )
    recording = read_trace(path)
    assert read(recording) == [(f"e{n}", n * 1000, n * 1000 + 500) for n in range(50)]
    assert recording.notes == []
    assert json.loads(recording.strings[recording.events.args[0]]) == nested


def test_compressed_files_are_read(tmp_path: Path) -> None:
    plain = written(tmp_path / "t.json", [span("a", 1, 1), span("b", 2, 1)])
    packed = tmp_path / "t.json.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert read(read_trace(packed)) == read(read_trace(plain))


def test_what_is_no_trace_is_refused(tmp_path: Path) -> None:
    for number, text in enumerate(
        ["", "hello", "{}", '{"a": [1]}', "[1, 2]", '{"traceEvents": []}']
    ):
        path = tmp_path / f"{number}.json"
        path.write_text(text)
        with pytest.raises(FormatError, match="trace: got"):
            read_trace(path)


def test_progress_is_reported_up_to_the_size_of_the_file(tmp_path: Path) -> None:
    path = written(tmp_path / "t.json", [span("a", 1, 1)])
    reported: list[int] = []
    read_trace(path, progress=reported.append)
    assert reported[-1] == path.stat().st_size


@given(st.lists(st.integers(0, 7_889_238_000_000_000), max_size=30))
def test_nanoseconds_of_floats_with_three_decimals_are_exact(times: list[int]) -> None:
    floats = [float(f"{time // 1000}.{time % 1000:03d}") for time in times]
    assert nanoseconds(np.array(floats, np.float64)).tolist() == times


@given(st.integers(-(10**18), 10**18))
def test_nanoseconds_of_text_are_exact(time: int) -> None:
    sign, size = "-" * (time < 0), abs(time)
    assert nanoseconds_of(f"{sign}{size // 1000}.{size % 1000:03d}") == time


def test_nothing_but_times_are_times() -> None:
    def wrong() -> Iterator[object]:
        yield from ("", "x", "1e400", "nan", "1" * 70, None, True, [], float("nan"), float("inf"))

    for value in wrong():
        with pytest.raises(ValueError, match="as a time"):
            nanoseconds_of(value)


def test_head_is_not_changed_by_reading() -> None:
    assert HEAD["baseTimeNanoseconds"] == BASE
