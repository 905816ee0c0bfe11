"""The SummaryWriter of torch.utils.tensorboard."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from vdlite.kinds.numbers.arrays import ArrayLike
from vdlite.kinds.scalar import ScalarLike
from vdlite.tensorboard.arguments import LogDir, default_log_dir
from vdlite.tensorboard.body import Body
from vdlite.tensorboard.scalars import TensorCalls
from vdlite.writer.arguments.checks import StepLike


class SummaryWriter(Body, TensorCalls):
    """Logs with the calls of torch 2.13's `SummaryWriter`, also without names, into a log of vdlite.

        with SummaryWriter("runs/first") as writer:
            for step in range(1000):
                writer.add_scalar("loss/train", loss, step)

    What differs: each record is written at once; without `global_step` a tag goes on from its last step; what
    `add_scalars` and `add_hparams` log is part of this run, and of no others. After the constructor nothing is raised
    for what happens to the disk. Wrong values raise PayloadError, a ValueError and TypeError.
    """

    def __init__(
        self,
        log_dir: LogDir = None,
        comment: str = "",
        purge_step: int | None = None,
        max_queue: int = 10,
        flush_secs: float = 120,
        filename_suffix: str = "",
    ) -> None:
        """log_dir: the run's folder; a new one, `runs/<date>_<host><comment>`, if None.

        comment: goes to the end of the folder's name if `log_dir` is None.
        purge_step: the step from which a resumed training logs again: what earlier writers of the run logged from
            there on is superseded.
        max_queue, flush_secs: nothing; each record is written at once.
        filename_suffix: goes to the end of the log file's name, before its extension.
        Raises LogdirError, an OSError, if the folder or file can't be made.
        """
        self.log_dir = log_dir or default_log_dir(comment)
        self.max_queue = max_queue
        self.flush_secs = flush_secs
        self.filename_suffix = filename_suffix
        self._start(os.fspath(self.log_dir), filename_suffix, purge_step)

    def get_logdir(self) -> "str | os.PathLike[str]":
        """The run's folder, as it was given."""
        return self.log_dir

    def add_scalar(
        self,
        tag: str,
        scalar_value: ScalarLike,
        global_step: StepLike | None = None,
        walltime: float | None = None,
        new_style: bool = False,
        double_precision: bool = False,
    ) -> None:
        """Log one number, as float64.

        tag: the series' name; `/` makes groups.
        scalar_value: a real number, or an array or tensor of size one, on any device.
        global_step: a number, whose fraction is left out; None goes on from the tag's last step.
        walltime: seconds since 1970; now if None.
        new_style, double_precision: nothing; there is one style, of double precision.
        """
        self._add_scalar(tag, scalar_value, global_step, walltime)

    def add_hparams(
        self,
        hparam_dict: dict[str, Any],
        metric_dict: dict[str, ScalarLike],
        hparam_domain_discrete: Mapping[str, list[Any]] | None = None,
        run_name: str | None = None,
        global_step: StepLike | None = None,
    ) -> None:
        """Log the hyperparameters of a trial of this run, and the metrics that judge it.

        hparam_dict: names to numbers, strings, booleans or None; anything else is kept as text.
        metric_dict: tags to numbers, each of which is logged as one more point of that scalar.
        hparam_domain_discrete: all values that a hyperparameter can have; checked, and not kept.
        run_name: kept as the hyperparameter `run_name`.
        global_step: of the metrics; None goes on from the last step of each.
        Raises TypeError if the first two are no dictionaries, or the third is not of their values.
        """
        _check_domains(hparam_dict, hparam_domain_discrete)
        self._add_trial(hparam_dict, metric_dict, run_name, global_step)

    def add_image_with_boxes(
        self,
        tag: str,
        img_tensor: ArrayLike,
        box_tensor: ArrayLike,
        global_step: StepLike | None = None,
        walltime: float | None = None,
        rescale: float = 1,
        dataformats: str = "CHW",
        labels: "str | Sequence[str] | None" = None,
    ) -> None:
        """Log a picture with boxes drawn on it.

        box_tensor: [N, 4], each of left, top, right, bottom, in pixels.
        rescale: factor for the size of the picture.
        labels: a text for each box.
        The rest as in `add_image`.
        """
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
    ) -> None:
        """Log moving pictures; moviepy is not needed.

        vid_tensor: [N, T, C, H, W], N videos of T frames that are shown side by side. uint8 is kept as it is; anything
            else goes from 0 to 1, and is clipped.
        fps: frames a second.
        The rest as in `add_scalar`.
        """
        self._add_video(tag, vid_tensor, global_step, fps, walltime, "NTCHW")

    def add_onnx_graph(self, prototxt: "str | os.PathLike[str]") -> None:
        """Log the graph in an ONNX file. Raises FormatError, a ValueError, if it can't be read."""
        self._add_onnx_graph(prototxt)


def _check_domains(hparams: object, domains: object) -> None:
    if domains is None or not isinstance(hparams, dict):
        return
    if not isinstance(domains, dict):
        raise TypeError("parameter: hparam_domain_discrete should be a dictionary, nothing logged.")
    for name, values in domains.items():
        fits = name in hparams and isinstance(values, list)
        if not fits or not all(isinstance(each, type(hparams[name])) for each in values):
            raise TypeError(
                f"parameter: hparam_domain_discrete[{name}] should be a list of same type as hparam_dict[{name}]."
            )
