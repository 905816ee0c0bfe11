"""A profile as a script uses it."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError
from vdlite.kinds.profile.categories import PARTS, PHASES
from vdlite.kinds.profile.recording import Note
from vdlite.kinds.profile.types import Content, Events, Tables
from vdlite.packages import needed
from vdlite.profiling.advice import Advice, advice
from vdlite.profiling.step_times import warm_up
from vdlite.profiling.tables import BY, WHAT, By, What, table
from vdlite.profiling.trees import module_tree, stack_tree

if TYPE_CHECKING:
    import pandas


class LoggedProfile:
    """The time of some steps, and where it went. Its events are read when they are first asked for."""

    def __init__(self, tables: Tables, read_content: Callable[[], Content]) -> None:
        """read_content: reads the events; raises FormatError if they are damaged."""
        self.tables = tables
        self._read_content = read_content

    def __repr__(self) -> str:
        return f"<profile of {self.tables.events} events in {len(self.steps)} steps>"

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts of the whole: source, versions, devices, options, rank."""
        return self.tables.facts

    @property
    def notes(self) -> Sequence[Note]:
        """The notes on what was left out, moved or failed: `text` and `level` of each."""
        return self.tables.notes

    @property
    def steps(self) -> NDArray[np.int64]:
        """Start and end of each step, ns since 1970, [S, 2]."""
        return self.tables.steps + self.tables.base

    @property
    def step_numbers(self) -> NDArray[np.int64]:
        """The profiler's number of each step, [S]."""
        return self.tables.step_numbers

    @property
    def warm_up(self) -> NDArray[np.bool_]:
        """True for the steps that took much longer at the beginning, and count in no mean, [S]."""
        return warm_up(self.tables)

    def breakdown(
        self, by: Literal["activity", "phase"] = "activity"
    ) -> dict[str, NDArray[np.int64]]:
        """Nanoseconds of each step, [S], by what they were spent on: parts do not overlap, and add up to the step.

        by: "activity" for kernel, memcpy, memset, communication, runtime, data, operator and other, of which the first
            counts where several happen at once; "phase" for data, forward, backward, optimizer, communication and other.
        Raises PayloadError for anything else.
        """
        if by not in ("activity", "phase"):
            raise PayloadError(f'breakdown: got by={by!r:.40}, want "activity" or "phase"')
        words, rows = (
            (PARTS, self.tables.parts) if by == "activity" else (PHASES, self.tables.phases)
        )
        return {word: rows[:, at].copy() for at, word in enumerate(words)}

    def phases(self) -> dict[str, NDArray[np.int64]]:
        """Nanoseconds of each step, [S], by what the host was doing: `breakdown("phase")`."""
        return self.breakdown("phase")

    def table(
        self,
        what: What = "operator",
        *,
        by: Sequence[By] = (),
        name: str | None = None,
        steps: tuple[int, int] | None = None,
    ) -> dict[str, Any]:
        """Columns of one length, a row for each operator, type, kernel, module or phase, the longest own time first.

        by: what else distinguishes rows: "shapes", "place" (file and line), "module", "phase", "launched_by".
        name: only rows of this name, or operators of this type.
        steps: numbers of the first and the last step; None for all, and what lies in none.
        Columns: name, category, calls, self_ns, total_ns, device_self_ns, device_total_ns, min_ns, max_ns, flops, bytes.
        Raises PayloadError for another `what` or `by`.
        """
        if what not in WHAT:
            raise PayloadError(f"table: got {what!r:.40}, want one of {WHAT}")
        for each in by:
            if each not in BY:
                raise PayloadError(f"table: got by={each!r:.40}, want some of {BY}")
        return table(self.tables, what, by=by, name=name, steps=steps)

    def tree(self, what: Literal["module", "stack"] = "module") -> dict[str, Any]:
        """Modules with their operators below them, or what called what: columns, parents first."""
        if what not in ("module", "stack"):
            raise PayloadError(f'tree: got {what!r:.40}, want "module" or "stack"')
        return module_tree(self.tables) if what == "module" else stack_tree(self.tables)

    def advice(self) -> list[Advice]:
        """The remarks to look at first: `rule`, `level`, `text` and `values` of each."""
        return advice(self.tables)

    @cached_property
    def content(self) -> Content:
        """All events, what was allocated, and what devices tell of kernels. Raises FormatError if they are damaged."""
        return self._read_content()

    @property
    def events(self) -> Events:
        """Columns of all events; texts are positions in `content.strings`, times ns from `tables.base`."""
        return self.content.events

    def dataframe(self, what: What = "operator") -> "pandas.DataFrame":
        """A table as of `table`. Needs pandas; raises ImportError without it."""
        with needed("a DataFrame"):
            import pandas

        return pandas.DataFrame(self.table(what))
