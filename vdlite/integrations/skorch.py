"""skorch: PyTorch as estimators of scikit-learn."""

import os
from collections.abc import Mapping
from typing import Any

from skorch.callbacks import Callback

from vdlite.integrations.ranks import is_first_process
from vdlite.integrations.trainer_run import TrainerRun
from vdlite.writer import LogWriter
from vdlite.writer.life.run_folder import new_run_folder

_GROUPS = ("train", "valid")
_NO_CURVES = {"batches", "epoch"}
_NO_HYPERPARAMETERS = (
    "callbacks",
    "dataset",
    "iterator_",
    "verbose",
    "device",
    "predict_",
    "compile",
)


class VdliteCallback(Callback):
    """Logs a training: `NeuralNet(..., callbacks=[VdliteCallback("runs/first")])`. Only the first process logs.

    Logged is, after each epoch, what is in the net's history: `train/loss`, `valid/loss`, `valid/acc` and so on.
    """

    def __init__(
        self,
        logdir: "str | os.PathLike[str] | None" = None,
        hparams: "Mapping[str, Any] | None" = None,
    ) -> None:
        """logdir: the run's folder; None for a new one for each `fit`, `runs/<date>_<time>`, as a search needs it.

        hparams: further hyperparameters, beside the arguments of the net.
        """
        # Kept as they are: scikit-learn clones estimators with what these are called.
        self.logdir = logdir
        self.hparams = hparams

    def initialize(self) -> "VdliteCallback":
        """Called before each `fit`, but not before a `partial_fit`, which goes on in the run."""
        self.run_: TrainerRun | None = None
        return self

    @property
    def writer(self) -> LogWriter | None:
        """The run's LogWriter, for whatever else is to be logged; None before the training and in other processes."""
        run: TrainerRun | None = getattr(self, "run_", None)
        return None if run is None else run.writer

    def on_train_begin(self, net: Any, **_: Any) -> None:
        if not is_first_process():
            return
        if self.run_ is None:
            folder = new_run_folder("", private=False) if self.logdir is None else self.logdir
            self.run_ = TrainerRun(os.fspath(folder))
            self.run_.writer.add_environment()
        self.run_.ends(None)
        self.run_.tell_trial({**_arguments(net), **(self.hparams or {})}, ("valid/loss",))
        self.run_.describe(
            model=net.module_, optimizer=net.optimizer_, loss=net.criterion_, epochs=net.max_epochs
        )

    def on_epoch_end(self, net: Any, **_: Any) -> None:
        if self.run_ is None:
            return
        row = net.history[-1]
        values = {
            _tag(name): value
            for name, value in row.items()
            if name not in _NO_CURVES
            and not name.endswith(("_best", "_batch_count"))
            and not name.startswith("event_")
        }
        self.run_.log(values, row["epoch"])
        self.run_.reached("epochs", row["epoch"], net.max_epochs)

    def on_train_end(self, net: Any, **_: Any) -> None:
        if self.run_ is not None:
            if _has_whole_epoch(net.history):
                self.run_.ends("finished")
            self.run_.writer.flush()

    def __getstate__(self) -> dict[str, Any]:
        """Nets are pickled, and what they were logged into is not part of them."""
        return {**self.__dict__, "run_": None}


def _has_whole_epoch(history: Any) -> bool:
    """True if the last epoch came to its end. After Ctrl-C, which may stop within one, a net says that its training ended."""
    return bool(history) and "dur" in history[-1]


def _tag(name: str) -> str:
    group, _, rest = name.partition("_")
    return f"{group}/{rest}" if group in _GROUPS and rest else name


def _arguments(net: Any) -> dict[str, Any]:
    """The arguments that the net was made with."""
    found = {}
    for name, value in net.get_params(deep=False).items():
        if not name.startswith(_NO_HYPERPARAMETERS) and value is not None:
            found[name] = value.__name__ if isinstance(value, type) else value
    return {
        name: value for name, value in found.items() if isinstance(value, (bool, int, float, str))
    }
