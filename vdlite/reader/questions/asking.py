"""The questions that a reader of logs answers: its methods, each of which gives a typed answer in bounded size."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from vdlite.annotations.entry import LogbookEntry
from vdlite.errors import NotFoundError
from vdlite.kinds.hparams import Goal
from vdlite.reader.questions.console import ConsoleLines, console_lines
from vdlite.reader.questions.events.of_runs import Events, events_of_runs
from vdlite.reader.questions.logged_alerts import LoggedAlert, logged_alerts
from vdlite.reader.questions.matching import fitting, matching
from vdlite.reader.questions.near_tags import near_tags
from vdlite.reader.questions.outliers import Outliers, outliers_answer
from vdlite.reader.questions.ranks import Ranks, ranks_answer
from vdlite.reader.questions.rows import Rows, rows_of
from vdlite.reader.questions.run_report import RunReport, run_report
from vdlite.reader.questions.search import Hits, search
from vdlite.reader.run.run import Run
from vdlite.reader.series.series_summary import SeriesSummary, series_summary
from vdlite.reader.trials.run_summary import RunSummary, run_summary

if TYPE_CHECKING:
    from vdlite.reader.questions.differences import Comparison, Difference, Take


class Questions(ABC):
    """The questions. Whoever answers them knows the runs."""

    @property
    @abstractmethod
    def runs(self) -> list[str]:
        """Names of the runs."""

    @property
    @abstractmethod
    def directions(self) -> Mapping[str, Goal]:
        """The way in which each scalar is better, as people have said in the page."""

    @property
    @abstractmethod
    def baseline(self) -> list[str]:
        """Names of the runs that others are compared with."""

    @abstractmethod
    def logbook(self, run: str | None = None) -> list[LogbookEntry]:
        """The newest entries of the logbook, in their order. run: only those about it."""

    @abstractmethod
    def _run(self, name: str, *others: str) -> Run:
        """The run of that name. others: what else the caller was given, perhaps in another order."""

    def summary(self, run: str) -> RunSummary:
        """The run in one row: state, outcome, last step, the last value of each scalar, hyperparameters, damage.

        Raises NotFoundError if there is no such run.
        """
        return run_summary(self._run(run))

    def report(
        self, run: str, *, tags: Sequence[str] | None = None, limit: int = 1000
    ) -> RunReport:
        """The run at length: its summary, how each of its scalars went, and the tags of everything else.

        tags: only these scalars, or those that a pattern fits. limit: of scalars, and of tags of each other kind.
        Raises NotFoundError if there is no such run, ValueError for a limit below 1.
        """
        _check(limit)
        return run_report(self._run(run), self.summary(run), fits=fitting(tags), limit=limit)

    def series(
        self,
        run: str,
        tag: str,
        *,
        buckets: int = 40,
        first_step: int | None = None,
        last_step: int | None = None,
    ) -> SeriesSummary:
        """A scalar series in bounded size: first, last, smallest and largest point, and buckets of points.

        buckets: at most so many, of as many points each as the others, but one; each has its smallest and largest
            value, so that no spike can hide.
        first_step, last_step: only the points from and up to there; None for all.
        Raises NotFoundError if there is no such run or tag, ValueError if there is to be no bucket.
        """
        of_run = self._run(run, tag)
        known = of_run.tags()
        if tag not in known and not any(tag in of_run.tags(kind) for kind in of_run.kinds()):
            near = near_tags(tag, known)
            raise NotFoundError(f"no scalars with tag {tag!r} in run {run!r}{near}")
        return series_summary(
            run,
            tag,
            of_run.scalars(tag),
            buckets=buckets,
            first_step=first_step,
            last_step=last_step,
        )

    def events(
        self,
        run: str | None = None,
        *,
        tags: Sequence[str] | None = None,
        since: float | None = None,
        limit: int = 100,
    ) -> Events:
        """What happened that somebody should look at: NaN, spikes, pauses, missing steps, damage, how runs ended.

        run: only of this one; None for all. tags: only in these scalars, or in those that a pattern such as `loss/*`
            fits; None for all, of each of which the three largest events of a kind count.
        since: only what came later, in seconds since 1970. limit: the events that matter most.
        Raises NotFoundError if there is no such run, ValueError for a limit below 1.
        """
        _check(limit)
        runs = self.runs if run is None else [run]
        return events_of_runs(map(self._run, runs), fits=fitting(tags), since=since, limit=limit)

    def outliers(
        self, run: str, tags: Sequence[str] | None = None, *, limit: int = 100
    ) -> Outliers:
        """The scalars of a run that behave unlike the others: at each step, how far is each from the median of them all?

        tags: the group: these scalars, or those that a pattern such as `grad_norm/*` fits; None for all but those beside
            the training. Its members should measure the same thing; fewer than 8 are not compared. limit: of outliers.
        The distances are in robust standard deviations; docs/how-to/many-tags.md says when one makes an outlier.
        Raises NotFoundError if there is no such run, ValueError for a limit below 1, or for more than 16,777,216 tags by steps.
        """
        _check(limit)
        return outliers_answer(self._run(run), fitting(tags), limit)

    def alerts(self, run: str) -> list[LoggedAlert]:
        """The alerts that the training logged: `number`, `step`, `walltime`, `level` and `text` of each, as they came.

        Raises NotFoundError if there is no such run.
        """
        return list(logged_alerts(self._run(run)))

    def ranks(self, run: str, tag: str | None = None, *, limit: int = 64) -> Ranks:
        """The ranks of a run that several processes logged: how far and how fast each is, and which stand out.

        tag: the scalar that they are compared by; None for the one that most ranks have logged.
        limit: of ranks, those that are silent or slow first.
        Raises NotFoundError if there is no such run or scalar, ValueError for a limit below 1.
        """
        _check(limit)
        of_run = self._run(run) if tag is None else self._run(run, tag)
        return ranks_answer(of_run, tag, limit)

    def compare(
        self,
        runs: Sequence[str],
        against: Sequence[str] | None = None,
        *,
        tags: Sequence[str] | None = None,
        take: "Take" = "last",
        limit: int = 20,
    ) -> "Comparison":
        """Runs beside each other: the settings in which they differ, and how their scalars went.

        runs, against: names, or patterns such as `lr=0.1/*`. against: a second group, from which the first one's
            difference is given with its interval and test, for each scalar by itself: of twenty that do not differ,
            one has p < 0.05 by chance. None for the baseline, where there is one and none of the runs is in it.
        tags: only these scalars, or those that a pattern fits. take: which number of them is compared.
        limit: of settings, of scalars, and of the runs that are named.
        Raises NotFoundError if there is no such run, ValueError if a run is in both groups, or for a limit below 1.
        """
        from vdlite.reader.questions.differences import compare_runs  # which loads SciPy

        _check(limit)
        chosen = self._chosen(runs)
        if against is None:
            baseline = self.baseline
            against = () if set(baseline) & set(chosen) else baseline
        groups = [chosen, self._chosen(against)]
        both = set(groups[0]) & set(groups[1])
        if both:
            raise ValueError(f"got run {min(both)!r} in both groups, want each run in one of them")
        first, second = ([self._run(name) for name in group] for group in groups)
        return compare_runs(
            first, second, fits=fitting(tags), take=take, limit=limit, goals=self.directions
        )

    def diff(
        self, a: str, b: str, *, tags: Sequence[str] | None = None, limit: int = 20
    ) -> "Difference":
        """The difference of two runs: hyperparameters, data, code, packages, environment, results.

        tags: only these scalars, or those that a pattern fits. limit: of settings, lines of code, and scalars of each sort.
        Raises NotFoundError if there is no such run, ValueError for a limit below 1.
        """
        from vdlite.reader.questions.differences import difference_of  # which loads SciPy

        _check(limit)
        return difference_of(self._run(a), self._run(b), fits=fitting(tags), limit=limit)

    def search(self, words: str, *, runs: Sequence[str] | None = None, limit: int = 50) -> Hits:
        """The places of some words, as they are, in either case: in names of runs, tags, settings,
        the logbook, and texts.

        runs: only in these, or those that a pattern fits; None for all. limit: of hits.
        Raises NotFoundError if there is no such run, ValueError for no words or a limit below 1.
        """
        _check(limit)
        names = self.runs if runs is None else self._chosen(runs)
        entries = [
            entry
            for entry in reversed(self.logbook())
            if runs is None or set(entry.runs) & set(names)
        ]
        together = [self._run(name) for name in names]
        return search(together, words, entries=entries, limit=limit)

    def rows(
        self,
        run: str,
        tag: str,
        kind: str | None = None,
        *,
        first_step: int | None = None,
        last_step: int | None = None,
        limit: int = 20,
    ) -> Rows:
        """The newest records of a tag as what JSON has: long texts are cut, large arrays are their shape and range.

        kind: None for the only one that has this tag; `scalar` gives points. limit: of records; one alone has more of
            its text.
        Raises NotFoundError if there is no such run, tag or kind, or if several kinds have the tag; ValueError for a
        limit below 1.
        """
        _check(limit)
        return rows_of(
            self._run(run, tag),
            tag,
            kind,
            first_step=first_step,
            last_step=last_step,
            limit=limit,
        )

    def console_lines(
        self,
        run: str,
        *,
        search: str | None = None,
        regex: bool = False,
        first: int | None = None,
        since: float | None = None,
        limit: int = 100,
    ) -> ConsoleLines:
        """Some lines that the run's programs printed: the last ones, without colors, each with its time and stream.

        search: only lines that have these words, in either case; with `regex` an expression of Python.
        first, since: from this line, or this time (seconds since 1970) on: the first ones from there. limit: of lines.
        Raises NotFoundError if there is no such run or nothing of its console was kept, FormatError for an expression
        that is none or takes too long, ValueError for a limit below 1.
        """
        _check(limit)
        return console_lines(
            self._run(run), search=search, regex=regex, first=first, since=since, limit=limit
        )

    def _chosen(self, patterns: Sequence[str]) -> list[str]:
        """The runs that are named or that a pattern fits. Raises NotFoundError where one fits none."""
        patterns = [patterns] if isinstance(patterns, str) else patterns
        names = self.runs
        for pattern in patterns:
            if not matching(names, [pattern]):
                self._run(pattern)  # which says what there is instead
        return matching(names, patterns)


def _check(limit: int) -> None:
    if limit < 1:
        raise ValueError(f"limit: got {limit}, want at least 1")
