"""All measurements, or some: a table for people and JSON for programs.

    python -m benchmarks                     everything
    python -m benchmarks write open          some
    python -m benchmarks --quick             smaller data, for a look

Peers are measured in the same run where they are installed: `pip install '.[benchmarks]' torch`.
Machines differ and are noisy: compare what stands in one table, not figures of different days.
"""

import argparse
import json
import os
import platform
import sys
import time
from pathlib import Path

from benchmarks import (
    alerts,
    cache,
    compare,
    console,
    curves,
    data_graph,
    foreign,
    graph,
    graph_models,
    graph_page,
    imports,
    kept_stores,
    kinds,
    landscape,
    latency,
    live,
    many,
    many_names,
    media,
    mesh,
    opening,
    page,
    parquet,
    profile,
    profile_import,
    profile_record,
    progress,
    questions,
    requests,
    server_load,
    start,
    summary_writer,
    system,
    trainers,
    write,
)
from benchmarks.peers import measuring as peers
from benchmarks.table import Row, markdown

PARTS = {
    "write": write.measure,
    "console": console.measure,
    "progress": progress.measure,
    "kinds": kinds.measure,
    "import": imports.measure,
    "start": start.measure,
    "open": opening.measure,
    "many": many.measure,
    "many_names": many_names.measure,
    "cache": cache.measure,
    "kept_stores": kept_stores.measure,
    "questions": questions.measure,
    "alerts": alerts.measure,
    "media": media.measure,
    "mesh": mesh.measure,
    "request": requests.measure,
    "live": live.measure,
    "latency": latency.measure,
    "compare": compare.measure,
    "curves": curves.measure,
    "data-graph": data_graph.measure,
    "foreign": foreign.measure,
    "graph": graph.measure,
    "graph-models": graph_models.measure,
    "graph-page": graph_page.measure,
    "landscape": landscape.measure,
    "page": page.measure,
    "parquet": parquet.measure,
    "peers": peers.measure,
    "profile": profile.measure,
    "profile-import": profile_import.measure,
    "profile-record": profile_record.measure,
    "server_load": server_load.measure,
    "summary-writer": summary_writer.measure,
    "system": system.measure,
    "trainers": trainers.measure,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], help="what to measure")
    parser.add_argument("--quick", action="store_true", help="smaller data")
    parser.add_argument("--json", type=Path, help="write the figures into this file, too")
    arguments = parser.parse_args()
    rows: list[Row] = []
    for name in arguments.parts or PARTS:
        print(f"measuring: {name}", file=sys.stderr)
        os.environ["VDLITE_CACHE"] = ""  # what is read has not been read before
        rows += PARTS[name](quick=arguments.quick)
    machine = (
        f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, {os.cpu_count()} cores, "
        f"Linux {platform.release()}, Python {platform.python_version()}"
    )
    print(f"{machine}\n\n{markdown(rows)}")
    if arguments.json:
        figures = {"machine": machine, "rows": [row.as_dict() for row in rows]}
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
