"""LogReader: what a script reads logs with."""

import logging
import os
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vdlite.annotations.entry import LogbookEntry
from vdlite.annotations.logbook import MOST_ENTRIES
from vdlite.cache.column_cache import ColumnCache, default_cache
from vdlite.cache.kept_runs import RestingRun
from vdlite.cache.locks import ForkLock
from vdlite.errors import LogdirError, NotFoundError
from vdlite.format.outcome import Outcome
from vdlite.format.shown_path import shown_path
from vdlite.kinds.graph.types import NAME as GRAPH
from vdlite.kinds.hparams import Goal
from vdlite.kinds.scalar import NAME as SCALAR
from vdlite.reader.files.tail import PIECE_BYTES
from vdlite.reader.logdir.discovery import Hidden, Unreadable, discover
from vdlite.reader.logdir.foreign_stores import Stores
from vdlite.reader.logdir.logdirs import Logdir, check_logdir, logdirs_of
from vdlite.reader.logdir.lost_logdirs import lost_logdirs
from vdlite.reader.logdir.mirrored_logs import MirroredLogs
from vdlite.reader.logdir.part_folders import Folded, PartFolders
from vdlite.reader.logdir.reached import Reached
from vdlite.reader.questions.added import NOTHING, Added, added_to, baseline_of, directions_of
from vdlite.reader.questions.asking_where import WhereQuestions
from vdlite.reader.questions.logbook import logbook
from vdlite.reader.questions.near_runs import runs_instead
from vdlite.reader.remote.address import address_of
from vdlite.reader.run.losses import FileDamage, FileGap
from vdlite.reader.run.progress import Progress
from vdlite.reader.run.ranks import points_by_rank
from vdlite.reader.run.run import Run
from vdlite.reader.run.run_at_rest import place_of_row
from vdlite.reader.series.landscapes import (
    LANDSCAPE,
    LoggedLandscape,
    find_landscape,
    logged_landscapes,
)
from vdlite.reader.series.record_series import Record
from vdlite.reader.trials.kept_trials import at_rest
from vdlite.reader.trials.trials import Trial, trials

if TYPE_CHECKING:
    import pandas
    import pyarrow
    from polars import DataFrame as PolarsFrame

    from vdlite.kinds.graph import Graph
    from vdlite.kinds.landscape import Landscape
    from vdlite.profiling.logged import LoggedProfile
    from vdlite.reader.trials.table import RunTable


logger = logging.getLogger("vdlite")

_LEAST_KEPT = 1 << 20  # bytes of a log that take long enough to read
_MANY_RUNS = 200  # which take long enough to read, however little each holds
_KEPT_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class ScalarPoints:
    """The points of a scalar series, in step order; all columns of one length [N]."""

    steps: NDArray[np.int64]
    walltimes: NDArray[np.float64]  # seconds since 1970
    values: NDArray[np.float64]
    superseded: NDArray[np.bool_] | None = None
    """Which points a later one of the same step replaced; only where it was asked for."""

    def __len__(self) -> int:
        return len(self.steps)


