"""Modules in the place of those that can't be imported: for programs that only want their writer."""

from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import ModuleType

from vdlite.patching.targets import TARGETS, Target


def target_of(module: str) -> Target | None:
    """The class that is found in a module of that name, or in one below it."""
    for target in TARGETS:
        path = f"{target.module}."
        if module == target.module or (
            path.startswith(f"{module}.") and f"{module}.".startswith(f"{target.package}.")
        ):
            return target
    return None


class StandIn(Loader):
    """Makes a module that has our writer, under the name of theirs."""

    def __init__(self, target: Target) -> None:
        self._target = target

    def spec(self, name: str) -> ModuleSpec:
        found = ModuleSpec(name, self, is_package=name != self._target.module)
        if found.submodule_search_locations is not None:
            found.submodule_search_locations = []
        return found

    def create_module(self, spec: ModuleSpec) -> None:
        """A plain one will do."""

    def exec_module(self, module: ModuleType) -> None:
        ours = self._target.our_module()
        for name in (self._target.name, "FileWriter"):
            if hasattr(ours, name):
                setattr(module, name, getattr(ours, name))
