"""Points in many dimensions."""

from collections.abc import Sequence
from typing import Any

from vdlite.kinds.numbers.arrays import ArrayLike
from vdlite.tensorboard.arguments import Labels
from vdlite.tensorboard.life import Life
from vdlite.writer.arguments.checks import StepLike


class EmbeddingCalls(Life):
    """The part of a SummaryWriter that logs embeddings."""

    def add_embedding(
        self,
        mat: ArrayLike,
        metadata: Labels = None,
        label_img: ArrayLike | None = None,
        global_step: StepLike | None = None,
        tag: str = "default",
        metadata_header: Sequence[str] | None = None,
    ) -> None:
        """Log points in many dimensions; the page projects them to two or three.

        mat: [N, D].
        metadata: N labels; with a header, N rows of labels.
        label_img: N small pictures, [N, C, H, W].
        metadata_header: names of the columns of `metadata`.
        The rest as in `add_scalar`. Raises AssertionError if there is not one label for each point.
        """
        labels: Any = None
        header = None
        if metadata is not None:
            if len(metadata) != len(mat):
                raise AssertionError("#labels should equal with #data points")
            labels, header = _columns(metadata, metadata_header)
        tag, step, _ = self._where(tag, global_step, None)
        self._log().add_embeddings(tag, mat, labels, header, step=step, thumbnails=label_img)


def _columns(
    metadata: Sequence[Any], header: Sequence[str] | None
) -> tuple[list[Any], list[str] | None]:
    """Columns and their names, each once: rows would be ambiguous where there are as many as columns."""
    if header is None or not len(header):
        nested = any(isinstance(each, (list, tuple)) for each in metadata)
        return [str(each) for each in metadata] if nested else list(metadata), None
    if any(len(row) != len(header) for row in metadata):
        raise AssertionError("len of header must be equal to the number of columns in metadata")
    names: list[str] = []
    for name in map(str, header):
        times = sum(each == name or each.startswith(f"{name}_") for each in names)
        names.append(f"{name}_{times + 1}" if name in names else name)
    return [list(column) for column in zip(*metadata, strict=True)], names
