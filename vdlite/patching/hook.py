"""A look at modules as they are imported."""

import importlib.util
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from vdlite.patching.stand_ins import StandIn, target_of
from vdlite.patching.targets import TARGETS, Target

_MODULES = {target.module: target for target in TARGETS}


class ImportHook(MetaPathFinder):
    """Reports the modules of other tools' writers, right behind their last line."""

    def __init__(self, tell: Callable[[Target, ModuleType], None], *, stands_in: bool) -> None:
        """tell: is called with a module that defines a target, before anybody else has it.

        stands_in: whether modules that can't be imported are made up.
        """
        self._tell = tell
        self._stands_in = stands_in
        self._busy: set[str] = set()  # names that are looked for among the other finders

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        known = target_of(fullname)
        if known is None or fullname in self._busy:
            return None
        self._busy.add(fullname)
        try:
            if self._stands_in and not _is_there(known.needs):
                return StandIn(known).spec(fullname)
            if fullname not in _MODULES:
                return None
            spec = _found_by_others(self, fullname, path, target)
        finally:
            self._busy.discard(fullname)
        if spec is not None and spec.loader is not None:
            self._follow(spec.loader, known)
        return spec

    def _follow(self, loader: Any, target: Target) -> None:
        """See to it that we hear of the module when it is complete. The loader stays what it is for everybody else."""
        run = loader.exec_module

        def exec_module(module: ModuleType) -> None:
            run(module)
            if self in sys.meta_path:
                self._tell(target, module)

        loader.exec_module = exec_module


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


def _is_there(name: str) -> bool:
    try:
        spec = importlib.util.find_spec(name)
        return spec is not None and not isinstance(spec.loader, StandIn)
    except (ImportError, ValueError):  # ValueError: a module that somebody has put there by hand
        return name in sys.modules
