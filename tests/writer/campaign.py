"""Kills writers at random moments, again and again, and counts what can be read afterwards.

    python -m tests.writer.campaign --kills 10000

Each round starts a program that logs every kind, small and large, as fast as it can, in one of several ways of
running; kills it; and compares what it had reported with what a reader finds. Exit status 1 if anything is lost.
"""

import argparse
import collections
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.writer import every_kind
from vdlite import LogReader

_LOG = """
    import asyncio, json, multiprocessing, os, random, sys, threading, time
    from tests.writer import every_kind
    from vdlite import LogWriter

    folder, pace = sys.argv[1], float(sys.argv[2])
    CALLS = [("small", *item) for item in every_kind.SMALL.items()]
    CALLS += [("large", *item) for item in every_kind.LARGE.items()]

    def log(name, writer=None, rest=lambda seconds: None):
        # What returned is reported at once, by one write each: it outlives this process, too.
        writer = writer or LogWriter(folder)
        rng = random.Random(name)
        step = 0
        while True:
            size, call, add = rng.choice(CALLS)
            add(writer, f"{name}/{size}/{call}", step)
            os.write(1, json.dumps([size, call, f"{name}/{size}/{call}", step]).encode() + b"\\n")
            step += 1
            if pace:
                time.sleep(pace)

    if __name__ == "__main__":
"""

_ROOT = Path(__file__).parents[2]

WAYS = {
    "alone": 'log("main")',
    "threads": """
        writer = LogWriter(folder)
        for number in range(3):
            threading.Thread(target=log, args=(f"thread{number}", writer), daemon=True).start()
        time.sleep(1000)
    """,
    "fork": """
        writer = LogWriter(folder)
        writer.add_scalar("main", 0, 0)
        for number in range(2):
            if os.fork() == 0:
                log(f"child{number}", writer)
        log("parent", writer)
    """,
    "spawn": """
        context = multiprocessing.get_context("spawn")
        for number in range(2):
            context.Process(target=log, args=(f"spawned{number}",)).start()
        log("parent")
    """,
    "asyncio": """
        async def main():
            writer = LogWriter(folder)
            await asyncio.gather(*(asyncio.to_thread(log, f"task{n}", writer) for n in range(2)))
        asyncio.run(main())
    """,
    "pool": """
        with multiprocessing.get_context("fork").Pool(2) as pool:
            pool.map(log, ["worker0", "worker1"], chunksize=1)
    """,
}
"""Ways of running: the body of a program."""


class Round(NamedTuple):
    """What a kill came to."""

    way: str
    returned: int
    large: int  # of those, the ones that may wait in a spool
    lost: list[str]
    damage: int


def rounds(kills: int, seed: int, *, longest: float = 1.0) -> Iterator[Round]:
    """One after the other. longest: seconds that a program may live."""
    rng = random.Random(seed)
    for number in range(kills):
        way = list(WAYS)[number % len(WAYS)]
        folder = Path(tempfile.mkdtemp(prefix="vdlite-kill-"))
        try:
            yield _round(way, folder, rng.uniform(0, longest), rng.choice([0, 0, 0, 0.02]))
        finally:
            shutil.rmtree(folder)


def _round(way: str, folder: Path, life: float, pace: float) -> Round:
    program = folder / "program.py"
    body = textwrap.indent(textwrap.dedent(WAYS[way]).strip(), " " * 4)
    program.write_text(textwrap.dedent(_LOG) + body + "\n")
    reports = folder / "reports"
    with (
        reports.open("wb") as out,
        subprocess.Popen(
            [sys.executable, program, folder / "run", str(pace)],
            stdout=out,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(_ROOT)},  # `tests` is not installed
            start_new_session=True,  # so that its workers are killed with it
        ) as process,
    ):
        while process.poll() is None and not reports.stat().st_size:
            time.sleep(0.01)  # until the first call returned
        time.sleep(life)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()  # until the last of its processes has let go
    lines = [line for line in reports.read_bytes().split(b"\n")[:-1] if line]
    returned = [json.loads(line) for line in lines]
    return _compare(way, folder, returned)


def _compare(way: str, folder: Path, returned: list[tuple[str, str, str, int]]) -> Round:
    reader = LogReader(folder)
    wanted = collections.defaultdict(list)
    for _, call, tag, step in returned:
        wanted[call, tag].append(step)
    lost = []
    for (call, tag), steps in wanted.items():
        try:
            found = set(every_kind.readable(reader, "run", call, tag))
        except Exception as error:  # noqa: BLE001  # whatever it is, the records can't be read
            lost.append(f"{tag}: {error!r}")
            continue
        # One more may be there: the call that was going on.
        lost += [f"{tag} at {step}" for step in steps if step not in found]
    large = sum(size == "large" for size, *_ in returned)
    return Round(way, len(returned), large, lost, len(reader.damage))


def report(made: Iterable[Round]) -> int:
    """Print how it went, way by way; returns how many records were lost, or damaged."""
    sums: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for each in made:
        for way in (each.way, "all"):
            sums[way].update(
                kills=1,
                returned=each.returned,
                large=each.large,
                lost=len(each.lost),
                damage=each.damage,
            )
        for line in each.lost[:5]:
            print(f"lost ({each.way}): {line}", flush=True)
    print(f"{'way':10} {'kills':>7} {'returned':>9} {'large':>9} {'lost':>6} {'damage':>7}")
    for way, counts in sums.items():
        print(
            f"{way:10} {counts['kills']:7} {counts['returned']:9} {counts['large']:9} "
            f"{counts['lost']:6} {counts['damage']:7}"
        )
    return sums["all"]["lost"] + sums["all"]["damage"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.writer.campaign", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    return 1 if report(rounds(options.kills, options.seed)) else 0


if __name__ == "__main__":
    sys.exit(main())
