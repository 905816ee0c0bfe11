"""The reading side: log files below a logdir become runs, and runs hold series."""

from vdlite.reader.changes import Changes, GrownSeries, Growth, Progress
from vdlite.reader.columns import Columns
from vdlite.reader.discovery import Unreadable
from vdlite.reader.landscapes import LoggedLandscape
from vdlite.reader.log_reader import LogReader, ScalarPoints
from vdlite.reader.losses import FileDamage, FileGap
from vdlite.reader.record_series import Record, Records
from vdlite.reader.run import Run
from vdlite.reader.run_info import RunInfo
from vdlite.reader.scalar_series import ScalarSeries
from vdlite.reader.store import Store
from vdlite.reader.trials import Metric, Trial

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
