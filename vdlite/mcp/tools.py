"""The tools that agents are given: each is a question of a reader, answered as JSON in bounded size.

Their names, docstrings and arguments are what a model sees.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from mcp.server.mcpserver import Image
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from vdlite.errors import VdliteError
from vdlite.picture import picture
from vdlite.reader import LogReader
from vdlite.reader.questions.bounded import MOST, MOST_BYTES, bounded
from vdlite.reader.questions.events.of_runs import Events
from vdlite.reader.questions.plain import as_json
from vdlite.reader.questions.report_plain import report_plain
from vdlite.reader.questions.run_rows import RunRows, run_rows
from vdlite.reader.questions.series_plain import series_plain

_Answer = TypeVar("_Answer")

Run = Annotated[str, Field(description="name of a run, as the tool `runs` gives it")]
Runs = Annotated[
    list[str], Field(description="names of runs, or patterns in which * stands for anything")
]
Tags = Annotated[
    list[str] | None,
    Field(description="only these scalars, or patterns such as loss/*; all if left out"),
]
Step = Annotated[int | None, Field(description="only from here, or up to here; all if left out")]


class Tools:
    """The tools over one logdir. Threads may share them; one question is answered at a time."""

    def __init__(self, logdir: str | Path, *, follow_links: bool = False) -> None:
        self._lock = threading.Lock()
        self._logdir = logdir
        self._follow_links = follow_links
        self._reader: LogReader | None = None

    def runs(
        self,
        where: Annotated[
            str | None,
            Field(
                description="a condition, such as: lr < 0.01 and state == live; max(accuracy) > 0.9; name ~ baseline; outcome == failed"
            ),
        ] = None,
        sort: Annotated[
            str | None,
            Field(description="a column, such as loss or started; its smallest value comes first"),
        ] = None,
        descending: Annotated[bool, Field(description="the largest value first")] = False,
        tags: Tags = None,
        limit: Annotated[int, Field(description="at most so many runs", ge=1)] = 50,
    ) -> str:
        """List the runs: state (live, ended, quiet), outcome, last step, hyperparameters, last value of each scalar.

        Begin here. `of` is the number of runs that fit; `left_out` says what had no room.
        """

        def question(reader: LogReader, most: int) -> RunRows:
            found = reader.find_runs(where, sort=sort, descending=descending, limit=most)
            return run_rows(found.runs, found.found, tags=tags, limit=most)

        return self._bounded(question, limit)

    def summary(self, run: Run, tags: Tags = None) -> str:
        """Say how one run went: state, how it ended, hyperparameters, damage, and of each scalar first, last, smallest and largest value with their steps, NaN, restarts."""
        return self._bounded(
            lambda reader, most: report_plain(reader.report(run, tags=tags, limit=most)), 200
        )

    def series(
        self,
        run: Run,
        tag: Annotated[str, Field(description="tag of a scalar, such as loss/train")],
        first_step: Step = None,
        last_step: Step = None,
        buckets: Annotated[
            int, Field(description="parts that the steps are cut into", ge=1, le=1000)
        ] = 40,
    ) -> str:
        """Say how a scalar went over its steps. Nothing is sampled: each bucket has the smallest and largest of all its values, so a spike of a single step is always in the answer.

        Zoom in with first_step and last_step until a bucket is one step.
        """
        return self._bounded(
            lambda reader, most: series_plain(
                reader.series(run, tag, first_step=first_step, last_step=last_step, buckets=most)
            ),
            buckets,
        )

    def compare(
        self,
        runs: Runs,
        against: Annotated[
            list[str] | None,
            Field(
                description="a second group: gives the difference with interval and test; the baseline that people chose, if left out"
            ),
        ] = None,
        tags: Tags = None,
        take: Annotated[
            Literal["last", "min", "max"], Field(description="which number of a scalar is compared")
        ] = "last",
    ) -> str:
        """Compare runs: the settings (hyperparameters, code, packages, environment) in which they differ and which run is the odd one, and how their scalars went. With `against`, whether two groups differ.

        `verdict` says better or worse only where a test shows it; do not conclude more from it. `needed` is how many runs on each side would show the difference seen.
        """
        return self._bounded(
            lambda reader, most: reader.compare(runs, against, tags=tags, take=take, limit=most),
            20,
        )

    def events(
        self,
        run: Annotated[str | None, Field(description="name of a run; all runs if left out")] = None,
        tags: Tags = None,
        since: Annotated[
            float | None, Field(description="only what came later: seconds since 1970")
        ] = None,
    ) -> str:
        """Say what happened that somebody should look at, in order of time: NaN and infinities, spikes, gradients that vanished, missing steps, pauses, damaged files, how runs ended.

        With tags, all spikes of these scalars; without, the three largest of each scalar, whose `count` says how many there are.
        """
        every: list[Events] = []

        def question(reader: LogReader, most: int) -> Events:
            if not every:  # whatever the limit, the runs are looked at once
                every.append(reader.events(run, tags=tags, since=since, limit=MOST))
            return every[0].first(most)

        return self._bounded(question, 100)

    def search(
        self,
        words: Annotated[
            str, Field(description="looked for as they stand, in either case; no pattern")
        ],
        runs: Annotated[
            list[str] | None, Field(description="only in these runs, or patterns")
        ] = None,
    ) -> str:
        """Find words in names of runs, tags, hyperparameters, environment and logged texts."""
        return self._bounded(lambda reader, most: reader.search(words, runs=runs, limit=most), 50)

    def rows(
        self,
        run: Run,
        tag: Annotated[str, Field(description="tag of the records")],
        kind: Annotated[
            str | None,
            Field(
                description="scalar, text, image, ...; the only one that has the tag if left out"
            ),
        ] = None,
        first_step: Step = None,
        last_step: Step = None,
        limit: Annotated[int, Field(description="at most so many, the newest ones", ge=1)] = 20,
    ) -> str:
        """Read the newest records of a tag: texts, points of scalars, hyperparameters; of what is large, such as images, the size. One record alone (limit 1) has more of its text."""
        return self._bounded(
            lambda reader, most: reader.rows(
                run, tag, kind, first_step=first_step, last_step=last_step, limit=most
            ),
            limit,
        )

    def picture(
        self,
        view: Annotated[
            str,
            Field(
                description="address of a view, as answers have it in `view`, such as #/scalars?search=loss; the overview if empty"
            ),
        ] = "",
        width: Annotated[int, Field(description="pixels", ge=200, le=4000)] = 1280,
        height: Annotated[int, Field(description="pixels", ge=200, le=4000)] = 800,
        theme: Literal["light", "dark"] = "light",
    ) -> Image:
        """Draw a view of the page as people see it. Numbers are read from the other tools, not from pictures."""
        try:
            data = picture(
                self._logdir,
                view,
                width=width,
                height=height,
                theme=theme,
                follow_links=self._follow_links,
            )
        except (VdliteError, OSError, ValueError) as error:
            raise ToolError(str(error)) from error
        return Image(data=data, format="png")

    def known(self, run: str) -> str:
        """The name of a run that is there. Raises NotFoundError."""
        with self._lock:
            return self._fresh().summary(run).run

    def _bounded(self, question: Callable[[LogReader, int], _Answer], limit: int) -> str:
        """The JSON of an answer that is as long as it may be. Raises ToolError."""
        with self._lock:
            try:
                reader = self._fresh()
                answer = bounded(lambda most: question(reader, most), limit)
            except (VdliteError, OSError, ValueError) as error:
                raise ToolError(str(error)) from error
        text = as_json(answer)
        if len(text) > MOST_BYTES:
            raise ToolError(
                f"the shortest answer has {len(text):,} bytes, want at most {MOST_BYTES:,}: ask for some tags or runs only"
            )
        return text

    def _fresh(self) -> LogReader:
        """The reader, which has taken in what was logged since the last question."""
        if self._reader is None:
            self._reader = LogReader(self._logdir, follow_links=self._follow_links)
        else:
            self._reader.refresh()
        return self._reader
