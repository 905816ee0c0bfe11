"""stable-baselines3: what an algorithm records goes here, too."""

import inspect
import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Figure, HParam, Image, KVWriter, Video

from vdlite.integrations.ranks import is_first_process
from vdlite.integrations.trainer_run import TrainerRun
from vdlite.kinds.numbers.arrays import as_array
from vdlite.tracking import media, pictures
from vdlite.writer import LogWriter
from vdlite.writer.life.run_folder import new_run_folder

_EXCLUDING = {"vdlite", "tensorboard"}  # what is not for TensorBoard is no curve here either
_NO_HYPERPARAMETERS = {"self", "policy", "env", "tensorboard_log", "verbose", "device"}


class VdliteWriter(KVWriter):
    """One of a Logger's outputs: `Logger(folder, [VdliteWriter("runs/first")])`."""

    def __init__(self, logdir: "str | os.PathLike[str]") -> None:
        """logdir: the run's folder; a run that is there already goes on."""
        self._run = TrainerRun(os.fspath(logdir))

    @property
    def run(self) -> TrainerRun:
        """The run that it logs into."""
        return self._run

    def write(
        self, key_values: Mapping[str, Any], key_excluded: Mapping[str, Any], step: int = 0
    ) -> None:
        values: dict[str, Any] = {}
        for name, value in key_values.items():
            if _EXCLUDING.isdisjoint(key_excluded.get(name) or ()):
                if isinstance(value, HParam):
                    self._run.tell_trial(value.hparam_dict, tuple(value.metric_dict))
                    values |= value.metric_dict
                else:
                    values[name] = _logged(value)
        self._run.log(values, step)
        for value in key_values.values():
            if isinstance(value, Figure) and value.close:
                from matplotlib import pyplot

                pyplot.close(value.figure)

    def close(self) -> None:
        self._run.writer.close()


class VdliteCallback(BaseCallback):
    """Logs a training: `model.learn(10_000, callback=VdliteCallback("runs/first"))`. Only the first process logs.

    Logged is what the algorithm and other callbacks record, beside the outputs that it has; steps are timesteps.
    """

    def __init__(
        self,
        logdir: "str | os.PathLike[str] | None" = None,
        hparams: "Mapping[str, Any] | None" = None,
    ) -> None:
        """logdir: the run's folder; None for a new one, `runs/<date>_<time>`. A run that is there already goes on.

        hparams: further hyperparameters, beside the arguments of the algorithm.
        """
        super().__init__()
        self._logdir = None if logdir is None else os.fspath(logdir)
        self._hparams = dict(hparams or {})
        self._output: VdliteWriter | None = None

    @property
    def writer(self) -> LogWriter | None:
        """The run's LogWriter, for whatever else is to be logged; None before the training and in other processes."""
        return None if self._output is None else self._output.run.writer

    def _on_training_start(self) -> None:
        if not is_first_process():
            return
        if self._output is None:
            self._output = VdliteWriter(self._logdir or new_run_folder("", private=False))
            self._output.run.writer.add_environment()
        outputs = self.logger.output_formats
        if self._output not in outputs:
            outputs.append(self._output)
        run = self._output.run
        run.ends(None)
        run.tell_trial({**_arguments(self.model), **self._hparams})
        run.describe(
            model=self.model.policy,
            optimizer=getattr(self.model.policy, "optimizer", None),
            others={
                "algorithm": type(self.model).__name__,
                "environment": _environment(self.model),
            },
        )

    def _on_step(self) -> bool:
        if self._output is not None:
            total = getattr(self.model, "_total_timesteps", None)
            self._output.run.reached("timesteps", self.model.num_timesteps, total)
        return True

    def _on_training_end(self) -> None:
        """Nothing is closed: another `learn` may come."""
        if self._output is not None:
            self._output.run.ends("finished")
            self._output.run.writer.flush()


def _logged(value: Any) -> Any:
    """The values as `TrainerRun.log` takes them."""
    if isinstance(value, Image):
        return pictures.Image(value.image, dataformats=value.dataformats)
    if isinstance(value, Video):  # NTCHW: those of several environments beside each other
        frames = np.concatenate(list(as_array(value.frames, "frames")), axis=-1)
        return media.Video(frames, value.fps, "TCHW")
    if isinstance(value, Figure):
        return value.figure
    if getattr(value, "ndim", 0) > 0:
        return media.Histogram(value)
    return value


def _arguments(model: Any) -> dict[str, Any]:
    """The arguments that the algorithm was made with, as far as these are plain values."""
    names = set(inspect.signature(type(model).__init__).parameters) - _NO_HYPERPARAMETERS
    found = {name: value for name, value in vars(model).items() if name in names}
    plain = {
        name: value for name, value in found.items() if isinstance(value, (bool, int, float, str))
    }
    return {"algorithm": type(model).__name__, "policy": type(model.policy).__name__, **plain}


def _environment(model: Any) -> str:
    vectorized = model.get_env()
    spec = vectorized.get_attr("spec")[0] if vectorized is not None else None
    return str(getattr(spec, "id", None) or type(vectorized).__name__)
