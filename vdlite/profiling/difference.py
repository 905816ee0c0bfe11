"""Why one profile is slower than another: contributions that add up to the difference of their mean steps."""

from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vdlite.kinds.profile.categories import PARTS, PHASES
from vdlite.kinds.profile.types import Tables
from vdlite.packages import needed
from vdlite.profiling.step_times import step_lengths, warm_up
from vdlite.profiling.tables import chosen, is_device_work, type_of

What: TypeAlias = Literal["operator", "type", "kernel", "module", "phase", "part"]
WHAT: Final = ("operator", "type", "kernel", "module", "phase", "part")
Columns: TypeAlias = dict[str, Any]

REST: Final = ""
"""The name of the row of what no event of the others covers, or what they cover twice."""


def difference(one: Tables, other: Tables, what: What) -> Columns:
    """Columns of one length, a row for each name, the largest difference first; `other` minus `one`.

    Times are means over the steps that are no warm-up, in ns. The column `delta_ns` adds up to the difference of the
    mean lengths of steps, which is under `step_delta_ns`: a row without a name holds what is left, where several
    threads or devices work at once, or where none does. Of kernels it adds up to that of the time of devices instead.
    p_value: of Welch's t-test on the steps as samples; NaN where one of them has fewer than two steps.
    """
    samples = [_samples(each, what) for each in (one, other)]
    names = sorted({name for per_step, _ in samples for name in per_step})
    counts = [int((~warm_up(each)).sum()) for each in (one, other)]
    tables = []
    for (per_step, _), count in zip(samples, counts, strict=True):
        nothing = np.zeros(count, np.float64)
        rows = [per_step.get(name, nothing) for name in names]
        tables.append(np.array(rows).reshape(len(names), count))
    means = [_means(each) for each in tables]
    calls = [
        np.array([called.get(name, 0) for name in names]) / max(count, 1)
        for (_, called), count in zip(samples, counts, strict=True)
    ]
    p_values = _welch(tables[0], tables[1])
    if what == "kernel":
        whole = [float(mean.sum()) for mean in means]
    else:
        whole = [_mean(step_lengths(each)[~warm_up(each)]) for each in (one, other)]
        rest = [length - float(mean.sum()) for length, mean in zip(whole, means, strict=True)]
        if any(abs(each) > 0.5 for each in rest):
            names = [*names, REST]
            means = [np.append(mean, each) for mean, each in zip(means, rest, strict=True)]
            calls = [np.append(each, 0.0) for each in calls]
            p_values = np.append(p_values, np.nan)
    delta = means[1] - means[0]
    step_delta = whole[1] - whole[0]
    order = np.lexsort((np.array(names, np.str_), -np.abs(delta)))
    return {
        "steps": counts,
        "mean_ns": whole,
        "step_delta_ns": step_delta,
        "columns": {
            "name": [names[at] for at in order.tolist()],
            "calls": calls[0][order],
            "other_calls": calls[1][order],
            "ns": means[0][order],
            "other_ns": means[1][order],
            "delta_ns": delta[order],
            "share": delta[order] / step_delta if step_delta else np.zeros(len(order)),
            "p_value": p_values[order],
        },
    }


def _samples(tables: Tables, what: What) -> tuple[dict[str, NDArray[np.float64]], dict[str, int]]:
    """Nanoseconds of each name in each step that counts, and how often it was called in them all."""
    kept = ~warm_up(tables)
    if what == "phase" or what == "part":
        words, parts = (PHASES, tables.phases) if what == "phase" else (PARTS, tables.parts)
        return dict(zip(words, parts[kept].T.astype(np.float64), strict=True)), {}
    groups = tables.groups
    position = np.cumsum(kept) - 1
    rows = chosen(tables, "operator" if what == "type" else what) & (groups.step >= 0)
    rows[rows] &= kept[groups.step[rows]]
    at = np.flatnonzero(rows)
    own = groups.device_self_ns if what == "kernel" else groups.self_ns
    if what != "kernel":
        at = at[~is_device_work(groups)[at]]
    named = groups.module if what == "module" else groups.name
    found: dict[str, NDArray[np.float64]] = {}
    calls: dict[str, int] = {}
    for name, step, ns, count in zip(
        named[at].tolist(),
        position[groups.step[at]].tolist(),
        own[at].tolist(),
        groups.calls[at].tolist(),
        strict=True,
    ):
        text = tables.strings[name]
        if what == "type":
            text = type_of(text)
        elif what == "module" and not text:
            continue  # what lies in no module is with what is left
        column = found.get(text)
        if column is None:
            column = found[text] = np.zeros(int(kept.sum()))
        column[step] += ns
        calls[text] = calls.get(text, 0) + count
    return found, calls


def _welch(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """p of the means of rows being different, as of scipy.stats.ttest_ind(equal_var=False)."""
    if one.shape[1] < 2 or other.shape[1] < 2 or not len(one):
        return np.full(len(one), np.nan)
    with needed("a test of differences"):
        from scipy.stats import t

    first, second = (each.var(axis=1, ddof=1) / each.shape[1] for each in (one, other))
    spread = first + second
    with np.errstate(all="ignore"):
        statistic = np.abs(other.mean(axis=1) - one.mean(axis=1)) / np.sqrt(spread)
        freedom = spread**2 / (first**2 / (one.shape[1] - 1) + second**2 / (other.shape[1] - 1))
        p: NDArray[np.float64] = 2 * t.sf(statistic, freedom)
    return p


def _means(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    return samples.mean(axis=1) if samples.shape[1] else np.zeros(len(samples))


def _mean(lengths: NDArray[np.int64]) -> float:
    return float(lengths.mean()) if len(lengths) else 0.0
