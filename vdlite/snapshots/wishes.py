"""How landscapes of a run shall be."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

from vdlite.errors import FormatError, LandscapeError, shown
from vdlite.landscape.directions import Directions, given_directions
from vdlite.landscape.grid import Range
from vdlite.landscape.making import LI_ET_AL
from vdlite.landscape.normalise import Norm
from vdlite.landscape.trajectory import Method
from vdlite.landscape.weights import Weight

Kind = Literal["random", "gradient", "hessian", "saddle"]
"""saddle: along the eigenvectors of the largest and of the smallest eigenvalue."""


@dataclass(frozen=True)
class Wishes:
    """How landscapes shall be."""

    size: int = 40
    x: Range | None = None  # None: around the path, or from -1 to 1
    y: Range | None = None
    axes: int = 2
    directions: Kind | Directions = "random"
    directions_name: str = ""  # of the file that they came from
    seed: int = 0
    norm: Norm = "filter"
    ignore: tuple[str, ...] = LI_ET_AL  # of random directions
    ignore_path: tuple[str, ...] = ()  # of the plane of a path
    orthogonal: bool = False
    centered: bool = True  # principal components around the snapshots' mean
    method: Method = "lstsq"
    told_apart: tuple[str, ...] = ()  # settings of the problem that its name has to tell


def directions_of(given: str | Path | Directions, weights: Sequence[Weight]) -> Kind | Directions:
    """What was asked for, looked at before anything is computed.

    given: a kind; or a file, .npz as `Directions.save` writes them, or .h5 as the tool of Li et al. does.
    Raises LandscapeError for anything else, and if they do not fit the weights.
    """
    if isinstance(given, str) and given in get_args(Kind):
        return cast(Kind, given)
    if not isinstance(given, (str, Path, Directions)):
        raise _unknown(given)
    found = given if isinstance(given, Directions) else _of_file(Path(given), weights)
    found.check(weights)
    return found


def _of_file(path: Path, weights: Sequence[Weight]) -> Directions:
    if path.suffix == ".npz":
        return Directions.load(path)
    if path.suffix not in (".h5", ".hdf5"):
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
        f"directions: got {shown(given)}, want one of {', '.join(get_args(Kind))}, or an .npz or .h5 file"
    )
