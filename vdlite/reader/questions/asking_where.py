"""The questions that take a query: which runs or trials it finds, and what is computed of these."""

from abc import abstractmethod
from typing import TYPE_CHECKING

from vdlite.reader.logdir.logdirs import Logdir
from vdlite.reader.questions.added import Added, with_added
from vdlite.reader.questions.asking import Questions
from vdlite.reader.trials.run_summary import RunSummary, run_summary

if TYPE_CHECKING:
    from vdlite.reader.questions.find_runs import FoundRuns


class WhereQuestions(Questions):
    """The questions that take a query as the page's tables do; of runs, what people added in the page counts."""

    @abstractmethod
    def _place(self) -> Logdir:
        """The place where the logs lie."""

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
        limit: int | None = None,
        archived: bool = False,
    ) -> "FoundRuns":
        """The runs that a query finds, each in one row, as `summary` has it; by name.

            reader.find_runs("lr < 1e-3 and state == live", sort="min(loss/test)", limit=10)

        where: a query as the page's tables take it; None finds all.
        sort: name of a column, such as `lr` or `max(accuracy)`; runs without a value in it are last.
        limit: the most rows; None for all. archived: True looks at runs that were archived in the page, too.
        Raises WhereError if the query can't be read or names what is not there, ValueError for a limit below 1.
        """
        from vdlite.reader.questions.find_runs import find_runs

        if limit is not None and limit < 1:
            raise ValueError(f"limit: got {limit}, want at least 1")
        return find_runs(
            self.runs,
            self._run,
            self._place(),
            where,
            sort=sort,
            descending=descending,
            limit=limit,
            archived=archived,
        )
