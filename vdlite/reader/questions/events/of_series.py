"""Events of one scalar."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vdlite.reader.questions.events.event import Event
from vdlite.reader.questions.events.spikes import spikes
from vdlite.reader.questions.plain import said_number
from vdlite.reader.series.columns import Columns

_FEWEST = 20  # points from which on a series has habits
_REGULAR = 0.9  # share of all distances of steps that are the same
_LONG = 60.0  # seconds without a point that are a pause, and ...
_LONGER = 20.0  # ... so much more than what is usual
_NOTHING = 1e-4  # of what was usual


def events_of_series(run: str, tag: str, points: Columns, *, most: int) -> Iterator[Event]:
    """The events of a scalar. most: of one kind, the largest ones; each says in `count` how many there are."""
    if not len(points):
        return
    values = points.values
    finite = np.isfinite(values)
    if not finite.all():
        yield _not_finite(run, tag, points, int(np.argmin(finite)), int((~finite).sum()))
    if len(points) >= _FEWEST:
        usable = points if finite.all() else points.take(finite)
        yield from _spikes(run, tag, usable, most)
        yield from _vanished(run, tag, usable)
        yield from _missing_steps(run, tag, points, most)


def pauses(run: str, points: Columns, *, most: int) -> Iterator[Event]:
    """The long times in which a run logged no point of a scalar that it logs often."""
    times = points.walltimes
    if len(times) < _FEWEST:
        return
    waits = np.diff(times)
    usual = float(np.median(waits))
    long = np.nonzero(waits > max(_LONG, _LONGER * usual))[0]
    for at in _largest(long, waits[long], most):
        wait = float(waits[at])
        step = int(points.steps[at])
        yield Event(
            "pause",
            run,
            f"nothing was logged for {wait:.0f} s behind step {step}; usual are {usual:.3g} s",
            step,
            float(times[at]),
            count=len(long),
            size=wait,
        )


def _not_finite(run: str, tag: str, points: Columns, at: int, count: int) -> Event:
    value, step = float(points.values[at]), int(points.steps[at])
    if count == len(points) - at:
        after = "and no finite one comes after it"
    elif np.isfinite(points.values[-1]):
        after = "the last value is finite"
    else:
        after = "the last value is not finite either"
    which = "the only such value" if count == 1 else f"the first of {count:,} such values"
    return Event(
        "not finite",
        run,
        f"{tag} is {said_number(value)} at step {step}, {which}; {after}",
        step,
        float(points.walltimes[at]),
        tag,
        1,
        value,
        count,
        size=float(count),
    )


def _spikes(run: str, tag: str, points: Columns, most: int) -> Iterator[Event]:
    found = spikes(points.values)
    largest = sorted(sorted(found, key=lambda each: -each.size)[:most], key=lambda each: each.at)
    for each in largest:
        value, step = float(points.values[each.at]), int(points.steps[each.at])
        while_ = f" ({each.points} points)" if each.points > 1 else ""
        yield Event(
            "spike",
            run,
            f"{tag} is {value:.6g} at step {step}{while_}, {each.before:.6g} before and {each.after:.6g} after it",
            step,
            float(points.walltimes[each.at]),
            tag,
            1,
            value,
            len(found),
            each.size,
        )


def _vanished(run: str, tag: str, points: Columns) -> Iterator[Event]:
    """A scalar that is nearly nothing to the end: a dead layer's gradient, a learning rate that ran out."""
    sizes = np.abs(points.values)
    if not sizes.any() or sizes[-_FEWEST:].max() > _NOTHING * sizes.max():
        return
    usual = float(np.percentile(sizes, 90))
    if not usual:  # it lived for less than a tenth of the time
        usual = float(sizes.max())
    gone = int(np.nonzero(sizes > _NOTHING * usual)[0][-1]) + 1
    if gone and len(sizes) - gone >= max(_FEWEST, len(sizes) // 20):
        step, value = int(points.steps[gone]), float(points.values[gone])
        yield Event(
            "vanished",
            run,
            f"{tag} is {value:.6g} from step {step} on, and was up to {float(sizes[:gone].max()):.6g} before",
            step,
            float(points.walltimes[gone]),
            tag,
            1,
            value,
            size=float(len(sizes) - gone),
        )


def _missing_steps(run: str, tag: str, points: Columns, most: int) -> Iterator[Event]:
    distances = np.diff(points.steps)
    if distances.min() == distances.max():
        return
    found, counts = np.unique(distances, return_counts=True)
    usual = int(found[counts.argmax()])
    if usual < 1 or counts.max() < _REGULAR * len(distances):
        return
    gaps = np.nonzero(distances > usual)[0]
    for at in _largest(gaps, distances[gaps].astype(np.float64), most):
        first, last = int(points.steps[at]) + usual, int(points.steps[at + 1]) - usual
        missing = int(distances[at]) // usual - 1
        if missing < 1:
            continue
        where = f"step {first}" if missing == 1 else f"steps {first} to {last}"
        each = "" if usual == 1 else f", of every {usual}th"
        yield Event(
            "missing steps",
            run,
            f"{tag} has no {where} ({missing:,} missing{each})",
            first,
            float(points.walltimes[at + 1]),
            tag,
            1,
            None,
            len(gaps),
            float(missing),
        )


def _largest(indexes: NDArray[np.intp], sizes: NDArray[np.float64], most: int) -> list[int]:
    """The indexes with the largest sizes, in order."""
    order = np.argsort(-sizes, kind="stable")[:most]
    return sorted(indexes[order].tolist())
