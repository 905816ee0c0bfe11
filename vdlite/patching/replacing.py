"""Putting one class in the place of another, wherever a module holds it."""

import sys


def replace_everywhere(old: type, new: type) -> None:
    """Let every loaded module that has `old` under some name have `new` instead."""
    for module in list(sys.modules.values()):
        names = getattr(module, "__dict__", None)
        if not isinstance(names, dict):  # modules are what programs have put there
            continue
        for name, value in list(names.items()):
            if value is old:
                names[name] = new
