"""Logs with profiles of a training on a host and a device, whose numbers are known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tests.profiling.logs import log
from tests.profiling.recordings import BACKWARD, HOST, STREAM, Given, recording
from vdlite import LogWriter
from vdlite.kinds.profile import RawCollectives, RawMemory, Recording

MS = 1_000_000
FIRST_STEP = 7
STEPS = 4


def training(
    *, matmul: int = 4, device: bool = False, memory: bool = False, modules: bool = True
) -> Recording:
    """Four steps, the first twice as long as the others: data 2 ms, forward, backward 3 ms, optimizer 1 ms.

    matmul: milliseconds of `aten::mm`, which runs in the module `head.fc`.
    """
    events: list[Given] = []
    at = 0
    for i in range(STEPS):
        begin = at
        events.append(Given(f"enumerate(DataLoader)#{i}", at, at + 2 * MS, "loader"))
        at += 2 * MS
        if i == 0:
            events.append(Given("aten::_cudnn_init", at, at + (8 + matmul) * MS))
            at += (8 + matmul) * MS
        if modules:
            events.append(Given("body.conv", at, at + 2 * MS, "module"))
            events.append(Given("head.fc", at + 2 * MS, at + (2 + matmul) * MS, "module"))
        shape: dict[str, int | str] = {
            "shapes": "[[8, 3], [3, 4]]",
            "sequence": i,
            "external": 10 * i + 1,
        }
        events.append(Given("aten::conv2d", at, at + 2 * MS, columns={"external": 10 * i + 2}))
        events.append(Given("aten::mm", at + 2 * MS, at + (2 + matmul) * MS, columns=shape))
        if device:
            launch: dict[str, int | str] = {"correlation": 10 * i + 5, "external": 10 * i + 1}
            events.append(
                Given(
                    "cudaLaunchKernel", at + 2 * MS, at + 2 * MS + 5000, "runtime", columns=launch
                )
            )
            events.append(Given("sgemm_128", at + 3 * MS, at + 5 * MS, "kernel", 2, launch))
        at += (2 + matmul) * MS
        back: dict[str, int | str] = {"sequence": i, "forward_thread": 0}
        events.append(Given("MmBackward0", at, at + 3 * MS, lane=1, columns=back))
        at += 3 * MS
        events.append(Given("Optimizer.step#SGD.step", at, at + MS, "optimizer"))
        events.append(Given("aten::add_.Tensor", at, at + MS, columns={}))
        at += MS
        events.append(Given(f"ProfilerStep#{FIRST_STEP + i}", begin, at, "step"))
    events.sort(key=lambda each: (each.lane, each.start, -each.end))
    rest: dict[str, Any] = {"memory": _memory(events)} if memory else {}
    return recording(events, [HOST, BACKWARD, STREAM] if device else [HOST, BACKWARD], **rest)


def _memory(events: list[Given]) -> RawMemory:
    """`aten::conv2d` takes 3 MiB and `aten::mm` 1 MiB more, and each gives them back with the optimizer."""
    steps = [(each.start, each.name) for each in events if each.name.startswith("aten::")]
    sizes = {"aten::conv2d": 3 << 20, "aten::mm": 1 << 20}
    rows = []
    held = 0
    for begin, name in sorted(steps):
        if name in sizes:
            held += sizes[name]
            rows.append((begin + 1, len(name), sizes[name], held))
        else:
            for freed in ("aten::conv2d", "aten::mm"):
                held -= sizes[freed]
                rows.append((begin + len(rows), len(freed), -sizes[freed], held))
    time, address, size, allocated = (
        np.array(column, np.int64) for column in zip(*rows, strict=True)
    )
    host = np.full(len(rows), -1, np.int64)
    return RawMemory(
        time=time,
        device=host,
        address=address,
        bytes=size,
        allocated=allocated,
        reserved=host,
        lane=host * 0,
    )


def rank(number: int) -> Recording:
    """Two steps with a collective each, for which rank 1 comes 3 ms late."""
    events = []
    for i in range(2):
        begin = 10 * MS * i
        late = 3 * MS * number
        events.append(Given(f"ProfilerStep#{i}", begin, begin + 10 * MS, "step"))
        events.append(Given("aten::mm", begin, begin + 2 * MS + late))
        events.append(
            Given("gloo:all_reduce", begin + 2 * MS + late, begin + 7 * MS, "communication")
        )
    events.sort(key=lambda each: (each.start, -each.end))
    places = [at for at, each in enumerate(events) if each.category == "communication"]
    made = recording(events, [HOST], facts={"source": "test", "rank": number, "world": 2})
    strings = [*made.strings, "gloo", "float32"]
    numbers = np.arange(len(places), dtype=np.int64)
    return Recording(
        facts=made.facts,
        strings=strings,
        lanes=made.lanes,
        base=made.base,
        events=made.events,
        collectives=RawCollectives(
            event=np.array(places, np.int64),
            group=numbers * 0 + len(strings) - 2,
            sequence=numbers,
            elements_in=numbers * 0 + 8,
            elements_out=numbers * 0 + 8,
            dtype=numbers * 0 + len(strings) - 1,
            ranks=numbers * 0 + 2,
        ),
    )


def write_training(folder: Path, made: Recording, *, step: int = FIRST_STEP) -> None:
    log(folder, made, first_step=step)
    with LogWriter(folder) as writer:
        for at in range(20):
            writer.add_scalar("loss/train", 1 / (at + 1), at)


def write_ranks(folder: Path) -> None:
    for number in (0, 1):
        log(folder, rank(number), tag=f"profile/rank{number}")
