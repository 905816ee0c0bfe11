"""What single events tell in their arguments, as columns: allocations, kernels, communication."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.categories import COMMUNICATION
from vdlite.kinds.profile.recording import Lane, RawCollectives, RawKernels, RawMemory
from vdlite.profiling.builder import Strings, narrow


class MemoryRows:
    """What was allocated and freed, as events `[memory]` tell it."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, ...]] = []

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, time: int, lane: int, args: Mapping[str, Any]) -> None:
        """Raises KeyError, TypeError or ValueError if they are none such."""
        device = int(args["Device Id"]) if int(args["Device Type"]) else -1
        # Addresses are unsigned; the column is not.
        address = (int(args["Addr"]) + (1 << 63)) % (1 << 64) - (1 << 63)
        self._rows.append(
            (
                time,
                device,
                address,
                int(args["Bytes"]),
                int(args.get("Total Allocated", -1)),
                int(args.get("Total Reserved", -1)) if device >= 0 else -1,
                lane,
            )
        )

    def columns(self, base: int) -> RawMemory | None:
        """In order of time, which counts from `base`."""
        if not self._rows:
            return None
        rows = np.array(self._rows, np.int64)
        rows = rows[np.argsort(rows[:, 0], kind="stable")]
        rows[:, 0] -= base
        return RawMemory(*(narrow(column) for column in rows.T))


class KernelRows:
    """What devices tell of kernels, as the arguments of their events."""

    def __init__(self, strings: Strings) -> None:
        self._strings = strings
        self._rows: list[tuple[Any, ...]] = []

    def add(self, event: int, args: Mapping[str, Any]) -> None:
        self._rows.append(
            (
                event,
                _real(args.get("est. achieved occupancy %")),
                _real(args.get("blocks per SM")),
                _real(args.get("warps per SM")),
                _whole(args.get("registers per thread")),
                _whole(args.get("shared memory")),
                self._shape(args.get("grid")),
                self._shape(args.get("block")),
            )
        )

    def _shape(self, shape: object) -> int:
        return 0 if not isinstance(shape, list) else self._strings.add(json.dumps(shape))

    def columns(self) -> RawKernels | None:
        if not self._rows:
            return None
        columns = list(zip(*self._rows, strict=True))
        types = (np.int64, *(np.float64,) * 3, *(np.int64,) * 4)
        return RawKernels(*map(np.array, columns, types))  # type: ignore[arg-type]


class CollectiveRows:
    """Communication between ranks, as the arguments of its events tell it."""

    def __init__(self, strings: Strings) -> None:
        self._strings = strings
        self._rows: list[tuple[int, ...]] = []

    def add(self, event: int, args: Mapping[str, Any]) -> None:
        self._rows.append(
            (
                event,
                self._strings.add(str(args.get("Process Group Name", ""))[:200]),
                _whole(args.get("Seq"), -1),
                _whole(args.get("In msg nelems"), -1),
                _whole(args.get("Out msg nelems"), -1),
                self._strings.add(str(args.get("dtype", ""))[:40]),
                _whole(args.get("Group size"), -1),
            )
        )

    def count_host(
        self,
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
        told = {row[0] for row in self._rows}
        on_host = np.array([each.device < 0 for each in lanes], np.bool_)
        rows = np.flatnonzero((category == COMMUNICATION) & on_host[lane])
        counts: dict[int, int] = {}
        for row in rows[np.argsort(start[rows], kind="stable")].tolist():
            each = int(name[row])
            number = counts[each] = counts.get(each, -1) + 1
            if row not in told:
                backend = names[each].partition(":")[0]
                self.add(row, {"Process Group Name": backend, "Seq": number})

    def columns(self) -> RawCollectives | None:
        if not self._rows:
            return None
        return RawCollectives(*np.array(self._rows, np.int64).T)


def _real(value: object) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value) if math.isfinite(value) else math.nan
    return math.nan


def _whole(value: object, nothing: int = 0) -> int:
    """The number, where it is one that a column takes."""
    if isinstance(value, str):
        try:
            value = int(value)
        except ValueError:
            return nothing
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and abs(value) < 1 << 63:
        return int(value)
    return nothing
