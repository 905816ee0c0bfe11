"""What a profile says of why a training is slow: rules with their numbers.

Each rule looks at tables only, and says nothing where it can't know. Bounds are rules of thumb; the numbers that they
are compared with stand in each advice.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from vdlite.kinds.profile.categories import (
    DATA_PHASE,
    KERNEL,
    MEMCPY,
    OPTIMIZER_PHASE,
    PARTS,
    SYNCHRONIZATION,
)
from vdlite.kinds.profile.types import Tables
from vdlite.profiling.step_times import step_lengths, warm_up
from vdlite.profiling.tables import is_device_work, table

DATA_SHARE: Final = 0.05
BUSY_SHARE: Final = 0.5
COMMUNICATION_SHARE: Final = 0.1
MEMORY_SHARE: Final = 0.9
SHORT_KERNEL_NS: Final = 5000
SHORT_KERNELS_SHARE: Final = 0.5
WAITING_SHARE: Final = 0.1
COPY_SHARE: Final = 0.1
OPTIMIZER_SHARE: Final = 0.2
TOP_SHARE: Final = 0.5
UNEVEN: Final = 2.0
MANY_CALLS: Final = 1000  # of an operator in a module, in a step
SMALL_NS: Final = 20_000
SMALL_SHARE: Final = 0.2
GARBAGE_SHARE: Final = 0.02


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing that is worth a look."""

    rule: str
    level: str  # "warning" for what costs much, "info" for what may
    text: str
    values: Mapping[str, Any]
    """The numbers and names of the text: shares from 0 to 1, times in ns."""


def advice(tables: Tables) -> list[Advice]:
    """The remarks to look at first, the most expensive first."""
    found = [each for rule in RULES for each in rule(tables)]
    return sorted(found, key=lambda each: -each.values.get("share", 0))


def waiting_for_data(tables: Tables) -> Iterator[Advice]:
    share = _share_of_phase(tables, DATA_PHASE)
    if share <= DATA_SHARE:
        return
    workers = tables.facts.get("loader_workers")
    more = (
        " The loader has no worker processes: give it some (num_workers)."
        if workers == 0
        else " More workers, cheaper transforms or a faster disk would help."
    )
    values = {
        "share": share,
        "ns": _median(tables, tables.phases[:, DATA_PHASE]),
        "workers": workers,
    }
    text = f"The training waits for data in {share:.0%} of each step.{more}"
    yield Advice("data", "warning", text, values)


def idle_device(tables: Tables) -> Iterator[Advice]:
    whole = int(_kept(tables, step_lengths(tables)).sum())
    for device, busy in zip(tables.devices.tolist(), tables.busy, strict=True):
        share = float(_kept(tables, busy).sum() / whole) if whole else 1.0
        if share < BUSY_SHARE:
            text = (
                f"Device {device} works in {share:.0%} of the time only: the host does not give it work fast enough, "
                "or it waits for data."
            )
            yield Advice(
                "idle", "warning", text, {"share": 1 - share, "busy": share, "device": device}
            )


def exposed_communication(tables: Tables) -> Iterator[Advice]:
    share = _share_of_part(tables, "communication")
    if share > COMMUNICATION_SHARE:
        text = (
            f"{share:.0%} of each step is communication that no computation hides. Larger buckets, fewer bytes or "
            "overlapping it with the backward pass would help."
        )
        yield Advice("communication", "warning", text, {"share": share})


def short_kernels(tables: Tables) -> Iterator[Advice]:
    groups = tables.groups
    rows = is_device_work(groups) & (groups.category == KERNEL) & (groups.calls > 0)
    calls = int(groups.calls[rows].sum())
    mean = groups.device_self_ns[rows] / np.maximum(groups.calls[rows], 1)
    short = int(groups.calls[rows][mean < SHORT_KERNEL_NS].sum())
    if calls >= 100 and short > SHORT_KERNELS_SHARE * calls:
        text = (
            f"{short / calls:.0%} of {calls:,} kernels last less than 5 µs: launching them takes longer than they do. "
            "torch.compile, CUDA graphs or a larger batch would help."
        )
        yield Advice("short_kernels", "info", text, {"share": short / calls, "calls": calls})


