"""The directions of a result: of a kind that is still to be computed, or given as they are."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import cast, get_args

from vdlite.drawing.options import DirectionsKind
from vdlite.errors import FormatError, LandscapeError, shown
from vdlite.landscape.directions.axes import Directions, given_directions
from vdlite.landscape.weights import Weight
from vdlite.packages import needs

_HDF5 = (".h5", ".hdf5")


def directions_of(
    given: str | Path | Directions, weights: Sequence[Weight]
) -> DirectionsKind | Directions:
    """The directions that were asked for, looked at before anything is computed.

    given: a kind; or a file, .npz as `Directions.save` writes them, or .h5 as the tool of Li et al. does.
    Raises LandscapeError for anything else, and if they do not fit the weights.
    """
    if isinstance(given, str) and given in get_args(DirectionsKind):
        return cast(DirectionsKind, given)
    if not isinstance(given, (str, Path, Directions)):
        raise _unknown(given)
    found = given if isinstance(given, Directions) else _of_file(Path(given), weights)
    found.check(weights)
    return found


def _of_file(path: Path, weights: Sequence[Weight]) -> Directions:
    if path.suffix == ".npz":
        return Directions.load(path)
    if path.suffix not in _HDF5:
        raise _unknown(str(path))
    from vdlite.landscape.files.hdf5 import read_directions

    path.open("rb").close()  # what keeps it from being read, h5py says in many words
    try:
        held = read_directions(path)
    except FormatError as error:
        raise LandscapeError(f"directions: this is no file of them ({error}): {path}") from error
    except ImportError as error:
        raise LandscapeError(f"directions: {error}") from error
    return given_directions(weights, held.x, *([] if held.y is None else [held.y]))


def _unknown(given: object) -> LandscapeError:
    return LandscapeError(
        f"directions: got {shown(given)}, want one of {', '.join(get_args(DirectionsKind))}, or an .npz or .h5 file"
    )


class DirectionsFiles:
    """The files that directions are written to: the first under the name, others under numbered ones."""

    def __init__(self, path: str | Path) -> None:
        """path: .npz, or .h5 as the tool of Li et al. reads it. Raises LandscapeError for another, or without h5py."""
        self._path = Path(path)
        self._written: set[str] = set()
        if self._path.suffix not in (".npz", *_HDF5):
            raise LandscapeError(f"save_directions: got {str(path)!r}, want an .npz or .h5 file")
        if self._path.suffix in _HDF5 and find_spec("h5py") is None:
            raise LandscapeError(f"save_directions: {needs('HDF5', 'h5py')}")

    def write(self, directions: Directions) -> None:
        """Write directions; those of several landscapes are written once."""
        if directions.fingerprint in self._written:
            return
        number = len(self._written) + 1
        path = self._path if number == 1 else self._path.with_stem(f"{self._path.stem}-{number}")
        if path.suffix == ".npz":
            directions.save(path)
        else:
            from vdlite.landscape.files.hdf5 import write_directions

            write_directions(path, directions)
        self._written.add(directions.fingerprint)
