"""Hyperparameters, and the metrics that judge them."""

from collections.abc import Mapping
from typing import Any

from vdlite.kinds.scalar import ScalarLike
from vdlite.tensorboard.arguments import usable_tag
from vdlite.tensorboard.life import Life
from vdlite.writer.arguments.checks import StepLike


class TrialCalls(Life):
    """The part of a SummaryWriter that logs trials, as part of this run."""

    def _add_trial(
        self,
        hparams: Mapping[str, Any],
        metrics: Mapping[str, ScalarLike],
        name: str | None,
        step: StepLike | None,
    ) -> None:
        # Not a subclass either: TensorBoard's writers refuse it, and scripts may count on that.
        if type(hparams) is not dict or type(metrics) is not dict:
            raise TypeError("hparam_dict and metric_dict should be dictionary.")
        given = {**hparams, "run_name": name} if name and "run_name" not in hparams else hparams
        log = self._log()
        log.add_hparams(given, [usable_tag(tag) for tag in metrics])
        for tag, value in metrics.items():
            name_of, whole, time = self._where(tag, step, None)
            log.add_scalar(name_of, value, whole, time)
