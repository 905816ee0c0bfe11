"""The HDF5 files of Li et al.'s loss-landscape tool: surfaces, directions and projections. Needs h5py.

Its surfaces hold the value of (x[i], y[j]) in row j, column i, though it declares their shape the other way round: of
a grid that is not square the numbers are all there, in an order that its own plots can't read. Read here, such a
file is put right; written here, rows are those of y, so that whatever draws with `meshgrid(x, y)` is right.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vdlite.errors import FormatError, PayloadError
from vdlite.kinds.landscape import Landscape
from vdlite.kinds.landscape.forms import taken
from vdlite.kinds.landscape.points import MOST_POINTS
from vdlite.packages import needed

if TYPE_CHECKING:
    from vdlite.landscape.directions.axes import Directions  # which reads files itself

Floats = NDArray[np.float64]

# What the tool calls our metrics. Its accuracies are percent, ours shares.
_NAMES = {
    "loss": "train_loss",
    "accuracy": "train_acc",
    "test/loss": "test_loss",
    "test/accuracy": "test_acc",
    "hessian/max": "max_eig",
    "hessian/min": "min_eig",
}
_METRICS = {name: metric for metric, name in _NAMES.items()}
_SHARES = {"accuracy", "test/accuracy"}
_PERCENT = {_NAMES[metric] for metric in _SHARES}
_NOT_DONE = {"min_eig": 1.0}  # what stands where nothing is computed yet; -1 elsewhere
_AXES = ("xcoordinates", "ycoordinates", "dir_file", "done")


def write_surface(
    file: "str | os.PathLike[str] | IO[bytes]", landscape: Landscape, *, dir_file: str = ""
) -> None:
    """Write `xcoordinates`, `ycoordinates`, `train_loss`, `train_acc` and the other metrics under their own names.

    dir_file: the name of the file that holds the directions. A dataset `done`, which the tool does not know, says
    what is computed. Raises ImportError without h5py.
    """
    with _opened(file, "w") as held:
        held["dir_file"] = dir_file or (landscape.directions.fingerprint or "")
        held["xcoordinates"] = landscape.x
        if landscape.y is not None:
            held["ycoordinates"] = landscape.y
        held["done"] = landscape.done.astype(np.uint8)
        names = list(_AXES)
        # First those that the tool knows: another metric may be called as they are there.
        for metric in sorted(landscape.values, key=lambda name: name not in _NAMES):
            name = _dataset_name(metric, names)
            names.append(name)
            values = landscape.values[metric]
            scaled = values * 100 if metric in _SHARES else values
            held[name] = np.where(landscape.done, scaled, _NOT_DONE.get(name, -1.0))


def read_surface(file: "str | os.PathLike[str] | IO[bytes]") -> Landscape:
    """The landscape of a surface file, also of one that is not square; `train_loss` is called `loss`, and so on.

    A point is not computed where `done` says so, or, without it, where all metrics have the number that the tool
    fills its files with. Where both eigenvalues of a Hessian are there, `hessian/ratio` is their |min/max|.
    Raises FormatError if it holds no surface, OSError if it can't be read, ImportError without h5py.
    """
    with _opened(file, "r") as held:
        x = _column(held, "xcoordinates")
        y = _column(held, "ycoordinates") if "ycoordinates" in held else None
        shape = (len(x),) if y is None else (len(y), len(x))
        size = len(x) * (1 if y is None else len(y))
        if size > MOST_POINTS:
            raise FormatError(f"a surface file: got {size} points, want {MOST_POINTS} at most")
        found = {
            name: _numbers(dataset).reshape(shape)
            for name, dataset in _datasets(held)
            if name not in _AXES and dataset.size == size
        }
        if not found:
            raise FormatError(f"a surface file: got no values of {size} points, want train_loss")
        done = ~np.logical_and.reduce(
            [values == _NOT_DONE.get(name, -1.0) for name, values in found.items()]
        )
        if "done" in held and held["done"].size == size:
            done = _numbers(held["done"]).reshape(shape) != 0
        dir_file = held["dir_file"][()] if "dir_file" in held else b""
    metrics = {
        _METRICS.get(name, name): values / 100 if name in _PERCENT else values
        for name, values in found.items()
    }
    if {"hessian/max", "hessian/min"} <= metrics.keys():
        with np.errstate(all="ignore"):
            metrics["hessian/ratio"] = np.abs(metrics["hessian/min"] / metrics["hessian/max"])
    # The loss, or what comes nearest to it, is the first.
    order = sorted(metrics, key=lambda name: name != "loss")
    is_text = not isinstance(dir_file, bytes)
    fingerprint = str(dir_file) if is_text else dir_file.decode(errors="replace")
    directions = {"kind": "given", "fingerprint": fingerprint} if fingerprint else {}
    try:
        made = taken(
            {
                "x": x,
                "y": y,
                "done": done,
                "values": {name: metrics[name] for name in order},
                "directions": directions,
            }
        )
    except PayloadError as error:
        raise FormatError(f"a surface file: {error}") from error
    assert isinstance(made, Landscape)  # it has coordinates
    return made


@dataclass(frozen=True, slots=True)
class DirectionFile:
    """One or two directions, as arrays shaped as the weights, and what a PCA says of them."""

    x: list[NDArray[Any]]
    y: list[NDArray[Any]] | None
    explained_variance_ratio: Floats | None = None
    singular_values: Floats | None = None
    explained_variance: Floats | None = None


_OF_PCA = ("explained_variance_ratio", "singular_values", "explained_variance")


def write_directions(
    file: "str | os.PathLike[str] | IO[bytes]",
    x: "Sequence[NDArray[Any]] | Directions",
    y: Sequence[NDArray[Any]] | None = None,
    *,
    explained_variance_ratio: Sequence[float] | None = None,
    singular_values: Sequence[float] | None = None,
    explained_variance: Sequence[float] | None = None,
) -> None:
    """Write the groups `xdirection` and `ydirection`, with a dataset `0`, `1`, ... for each array.

    x, y: arrays of each direction; or both, as `Directions`, with what of the variance they explain.
    The others are written as a PCA's file has them, with `_` at the end of their names. Raises ImportError without
    h5py.
    """
    if not isinstance(x, Sequence):
        explained_variance_ratio = x.facts.get("explained", explained_variance_ratio)
        axes = x.axes
        x, y = axes[0], axes[1] if len(axes) == 2 else None
    of_pca = dict(
        zip(_OF_PCA, (explained_variance_ratio, singular_values, explained_variance), strict=True)
    )
    with _opened(file, "w") as held:
        for name, arrays in (("xdirection", x), ("ydirection", y)):
            if arrays is not None:
                group = held.create_group(name)
                for number, array in enumerate(arrays):
                    group[str(number)] = np.asarray(array)
        for name, values in of_pca.items():
            if values is not None:
                held[f"{name}_"] = np.asarray(values, np.float64)


def read_directions(file: "str | os.PathLike[str] | IO[bytes]") -> DirectionFile:
    """Raises FormatError if the file holds no directions, OSError if it can't be read, ImportError without h5py."""
    with _opened(file, "r") as held:
        x = _list(held, "xdirection")
        y = _list(held, "ydirection") if "ydirection" in held else None
        of_pca = [_column(held, f"{name}_") if f"{name}_" in held else None for name in _OF_PCA]
    return DirectionFile(x, y, *of_pca)


