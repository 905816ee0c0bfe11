"""The options of a server: of the command line, else VDLITE_... variables, else a configuration file."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from vdlite.cli.serving.config import Config
from vdlite.cli.terminal import UsageError

if TYPE_CHECKING:
    from vdlite.alerts.rule_file import RuleFile

T = TypeVar("T")
_BETWEEN = re.compile(rf"{re.escape(os.pathsep)}(?!//)")  # that of s3://bucket is within an address


@dataclass(frozen=True, slots=True)
class Options:
    """The keywords for vdlite.serve, and where those that are no defaults come from."""

    keywords: dict[str, Any]
    sources: dict[str, str]
    """By option, without dashes in front: "command line", "VDLITE_PORT", "vdlite.toml"."""


def serve_options(
    given: argparse.Namespace, environment: Mapping[str, str], config: Config
) -> Options:
    """The options of a server.

    Raises UsageError, which names the option, the variable or the file, if one has no fitting value.
    """
    from vdlite.reader.remote.pace import OFTEN
    from vdlite.server import settings
    from vdlite.server.access.token import checked_token

    sources: dict[str, str] = {}

    def choose(name: str, check: Callable[[Any], T], default: T) -> T:
        """The checked value of the first source that gives it, else the default."""
        option = name.replace("_", "-")
        variable = f"VDLITE_{name.upper()}"
        for source, where, value in (
            ("command line", f"--{option}", getattr(given, name)),
            (variable, variable, environment.get(variable) or None),
            (config.name, f"{config.name}: {option}", config.values.get(option)),
        ):
            if value is not None:
                sources[option] = source
                try:
                    return check(value)
                except (ValueError, TypeError, OverflowError) as error:
                    raise UsageError(f"{where}: {error}") from error
        return default

    def chosen_logdir() -> list[str]:
        folders = given.folders + (given.logdir or [])
        if folders:
            sources["logdir"] = "command line"
            return [str(folder) for folder in folders]
        return choose("logdir", _paths, ["."])

    none: tuple[str, ...] = ()
    no_token = given.no_token or (given.token is None and choose("no_token", switch, False))
    if given.no_token:
        sources["no-token"] = "command line"
    keywords = {
        "logdir": chosen_logdir(),
        "port": choose("port", settings.port_number, None),
        "host": choose("host", _text, "127.0.0.1"),
        "token": False if no_token else choose("token", checked_token, None),
        "allowed_hosts": choose("allowed_host", _hosts, none),
        "frame_origins": choose("frame_origin", _origins, none),
        "path_prefix": choose("path_prefix", settings.path_prefix, ""),
        "language": choose("language", settings.language, None),
        "theme": choose("theme", settings.theme, None),
        "model": choose("model", settings.model_file, None),
        "reload_interval": choose("reload_interval", settings.reload_seconds, 0.2),
        "poll_seconds": choose("poll_seconds", settings.poll_seconds, OFTEN),
        "api_only": choose("api_only", switch, False),
        "allow_edit": choose("allow_edit", switch, False),
        "follow_links": choose("follow_links", switch, False),
        "fold": not choose("no_fold", switch, False),
        "open_browser": choose("open", switch, False),
        "workspace": choose("workspace", _text, None),
        "rules": choose("rules", _rules, _rules_beside(config)),
        "ssl_certfile": choose("ssl_certfile", _text, None),
        "ssl_keyfile": choose("ssl_keyfile", _text, None),
    }
    return Options(keywords, sources)


def _rules(given: Any) -> RuleFile:
    from vdlite.alerts.rule_file import read_rules

    return read_rules(_text(given))


def _rules_beside(config: Config) -> RuleFile | None:
    """The rules and channels that stand in the configuration file itself."""
    tables, channels = config.values.get("rule"), config.values.get("channel")
    if tables is None and channels is None:
        return None
    from vdlite.alerts.rule_file import rules_of
    from vdlite.errors import RuleError

    try:
        return rules_of(tables, channels, config.name)
    except RuleError as error:
        raise UsageError(str(error)) from error


def switch(given: Any) -> bool:
    """Raises ValueError if it is neither on nor off."""
    if given in (True, "1", "true", "yes", "on"):
        return True
    if given in (False, "0", "false", "no", "off"):
        return False
    raise ValueError(f"got {given!r}, want 1 or 0")


def _text(given: Any) -> str:
    if not isinstance(given, str) or "\0" in given:
        raise ValueError(f"got {given!r}, want text")
    return given


def _paths(given: Any) -> list[str]:
    """Several: a list in a file, or divided as in PATH."""
    paths = given if isinstance(given, list) else _BETWEEN.split(_text(given))
    return [_text(path) for path in paths if path]


def _hosts(given: Any) -> tuple[str, ...]:
    from vdlite.server.settings import host_names

    return host_names(_paths(given))


def _origins(given: Any) -> tuple[str, ...]:
    """Several: a list, or divided by spaces, which no origin has."""
    from vdlite.server.settings import frame_origins

    origins = given if isinstance(given, list) else _text(given).split()
    return frame_origins([_text(origin) for origin in origins])
