"""What a recording has of a torch profiler's events, against torch's own trace of the same profile."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch.profiler import ProfilerActivity, profile, record_function

from tests.torch.profiles import Training, column_of, counted, logged, names
from vdlite import LogWriter
from vdlite.errors import PayloadError
from vdlite.kinds.profile import CATEGORIES, Recording
from vdlite.profiling.files import read_file
from vdlite.profiling.torch.events import recording_of


def profiled(**options: bool) -> profile:
    training = Training()
    with profile(activities=[ProfilerActivity.CPU], **options) as made:
        training.step()
    return made


def test_times_and_names_are_those_of_the_trace_file(tmp_path: Path) -> None:
    made = profiled()
    recording = recording_of(made, {})
    made.export_chrome_trace(str(tmp_path / "trace.json"))
    trace = json.loads((tmp_path / "trace.json").read_text(), parse_float=str)
    theirs = sorted(
        (
            trace["baseTimeNanoseconds"] + int(event["ts"].replace(".", "")),
            int(str(event["dur"]).replace(".", "")),
            event["name"],
        )
        for event in trace["traceEvents"]
        if event.get("cat") in ("cpu_op", "user_annotation")
    )
    events = recording.events
    ours = sorted(
        (recording.base + start, duration, recording.strings[name])
        for start, duration, name in zip(
            events.start.tolist(), events.duration.tolist(), events.name.tolist(), strict=True
        )
    )
    assert ours == theirs


def test_shapes_and_arguments_are_those_that_were_passed() -> None:
    recording = recording_of(profiled(record_shapes=True), {})
    assert column_of(recording, "shapes", "aten::addmm") == [
        "[[8], [4, 8], [8, 8], [], []]",
        "[[8], [4, 8], [8, 8], [], []]",
        "[[2], [4, 8], [8, 2], [], []]",
    ]
    arguments = json.loads(column_of(recording, "args", "aten::addmm")[0])
    assert arguments["Concrete Inputs"] == ["", "", "", "1", "1"]
    assert arguments["Input type"][:3] == ["float", "float", "float"]


def test_flops_are_those_of_matrix_products() -> None:
    recording = recording_of(profiled(record_shapes=True, with_flops=True), {})
    flops = recording.events.flops
    assert flops is not None
    counts = {
        recording.strings[name]: int(flop)
        for name, flop in zip(recording.events.name.tolist(), flops.tolist(), strict=True)
        if flop and recording.strings[name] == "aten::addmm"
    }
    assert counts == {"aten::addmm": 2 * 4 * 8 * 2}


def test_backward_operators_have_the_sequence_numbers_of_their_forward_ones() -> None:
    recording = recording_of(profiled(), {})
    sequence, thread = recording.events.sequence, recording.events.forward_thread
    assert sequence is not None
    assert thread is not None
    names = [recording.strings[each] for each in recording.events.name.tolist()]
    forward = [
        number
        for name, number, other in zip(names, sequence.tolist(), thread.tolist(), strict=True)
        if name == "aten::addmm" and not other
    ]
    backward = [
        number
        for name, number, other in zip(names, sequence.tolist(), thread.tolist(), strict=True)
        if name == "AddmmBackward0" and other
    ]
    assert len(forward) == 3
    assert backward == forward[::-1]


def test_allocations_add_up_to_what_torch_counts() -> None:
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as made:
        kept = torch.ones(256)
        torch.ones(1024).sum()
    memory = recording_of(made, {}).memory
    assert memory is not None
    assert set(memory.device.tolist()) == {-1}
    assert memory.bytes.max() == 4096
    assert memory.bytes.sum() == kept.nbytes
    assert memory.allocated[-1] - memory.allocated[0] + memory.bytes[0] == memory.bytes.sum()


def test_the_place_of_an_operator_is_the_innermost_function_of_the_program() -> None:
    def inner() -> torch.Tensor:
        return torch.nn.functional.linear(torch.ones(2, 3), torch.ones(4, 3))

    with profile(activities=[ProfilerActivity.CPU], with_stack=True) as made:
        inner()
    recording = recording_of(made, {})
    (place,) = set(column_of(recording, "place", "aten::linear"))
    assert place.endswith(": inner")
    assert "test_profile_events.py(" in place


def test_python_functions_of_the_profiler_are_left_out_and_tear_nothing_apart(
    tmp_path: Path,
) -> None:
    training = Training()
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=1, wait=0, warmup=0, stacks=True, modules=training.model) as session,
    ):
        with record_function("mine"):
            training.step()
        session.step()
    (made,) = logged(tmp_path)
    functions = names(made, "python")
    assert any("forward" in text for text in functions)
    assert not [text for text in functions if "RecordFunction" in text or "vdlite/" in text]
    # Threads that other tests have left behind may be there, too; nothing of this one is torn out.
    assert not [lane.label for lane in made.tables.lanes if "overlapping" in lane.label]
    (note,) = made.tables.notes
    assert note.text.endswith("of the profiler itself are left out")


def test_three_hundred_calls_within_each_other_are_all_there() -> None:
    def deep(left: int) -> torch.Tensor:
        return torch.ones(1) if not left else deep(left - 1) + 1

    with profile(activities=[ProfilerActivity.CPU], with_stack=True) as made:
        deep(300)
    calls = counted(recording_of(made, {}), "python")
    (name,) = [each for each in calls if each.endswith(": deep")]
    assert calls[name] == 301


def test_names_that_break_trace_files_are_kept() -> None:
    name = '步骤 "one"\n\\ "'
    with profile(activities=[ProfilerActivity.CPU]) as made, record_function(name):
        torch.ones(1)
    assert counted(recording_of(made, {}), "annotation")[name] == 1


def test_addresses_of_objects_are_no_part_of_names() -> None:
    recording = recording_of(profiled(with_stack=True), {})
    assert not [text for text in recording.strings if " at 0x" in text]


def test_a_profiler_is_logged_with_its_options(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_profile(profiled(record_shapes=True), "mine", 5)
    (made,) = logged(tmp_path, "mine")
    assert made.tables.facts["options"] == {
        "shapes": True,
        "memory": False,
        "stacks": False,
        "flops": False,
    }
    assert made.tables.facts["versions"]["torch"] == str(torch.__version__)


def test_the_handler_logs_each_profile_of_a_profiler(tmp_path: Path) -> None:
    training, step = Training(), 0
    with LogWriter(tmp_path / "run") as writer:
        schedule = torch.profiler.schedule(wait=1, warmup=1, active=1, repeat=1)
        handler = writer.profile_handler(step=lambda: step)
        with profile(
            activities=[ProfilerActivity.CPU], schedule=schedule, on_trace_ready=handler
        ) as profiler:
            for step in range(4):  # noqa: B007  # the handler asks for it
                training.step()
                profiler.step()
    (made,) = logged(tmp_path)
    assert made.tables.step_numbers.tolist() == [2]


def test_a_handler_of_a_profiler_without_events_warns(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.profile_handler()(profile(activities=[ProfilerActivity.CPU]))
    assert "could not be logged" in caplog.text


def test_what_is_no_profile_is_refused(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for wrong in (None, 3, object(), profile(activities=[ProfilerActivity.CPU])):
            with pytest.raises(PayloadError, match="profile: got"):
                writer.add_profile(wrong)


def test_every_event_has_a_known_category() -> None:
    recording = recording_of(profiled(with_stack=True, profile_memory=True), {})
    numbers = np.unique(recording.events.category)
    assert {CATEGORIES[number] for number in numbers.tolist()} == {
        "operator",
        "optimizer",
        "python",
    }


def test_a_trace_file_of_a_profiler_is_read_as_the_profiler_itself(tmp_path: Path) -> None:
    made = profiled(record_shapes=True, profile_memory=True, with_stack=True)
    direct = recording_of(made, {})
    path = tmp_path / "trace.json"
    made.export_chrome_trace(str(path))
    of_file = read_file(path)

    def rows(recording: Recording) -> list[tuple[object, ...]]:
        """Each event without its numbers of operators, which the file counts from elsewhere."""
        events, strings = recording.events, recording.strings
        texts = [getattr(events, name) for name in ("name", "shapes", "place")]
        numbers = [events.start, events.duration, events.category, events.sequence]
        return sorted(
            (*(int(each[row]) for each in numbers), *(strings[each[row]] for each in texts))
            for row in range(len(events))
            if strings[events.name[row]] != "PyTorch Profiler (0)"
        )

    # The file has one event more, of the whole, which begins first.
    shift = of_file.base - direct.base
    assert [(start + shift, *rest) for start, *rest in rows(of_file)] == rows(direct)
    assert direct.memory is not None
    assert of_file.memory is not None
    assert direct.memory.bytes.tolist() == of_file.memory.bytes.tolist()
    assert direct.memory.allocated.tolist() == of_file.memory.allocated.tolist()


def test_a_torch_that_gives_no_events_is_asked_for_its_file() -> None:
    made = profiled(record_shapes=True)

    class Older:
        """What torch gave before it gave events."""

        save = made.profiler.kineto_results.save

    class Profiler:
        kineto_results = Older()

    recording = recording_of(Profiler(), {"source": "torch.profiler"})
    assert recording.facts["source"] == "torch.profiler"
    assert counted(recording, "operator")["aten::addmm"] == 3


def test_a_quote_in_the_name_of_a_file_is_kept_and_its_trace_file_is_mended(tmp_path: Path) -> None:
    scope: dict[str, Any] = {"torch": torch}
    exec(compile("def odd():\n    return torch.ones(1)\n", 'we"ird.py', "exec"), scope)
    with profile(activities=[ProfilerActivity.CPU], with_stack=True) as made:
        scope["odd"]()
    path = tmp_path / "trace.json"
    made.export_chrome_trace(str(path))
    for recording in (recording_of(made, {}), read_file(path)):
        assert counted(recording, "python")['we"ird.py(1): odd'] == 1
        assert column_of(recording, "place", "aten::ones") == ['we"ird.py(1): odd']
