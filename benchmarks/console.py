"""What `vdlite run` costs a program that prints, and how fast its console is read."""

import os
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
_WRITES = 'import os\nfor _ in range({}):\n    os.write(1, (b"x" * 499 + b"\\n") * 130)\n'

_PIECE = 1 << 16


def measure(*, quick: bool) -> list[Row]:
    """A program that prints, alone and watched; folding and masking; reading."""
    lines, rounds = (100_000, 1) if quick else (1_000_000, 3)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        alone, kept = _programs(place, _PRINTS.format(lines), rounds)
        by_line = 1e6 / lines
        rows = [
            Row(f"a program that prints {lines:,} lines", "alone", alone, "s"),
            Row(f"a program that prints {lines:,} lines", "vdlite run", kept, "s"),
            Row("a printed line, all in all", "vdlite run", kept * by_line, "µs", "goal: 3"),
            Row("a printed line, more than alone", "vdlite run", (kept - alone) * by_line, "µs"),
            *_reading(place / "0", lines),
        ]
        pieces = lines // 700
        _, kept = _programs(place / "more", _WRITES.format(pieces), rounds)
        rows.append(Row("bytes", "vdlite run", pieces * 0.065 / kept, "MB/s", "goal: 100"))
    return [*rows, *_folding()]


def _programs(place: Path, program: str, rounds: int) -> tuple[float, float]:
    """Seconds of a program by itself, and under `vdlite run`, both with all of Python's start; medians."""
    place.mkdir(exist_ok=True)
    script = place / "program.py"
    script.write_text(program)
    alone, kept = [], []
    for number in range(rounds):
        command = [sys.executable, "-m", "vdlite", "run", "--run", str(place / str(number)), "--"]
        alone.append(_seconds([sys.executable, str(script)]))
        kept.append(_seconds([*command, sys.executable, str(script)]))
    return statistics.median(alone), statistics.median(kept)


def _seconds(command: list[str]) -> float:
    begin = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        while os.read(process.stdout.fileno(), 1 << 20):
            pass
    return time.perf_counter() - begin


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
