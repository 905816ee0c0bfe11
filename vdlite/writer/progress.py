"""How far a loop is: logged about once a second, and shown in the terminal that it runs in."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from vdlite.errors import PayloadError, shown
from vdlite.kinds.progress_tags import LEFT, PROGRESS, SAMPLES_PER_SECOND, STEPS_PER_SECOND
from vdlite.writer.arguments.checks import check_tag
from vdlite.writer.batch_size import samples_in
from vdlite.writer.progress_display import display_of

Item = TypeVar("Item")

_EVERY = 1.0  # seconds between two points, at least
_MOST_POINTS = (
    1000  # of each tenfold of the time: a long loop is not logged as densely as its begin
)
_SHOWN_EVERY = 0.1  # seconds


class Numbers(Protocol):
    """A writer that takes numbers; a LogWriter does."""

    @property
    def closed(self) -> bool:
        """True if the writer takes no more."""

    def add_scalar(self, tag: str, value: float, step: int) -> None:
        """Log one number."""


class TrackedLoop(Generic[Item]):
    """Gives what a loop goes over, and logs how far it is; everything else is asked of that itself."""

    def __init__(
        self,
        items: Iterable[Item],
        name: str,
        writer: Numbers,
        *,
        total: int | None,
        start: int,
        show: bool,
    ) -> None:
        check_tag(name)
        check_tag(f"{PROGRESS}{name}")
        if not isinstance(items, Iterable) and not hasattr(items, "__getitem__"):
            raise PayloadError(f"items: got {type(items).__name__}, want what a loop goes over")
        for what, number in (("total", total), ("start", start)):
            if number is not None and (type(number) is not int or number < 0):
                raise PayloadError(f"{what}: got {shown(number)}, want a whole number, 0 or more")
        self._items = items
        self._name = name
        self._writer = writer
        self._start = start
        self._total = _length(items, start) if total is None else total
        self._show = show

    def __len__(self) -> int:
        return len(self._items)  # type: ignore[arg-type]  # as they would say it themselves

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # copies and pickles look for such before there are items
            raise AttributeError(name)
        return getattr(self._items, name)

    def __iter__(self) -> Iterator[Item]:
        clock, done = time.monotonic, self._start
        size: int | None = None  # samples of the first item since the last point
        display = display_of(self._name, self._total, done) if self._show else None
        begun = logged_at = clock()
        logged, log_at, show_at = done, begun + _EVERY, begun
        self._log_left(done)
        try:
            for item in self._items:
                if size is None:
                    size = samples_in(item)
                yield item
                done += 1
                now = clock()
                if now >= show_at and display is not None:
                    display.update(done)
                    show_at = now + _SHOWN_EVERY
                if now >= log_at:
                    self._log(done, (done - logged) / (now - logged_at), size)
                    logged, logged_at, size = done, now, None
                    log_at = now + max(_EVERY, (now - begun) / _MOST_POINTS)
        finally:
            passed = clock() - logged_at
            # It is over, also where it was left early: for a loop within which others go on, that would not be so.
            self._total = None if self._total is None else done
            self._log(done, (done - logged) / passed if passed else 0.0, size)
            if display is not None:
                display.close(done)

    def _log(self, done: int, rate: float, size: int | None) -> None:
        """Log how many are done and how many a second; size: samples of each."""
        self._log_left(done)
        if rate and not self._writer.closed:
            self._writer.add_scalar(f"{PROGRESS}{self._name}/{STEPS_PER_SECOND}", rate, done)
            if size:
                name = f"{PROGRESS}{self._name}/{SAMPLES_PER_SECOND}"
                self._writer.add_scalar(name, rate * size, done)

    def _log_left(self, done: int) -> None:
        if self._total is not None and not self._writer.closed:
            left = float(max(0, self._total - done))
            self._writer.add_scalar(f"{PROGRESS}{self._name}/{LEFT}", left, done)


def _length(items: object, start: int) -> int | None:
    """How many there are in all; None if they don't tell."""
    try:
        return start + len(items)  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001  # a stream has no length, and a loader may ask a dataset for it
        return None
