"""What single events tell in their arguments, as columns: allocations, kernels, communication."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.categories import COMMUNICATION
from vdlite.kinds.profile.recording import Lane, RawCollectives, RawKernels, RawMemory
from vdlite.profiling.recording.builder import Strings, narrow

_ROWS = 1 << 14  # a row of Python's numbers takes ten times what it takes in columns


class Rows:
    """Rows of numbers that become columns, a few thousand at a time."""

    def __init__(self, *types: type) -> None:
        self._types = types
        self._rows: list[tuple[Any, ...]] = []
        self._pieces: list[list[NDArray[Any]]] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, *row: Any) -> None:
        self._rows.append(row)
        self._count += 1
        if len(self._rows) == _ROWS:
            self._pack()

    def columns(self) -> list[NDArray[Any]]:
        self._pack()
        return [
            np.concatenate([np.empty(0, kind), *(piece[at] for piece in self._pieces)])
            for at, kind in enumerate(self._types)
        ]

    def _pack(self) -> None:
        if self._rows:
            columns = zip(*self._rows, strict=True)
            self._pieces.append(
                [np.array(column, kind) for column, kind in zip(columns, self._types, strict=True)]
            )
            self._rows = []


class MemoryRows:
    """The memory that was allocated and freed, as events `[memory]` tell it."""

    def __init__(self) -> None:
        self._rows = Rows(*(np.int64,) * 7)

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, time: int, lane: int, args: Mapping[str, Any]) -> None:
        """Raises KeyError, TypeError or ValueError if they are none such."""
        device = int(args["Device Id"]) if int(args["Device Type"]) else -1
        # Addresses are unsigned; the column is not.
        address = (int(args["Addr"]) + (1 << 63)) % (1 << 64) - (1 << 63)
        numbers = (
            int(args["Bytes"]),
            int(args.get("Total Allocated", -1)),
            int(args.get("Total Reserved", -1)) if device >= 0 else -1,
        )
        if any(abs(each) >= 1 << 62 for each in (device, *numbers)):
            raise ValueError("got numbers that are none of an allocation")
        self._rows.add(time, device, address, *numbers, lane)

    def columns(self, base: int) -> RawMemory | None:
        """In order of time, which counts from `base`."""
        if not len(self._rows):
            return None
        columns = self._rows.columns()
        columns[0] -= base
        order = np.argsort(columns[0], kind="stable")
        return RawMemory(*(narrow(column[order]) for column in columns))


class KernelRows:
    """What devices tell of kernels, as the arguments of their events."""

    def __init__(self, strings: Strings) -> None:
        self._strings = strings
        self._rows = Rows(np.int64, *(np.float64,) * 3, *(np.int64,) * 4)

    def add(self, event: int, args: Mapping[str, Any]) -> None:
        get = args.get
        self._rows.add(
            event,
            _real(get("est. achieved occupancy %")),
            _real(get("blocks per SM")),
            _real(get("warps per SM")),
            whole(get("registers per thread")),
            whole(get("shared memory")),
            self._shape(get("grid")),
            self._shape(get("block")),
        )

    def _shape(self, shape: object) -> int:
        return self._strings.add(str(shape)) if isinstance(shape, list) else 0

    def columns(self, kept: NDArray[np.bool_] | None = None) -> RawKernels | None:
        """kept: which events there still are, where some were left out since."""
        columns = _kept(self._rows.columns(), kept)
        return RawKernels(*columns) if len(columns[0]) else None


class CollectiveRows:
    """Communication between ranks, as the arguments of its events tell it."""

    def __init__(self, strings: Strings) -> None:
        self._strings = strings
        self._rows = Rows(*(np.int64,) * 8)

    def add(self, event: int, args: Mapping[str, Any], *, on_device: bool = False) -> None:
        self._rows.add(
            event,
            self._strings.add(str(args.get("Process Group Name", ""))[:200]),
            whole(args.get("Seq"), -1),
            whole(args.get("In msg nelems"), -1),
            whole(args.get("Out msg nelems"), -1),
            self._strings.add(str(args.get("dtype", ""))[:40]),
            whole(args.get("Group size"), -1),
            on_device,
        )

    def columns(self, kept: NDArray[np.bool_] | None = None) -> RawCollectives | None:
        """kept: which events there still are, where some were left out since."""
        columns = _kept(self._rows.columns(), kept)
        if not len(columns[0]):
            return None
        group, sequence, on_device = columns[1], columns[2], columns[7] > 0
        # What the host says of a collective holds for the device's work, too.
        done = set(zip(group[on_device].tolist(), sequence[on_device].tolist(), strict=True))
        twice = [
            not device and number >= 0 and (name, number) in done
            for name, number, device in zip(
                group.tolist(), sequence.tolist(), on_device.tolist(), strict=True
            )
        ]
        once = ~np.array(twice, np.bool_)
        return RawCollectives(*(column[once] for column in columns[:7]))


def count_host_collectives(
    collectives: CollectiveRows,
    names: Sequence[str],
    start: NDArray[Any],
    name: NDArray[Any],
    category: NDArray[Any],
    lane: NDArray[Any],
    lanes: Sequence[Lane],
) -> None:
    """Number what gloo and MPI do on threads of the host: they tell no group and no sequence.

    All ranks do the same in the same order, so that the n-th of a name is the same collective on each.
    """
    on_host = np.array([each.device < 0 for each in lanes], np.bool_)
    rows = np.flatnonzero((category == COMMUNICATION) & on_host[lane])
    counts: dict[int, int] = {}
    for row in rows[np.argsort(start[rows], kind="stable")].tolist():
        each = int(name[row])
        number = counts[each] = counts.get(each, -1) + 1
        collectives.add(row, {"Process Group Name": names[each].partition(":")[0], "Seq": number})


def whole(value: object, nothing: int = 0) -> int:
    """The number, where it is one that a column takes; else `nothing`."""
    if type(value) is int and -(1 << 63) < value < 1 << 63:
        return value
    if isinstance(value, str) and len(value) < 20:
        try:
            return whole(int(value), nothing)
        except ValueError:
            return nothing
    if isinstance(value, float) and value.is_integer():
        return whole(int(value), nothing)
    return nothing


def _kept(columns: list[NDArray[Any]], kept: NDArray[np.bool_] | None) -> list[NDArray[Any]]:
    """The columns of those events that there still are, the first one with their new positions."""
    if kept is None:
        return columns
    there = kept[columns[0]]
    positions = np.cumsum(kept) - 1
    return [positions[columns[0][there]], *(column[there] for column in columns[1:])]


def _real(value: object) -> float:
    if type(value) is float and math.isfinite(value):
        return value
    return float(value) if type(value) is int and abs(value) < 1 << 62 else math.nan
