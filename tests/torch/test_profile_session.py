"""A profile around a training loop: which steps it has, and that it leaves the training alone."""

import os
import re
import threading
import time
from pathlib import Path

import pytest
import torch

from tests.torch.profiles import Net, Training, hooks, logged, names
from vdlite import LogWriter
from vdlite.errors import PayloadError
from vdlite.profiling.torch.session import is_profiling


def test_the_steps_after_waiting_and_warming_up_are_recorded(tmp_path: Path) -> None:
    training = Training()
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=2, wait=1, warmup=1, step=100) as profile,
    ):
        recorded, longest = [], 0.0
        for _ in range(6):
            recorded.append(profile.recording)
            training.step()
            began = time.perf_counter()
            profile.step()
            longest = max(longest, time.perf_counter() - began)
    (made,) = logged(tmp_path)
    assert recorded == [False, False, True, True, False, False]
    assert made.tables.step_numbers.tolist() == [102, 103]
    assert names(made, "step") == ["ProfilerStep#102", "ProfilerStep#103"]
    assert names(made, "operator").count("aten::addmm") == 6
    assert not made.tables.notes
    assert made.tables.facts["source"] == "torch.profiler"
    assert 0 < made.tables.facts["cost_seconds"] < longest


def test_each_repetition_is_a_record_at_its_first_step(tmp_path: Path) -> None:
    training = Training()
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=1, wait=1, warmup=1, repeat=2) as profile,
    ):
        for _ in range(7):
            training.step()
            profile.step()
    assert [made.tables.step_numbers.tolist() for made in logged(tmp_path)] == [[2], [5]]


def test_a_function_gives_the_step_of_the_record(tmp_path: Path) -> None:
    from vdlite import LogReader

    training, epoch = Training(), 7
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=1, wait=0, warmup=0, step=lambda: epoch) as profile,
    ):
        training.step()
        profile.step()
    (record,) = LogReader(tmp_path).records("run", "profile", "profile")
    assert record.step == 7


def test_modules_are_recorded_by_path_and_nested_and_hooks_are_gone_afterwards(
    tmp_path: Path,
) -> None:
    training = Training()
    before = hooks(training.model)
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=1, modules=training.model) as profile,
    ):
        for _ in range(5):
            training.step()
            profile.step()
        assert hooks(training.model) == before  # it is complete, though the loop goes on
    (made,) = logged(tmp_path)
    assert names(made, "module") == [
        "Net",
        "blocks.0",
        "blocks.0.linear",
        "blocks.1",
        "blocks.1.linear",
        "head",
    ]
    events, strings = made.content.events, made.content.strings
    operators = [
        (strings[name], strings[module])
        for name, module in zip(events.name.tolist(), events.module.tolist(), strict=True)
        if strings[name] in ("aten::addmm", "AddmmBackward0")
    ]
    assert operators == [
        ("aten::addmm", "blocks.0.linear"),
        ("aten::addmm", "blocks.1.linear"),
        ("aten::addmm", "head"),
        ("AddmmBackward0", "head"),
        ("AddmmBackward0", "blocks.1.linear"),
        ("AddmmBackward0", "blocks.0.linear"),
    ]


def test_a_module_that_raises_ends_its_event(tmp_path: Path) -> None:
    class Fails(torch.nn.Module):
        def forward(self, inputs: torch.Tensor) -> torch.Tensor:
            raise KeyError("inside")

    model = torch.nn.Sequential(torch.nn.Linear(8, 8), Fails())
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=2, wait=0, warmup=0, modules=model) as profile,
    ):
        for _ in range(2):
            with pytest.raises(KeyError):
                model(torch.ones(1, 8))
            profile.step()
    (made,) = logged(tmp_path)
    assert names(made, "module") == ["Sequential", "0", "1"] * 2
    events, strings = made.content.events, made.content.strings
    whole = [strings[name] == "Sequential" for name in events.name.tolist()]
    assert events.depth[whole].tolist() == [1, 1]  # nothing of the first lies around the second


def test_what_wraps_or_compiles_a_model_is_in_no_path_and_has_no_hooks(tmp_path: Path) -> None:
    model = torch.nn.ModuleDict({"plain": Net(), "compiled": Net()})
    model["compiled"] = torch.compile(model["compiled"], backend="eager")
    wrapped = torch.nn.DataParallel(model["plain"])
    with LogWriter(tmp_path / "run") as writer:
        for tag, modules in (("wrapped", wrapped), ("compiled", model)):
            with writer.profile(steps=1, wait=0, warmup=0, modules=modules, tag=tag) as profile:
                wrapped(torch.ones(1, 8))
                model["compiled"](torch.ones(1, 8))
                profile.step()
    assert names(logged(tmp_path, "wrapped")[0], "module")[:2] == ["Net", "blocks.0"]
    compiled = names(logged(tmp_path, "compiled")[0], "module")
    assert compiled[0] == "plain"
    assert not any(name.startswith("compiled") for name in compiled)


