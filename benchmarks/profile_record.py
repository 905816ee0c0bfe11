"""What a training pays for being profiled: reading the profiler's events, names of modules, spans."""

import logging
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.table import Row
from vdlite import LogWriter

WHO = "vdlite"
OPTIONS: dict[str, dict[str, bool]] = {
    "plain": {},
    "shapes": {"record_shapes": True},
    "memory": {"profile_memory": True},
    "stacks": {"with_stack": True},
    "everything": {
        "record_shapes": True,
        "profile_memory": True,
        "with_stack": True,
        "with_flops": True,
    },
}


def measure(*, quick: bool) -> list[Row]:
    rows = _spans(20_000 if quick else 200_000)
    try:
        import torch
    except ImportError:
        return rows
    torch.set_num_threads(1)
    logging.getLogger("vdlite").setLevel(logging.ERROR)
    return [
        *rows,
        *_modules(torch, 200 if quick else 2000),
        *_events(torch, quick=quick),
        *_ends(torch, (3,) if quick else (3, 50)),
    ]


def _spans(number: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder, LogWriter(Path(folder) / "run") as writer:

        def loop() -> None:
            for _ in range(number):
                with writer.span("x"):
                    pass

        off = _seconds(loop)
        with writer.profile(steps=1, wait=0, warmup=0) as profile:
            on = _seconds(loop)
            profile.step()
    return [
        Row("span, while a step is recorded", WHO, 1e6 * on / number, "us"),
        Row("span, while none is", WHO, 1e6 * off / number, "us"),
    ]


def _modules(torch: Any, number: int) -> list[Row]:
    from vdlite.profiling.torch.modules import ModuleEvents

    model = torch.nn.Sequential(*(torch.nn.Identity() for _ in range(100)))
    value = torch.ones(1)

    def loop() -> None:
        for _ in range(number // 10):
            model(value)

    calls = number // 10 * 101
    bare = min(_seconds(loop) for _ in range(3))
    events = ModuleEvents(model)
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]):
        loop()
        recording = min(_seconds(loop) for _ in range(3))
        events.install()
        hooked = min(_seconds(loop) for _ in range(3))
        events.remove()
        afterwards = min(_seconds(loop) for _ in range(3))
    what = "module call, more than without names"
    return [
        Row(what, WHO, 1e6 * (hooked - recording) / calls, "us"),
        Row("module call, afterwards", WHO, 1e6 * (afterwards - recording) / calls, "us"),
        Row("module call, without a profiler", "torch", 1e6 * bare / calls, "us"),
    ]


def _events(torch: Any, *, quick: bool) -> list[Row]:
    from benchmarks.models import resnet
    from vdlite.kinds.profile import profile
    from vdlite.profiling.torch.events import recording_of

    _, model, (images, labels) = resnet(True)
    images, labels = images[:2], labels[:2]
    loss = torch.nn.functional.cross_entropy
    rows = []
    for name, options in OPTIONS.items():
        with torch.profiler.profile(
            activities=[torch.profiler.ProfilerActivity.CPU], **options
        ) as made:
            for _ in range(1 if quick else 3):
                loss(model(images), labels).backward()
        events = len(made.profiler.kineto_results.trace_activities())
        read = min(_seconds(lambda made=made: recording_of(made, {})) for _ in range(3))
        recording = recording_of(made, {})
        payload, _ = profile(recording).encode()
        export, size = _exported(made)
        what = f"read an event, {name} ({events:,})"
        rows.append(Row(what, WHO, 1e6 * read / events, "us", "in the training's thread"))
        rows.append(Row(what, "torch, trace file", 1e6 * export / events, "us"))
        rows.append(Row(f"bytes an event, {name}", WHO, len(payload) / events, "B"))
        rows.append(Row(f"bytes an event, {name}", "torch, trace file", size / events, "B"))
        if name == "plain":
            began = time.perf_counter()
            made.key_averages()
            averages = time.perf_counter() - began
            rows.append(Row(what, "torch, key_averages", 1e6 * averages / events, "us"))
    return rows


def _ends(torch: Any, numbers: tuple[int, ...]) -> list[Row]:
    """What the training waits for at the end of a profile: torch's own stop, and the reading."""
    from benchmarks.models import resnet
    from vdlite import LogReader

    _, model, (images, labels) = resnet(True)
    images, labels = images[:2], labels[:2]
    rows = []
    for steps in numbers:
        with tempfile.TemporaryDirectory() as folder:
            with (
                LogWriter(Path(folder) / "run") as writer,
                writer.profile(steps=steps, modules=model) as profile,
            ):
                longest = 0.0
                for at in range(steps + 2):
                    torch.nn.functional.cross_entropy(model(images), labels).backward()
                    seconds = _seconds(profile.step)
                    longest = max(longest, seconds if at == steps + 1 else 0.0)
            tables = LogReader(folder).profile("run").tables
        what = f"end a profile, an event ({tables.events:,})"
        rows.append(Row(what, WHO, 1e6 * longest / tables.events, "us", "torch's stop included"))
    return rows


def _exported(made: Any) -> tuple[float, int]:
    """Seconds that torch takes to write its trace file, and the file's bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.json"
        seconds = _seconds(lambda: made.export_chrome_trace(str(path)))  # torch does it once only
        return seconds, path.stat().st_size


def _seconds(call: Any) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began
