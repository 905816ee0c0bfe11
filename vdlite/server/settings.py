"""What a server is given once, at its start."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

DEFAULT_PORT = 8040
Language = Literal["en", "zh"]
Theme = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How one server answers."""

    host: str  # the address that the server listens on, as it was given
    token: str | None  # None: everyone who reaches the port may read
    allowed_hosts: tuple[str, ...] = ()  # further names that a Host header may carry, lower case
    path_prefix: str = ""  # "" or "/some/path", without a slash at its end
    language: Language | None = None  # None: the browser decides
    theme: Theme | None = None  # None: the browser decides
    model: str | None = None  # file of a model
    reload_interval: float = 0.2  # seconds between two looks at the log files; 0: look once
    api_only: bool = False  # serve no page
    allow_edit: bool = False  # let requests annotate, delete and restore runs
    port: int = 0  # that the server listens on
    encrypted: bool = False  # the server speaks HTTPS
    frame_origins: tuple[str, ...] = ()  # of the pages that may show ours in a frame


def path_prefix(text: str) -> str:
    """`text` as "" or "/some/path".

    Raises ValueError if it can't be the beginning of a path.
    """
    parts = [part for part in text.split("/") if part]
    allowed = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    if any(part in {".", ".."} or not allowed.issuperset(part) for part in parts):
        raise ValueError(f"got {text!r}, want letters, digits and -._~ between slashes")
    return "".join(f"/{part}" for part in parts)


def host_names(texts: Sequence[str]) -> tuple[str, ...]:
    """Names for `Settings.allowed_hosts`: lower case, without ports.

    Raises ValueError if one is not a bare name or address.
    """
    names = []
    for text in texts:
        name = text.strip().lower()
        if not name or any(sign in name for sign in "/@* ,"):
            raise ValueError(f"got {text!r}, want a name or address such as gpu7.example.org")
        names.append(name.removeprefix("[").removesuffix("]"))
    return tuple(names)


_FRAME_ORIGIN = re.compile(
    r"(https?|vscode-webview|vscode-file)://([a-z0-9_-]+(\.[a-z0-9_-]+)*)(:([0-9]{1,5}))?", re.ASCII
)
_LONGEST_ORIGIN = 280  # characters; a name has 253 at most


def frame_origins(texts: Sequence[str]) -> tuple[str, ...]:
    """Origins for `Settings.frame_origins`: lower case, each given exactly.

    Raises ValueError if one is not the origin of a page that a content security policy can name.
    """
    origins = []
    for text in texts:
        origin = text.lower()
        found = _FRAME_ORIGIN.fullmatch(origin) if len(origin) <= _LONGEST_ORIGIN else None
        if found is None or not 1 <= int(found[5] or 1) <= 65535:
            raise ValueError(
                f"got {text[:_LONGEST_ORIGIN]!r}, want the origin of a page, such as https://hub.example:8000: "
                "http or https, a name and perhaps a port, with no path and no wildcard"
            )
        origins.append(origin)
    return tuple(dict.fromkeys(origins))


def port_number(value: int | str) -> int:
    """`value` as a port.

    Raises ValueError if it is not a whole number from 0 to 65535.
    """
    try:
        port = -1 if isinstance(value, (bool, float)) else int(value)
    except (ValueError, TypeError):
        port = -1
    if not 0 <= port <= 65535:
        raise ValueError(f"got {value!r}, want a whole number from 0 to 65535 (0: any free port)")
    return port


def reload_seconds(value: float | str) -> float:
    """`value` as a reload interval in seconds.

    Raises ValueError if it is not a number from 0 to 86400.
    """
    try:
        seconds = float(value)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 86400:
        raise ValueError(f"got {value!r}, want seconds from 0 to 86400 (0: read the logs once)")
    return seconds


def poll_seconds(value: float | str) -> float:
    """`value` as the seconds between two looks at a logdir that has an address.

    Raises ValueError if it is not a number from 1 to 86400.
    """
    try:
        seconds = float(value)
    except ValueError:
        seconds = -1.0
    if not 1 <= seconds <= 86400:
        raise ValueError(f"got {value!r}, want seconds from 1 to 86400")
    return seconds


def language(value: str) -> Language:
    """`value` as a language of the page.

    Raises ValueError if the page does not speak it.
    """
    if value == "en":
        return "en"
    if value == "zh":
        return "zh"
    raise ValueError(f"got {value!r}, want en or zh")


def theme(value: str) -> Theme:
    """`value` as a theme of the page.

    Raises ValueError if there is no such theme.
    """
    if value == "light":
        return "light"
    if value == "dark":
        return "dark"
    raise ValueError(f"got {value!r}, want light or dark")


def model_file(path: str | os.PathLike[str]) -> str:
    """`path` as the file of a model, which may be still to come.

    Raises ValueError if it is something else than a file.
    """
    if Path(path).exists() and not Path(path).is_file():
        raise ValueError(f"want a file: {os.fspath(path)}")
    return os.fspath(path)
