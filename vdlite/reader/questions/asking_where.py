"""The questions that take a query: which runs or trials it finds, and what is computed of these."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vdlite.reader.logdir.logdirs import Logdir
from vdlite.reader.questions.added import Added, with_added
from vdlite.reader.questions.asking import Questions
from vdlite.reader.questions.matching import matching
from vdlite.reader.trials.run_summary import RunSummary, run_summary

if TYPE_CHECKING:
    from vdlite.reader.questions.asked_table import AskedTable
    from vdlite.reader.questions.find_runs import FoundRuns
    from vdlite.reader.questions.groups import GroupsAnswer
    from vdlite.reader.questions.hparam_rows import HparamsAnswer
    from vdlite.reader.questions.importance import ImportanceAnswer
    from vdlite.reader.trials.table import RunTable


class WhereQuestions(Questions):
    """The questions that take a query as the page's tables do; of runs, what people added in the page counts."""

    @abstractmethod
    def _place(self) -> Logdir:
        """The place where the logs lie."""

    @abstractmethod
    def _run_table(self) -> "RunTable":
        """The table of all runs as they are now."""

    @abstractmethod
    def _added(self, name: str) -> Added:
        """What people added to a run in the page."""

    def summary(self, run: str) -> RunSummary:
        """The run in one row: state, outcome, last step, the last value of each scalar, hyperparameters, damage.

        Raises NotFoundError if there is no such run.
        """
        return with_added(run_summary(self._run(run)), self._added(run))

    def find_runs(
        self,
        where: str | None = None,
        *,
        sort: str | None = None,
        descending: bool = False,
        tags: Sequence[str] | None = None,
        limit: int | None = None,
        archived: bool = False,
    ) -> "FoundRuns":
        """The runs that a query finds, each in one row, as `summary` has it; by name.

            reader.find_runs("lr < 1e-3 and state == live", sort="min(loss/test)", limit=10)

        where: a query as the page's tables take it; None finds all.
        sort: name of a column, such as `lr` or `max(accuracy)`; runs without a value in it are last.
        tags: of the last values only those of these scalars, or of those that a pattern such as `loss/*` fits.
        limit: the most rows; None for all. archived: True looks at runs that were archived in the page, too.
        Raises WhereError if the query can't be read or names what is not there, ValueError for a limit below 1.
        """
        from vdlite.reader.questions.find_runs import find_runs

        _check(limit)
        return find_runs(
            self.runs,
            self._run,
            self._run_table,
            self._place(),
            where,
            sort=sort,
            descending=descending,
            tags=tags,
            limit=limit,
            archived=archived,
        )

    def hparams(
        self,
        where: str | None = None,
        *,
        tags: Sequence[str] | None = None,
        sort: str | None = None,
        descending: bool = False,
        limit: int = 100,
        archived: bool = False,
    ) -> "HparamsAnswer":
        """The trials that a query finds: what each was given, and the last values of metrics.

        tags: of the metrics, or patterns such as `loss/*`; None for those that trials name as theirs.
        where, sort, archived: as of `find_runs`; limit: the most trials.
        Raises WhereError if the query can't be read or names what is not there, ValueError for a limit below 1.
        """
        from vdlite.reader.questions.hparam_rows import hparam_rows

        _check(limit)
        asked = self._asked(archived)
        chosen = None if tags is None else matching(sorted(asked.scalars), tags)
        return hparam_rows(asked, where, chosen, sort=sort, descending=descending, limit=limit)

    def importance(
        self,
        metric: str,
        where: str | None = None,
        *,
        seed: int = 0,
        limit: int = 50,
        archived: bool = False,
    ) -> "ImportanceAnswer":
        """How much each hyperparameter matters for a metric, with its uncertainty; the same numbers as in the page.

        metric: a scalar, whose last value counts, or `min(loss)`, `max(...)`, `mean(...)`. where: which trials count.
        seed: the same gives the same numbers. limit: of hyperparameters, and of pairs.
        Raises WhereError for no such scalar or a wrong query, ValueError for a limit below 1.
        """
        from vdlite.reader.questions.importance import importance  # which loads scikit-learn

        _check(limit)
        return importance(self._asked(archived), metric, where, seed=seed, limit=limit)

    def groups(
        self,
        metric: str,
        by: str,
        where: str | None = None,
        *,
        against: str | None = None,
        limit: int = 50,
        archived: bool = False,
    ) -> "GroupsAnswer":
        """How the trials with each value of a hyperparameter did, and whether they differ from the best such group.

        metric: as of `importance`; by: a hyperparameter, or any other column. where: which trials count.
        against: label of the group that others are compared with; None for that with the best mean, which there is
            where the trials say which way the metric is better.
        A difference has its interval, its test and how many trials it is of. limit: of groups.
        Raises WhereError for no such scalar or column, ValueError for no such group or a limit below 1.
        """
        from vdlite.reader.questions.groups import groups_of  # which loads SciPy

        _check(limit)
        asked = self._asked(archived)
        return groups_of(
            asked, metric, by, where, against=against, limit=limit, goals=self.directions
        )

    def _asked(self, archived: bool) -> "AskedTable":
        from vdlite.reader.questions.asked_table import AskedTable

        return AskedTable(self._run_table(), self._place(), "trials", archived=archived)


def _check(limit: int | None) -> None:
    if limit is not None and limit < 1:
        raise ValueError(f"limit: got {limit}, want at least 1")
