"""The reading side: log files below a logdir become runs, and runs hold series."""

from vdlite.reader.live.changes import Changes, GrownSeries, Growth, Progress
from vdlite.reader.live.store import Store
from vdlite.reader.log_reader import LogReader, ScalarPoints
from vdlite.reader.logdir.discovery import Unreadable
from vdlite.reader.run.losses import FileDamage, FileGap
from vdlite.reader.run.run import Run
from vdlite.reader.run.run_info import RunInfo
from vdlite.reader.series.columns import Columns
from vdlite.reader.series.landscapes import LoggedLandscape
from vdlite.reader.series.record_series import Record, Records
from vdlite.reader.series.scalar_series import ScalarSeries
from vdlite.reader.trials.trials import Metric, Trial

__all__ = [
    "Changes",
    "Columns",
    "FileDamage",
    "FileGap",
    "GrownSeries",
    "Growth",
    "LogReader",
    "LoggedLandscape",
    "Metric",
    "Progress",
    "Record",
    "Records",
    "Run",
    "RunInfo",
    "ScalarPoints",
    "ScalarSeries",
    "Store",
    "Trial",
    "Unreadable",
]
