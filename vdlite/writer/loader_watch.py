"""How long a training waits for its data."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

from vdlite.errors import PayloadError, shown
from vdlite.writer.arguments.checks import check_tag
from vdlite.writer.batch_size import samples_in
from vdlite.writer.progress_log import Numbers

Batch = TypeVar("Batch")


class WatchedLoader(Generic[Batch]):
    """Gives the batches of a loader, and logs the waiting for them; everything else is asked of the loader itself."""

    def __init__(
        self,
        loader: Iterable[Batch],
        name: str,
        writer: Numbers,
        counts: dict[str, int],
        *,
        every: int,
    ) -> None:
        """counts: how many batches each name has had, of all loaders that a writer watches."""
        check_tag(name)
        if isinstance(every, bool) or not isinstance(every, int) or every < 1:
            raise PayloadError(f"every: got {shown(every)}, want a whole number, 1 or more")
        if not isinstance(loader, Iterable) and not hasattr(loader, "__getitem__"):
            raise PayloadError(f"loader: got {type(loader).__name__}, want what gives batches")
        self._loader = loader
        self._name = name
        self._writer = writer
        self._counts = counts
        self._every = every

    def __len__(self) -> int:
        return len(self._loader)  # type: ignore[arg-type]  # as the loader itself would say it

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # copies and pickles look for such before there is a loader
            raise AttributeError(name)
        return getattr(self._loader, name)

    def __iter__(self) -> Iterator[Batch]:
        clock, every = time.perf_counter, self._every
        began = before = clock()  # to start workers is waiting, too
        batches = iter(self._loader)
        waited, count, size = 0.0, 0, 0
        try:
            for batch in batches:
                waited += clock() - before
                if not count:
                    size = samples_in(batch)
                count += 1
                yield batch
                before = clock()
                if count == every:
                    self._log(waited, before - began, count, size)
                    waited, count, began = 0.0, 0, before
        finally:
            if count:
                self._log(waited, clock() - began, count, size)

    def _log(self, waited: float, passed: float, count: int, size: int) -> None:
        """Log the seconds that were waited for so many batches, and that have passed."""
        step = self._counts.get(self._name, 0) + count
        self._counts[self._name] = step
        if self._writer.closed:
            return
        numbers = {
            "wait_ms": 1e3 * waited / count,
            "wait_share": waited / passed if passed else 0.0,
        }
        if size and passed:
            numbers["samples_per_second"] = count * size / passed
        for name, value in numbers.items():
            self._writer.add_scalar(f"data/{self._name}/{name}", value, step)
