"""Numbers."""

from collections.abc import Mapping

import numpy as np

from vdlite.errors import PayloadError
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.kinds.scalar import ScalarLike
from vdlite.tensorboard.arguments import usable_tag
from vdlite.tensorboard.life import Life
from vdlite.tensorboard.values import add_tensor
from vdlite.writer.arguments.checks import StepLike


class ScalarCalls(Life):
    """The part of a SummaryWriter that logs numbers, one or several at a time."""

    def _add_scalar(
        self, tag: str, value: ScalarLike, step: StepLike | None, walltime: float | None
    ) -> None:
        """The shortest way: what a LogWriter would refuse is looked at only then."""
        log = self._open
        if log is None or log.closed:
            log = self._log()
        try:
            log.add_scalar(tag, value, step, walltime)
        except PayloadError:
            name, whole, time = self._where(tag, step, walltime)
            if name is tag and whole is step:
                raise
            log.add_scalar(name, value, whole, time)

    def add_scalars(
        self,
        main_tag: str,
        tag_scalar_dict: Mapping[str, ScalarLike],
        global_step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log several numbers of one step, as the tags `main_tag/sub_tag` of this run.

        main_tag: what their tags begin with.
        tag_scalar_dict: sub-tag to number.
        The rest as in `add_scalar`; without a step they go on from the largest of the tags' last steps.
        """
        tag, step, time = self._where(main_tag, global_step, walltime)
        numbers = {usable_tag(sub_tag): value for sub_tag, value in tag_scalar_dict.items()}
        self._log().add_scalars(tag, numbers, step, time)


class TensorCalls(Life):
    """The part of a SummaryWriter that logs tensors, whole."""

    def add_tensor(
        self,
        tag: str,
        tensor: ArrayLike,
        global_step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log a tensor, whole; complex numbers get an axis of two more, for their parts.

        The rest as in `add_scalar`.
        """
        tag, step, time = self._where(tag, global_step, walltime)
        if hasattr(tensor, "is_complex") and tensor.is_complex():
            tensor = tensor.detach().cpu().resolve_conj().numpy()
        is_complex = isinstance(tensor, np.ndarray) and tensor.dtype.kind == "c"
        array = tensor if is_complex else as_array(tensor, "tensor")
        add_tensor(self._log(), tag, array, step, time)
