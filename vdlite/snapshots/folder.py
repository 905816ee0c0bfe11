"""Snapshots on disk: RUN/snapshots/<tag>/ holds `recorder.json` and one .npy file for each snapshot."""

import itertools
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from vdlite.errors import DamagedSnapshotError, LandscapeError
from vdlite.format.opening import open_plain
from vdlite.landscape.weights import Array, Weight

FOLDER = "snapshots"
_ABOUT = "recorder.json"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One file of weights."""

    step: int
    file: str
    walltime: float  # seconds since 1970
    learning_rate: float | None = None

    def __post_init__(self) -> None:
        if Path(self.file).name != self.file:
            raise ValueError(f"got file {self.file!r}, want a name in the same folder")


@dataclass(frozen=True, slots=True)
class About:
    """The facts known of all snapshots of a recorder."""

    names: tuple[str, ...]  # of the weights, in the order in which a file holds them
    shapes: tuple[tuple[int, ...], ...]
    dtype: str  # of the files
    unit: str = "step"
    intervals: tuple[tuple[int, ...], ...] = ()  # empty: all snapshots are one
    settings: Mapping[str, Any] = field(default_factory=dict)  # what the landscape should be like
    facts: Mapping[str, Any] = field(default_factory=dict)  # model, optimizer, steps_per_epoch
    snapshots: tuple[Snapshot, ...] = ()
    superseded: tuple[Snapshot, ...] = ()  # of a training that this one has left behind
    structure: str = ""  # what the model computes, see `structure_of`

    def same_model(self, other: "About") -> bool:
        """True if the weights have the same names and shapes."""
        return (self.names, self.shapes) == (other.names, other.shapes)

    def restarted(self, step: int) -> "About":
        """The facts in a training that is at a step: later snapshots are of another one, which went on differently."""
        later = [one for one in self.snapshots if one.step >= step]
        return replace(
            self,
            snapshots=tuple(one for one in self.snapshots if one.step < step),
            superseded=(*self.superseded, *later),
        )


class SnapshotFolder:
    """The snapshots of one recorder."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def __repr__(self) -> str:
        return f"SnapshotFolder({str(self.path)!r})"

    @property
    def tag(self) -> str:
        return self.path.name.replace("%2F", "/")

    def is_there(self) -> bool:
        """True if a recorder has kept its snapshots here."""
        return is_file(self.path / _ABOUT)

    def read(self) -> About:
        """Raises LandscapeError if there is nothing, or nothing that this version can read."""
        try:
            content = json.loads(_content(self.path, _ABOUT))
            return About(
                names=tuple(content["names"]),
                shapes=tuple(tuple(map(int, shape)) for shape in content["shapes"]),
                dtype=str(np.dtype(content["dtype"])),
                unit=str(content["unit"]),
                intervals=tuple(tuple(map(int, one)) for one in content["intervals"]),
                settings=dict(content["settings"]),
                facts=dict(content["facts"]),
                snapshots=tuple(Snapshot(**one) for one in content["snapshots"]),
                superseded=tuple(Snapshot(**one) for one in content.get("superseded", ())),
                structure=str(content.get("structure", "")),
            )
        except FileNotFoundError:
            raise LandscapeError(f"snapshots: there are none here: {self.path}") from None
        except UnicodeDecodeError as error:  # its text would repeat the whole file
            raise LandscapeError(f"snapshots: {_ABOUT} is no text: {self.path}") from error
        except (OSError, ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
            raise LandscapeError(
                f"snapshots: {_ABOUT} can't be read ({error!r}): {self.path}"
            ) from error

    def write(self, about: About) -> None:
        """Replace what is known, at once or not at all. Raises OSError."""
        self.path.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"version": _VERSION, **asdict(about)}, indent=1)
        _replace(self.path / _ABOUT, text.encode())

    def keep(
        self,
        about: About,
        step: int,
        arrays: Sequence[Array],
        *,
        walltime: float,
        learning_rate: float | None = None,
    ) -> About:
        """Write a snapshot; what was kept of the same step before is replaced. Raises OSError."""
        name = f"{step:09d}.npy"
        whole = np.concatenate([array.reshape(-1) for array in arrays]).astype(about.dtype)
        self.path.mkdir(parents=True, exist_ok=True)
        with _beside(self.path / name) as beside, beside.open("wb") as file:
            np.save(file, whole, allow_pickle=False)
        others = [one for one in about.snapshots if one.step != step]
        made = Snapshot(step, name, walltime, learning_rate)
        kept = replace(
            about,
            snapshots=tuple(sorted([*others, made], key=lambda one: one.step)),
            superseded=tuple(one for one in about.superseded if one.file != name),
        )
        self.write(kept)
        return kept

    def arrays(self, about: About, snapshot: Snapshot) -> list[Array]:
        """The weights of a snapshot, read when they are looked at. Raises DamagedSnapshotError."""
        path = self.path / snapshot.file  # for errors
        sizes = [int(np.prod(shape)) for shape in about.shapes]
        try:
            whole = _mapped(self.path, snapshot.file)
        except Exception as error:  # NumPy has many words for a damaged header
            # One of them is the advice to run what the file holds.
            flaw = error if isinstance(error, OSError) else "cut short, or no array"
            raise DamagedSnapshotError(
                f"snapshot {snapshot.step}: can't be read ({flaw}): {path}"
            ) from error
        if whole.shape != (sum(sizes),) or whole.dtype.kind not in "iuf":
            raise DamagedSnapshotError(
                f"snapshot {snapshot.step}: got {whole.dtype} of shape {whole.shape}, want numbers {(sum(sizes),)}: "
                f"{path}"
            )
        pieces = np.split(whole, np.cumsum(sizes)[:-1])
        return [piece.reshape(shape) for piece, shape in zip(pieces, about.shapes, strict=True)]


