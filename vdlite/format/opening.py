"""Opening plain files below a folder whose content others may have made.

Whoever may write into a folder can put a link, a pipe or a device there under any name. None of them is opened here:
each folder on the way is opened on its own, without following a link, and the file is looked for in the one before.
So nothing that is exchanged meanwhile leads anywhere else. Where the system can't do that (Windows), the whole way is
resolved first, and a folder that is exchanged for a link between that and the opening is noticed by the file only.

A hard link can't be distinguished by the file itself.
"""

import errno
import os
import stat
from collections.abc import Sequence

_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
# A pipe that takes the file's place at the last moment would hold up whoever opens it.
_FILE = os.O_RDONLY | _NO_FOLLOW | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_ANY_FOLDER = getattr(os, "O_DIRECTORY", 0)
_FOLDER = _ANY_FOLDER | _NO_FOLLOW
_STEP = getattr(os, "O_PATH", os.O_RDONLY)  # to go through a folder, none needs to list it
_STEPS = os.open in os.supports_dir_fd and os.stat in os.supports_dir_fd and bool(_NO_FOLLOW)
_LINKS = {errno.ELOOP, errno.EMLINK, errno.ENOTDIR}  # what systems say of one with O_NOFOLLOW

NOT_PLAIN = "it is not a plain file"


def open_plain(folder: str | os.PathLike[str], parts: Sequence[str]) -> int:
    """A descriptor, for reading, of the plain file `folder/parts[0]/...`.

    Only `folder` itself may be a link, or lie behind one. Raises OSError: with errno ELOOP or ENOTDIR where a link is
    in the way, EINVAL for what is no plain file.
    """
    place, name = _enter(folder, parts)
    try:
        before = os.stat(name, dir_fd=place, follow_symlinks=False)
        check_plain(before)  # first: to open a device may do something to it
        file = os.open(name, _FILE, dir_fd=place)
    finally:
        _leave(place)
    if os.path.samestat(before, os.fstat(file)):
        return file
    os.close(file)
    raise FileNotFoundError(errno.ENOENT, "another file has just taken its place", name)


def stat_below(folder: str | os.PathLike[str], parts: Sequence[str]) -> os.stat_result:
    """The status of the file `folder/parts[0]/...`, of whatever type. Raises OSError as `open_plain` does."""
    place, name = _enter(folder, parts)
    try:
        return os.stat(name, dir_fd=place, follow_symlinks=False)
    finally:
        _leave(place)


def open_folder(folder: str | os.PathLike[str], parts: Sequence[str]) -> int | str:
    """The handle by which os.scandir lists `folder/parts[0]/...`: a descriptor, or a path where the system has none.

    Raises OSError as `open_plain` does.
    """
    place, name = _enter(folder, parts)
    try:
        return name if place is None else os.open(name, os.O_RDONLY | _FOLDER, dir_fd=place)
    finally:
        _leave(place)


def check_plain(status: os.stat_result) -> None:
    """Raises OSError unless this is a plain file."""
    if stat.S_ISLNK(status.st_mode):
        raise OSError(errno.ELOOP, "it is a link")
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, NOT_PLAIN)


def is_link_error(error: OSError) -> bool:
    """True if a link in the way may be why something was not opened."""
    return error.errno in _LINKS


def _enter(folder: str | os.PathLike[str], parts: Sequence[str]) -> tuple[int | None, str]:
    """The folder that holds the last of the parts, and what that is called there; without parts, itself."""
    *way, name = parts or (os.curdir,)
    if os.pardir in parts or "" in parts:
        raise OSError(errno.EINVAL, "it is no name below a folder")
    if not _STEPS:
        return None, _without_links(folder, parts)
    place = os.open(folder, _STEP | _ANY_FOLDER)
    for part in way:
        try:
            inner = os.open(part, _STEP | _FOLDER, dir_fd=place)
        finally:
            os.close(place)
        place = inner
    return place, name


def _leave(place: int | None) -> None:
    if place is not None:
        os.close(place)


def _without_links(folder: str | os.PathLike[str], parts: Sequence[str]) -> str:
    """The resolved path. Raises OSError if a link is on the way from the folder."""
    path = os.path.join(os.path.realpath(folder), *parts)
    if os.path.normcase(os.path.realpath(path)) != os.path.normcase(os.path.normpath(path)):
        raise OSError(errno.ELOOP, "a link is in the way")
    return path
