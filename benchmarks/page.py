"""How much JavaScript the scalars view needs."""

import gzip
from pathlib import Path

from benchmarks.table import Row

STATIC = Path(__file__).parent.parent / "vdlite" / "server" / "static"


def measure(*, quick: bool) -> list[Row]:
    """Bytes of all scripts of the built page, each compressed by itself."""
    del quick
    scripts = sorted(STATIC.rglob("*.js"))
    what = "JavaScript of the scalars view, gzip"
    if not scripts:
        return [Row(what, "vdlite", None, "", "the page is not built: pip install .")]
    size = sum(len(gzip.compress(script.read_bytes(), 6)) for script in scripts)
    return [Row(what, "vdlite", size / 1000, "kB", f"{len(scripts)} files")]
