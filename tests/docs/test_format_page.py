"""docs/format.md says what the files are."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.docs.pages import page
from vdlite import LogReader, LogWriter
from vdlite.format import records
from vdlite.format.records import RecordType
from vdlite.writer.arguments import checks
from vdlite.writer.file import appender, backlog
from vdlite.writer.life import sink

PAGE = page("docs/format.md")

Rows = dict[str, list[tuple[int, float, float]]]


def defined_in(note: str, name: str) -> Callable[..., Any]:
    """A function that a block of the page defines."""
    namespace: dict[str, Any] = {}
    exec(PAGE.block(test=note).code, namespace)
    function: Callable[..., Any] = namespace[name]
    return function


def test_the_reader_of_the_page_has_18_lines_of_code() -> None:
    lines = PAGE.block(test="reader").code.splitlines()
    code = [line for line in lines if line and '"""' not in line and "import" not in line]
    assert len(code) <= 18


def test_the_reader_of_the_page_reads_what_log_reader_reads(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        for step in range(3000):  # more than three blocks
            writer.add_scalar("loss/Größe", step / 7, step, 1e9 + step)
            writer.add_scalar("odd", [np.nan, np.inf, -np.inf][step % 3], -step, 1e9 + step)
            if step % 10 == 0:
                writer.add_scalar_row(("a", "b", "odd"), [step, 1 / 3, -0.0], step + 5000, 2e9)
        writer.add_record("note", "remarks", b"short", 1)
        writer.add_record("note", "remarks", bytes(5000), 2)

    rows: Rows = defined_in("reader", "read_scalars")(writer.file_name)

    reader = LogReader(tmp_path)
    assert sorted(rows) == reader.tags(".") == ["a", "b", "loss/Größe", "odd"]
    for tag, points in rows.items():
        want = reader.scalars(".", tag)
        steps, walltimes, values = map(np.array, zip(*sorted(points), strict=True))
        np.testing.assert_array_equal(steps, want.steps)
        np.testing.assert_array_equal(walltimes, want.walltimes)
        np.testing.assert_array_equal(values, want.values)


def test_the_reader_of_the_page_stops_at_a_cut_and_at_a_flipped_bit(tmp_path: Path) -> None:
    read_scalars = defined_in("reader", "read_scalars")
    with LogWriter(tmp_path) as writer:
        for step in range(100):
            writer.add_scalar("loss", float(step), step, 1e9)
    path = Path(writer.file_name)
    data = path.read_bytes()
    first = data.index(records.SCALAR_HEAD)

    path.write_bytes(data[: first + 10 * records.SCALAR_BYTES + 20])
    assert [step for step, _, _ in read_scalars(path)["loss"]] == list(range(10))

    flipped = bytearray(data)
    flipped[first + 10 * records.SCALAR_BYTES + 30] ^= 1
    path.write_bytes(flipped)
    assert [step for step, _, _ in read_scalars(path)["loss"]] == list(range(10))


def test_the_table_of_records_is_complete() -> None:
    rows = re.findall(r"^\| (\d+) \| ([A-Z]+) \| (\d+), ", PAGE.text, re.MULTILINE)
    assert [(int(number), name) for number, name, _ in rows] == [
        (t.value, t.name) for t in RecordType
    ]
    assert all(number == first for number, _, first in rows)


def test_the_scalar_in_hex_is_that_of_the_sentence_before_it() -> None:
    scalar = bytes.fromhex(PAGE.block(test="scalar").code)
    assert scalar == records.checked(records.scalar_body(0, 7, 1760000000.5, 0.25), 1000)
    assert defined_in("check", "check")(scalar, 1000) == int.from_bytes(scalar[-4:], "big")


def test_the_sizes_of_the_page_are_those_of_the_code() -> None:
    for number, sentence in [
        (records.VERSION, "This is version {}; a log without rows says 1"),
        (records.SCALAR_BYTES, "Both are {} bytes long."),
        (records.SEAL_BYTES, "Both are {} bytes long."),
        (records.LARGE_SCALAR_BYTES, "and is {} bytes long."),
        (records.MAX_SMALL_SERIES, "a series above {} has"),
        (records.ROW_BYTES, "It is {} + 8 n bytes long."),
        (records.ROW_VALUES, "puts at most {} values into a row"),
        (records.BLOCK_BYTES, "makes it {} bytes long or longer"),
        (records.MAX_RECORD, "| record | {} bytes |"),
        (records.MAX_RECORD, "No record is longer than {} bytes"),
        (checks.MAX_TAG_BYTES, "| tag | {} bytes |"),
        (checks.MAX_SUMMARY_BYTES, "| summary | {} bytes |"),
        (sink.INLINE_BYTES, "A payload up to {} bytes lies in the log file"),
    ]:
        assert sentence.format(number) in PAGE.text


def test_the_numbers_of_the_page_on_slow_disks_are_those_of_the_code() -> None:
    text = page("docs/how-to/buffering-and-slow-disks.md").text
    assert f"up to {backlog.BACKLOG_BYTES >> 20} MiB of records wait in memory" in text
    assert f"A call writes only when {appender.BUFFER_BYTES >> 20} MiB waits" in text
    assert f"payloads of more than {sink.INLINE_BYTES >> 10} KiB are not kept" in text
