"""Numbers that are still on a GPU when they are logged."""

import os
import sys
import types
from pathlib import Path

import pytest

from vdlite import LogReader, LogWriter
from vdlite.kinds.numbers import device


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
    made = 0  # pinned tensors that were asked for

    def __init__(self, value: float = 0.0, pinned: bool = False) -> None:
        self.value = value
        self.pinned = pinned

    @staticmethod
    def pinned_memory(shape: object, dtype: str, device: str, pin_memory: bool) -> "FakeTensor":
        FakeTensor.made += 1
        return FakeTensor(pinned=pin_memory)

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
        inference_mode=lambda _: Nothing(),
        cuda=types.SimpleNamespace(device=lambda _: Nothing(), Event=FakeEvent),
        empty=FakeTensor.pinned_memory,
    )
    monkeypatch.setattr(FakeTensor, "made", 0)
    monkeypatch.setattr(device, "_free", {})
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


@pytest.mark.usefixtures("cuda")
def test_numbers_on_their_way_have_memory_of_their_own_which_later_ones_use_again(
    tmp_path: Path,
) -> None:
    with LogWriter(tmp_path) as writer:
        for step in range(3):
            writer.add_scalar("loss", FakeTensor(step), step)
        FakeEvent.arrived = True
        reader = LogReader(tmp_path)
        while len(reader.scalars(".", "loss")) < 3:
            reader.refresh()
        FakeEvent.arrived = False
        for step in range(3, 6):
            writer.add_scalar("loss", FakeTensor(step), step)
    assert FakeTensor.made == 3
    assert LogReader(tmp_path).scalars(".", "loss").values.tolist() == [0, 1, 2, 3, 4, 5]


@pytest.mark.usefixtures("cuda")
def test_numbers_that_arrive_at_once_are_written_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes = 0
    write = os.write

    def counted(descriptor: int, data: bytes) -> int:
        nonlocal writes
        writes += 1
        return write(descriptor, data)

    monkeypatch.setattr(FakeEvent, "arrived", True)
    with LogWriter(tmp_path) as writer:
        for series in range(7):
            writer.add_scalar(f"loss/{series}", 0.0)
        monkeypatch.setattr(os, "write", counted)
        for step in range(1, 1001):
            writer.add_scalar(f"loss/{step % 7}", FakeTensor(step), step)
        reader = LogReader(tmp_path)
        while sum(len(reader.scalars(".", f"loss/{k}")) for k in range(7)) < 1007:
            reader.refresh()
        # One for each look of the thread, and not one for each number.
        assert writes < 100
