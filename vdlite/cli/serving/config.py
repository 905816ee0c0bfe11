"""Options in a TOML file or a Python module: what `--config` names, or `vdlite.toml` in the current folder."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any

from vdlite.cli.terminal import UsageError, said

FILE = "vdlite.toml"
_LARGEST = 1 << 16  # bytes
_MODULE = "python:"

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
        "rules",
        "channel",
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
        "poll-seconds",
        "api-only",
        "no-fold",
        "open",
        "rule",
    }
)


@dataclass(frozen=True, slots=True)
class Config:
    """The options of a file, by their names without dashes in front."""

    name: str = FILE
    values: Mapping[str, Any] = field(default_factory=dict)


def read_config(path: str | None) -> Config:
    """The configuration of a file, or of a module as `python:NAME`; None: of `vdlite.toml` in the current folder, if it
    is there.

    Raises UsageError if it can't be read, says something that there is no option for, or says who may read the logs
    without having been asked for.
    """
    if path is not None and path.startswith(_MODULE):
        return _checked(path, _values_of_module(path.removeprefix(_MODULE)), asked_for=True)
    import tomllib

    asked_for = path is not None
    file = Path(FILE if path is None else path)
    try:
        values = tomllib.loads(_text(file))
    except FileNotFoundError:
        if not asked_for:
            return Config()
        raise UsageError(f"--config: there is no such file: {file}") from None
    except (OSError, ValueError, RecursionError) as error:  # also wrong TOML, and what is no UTF-8
        raise UsageError(f"can't use the configuration: {said(error)}: {file}") from error
    return _checked(str(file), values, asked_for=asked_for)


def _checked(where: str, given: Mapping[str, Any], *, asked_for: bool) -> Config:
    values = {name.replace("_", "-"): value for name, value in given.items()}
    for name in values:
        if name not in ABOUT_ACCESS | OTHERS:
            raise UsageError(f"{where}: there is no option {name!r}{_similar(name)}")
        if name in ABOUT_ACCESS and not asked_for:
            raise UsageError(
                f"{where}: {name!r} says who may do what, and a file in the current folder may be anybody's: "
                f"if it is yours, start with --config {where}"
            )
    rules = values.get("rule")
    tables = rules if isinstance(rules, list) else []
    if not asked_for and any(isinstance(rule, dict) and rule.get("stop") for rule in tables):
        raise UsageError(
            f"{where}: a rule of it stops runs, and a file in the current folder may be anybody's: if it is yours, "
            f"start with --config {where}"
        )
    if not asked_for and "://" in str(values.get("logdir", "")):
        raise UsageError(
            f"{where}: an address as logdir is asked with your credentials, and a file in the current folder may be "
            f"anybody's: if it is yours, start with --config {where}"
        )
    return Config(where, values)


def _values_of_module(name: str) -> dict[str, Any]:
    """The options that a module sets by their names, in capitals or not; it is found as by `python -m`."""
    sys.path.insert(0, "")
    try:
        module = import_module(name)
    except Exception as error:  # whatever the user's own code raises
        from vdlite.users_code import report_of

        why = report_of(error) or f"{type(error).__name__}: {error}"
        raise UsageError(f"--config: the module {name!r} can't be imported: {why}") from error
    finally:
        sys.path.remove("")
    known = ABOUT_ACCESS | OTHERS
    found = {each.lower().replace("_", "-"): value for each, value in vars(module).items()}
    return {option: value for option, value in found.items() if option in known}


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
