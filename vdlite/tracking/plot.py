"""Charts, as `wandb.plot` makes them: of the kind that fits, else drawn by matplotlib, with their table beside them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import PayloadError, shown
from vdlite.kinds.numbers.arrays import ArrayLike, as_array
from vdlite.tracking.media import Histogram
from vdlite.tracking.table import Table
from vdlite.writer import LogWriter
from vdlite.writer.notices import warn

_SIZE = (6.4, 4.8)  # inches
_warned: set[str] = set()


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing of a table: a picture, if matplotlib is installed, and the table as a text, under one tag."""

    table: Table
    title: str
    names: tuple[str, str]  # of the axes
    draw: Callable[[Any], None]  # is given the axes of matplotlib

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        self.table.add_to(writer, tag, step, walltime)
        try:
            from matplotlib.figure import Figure
        except ImportError:
            if not _warned:
                _warned.add("matplotlib")
                warn("vdlite.plot: without matplotlib, only the tables of drawings are logged")
            return
        figure = Figure(figsize=_SIZE, layout="tight")
        axes = figure.add_subplot(title=self.title, xlabel=self.names[0], ylabel=self.names[1])
        self.draw(axes)
        writer.add_figure(tag, figure, step, walltime)


@dataclass(frozen=True, slots=True)
class Values:
    """A column of a table, as a histogram, and the table as a text, under one tag."""

    table: Table
    column: str

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        self.table.add_to(writer, tag, step, walltime)
        Histogram(self.table.get_column(self.column)).add_to(writer, tag, step, walltime)


@dataclass(frozen=True, slots=True)
class Curves:
    """Curves of a classifier, one for each class, as `TAG/CLASS`."""

    add: str  # the method of LogWriter
    curves: (
        "dict[str, tuple[NDArray[Any], NDArray[Any]]]"  # truth and scores by the name of a class
    )

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        for name, (truth, scores) in self.curves.items():
            own = f"{tag}/{name}" if name else tag
            getattr(writer, self.add)(own, truth, scores, step, walltime=walltime)


@dataclass(frozen=True, slots=True)
class Matrix:
    """A confusion matrix."""

    truth: ArrayLike
    predictions: ArrayLike
    class_names: "list[str] | None"

    def add_to(self, writer: LogWriter, tag: str, step: int | None, walltime: float) -> None:
        names = self.class_names
        writer.add_confusion_matrix(
            tag, self.truth, self.predictions, step, walltime, class_names=names
        )


def line(
    table: Table,
    x: str,
    y: str,
    stroke: str | None = None,
    title: str = "",
    split_table: bool = False,
) -> Plot:
    """A line of two columns, or one for each value of `stroke`. split_table: nothing."""
    xs, ys = table.get_column(x), table.get_column(y)
    groups = [None] * len(xs) if stroke is None else table.get_column(stroke)

    def draw(axes: Any) -> None:
        for group in dict.fromkeys(groups):
            at = [number for number, each in enumerate(groups) if each == group]
            axes.plot([xs[each] for each in at], [ys[each] for each in at], label=group)
        if stroke is not None:
            axes.legend(title=stroke)

    return Plot(table, title, (x, y), draw)


def scatter(table: Table, x: str, y: str, title: str = "", split_table: bool = False) -> Plot:
    """Points of two columns. split_table: nothing."""
    xs, ys = table.get_column(x), table.get_column(y)
    return Plot(table, title, (x, y), lambda axes: axes.scatter(xs, ys, s=12))


def bar(table: Table, label: str, value: str, title: str = "", split_table: bool = False) -> Plot:
    """A bar for each row. split_table: nothing."""
    labels, values = table.get_column(label), table.get_column(value)
    return Plot(
        table, title, (value, label), lambda axes: axes.barh(list(map(str, labels)), values)
    )


def histogram(table: Table, value: str, title: str = "", split_table: bool = False) -> Values:
    """The distribution of a column. title, split_table: nothing."""
    table.get_column(value)  # raises if there is none
    return Values(table, value)


