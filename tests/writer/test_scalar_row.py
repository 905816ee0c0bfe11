"""Rows of scalars: the same points as one after the other, as safe, and refused as a whole."""

from __future__ import annotations

import os
import random
import signal
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.writer.programs import run, start
from vdlite import ClosedWriterError, LogReader, LogWriter, PayloadError
from vdlite.format.records import ROW_VALUES
from vdlite.writer.life.series_table import MOST_ROWS

TAGS = tuple("abcdef")
SEQUENCES = [TAGS, TAGS[:3], ("f", "x", "a"), ("y", "z")]
FLOATS = st.floats(width=64, allow_nan=True)
STEPS = st.one_of(st.none(), st.integers(-5, 20))
ROW = st.tuples(st.sampled_from(SEQUENCES), STEPS, st.lists(FLOATS, min_size=6, max_size=6))
SINGLE = st.tuples(st.sampled_from([*TAGS, "x"]), STEPS, FLOATS)


class ByOne:
    """What a row stands for: calls of `add_scalar`."""

    def __init__(self, writer: LogWriter) -> None:
        self._writer = writer
        self._last: dict[str, int] = {}

    def add(self, tags: tuple[str, ...], values: list[float], step: int | None, now: float) -> None:
        if step is None:
            step = max((self._last[tag] + 1 for tag in tags if tag in self._last), default=0)
        for tag, value in zip(tags, values, strict=True):
            self._writer.add_scalar(tag, value, step, now)
            self._last[tag] = step


def all_points(folder: Path) -> dict[str, list[bytes]]:
    reader = LogReader(folder)
    assert reader.damage == []
    assert reader.gaps == []
    found = {}
    for tag in reader.tags("."):
        points = reader.scalars(".", tag, superseded=True)
        assert points.superseded is not None
        columns = (points.steps, points.walltimes, points.values, points.superseded)
        found[tag] = [column.tobytes() for column in columns]
    return found


@given(st.lists(st.one_of(ROW, SINGLE), max_size=40))
@settings(max_examples=60, deadline=None)
def test_rows_are_the_points_of_single_calls(
    tmp_path_factory: pytest.TempPathFactory, calls: list[Any]
) -> None:
    folder = tmp_path_factory.mktemp("rows")
    with LogWriter(folder / "rows") as rows, LogWriter(folder / "single") as single:
        by_one = ByOne(single)
        for number, (what, step, values) in enumerate(calls):
            if isinstance(what, str):
                rows.add_scalar(what, values, step, number)
                by_one.add((what,), [values], step, number)
            else:
                rows.add_scalar_row(what, values[: len(what)], step, number)
                by_one.add(what, values[: len(what)], step, number)
    assert all_points(folder / "rows") == all_points(folder / "single")


def test_a_hundred_thousand_tags_take_eight_bytes_a_value(tmp_path: Path) -> None:
    count = 100_000
    tags = tuple(f"layer {at}" for at in range(count))
    values = np.random.default_rng(0).normal(size=(4, count))
    with LogWriter(tmp_path) as writer:
        writer.add_scalar_row(tags, values[0], 0)
        before = Path(writer.file_name).stat().st_size
        for step in range(1, 4):
            writer.add_scalar_row(tags, values[step], step)
        assert Path(writer.file_name).stat().st_size - before < 3 * count * 8.1
    reader = LogReader(tmp_path)
    assert len(reader.tags(".")) == count
    for at in (0, ROW_VALUES - 1, ROW_VALUES, count - 1):
        assert np.array_equal(reader.scalars(".", tags[at]).values, values[:, at])
    assert reader.damage == []


