"""PyTorch-Ignite: a logger whose handlers attach to engines."""

import os
from collections.abc import Callable
from types import TracebackType
from typing import Any

import ignite.distributed as idist
from ignite.handlers.base_logger import (
    BaseLogger,
    BaseOptimizerParamsHandler,
    BaseOutputHandler,
)

from vdlite.integrations.trainer_run import TrainerRun
from vdlite.writer import LogWriter
from vdlite.writer.life.ending import outcome_of_block
from vdlite.writer.life.run_folder import new_run_folder


class VdliteLogger(BaseLogger):
    """Logs what engines put out: `logger.attach_output_handler(trainer, event, tag="train", output_transform=...)`.

    Only the process of rank zero writes. `with VdliteLogger("runs/first") as logger:` closes it.
    """

    def __init__(self, logdir: "str | os.PathLike[str] | None" = None) -> None:
        """logdir: the run's folder; None for a new one, `runs/<date>_<time>`. A run that is there already goes on."""
        self.run: TrainerRun | None = None
        if idist.get_rank() == 0:
            folder = new_run_folder("", private=False) if logdir is None else os.fspath(logdir)
            self.run = TrainerRun(folder)
            self.run.writer.add_environment()

    @property
    def writer(self) -> LogWriter | None:
        """The LogWriter, for whatever else is to be logged; None in other processes."""
        return None if self.run is None else self.run.writer

    def log_hyperparams(self, values: Any, metrics: tuple[str, ...] = ()) -> None:
        """Log the hyperparameters: a mapping, a dataclass or a namespace; and the tags of what judges them."""
        if self.run is not None:
            self.run.tell_trial(values, metrics)

    def __exit__(
        self,
        kind: "type[BaseException] | None",
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.run is not None:
            self.run.ends(outcome_of_block(kind, error))
        self.close()

    def close(self) -> None:
        if self.run is not None:
            self.run.writer.close()

    def _create_output_handler(self, *arguments: Any, **named: Any) -> Callable[..., None]:
        return OutputHandler(*arguments, **named)

    def _create_opt_params_handler(self, *arguments: Any, **named: Any) -> Callable[..., None]:
        return OptimizerParamsHandler(*arguments, **named)


class OutputHandler(BaseOutputHandler):
    """Logs outputs, metrics and attributes of an engine's state, as `tag/name`."""

    def __call__(self, engine: Any, logger: VdliteLogger, event_name: Any) -> None:
        if logger.run is not None:
            values = self._setup_output_metrics_state_attrs(engine, log_text=True, key_tuple=False)
            logger.run.log(values, self.global_step_transform(engine, event_name))


class OptimizerParamsHandler(BaseOptimizerParamsHandler):
    """Logs a setting of an optimizer, such as its learning rate, for each group of parameters."""

    def __call__(self, engine: Any, logger: VdliteLogger, event_name: Any) -> None:
        if logger.run is None:
            return
        name = f"{self.tag}/{self.param_name}" if self.tag else self.param_name
        groups = self.optimizer.param_groups
        values = {f"{name}/group_{at}": group[self.param_name] for at, group in enumerate(groups)}
        logger.run.log(values, engine.state.get_event_attrib_value(event_name))
