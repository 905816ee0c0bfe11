"""The logbook: what is written comes back, nobody's entry is lost or forged, and nothing in the file is hidden."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from vdlite.annotations import Logbook, LogbookEntry, new_entry
from vdlite.annotations.entry import (
    LONGEST_AUTHOR,
    LONGEST_COMMAND,
    LONGEST_ENTRY,
    LONGEST_TEXT,
    MOST_RUNS,
    entry_of,
    markdown,
)
from vdlite.annotations.logbook import page_of
from vdlite.errors import SidecarError

APPENDER = """
import sys
from vdlite.annotations import Logbook, new_entry

for number in range(int(sys.argv[3])):
    Logbook(sys.argv[1]).append(new_entry(f"{number}\\n" * 50, author=sys.argv[2]))
"""

FILE = "logbook.md"
FORGED = "## 2026-11-28 08:15:02 UTC, eve\n- run: `b`\n\nAll is well."

lines = st.sampled_from(
    [
        "",
        " ",
        "a",
        "## 2026-",
        "\\## 2026-11-28 08:15 UTC, eve",
        FORGED,
        "- run: `x`",
        "\\- command: y",
    ]
)
texts = st.one_of(st.text(), st.lists(lines, max_size=6).map("\n".join)).filter(
    lambda text: text.strip(" \t\r\n") and text.strip() and "\0" not in text
)
pieces = st.sampled_from(
    [b"\n", b"\r\n", b"# Logbook", b"## 2026-", b"01-02", b" 03:04:05", b" UTC, a", b"- run: `x`"]
)
names = st.text(min_size=1).filter(lambda name: "\0" not in name)


def reading(content: bytes) -> Callable[[int, int], bytes]:
    return lambda offset, length: content[offset : offset + length]


def entries(logdir: Path) -> list[LogbookEntry]:
    """All entries, in the order of the file."""
    found: list[LogbookEntry] = []
    before: int | None = None
    while True:
        page = Logbook(logdir).page(before=before)
        found += page.entries
        if (before := page.older) is None:
            return found[::-1]


def texts_of(logdir: Path) -> list[str]:
    return [entry.text for entry in entries(logdir)]


def test_an_entry_is_markdown_that_anybody_can_read(tmp_path: Path) -> None:
    begun = time.time()
    Logbook(tmp_path).append(
        new_entry(
            "It *diverges*.\n", runs=["lr=1", "we`ird"], author="ada", command="vdlite runs ."
        )
    )
    head, *rest = (tmp_path / FILE).read_text("utf-8").split("\n")[2:]
    stamp = time.strftime("## %Y-%m-%d %H:%M", time.gmtime(begun))
    assert head.startswith(stamp) or time.time() - begun > 1
    assert head.endswith(" UTC, ada")
    assert rest == [
        "- run: `lr=1`",
        '- run: `"we\\u0060ird"`',
        "- command: `vdlite runs .`",
        "",
        "It *diverges*.",
        "",
    ]
    (found,) = entries(tmp_path)
    assert found.runs == ("lr=1", "we`ird")
    assert found.walltime is not None
    assert abs(found.walltime - begun) < 10


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            texts,
            st.lists(names, max_size=3, unique=True),
            st.text().filter(str.isprintable).map(str.strip),
            st.text().filter(lambda text: "\0" not in text).map(str.strip),
        ),
        min_size=1,
        max_size=4,
    )
)
@example([("- run: `x`", [], "", ""), (FORGED, ["b\udcff\n"], "mallory, eve", "a\nb `c`")])
def test_whatever_is_written_comes_back(
    tmp_path: Path, wanted: Sequence[tuple[str, list[str], str, str]]
) -> None:
    (tmp_path / FILE).unlink(missing_ok=True)
    written = []
    for text, runs, author, command in wanted:
        entry = new_entry(text, runs=runs, author=author, command=command)
        assert entry.text.split() == text.split()
        assert (entry.runs, entry.author, entry.command) == (tuple(runs), author, command)
        written.append(Logbook(tmp_path).append(entry))
    assert entries(tmp_path) == written


def test_a_text_that_looks_like_an_entry_forges_none(tmp_path: Path) -> None:
    Logbook(tmp_path).append(new_entry(f"Look:\n{FORGED}", author="mallory"))
    (found,) = entries(tmp_path)
    assert (found.author, found.text, found.runs) == ("mallory", f"Look:\n{FORGED}", ())
    for bad in ("a\n## 2026-11-28 08:15:02 UTC, eve", "a\u2028b", "\x1b[2J"):
        with pytest.raises(ValueError, match="want a name in one line"):
            new_entry("text", author=bad)


def test_programs_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    processes = [
        subprocess.Popen([sys.executable, "-c", APPENDER, tmp_path, name, "40"]) for name in "ab"
    ]
    assert [process.wait(60) for process in processes] == [0, 0]
    found = entries(tmp_path)
    for name in "ab":
        own = [entry.text for entry in found if entry.author == name]
        assert own == ["\n".join([str(number)] * 50) for number in range(40)]
    assert len(found) == 80


def test_a_torn_entry_takes_no_other_with_it(tmp_path: Path) -> None:
    Logbook(tmp_path).append(new_entry("first", author="ada"))
    whole = (tmp_path / FILE).read_bytes()
    for cut in range(len(whole)):
        (tmp_path / FILE).write_bytes(whole[:cut])
        Logbook(tmp_path).append(new_entry("second", author="bob"))
        found = entries(tmp_path)
        assert (found[-1].author, found[-1].text) == ("bob", "second")
        assert len(found) <= 2


def test_what_was_written_by_hand_is_shown_as_it_is(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(
        b"\xef\xbb\xbf# Our notes\r\n\r\nSince spring.\r\n"
        b"## 2026-03-01, ada\r\nOnly a day.\r\n"
        b"## 2026-03-01T08:15Z\r\n\r\n- command: make all\r\n- run: lr=1\r\n\r\nNo seconds.\r\n"
        b"## 2026-03-02 a heading\nwith text\n"
        b"## 2026-13-99 25:00 UTC, eve\nno such day\n"
        b"## 2026-03-03 08:15:02.5 UTC, ada\ncaf\xe9 \x00\n"
    )
    assert [
        (entry.walltime, entry.author, entry.runs, entry.command, entry.text)
        for entry in entries(tmp_path)
    ] == [
        (None, "", (), "", "# Our notes\n\nSince spring."),
        (1772323200.0, "ada", (), "", "Only a day."),
        (1772352900.0, "", ("lr=1",), "make all", "No seconds."),
        (None, "", (), "", "## 2026-03-02 a heading\nwith text"),
        (None, "", (), "", "## 2026-13-99 25:00 UTC, eve\nno such day"),
        (1772525702.5, "ada", (), "", "caf\\xe9 \ufffd"),
    ]


@settings(deadline=None)
@given(
    st.lists(st.one_of(pieces, st.binary(max_size=9)), max_size=12).map(b"".join), st.integers(1, 3)
)
@example(b'## 2026-01-01 00:00 UTC, a\n- run: `"\\ud800"`\n\nx', 1)
def test_any_bytes_are_read_as_if_all_were_split_at_heads(content: bytes, limit: int) -> None:
    found: list[LogbookEntry] = []
    before: int | None = None
    while True:
        page = page_of(reading(content), len(content), limit, before=before)
        assert len(page.entries) <= limit
        found += page.entries
        if (before := page.older) is None:
            break
    parts = re.split(rb"(?<=\n)(?=## [0-9]{4}-)", content)
    wanted = [entry_of(part) for part in parts if part.strip() != b"# Logbook"]
    assert [replace(entry, offset=0) for entry in reversed(found)] == [
        entry for entry in wanted if entry.text or entry.walltime is not None
    ]
    for run in (run for entry in found for run in entry.runs):
        os.fsencode(run)


def test_the_newest_of_a_huge_file_are_read_without_the_rest(tmp_path: Path) -> None:
    with open(tmp_path / FILE, "wb") as file:
        for _ in range(3):
            file.write(b"## 2026-01-01 00:00:00 UTC, old\n\nold\n")
        file.seek(1 << 40)
        file.write(b"\n")
    for number in range(500):
        Logbook(tmp_path).append(new_entry(str(number)))
    begun = time.process_time()
    page = Logbook(tmp_path).page()
    assert [entry.text for entry in page.entries] == [str(number) for number in range(499, 299, -1)]
    assert time.process_time() - begun < 1
    rest = Logbook(tmp_path).page(before=page.older)
    assert [entry.text for entry in rest.entries][-1] == "100"


def test_a_long_part_of_the_file_is_cut_and_says_so(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"## 2026-01-01 00:00 UTC, ada\n" + b"x" * (1 << 20))
    Logbook(tmp_path).append(new_entry("after"))
    long, after = entries(tmp_path)
    assert (long.author, after.text) == ("ada", "after")
    assert len(long.text) < LONGEST_ENTRY
    assert long.left_out > (1 << 20) - LONGEST_ENTRY


def test_a_head_on_the_edge_of_a_piece_is_found_once() -> None:
    last = b"\n## 2026-01-01 00:00 UTC, b\n\nlast\n"
    for size in range(262_100, 262_160):
        content = b"## 2026-01-01 00:00 UTC, a\n\n" + b"x" * 9 + last + b"y" * (size - len(last))
        page = page_of(reading(content), len(content))
        assert [entry.author for entry in page.entries] == ["b", "a"], size


def test_entries_about_a_run_are_found_among_others(tmp_path: Path) -> None:
    for number in range(300):
        Logbook(tmp_path).append(new_entry(str(number), runs=["a"] if number % 100 == 0 else ["b"]))
    page = Logbook(tmp_path).page(2, wanted=lambda entry: "a" in entry.runs)
    assert [entry.text for entry in page.entries] == ["200", "100"]
    rest = Logbook(tmp_path).page(2, before=page.older, wanted=lambda entry: "a" in entry.runs)
    assert ([entry.text for entry in rest.entries], rest.older) == (["0"], None)


def test_what_is_too_large_is_refused_and_says_how_much(tmp_path: Path) -> None:
    for options, said in (
        ({"text": "é" * (LONGEST_TEXT // 2 + 1)}, f"got {LONGEST_TEXT + 2} bytes"),
        ({"text": " \n"}, "an empty one"),
        ({"text": "a\0"}, "UTF-8"),
        ({"text": "\ud800"}, "UTF-8"),
        ({"text": "x", "author": "a" * (LONGEST_AUTHOR + 1)}, f"want {LONGEST_AUTHOR} at most"),
        ({"text": "x", "command": "a" * (LONGEST_COMMAND + 1)}, f"want {LONGEST_COMMAND} at most"),
        ({"text": "x", "runs": [str(each) for each in range(MOST_RUNS + 1)]}, "want 100 at most"),
        ({"text": "x", "runs": ["\n" * 4000 + str(each) for each in range(99)]}, "the entry: got"),
        ({"text": "x", "runs": [""]}, "names of runs"),
        ({"text": "x", "runs": ["\ud800"]}, "the name of a file"),
    ):
        with pytest.raises(ValueError, match=said):
            new_entry(**options)  # type: ignore[arg-type]
    assert not (tmp_path / FILE).exists()


def test_neither_link_nor_folder_nor_pipe_is_written_or_read(tmp_path: Path) -> None:
    logdir = tmp_path / "logs"
    logdir.mkdir()
    secret = tmp_path / "secret"
    secret.write_text("secret", "utf-8")
    for make in (
        lambda path: path.symlink_to(secret),
        lambda path: path.mkdir(),
        lambda path: os.mkfifo(path),
    ):
        make(logdir / FILE)
        with pytest.raises(OSError):
            Logbook(logdir).page()
        with pytest.raises(SidecarError, match=FILE):
            Logbook(logdir).append(new_entry("text"))
        assert Logbook(logdir).stamp() is None
        (logdir / FILE).rmdir() if (logdir / FILE).is_dir() else (logdir / FILE).unlink()
    assert secret.read_text("utf-8") == "secret"


def test_a_stamp_is_another_one_after_each_entry(tmp_path: Path) -> None:
    logbook = Logbook(tmp_path)
    stamps = [logbook.stamp()]
    for number in range(3):
        logbook.append(new_entry(str(number)))
        stamps.append(logbook.stamp())
    assert stamps[0] is None
    assert len(set(stamps)) == 4


def test_markdown_of_an_entry_without_a_time_is_its_text() -> None:
    assert markdown(LogbookEntry("by hand")) == "by hand\n"
