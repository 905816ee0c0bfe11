"""Adapters are loaded as soon as their framework is: who uses another one does not wait for it."""

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from vdlite.plugins import TRAINERS, Plugin, PluginError, plugins

Load = Callable[[], None]
"""Imports an adapter whose framework has just been loaded. Raises nothing."""


def register_when_imported(adapters: Mapping[str, str]) -> None:
    """Import each adapter now if the module of its framework is loaded, or else right behind that module's last line.

    adapters: by the framework's module the adapter's. Calling it again changes nothing.
    """
    for module, adapter in adapters.items():
        if module in sys.modules:
            importlib.import_module(adapter)
        else:
            _watch().add(module, adapter, partial(_load, module, adapter))


def register_plugins() -> None:
    """Register the adapters that other installed packages have; one that fails is named in a warning."""
    for one in plugins(TRAINERS):
        if one.name in sys.modules:
            _load_plugin(one)
        else:
            _watch().add(one.name, one.value, partial(_load_plugin, one))


def _load(module: str, adapter: str) -> None:
    """Not as something that the framework needs: an adapter for another version of it costs only itself."""
    try:
        importlib.import_module(adapter)
    except ImportError:
        _warn("%s does not fit this version of %s", adapter, module.split(".")[0])


def _load_plugin(adapter: Plugin) -> None:
    try:
        adapter.load()
    except PluginError as error:
        _warn("the trainer %s", error)


def _warn(text: str, *words: object) -> None:
    from vdlite.writer.notices import warn

    warn(f"vdlite: {text}", *words)


class _Watch(MetaPathFinder):
    """Looks for no module itself: it hears of those that others find."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, Load]] = {}  # by framework and adapter

    def add(self, module: str, adapter: str, load: Load) -> None:
        """Call `load` right behind the module's last line."""
        self._waiting.setdefault(module, {})[adapter] = load

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        adapters = self._waiting.pop(fullname, None)
        if adapters is None:
            return None
        spec = _found_by_others(self, fullname, path, target)
        if spec is None or spec.loader is None:
            self._waiting[fullname] = adapters  # it may be found later, in another folder
            return spec
        loader: Any = spec.loader
        run = loader.exec_module

        def exec_module(module: ModuleType) -> None:
            run(module)
            for load in adapters.values():
                load()

        loader.exec_module = exec_module
        return spec


def _watch() -> _Watch:
    """The one of this process."""
    for finder in sys.meta_path:
        if isinstance(finder, _Watch):
            return finder
    watch = _Watch()
    sys.meta_path.insert(0, watch)
    return watch


def _found_by_others(
    own: MetaPathFinder, name: str, path: Sequence[str] | None, target: ModuleType | None
) -> ModuleSpec | None:
    for finder in sys.meta_path:
        find = getattr(finder, "find_spec", None)
        if finder is own or find is None:
            continue
        spec: ModuleSpec | None = find(name, path, target)
        if spec is not None:
            return spec
    return None
