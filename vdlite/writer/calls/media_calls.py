"""What LogWriter offers for pictures, sound and text, and for charts that people look at."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from vdlite.kinds.numbers.arrays import ArrayLike
from vdlite.writer.arguments.checks import StepLike
from vdlite.writer.arguments.hints import with_hint
from vdlite.writer.calls.recorder import Calls

# A kind's module is loaded when it is first logged: a training that logs scalars waits for no picture library.


class MediaCalls(Calls):
    """The part of LogWriter that logs what people look at, listen to and read."""

    @with_hint
    def add_image(
        self,
        tag: str,
        img: ArrayLike,
        step: StepLike | None = None,
        walltime: float | None = None,
        dataformats: str = "HWC",
        *,
        value_range: tuple[float, float] = (0.0, 1.0),
    ) -> None:
        """Log a picture.

        img: an array or tensor of 1 to 4 channels (gray, gray and alpha, RGB, RGBA), or a PIL image. uint8 is kept as
            it is; floats are mapped from `value_range` to 0 to 255. What lies beyond is clipped, NaN becomes black, and
            the page says how many they were. Other integers must lie in 0 to 255; uint16 of one channel stays 16 bits.
        dataformats: the order of the axes, such as "HWC", "CHW", "HW"; with N, as in "NCHW", a grid of pictures.
        The rest, and what raises, as in `add_scalar`.
        """
        from vdlite.kinds import image

        draft = image.image(img, dataformats=dataformats, value_range=value_range)
        self._recorder.add(image.NAME, tag, draft, step, walltime)

    @with_hint
    def add_image_matrix(
        self,
        tag: str,
        imgs: ArrayLike,
        step: StepLike | None = None,
        rows: int = -1,
        scale: float = 1.0,
        walltime: float | None = None,
        dataformats: str = "HWC",
        *,
        value_range: tuple[float, float] = (0.0, 1.0),
        labels: Iterable[object] | None = None,
    ) -> None:
        """Log several pictures as one grid, in reading order.

        imgs: a list of pictures as `add_image` takes them, of any sizes, or an array with them along its first axis.
        rows: of the grid; -1 for as near a square as can be.
        scale: factor for the size of each.
        labels: one per picture, shown in the page.
        The rest, and what raises, as in `add_image`.
        """
        from vdlite.kinds import image

        draft = image.image_matrix(
            imgs,
            rows=rows,
            scale=scale,
            dataformats=dataformats,
            value_range=value_range,
            labels=labels,
        )
        self._recorder.add(image.NAME, tag, draft, step, walltime)

    @with_hint
    def add_figure(
        self,
        tag: str,
        figure: Any,
        step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log a figure of matplotlib as a picture. It stays open: `plt.close(figure)` frees it.

        The rest, and what raises, as in `add_scalar`.
        """
        from vdlite.kinds import image
        from vdlite.kinds.pictures import figure as figures

        self._recorder.add(image.NAME, tag, image.image(figures.rgba(figure)), step, walltime)

    @with_hint
    def add_audio(
        self,
        tag: str,
        audio_array: ArrayLike,
        step: StepLike | None = None,
        sample_rate: int = 8000,
        walltime: float | None = None,
    ) -> None:
        """Log a sound.

        audio_array: samples [N], or [N, C] or [C, N] of C channels. Floats from -1 to 1 become 16 bits; what lies
            beyond is clipped, NaN is silence, and the page says how many they were. uint8, int16 and int32 are kept.
        sample_rate: samples a second.
        The rest, and what raises, as in `add_scalar`.
        """
        from vdlite.kinds import audio

        self._recorder.add(audio.NAME, tag, audio.audio(audio_array, sample_rate), step, walltime)

    @with_hint
    def add_video(
        self,
        tag: str,
        video: ArrayLike,
        step: StepLike | None = None,
        fps: float = 4.0,
        walltime: float | None = None,
        dataformats: str = "THWC",
        *,
        value_range: tuple[float, float] = (0.0, 1.0),
    ) -> None:
        """Log moving pictures.

        video: frames, as an array or a list of pictures of one size, each as `add_image` takes it; or a video file,
            as bytes or `pathlib.Path`: MP4, WebM, Ogg, GIF, WebP or animated PNG, which is kept as it is.
        fps: frames a second, of arrays.
        dataformats: the order of the axes; T is that of the frames.
        The rest, and what raises, as in `add_image`.
        """
        from vdlite.kinds import video as videos

        draft = videos.video(video, fps=fps, dataformats=dataformats, value_range=value_range)
        self._recorder.add(videos.NAME, tag, draft, step, walltime)

    @with_hint
    def add_text(
        self,
        tag: str,
        text_string: str,
        step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log a text; the page shows Markdown as such.

        The rest, and what raises, as in `add_scalar`.
        """
        from vdlite.kinds import text

        self._recorder.add(text.NAME, tag, text.text(text_string), step, walltime)

    @with_hint
    def add_custom_scalars(
        self,
        layout: Mapping[str, Mapping[str, Sequence[Any]]],
        walltime: float | None = None,
    ) -> None:
        """Log which scalars belong into one chart: the page shows these charts as a board, in *Boards*.

            writer.add_custom_scalars({"losses": {"both": ["loss/train", "loss/test"]}})

        layout: `{category: {title: chart}}`; a chart is a list of tags, or, as TensorBoard has them, ["Multiline", tags],
            or ["Margin", [value, lower, upper]] for a line with a band. Tags of lines are regular expressions, which
            the scalars' names have to begin with.
        walltime: seconds since 1970; now if None.
        A later call replaces what an earlier one gave. Raises PayloadError for anything else.
        """
        from vdlite.kinds import layout as kind

        self._recorder.add(kind.NAME, kind.TAG, kind.layout(layout), None, walltime)
