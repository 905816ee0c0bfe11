"""A series of records grows from several files, and is asked in between."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite.format.batch import Entries, Entry
from vdlite.reader.files.files import LogFiles
from vdlite.reader.series.record_rows import packed
from vdlite.reader.series.record_series import RecordSeries
from vdlite.reader.series.summaries import PackedSummaries

FILES = [(1.0, "a.vdl"), (2.0, "b.vdl")]


def entry(step: int, number: int) -> Entry:
    return Entry(0, step, 1.0 * number, number % 2 == 0, number, 3, number, {"n": number})


def append(series: RecordSeries, file: int, rows: list[Entry]) -> None:
    log = Path(FILES[file][1])
    series.append(FILES[file], log, packed(Entries.of(rows)), 0, len(rows))


Growth = st.lists(
    st.tuples(st.integers(0, 1), st.integers(1, 4), st.integers(-2, 2), st.booleans()),
    max_size=120,
)


@given(Growth, st.integers(0, 2**32))
def test_it_gives_the_records_of_a_plain_list(
    growth: list[tuple[int, int, int, bool]], seed: int
) -> None:
    rng = random.Random(seed)
    series, logged = RecordSeries("text", "note", LogFiles([])), list[tuple[int, Entry]]()
    step, known, version = 0, list[Entry](), -1
    for number, (file, count, stride, asks) in enumerate(growth):
        rows = [entry(step + at * stride, 100 * number + at) for at in range(count)]
        step = rows[-1].step + rng.randrange(3)
        append(series, file, rows)
        logged += [(file, row) for row in rows]
        if asks:
            records, now = series.snapshot()
            given_now = [record.entry for record in records]
            if now == version:
                assert given_now[: len(known)] == known
            known, version = given_now, now
    in_order = sorted(sorted(logged, key=lambda one: one[0]), key=lambda one: one[1].step)
    want = [row for _, row in in_order]
    last = {row.step: row for row in want}
    assert [record.entry for record in series] == list(last.values())
    assert [record.entry for record in series.records(superseded=True)] == want
    assert len(series) == len(want)
    for row in want:
        found = series.find(row.step)
        assert found is not None
        assert found.entry == last[row.step]
        by_check = series.find(row.step, row.crc)
        assert by_check is not None
        assert by_check.entry == row


def test_thousands_that_came_one_by_one_are_kept_together() -> None:
    series = RecordSeries("text", "note", LogFiles([]))
    version = series.snapshot()[1]
    for number in range(5000):
        append(series, 0, [entry(number, number)])
        if number % 7 == 0:
            assert len(series.snapshot()[0]) == number + 1
    assert len(series.snapshot()[0].rows.parts) < 50
    assert [record.summary["n"] for record in series] == list(range(5000))
    assert series.snapshot()[1] == version


def test_a_dropped_file_takes_its_records_with_it() -> None:
    series = RecordSeries("text", "note", LogFiles([]))
    append(series, 0, [entry(0, 0), entry(1, 1)])
    append(series, 1, [entry(1, 2), entry(2, 3)])
    assert [record.entry.crc for record in series] == [0, 2, 3]
    series.drop(FILES[1])
    assert [record.entry.crc for record in series] == [0, 1]
    assert series.find(2) is None


def test_records_are_a_sequence() -> None:
    series = RecordSeries("text", "note", LogFiles([]))
    append(series, 0, [entry(step, step) for step in range(10)])
    records = series.records()
    assert [record.step for record in records[3:5]] == [3, 4]
    assert records[-1].step == 9
    assert records[2].path == Path("a.vdm")
    assert records[3].path == Path("a.vdl")
    assert [record.step for record in reversed(records)] == list(range(9, -1, -1))
    with pytest.raises(IndexError):
        records[10]


def test_summaries_come_back_whatever_they_hold() -> None:
    deep: dict[str, object] = {}
    for _ in range(600):  # deeper than msgpack packs
        deep = {"in": deep}
    summaries = [{"n": number, "b": b"x", "f": 0.1, 3: None} for number in range(1000)]
    for held in (summaries, [*summaries, deep]):
        packed_ones = PackedSummaries(held)
        assert list(packed_ones) == held
        assert packed_ones[-1] == held[-1]
        assert packed_ones[998:] == held[998:]
    with pytest.raises(IndexError):
        PackedSummaries([])[0]