def test_spans_and_annotations_in_any_language_are_part_of_the_profile(tmp_path: Path) -> None:
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=1, wait=0, warmup=0) as profile,
    ):
        with writer.span("数据 'a'"), torch.profiler.record_function('前向 "b"\\\n'):
            torch.ones(2) + 1
        profile.step()
    (made,) = logged(tmp_path)
    assert names(made, "annotation") == ["数据 'a'", '前向 "b"\\\n']


def test_spans_of_threads_that_torch_does_not_record_are_lanes(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:

        def load() -> None:
            with writer.span("load"):
                pass

        with writer.profile(steps=2, wait=0, warmup=1, modules=Net()) as profile:
            for _ in range(3):
                with writer.span("step"):
                    thread = threading.Thread(target=load, name="loader")
                    thread.start()
                    thread.join()
                    torch.ones(2)
                profile.step()
    (made,) = logged(tmp_path)
    # Threads that follow each other have one number, or each its own.
    labels = [lane.label for lane in made.tables.lanes]
    events, strings = made.content.events, made.content.strings
    found = [
        (strings[name], labels[lane], step)
        for name, lane, step in zip(
            events.name.tolist(), events.lane.tolist(), events.step.tolist(), strict=True
        )
        if strings[name] in ("step", "load")
    ]
    assert found == [
        ("step", "main thread", 0),
        ("step", "main thread", 1),
        ("load", "loader", 0),
        ("load", "loader", 1),
    ]
    assert made.tables.facts["source"] == "torch.profiler"


def test_a_loop_that_ends_early_logs_the_complete_steps(tmp_path: Path) -> None:
    training = Training()
    with (
        LogWriter(tmp_path / "run") as writer,
        pytest.raises(ZeroDivisionError),
        writer.profile(wait=0, warmup=1) as profile,
    ):
        for number in range(4):
            training.step()
            if number == 2:
                raise ZeroDivisionError
            profile.step()
    (made,) = logged(tmp_path)
    assert made.tables.step_numbers.tolist() == [1]
    assert [note.text for note in made.tables.notes] == [
        "the recording ended within step 2, which is not counted"
    ]
    assert names(made, "operator").count("aten::addmm") == 6
    assert not is_profiling()


def test_a_loop_without_steps_is_one_step(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer, writer.profile(wait=0, warmup=0):
        Training().step()
    (made,) = logged(tmp_path)
    assert made.tables.step_numbers.tolist() == [0]


@pytest.mark.parametrize(
    ("calls", "warning"),
    [(0, "step() of the profile was never called"), (1, "the first 2 are not recorded")],
)
def test_a_loop_that_ends_before_anything_is_recorded_is_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, calls: int, warning: str
) -> None:
    with LogWriter(tmp_path / "run") as writer, writer.profile() as profile:
        for _ in range(calls):
            profile.step()
    assert warning in caplog.text


def test_many_steps_are_warned_of_with_their_size(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    training = Training()
    with LogWriter(tmp_path / "run") as writer, writer.profile(steps=11) as profile:
        for _ in range(13):
            training.step()
            profile.step()
    (made,) = logged(tmp_path)
    assert len(made.tables.step_numbers) == 11
    (warning,) = caplog.records
    assert re.fullmatch(
        r"vdlite: a profile of 11 steps will have about [\d,]+ events, which take [\d.]+ MB of the "
        r"log and [\d.]+ s of the training when it ends; 10 steps tell as much, mostly",
        warning.message,
    )


def test_a_number_of_steps_that_means_all_of_them_is_reported_by_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    training = Training()
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=10**30, warmup=0) as profile,
    ):
        for _ in range(3):
            training.step()
            profile.step()
    (made,) = logged(tmp_path)
    assert made.tables.step_numbers.tolist() == [1, 2]
    (warning,) = caplog.records
    assert re.fullmatch(
        r"vdlite: a profile of more than 1,000 steps will have about [\d,]+ events in each, which take "
        r"[\d.]+ MB of the log and [\d.]+ s of the training when it ends; 10 steps tell as much, mostly",
        warning.message,
    )


def test_many_steps_are_warned_of_where_no_step_is_waited_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LogWriter(tmp_path / "run") as writer, writer.profile(steps=11, wait=0, warmup=0) as made:
        made.step()
    (warning,) = caplog.records
    assert warning.message == (
        "vdlite: a profile of 11 steps may take many megabytes of the log, and seconds of the "
        "training when it ends; 10 steps tell as much, mostly"
    )


