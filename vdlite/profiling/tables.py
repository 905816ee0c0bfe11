"""Tables of a profile: operators, types, kernels, modules and phases, over all steps or some."""

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.categories import (
    CATEGORIES,
    COMMUNICATION,
    DEVICE_WORK,
    MODULE,
    OPERATOR,
    PHASES,
    STEP,
)
from vdlite.kinds.profile.grouping import distinct, summed
from vdlite.kinds.profile.types import Groups, Tables
from vdlite.profiling.whole_model import whole_model

What: TypeAlias = Literal["operator", "type", "kernel", "module", "phase"]
By: TypeAlias = Literal["shapes", "place", "module", "phase", "launched_by"]
Columns: TypeAlias = dict[str, Any]

WHAT: Final = ("operator", "type", "kernel", "module", "phase")
BY: Final = ("shapes", "place", "module", "phase", "launched_by")

_SUMS = ("calls", "self_ns", "total_ns", "device_self_ns", "device_total_ns", "flops", "bytes")


def table(
    tables: Tables,
    what: What,
    *,
    by: Sequence[By] = (),
    name: str | None = None,
    steps: tuple[int, int] | None = None,
) -> Columns:
    """Columns of one length, a row for each name, the longest own time first.

    by: what else distinguishes rows.
    name: only what has this name; with `what="operator"` also a type, of which all operators are given.
    steps: numbers of the first and the last step; None for all, and what lies in none.

    Columns: name, category, calls, self_ns and total_ns on the host, device_self_ns and device_total_ns of the
    work that was launched, min_ns, max_ns, flops, bytes, those of `by`; of kernels occupancy (percent) and filled (share of
    the multiprocessors that have a block), weighted by time, NaN where it is not known.
    """
    groups = tables.groups
    rows = chosen(tables, what)
    if steps is not None:
        rows &= in_steps(tables, steps)
    names = _names(tables, what)
    if name is not None:
        wanted = [text == name or type_of(text) == name for text in tables.strings]
        rows &= np.array(wanted, np.bool_)[groups.name]
    at = np.flatnonzero(rows)
    keys = [names[0][at], *[getattr(groups, each)[at] for each in by]]
    first, row = distinct(keys) if len(at) else (at, at)
    count = len(first)
    found: Columns = {each: summed(getattr(groups, each)[at], row, count) for each in _SUMS}
    own = "device_self_ns" if what == "kernel" else "self_ns"
    order = np.argsort(-found[own], kind="stable")
    found = {each: column[order] for each, column in found.items()}
    texts = names[1]
    found["name"] = [texts[key] for key in keys[0][first][order].tolist()]
    found["category"] = [CATEGORIES[each] for each in groups.category[at][first][order].tolist()]
    found["min_ns"] = _extreme(np.minimum, groups.min_ns[at], row, count)[order]
    found["max_ns"] = _extreme(np.maximum, groups.max_ns[at], row, count)[order]
    for position, each in enumerate(by, 1):
        words: Sequence[str] = PHASES if each == "phase" else tables.strings
        found[each] = [words[key] for key in keys[position][first][order].tolist()]
    if what == "kernel":
        found["occupancy"] = _weighted(groups, "occupancy_ns", at, row, count)[order]
        found["filled"] = _weighted(groups, "filled_ns", at, row, count)[order]
    if what in ("module", "phase"):
        found["category"] = [what] * count
    if what == "module":
        _tell_of_modules(found, tables, steps)
    elif what == "phase":
        for own in ("self_ns", "device_self_ns"):
            found[own.replace("self", "total")] = found[own].copy()
    return found


def chosen(tables: Tables, what: What) -> NDArray[np.bool_]:
    """True for the groups that a table is made of."""
    groups = tables.groups
    work = is_device_work(groups)
    if what == "kernel":
        return work
    if what not in ("operator", "type"):
        return ~work
    operators: NDArray[np.bool_] = np.isin(groups.category, (OPERATOR, COMMUNICATION)) & ~work
    # Of what has no operators, such as spans or Python functions, each name is one.
    return operators if operators.any() else (groups.category != STEP) & ~work


