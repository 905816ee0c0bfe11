"""A plugin for pytest: every log is read twice, first from its bytes, and then from what was kept of them.

`pytest -p tests.reader.cached tests/reader` runs the tests so: what they see is what a process sees that finds the cache
of another one. Runs that have ended rest then, until a test asks for more than what was kept of them as a whole.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest

from vdlite.cache import stamps
from vdlite.cache.column_cache import default_cache
from vdlite.reader import Store
from vdlite.reader.run import keeping, run_file
from vdlite.reader.run.run import Run
from vdlite.reader.run.run_at_rest import RunAtRest
from vdlite.reader.series import scalar_series
from vdlite.reader.series.restarts import Restarts
from vdlite.reader.trials.kept_trials import at_rest


def _cached(init: Callable[..., None]) -> Callable[..., None]:
    @wraps(init)
    def with_cache(self: Store, *arguments: Any, **options: Any) -> None:
        options.setdefault("cache", default_cache())
        init(self, *arguments, **options)

    return with_cache


def _let_rest(run: Run) -> None:
    cache, place = default_cache(), run.place_of_row
    if cache is None or place is None or any(file.closed.rows for file in run.files):
        return  # tests of rows count which bytes are read
    resting = at_rest(run)
    if resting is not None:
        cache.runs.put([(place, resting)])
    kept = cache.runs.below([place]).get(str(place))
    if resting is None or kept is None:
        return
    rest = RunAtRest(run.name, sorted(run._files), kept)
    assert rest.is_as_it_was(run._of)
    for path in list(run._files):
        run._drop(path)
    run._restarts = Restarts()
    run._rest = rest


@pytest.fixture(autouse=True)
def _everything_is_read_from_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "LEAST_BYTES", 0)
    read = Run.read
    known: set[Run] = set()

    def read_and_keep(self: Run, *arguments: Any) -> Any:
        grown = read(self, *arguments)
        if self.loading:
            return grown
        is_kept = self.keep(1) and not any(file.tail.failure for file in self.files)
        if is_kept and self not in known:
            known.add(self)
            for path, file in list(self._files.items()):
                self._drop(path)
                self._follow(path, file.folded)
            self.look()
            again = read(self, *arguments)
            grown = {key: self._open_series(*key) for key in grown} | again
            _let_rest(self)
        return grown

    monkeypatch.setattr(Run, "read", read_and_keep)
    # Else what a test has just written would not be kept; none changes a file twice between two ticks.
    monkeypatch.setattr(stamps, "_TICK", 0)
    monkeypatch.setattr(Store, "__init__", _cached(Store.__init__))
    monkeypatch.setattr(scalar_series, "MAPPED_FROM", 8)
    monkeypatch.setattr(run_file, "_MANY_POINTS", 0)