@pytest.mark.parametrize(
    "values",
    [
        [1, 2],
        (True, False),
        np.array([1.5, 2.5], np.float16),
        np.array([2**63, 1], np.uint64),
        np.array([1.0, 2.0], ">f4"),
        np.arange(4.0)[::2],
        [np.nan, -np.inf],
    ],
    ids=repr,
)
def test_values_of_any_real_type_are_taken(tmp_path: Path, values: Any) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar_row(("a", "b"), values)
    found = [LogReader(tmp_path).scalars(".", tag).values[0] for tag in ("a", "b")]
    assert np.array_equal(found, np.asarray(values, np.float64), equal_nan=True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((("a", "b"), [1.0]), "values: got 1, want 2, one for each tag"),
        ((("a", "b"), [[1.0, 2.0]]), r"got an array of shape \(1, 2\), want one dimension"),
        ((("a", "b"), ["x", "y"]), "want real numbers"),
        ((("a", "b"), [None, 1.0]), "got None among them, want real numbers"),
        ((("a", "b"), None), "got None"),
        ((("a", "b", "a"), [1, 2, 3]), "tags: got 'a' twice, want each tag once"),
        (("ab", [1, 2]), "tags: got str 'ab', want a sequence of tags"),
        (({"a": 1}, [1]), "tags: got dict .*, want a sequence of tags"),
        ((5, [1]), "tags: got int 5, want a sequence of tags"),
        ((("a", 5), [1, 2]), "tag: got int 5, want a string"),
        ((("a", ""), [1, 2]), "tag: got an empty string"),
        ((("a", "b"), [1, 2], 0.5), "step: got float 0.5, want a whole number"),
        ((("a", "b"), [1, 2], 0, "now"), "walltime: got str 'now'"),
    ],
)
def test_what_is_refused_leaves_nothing(
    tmp_path: Path, arguments: tuple[Any, ...], message: str
) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar_row(("b", "a"), [1.0, 2.0], 0)
        with pytest.raises(PayloadError, match=message):
            writer.add_scalar_row(*arguments)
        writer.add_scalar_row((), [])
    reader = LogReader(tmp_path)
    assert [len(reader.scalars(".", tag)) for tag in reader.tags(".")] == [1, 1]


def test_a_list_that_changed_means_other_tags(tmp_path: Path) -> None:
    tags = ["a", "b"]
    with LogWriter(tmp_path) as writer:
        writer.add_scalar_row(tags, [1, 2], 0)
        tags[1] = "c"
        writer.add_scalar_row(tags, [3, 4], 1)
        tags.append("b")
        writer.add_scalar_row(tags, [5, 6, 7], 2)
    reader = LogReader(tmp_path)
    found = {tag: reader.scalars(".", tag).values.tolist() for tag in reader.tags(".")}
    assert found == {"a": [1, 3, 5], "b": [2, 7], "c": [4, 6]}


def test_new_tags_at_each_step_neither_grow_the_log_nor_lose_where_they_were(
    tmp_path: Path,
) -> None:
    with LogWriter(tmp_path) as writer:
        for step in range(3 * MOST_ROWS):
            writer.add_scalar_row((f"new {step}", "all"), [step, -step])
        writer.add_scalar("new 0", 5.0)
        writer.add_scalar("all", 7.0)
    reader = LogReader(tmp_path)
    # Each goes on from the largest of the last steps, which is that of "all".
    steps = list(range(3 * MOST_ROWS))
    assert reader.scalars(".", "all").steps.tolist() == [*steps, len(steps)]
    assert reader.scalars(".", "new 0").steps.tolist() == [0, 1]


