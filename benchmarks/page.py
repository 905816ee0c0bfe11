"""How much JavaScript the scalars view needs."""

import gzip
import re
from pathlib import Path

from benchmarks.table import Row

STATIC = Path(__file__).parent.parent / "vdlite" / "server" / "static"

_IMPORT = re.compile(r"""(?:from|import)\s*["']\./([\w.-]+\.js)["']""")


def _with_imports(script: Path, found: dict[str, Path]) -> None:
    """Add a script and whatever it imports at once; what it may import later is another view."""
    if script.name in found:
        return
    found[script.name] = script
    for name in _IMPORT.findall(script.read_text("utf-8")):
        _with_imports(script.parent / name, found)


def measure(*, quick: bool) -> list[Row]:
    """Bytes of the scripts that are loaded until curves are seen, each compressed by itself."""
    del quick
    what = "JavaScript of the scalars view, gzip"
    page = STATIC / "index.html"
    if not page.exists():
        return [Row(what, "vdlite", None, "", "the page is not built: pip install .")]
    found: dict[str, Path] = {}
    for name in re.findall(r'src="\./assets/([\w.-]+\.js)"', page.read_text("utf-8")):
        _with_imports(STATIC / "assets" / name, found)
    for view in (STATIC / "assets").glob("ScalarsView-*.js"):
        _with_imports(view, found)
    size = sum(len(gzip.compress(script.read_bytes(), 6)) for script in found.values())
    return [Row(what, "vdlite", size / 1000, "kB", f"{len(found)} files")]