def write_projection(
    file: "str | os.PathLike[str] | IO[bytes]", x: Iterable[float], y: Iterable[float]
) -> None:
    """Write `proj_xcoord` and `proj_ycoord`: where the snapshots lie. Raises ImportError without h5py."""
    with _opened(file, "w") as held:
        held["proj_xcoord"] = np.asarray(list(x), np.float64)
        held["proj_ycoord"] = np.asarray(list(y), np.float64)


def read_projection(
    file: "str | os.PathLike[str] | IO[bytes]", lengths: tuple[float, float] | None = None
) -> tuple[Floats, Floats]:
    """The coordinates of the snapshots, [K] each.

    lengths: of the two directions. The tool's projections by cosine are lengths, not multiples of the directions; with
    this they are divided, and are coordinates if the directions are at right angles.
    Raises FormatError if the file holds no projection, OSError if it can't be read, ImportError without h5py.
    """
    with _opened(file, "r") as held:
        x, y = _column(held, "proj_xcoord"), _column(held, "proj_ycoord")
    if len(x) != len(y):
        raise FormatError(f"a projection file: got {len(x)} x and {len(y)} y")
    return (x, y) if lengths is None else (x / lengths[0], y / lengths[1])


@contextmanager
def _opened(file: "str | os.PathLike[str] | IO[bytes]", mode: str) -> Iterator[Any]:
    with needed("HDF5"):
        import h5py
    try:
        held = h5py.File(file, mode)
    except OSError as error:
        # What the file system says has a number; what h5py says of bytes has none.
        if mode == "w" or error.errno is not None:
            raise
        raise FormatError(f"got no HDF5 file: {error}") from error
    with held:
        try:
            yield held
        except (FormatError, PayloadError):
            raise
        except (
            KeyError,
            RuntimeError,
            ValueError,
            TypeError,
            AttributeError,
            MemoryError,
            OSError,
        ) as error:
            # h5py finds what is damaged only when it looks at it, and has many words for it.
            if mode == "w" or getattr(error, "errno", None) is not None:
                raise
            raise FormatError(
                f"an HDF5 file: got something damaged or of another kind: {error}"
            ) from error


