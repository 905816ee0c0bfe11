"""Files that another tool's log or database names, which lie in a folder of it or below."""

from pathlib import Path, PurePosixPath

from vdlite.errors import FormatError
from vdlite.foreign.stores.facts import StoreFiles
from vdlite.format.opening import check_plain

_MOST_BYTES = 1 << 28


def read_beside(files: StoreFiles, folder: Path, name: str, *, most: int | None = None) -> bytes:
    """The bytes of the file of that path, relative to the folder.

    most: how many bytes are enough of a longer file, however long that is; None: all are wanted.
    Raises FormatError for a path that leads out of it and for a very large file, OSError.
    """
    path = PurePosixPath(name)
    if path.is_absolute() or not path.parts or ".." in path.parts or "\0" in name:
        raise FormatError(f"got the path {name!r:.60}, want one below the log's folder")
    status = files.stat(folder / path)
    check_plain(status)
    if most is None and status.st_size > _MOST_BYTES:
        raise FormatError(f"{name!r:.60}: got {status.st_size} bytes, read are {_MOST_BYTES}")
    return files.read(folder / path, 0, status.st_size if most is None else most)