def test_of_two_profilers_at_once_the_first_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LogWriter(tmp_path / "run") as writer, writer.profile(steps=1, wait=0, warmup=0) as outer:
        with writer.profile(steps=1, wait=0, warmup=0, tag="inner") as inner:
            torch.ones(3) + 1
            inner.step()
        torch.ones(3) * 2
        outer.step()
    (made,) = logged(tmp_path)
    assert {"aten::add", "aten::mul"} <= set(names(made, "operator"))
    (warning,) = caplog.records
    assert warning.message == (
        "vdlite: nothing is profiled here, and the loop goes on: "
        "another profiler of PyTorch records, and there can be one at a time"
    )


@pytest.mark.parametrize("warmup", [1, 2])
def test_a_profiler_that_records_before_ours_does_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, warmup: int
) -> None:
    counts = []
    with (
        LogWriter(tmp_path / "run") as writer,
        torch.profiler.profile(
            schedule=torch.profiler.schedule(wait=0, warmup=warmup, active=2, repeat=1),
            on_trace_ready=lambda made: counts.append(
                [each.name() for each in made.profiler.kineto_results.events()].count("aten::add")
            ),
        ) as theirs,
        writer.profile(steps=2, wait=1, warmup=1) as ours,
    ):
        for _ in range(5):
            torch.ones(3) + 1
            theirs.step()
            ours.step()
    assert counts == [2]
    (warning,) = caplog.records
    assert warning.message == (
        "vdlite: nothing is profiled here, and the loop goes on: "
        "another profiler of PyTorch records, and there can be one at a time"
    )


def test_a_profiler_that_fails_to_warm_up_is_not_begun_to_be_ended(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With CUDA, to begin what has not warmed up ends the process."""
    begun = []

    def fails(self: object) -> None:
        raise RuntimeError("no counters")

    def begins(self: object) -> None:
        begun.append(self)

    monkeypatch.setattr(torch.profiler.profile, "prepare_trace", fails)
    monkeypatch.setattr(torch.profiler.profile, "start_trace", begins)
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=1, wait=1, warmup=1) as profile,
    ):
        for _ in range(4):
            profile.step()
    assert not begun
    assert "profiling has ended, since it failed: RuntimeError('no counters')" in caplog.text


def test_a_profile_that_another_profiler_has_ended_is_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LogWriter(tmp_path / "run") as writer:
        with writer.profile(steps=1, wait=0, warmup=0) as ours:
            with torch.profiler.profile():
                torch.ones(3) + 1
            ours.step()
        writer.add_scalar("loss", 1.0, 0)
    assert "could not be logged" in caplog.text


def test_sessions_in_sequence_each_log_their_own(tmp_path: Path) -> None:
    training = Training()
    with LogWriter(tmp_path / "run") as writer:
        for tag in ("first", "second"):
            with writer.profile(steps=1, wait=0, warmup=1, tag=tag) as profile:
                for _ in range(2):
                    training.step()
                    profile.step()
    for tag in ("first", "second"):
        assert names(logged(tmp_path, tag)[0], "operator").count("aten::addmm") == 3


def test_a_writer_that_is_closed_within_a_profile_has_logged_its_complete_steps(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    training = Training()
    with LogWriter(tmp_path / "run") as writer:
        with writer.profile(steps=5, wait=0, warmup=1) as profile:
            for _ in range(3):
                training.step()
                profile.step()
            writer.close()
            training.step()
            profile.step()
        assert not profile.recording
    (made,) = logged(tmp_path)
    assert made.tables.step_numbers.tolist() == [1, 2]
    assert not is_profiling()
    assert not caplog.records


def test_what_is_recorded_after_another_thread_has_closed_the_writer_is_in_a_file_of_its_own(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    writer = LogWriter(tmp_path / "run")
    handler = writer.profile_handler("handled")
    with writer.profile(steps=1, wait=0, warmup=0) as profile:
        thread = threading.Thread(target=writer.close)
        thread.start()
        thread.join()
        torch.ones(2) + 1
        profile.step()
    with torch.profiler.profile(on_trace_ready=handler):
        torch.ones(2) * 2
    (made,), (handled,) = logged(tmp_path), logged(tmp_path, "handled")
    assert "aten::add" in names(made, "operator")
    assert "aten::mul" in names(handled, "operator")
    assert not caplog.records


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_child_does_nothing(tmp_path: Path) -> None:
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=1, wait=0, warmup=0) as profile,
    ):
        child = os.fork()
        if child == 0:
            profile.step()
            profile.stop()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        torch.ones(2)
        profile.step()
    assert len(logged(tmp_path)) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"steps": 0},
        {"wait": -1},
        {"repeat": 0},
        {"warmup": 1.5},
        {"shapes": 1},
        {"modules": "model"},
        {"tag": ""},
        {"step": "first"},
    ],
)
def test_wrong_options_are_refused(tmp_path: Path, wrong: dict[str, object]) -> None:
    with LogWriter(tmp_path / "run") as writer, pytest.raises(PayloadError):
        writer.profile(**wrong)  # type: ignore[arg-type]
