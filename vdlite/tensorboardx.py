"""`SummaryWriter` with the calls of tensorboardX, which logs here.

from vdlite.tensorboardx import SummaryWriter  # from tensorboardX import SummaryWriter
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import time as now_seconds
from typing import Any, NoReturn

from vdlite.kinds.numbers.arrays import ArrayLike
from vdlite.kinds.scalar import ScalarLike
from vdlite.tensorboard.arguments import LogDir, default_log_dir
from vdlite.tensorboard.body import Body
from vdlite.tensorboard.file_writer import FileWriter
from vdlite.tensorboard.notices import warn_once
from vdlite.writer.arguments.checks import StepLike

__all__ = ["FileWriter", "SummaryWriter"]


class SummaryWriter(Body):
    """Logs with the calls of tensorboardX 2.6's `SummaryWriter`, also without names, into a log of vdlite.

        with SummaryWriter("runs/first") as writer:
            for step in range(1000):
                writer.add_scalar("loss/train", loss, step)

    What differs is what differs in `vdlite.tensorboard.SummaryWriter`.
    """

    def __init__(
        self,
        logdir: LogDir = None,
        comment: str = "",
        purge_step: int | None = None,
        max_queue: int = 10,
        flush_secs: float = 120,
        filename_suffix: str = "",
        write_to_disk: bool = True,
        log_dir: LogDir = None,
        comet_config: "Mapping[str, Any] | None" = None,
        **kwargs: NoReturn,
    ) -> None:
        """logdir: the run's folder; a new one, `runs/<date>_<host><comment>`, if None.

        comment: goes to the end of the folder's name if `logdir` is None.
        purge_step: the step from which a resumed training logs again: what earlier writers of the run logged from
            there on is superseded.
        max_queue, flush_secs: nothing; each record is written at once.
        filename_suffix: goes to the end of the log file's name, before its extension.
        write_to_disk: False checks all arguments but writes nothing.
        log_dir: another name of `logdir`.
        comet_config: nothing; nothing is sent anywhere.
        kwargs: nothing; a TypeError names it.
        Raises LogdirError, an OSError, if the folder or file can't be made.
        """
        if kwargs:
            name = next(iter(kwargs))
            raise TypeError(f"SummaryWriter() got an unexpected keyword argument {name!r}")
        if comet_config is not None and not comet_config.get("disabled"):
            warn_once("vdlite: comet_config is left out: nothing is sent anywhere")
        self.logdir = logdir or log_dir or default_log_dir(comment)
        self.scalar_dict: dict[str, list[list[Any]]] = {}  # of add_scalars, until it is exported
        self._metadata: tuple[StepLike | None, float | None] = None, None
        self._start(
            os.fspath(self.logdir), filename_suffix, purge_step, write_to_disk=write_to_disk
        )

    def _where(
        self, tag: Any, step: StepLike | None, walltime: float | None
    ) -> tuple[Any, int | None, float | None]:
        usual_step, usual_walltime = self._metadata
        return super()._where(
            tag,
            usual_step if step is None else step,
            usual_walltime if walltime is None else walltime,
        )

    @contextmanager
    def use_metadata(
        self, *, global_step: StepLike | None = None, walltime: float | None = None
    ) -> Iterator["SummaryWriter"]:
        """Step and walltime of the calls within, unless they tell their own.

        with writer.use_metadata(global_step=10):
            writer.add_scalar("loss", 3.0)
        """
        if global_step is None and walltime is None:
            raise AssertionError("at least one of global_step or walltime must be provided")
        if self._metadata != (None, None):
            raise AssertionError("default metadata is already set")
        self._metadata = global_step, walltime
        try:
            yield self
        finally:
            self._metadata = None, None

    def add_scalar(
        self,
        tag: str,
        scalar_value: ScalarLike,
        global_step: StepLike | None = None,
        walltime: float | None = None,
        display_name: str = "",
        summary_description: str = "",
    ) -> None:
        """Log one number, as float64.

        tag: the series' name; `/` makes groups.
        scalar_value: a real number, or an array or tensor of size one, on any device.
        global_step: a number, whose fraction is left out; None goes on from the tag's last step.
        walltime: seconds since 1970; now if None.
        display_name, summary_description: nothing; the page shows the tag.
        """
        if global_step is None or walltime is None:
            usual_step, usual_walltime = self._metadata
            global_step = usual_step if global_step is None else global_step
            walltime = usual_walltime if walltime is None else walltime
        self._add_scalar(tag, scalar_value, global_step, walltime)

    def add_scalars(
        self,
        main_tag: str,
        tag_scalar_dict: Mapping[str, ScalarLike],
        global_step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log several numbers of one step, as the tags `main_tag/sub_tag` of this run.

        They are also kept for `export_scalars_to_json`. The rest as in `add_scalar`; without a step they go on from
        the largest of the tags' last steps.
        """
        super().add_scalars(main_tag, tag_scalar_dict, global_step, walltime)
        time = now_seconds() if walltime is None else walltime
        for tag, value in tag_scalar_dict.items():
            name = os.path.join(str(self.logdir), main_tag, tag)
            self.scalar_dict.setdefault(name, []).append([time, global_step, float(value)])

    def export_scalars_to_json(self, path: "str | os.PathLike[str]") -> None:
        """Write what `add_scalars` was given as JSON, `{name: [[walltime, step, value], ...]}`, and forget it."""
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.scalar_dict, file)
        self.scalar_dict = {}

    def add_hparams(
        self,
        hparam_dict: dict[str, Any],
        metric_dict: dict[str, ScalarLike],
        name: str | None = None,
        global_step: StepLike | None = None,
    ) -> None:
        """Log the hyperparameters of a trial of this run, and the metrics that judge it.

        hparam_dict: names to numbers, strings, booleans or None; anything else is kept as text.
        metric_dict: tags to numbers, each of which is logged as one more point of that scalar.
        name: kept as the hyperparameter `run_name`.
        global_step: of the metrics; None goes on from the last step of each.
        Raises TypeError if the first two are no dictionaries.
        """
        self._add_trial(hparam_dict, metric_dict, name, global_step)

    def add_image_with_boxes(
        self,
        tag: str,
        img_tensor: ArrayLike,
        box_tensor: ArrayLike,
        global_step: StepLike | None = None,
        walltime: float | None = None,
        dataformats: str = "CHW",
        labels: "str | Sequence[str] | None" = None,
        **kwargs: float,
    ) -> None:
        """Log a picture with boxes drawn on it.

        box_tensor: [N, 4], each of left, top, right, bottom, in pixels.
        labels: a text for each box.
        kwargs: `rescale`, a factor for the size of the picture; a TypeError names any other.
        The rest as in `add_image`.
        """
        rescale = kwargs.pop("rescale", 1)
        if kwargs:
            name = next(iter(kwargs))
            raise TypeError(f"add_image_with_boxes() got an unexpected keyword argument {name!r}")
        self._add_image_with_boxes(
            tag, img_tensor, box_tensor, global_step, walltime, rescale, dataformats, labels
        )

    def add_video(
        self,
        tag: str,
        vid_tensor: ArrayLike,
        global_step: StepLike | None = None,
        fps: float = 4,
        walltime: float | None = None,
        dataformats: str = "NTCHW",
    ) -> None:
        """Log moving pictures; moviepy is not needed.

        vid_tensor: N videos of T frames that are shown side by side. uint8 is kept as it is; anything else goes from 0
            to 1, and is clipped.
        fps: frames a second.
        dataformats: the order of the axes.
        The rest as in `add_scalar`.
        """
        self._add_video(tag, vid_tensor, global_step, fps, walltime, dataformats)

    def add_onnx_graph(self, onnx_model_file: "str | os.PathLike[str]") -> None:
        """Log the graph in an ONNX file. Raises FormatError, a ValueError, if it can't be read."""
        self._add_onnx_graph(onnx_model_file)

    def add_openvino_graph(self, xmlname: str) -> None:
        """Log nothing, with a warning: files of OpenVINO can't be read."""
        warn_once("vdlite: the graph of a file of OpenVINO was left out: %s", xmlname)
