"""What is logged of what is asked for: every n-th step, and so many bytes."""

from __future__ import annotations

import copy
import logging
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vdlite
from vdlite import LogReader, LogWriter, PayloadError
from vdlite.reader.run.run import Run


def missing(folder: Path) -> int:
    from vdlite.reader import Store

    store = Store([folder])
    while not store.done or store.held_up:
        store.refresh()
    run: Run = store.run(store.runs()[0].id)
    return run.info.missing


def test_only_every_nth_step_of_a_tag_is_logged(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        sparse = writer.limit(every=10)
        for step in range(25):
            sparse.add_scalar("a", step, step)
            sparse.add_histogram("b", [step], step=step * 7)
            sparse.add_text("calls", f"call {step}")
            sparse.add_scalars("m", {"x": step}, step)
        sparse.add_scalar("a", 3, 3)  # a resumed training goes back
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "a").steps.tolist() == [0, 3, 10, 20]
    assert reader.scalars(".", "m/x").steps.tolist() == [0, 10, 20]
    assert [record.step for record in reader.records(".", "histogram", "b")] == [
        0, 14, 28, 42, 56, 70, 84, 98, 112, 126, 140, 154, 168,
    ]  # fmt: skip
    texts = reader.records(".", "text", "calls")
    assert [(record.step, record.payload) for record in texts] == [
        (0, "call 0"),
        (1, "call 10"),
        (2, "call 20"),
    ]
    assert missing(tmp_path) == 0


def test_views_made_anew_in_each_step_count_together(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        for step in range(10):
            writer.limit(every=4).add_scalar("a", step, step)
    assert LogReader(tmp_path).scalars(".", "a").steps.tolist() == [0, 4, 8]


def test_a_tag_has_no_more_bytes_than_its_budget(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tensor = np.zeros(1000, np.float64)  # 8,000 bytes and a little
    with caplog.at_level(logging.WARNING, logger="vdlite"), LogWriter(tmp_path) as writer:
        small = writer.limit(budget=20_000)
        for step in range(5):
            small.add_tensor("a", tensor, step)
            writer.add_tensor("b", tensor, step)
            small.add_scalar("a", step, step)
    reader = LogReader(tmp_path)
    assert [record.step for record in reader.records(".", "tensor", "a")] == [0, 1]
    assert len(reader.records(".", "tensor", "b")) == 5
    assert len(reader.scalars(".", "a")) == 5
    assert missing(tmp_path) == 3
    [said] = caplog.records
    assert "the budget of tag 'a', 20000 bytes, is used up" in said.getMessage()


def test_a_writer_has_no_more_bytes_than_its_budget(tmp_path: Path) -> None:
    large = np.zeros(50_000, np.float64)  # made behind the caller
    with LogWriter(tmp_path, budget=1_000_000) as writer:
        for step in range(5):
            writer.add_tensor("a", large, step)
        writer.add_text("note", "short", 0)
    reader = LogReader(tmp_path)
    assert [record.step for record in reader.records(".", "tensor", "a")] == [0, 1]
    assert len(reader.records(".", "text", "note")) == 1
    assert missing(tmp_path) == 3


@pytest.mark.parametrize(
    "limits", [{"every": 0}, {"every": 1.5}, {"every": True}, {"budget": -1}, {"budget": "1 GB"}]
)
def test_wrong_limits_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(PayloadError, match=next(iter(limits))):
        LogWriter(write_to_disk=False).limit(**limits)


def test_a_view_is_the_writer_in_all_else(tmp_path: Path) -> None:
    writer = LogWriter(tmp_path)
    with writer.limit(every=2) as view:
        assert view.logdir == str(tmp_path)
        view.add_hparams({"lr": 1})
        with pytest.raises(AttributeError, match="add_embeddings"):
            view.add_embedding  # noqa: B018
        with pytest.raises(TypeError, match="it is called 'step' here"):
            view.add_scalar("a", 1.0, global_step=3)
    assert writer.closed


def noise(*shape: int) -> Any:
    return np.random.default_rng(0).random(shape, dtype=np.float32)


CALLS: dict[str, Callable[[LogWriter, int], object]] = {
    **{
        f"{size} numbers": lambda writer, step, size=size: writer.add_tensor("a", noise(size), step)
        for size in (1_000, 10_000, 20_000, 100_000, 2_000_000)
    },
    "a picture": lambda writer, step: writer.add_image("a", noise(512, 512, 3), step),
    "a histogram": lambda writer, step: writer.add_histogram("a", noise(100_000), step),
    "a text": lambda writer, step: writer.add_text("a", "word " * 20_000, step),
    "a sound": lambda writer, step: writer.add_audio("a", noise(200_000), step, sample_rate=8000),
    "scalars": lambda writer, step: [writer.add_scalar("a", 1.0, step * 1000 + one) for one in range(1000)],
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_what_calls_take_is_what_a_closed_log_of_them_has(tmp_path: Path, name: str) -> None:
    call, times = CALLS[name], 4
    with LogWriter(tmp_path / "log") as writer:
        for step in range(times):
            call(writer, step)
    real = sum(path.stat().st_size for path in (tmp_path / "log").iterdir())
    estimated = vdlite.estimate_bytes(lambda writer: call(writer, 0), times=times)
    # A header and an end, and tags that are declared once.
    assert estimated == pytest.approx(real, rel=0.01, abs=800)


def test_a_writer_that_goes_on_supersedes_nothing(tmp_path: Path) -> None:
    for _ in range(2):
        with LogWriter(tmp_path) as writer:
            sparse = writer.limit(every=5)
            for call in range(12):
                sparse.add_scalar("x", call)
    assert LogReader(tmp_path).scalars(".", "x").values.tolist() == [0, 5, 10, 0, 5, 10]


def test_calls_whose_first_argument_is_no_tag_are_limited_by_theirs(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        sparse = writer.limit(every=10)
        for step in (0, 5, 10):
            sparse.add_graph({"nodes": [{"type": "input"}]}, tag="net", step=step)
            sparse.add_graph({"nodes": [{"type": "input"}]}, step=step)
    reader = LogReader(tmp_path)
    for tag in ("net", "model"):
        assert [record.step for record in reader.records("run", "graph", tag)] == [0, 10]


def test_what_is_refused_takes_no_turn(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        sparse = writer.limit(every=10)
        with pytest.raises(PayloadError):
            sparse.add_scalar("x", "high", 0)
        for step in range(1, 12):
            sparse.add_scalar("x", step, step)
    assert LogReader(tmp_path).scalars(".", "x").steps.tolist() == [1, 11]


def test_a_view_can_be_copied_and_sent_to_another_process(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        view = writer.limit(every=2)
        for other in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
            with other:
                other.add_scalar("x", 1.0)
                assert other.logdir == str(tmp_path)
    assert not hasattr(object.__new__(type(view)), "x")
