"""Adapters are loaded as soon as their framework is: who uses another one does not wait for it."""

import importlib
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


def register_when_imported(adapters: Mapping[str, str]) -> None:
    """Import each adapter now if the module of its framework is loaded, or else right behind that module's last line.

    adapters: by the framework's module the adapter's. Calling it again changes nothing.
    """
    waiting = {}
    for module, adapter in adapters.items():
        if module in sys.modules:
            importlib.import_module(adapter)
        else:
            waiting[module] = adapter
    if not waiting:
        return
    for finder in sys.meta_path:
        if isinstance(finder, _Watch):
            finder.waiting.update(waiting)
            return
    sys.meta_path.insert(0, _Watch(waiting))


class _Watch(MetaPathFinder):
    """Looks for no module itself: it hears of those that others find."""

    def __init__(self, waiting: dict[str, str]) -> None:
        self.waiting = waiting

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        adapter = self.waiting.pop(fullname, None)
        if adapter is None:
            return None
        spec = _found_by_others(self, fullname, path, target)
        if spec is None or spec.loader is None:
            self.waiting[fullname] = adapter  # it may be found later, in another folder
            return spec
        loader: Any = spec.loader
        run = loader.exec_module

        def exec_module(module: ModuleType) -> None:
            run(module)
            # Not as something that the framework needs: an adapter for another version of it costs only itself.
            try:
                importlib.import_module(adapter)
            except ImportError:
                from vdlite.writer.notices import warn

                warn("vdlite: %s does not fit this version of %s", adapter, fullname.split(".")[0])

        loader.exec_module = exec_module
        return spec


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
