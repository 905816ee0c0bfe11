"""What it costs a loop to be tracked: seconds an item beside an empty loop, and beside tqdm."""

import tempfile

from benchmarks.process import NotInstalled, run_json
from benchmarks.table import Row

_PROGRAM = """
    import json, os, statistics, sys, time
    from vdlite import LogWriter

    folder, count, rounds, who = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    items = range(count)
    if who == "tqdm":
        import tqdm
        nowhere = open(os.devnull, "w")
        tracked = lambda: tqdm.tqdm(items, file=nowhere)
    else:
        writer = LogWriter(folder)
        tracked = lambda: writer.track(items, "items", show=False)

    def seconds(loop):
        start = time.perf_counter()
        for item in loop:
            pass
        return time.perf_counter() - start

    # By turns, so that what slows one down slows the other as well.
    found = [(seconds(items), seconds(tracked())) for _ in range(rounds)]
    print(json.dumps(statistics.median(own - bare for bare, own in found) / count))
"""

_WHAT = "an item of a loop, beyond the loop itself"


def measure(quick: bool) -> list[Row]:
    rows = []
    for name in ("vdlite track", "tqdm"):
        with tempfile.TemporaryDirectory() as folder:
            try:
                found = run_json(_PROGRAM, folder, 10**6, 3 if quick else 15, name)
            except NotInstalled as error:
                rows.append(Row(_WHAT, name, None, "", str(error)))
            else:
                rows.append(Row(_WHAT, name, found * 1e9, "ns"))
    return rows
