"""MMEngine: a backend of its Visualizer, which its Runner logs through."""

import os
import sys
from collections.abc import Mapping
from typing import Any

from mmengine.registry import VISBACKENDS
from mmengine.visualization.vis_backend import BaseVisBackend, force_init_env

from vdlite.integrations.trainer_run import TrainerRun
from vdlite.writer import LogWriter

_NAMES = ("optim_wrapper", "train_cfg", "train_dataloader", "randomness")
"""The parts of a config that are hyperparameters; all of it is logged as a text."""


@VISBACKENDS.register_module()
class VdliteVisBackend(BaseVisBackend):
    """Logs a training: `vis_backends=[dict(type="VdliteVisBackend")]`, with `custom_imports` of this module.

    The Runner makes a folder for each training, and calls this in its first process only.
    """

    def __init__(self, save_dir: "str | os.PathLike[str]") -> None:
        """save_dir: the run's folder, which the Visualizer gives: `<work_dir>/<time>/vis_data`."""
        super().__init__(os.fspath(save_dir))
        self._run: TrainerRun | None = None

    def _init_env(self) -> None:
        if self._run is None:
            self._run = TrainerRun(self._save_dir)
            self._run.writer.add_environment()

    @property
    def _opened(self) -> TrainerRun:
        self._init_env()
        assert self._run is not None
        return self._run

    @property
    @force_init_env
    def experiment(self) -> LogWriter:
        """The LogWriter, for whatever else is to be logged."""
        return self._opened.writer

    @force_init_env
    def add_config(self, config: Any, **_: Any) -> None:
        """Log the config as a text, and what of it are hyperparameters as the trial."""
        run = self._opened
        run.call(
            "config", run.writer.add_text, "config", f"```python\n{config.pretty_text}\n```", 0
        )
        given = config.to_dict()
        run.tell_trial({name: _plain(given[name]) for name in _NAMES if given.get(name)})

    @force_init_env
    def add_graph(self, model: Any, data_batch: Any, **_: Any) -> None:
        """Nothing: graphs are logged with `experiment.add_graph`."""

    @force_init_env
    def add_image(self, name: str, image: Any, step: int = 0, **_: Any) -> None:
        """Log a picture, [H, W, C] in RGB."""
        run = self._opened
        run.call(name, run.writer.add_image, name, image, step)

    @force_init_env
    def add_scalar(self, name: str, value: Any, step: int = 0, **_: Any) -> None:
        """Log a number."""
        self._opened.log({name: value}, step)

    @force_init_env
    def add_scalars(
        self,
        scalar_dict: Mapping[str, Any],
        step: int = 0,
        file_path: "str | None" = None,
        **_: Any,
    ) -> None:
        """Log the numbers of one step; file_path: for other backends."""
        self._opened.log({name: each for name, each in scalar_dict.items() if name != "step"}, step)

    def close(self) -> None:
        """End the log; the Runner calls it when its loop has come to its end."""
        if self._run is not None:
            if sys.exc_info()[0] is None:
                self._run.ends("finished")
            self._run.writer.close()
            self._run = None


def _plain(value: Any) -> Any:
    """Classes and functions by their names."""
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    return getattr(value, "__name__", value)
