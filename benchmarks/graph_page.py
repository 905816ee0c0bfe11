"""How fast the page reads, lays out and draws graphs, opens scopes and searches; crossings beside dagre and elkjs.

These are measured if npm can install them, in a folder that is thrown away.
"""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from benchmarks import graph_frames
from benchmarks.graph import synthetic
from benchmarks.table import Row
from vdlite.kinds.graph.payload import payload as made

_WEBAPP = Path(__file__).parent.parent / "webapp"
_PEERS = ("@dagrejs/dagre@3", "elkjs@0.12")


def measure(*, quick: bool = False) -> list[Row]:
    """With Node, from the sources of the page; each time is a median."""
    what = "layout of graphs"
    node = shutil.which("node")
    if node is None or not (_WEBAPP / "node_modules" / "vite").exists():
        return [Row(what, "vdlite", None, "", "not measured: `npm ci` in webapp, with Node")]
    with tempfile.TemporaryDirectory() as folder:
        peer = [] if quick else _installed(Path(folder))
        payload = Path(folder) / "payload"
        payload.write_bytes(made(synthetic(10_000 if quick else 100_000).build()))
        script = Path(__file__).with_name("graph_page.mjs")
        done = subprocess.run(
            [node, str(script), str(_WEBAPP), str(payload), *peer],
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode != 0:
        return [Row(what, "vdlite", None, "", f"not measured: {done.stderr.strip()[-300:]}")]
    rows = [Row(**json.loads(line)) for line in done.stdout.splitlines()]
    return rows + graph_frames.measure(quick=quick)


def _installed(folder: Path) -> list[str]:
    npm = shutil.which("npm")
    if npm is None:
        return []
    (folder / "package.json").write_text("{}")
    command = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", *_PEERS]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return [str(folder / "package.json")] if done.returncode == 0 else []