class LogReader(WhereQuestions):
    """The logs below a folder, as arrays.

        reader = LogReader("runs")
        for run in reader.runs:
            loss = reader.scalars(run, "loss/train")
            print(run, loss.steps[-1], loss.values.min())

    A run is read when it is first asked for. Logs that are still written to may be read too; `refresh` takes in
    what has come since. Nothing is ever changed in the folder; what was read of large logs is kept in the cache of this
    user, so that the next reader need not read them (an empty VDLITE_CACHE turns that off). Threads may share a reader.
    """

    def __init__(
        self,
        logdir: str | os.PathLike[str],
        *,
        follow_links: bool = False,
        fold: bool = True,
    ) -> None:
        """logdir: a folder of runs, the folder of one run, or a single log file; or its address, such as s3://bucket/runs.

        Raises LogdirError if there is no such, and MissingPackageError without the package that reads such an address.

        follow_links: True also follows links that lead out of it.
        fold: False shows each folder that a TensorBoard writer made as a run of its own; True takes those that its
            `add_scalars` and `add_hparams` made for parts of the run.
        """
        if logdir == "":
            check_logdir("")
        address = address_of(logdir)
        path = Path(logdir) if address is None else address.path
        if address is None and not path.exists():
            raise LogdirError(f"can't read logs: there is no such folder: {path}")
        check_logdir(path)
        (self._logdir,) = logdirs_of([path if address is None else str(address)])
        self._shown = str(path) if address is None else str(address)
        self._files = Reached([self._logdir], follow_links=follow_links)
        self._files.check()
        self._part_folders = PartFolders(self._files) if fold else None
        self._mirrored_logs = MirroredLogs(self._files)
        self._kept = default_cache(self._logdir.folder)
        self._stores = Stores(self._files, noting=self._kept is not None)
        self._unreadable: list[Unreadable] = []
        self._ever_there: set[Path] = set()  # the logdir, once it has answered
        self._runs: dict[str, Run] = {}
        self._found: dict[str, list[Path]] = {}  # the files of each run, and those of other folders
        self._folded: dict[Path, Folded] = {}
        self._read: set[str] = set()
        self._reported: set[str] = set()  # paths of files that take a library which is not there
        self._reading = ForkLock()  # a run is read by one thread at a time, into this buffer
        self._buffer = bytearray(PIECE_BYTES)
        # None: it was not asked for since the last look.
        self._known_added: Mapping[str, Added] | None = None
        self._known_table: RunTable | None = None
        self._resting = {} if self._kept is None else self._kept.runs.below([self._logdir.folder])
        self._to_keep: list[tuple[Path, RestingRun]] = []
        if self._kept is not None:
            weakref.finalize(self, _keep, self._kept, self._to_keep)
        self._take_in()

    def __repr__(self) -> str:
        return f"<LogReader of {len(self._runs)} runs: {self._shown}>"

    def refresh(self) -> None:
        """Take in new runs, leave out vanished ones, and read what has been added to those read before.

        Where the logdir can't be looked at for the moment, or is gone, what was read of it stays, and `unreadable`
        says why.
        """
        with self._reading:
            self._files.look()
            self._take_in()

    def _take_in(self) -> None:
        self._known_added = self._known_table = None
        look = discover([self._logdir.path], self._files)
        lost = lost_logdirs({self._shown: self._logdir}, look, self._ever_there)
        self._ever_there |= look.there
        look.unreadable += [each.hidden for each in lost if each.is_away]
        self._unreadable = look.unreadable
        folded = dict[Path, Folded]()
        if self._part_folders is not None:
            look.files, folded = self._part_folders.fold(look.files)
        look.files = self._mirrored_logs.leave_out(look.files)
        self._stores.expand(look)
        self._tell_missing_libraries()
        hidden = Hidden(look.unreadable)
        kept = {name: files for name, files in self._found.items() if name in hidden}
        self._found, self._folded = {**kept, **look.files}, folded
        for name in self._runs.keys() - self._found.keys():
            del self._runs[name]
            self._read.discard(name)
        for name, files in look.files.items():
            if name in self._runs:
                self._runs[name].set_files(files, folded)
            else:
                self._begin(name)
        for name in self._read:
            self._load(self._runs[name])

    def _begin(self, name: str) -> None:
        """Know the run, of which nothing has been read."""
        run = self._runs[name] = Run(name, self._files, stores=self._stores, kept=self._kept)
        files = self._found[name]
        kept = self._resting.pop(str(place_of_row(files)), None)
        if kept is not None and self._folded.keys().isdisjoint(files):
            run.rest(files, kept)
        else:
            run.set_files(files, self._folded)
        self._read.discard(name)

    def _tell_missing_libraries(self) -> None:
        """Once of each file: who asks for its runs would take it for empty."""
        for item in self._unreadable:
            if not item.is_damaged and item.path not in self._reported:
                self._reported.add(item.path)
                logger.warning(
                    "vdlite: not read: %s: %s",
                    item.reason,
                    shown_path(self._logdir.folder / item.path),
                )

    def _load(self, run: Run) -> None:
        run.look()
        run.read(self._buffer)
        if run.look():  # what turned out to have been rewritten begins anew
            run.read(self._buffer)
        run.keep(_LEAST_KEPT)

    def _run(self, name: str, *others: str) -> Run:
        """The run of that name. others: what else the caller was given, perhaps in another order."""
        run = self._runs.get(name)
        if run is None:
            named = next((other for other in others if other in self._runs), None)
            first = "" if named is None else f" (the run comes first: got {named!r} behind it)"
            instead = runs_instead(name, self.runs)
            raise NotFoundError(f"no run {name!r}{first}, {instead}: {self._shown}")
        if name not in self._read:
            with self._reading:
                if name not in self._read:
                    self._load(run)
                    self._read.add(name)
                    self._keep_as_a_whole(run)
        return run

    def _keep_as_a_whole(self, run: Run) -> None:
        """Keep one of very many runs, if it rests, so that the next reader need not open its logs."""
        if self._kept is None or run.rests or len(self._runs) < _MANY_RUNS:
            return
        kept = at_rest(run) if run.extent.bytes < _LEAST_KEPT else None
        if kept is not None and (place := run.place_of_row) is not None:
            self._to_keep.append((place, kept))
        if len(self._to_keep) >= _KEPT_AT_ONCE:
            _keep(self._kept, self._to_keep)

    @property
    def runs(self) -> list[str]:
        """Names of the runs: their folders relative to the path, sorted; `.` for the path itself."""
        return sorted(self._runs)

    @property
    def baseline(self) -> list[str]:
        """Names of the runs that others are compared with, sorted; empty if none was chosen.

        They were chosen in the page or by `vdlite baseline`, and lie beside the logs; of an address nothing is known.
        """
        return sorted(baseline_of(self._logdir) & self._runs.keys())

    @property
    def directions(self) -> dict[str, Goal]:
        """The way in which scalars are better, "min" or "max" by tag, as people have said in the page; of an address none is known."""
        return directions_of(self._logdir)

    @property
    def unreadable(self) -> list[Unreadable]:
        """Files and folders of which nothing can be read: path (relative to the logdir), reason."""
        return list(self._unreadable)

    def times(self, run: str) -> tuple[float | None, float | None]:
        """The times of the run's beginning and of its last record (seconds since 1970); None where it is not known.

        Raises NotFoundError if there is no such run.
        """
        info = self._run(run).info
        return info.started, info.updated

    def duration(self, run: str) -> float | None:
        """Seconds that the training took; None where its records tell no time.

        Pauses between its writers do not count, as when it was resumed, nor what was computed of it later, such as a
        landscape. Raises NotFoundError if there is no such run.
        """
        return self._run(run).info.duration

    def state(self, run: str) -> str:
        """The state of the run: `live` (it grew just now), `ended`, or `quiet`: neither.

        Raises NotFoundError if there is no such run.
        """
        return self._run(run).info.state

    def outcome(self, run: str) -> Outcome | None:
        """How a run that has ended did so: `finished`, `failed`, `pruned` or `killed`; None if that was not known.

        Raises NotFoundError if there is no such run.
        """
        return self._run(run).info.outcome

    def progress(self, run: str) -> Progress | None:
        """How far the run is, as its program says by `LogWriter.track`; None where it does not.

        Raises NotFoundError if there is no such run.
        """
        return self._run(run).info.progress

    def display_name(self, run: str) -> str | None:
        """What people or the training call the run in place of its folder's name; None if they gave it no other.

        Raises NotFoundError if there is no such run.
        """
        own = self._run(run).info.display_name
        return self._added(run).name or own

    def labels(self, run: str) -> list[str]:
        """The labels that people gave the run in the page, or else those that its training gave it.

        A training does so by `vdlite.init(tags=...)`, or by `tags` in its lineage.
        Raises NotFoundError if there is no such run.
        """
        own = self._run(run).info.labels
        given = self._added(run).labels
        return list(own if given is None else given)

    def _place(self) -> Logdir:
        return self._logdir

    def _run_table(self) -> "RunTable":
        if self._known_table is None:
            from vdlite.reader.trials.table import RunTable  # which takes a while to load

            self._known_table = RunTable.of([self._run(name) for name in self.runs])
        return self._known_table

    def _added(self, name: str) -> Added:
        """What people added to a run in the page."""
        if self._known_added is None:
            self._known_added = added_to(self._logdir)
        return self._known_added.get(name, NOTHING)

    def kinds(self, run: str) -> list[str]:
        """The kinds that the run has records of, sorted. Raises NotFoundError if there is no such run."""
        return list(self._run(run).kinds())

    def tags(self, run: str, kind: str = SCALAR) -> list[str]:
        """The run's tags of that kind, sorted. Raises NotFoundError if there is no such run."""
        return list(self._run(run, kind).tags(kind))

    def scalars(self, run: str, tag: str, *, superseded: bool = False) -> ScalarPoints:
        """The points of a scalar series, in step order.

        superseded: False gives of each step the point that was logged last; True gives all, and marks the others.
        Raises NotFoundError if there is no such run or tag.
        """
        read = self._run(run, tag)
        if superseded:
            points, marks = read.scalars(tag, hold=False).all_points()
            return ScalarPoints(points.steps, points.walltimes, points.values, marks)
        points = read.points_once(tag)
        for column in (points.steps, points.walltimes, points.values):
            column.flags.writeable = False
        return ScalarPoints(points.steps, points.walltimes, points.values)

    def records(
        self, run: str, kind: str, tag: str, *, superseded: bool = False
    ) -> Sequence[Record]:
        """The records of a series of any other kind, in step order.

        Each has `step`, `walltime` (seconds since 1970), `summary` and `payload`, which is read from the file when
        it is asked for. Raises NotFoundError if there is no such run, kind or tag.
        """
        return self._run(run, kind, tag).records(kind, tag).records(superseded=superseded)

    def landscapes(self, run: str, tag: str | None = None) -> list[LoggedLandscape]:
        """The loss landscapes of a run: `tag`, `step`, `id`, `walltime`, `summary` and `done` of each.

        tag: only of this one; None for all. Of a tag the highest step comes first, and of one step the latest.
        Raises NotFoundError if there is no such run or tag.
        """
        tags = self.tags(run, LANDSCAPE) if tag is None else [tag]
        return [
            found
            for each in tags
            for found in logged_landscapes(self._run(run).records(LANDSCAPE, each))
        ]

    def landscape(
        self,
        run: str,
        tag: str,
        step: int | None = None,
        id: str | None = None,  # noqa: A002  # what it is called everywhere
    ) -> "Landscape":
        """A loss landscape, put together of all its records.

        step: None for the highest; id: None for the latest of that step.
        Raises NotFoundError if there is none, FormatError if its coordinates can't be read.
        """
        series = self._run(run).records(LANDSCAPE, tag)
        return find_landscape(series, step, id).read()[0]

    def graph(self, run: str, tag: str = "model", step: int | None = None) -> "Graph":
        """A graph that `add_graph` or `add_data_graph` logged, with columns of its operations.

        step: None for the highest. Raises NotFoundError if there is none.
        """
        records = self._run(run).records(GRAPH, tag).records()
        found = [record for record in records if step is None or record.step == step]
        if not found:
            raise NotFoundError(f"no graph {tag!r} at step {step} in run {run!r}")
        graph: Graph = found[-1].payload
        return graph

    def profile(self, run: str, tag: str = "profile", step: int | None = None) -> "LoggedProfile":
        """A profile that `profile`, `profile_handler` or `add_profile` logged: where the time of some steps went.

        step: None for the highest. Of several ranks each has a tag of its own, such as `profile/rank0`.
        Raises NotFoundError if there is none, FormatError if its tables are damaged.
        """
        from vdlite.reader.series.profiles import PROFILE, find_profile, read_profile

        return read_profile(find_profile(self._run(run).records(PROFILE, tag), step))

    def console(self, run: str, *, colors: bool = False) -> str:
        """What the run's programs printed, as it was left on the screen: each line with its end.

        colors: True leaves ANSI's sequences for colors in it. `console_lines` gives a part, with times.
        Raises NotFoundError if there is no such run, or nothing of its console was kept.
        """
        from vdlite.reader.questions.console import console_text

        return console_text(self._run(run), colors=colors)

    def again(self, run: str) -> str:
        """The lines for a shell that run a run again, as far as its environment says how it was started.

        Raises NotFoundError if there is no such run, or it did not log that.
        """
        from vdlite.reader.questions.settings import environment_of

        found = environment_of(self._run(run))
        if found is None or not found.again:
            raise NotFoundError(
                f"run {run!r} has not logged its environment: add_environment() does, and vdlite.init(save_code=True)"
            )
        return found.again

    def trials(self, run: str | None = None) -> list[Trial]:
        """The trials that `add_hparams` logged: `run`, `number`, `walltime`, `hparams` and `metrics` of each.

        run: only of this one; None for all. Raises NotFoundError if there is no such run.
        """
        names = self.runs if run is None else [run]
        return [trial for name in names for trial in trials(self._run(name))]

    def logbook(self, run: str | None = None, *, limit: int = MOST_ENTRIES) -> list[LogbookEntry]:
        """What people and programs concluded from the runs: the newest entries of the logdir's logbook, in their order.

        run: only entries about this one, which need not be there any more; None for all.
        limit: at most so many; of more, the newest.
        Raises ValueError for a limit below 1, and OSError where `logbook.md` is there and can't be read.
        """
        return logbook(self._logdir, self._files, run, limit)

    @property
    def damage(self) -> list[FileDamage]:
        """The damage in the runs' files: file (relative to the path), offset, bytes, reason."""
        unreadable = [item for item in self._unreadable if item.is_damaged]
        found = [FileDamage(item.path, 0, 0, item.reason) for item in unreadable]
        for name in self.runs:
            run = self._run(name)
            for failure in run.losses().failures():
                found.append(FileDamage(failure[0], 0, 0, failure[1]))
            found.extend(run.losses().damage())
        return found

    @property
    def gaps(self) -> list[FileGap]:
        """Records that writers could not write: file (relative to the path), how many, since when, until when."""
        return [gap for name in self.runs for gap in self._run(name).losses().gaps()]

    def rank_scalars(self, run: str, tag: str) -> dict[int, ScalarPoints]:
        """The points of a scalar that each rank has logged, by rank; empty for a run of one process.

        Raises NotFoundError if there is no such run or tag.
        """
        return {
            rank: ScalarPoints(points.steps, points.walltimes, points.values)
            for rank, points in points_by_rank(self._run(run, tag), tag).items()
        }

    def dataframe(
        self, run: str | None = None, tag: str | None = None, *, superseded: bool = False
    ) -> "pandas.DataFrame":
        """The scalars as a table with the columns run, tag, step, walltime, value (and superseded).

        run, tag: only these; None for all. Needs pandas; raises ImportError without it.
        """
        from vdlite.reader.tables import dataframe

        return dataframe(self, run, tag, superseded=superseded)

    def arrow(
        self, run: str | None = None, tag: str | None = None, *, superseded: bool = False
    ) -> "pyarrow.Table":
        """The scalars as a table of Arrow, with the columns of `dataframe`; run and tag are dictionaries.

        The numbers of a long series are not copied. Needs pyarrow; raises ImportError without it.
        """
        from vdlite.reader.tables import arrow

        return arrow(self, run, tag, superseded=superseded)

    def polars(
        self, run: str | None = None, tag: str | None = None, *, superseded: bool = False
    ) -> "PolarsFrame":
        """The table of `arrow` as a DataFrame of Polars. Needs polars and pyarrow; raises ImportError without them."""
        from vdlite.reader.tables import polars_frame

        return polars_frame(self, run, tag, superseded=superseded)


def _keep(cache: ColumnCache, runs: list[tuple[Path, RestingRun]]) -> None:
    """Keep these runs, and have none left."""
    cache.runs.put(runs)
    runs.clear()
