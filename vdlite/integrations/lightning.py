"""Lightning: a logger for its Trainer and for Fabric, of the packages `lightning` and `pytorch_lightning`."""

import math
import os
import secrets
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any
from weakref import ref

# Their classes differ, and who has imported one of the packages means that one.
if "pytorch_lightning" in sys.modules or find_spec("lightning") is None:
    from lightning_fabric.loggers.logger import rank_zero_experiment
    from lightning_fabric.utilities.rank_zero import rank_zero_only
    from pytorch_lightning.loggers.logger import Logger
else:
    from lightning.fabric.loggers.logger import rank_zero_experiment
    from lightning.fabric.utilities.rank_zero import rank_zero_only
    from lightning.pytorch.loggers.logger import Logger

from vdlite.integrations.pictures import pictures
from vdlite.integrations.trainer_run import TrainerRun
from vdlite.writer import LogWriter
from vdlite.writer.life.ending import outcome_of_error


class VdliteLogger(Logger):
    """Logs a training: `Trainer(logger=VdliteLogger("runs"))`, or `Fabric(loggers=VdliteLogger("runs"))`.

    Only the process of rank zero writes.
    """

    def __init__(
        self,
        save_dir: "str | os.PathLike[str]" = "runs",
        name: str = "",
        version: "str | int | None" = None,
        prefix: str = "",
        log_graph: bool = False,
    ) -> None:
        """The run's folder is `save_dir/name/version`.

        version: None for a new one, named after the job of SLURM or the time; a run that is there already goes on.
        prefix: what all tags begin with.
        log_graph: whether the graph of the model is logged, which needs its `example_input_array`.
        """
        super().__init__()
        self._save_dir = os.fspath(save_dir)
        self._name = name
        self._version = version
        self._prefix = prefix and f"{prefix}/"
        self._log_graph = log_graph
        self._best: dict[str, Any] = {}
        self._run: TrainerRun | None = None
        self._trainer: Callable[[], Any] | None = None

    @property
    def name(self) -> str:
        return self._name

    @property
    def version(self) -> "str | int":
        if self._version is None:
            # Not the next free number: two jobs that begin together would take the same.
            stamp = f"{time.strftime('%Y-%m-%d_%H-%M-%S')}_{secrets.token_hex(2)}"
            self._version = os.environ.get("SLURM_JOB_ID") or stamp
        return self._version

    @property
    def save_dir(self) -> str:
        return self._save_dir

    @property
    def root_dir(self) -> str:
        return os.path.join(self._save_dir, self._name)

    @property
    def log_dir(self) -> str:
        """The run's folder, which is where checkpoints go, too."""
        version = self.version
        folder = version if isinstance(version, str) else f"version_{version}"
        return os.path.join(self.root_dir, folder)

    @property
    @rank_zero_experiment
    def experiment(self) -> LogWriter:
        """The LogWriter, for whatever else is to be logged; in other processes something that does nothing."""
        return self._opened().writer

    @rank_zero_only
    def log_metrics(self, metrics: Mapping[str, Any], step: int | None = None) -> None:
        """Log numbers, texts, pictures; without a step, each goes on from its last one."""
        if self._prefix:
            metrics = {self._prefix + name: value for name, value in metrics.items()}
        self._opened().log(metrics, step)
        self._reach()

    @rank_zero_only
    def log_hyperparams(self, params: "Mapping[str, Any] | Namespace", *_: Any, **__: Any) -> None:
        """Log the hyperparameters of the run; what is reported later is added."""
        self._opened().tell_trial(params)

    @rank_zero_only
    def log_graph(self, model: Any, input_array: Any = None) -> None:
        """Log what the model is; its graph, too, if that was asked for."""
        run = self._opened()
        trainer = getattr(model, "_trainer", None)
        self._trainer = None if trainer is None else ref(trainer)
        epochs = getattr(trainer, "max_epochs", None)
        run.describe(model=model, epochs=epochs if epochs and epochs > 0 else None)
        if not self._log_graph:
            return
        inputs = getattr(model, "example_input_array", None) if input_array is None else input_array
        if inputs is not None:
            run.call("graph", run.writer.add_graph, model, inputs)

    @rank_zero_only
    def log_image(
        self, key: str, images: Any, step: int | None = None, caption: Sequence[str] = ()
    ) -> None:
        """Log pictures under one tag: a list or a batch of arrays, PIL images or figures."""
        self._opened().log({self._prefix + key: pictures(images, caption)}, step)

    @rank_zero_only
    def log_text(self, key: str, text: str, step: int | None = None) -> None:
        """Log a text."""
        self._opened().log({self._prefix + key: text}, step)

    @rank_zero_only
    def save(self) -> None:
        """Nothing to do: it is called after every log, and each record is written at once."""

    @rank_zero_only
    def after_save_checkpoint(self, checkpoint_callback: Any) -> None:
        """Remember the best checkpoint; the callback is a proxy that may be gone later."""
        score = getattr(checkpoint_callback, "best_model_score", None)
        path = getattr(checkpoint_callback, "best_model_path", "")
        self._best = {"best_score": score, "best_checkpoint": path}

    @rank_zero_only
    def finalize(self, status: str) -> None:
        """Tell how it ended. The log stays open: a test may come after the training."""
        if self._run is None:
            return
        best, self._best = self._best, {}
        self._run.conclude({name: value for name, value in best.items() if value not in (None, "")})
        if status in ("success", "finished"):
            self._run.ends("finished")
        else:
            # Of Ctrl-C, too, Lightning says "failed", while it handles it.
            kind, error, _ = sys.exc_info()
            self._run.ends("failed" if kind is None else outcome_of_error(kind, error))
            self._run.describe(others={"status": status})
        self._run.writer.flush()

    def _reach(self) -> None:
        """Log how far the Trainer is, which is known while it trains."""
        trainer = None if self._trainer is None else self._trainer()
        if trainer is None or not getattr(trainer, "training", False):
            return
        total = trainer.max_steps
        if total <= 0:
            batches = trainer.num_training_batches / max(1, trainer.accumulate_grad_batches)
            total = (
                (trainer.max_epochs or -1) * math.ceil(batches) if math.isfinite(batches) else -1
            )
        self._opened().reached("steps", trainer.global_step, total)

    def _opened(self) -> TrainerRun:
        if self._run is None:
            self._run = TrainerRun(self.log_dir)
            self._run.writer.add_environment()
        return self._run
