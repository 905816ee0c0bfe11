"""Runs programs one after the other, each as if alone: a process of its own, forked from one that has imported what
several of them need.

python alone.py SCRIPT...
"""

import ast
import importlib
import os
import sys
import types
import warnings
from collections import Counter
from pathlib import Path


def imports_of(tree: ast.Module) -> set[tuple[str, str]]:
    """The modules that a program imports on its outermost level, and the names that it takes from them."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found |= {(node.module, alias.name) for alias in node.names}
    return found


def import_common(trees: list[ast.Module]) -> None:
    """Import what at least two of the programs import."""
    counts = Counter(each for tree in trees for each in imports_of(tree))
    for (module, name), count in sorted(counts.items()):
        if count > 1:
            getattr(importlib.import_module(module), name or "__name__", None)


def run_as_main(script: Path, tree: ast.Module) -> None:
    """Run a program in the module `__main__`, which processes that it spawns find in its file."""
    main = types.ModuleType("__main__")
    main.__file__ = str(script)
    sys.modules["__main__"] = main
    sys.argv = [str(script)]
    exec(compile(tree, str(script), "exec"), main.__dict__)


def run_all(scripts: list[Path]) -> None:
    """Ends at the first program that fails, with its exit status."""
    trees = [ast.parse(script.read_text("utf-8"), str(script)) for script in scripts]
    import_common(trees)
    for script, tree in zip(scripts, trees, strict=True):
        with warnings.catch_warnings():
            # Threads of libraries that were imported wait for work, and hold nothing.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            run_as_main(script, tree)
            return  # and ends as any program does
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status:
            sys.exit(abs(status))


if __name__ == "__main__":
    run_all([Path(script) for script in sys.argv[1:]])
