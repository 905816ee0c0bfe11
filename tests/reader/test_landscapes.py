"""Landscapes that came in many records are read as one."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vdlite import LogReader, LogWriter
from vdlite.errors import FormatError, NotFoundError, PayloadError
from vdlite.kinds.landscape import Landscape, LandscapePart, Mark, landscape
from vdlite.kinds.landscape.assembly import Assembly

X = np.array([-1.0, 0.0, 1.0])
Y = np.array([-2.0, 2.0])
Z = np.arange(6.0).reshape(2, 3)
NOTHING = np.zeros((2, 3), np.bool_)


def whole(done: Any = NOTHING, values: Any = Z, **options: Any) -> Landscape:
    return Landscape(
        X, Y, {"loss": np.array(values)}, np.array(done, np.bool_), **{"id": "k", **options}
    )


def part(*at: int, value: float | None = None, name: str = "k") -> LandscapePart:
    values = Z.reshape(-1)[list(at)] if value is None else np.full(len(at), value)
    return LandscapePart(name, np.array(at, np.int64), {"loss": values})


def assembled(*records: Landscape | LandscapePart) -> Assembly:
    assembly = Assembly()
    for record in records:
        assembly.add(record)
    return assembly


def test_a_whole_and_its_parts_are_one_landscape(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_landscape("a", whole(), 5)
        writer.add_landscape("a", part(0, 4), 5)
        writer.add_landscape("a", part(5), 5)
    reader = LogReader(tmp_path)
    (logged,) = reader.landscapes(".")
    assert (logged.tag, logged.step, logged.id, logged.done) == ("a", 5, "k", 3)
    found = reader.landscape(".", "a")
    np.testing.assert_array_equal(found.values["loss"], [[0, np.nan, np.nan], [np.nan, 4, 5]])
    assert found.done.tolist() == [[True, False, False], [False, True, True]]


def test_the_last_whole_says_everything_but_points(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_landscape("a", whole(settings={"seconds": 0}), 0)
        writer.add_landscape("a", part(0, 1, 2, 3, value=7.0), 0)
        done = [[True, True, False], [False, False, True]]
        last = whole(done, Z, settings={"seconds": 9}, marks=(Mark("m", 1.0),))
        writer.add_landscape("a", last, 0)
    reader = LogReader(tmp_path)
    found = reader.landscape(".", "a")
    assert found.values["loss"].tolist()[0] == [0, 1, 7]
    assert found.done.tolist() == [[True, True, True], [True, False, True]]
    assert (found.settings, found.marks) == ({"seconds": 9}, (Mark("m", 1.0),))
    assert reader.landscapes(".")[0].summary["settings"] == {"seconds": 9}


def test_files_of_several_writers_are_put_together_by_time(tmp_path: Path) -> None:
    # The file of the first writer holds what was logged last.
    with LogWriter(tmp_path, file_name="1") as first, LogWriter(tmp_path, file_name="2") as second:
        second.add_landscape("a", part(1, value=1.0), 0, walltime=1e9)
        second.add_landscape("a", whole(), 0, walltime=1e9 + 1)
        first.add_landscape("a", part(1, value=3.0), 0, walltime=1e9 + 3)
        second.add_landscape("a", part(1, 2, value=2.0), 0, walltime=1e9 + 2)
    found = LogReader(tmp_path).landscape(".", "a")
    np.testing.assert_array_equal(found.values["loss"][0], [np.nan, 3, 2])


def test_different_ids_are_different_landscapes_and_the_later_comes_first(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_landscape("a", whole(id="first"), 0, walltime=1e9)
        writer.add_landscape("a", whole(id="second"), 0, walltime=1e9)
        writer.add_landscape("a", whole(id="third"), 3, walltime=1e9 - 9)
        writer.add_landscape("b", whole(id="fourth"), 0, walltime=1e9)
    reader = LogReader(tmp_path)
    assert [logged.id for logged in reader.landscapes(".", "a")] == ["third", "second", "first"]
    assert [logged.id for logged in reader.landscapes(".")][3:] == ["fourth"]
    assert reader.landscape(".", "a").id == "third"
    assert reader.landscape(".", "a", 0).id == "second"
    assert reader.landscape(".", "a", id="first").id == "first"
    for wanted in ({"step": 1}, {"id": "none"}, {"step": 3, "id": "first"}):
        with pytest.raises(NotFoundError, match="no landscape with tag 'a'"):
            reader.landscape(".", "a", **wanted)  # type: ignore[arg-type]
    with pytest.raises(NotFoundError):
        reader.landscapes(".", "c")


def test_a_part_needs_the_step_of_its_landscape(tmp_path: Path) -> None:
    with (
        LogWriter(tmp_path) as writer,
        pytest.raises(PayloadError, match="a part without step"),
    ):
        writer.add_landscape("a", part(0))


def test_parts_alone_are_no_landscape(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_landscape("a", part(0), 0)
    assert LogReader(tmp_path).landscapes(".") == []
    with pytest.raises(FormatError, match="parts only"):
        assembled(part(0)).landscape()


def test_one_damaged_record_hides_none_of_the_others(tmp_path: Path) -> None:
    big = np.full(4096, 0.5)  # so that payloads lie in the media file
    x = np.arange(4096.0) - 2048
    line = Landscape(x, None, {"loss": big}, np.zeros(4096, np.bool_), id="k")
    with LogWriter(tmp_path, file_name="1") as writer:
        writer.add_landscape("a", line, 0)
        for begin in (0, 1000, 2000):
            at = np.arange(begin, begin + 1000)
            writer.add_landscape("a", LandscapePart("k", at, {"loss": at * 1.0}), 0)
    records = LogReader(tmp_path).landscapes(".")[0].records
    media = bytearray((tmp_path / "1.vdm").read_bytes())
    media[records[2].entry.offset + 5000] ^= 1
    (tmp_path / "1.vdm").write_bytes(media)
    found, damaged = LogReader(tmp_path).landscapes(".")[0].read()
    assert damaged == 1
    assert found.done.sum() == 2000
    assert found.values["loss"][2500] == 2500
    assert np.isnan(found.values["loss"][1500])
    (tmp_path / "1.vdm").unlink()
    with pytest.raises(FormatError):
        LogReader(tmp_path).landscape(".", "a")


def test_a_part_beyond_the_grid_leaves_what_came_before() -> None:
    assembly = assembled(whole(), part(0, 1))
    with pytest.raises(FormatError, match="position 6, want less than 6"):
        assembly.add(LandscapePart("k", np.array([6]), {"loss": np.zeros(1)}))
    assert assembly.landscape().done.sum() == 2


def test_payloads_of_another_landscape_than_their_summary_are_damaged(tmp_path: Path) -> None:
    payload, _ = landscape(part(0, value=99.0, name="other")).encode()
    with LogWriter(tmp_path) as writer:
        writer.add_landscape("a", whole(), 0)
        writer.add_record("landscape", "a", payload, 0, summary={"id": "k", "part": True})
    found, damaged = LogReader(tmp_path).landscapes(".")[0].read()
    assert (damaged, found.done.any()) == (1, False)


def test_coordinates_that_contradict_each_other_are_counted_and_the_later_ones_count() -> None:
    other = Landscape(X + 1, Y, {"loss": Z}, ~NOTHING, id="k")
    assembly = assembled(whole(), part(0, value=9.0), other)
    assert assembly.damaged == 1
    assert assembly.landscape().x.tolist() == [0, 1, 2]
    assert assembly.landscape().values["loss"].tolist() == Z.tolist()


def test_a_metric_that_came_later_stands_behind_the_others() -> None:
    more = LandscapePart("k", np.array([1]), {"loss": np.ones(1), "accuracy": np.full(1, 0.5)})
    found = assembled(whole(), more, whole()).landscape()
    assert found.metrics == ("loss", "accuracy")
    np.testing.assert_array_equal(found.values["accuracy"][0], [np.nan, 0.5, np.nan])


def test_what_was_given_out_does_not_change() -> None:
    assembly = assembled(whole(), part(0))
    before = assembly.landscape()
    assembly.add(part(1, 2))
    assert before.done.sum() == 1
    assert np.isnan(before.values["loss"][0, 1])


@given(st.lists(st.lists(st.integers(0, 5), max_size=4), max_size=6), st.integers(0, 6))
def test_points_are_united_wherever_the_whole_stands(parts: list[list[int]], place: int) -> None:
    records: list[Landscape | LandscapePart] = [part(*at) for at in parts]
    records.insert(min(place, len(records)), whole())
    found = assembled(*records).landscape()
    wanted = np.zeros(6, np.bool_)
    wanted[[at for one in parts for at in one]] = True
    np.testing.assert_array_equal(found.done.reshape(-1), wanted)
    np.testing.assert_array_equal(
        found.values["loss"].reshape(-1), np.where(wanted, Z.reshape(-1), np.nan)
    )


def test_a_landscape_in_a_console_is_one_line(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        writer.add_landscape("loss", whole(), step=4)
        writer.add_landscape("loss", part(1, 2), step=4)
    reader = LogReader(tmp_path)
    (logged,) = reader.landscapes(".")
    assert repr(logged) == "<landscape 'loss' of step 4: 2 of 6 points, id 'k'>"
    assert repr(reader.landscape(".", "loss")) == "<landscape of loss: 3 x 2 points, 2 done>"
    assert repr(whole(np.ones((2, 3)))) == "<landscape of loss: 3 x 2 points>"
