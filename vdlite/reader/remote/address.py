"""Addresses of logdirs that lie on no disk, such as s3://bucket/runs."""

import os
import re
from dataclasses import dataclass
from pathlib import Path, PurePath

from vdlite.errors import LogdirError

S3 = ("s3", "s3a")
GOOGLE = ("gs",)
AZURE = ("az", "azure", "adl", "abfs", "abfss")
WEB = ("http", "https")
STORES = (*S3, *GOOGLE, *AZURE, *WEB)
"""Schemes of object stores, which obstore reads."""

_ADDRESS = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]+)://(?P<rest>.*)", re.DOTALL)
_COLLAPSED = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]+):/(?P<rest>[^/].*)", re.DOTALL)
"""The same as a Path, which makes one slash of two."""


@dataclass(frozen=True, slots=True)
class Address:
    """The place of a logdir, or of a single log in it."""

    scheme: str  # lower case, such as "s3"
    parts: tuple[str, ...]  # the bucket or host, and the folders below it

    def __str__(self) -> str:
        return f"{self.scheme}://{'/'.join(self.parts)}"

    @property
    def path(self) -> Path:
        """The path by which the reader knows it; none of a disk."""
        return Path(f"{self.scheme}:", *self.parts)

    @property
    def name(self) -> str:
        return self.parts[-1]

    @property
    def parent(self) -> "Address":
        return Address(self.scheme, self.parts[:-1])


def in_full(place: str | os.PathLike[str]) -> str:
    """The address, or the path from the root of this machine's folders. Raises LogdirError as `address_of` does."""
    address = address_of(place)
    return os.path.abspath(place) if address is None else str(address)


def address_of(place: str | os.PathLike[str]) -> Address | None:
    """The address that is meant; None for a path.

    Raises LogdirError for what can't be one, and for one that holds a password.
    """
    if isinstance(place, PurePath):
        match = _COLLAPSED.fullmatch(place.as_posix())
        if match is None or os.path.lexists(place):
            return None
    else:
        match = _ADDRESS.fullmatch(os.fspath(place))
    if match is None:
        return None
    scheme = match["scheme"].lower()
    parts = tuple(part for part in match["rest"].split("/") if part)
    if scheme == "file":
        raise LogdirError(f"a folder of this machine is given by its path: /{'/'.join(parts)}")
    if parts and match["rest"].startswith("/") and scheme not in STORES:
        parts = ("", *parts)  # the host that its configuration names, as for hdfs:///runs
    whole = Address(scheme, parts)
    if not parts:
        raise LogdirError(f"an address without a place, want one such as s3://bucket/runs: {whole}")
    if ":" in parts[0].rpartition("@")[0]:
        raise LogdirError(
            f"a password in an address would be shown: give it in the environment: {scheme}://..."
        )
    if scheme in WEB and ("?" in match["rest"] or "#" in match["rest"]):
        raise LogdirError(f"an address of a folder has no ? or #: {scheme}://{parts[0]}/...")
    if any(part in (".", "..") or "\0" in part or "\\" in part for part in parts):
        raise LogdirError(rf"no part of an address may be ., .. or hold a \: {whole}")
    return whole
