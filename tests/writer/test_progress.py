"""How far a loop is, and how long it still takes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vdlite import LogReader, LogWriter
from vdlite.errors import PayloadError


class Clock:
    """A clock for loops, which goes on only where they say so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_760_000_000.0
        monkeypatch.setattr("vdlite.writer.progress.time.monotonic", lambda: self.now)
        monkeypatch.setattr("vdlite.writer.log_writer.now_seconds", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


Left = Callable[[str], tuple[list[int], list[float]]]


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[LogWriter]:
    with LogWriter(tmp_path / "run") as writer:
        yield writer


def points(writer: LogWriter, tag: str) -> list[tuple[int, float]]:
    found = LogReader(writer.logdir).scalars(".", f"progress/{tag}")
    return list(zip(found.steps.tolist(), found.values.tolist(), strict=True))


def test_a_loop_goes_over_what_it_was_given_and_logs_once_a_second(
    writer: LogWriter, clock: Clock
) -> None:
    seen = []
    for item in writer.track([*"abcdefgh"], "letters", show=False):
        seen.append(item)
        clock.now += 0.25
    assert "".join(seen) == "abcdefgh"
    assert points(writer, "letters/left") == [(0, 8), (4, 4), (8, 0)]
    assert points(writer, "letters/steps_per_second") == [(4, 4.0), (8, 4.0)]


def test_batches_that_tell_their_size_are_samples(writer: LogWriter, clock: Clock) -> None:
    for _ in writer.track([{"x": np.zeros((32, 2))}] * 4, "batches", show=False):
        clock.now += 0.5
    assert points(writer, "batches/samples_per_second") == [(2, 64.0), (4, 64.0)]


def test_a_long_loop_is_logged_more_rarely(writer: LogWriter, clock: Clock) -> None:
    for _ in writer.track(range(100_000), "steps", show=False):
        clock.now += 1.0
    assert 3000 < len(points(writer, "steps/left")) < 7000


def test_streams_have_no_end_that_is_known_and_may_be_given_one(
    writer: LogWriter, clock: Clock
) -> None:
    for _ in writer.track(iter("abc"), "stream", show=False):
        clock.now += 1.0
    assert LogReader(writer.logdir).tags(".") == ["progress/stream/steps_per_second"]
    for _ in writer.track(iter("abc"), "known", total=10, start=7, show=False):
        clock.now += 1.0
    assert points(writer, "known/left") == [(7, 3), (8, 2), (9, 1), (10, 0)]


def test_a_loop_that_is_left_is_over(writer: LogWriter) -> None:
    for _ in writer.track(range(10), "tries", show=False):
        break
    assert points(writer, "tries/left")[-1] == (0, 0)


def test_what_the_items_raise_and_have_is_theirs(writer: LogWriter) -> None:
    class Loader:
        sampler = "its sampler"

        def __len__(self) -> int:
            raise TypeError("a stream")

        def __iter__(self) -> Iterator[int]:
            yield 1
            raise RuntimeError("the disk is gone")

    loop = writer.track(Loader(), "batches", show=False)
    assert loop.sampler == "its sampler"
    with pytest.raises(RuntimeError, match="the disk is gone"):
        list(loop)
    writer.close()
    assert list(writer.track([1, 2], show=False)) == [1, 2]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"items": 5}, "items: got int"),
        ({"items": [], "name": 3}, "tag"),
        ({"items": [], "total": -1}, "total: got -1, want a whole number, 0 or more"),
        ({"items": [], "start": 1.5}, "start: got 1.5"),
    ],
)
def test_mistakes_are_refused(writer: LogWriter, given: dict[str, Any], said: str) -> None:
    with pytest.raises(PayloadError, match=said):
        writer.track(**given)


def test_tqdm_shows_it_where_the_program_uses_that(
    writer: LogWriter, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("tqdm")
    assert list(writer.track(range(3), "steps")) == [0, 1, 2]
    assert "steps: 100%" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are a thing of POSIX")
def test_a_line_shows_all_loops_that_run(tmp_path: Path) -> None:
    import pty

    script = tmp_path / "one.py"
    script.write_text(
        "import time\n"
        "from vdlite import LogWriter\n"
        f"writer = LogWriter({str(tmp_path / 'run')!r})\n"
        "for epoch in writer.track(range(2), 'epochs'):\n"
        "    for batch in writer.track(range(3), 'batches'):\n"
        "        time.sleep(0.11)\n"
        "print('over')\n"
    )
    shown: list[bytes] = []

    def read(file: int) -> bytes:
        import os

        shown.append(os.read(file, 1024))
        return shown[-1]

    assert pty.spawn([sys.executable, str(script)], read) == 0
    text = b"".join(shown).decode()
    assert "\repochs 0/2  batches 1/3  " in text
    assert "\repochs 1/2  " in text
    assert text.splitlines()[-1] == "over"
    assert text.splitlines()[-2].split("\r")[-1].startswith("epochs 2/2")


def test_a_broken_terminal_ends_no_loop(writer: LogWriter, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def isatty(self) -> bool:
            return True

        def write(self, text: str) -> None:
            raise OSError("it is gone")

    for module in ("tqdm", "tqdm.auto", "rich.progress"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setattr(sys, "stderr", Broken())
    assert list(writer.track(range(3))) == [0, 1, 2]


def test_it_costs_little_beside_a_step(writer: LogWriter) -> None:
    """Only that nothing is done for each item that belongs to each second: benchmarks say how much it is."""
    begun = time.monotonic()
    for _ in writer.track(range(200_000), "steps", show=False):
        pass
    passed = time.monotonic() - begun
    assert len(points(writer, "steps/left")) <= 2 + passed
