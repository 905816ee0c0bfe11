"""Files that another tool's log names, which lie in its folder or below it."""

from pathlib import Path, PurePosixPath

from vdlite.errors import FormatError
from vdlite.format.opening import check_plain
from vdlite.reader.files import Files

_MOST_BYTES = 1 << 28


def read_beside(files: Files, folder: Path, name: str) -> bytes:
    """The bytes of the file of that path, relative to the folder.

    Raises FormatError for a path that leads out of it and for a very large file, OSError.
    """
    path = PurePosixPath(name)
    if path.is_absolute() or not path.parts or ".." in path.parts or "\0" in name:
        raise FormatError(f"got the path {name!r:.60}, want one below the log's folder")
    status = files.stat(folder / path)
    check_plain(status)
    if status.st_size > _MOST_BYTES:
        raise FormatError(f"{name!r:.60}: got {status.st_size} bytes, read are {_MOST_BYTES}")
    return files.read(folder / path, 0, status.st_size)