def test_steps_go_on_from_an_earlier_writer(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar_row(("a", "b"), [1, 2], 41)
    with LogWriter(tmp_path) as writer:
        writer.add_scalar_row(("b", "c"), [3, 4])
    assert LogReader(tmp_path).scalars(".", "c").steps.tolist() == [42]


def test_nothing_is_logged_after_the_end(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_scalar_row(("a", "b"), [1, 2], 0)
    with pytest.raises(ClosedWriterError):
        writer.add_scalar_row(("a", "b"), [1, 2], 1)


def test_what_the_caller_does_with_its_array_later_changes_nothing(tmp_path: Path) -> None:
    values = np.array([1.0, 2.0])
    with LogWriter(tmp_path, flush_secs=100) as writer:
        writer.add_scalar_row(("a", "b"), values, 0)
        values[:] = 9.0
    assert LogReader(tmp_path).scalars(".", "b").values.tolist() == [2.0]


def test_a_limited_writer_logs_every_nth_row(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        sparse = writer.limit(every=10)
        for step in range(25):
            sparse.add_scalar_row(("a", "b"), [step, step], step)
    assert LogReader(tmp_path).scalars(".", "b").steps.tolist() == [0, 10, 20]


COUNTING = """
    import os, sys
    import numpy as np
    from vdlite import LogWriter
    width = int(sys.argv[2])
    tags = tuple(f"x{at}" for at in range(width))
    writer = LogWriter(sys.argv[1])
    step = 0
    while True:
        writer.add_scalar_row(tags, np.full(width, step), step)
        step += 1
        os.write(1, b"%d\\n" % step)
"""


@pytest.mark.parametrize("width", [5, 10_000])
def test_no_row_is_lost_when_its_writer_is_killed(tmp_path: Path, width: int) -> None:
    rng = random.Random(width)
    for attempt in range(4):
        folder = tmp_path / str(attempt)
        writer = start(COUNTING, folder, width)
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(rng.randrange(1, 300))]
        writer.send_signal(signal.SIGKILL)
        lines += [line for line in writer.stdout if line.endswith("\n")]
        writer.wait()
        writer.stdout.close()
        reader = LogReader(folder)
        assert reader.damage == []
        for tag in ("x0", f"x{width - 1}"):
            found = reader.scalars(".", tag).values.tolist()
            assert int(lines[-1]) <= len(found) <= int(lines[-1]) + 1
            assert found == [float(step) for step in range(len(found))]


def test_threads_share_a_writer(tmp_path: Path) -> None:
    tags = tuple(f"x{at}" for at in range(3 * ROW_VALUES))

    def log(first: int) -> None:
        for step in range(first, first + 20):
            writer.add_scalar_row(tags, np.full(len(tags), step), step)
            writer.add_scalar("x0", -step, step + 1000)

    with LogWriter(tmp_path) as writer:
        threads = [threading.Thread(target=log, args=(20 * at,)) for at in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    reader = LogReader(tmp_path)
    assert reader.damage == []
    for tag in (tags[5], tags[-1]):
        assert reader.scalars(".", tag).values.tolist() == list(range(80))
    assert len(reader.scalars(".", "x0")) == 160


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_both_sides_of_a_fork_log_rows(tmp_path: Path) -> None:
    run(
        """
        import os, sys
        from vdlite import LogWriter
        writer = LogWriter(sys.argv[1])
        writer.add_scalar_row(("a", "b"), [1, 2], 0)
        child = os.fork()
        writer.add_scalar_row(("a", "b"), [3, 4], 1 if child else 2)
        writer.close()
        if not child:
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        """,
        tmp_path,
    )
    assert LogReader(tmp_path).scalars(".", "b").values.tolist() == [2, 4, 4]


def test_a_full_disk_raises_nothing_and_is_counted(tmp_path: Path) -> None:
    program = """
        import logging, resource, sys
        import numpy as np
        from vdlite import LogWriter
        logging.disable()
        tags = tuple(f"x{at}" for at in range(20_000))
        writer = LogWriter(sys.argv[1])
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000_000, hard))
        for step in range(260):
            writer.add_scalar_row(tags, np.full(len(tags), step), step)
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        writer.close()
    """
    run(program, tmp_path)
    reader = LogReader(tmp_path)
    assert reader.damage == []
    (gap,) = reader.gaps
    first, last = (reader.scalars(".", tag).values for tag in ("x0", "x19999"))
    assert 0 < len(last) <= len(first) < 260
    assert gap.missing == 260 * 20_000 - sum(
        len(reader.scalars(".", f"x{at}")) for at in range(20_000)
    )
