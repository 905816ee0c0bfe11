"""What `vdlite run` costs a program that prints, and how fast its console is read."""

import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.table import Row
from vdlite import LogReader
from vdlite.console.terminal import Terminal
from vdlite.reader.questions.console import console_of, search_lines
from vdlite.reader.whole_runs import run_of
from vdlite.secrets import Secrets

_LINE = "step 1234 | loss 2.9362 | lr 2.42e-04 | norm 0.2914 | dt 270.1ms | tok/s 1941088"
_PRINTS = f'for _ in range({{}}):\n    print("{_LINE}")\n'
_UNBUFFERED = f'for _ in range({{}}):\n    print("{_LINE}", flush=True)\n'
_WRITES = 'import os\nfor _ in range({}):\n    os.write(1, (b"x" * 499 + b"\\n") * 130)\n'

_PIECE = 1 << 16


def measure(*, quick: bool) -> list[Row]:
    """A program that prints, by other means and watched; folding and masking; reading."""
    lines, rounds = (100_000, 1) if quick else (1_000_000, 3)
    pieces = lines // 700
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        rows = [
            *_programs(place, "lines", _PRINTS.format(lines), lines, rounds, goal="at least 333"),
            *_reading(place / "run", lines),
            *_programs(
                place, "flushed lines", _UNBUFFERED.format(lines // 10), lines // 10, rounds
            ),
            *_programs(place, "lines of 500 bytes", _WRITES.format(pieces), pieces * 130, rounds),
            _flood(place, rounds),
        ]
    return [*rows, *_folding()]


def _programs(
    place: Path, what: str, program: str, lines: int, rounds: int, goal: str = ""
) -> list[Row]:
    """Lines a second from a program's start to its last byte in a file, by each means in turn; medians."""
    script, out, run = place / "program.py", place / "out", place / "run"
    script.write_text(program)
    alone = shlex.join([sys.executable, str(script)])
    means = {
        "a file": f"{alone} > {out}",
        "cat": f"{alone} | cat > {out}",
        "tee": f"{alone} | tee {out} | cat > {os.devnull}",
        "script": f"script -qec {shlex.quote(alone)} {out} > {os.devnull}",
        "vdlite run and cat": f"{sys.executable} -m vdlite run --run {run} -- {alone} | cat > {out}",
    }
    if shutil.which("script") is None:
        del means["script"]
    seconds: dict[str, list[float]] = {name: [] for name in means}
    for _ in range(rounds):  # in turn, so that a busy moment is one for all
        for name, command in means.items():
            shutil.rmtree(run, ignore_errors=True)
            begin = time.perf_counter()
            subprocess.run(["sh", "-c", command], check=True, stderr=subprocess.DEVNULL)
            seconds[name].append(time.perf_counter() - begin)
    limit = statistics.median(seconds["cat"])
    size = out.stat().st_size / 1e6
    rows = []
    for name, took in seconds.items():
        middle = statistics.median(took)
        note = f"{middle / limit:.2f} times the seconds of cat, {size / middle:.0f} MB/s"
        rows.append(
            Row(
                f"{lines:,} {what}, thousand lines a second",
                name,
                lines / middle / 1000,
                "k/s",
                f"{note}; goal: {goal}" if goal and name.startswith("vdlite") else note,
            )
        )
    return rows


def _flood(place: Path, rounds: int) -> Row:
    """Beyond what is kept of a run."""
    command = f"yes {shlex.quote(_LINE)} | head -c 1000000000"
    run = place / "flood"
    took = []
    for _ in range(min(rounds, 3)):
        shutil.rmtree(run, ignore_errors=True)
        begin = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "vdlite", "run", "--run", str(run), "--", "sh", "-c", command],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        took.append(time.perf_counter() - begin)
    note = "of which the last lines of each minute are kept beyond 100 MB"
    return Row("1 GB at once", "vdlite run", 1000 / statistics.median(took), "MB/s", note)


def _folding() -> list[Row]:
    line = _LINE.encode()
    rows = []
    for name, data in (
        ("plain lines", (line + b"\n") * 40_000),
        ("colored lines", (b"\x1b[32m" + line + b"\x1b[0m\n") * 40_000),
        ("a progress bar", b"".join(b"\r%3d%%|" % (n % 100) + b"#" * 60 for n in range(40_000))),
    ):
        terminal = Terminal()
        begin = time.process_time()
        for at in range(0, len(data), _PIECE):
            terminal.feed(0, data[at : at + _PIECE], 1.0)
            terminal.take()
        speed = len(data) / 1e6 / (time.process_time() - begin)
        rows.append(Row(f"folding {name}", "vdlite", speed, "MB/s"))
    text = (line + b"\n") * 12_000
    begin = time.process_time()
    Secrets(["one-secret", "another-secret"]).masked(text)
    speed = len(text) / 1e6 / (time.process_time() - begin)
    return [*rows, Row("masking secrets", "vdlite", speed, "MB/s")]


def _reading(folder: Path, lines: int) -> list[Row]:
    reader = LogReader(folder)
    run = run_of(reader, ".")

    def timed(what: str, call: Callable[[], object]) -> Row:
        begin = time.perf_counter()
        call()
        return Row(
            f"{what} of {lines:,} lines", "vdlite", 1e3 * (time.perf_counter() - begin), "ms"
        )

    return [
        timed("the number and the last 200", lambda: console_of(run).lines(lines - 200, lines)),
        timed("words in any", lambda: search_lines(console_of(run), "no such words")),
        timed("an expression in any", lambda: search_lines(console_of(run), "no.+x$", regex=True)),
        timed("the text", lambda: reader.console(".")),
    ]