def _datasets(held: Any) -> list[tuple[str, Any]]:
    """All datasets of numbers, those in groups too, in the order of their names."""
    found: list[tuple[str, Any]] = []

    def look(name: str, item: Any) -> None:
        if hasattr(item, "dtype") and item.dtype.kind in "iuf" and item.shape is not None:
            found.append((name, item))

    held.visititems(look)
    return found


def _numbers(dataset: Any) -> Floats:
    try:
        return np.asarray(dataset[()], np.float64)
    except (OSError, ValueError, TypeError, KeyError, RuntimeError) as error:
        raise FormatError(f"got a dataset that can't be read: {error}") from error


def _column(held: Any, name: str) -> Floats:
    dataset = held.get(name)
    if dataset is None or not hasattr(dataset, "dtype") or dataset.dtype.kind not in "iuf":
        raise FormatError(f"got no {name}, but {', '.join(list(held)[:8]) or 'nothing'}")
    if dataset.ndim != 1 or dataset.size > MOST_POINTS:
        raise FormatError(f"{name}: got shape {dataset.shape}, want numbers [N]")
    return _numbers(dataset)


def _list(held: Any, name: str) -> list[NDArray[Any]]:
    group = held.get(name)
    if group is None or not hasattr(group, "keys"):
        raise FormatError(f"got no {name}, but {', '.join(list(held)[:8]) or 'nothing'}")
    wanted = [str(number) for number in range(len(group))]
    if set(group) != set(wanted):
        raise FormatError(f"{name}: got {', '.join(list(group)[:8])}, want 0, 1, ...")
    return [np.asarray(group[number][()]) for number in wanted]


def _dataset_name(metric: str, others: Iterable[str]) -> str:
    """A metric's name in the file, which is free of the file's other names and fits into one file with them."""
    parts = [part if part.strip(".") else f"_{part}" for part in metric.split("/")]
    name = _NAMES.get(metric, "/".join(parts).replace("\0", "_"))
    # A dataset can't be a group as well.
    while any(f"{name}/".startswith(f"{one}/") or one.startswith(f"{name}/") for one in others):
        name = f"_{name}"
    return name
