"""Artifacts of a run of MLflow: pictures, sounds, videos, texts and tables in files of its folder `artifacts`."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from functools import partial
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from vdlite.errors import FormatError
from vdlite.foreign.media import media
from vdlite.foreign.stores.facts import AnewError, Encode, Piece, RunFacts, StoreFiles, Unencoded
from vdlite.foreign.stores.named_files import read_beside
from vdlite.kinds.draft import Encoded

FOLDER = "artifacts"
_MOST_FILES = 10_000
_MOST_DEPTH = 16
_MOST_LOOKED_AT = 200  # files that may be rewritten, at each look
_PIECE = 100  # artifacts
_PIECE_BYTES = 1 << 26
_PICTURES = "images"
# What `log_image(picture, key=..., step=...)` calls its files; a newer one is never the same.
_PICTURE = re.compile(
    _PICTURES
    + r"/(?P<key>[^+%]+)[+%]step[+%](?P<step>\d{1,18})[+%]timestamp[+%](?P<time>\d{1,15})[+%][^+%]+\.png"
)
_PREVIEW = re.compile(r"(images/.+[+%]compressed|table_images/.+)\.webp")
_OF_TABLES = "table_images/"
_MODEL = "MLmodel"  # in the folder of each model


class _Stamp(NamedTuple):
    """The state of a file when it was looked at."""

    inode: int
    size: int  # bytes
    changed: int  # nanoseconds since 1970


class Taken(NamedTuple):
    """The artifacts that have been read, and how often what was left out had been met."""

    stamps: Mapping[str, _Stamp | None]  # by name; None: it does not change
    left_out: Mapping[str, int]


NOTHING = Taken({}, {})


class Artifacts:
    """The artifacts of one run. Not for several threads at once."""

    def __init__(self, root: Path, files: StoreFiles) -> None:
        self._root = root
        self._files = files
        self._folders: dict[Path, int] = {}  # and when each had changed
        self._kinds: dict[str, str] = {}  # of those that are read, by name
        self._left_out: dict[str, int] = {}  # what is not, and how often it is there
        self._stamps: dict[str, _Stamp] = {}  # of those that may change

    def look(self) -> Hashable:
        """Look at what has changed; returns something that differs then."""
        known = self._folders
        if not known or any(changed(self._files, one) != at for one, at in known.items()):
            self._find()
        self._stamps = {
            name: found for name in self._rewritable() if (found := self._stamp(name)) is not None
        }
        return tuple(self._folders.items()), tuple(self._stamps.items())

    def next(self, taken: Taken, facts: RunFacts, piece: Piece) -> Taken:
        """Put the next artifacts, which `encode_all` makes records of, into the piece. Raises AnewError.

        facts: of the run, whose beginning and end tell more than a file that may have been copied.
        """
        if taken.stamps.keys() - self._kinds.keys():
            raise AnewError  # one is gone
        if any(taken.stamps.get(name, found) != found for name, found in self._stamps.items()):
            raise AnewError  # one was written anew
        stamps = dict(taken.stamps)
        size = 0
        for name, kind in self._kinds.items():
            if name in stamps:
                continue
            if len(piece.values) >= _PIECE or size >= _PIECE_BYTES:
                piece.is_all = False
                break
            found = self._stamp(name)
            stamps[name] = None if found is None or _PICTURE.fullmatch(name) else found
            if found is not None:
                size += found.size
                piece.values.append(self._value(name, kind, found, facts))
        for what, count in self._left_out.items():
            if count > taken.left_out.get(what, 0):
                piece.leave_out(what, count - taken.left_out.get(what, 0))
        return Taken(stamps, {**taken.left_out, **self._left_out})

    def encoder(self, kind: str, tag: str, offset: int) -> Encode:
        """A function that makes the payload of a record again. Raises FormatError, OSError."""
        name = tag
        if offset != _number(tag):
            items = self._files.list(self._root / _PICTURES).items
            names = (f"{_PICTURES}/{item.name}" for item in items if item.type == "file")
            name = next((one for one in names if _number(one) == offset), "")
        if media.kind_of_file(name) != kind:
            raise FormatError(f"there is no {kind} {tag!r:.60} (any more)")
        return partial(self._encode, name, kind)

    def _encode(self, name: str, kind: str) -> Encoded:
        file = read_beside(self._files, self._root, name, most=media.most_of(kind))
        return media.encode_file(file, kind, name)

    def _value(self, name: str, kind: str, stamp: _Stamp, facts: RunFacts) -> Unencoded:
        written = max(facts.started, stamp.changed / 1e9)
        tag, step, time = name, 0, written if facts.ended is None else min(written, facts.ended)
        picture = _PICTURE.fullmatch(name)
        if picture is not None:
            tag = re.sub("[~#]", "/", picture["key"])
            step, time = int(picture["step"]), int(picture["time"]) / 1e3
        encode = partial(self._encode, name, kind)
        return Unencoded(kind, tag, step, time, _number(name), "artifacts", encode)

    def _find(self) -> None:
        self._folders, self._kinds, self._left_out = {}, {}, {}
        found = files_below(self._files, self._root, self._folders)
        ends = (name.removesuffix(_MODEL) for name in found if PurePosixPath(name).name == _MODEL)
        models = tuple(end for end in ends if end)
        for name in found:
            if _PREVIEW.fullmatch(name):
                continue
            kind = media.kind_of_file(name)
            if models and name.startswith(models):
                self._count("files of models")
            elif name.startswith(_OF_TABLES):
                self._count("pictures in tables")
            elif kind is None:
                self._count(f"artifacts, {media.OTHER_FILES}")
            else:
                self._kinds[name] = kind

    def _count(self, what: str) -> None:
        self._left_out[what] = self._left_out.get(what, 0) + 1

    def _rewritable(self) -> Iterator[str]:
        names = (name for name in self._kinds if not _PICTURE.fullmatch(name))
        return (name for name, _ in zip(names, range(_MOST_LOOKED_AT), strict=False))

    def _stamp(self, name: str) -> _Stamp | None:
        try:
            status = self._files.stat(self._root / name)
        except OSError:
            return None
        return _Stamp(status.st_ino, status.st_size, status.st_mtime_ns)


class ArtifactFiles:
    """The folders of the artifacts of a database's runs, if these lie below its folder."""

    def __init__(self, folder: Path, files: StoreFiles) -> None:
        self._folder = folder
        self._files = files

    def of(self, address: str, run: str) -> Artifacts | None:
        """The artifacts of a run, whose database gives their address; None if they are elsewhere.

        Of an address of the machine that wrote it the end counts: `mlruns/1/RUN/artifacts`.
        """
        try:
            parts = urlsplit(address)
        except ValueError:
            return None
        if parts.scheme not in ("", "file", "mlflow-artifacts"):
            return None
        names = [name for name in unquote(parts.path).split("/") if name not in ("", ".")]
        if ".." in names or names[-2:] != [run, FOLDER] or "\0" in address:
            return None
        if parts.scheme == "mlflow-artifacts":
            names.insert(0, "mlartifacts")  # where its server keeps them
        for at in range(max(0, len(names) - 6), len(names) - 1):
            folder = self._folder.joinpath(*names[at:])
            if changed(self._files, folder):
                return Artifacts(folder, self._files)
        return None


def files_below(
    files: StoreFiles, root: Path, times: dict[Path, int] | None = None
) -> dict[str, Path]:
    """All files below a folder, by their names relative to it; links are not followed.

    times: takes the folders, and when each had changed.
    """
    found: dict[str, Path] = {}
    waiting = [(root, "", 0)]
    while waiting and len(found) < _MOST_FILES:
        folder, begin, depth = waiting.pop()
        if times is not None:
            times[folder] = changed(files, folder)
        try:
            items = files.list(folder).items
        except OSError:
            continue
        for item in items:
            if item.type == "file":
                found[begin + item.name] = folder / item.name
            elif item.type == "folder" and depth < _MOST_DEPTH:
                waiting.append((folder / item.name, f"{begin}{item.name}/", depth + 1))
    return dict(sorted(found.items()))


def changed(files: StoreFiles, path: Path) -> int:
    """The time when a file or folder had changed, in nanoseconds since 1970; 0 if it is not there."""
    try:
        return files.stat(path).st_mtime_ns
    except OSError:
        return 0


def _number(name: str) -> int:
    """A number by which a record's file is found again; above 0."""
    return 1 + int.from_bytes(blake2b(name.encode(errors="replace"), digest_size=7).digest())
