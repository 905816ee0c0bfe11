"""accelerate: a tracker for loops of one's own."""

import os
import sys
from collections.abc import Mapping
from typing import Any

from accelerate import tracking
from accelerate.tracking import GeneralTracker, on_main_process

from vdlite.integrations.pictures import pictures
from vdlite.integrations.trainer_run import TrainerRun
from vdlite.writer import LogWriter


class VdliteTracker(GeneralTracker):
    """Logs into `<project_dir>/<project name>`: `Accelerator(log_with="vdlite", project_dir="runs")`.

    With accelerate before 1.15: `Accelerator(log_with=VdliteTracker("first", "runs"))`.
    """

    name = "vdlite"
    requires_logging_directory = True
    main_process_only = True

    def __init__(self, run_name: str, logging_dir: "str | os.PathLike[str]" = "runs") -> None:
        """run_name, logging_dir: the run's folder, and the one above it. A run that is there already goes on.

        Nothing is opened before `start`: processes may not know their ranks yet.
        """
        super().__init__()
        self._folder = os.path.join(logging_dir, run_name)
        self._run: TrainerRun | None = None

    @property
    def tracker(self) -> LogWriter | None:
        """The LogWriter, for whatever else is to be logged; None before `start` and in other processes."""
        return None if self._run is None else self._run.writer

    @on_main_process
    def start(self) -> None:
        if self._run is None:
            self._run = TrainerRun(self._folder)
            self._run.writer.add_environment()

    @on_main_process
    def store_init_configuration(self, values: Mapping[str, Any]) -> None:
        """Log the hyperparameters."""
        self._started().tell_trial(values)

    @on_main_process
    def log(self, values: Mapping[str, Any], step: int | None = None, **_: Any) -> None:
        """Log numbers and texts; without a step, each goes on from its last one."""
        self._started().log(values, step)

    @on_main_process
    def log_images(self, values: Mapping[str, Any], step: int | None = None, **_: Any) -> None:
        """Log pictures: for each tag an array NHWC or NCHW, or a list of arrays, PIL images or figures."""
        run = self._started()
        run.log({tag: pictures(given) for tag, given in values.items()}, step)

    @on_main_process
    def finish(self) -> None:
        """The end, which `accelerator.end_training()` calls. Nothing is closed: a script may evaluate afterwards."""
        if self._run is not None:
            if sys.exc_info()[0] is None:  # no `finally` that an error leads through
                self._run.ends("finished")
            self._run.writer.flush()

    def _started(self) -> TrainerRun:
        if self._run is None:  # who makes a tracker by hand may have forgotten it
            self.start()
        assert self._run is not None
        return self._run


if hasattr(tracking, "register_tracker_class"):  # since 1.15
    tracking.register_tracker_class(VdliteTracker)
