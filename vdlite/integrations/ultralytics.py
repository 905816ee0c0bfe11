"""Ultralytics: callbacks for its models."""

import os
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

from vdlite.errors import LogdirError
from vdlite.integrations.ranks import is_first_process
from vdlite.integrations.trainer_run import TrainerRun
from vdlite.writer import LogWriter
from vdlite.writer.notices import warn

_EVENTS = (
    "on_pretrain_routine_end",
    "on_train_epoch_end",
    "on_fit_epoch_end",
    "on_train_end",
    "teardown",
)
_Self = TypeVar("_Self", bound="VdliteCallback")


def _guarded(event: "Callable[[_Self, Any], None]") -> "Callable[[_Self, Any], None]":
    """The event; whatever a trainer has otherwise than it is looked for ends no training, and is reported once."""

    @wraps(event)
    def call(self: _Self, trainer: Any) -> None:
        try:
            event(self, trainer)
        except LogdirError:
            raise  # the training has not begun
        except Exception as error:  # noqa: BLE001  # of parts of the trainer that change with its versions
            self._tell(event.__name__, error)

    return call


class VdliteCallback:
    """Logs a training: `VdliteCallback().add_to(model)` before `model.train(...)`. Only the first process logs.

    Logged are losses, learning rates and metrics of each epoch, by the names of `results.csv`, and the pictures that
    the trainer draws.
    """

    def __init__(
        self,
        logdir: "str | os.PathLike[str] | None" = None,
        hparams: "Mapping[str, Any] | None" = None,
    ) -> None:
        """logdir: the run's folder; None for that of the training, such as `runs/detect/train`.

        hparams: further hyperparameters, beside the arguments of the training.
        """
        self._logdir = None if logdir is None else os.fspath(logdir)
        self._hparams = dict(hparams or {})
        self._run: TrainerRun | None = None
        self._epoch = -1  # the last one that was trained
        self._drawn: dict[str, float] = {}  # when each picture that was logged was drawn
        self._reported: set[str] = set()

    @property
    def writer(self) -> LogWriter | None:
        """The run's LogWriter, for whatever else is to be logged; None before the training and in other processes."""
        return None if self._run is None else self._run.writer

    def add_to(self, model: Any) -> None:
        """From now on this model's trainings are logged; a trainer is taken, too."""
        for event in _EVENTS:
            model.add_callback(event, getattr(self, event))

    @_guarded
    def on_pretrain_routine_end(self, trainer: Any) -> None:
        if not is_first_process():
            return
        self._end()
        self._epoch, self._drawn = -1, {}
        run = self._run = TrainerRun(self._logdir or str(trainer.save_dir))
        run.writer.add_environment()
        run.tell_trial({**_arguments(trainer.args), **self._hparams}, _judges(trainer))
        run.describe(
            model=trainer.model,
            optimizer=trainer.optimizer,
            train_loader=trainer.train_loader,
            test_loader=trainer.test_loader,
            epochs=trainer.epochs,
        )

    @_guarded
    def on_train_epoch_end(self, trainer: Any) -> None:
        self._epoch = trainer.epoch
        if self._run is not None:
            losses = trainer.label_loss_items(trainer.tloss, prefix="train")
            self._run.log({**losses, **trainer.lr}, trainer.epoch + 1)
            self._run.reached("epochs", trainer.epoch + 1, trainer.epochs)

    @_guarded
    def on_fit_epoch_end(self, trainer: Any) -> None:
        if self._run is None:
            return
        if trainer.epoch == self._epoch:
            self._run.log(dict(trainer.metrics), trainer.epoch + 1)
        else:  # behind the training, of the best weights: they are no point of the curve
            self._run.conclude({f"best/{name}": each for name, each in trainer.metrics.items()})
        self._log_pictures(trainer)

    @_guarded
    def on_train_end(self, trainer: Any) -> None:
        if self._run is None:
            return
        self._run.ends("finished")
        self._log_pictures(trainer)
        if trainer.best_fitness is not None:
            self._run.conclude({"best/fitness": float(trainer.best_fitness)})
        weights = {"best": Path(trainer.best), "last": Path(trainer.last)}
        found = {name: path for name, path in weights.items() if path.is_file()}
        paths = {f"weights/{name}": str(path) for name, path in found.items()}
        sizes = {f"weights/{name}_bytes": path.stat().st_size for name, path in found.items()}
        self._run.describe(others=paths | sizes)

    @_guarded
    def teardown(self, trainer: Any) -> None:
        try:
            self._log_pictures(trainer)
        finally:
            self._end()

    def __getstate__(self) -> dict[str, Any]:
        """Trainings on several cards pickle callbacks, and what was logged into is not part of them."""
        return {**self.__dict__, "_run": None}

    def _log_pictures(self, trainer: Any) -> None:
        """Log the pictures that were drawn since the last time. A thread draws them: one that is not whole comes the next time."""
        if self._run is None:
            return
        from PIL import Image

        drawn = {**trainer.plots, **getattr(trainer.validator, "plots", {})}
        for path, about in drawn.items():
            when = about["timestamp"]
            if self._drawn.get(str(path)) == when:
                continue
            try:
                with Image.open(path) as picture:
                    picture.load()
            except (OSError, SyntaxError, ValueError):
                continue
            self._drawn[str(path)] = when
            self._run.log({f"plots/{Path(path).stem}": picture}, self._epoch + 1)

    def _end(self) -> None:
        if self._run is not None:
            self._run.writer.close()
            self._run = None

    def _tell(self, event: str, error: Exception) -> None:
        if event not in self._reported:
            self._reported.add(event)
            warn("vdlite can't log this: %s: %s: %s", event, type(error).__name__, error)


def _arguments(args: Any) -> dict[str, Any]:
    """The arguments of the training, without what names no hyperparameter."""
    return {
        name: value
        for name, value in vars(args).items()
        if value is not None and name not in ("resume", "save_dir")
    }


def _judges(trainer: Any) -> tuple[str, ...]:
    """The metric that weighs most in what the trainer calls fitness: mAP50-95 of boxes, or the first one."""
    names = [str(name) for name in trainer.validator.metrics.keys]
    return tuple([each for each in names if "mAP50-95" in each][:1] or names[:1])
