"""Addresses of the page that show what an answer is about, from `#` on."""

from collections.abc import Sequence
from urllib.parse import quote

from vdlite.reader.run.run_id import run_id

_MOST_RUNS = 50  # of an address; with more it shows all


def run_view(run: str) -> str:
    """The page of a run."""
    return f"#/run?run={run_id(run)}"


def console_view(run: str) -> str:
    """The page with what a run's programs printed."""
    return f"#/console?run={run_id(run)}"


def scalars_view(runs: Sequence[str], tag: str | None = None) -> str:
    """The curves of some runs; tag: only of this scalar."""
    pairs = [] if tag is None else [f"search={quote(tag, safe='/:,', errors='replace')}"]
    if 0 < len(runs) <= _MOST_RUNS:
        pairs.append(f"runs={','.join(map(run_id, runs))}")
    return f"#/scalars?{'&'.join(pairs)}"
