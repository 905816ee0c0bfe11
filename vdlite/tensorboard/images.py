"""Pictures."""

import sys
from collections.abc import Sequence
from typing import Any

from vdlite.kinds.numbers.arrays import ArrayLike
from vdlite.tensorboard.arguments import as_pixels
from vdlite.tensorboard.life import Life
from vdlite.writer.arguments.checks import StepLike


class ImageCalls(Life):
    """The part of a SummaryWriter that logs pictures."""

    def add_image(
        self,
        tag: str,
        img_tensor: ArrayLike,
        global_step: StepLike | None = None,
        walltime: float | None = None,
        dataformats: str = "CHW",
    ) -> None:
        """Log a picture.

        img_tensor: an array or tensor of 1 to 4 channels, or a PIL image. uint8 is kept as it is; anything else goes
            from 0 to 1, and is clipped.
        dataformats: the order of the axes, such as "CHW", "HWC", "HW"; with N, as in "NCHW", a grid of pictures.
        The rest as in `add_scalar`.
        """
        tag, step, time = self._where(tag, global_step, walltime)
        self._log().add_image(tag, as_pixels(img_tensor), step, time, dataformats)

    def add_images(
        self,
        tag: str,
        img_tensor: ArrayLike,
        global_step: StepLike | None = None,
        walltime: float | None = None,
        dataformats: str = "NCHW",
    ) -> None:
        """Log several pictures as one grid, whose cells can be looked at singly.

        img_tensor: a batch; or a list of pictures of one size, where `dataformats` is that of each, "CHW" or "HWC".
        The rest as in `add_image`.
        """
        if isinstance(img_tensor, (list, tuple)) and dataformats.upper() in ("CHW", "HWC"):
            dataformats = f"N{dataformats}"
        self.add_image(tag, img_tensor, global_step, walltime, dataformats)

    def _add_image_with_boxes(
        self,
        tag: str,
        img_tensor: ArrayLike,
        box_tensor: ArrayLike,
        global_step: StepLike | None,
        walltime: float | None,
        rescale: float,
        dataformats: str,
        labels: "str | Sequence[str] | None",
    ) -> None:
        from vdlite.tensorboard.boxes import with_boxes

        picture = with_boxes(as_pixels(img_tensor), box_tensor, rescale, dataformats, labels)
        tag, step, time = self._where(tag, global_step, walltime)
        self._log().add_image(tag, picture, step, time)

    def add_figure(
        self,
        tag: str,
        figure: Any,
        global_step: StepLike | None = None,
        close: bool = True,
        walltime: float | None = None,
    ) -> None:
        """Log a figure of matplotlib, or a list of them as one grid.

        close: whether the figures are closed then.
        The rest as in `add_scalar`.
        """
        tag, step, time = self._where(tag, global_step, walltime)
        if isinstance(figure, list):
            from vdlite.kinds.pictures.figure import rgba

            self._log().add_image_matrix(tag, [rgba(each) for each in figure], step, walltime=time)
        else:
            self._log().add_figure(tag, figure, step, time)
        pyplot = sys.modules.get("matplotlib.pyplot")
        if close and pyplot is not None:
            for each in figure if isinstance(figure, list) else [figure]:
                pyplot.close(each)
