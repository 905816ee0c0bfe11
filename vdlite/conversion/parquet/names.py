"""Names of the folders that runs have in an export, from which readers of hive partitions take the run's name."""

from __future__ import annotations

import hashlib
from urllib.parse import quote, unquote

from vdlite.reader.tables import text

_KEY = "run="
_MOST_BYTES = 255  # of a name, on most drives
_NULL = "__HIVE_DEFAULT_PARTITION__"  # of which all readers make null
_CUT = "~"  # stands in no encoded name


def folder_of(run: str) -> str:
    """The folder of a run, such as `run=lr%3D0.1%2Fseed%3D0`.

    ASCII but letters, digits and `-_.` is written as in addresses; letters of other scripts stay as they are, so that
    they fit into a name. One that is too long even so is cut, and ends with `~` and a checksum of the name.
    """
    signs = [_sign(sign) for sign in text(run)]
    name = _KEY + "".join(signs)
    if len(name.encode()) <= _MOST_BYTES and run != _NULL:
        return name
    ending = _CUT + hashlib.sha256(run.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    room = _MOST_BYTES - len(_KEY) - len(ending)
    kept = ""
    for sign in signs:
        room -= len(sign.encode())
        if room < 0:
            break
        kept += sign
    return _KEY + kept + ending


def partition_of(folder: str) -> str:
    """The name that readers of hive partitions give the run of a folder: the run's own, unless that is cut."""
    return unquote(folder.removeprefix(_KEY))


def _sign(sign: str) -> str:
    is_plain = sign.isalnum() or sign in "-_." if sign.isascii() else sign.isprintable()
    return sign if is_plain else quote(sign, safe="")
