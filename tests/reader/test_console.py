"""The console of a run is read as it was left on the screen, all of it or any part."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from vdlite import LogReader, LogWriter
from vdlite.console.keeper import Keeper
from vdlite.errors import NotFoundError
from vdlite.kinds import console
from vdlite.reader.questions.console import console_of
from vdlite.reader.series.console import Console
from vdlite.reader.whole_runs import run_of
from vdlite.writer.life.console_records import ConsoleRecords
from vdlite.writer.life.importing import watching
from vdlite.writer.life.run_writer import recorder_of


def keep(
    folder: Path, *pieces: tuple[float, bytes], ended: dict[str, object] | None = None
) -> None:
    """Log what a program prints at these times, a block each."""
    with watching():
        writer = LogWriter(folder)
    keeper = Keeper(ConsoleRecords(recorder_of(writer)))
    for now, data in pieces:
        keeper.feed(1, data, now)
        keeper.keep(now)
    keeper.finish(pieces[-1][0], ended)
    writer.close()


def lines(folder: Path, start: int = 0, stop: int = 1 << 30) -> tuple[int, list[str]]:
    first, found = the_console(folder).lines(start, stop)
    return first, list(found.text)


def the_console(folder: Path) -> Console:
    return console_of(run_of(LogReader(folder), "."))


def test_the_text_is_what_was_left_on_the_screen(tmp_path: Path) -> None:
    keep(tmp_path, (1.0, b"a\n10%"), (2.0, b"\r20%"), (3.0, b"\r\x1b[32m100%\x1b[0m\ndone\n"))
    assert LogReader(tmp_path).console(".") == "a\n100%\ndone\n"
    assert LogReader(tmp_path).console(".", colors=True) == "a\n\x1b[32m100%\x1b[0m\ndone\n"


def test_a_run_without_one_says_how_to_have_it(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar("loss", 1.0, 0)
    with pytest.raises(NotFoundError, match=r"no console of run .*vdlite run"):
        LogReader(tmp_path).console(".")


def test_any_part_is_read_by_its_numbers(tmp_path: Path) -> None:
    keep(
        tmp_path,
        *((float(at), b"".join(b"%d\n" % (at * 100 + n) for n in range(100))) for at in range(50)),
    )
    assert len(the_console(tmp_path)) == 5000
    for start, stop in (
        (0, 10),
        (95, 105),
        (99, 100),
        (100, 101),
        (4990, 6000),
        (2000, 3000),
        (7, 7),
    ):
        first, found = lines(tmp_path, start, stop)
        assert (first, found) == (start, [str(at) for at in range(start, min(stop, 5000))])
    assert lines(tmp_path, 5000, 5010) == (5000, [])


def test_lines_that_changed_are_counted_once(tmp_path: Path) -> None:
    keep(
        tmp_path,
        (1.0, b"a\nb\nc"),
        (2.0, b"\x1b[A\rB\n\rC"),
        (3.0, b"\nd\n"),
    )
    assert lines(tmp_path) == (0, ["a", "B", "C", "d"])
    assert lines(tmp_path, 1, 3) == (1, ["B", "C"])


def test_a_moment_has_a_line(tmp_path: Path) -> None:
    keep(tmp_path, (100.0, b"a\n"), (110.0, b"b\nc\n"), (120.0, b"d\n"))
    found = the_console(tmp_path)
    assert [found.line_at(at) for at in (0, 100.0, 105.0, 110.0, 119.9, 120.0, 1e9)] == [0, 0, 0, 2, 2, 3, 3]  # fmt: skip


def test_programs_one_after_another_are_one_text(tmp_path: Path) -> None:
    keep(tmp_path, (1.0, b"a\nb\n"), ended={"code": 1, "last_words": "b"})
    keep(tmp_path, (3.0, b"c\nd\n"), ended={"code": 0})
    assert lines(tmp_path) == (0, ["a", "b", "c", "d"])
    assert LogReader(tmp_path).records(".", "console", "console")[-1].step > 0
    ending = the_console(tmp_path).ending()
    assert ending is not None
    assert (ending.code, ending.text) == (0, "exit code 0")


def test_programs_side_by_side_are_put_together_by_time(tmp_path: Path) -> None:
    keep(tmp_path, (1.0, b"a\n"), (3.0, b"c\n"), (5.0, b"e\n"))
    keep(tmp_path, (2.0, b"b\n"), (4.0, b"d\n"))
    assert lines(tmp_path) == (0, ["a", "b", "c", "d", "e"])


def test_how_it_ended_is_said_in_one_sentence(tmp_path: Path) -> None:
    ended = {"code": None, "signal": "SIGKILL", "oom_kills": 1, "last_words": "step 3"}
    keep(tmp_path, (1.0, b"step 3\n"), ended=ended)
    found = the_console(tmp_path).ending()
    assert found is not None
    assert found.text == "out of memory, killed by SIGKILL; last line: step 3"
    assert run_of(LogReader(tmp_path), ".").info.ending == found.text


def test_of_programs_side_by_side_the_first_that_failed_says_how_it_ended(tmp_path: Path) -> None:
    keep(tmp_path, (1.0, b"rank 0\n"), (9.0, b"done\n"), ended={"code": 0})
    keep(tmp_path, (2.0, b"rank 1\n"), (5.0, b"no\n"), ended={"code": 7, "last_words": "no"})
    keep(tmp_path, (2.0, b"rank 2\n"), (6.0, b"\n"), ended={"code": None, "signal": "SIGTERM"})
    found = the_console(tmp_path).ending()
    assert found is not None
    assert (found.text, found.walltime) == ("exit code 7: no", 5.0)
    assert run_of(LogReader(tmp_path), ".").info.ending == found.text
    keep(tmp_path, (10.0, b"again\n"), ended={"code": 0})
    resumed = the_console(tmp_path).ending()
    assert resumed is not None
    assert resumed.text == "exit code 0"
    keep(tmp_path, (10.0, b"beside it\n"), (12.0, b"goes on\n"))
    assert the_console(tmp_path).ending() is None


def test_a_watched_run_has_ended_though_its_writer_was_killed(tmp_path: Path) -> None:
    killed = LogWriter(tmp_path)
    killed.add_scalar("loss", 1.0, 0)
    assert LogReader(tmp_path).state(".") == "live"
    with watching():
        writer = LogWriter(tmp_path)
    writer.close(outcome="killed")
    reader = LogReader(tmp_path)
    assert (reader.state("."), reader.outcome(".")) == ("ended", "killed")
    later = killed.file_name
    os.utime(later, (os.stat(later).st_mtime + 5,) * 2)
    assert LogReader(tmp_path).state(".") == "live"
    killed.close()


def test_lines_that_cannot_be_read_keep_their_numbers(tmp_path: Path) -> None:
    keep(tmp_path, (1.0, b"a\n" * 3000), (2.0, b"b\n"))
    (media,) = tmp_path.glob("*.vdm")
    data = bytearray(media.read_bytes())
    data[2000] ^= 1
    media.write_bytes(data)
    first, found = lines(tmp_path, 2999, 3001)
    assert (first, found[1]) == (2999, "b")
    assert found[0].startswith("… can't be read:")


@pytest.mark.parametrize(
    "summary",
    [
        {},
        {"first": -1, "lines": 2},
        {"first": 1 << 62, "lines": 1 << 62},
        {"first": "0", "lines": [1]},
        {"first": 0, "lines": 1 << 39},
        {"first": 0, "lines": 3, "ended": "yes", "left_out": -7},
    ],
)
def test_records_made_to_do_harm_cost_only_themselves(
    tmp_path: Path, summary: dict[str, object]
) -> None:
    payload = console.payload_of(b"x\ny", 1.0, np.zeros(2, np.uint32), np.zeros(2, np.uint8))
    with LogWriter(tmp_path) as writer:
        writer.add_record("console", "console", payload, 0, 1.0, summary)
    found = the_console(tmp_path)
    assert len(found.lines(0, 50)[1]) <= 50
    assert found.ending() is None
    assert found.line_at(5.0) >= 0