def line_series(
    xs: Iterable[Any],
    ys: Iterable[Iterable[Any]],
    keys: Iterable[str] | None = None,
    title: str = "",
    xname: str = "x",
    split_table: bool = False,
) -> Plot:
    """Lines of one list of x values, or of one for each line. split_table: nothing. Raises PayloadError if they differ in number."""
    heights = [list(each) for each in ys]
    first = list(xs)
    single = not first or not isinstance(first[0], Iterable) or isinstance(first[0], str)
    places = [first] * len(heights) if single else [list(each) for each in first]
    names = [f"y{number}" for number in range(len(heights))] if keys is None else list(keys)
    if not len(places) == len(heights) == len(names):
        raise PayloadError(
            f"line_series: got {len(places)} lists of x values and {len(names)} keys for {len(heights)} lines"
        )
    table = Table([xname, "y", "key"])
    for name, place, height in zip(names, places, heights, strict=True):
        if len(place) != len(height):
            raise PayloadError(f"line_series: got {len(place)} x values for {len(height)} y values")
        for at, value in zip(place, height, strict=True):
            table.add_data(at, value, name)
    return line(table, xname, "y", "key", title)


def pr_curve(
    y_true: ArrayLike,
    y_probas: ArrayLike,
    labels: Sequence[str] | None = None,
    classes_to_plot: Sequence[Any] | None = None,
    interp_size: int = 21,
    title: str = "",
    split_table: bool = False,
) -> Curves:
    """Precision-recall curves.

    y_true: [N] classes; y_probas: [N, C], or [N] of the positive class; labels: names of the C classes; classes_to_plot: some of
    the classes. interp_size, title, split_table: nothing, as all points count. Raises PayloadError if these do not fit together.
    """
    return Curves("add_pr_curve", _by_class(y_true, y_probas, labels, classes_to_plot))


def roc_curve(
    y_true: ArrayLike,
    y_probas: ArrayLike,
    labels: Sequence[str] | None = None,
    classes_to_plot: Sequence[Any] | None = None,
    title: str = "",
    split_table: bool = False,
) -> Curves:
    """ROC curves. The arguments, and what raises, as in `pr_curve`."""
    return Curves("add_roc_curve", _by_class(y_true, y_probas, labels, classes_to_plot))


def _by_class(
    y_true: ArrayLike,
    y_probas: ArrayLike,
    labels: Sequence[str] | None,
    classes_to_plot: Sequence[Any] | None,
) -> "dict[str, tuple[NDArray[Any], NDArray[Any]]]":
    truth, scores = np.asarray(y_true).reshape(-1), as_array(y_probas, "y_probas")
    if scores.ndim == 1:
        return {"": (truth, scores)}
    classes = np.unique(truth)
    if scores.ndim != 2 or len(scores) != len(truth) or scores.shape[1] < len(classes):
        raise PayloadError(
            f"y_probas: got shape {scores.shape} for {len(truth)} samples of {len(classes)} classes, want [N, C]"
        )
    if truth.dtype.kind in "biu" and scores.shape[1] > int(truth.max(initial=0)):
        classes = np.arange(scores.shape[1])  # positions, some of which may not occur
    wanted = None if classes_to_plot is None else list(classes_to_plot)
    names = [str(each) for each in classes] if labels is None else [str(each) for each in labels]
    if len(names) < len(classes):
        raise PayloadError(f"labels: got {len(names)} for {len(classes)} classes")
    return {
        name: (truth == each, scores[:, at])
        for at, (each, name) in enumerate(zip(classes, names, strict=False))
        if wanted is None or each in wanted
    }


def confusion_matrix(
    probs: ArrayLike = None,
    y_true: ArrayLike = None,
    preds: ArrayLike = None,
    class_names: Sequence[str] | None = None,
    title: str = "",
    split_table: bool = False,
) -> Matrix:
    """A confusion matrix.

    y_true: [N] classes; preds: [N] predicted ones, or probs: [N, C], whose greatest counts. title, split_table: nothing.
    Raises PayloadError if both or none of these is given.
    """
    if (probs is None) == (preds is None) or y_true is None:
        raise PayloadError(
            f"confusion_matrix: got probs {shown(probs, 20)} and preds {shown(preds, 20)}, want y_true, and one of these"
        )
    chosen = preds if probs is None else as_array(probs, "probs").argmax(axis=-1)
    return Matrix(y_true, chosen, None if class_names is None else list(class_names))