def is_file(path: str | Path) -> bool:
    """True if there is such a file; also of a name that no file can have."""
    return os.path.isfile(path)  # noqa: PTH113  # pathlib's raises for names that are too long


def folders(run: str | Path) -> Iterator[SnapshotFolder]:
    """The snapshot folders of a run, by name."""
    for about in sorted(Path(run).glob(f"{FOLDER}/*/{_ABOUT}")):
        yield SnapshotFolder(about.parent)


def folders_for(run: str | Path, tag: str, about: About) -> Iterator[tuple[SnapshotFolder, About]]:
    """The folders where a recorder may keep its snapshots: where others of the same model were kept, and new ones."""
    name = tag.replace("/", "%2F")
    for number in itertools.count(1):
        folder = SnapshotFolder(Path(run) / FOLDER / (name if number == 1 else f"{name}-{number}"))
        known = continued(folder, about)
        if known is not None:
            yield folder, known


def continued(folder: SnapshotFolder, about: About) -> About | None:
    """The facts, with the snapshots that a folder has already; None if it has others than of this model."""
    try:
        before = folder.read()
    except LandscapeError:
        return about if _is_free(folder.path) else None
    if not before.same_model(about) or before.unit != about.unit:
        return None
    return replace(about, snapshots=before.snapshots, superseded=before.superseded)


def _is_free(path: Path) -> bool:
    try:
        return not path.exists() or not any(path.iterdir())
    except OSError:  # nothing can be kept there; `record` reports it
        return True


def layout(
    weights: Sequence[Weight], dtype: str | None = None
) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...], str]:
    """Names, shapes and type of weights, as `About` begins. dtype: of the files; the widest of the weights if None."""
    widest = np.result_type(*(weight.value.dtype for weight in weights), np.float32)
    return (
        tuple(weight.name for weight in weights),
        tuple(weight.value.shape for weight in weights),
        str(np.dtype(dtype) if dtype is not None else widest),
    )


def step_in(name: str) -> int | None:
    """The last number in a file's name: `model_30.pt` is of step 30; else in its folder's, as in `checkpoint-30/model.pt`."""
    path = Path(name)
    found = re.findall(r"\d+", path.stem) or re.findall(r"\d+", path.parent.name)
    return int(found[-1]) if found else None


def _content(folder: Path, name: str) -> bytes:
    """The bytes of a plain file; raises OSError for a link, a pipe and the like."""
    with open(open_plain(folder, [name]), "rb") as file:
        return file.read()


def _mapped(folder: Path, name: str) -> Array:
    """The array of a plain file as numpy.save writes it, read when it is looked at; raises whatever NumPy does."""
    with open(open_plain(folder, [name]), "rb") as file:
        version = np.lib.format.read_magic(file)
        is_old = version == (1, 0)
        read = (
            np.lib.format.read_array_header_1_0 if is_old else np.lib.format.read_array_header_2_0
        )
        shape, is_fortran, dtype = read(file)
        if dtype.hasobject:
            raise ValueError("objects are no numbers")
        order: Literal["F", "C"] = "F" if is_fortran else "C"
        whole: Array = np.memmap(
            file, dtype=dtype, mode="r", offset=file.tell(), shape=shape, order=order
        )
        return whole


def _replace(path: Path, content: bytes) -> None:
    with _beside(path) as beside:
        beside.write_bytes(content)


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A file to write that takes the place of another when it is complete, and leaves nothing if it never is."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield beside
        beside.replace(path)
    except BaseException:
        # A full disk would stay full.
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
