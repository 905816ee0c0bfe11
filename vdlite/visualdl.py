"""`LogWriter` with the calls of VisualDL, which logs here.

    from vdlite.visualdl import LogWriter  # from visualdl import LogWriter

`vdlite.LogWriter` takes most of them as well. This one goes on after `close`, writes at once whatever `flush_secs` says, and
leaves out what it can't draw of a model instead of raising.
"""

import os
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any

from vdlite.format.outcome import Outcome
from vdlite.kinds.numbers.arrays import ArrayLike
from vdlite.kinds.scalar import ScalarLike
from vdlite.writer import LogWriter as NativeWriter
from vdlite.writer.arguments.checks import StepLike
from vdlite.writer.life.ending import outcome_of_block
from vdlite.writer.life.run_folder import new_run_folder
from vdlite.writer.notices import warn
from vdlite.writer.reopening import ReopeningLog

__all__ = ["LogWriter"]


class LogWriter:
    """Logs with the calls of VisualDL 2.5's `LogWriter`, also without names, into a log of vdlite.

        with LogWriter("runs/first") as writer:
            writer.add_scalar(tag="acc", step=1, value=0.5678)

    Walltimes are milliseconds, as VisualDL has them, or seconds. Wrong values raise PayloadError, a ValueError and
    TypeError; nothing is raised for what happens to the disk after the constructor.
    """

    def __init__(
        self,
        logdir: "str | os.PathLike[str] | None" = None,
        comment: str = "",
        max_queue: int = 10,
        flush_secs: float = 120,
        filename_suffix: str = "",
        write_to_disk: bool = True,
        display_name: str = "",
        file_name: str = "",
        **kwargs: object,
    ) -> None:
        """logdir: the run's folder; a new one, `runs/<date>_<time>`, if None.

        comment: goes to the end of the folder's name if `logdir` is None.
        max_queue, flush_secs: nothing; each record is written at once.
        filename_suffix: goes to the end of the log file's name, before its extension.
        write_to_disk: False checks all arguments but writes nothing.
        display_name: what the page calls the run.
        file_name: the log file's name; if it is taken, the file gets a number, and both are one run.
        kwargs: nothing, as in VisualDL.
        Raises LogdirError, an OSError, if the folder or file can't be made.
        """
        if logdir is None:
            logdir = new_run_folder(comment, private=False) if write_to_disk else os.devnull
        self._logdir = os.fspath(logdir)
        self._outcome: Outcome | None = None  # of a `with` block
        self._log = ReopeningLog(
            self._logdir,
            filename_suffix=filename_suffix,
            write_to_disk=write_to_disk,
            display_name=display_name,
            file_name=file_name,
        )

    @property
    def logdir(self) -> str:
        """The run's folder, as it was given."""
        return self._logdir

    @property
    def file_name(self) -> str:
        """The path of the log file."""
        return self._writer.file_name

    @property
    def _writer(self) -> NativeWriter:
        return self._log.writer()

    def __enter__(self) -> "LogWriter":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._outcome = outcome_of_block(kind, error)
        self.close()

    def flush(self) -> None:
        """Hand everything logged so far to the operating system."""
        self._log.flush()

    def close(self) -> None:
        """End the log; whatever is added later goes to a new file of the same run."""
        self._log.close(self._outcome)
        self._outcome = None  # what is logged later ends otherwise

    def add_meta(
        self,
        tag: str = "meta_data_tag",
        display_name: str = "",
        step: StepLike = 0,
        walltime: float | None = None,
    ) -> None:
        """Give the run a name, which the page shows instead of its folder's."""
        self._writer.add_meta(tag, display_name, step, walltime)

    def add_scalar(
        self, tag: str, value: ScalarLike, step: StepLike, walltime: float | None = None
    ) -> None:
        """Log one number, as float64."""
        self._writer.add_scalar(tag, value, step, walltime)

    def add_scalars(
        self,
        main_tag: str,
        tag_scalar_dict: Mapping[str, ScalarLike],
        step: StepLike,
        walltime: float | None = None,
    ) -> None:
        """Log several numbers of one step, as the tags `main_tag/sub_tag` of this run."""
        self._writer.add_scalars(main_tag, tag_scalar_dict, step, walltime)

    def add_image(
        self,
        tag: str,
        img: ArrayLike,
        step: StepLike,
        walltime: float | None = None,
        dataformats: str = "HWC",
    ) -> None:
        """Log a picture; `img` is left as it is."""
        self._writer.add_image(tag, img, step, walltime, dataformats)

    def add_figure(
        self, tag: str, figure: Any, step: StepLike, walltime: float | None = None
    ) -> None:
        """Log a figure of matplotlib, which stays open."""
        self._writer.add_figure(tag, figure, step, walltime)

    def add_text(
        self,
        tag: str,
        text_string: str,
        step: StepLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log a text; the page shows Markdown as such."""
        self._writer.add_text(tag, text_string, step, walltime)

    def add_image_matrix(
        self,
        tag: str,
        imgs: ArrayLike,
        step: StepLike,
        rows: int = -1,
        scale: float = 1.0,
        walltime: float | None = None,
        dataformats: str = "HWC",
    ) -> None:
        """Log several pictures as one grid, in full size."""
        self._writer.add_image_matrix(tag, imgs, step, rows, scale, walltime, dataformats)

    def add_embeddings(
        self,
        tag: str,
        mat: ArrayLike | None = None,
        metadata: Any = None,
        metadata_header: Sequence[str] | None = None,
        walltime: float | None = None,
        labels: Any = None,
        hot_vectors: ArrayLike | None = None,
        labels_meta: Sequence[str] | None = None,
    ) -> None:
        """Log points in many dimensions."""
        self._writer.add_embeddings(
            tag, mat, metadata, metadata_header, walltime, labels, hot_vectors, labels_meta
        )

    def add_audio(
        self,
        tag: str,
        audio_array: ArrayLike,
        step: StepLike,
        sample_rate: int = 8000,
        walltime: float | None = None,
    ) -> None:
        """Log a sound."""
        self._writer.add_audio(tag, audio_array, step, sample_rate, walltime)

    def add_histogram(
        self,
        tag: str,
        values: ArrayLike,
        step: StepLike,
        walltime: float | None = None,
        buckets: "int | str | Sequence[float]" = 10,
    ) -> None:
        """Log how values are distributed; NaN and infinities are counted apart."""
        self._writer.add_histogram(tag, values, step, walltime, buckets)

    def add_hparams(
        self,
        hparams_dict: Mapping[str, Any],
        metrics_list: Sequence[str],
        walltime: float | None = None,
    ) -> None:
        """Log the hyperparameters of a trial, and the tags of the scalars that judge it."""
        self._writer.add_hparams(hparams_dict, metrics_list, walltime)

    def add_pr_curve(
        self,
        tag: str,
        labels: ArrayLike,
        predictions: ArrayLike,
        step: StepLike,
        num_thresholds: int = 10,
        weights: ArrayLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log a precision-recall curve, exactly; `num_thresholds` does nothing."""
        self._writer.add_pr_curve(
            tag, labels, predictions, step, weights=weights, walltime=walltime
        )

    def add_roc_curve(
        self,
        tag: str,
        labels: ArrayLike,
        predictions: ArrayLike,
        step: StepLike,
        num_thresholds: int = 10,
        weights: ArrayLike | None = None,
        walltime: float | None = None,
    ) -> None:
        """Log a ROC curve, exactly; `num_thresholds` does nothing."""
        self._writer.add_roc_curve(
            tag, labels, predictions, step, weights=weights, walltime=walltime
        )

    def add_graph(
        self, model: Any, input_spec: Any = None, verbose: bool = False, **kwargs: object
    ) -> None:
        """Log the graph of a torch model, called with what `input_spec` describes.

        Never raises: a model that can't be recorded, as those of Paddle, is left out with a warning.
        """
        try:
            named = {} if input_spec is None else {"input_spec": input_spec}
            self._writer.add_graph(model, **named)
        except Exception as error:  # noqa: BLE001  # a training should not end for a drawing of its model
            warn("vdlite: the graph of the model was left out: %s", error)
