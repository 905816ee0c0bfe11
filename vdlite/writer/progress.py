"""How far a loop is: logged about once a second, and shown in the terminal that it runs in."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

from vdlite.errors import PayloadError, shown
from vdlite.kinds.progress_tags import PROGRESS
from vdlite.writer.arguments.checks import check_tag
from vdlite.writer.batch_size import samples_in
from vdlite.writer.progress_display import display_of
from vdlite.writer.progress_log import Numbers, ProgressLog

Item = TypeVar("Item")

_SHOWN_EVERY = 0.1  # seconds


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
        display = display_of(self._name, self._total, done) if self._show else None
        log = ProgressLog(self._writer, self._name, done, self._total)
        samples: int | None = None  # of the first item since the last point
        show_at = clock()
        try:
            for item in self._items:
                if samples is None:
                    samples = samples_in(item)
                yield item
                done += 1
                now = clock()
                if now >= show_at and display is not None:
                    display.update(done)
                    show_at = now + _SHOWN_EVERY
                if now >= log.next:
                    log.reach(done, samples)
                    samples = None
        finally:
            log.end(done, samples)
            if display is not None:
                display.close(done)


def _length(items: object, start: int) -> int | None:
    """How many there are in all; None if they don't tell."""
    try:
        return start + len(items)  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001  # a stream has no length, and a loader may ask a dataset for it
        return None
