"""How long a training waits for its data."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vdlite import LogReader, LogWriter
from vdlite.errors import PayloadError


def busy(seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


class Slow:
    """A loader that takes its time."""

    def __init__(self, count: int, seconds: float = 0.0) -> None:
        self.count = count
        self.seconds = seconds
        self.dataset = "pets"

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Any]:
        for at in range(self.count):
            busy(self.seconds)
            yield np.full((4, 2), at), np.zeros(4)


def points(path: Path, name: str) -> tuple[list[int], list[float]]:
    found = LogReader(str(path)).scalars("run", f"data/{name}")
    return found.steps.tolist(), found.values.tolist()


def test_batches_come_as_they_are_and_their_waiting_is_logged(tmp_path: Path) -> None:
    with LogWriter(str(tmp_path / "run")) as writer:
        loader = writer.watch_loader(Slow(5), "val", every=2)
        assert [int(batch[0][0, 0]) for batch in loader] == [0, 1, 2, 3, 4]

    assert points(tmp_path, "val/wait_ms")[0] == [2, 4, 5]
    assert points(tmp_path, "val/samples_per_second")[0] == [2, 4, 5]


def test_a_batch_that_does_not_tell_its_size_comes_all_the_same(tmp_path: Path) -> None:
    class Nested:
        @property
        def shape(self) -> tuple[int, ...]:
            raise RuntimeError("NestedTensorImpl doesn't support sizes")

    batches = [Nested(), (Nested(), 0), {"x": Nested()}]
    with LogWriter(str(tmp_path / "run")) as writer:
        assert list(writer.watch_loader(batches, every=1)) == batches
    assert points(tmp_path, "train/wait_ms")[0] == [1, 2, 3]


def test_the_share_of_waiting_is_that_of_the_time_that_passed(tmp_path: Path) -> None:
    with LogWriter(str(tmp_path / "run")) as writer:
        began = time.perf_counter()
        for _ in writer.watch_loader(Slow(10, 0.004), every=10):
            busy(0.004)
        passed = time.perf_counter() - began

    (wait,) = points(tmp_path, "train/wait_ms")[1]
    (share,) = points(tmp_path, "train/wait_share")[1]
    (rate,) = points(tmp_path, "train/samples_per_second")[1]
    assert 4 <= wait <= 1e3 * passed / 10
    assert 0 < share < 1
    assert share == pytest.approx(wait / 1e3 * rate / 4)  # of the time of one batch of 4
    assert rate >= 40 / passed


def test_steps_go_on_over_epochs_and_names_have_their_own(tmp_path: Path) -> None:
    with LogWriter(str(tmp_path / "run")) as writer:
        for _ in range(2):
            for _batch in writer.watch_loader(Slow(3)):
                pass
            for _batch in writer.watch_loader(Slow(1), "val"):
                pass

    assert points(tmp_path, "train/wait_ms")[0] == [3, 6]
    assert points(tmp_path, "val/wait_ms")[0] == [1, 2]


def test_a_loop_that_is_left_early_is_logged_until_there(tmp_path: Path) -> None:
    with LogWriter(str(tmp_path / "run")) as writer:
        batches = iter(writer.watch_loader(Slow(10), every=4))
        for _ in range(6):
            next(batches)
        del batches

    assert points(tmp_path, "train/wait_ms")[0] == [4, 6]


def test_what_the_loader_raises_is_raised_and_a_closed_writer_is_left_alone(tmp_path: Path) -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise ValueError("no more disk")

    writer = LogWriter(str(tmp_path / "run"))
    batches = iter(writer.watch_loader(broken()))
    next(batches)
    writer.close()

    with pytest.raises(ValueError, match="no more disk"):
        next(batches)


def test_a_watched_loader_is_the_loader_in_all_else(tmp_path: Path) -> None:
    with LogWriter(str(tmp_path / "run")) as writer:
        loader = writer.watch_loader(Slow(7))

        assert len(loader) == 7
        assert loader.dataset == "pets"


def test_batches_without_arrays_have_no_rate(tmp_path: Path) -> None:
    with LogWriter(str(tmp_path / "run")) as writer:
        for _ in writer.watch_loader(["a", "b"]):
            pass
        for _ in writer.watch_loader([{"x": np.zeros((3, 2))}], "maps"):
            pass

    reader = LogReader(str(tmp_path))
    assert "data/train/samples_per_second" not in reader.tags("run", "scalar")
    assert "data/maps/samples_per_second" in reader.tags("run", "scalar")


@pytest.mark.parametrize(
    "wrong", [{"every": 0}, {"every": True}, {"name": ""}, {"name": 3}, {"loader": 3}]
)
def test_wrong_arguments_are_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with LogWriter(str(tmp_path / "run")) as writer, pytest.raises(PayloadError):
        writer.watch_loader(**({"loader": [1]} | wrong))