def is_device_work(groups: Groups) -> NDArray[np.bool_]:
    """True for what is done by a device: on a host everything has a time with what lies within."""
    timeless = (groups.total_ns == 0) & (groups.self_ns == 0)
    work: NDArray[np.bool_] = np.isin(groups.category, DEVICE_WORK) & timeless
    return work


def in_steps(tables: Tables, steps: tuple[int, int]) -> NDArray[np.bool_]:
    numbers = np.append(tables.step_numbers, np.iinfo(np.int64).min)
    number = numbers[tables.groups.step]
    inside: NDArray[np.bool_] = (
        (tables.groups.step >= 0) & (number >= steps[0]) & (number <= steps[1])
    )
    return inside


def type_of(name: str) -> str:
    """An operator's name without its overload: `aten::add` of `aten::add.Tensor`."""
    namespace, colons, rest = name.rpartition("::")
    return f"{namespace}{colons}{rest.partition('.')[0]}" if colons else name


def _names(tables: Tables, what: What) -> tuple[NDArray[np.int64], Sequence[str]]:
    """The names of rows, of each group, and the texts that they point to."""
    groups = tables.groups
    if what == "phase":
        return groups.phase, PHASES
    if what == "module":
        return groups.module, tables.strings
    if what == "type":
        texts = sorted({type_of(text) for text in tables.strings})
        position = {text: at for at, text in enumerate(texts)}
        types = np.array([position[type_of(text)] for text in tables.strings], np.int64)
        return types[groups.name], texts
    return groups.name, tables.strings


def _extreme(
    which: np.ufunc, column: NDArray[np.int64], row: NDArray[np.int64], count: int
) -> NDArray[np.int64]:
    if not count:
        return column
    order = np.argsort(row, kind="stable")
    found: NDArray[np.int64] = which.reduceat(
        column[order], np.searchsorted(row[order], np.arange(count))
    )
    return found


def _weighted(
    groups: Groups, name: str, at: NDArray[np.int64], row: NDArray[np.int64], count: int
) -> NDArray[np.float64]:
    """The mean over the time of those for which it is known."""
    column = getattr(groups, name)[at]
    known = np.isfinite(column)
    total = np.bincount(row[known], column[known], count)
    weight = np.bincount(row[known], groups.device_self_ns[at][known], count)
    mean: NDArray[np.float64] = np.divide(
        total, weight, out=np.full(count, np.nan), where=weight > 0
    )
    return mean


def _tell_of_modules(found: Columns, tables: Tables, steps: tuple[int, int] | None) -> None:
    """Calls and times of the modules' calls themselves, and totals with the modules within.

    What else happens in a module is no call of it, and events that lie in each other would count twice.
    """
    groups = tables.groups
    rows = groups.category == MODULE
    if steps is not None:
        rows &= in_steps(tables, steps)
    calls: dict[str, list[int]] = {}
    for at in np.flatnonzero(rows).tolist():
        count, least, most = (
            int(column[at]) for column in (groups.calls, groups.min_ns, groups.max_ns)
        )
        known = calls.setdefault(tables.strings[groups.name[at]], [0, least, most])
        known[:] = [known[0] + count, min(known[1], least), max(known[2], most)]
    for position, column in enumerate(("calls", "min_ns", "max_ns")):
        values = [calls.get(name, [0, 0, 0])[position] for name in found["name"]]
        found[column] = np.array(values, np.int64)
    whole = whole_model(tables)
    for own in ("self_ns", "device_self_ns"):
        sums: dict[str, int] = {}
        for name, ns in zip(found["name"], found[own].tolist(), strict=True):
            if whole is not None and name not in ("", whole):
                sums[whole] = sums.get(whole, 0) + ns
            parts = name.split(".")
            for depth in range(len(parts)):
                above = ".".join(parts[: depth + 1])
                sums[above] = sums.get(above, 0) + ns
        totals = [sums[name] for name in found["name"]]
        found[own.replace("self", "total")] = np.array(totals, np.int64)
