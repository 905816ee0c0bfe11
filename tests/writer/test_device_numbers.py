"""Numbers that are still on a GPU when they are logged."""

import sys
import types
from pathlib import Path

import pytest

from vdlite import LogReader, LogWriter


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