def waiting_for_the_device(tables: Tables) -> Iterator[Advice]:
    groups = tables.groups
    rows = (groups.category == SYNCHRONIZATION) | _named(
        tables,
        (
            "cudaDeviceSynchronize",
            "cudaStreamSynchronize",
            "aten::item",
            "aten::_local_scalar_dense",
        ),
    )
    rows &= (groups.step >= 0) & ~is_device_work(groups)
    share = _share_of_steps(tables, int(groups.self_ns[rows].sum()))
    if len(tables.devices) and share > WAITING_SHARE:
        text = (
            f"The host waits for the device in {share:.0%} of the time, such as in `.item()`, `print(loss)` or `.cpu()`. "
            "Without these it could prepare what comes next."
        )
        yield Advice("synchronization", "warning", text, {"share": share})


def pageable_copies(tables: Tables) -> Iterator[Advice]:
    groups = tables.groups
    rows = (groups.category == MEMCPY) & _holding(tables, "pageable")
    share = _share_of_steps(tables, int(groups.device_self_ns[rows].sum()))
    if share > COPY_SHARE:
        text = (
            f"{share:.0%} of the time goes into copies from pageable memory. `pin_memory=True` in the loader and "
            "`non_blocking=True` in `.to()` would make them faster."
        )
        yield Advice("pageable", "warning", text, {"share": share})


def slow_optimizer(tables: Tables) -> Iterator[Advice]:
    share = _share_of_phase(tables, OPTIMIZER_PHASE)
    if share <= OPTIMIZER_SHARE:
        return
    fast = _named_like(tables, ("aten::_foreach", "aten::_fused"))
    if fast:
        return
    text = (
        f"The optimizer takes {share:.0%} of each step and goes through the parameters one by one. "
        "`foreach=True` or `fused=True` would do many at once."
    )
    yield Advice("optimizer", "warning", text, {"share": share})


def garbage_collection(tables: Tables) -> Iterator[Advice]:
    groups = tables.groups
    rows = _named(tables, ("Python GC", "gc.collect")) & (groups.step >= 0)
    share = _share_of_steps(tables, int(groups.self_ns[rows].sum()))
    if share > GARBAGE_SHARE:
        text = f"Python collects garbage in {share:.0%} of the time. `gc.freeze()` after the set-up would help."
        yield Advice("garbage", "info", text, {"share": share})


def full_memory(tables: Tables) -> Iterator[Advice]:
    sizes = {
        each.get("index"): each.get("memory")
        for each in tables.facts.get("devices", ())
        if isinstance(each, dict)
    }
    for device, _, peak, _ in tables.memory.tolist():
        size = sizes.get(device)
        if isinstance(size, int) and size > 0 and device >= 0 and peak > MEMORY_SHARE * size:
            share = peak / size
            text = (
                f"Device {device} had {share:.0%} of its memory allocated at the peak: a longer sequence or a larger "
                "batch would not fit."
            )
            yield Advice(
                "memory", "warning", text, {"device": device, "bytes": peak, "filled": share}
            )


def growing_memory(tables: Tables) -> Iterator[Advice]:
    if len(tables.steps) < 3:
        return
    for device, begin, peak, end in tables.memory.tolist():
        grown = end - begin
        if peak > 0 and grown > 0.2 * peak and grown > 1 << 24:
            text = (
                f"{grown / 2**20:,.0f} MiB more are allocated after the profile than before it: something keeps "
                "tensors from step to step."
            )
            yield Advice("growth", "info", text, {"device": device, "bytes": grown})


