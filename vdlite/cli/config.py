"""Options in a TOML file: the one of `--config`, or `vdlite.toml` in the current folder."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from vdlite.cli.terminal import UsageError

FILE = "vdlite.toml"
_LARGEST = 1 << 16  # bytes

ABOUT_ACCESS = frozenset(
    {
        "host",
        "token",
        "no-token",
        "allowed-host",
        "frame-origin",
        "allow-edit",
        "follow-links",
        "ssl-certfile",
        "ssl-keyfile",
        "workspace",
    }
)
"""What a file that merely lies in the current folder may not set: it may be anybody's."""

OTHERS = frozenset(
    {
        "logdir",
        "port",
        "path-prefix",
        "language",
        "theme",
        "model",
        "reload-interval",
        "api-only",
        "no-fold",
        "open",
    }
)


@dataclass(frozen=True, slots=True)
class Config:
    """What a file says, by option without dashes in front."""

    name: str = FILE
    values: Mapping[str, Any] = field(default_factory=dict)


def read_config(path: str | None) -> Config:
    """The configuration of a file; None: of `vdlite.toml` in the current folder, if it is there.

    Raises UsageError if it can't be read, says something that there is no option for, or says who may read the logs
    without having been asked for.
    """
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    asked_for = path is not None
    file = Path(FILE if path is None else path)
    try:
        values = tomllib.loads(_text(file))
    except FileNotFoundError:
        if not asked_for:
            return Config()
        raise UsageError(f"--config: there is no such file: {file}") from None
    except (OSError, ValueError, RecursionError) as error:  # also wrong TOML, and what is no UTF-8
        raise UsageError(f"can't use the configuration: {error}: {file}") from error
    values = {name.replace("_", "-"): value for name, value in values.items()}
    for name in values:
        if name not in ABOUT_ACCESS | OTHERS:
            raise UsageError(f"{file}: there is no option {name!r}{_similar(name)}")
        if name in ABOUT_ACCESS and not asked_for:
            raise UsageError(
                f"{file}: {name!r} says who may do what, and a file in the current folder may be anybody's: "
                f"if it is yours, start with --config {file}"
            )
    return Config(str(file), values)


def _text(file: Path) -> str:
    """The text of a plain file. Raises OSError, ValueError."""
    if not file.exists():
        raise FileNotFoundError(file)
    if not file.is_file():  # a pipe would be waited for
        raise ValueError("it is no plain file")
    with file.open("rb") as opened:
        content = opened.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        raise ValueError(f"it has more than {_LARGEST} bytes")
    return content.decode("utf-8")


def _similar(name: str) -> str:
    found = get_close_matches(name, sorted(ABOUT_ACCESS | OTHERS), n=1)
    return f" (did you mean {found[0]!r}?)" if found else ""
