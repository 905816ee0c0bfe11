"""The reading side: log files below a logdir become runs, and runs hold series.

What is public here is loaded when it is first used: a question that a server answers needs no array.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

_HOMES = {
    "Changes": "vdlite.reader.live.changes",
    "GrownSeries": "vdlite.reader.live.changes",
    "Growth": "vdlite.reader.live.changes",
    "Progress": "vdlite.reader.live.changes",
    "Store": "vdlite.reader.live.store",
    "LogReader": "vdlite.reader.log_reader",
    "ScalarPoints": "vdlite.reader.log_reader",
    "Unreadable": "vdlite.reader.logdir.discovery",
    "FileDamage": "vdlite.reader.run.losses",
    "FileGap": "vdlite.reader.run.losses",
    "Run": "vdlite.reader.run.run",
    "RunInfo": "vdlite.reader.run.run_info",
    "Columns": "vdlite.reader.series.columns",
    "LoggedLandscape": "vdlite.reader.series.landscapes",
    "Record": "vdlite.reader.series.record_series",
    "Records": "vdlite.reader.series.record_series",
    "ScalarSeries": "vdlite.reader.series.scalar_series",
    "Metric": "vdlite.reader.trials.trials",
    "Trial": "vdlite.reader.trials.trials",
}

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


def __getattr__(name: str) -> object:
    """Load a public name when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
