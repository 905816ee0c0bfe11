"""Moving pictures, sound and text."""

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.tensorboard.arguments import as_pixels
from vdlite.tensorboard.life import Life
from vdlite.writer.arguments.checks import StepLike

_VIDEO_AXES = "NTCHW"


class MediaCalls(Life):
    """The part of a SummaryWriter that logs what moves, sounds and is read."""

    def _add_video(
        self,
        tag: str,
        vid_tensor: ArrayLike,
        global_step: StepLike | None,
        fps: float,
        walltime: float | None,
        dataformats: str,
    ) -> None:
        frames = video_frames(vid_tensor, dataformats)
        tag, step, time = self._where(tag, global_step, walltime)
        self._log().add_video(tag, frames, step, fps, time, "THWC")

    def add_audio(
        self,
        tag: str,
        snd_tensor: ArrayLike,
        global_step: StepLike | None = None,
        sample_rate: int = 44100,
        walltime: float | None = None,
    ) -> None:
        """Log a sound.

        snd_tensor: samples [L] or [1, L], or [C, L] or [L, C] of C channels. Floats go from -1 to 1; what lies
            beyond is clipped. uint8, int16 and int32 are kept.
        sample_rate: samples a second.
        The rest as in `add_scalar`.
        """
        tag, step, time = self._where(tag, global_step, walltime)
        self._log().add_audio(tag, snd_tensor, step, sample_rate, time)

    def add_text(
        self,
        tag: str,
        text_string: str,
        global_step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log a text, under its tag as it is; the page shows Markdown as such.

        The rest as in `add_scalar`.
        """
        tag, step, time = self._where(tag, global_step, walltime)
        self._log().add_text(tag, text_string, step, time)


def video_frames(videos: ArrayLike, dataformats: str = _VIDEO_AXES) -> NDArray[np.generic]:
    """The frames [T, H, W, C] of several videos side by side, as TensorBoard's writers place them.

    videos: five axes in the order that `dataformats` says; or four, of one video, without the N.
    Raises PayloadError for another shape.
    """
    array = as_array(as_pixels(videos), "video")
    axes = dataformats.upper() if isinstance(dataformats, str) else ""
    if sorted(axes) != sorted(_VIDEO_AXES):
        raise PayloadError(f"dataformats: got {dataformats!r:.40}, want an order of {_VIDEO_AXES}")
    if array.ndim == 4:
        array = np.expand_dims(array, axes.index("N"))
    if array.ndim != 5 or not array.size:
        raise PayloadError(f"video: got shape {array.shape}, want 5 axes: {axes}")
    array = array.transpose([axes.index(axis) for axis in _VIDEO_AXES])
    number, frames, channels, height, width = array.shape
    # A grid of as many cells as the next power of two; the last ones stay black.
    cells = 1 << (number - 1).bit_length()
    rows = 1 << (number.bit_length() - 1) // 2
    columns = cells // rows
    padded = np.zeros((cells, frames, channels, height, width), array.dtype)
    padded[:number] = array
    grid = padded.reshape(rows, columns, frames, channels, height, width)
    size = frames, rows * height, columns * width, channels
    side_by_side: NDArray[np.generic] = grid.transpose(2, 0, 4, 1, 5, 3).reshape(size)
    return side_by_side