def many_small_operators(tables: Tables) -> Iterator[Advice]:
    steps = len(tables.steps)
    rows = table(tables, "operator", by=["module"])
    if not steps or not len(rows["name"]):
        return
    at = int(np.argmax(rows["calls"]))
    calls = int(rows["calls"][at]) // steps
    module = rows["module"][at]
    there = [position for position, each in enumerate(rows["module"]) if each == module]
    share = _share_of_steps(tables, int(rows["self_ns"][there].sum()))
    mean = rows["self_ns"][at] / max(1, int(rows["calls"][at]))
    if calls < MANY_CALLS or mean > SMALL_NS or share < SMALL_SHARE:
        return
    name, where = rows["name"][at], f" in module `{module}`" if module else ""
    text = (
        f"`{name}` is called {calls:,} times a step{where}, where {share:.0%} of the time goes: one operation on a whole "
        "tensor would take the place of many small ones."
    )
    values = {"share": share, "calls": calls, "name": name, "module": module}
    yield Advice("small_operators", "warning", text, values)


def slow_first_step(tables: Tables) -> Iterator[Advice]:
    if warm_up(tables).any():
        lengths = step_lengths(tables)
        times = float(lengths[0] / np.median(lengths[1:]))
        text = (
            f"The first step took {times:.1f} times as long as the others, as warm-up or compiling does. It counts in "
            "no mean."
        )
        yield Advice("warm_up", "info", text, {"times": times, "step": int(tables.step_numbers[0])})


def uneven_steps(tables: Tables) -> Iterator[Advice]:
    lengths = _kept(tables, step_lengths(tables))
    if len(lengths) < 3:
        return
    slowest, median = int(lengths.max()), float(np.median(lengths))
    if slowest > UNEVEN * median:
        numbers = _kept(tables, tables.step_numbers)
        step = int(numbers[np.argmax(lengths)])
        text = f"Step {step} took {slowest / median:.1f} times as long as the median step."
        yield Advice("uneven", "info", text, {"times": slowest / median, "step": step})


def one_operator(tables: Tables) -> Iterator[Advice]:
    rows = table(tables, "operator")
    # Ranks that wait for others are reported by other rules.
    computing = [at for at, each in enumerate(rows["category"]) if each != "communication"]
    own = rows["self_ns"][computing]
    whole = int(own.sum())
    if len(own) > 5 and whole and own[0] > TOP_SHARE * whole:
        share = float(own[0] / whole)
        name = rows["name"][computing[0]]
        text = f"`{name}` alone takes {share:.0%} of the time of all operators of the host."
        yield Advice("one_operator", "info", text, {"own_share": share, "name": name})


RULES: Final[tuple[Callable[[Tables], Iterator[Advice]], ...]] = (
    waiting_for_data,
    idle_device,
    exposed_communication,
    waiting_for_the_device,
    pageable_copies,
    slow_optimizer,
    short_kernels,
    garbage_collection,
    full_memory,
    growing_memory,
    uneven_steps,
    many_small_operators,
    one_operator,
    slow_first_step,
)


def _kept(tables: Tables, column: Any) -> Any:
    """The items of a column that belong to steps that count."""
    return column[..., ~warm_up(tables)]


def _median(tables: Tables, column: Any) -> int:
    kept = _kept(tables, column)
    return int(np.median(kept)) if len(kept) else 0


def _share_of_phase(tables: Tables, phase: int) -> float:
    return _share(tables, tables.phases[:, phase])


def _share_of_part(tables: Tables, part: str) -> float:
    return _share(tables, tables.parts[:, PARTS.index(part)])


def _share(tables: Tables, column: Any) -> float:
    whole = int(_kept(tables, step_lengths(tables)).sum())
    return float(_kept(tables, column).sum() / whole) if whole else 0.0


def _share_of_steps(tables: Tables, ns: int) -> float:
    """The share of the time of all steps."""
    whole = int(step_lengths(tables).sum())
    return ns / whole if whole else 0.0


def _named(tables: Tables, names: tuple[str, ...]) -> Any:
    marks = np.array([text in names for text in tables.strings], np.bool_)
    return marks[tables.groups.name]


def _holding(tables: Tables, part: str) -> Any:
    marks = np.array([part in text.lower() for text in tables.strings], np.bool_)
    return marks[tables.groups.name]


def _named_like(tables: Tables, starts: tuple[str, ...]) -> bool:
    marks = np.array([text.startswith(starts) for text in tables.strings], np.bool_)
    return bool(marks[tables.groups.name].any())


__all__ = ["RULES", "Advice", "advice"]
