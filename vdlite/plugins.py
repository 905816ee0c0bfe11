"""What other installed packages add: entry points of vdlite's groups, by the metadata alone until one is needed.

A package that can't be read, or loaded, costs what it would have added, and is named.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import Distribution

LOGS = "vdlite.logs"
"""Names of files, `*.mylog`, and the `Format` that reads them."""
TRAINERS = "vdlite.trainers"
"""Modules of frameworks, and the module that makes vdlite known there; it is imported right behind the framework's."""
COMMANDS = "vdlite.commands"
"""Commands of `vdlite`, and a function that takes the arguments behind it and returns the exit status."""
GROUPS = (LOGS, TRAINERS, COMMANDS)


class PluginError(Exception):
    """A package adds what can't be used; the text names the package, and says why."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what} can't be loaded: {why}")
        self.why = why


class Plugin(NamedTuple):
    """One thing that a package adds."""

    group: str
    name: str
    value: str  # `module` or `module:name`
    package: str  # its name and version

    def __str__(self) -> str:
        return f"{self.name!r} of {self.package}"

    def load(self) -> Any:
        """The object that it points at. Raises PluginError for whatever comes of importing it."""
        from importlib.metadata import EntryPoint

        try:
            return EntryPoint(self.name, self.value, self.group).load()
        except (Exception, SystemExit) as error:
            # Of whatever kind: it is nobody's code that is known here.
            raise PluginError(str(self), shown(error)) from error


def plugins(group: str) -> tuple[Plugin, ...]:
    """The plugins that installed packages add to a group."""
    return _all()[group]


def commands_of(word: str) -> tuple[Plugin, ...]:
    """The plugins that bring a command of that name: the first one that can be loaded counts."""
    return tuple(one for one in plugins(COMMANDS) if one.name == word)


def readers_of(file_name: str) -> tuple[Plugin, ...]:
    """The plugins whose formats read files of that name: the first one that can be loaded counts."""
    return tuple(one for one in plugins(LOGS) if fnmatchcase(file_name, one.name))


def first_of(found: tuple[Plugin, ...], wanted: Callable[[Any], str]) -> Any:
    """The object of the first of them that can be loaded, and is what is wanted.

    wanted: says why something is not; empty if it is. Raises PluginError of the first one if none is.
    """
    errors = []
    for one in found:
        try:
            thing = one.load()
            if why := wanted(thing):
                raise PluginError(str(one), why)
        except PluginError as error:
            errors.append(error)
        else:
            return thing
    raise errors[0]


def shown(error: BaseException) -> str:
    """An error in a line."""
    return f"{type(error).__name__}: {error}".partition("\n")[0][:300]


@cache
def _all() -> dict[str, tuple[Plugin, ...]]:
    """The entry points by group. Looked up once: it takes a file of each installed package."""
    if not _may_be_some():
        return dict.fromkeys(GROUPS, ())
    from importlib.metadata import distributions

    found: dict[tuple[str, str, str], Plugin] = {}  # a package may lie on the path twice
    for package in distributions():
        try:
            for one in _of(package):
                found.setdefault((one.group, one.name, one.value), one)
        except Exception:
            # Metadata are files that anything may have written.
            import logging

            logging.getLogger("vdlite").exception("vdlite: what a package adds can't be read")
    return {group: tuple(one for one in found.values() if one.group == group) for group in GROUPS}


def _may_be_some() -> bool:
    """True if any package names a group of ours: to load what reads metadata takes longer than to ask."""
    for folder in dict.fromkeys(sys.path):
        try:
            with os.scandir(folder or ".") as items:
                names = [
                    item.path for item in items if item.name.endswith((".dist-info", ".egg-info"))
                ]
        except NotADirectoryError:
            return True  # an archive
        except OSError:
            continue
        for name in names:
            with suppress(OSError), open(f"{name}/entry_points.txt", "rb") as file:
                if b"[vdlite." in file.read():
                    return True
    return False


def _of(package: Distribution) -> Iterator[Plugin]:
    text = package.read_text("entry_points.txt")
    if text is None or "[vdlite." not in text:
        return
    name = f"{package.metadata['Name']} {package.version}"
    for point in package.entry_points:
        if point.group in GROUPS:
            yield Plugin(point.group, point.name, point.value, name)
