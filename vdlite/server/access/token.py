"""The token of a user: kept in a file that nobody else can read, so that bookmarks stay valid."""

from __future__ import annotations

import os
import re
import secrets
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_USABLE = re.compile(r"[A-Za-z0-9._~-]{8,256}")  # safe in a URL
_LONG_ENOUGH = 16  # characters, of what people think up themselves
_LONGEST_FILE = 1024  # bytes; a token file is far smaller
# A link that took the file's place after a look at it is not followed; a pipe is not waited for.
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


@dataclass(frozen=True, slots=True)
class Token:
    """A token, and what the user should know about it."""

    text: str
    note: str | None = None


def checked_token(text: str) -> str:
    """`text`, if it can be a token.

    Raises ValueError if it is too short to be safe or has signs that a URL can't carry.
    """
    if not _USABLE.fullmatch(text):
        raise ValueError(
            f"got {len(text)} characters, want 8 to 256 of A-Z a-z 0-9 . _ ~ -, better 16 and more"
        )
    return text


def given_token(text: str) -> Token:
    """A token that somebody chose. Raises ValueError as `checked_token` does."""
    short = len(checked_token(text)) < _LONG_ENOUGH
    note = f"the token has {len(text)} characters; one of fewer than 16 may be found by trying"
    return Token(text, note if short else None)


def config_folder(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> Path:
    """The folder of this user's settings; it need not exist."""
    if base := environment.get("XDG_CONFIG_HOME"):
        return Path(base) / "vdlite"
    if platform == "win32" and (base := environment.get("APPDATA")):
        return Path(base) / "vdlite"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "vdlite"
    return Path.home() / ".config" / "vdlite"


def user_token(folder: Path | None = None) -> Token:
    """The user's token, from `folder` (default: the user's config folder) or newly made there.

    A file that others could read or write is replaced by a new token.
    Where the folder can't be used, the token is good for this process only, and the note says so.
    """
    try:
        path = (folder or config_folder()) / "token"
        return _kept_token(path)
    except (OSError, RuntimeError) as error:  # RuntimeError: the user has no home folder
        note = f"the token is good for this server only, as it can't be kept: {error}"
        return Token(_new(), note)


def _kept_token(path: Path) -> Token:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    note = None
    for _ in range(2):  # a second look, where another process of the user was quicker
        try:
            return Token(_read(path), note)
        except FileNotFoundError:
            pass
        except _UnsafeError as error:
            note = f"the token was replaced by a new one, as {error}: {path}"
            path.unlink(missing_ok=True)
        _create(path)
    return Token(_read(path), note)


class _UnsafeError(Exception):
    """A token file can't be trusted."""


def _read(path: Path) -> str:
    """The token in a file that only this user can read.

    Raises _UnsafeError if others could have read or written it, FileNotFoundError if it is missing.
    """
    if path.is_symlink():
        raise _UnsafeError("its file was a link")
    descriptor = os.open(path, _READ)
    with open(descriptor, "rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise OSError(f"not a file: {path}")
        if sys.platform != "win32":  # there, the mode says nothing; the folder is the user's own
            if about.st_uid != os.getuid():
                raise OSError(f"it belongs to another user: {path}")
            if about.st_mode & 0o077:
                raise _UnsafeError("others could read its file")
        text = file.read(_LONGEST_FILE).decode("ascii", "replace").strip()
    if not _USABLE.fullmatch(text):
        raise _UnsafeError("its file held something else")
    return text


def _create(path: Path) -> None:
    """Write a new token to `path`, whole or not at all; leave a file that is there already."""
    draft = path.with_name(f"token.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(descriptor, "w", encoding="ascii") as file:
            file.write(_new() + "\n")
        if not path.exists():
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _new() -> str:
    return secrets.token_urlsafe(32)
