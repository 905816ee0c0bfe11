"""Numbers that are logged together are those of single calls, in fewer bytes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import vdlite
from vdlite import LogReader, LogWriter
from vdlite.integrations.trainer_run import TrainerRun
from vdlite.writer.together import AT_ONCE, FEWEST, add_together

MANY = [f"group/tag {at}" for at in range(FEWEST)]


def logged(folder: Path) -> dict[str, tuple[list[int], list[float]]]:
    reader = LogReader(folder)
    assert reader.damage == []
    return {
        tag: (points.steps.tolist(), points.values.tolist())
        for tag in reader.tags(".")
        for points in [reader.scalars(".", tag)]
    }


def size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.glob("*.vdl"))


@pytest.mark.parametrize("count", [FEWEST - 1, FEWEST])
def test_they_are_rows_from_the_second_time_on(tmp_path: Path, count: int) -> None:
    with LogWriter(tmp_path) as writer:
        sizes = []
        for step in range(100):
            numbers = {tag: step + at / 8 for at, tag in enumerate(MANY[:count])}
            add_together(writer, numbers, step, 1e9)
            sizes.append(size(tmp_path))
    assert (sizes[50] - sizes[10] < 40 * count * 15) == (count == FEWEST)
    assert logged(tmp_path) == {
        tag: (list(range(100)), [step + at / 8 for step in range(100)])
        for at, tag in enumerate(MANY[:count])
    }


def test_tags_that_never_come_again_are_no_rows(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        for step in range(20):
            add_together(writer, {f"{tag} {step}": 1.0 for tag in MANY}, step, 1e9)
    (file,) = tmp_path.glob("*.vdl")
    assert b"vdlite\x02" not in file.read_bytes()
    assert len(logged(tmp_path)) == 20 * FEWEST


def test_very_many_are_a_row_at_once_which_takes_fewer_bytes(tmp_path: Path) -> None:
    sizes = {}
    for count in (AT_ONCE - 1, AT_ONCE):
        folder = tmp_path / str(count)
        with LogWriter(folder) as writer:
            add_together(writer, {f"tag {at}": at / 8 for at in range(count)}, 3, 1e9)
        (file,) = folder.glob("*.vdl")
        sizes[b"vdlite\x02" in file.read_bytes()] = size(folder)
        assert logged(folder) == {f"tag {at}": ([3], [at / 8]) for at in range(count)}
    assert sizes[True] < sizes[False]


def test_a_run_logs_what_its_dictionaries_hold(tmp_path: Path) -> None:
    with vdlite.init(project="p", dir=tmp_path) as run:
        for step in range(50):
            numbers = {tag: step * at for at, tag in enumerate(MANY)}
            run.log({"train": numbers, "note": "text"}, step=step)
            run.log({"train/group/tag 1": -1.0, "other": np.float32(2)}, step=step)
        assert run.summary["train/group/tag 7"] == 49 * 7
        folder = Path(run.logdir)
    found = logged(folder)
    assert found["train/group/tag 7"] == (list(range(50)), [7.0 * step for step in range(50)])
    # The later one counts, also where it is no row.
    assert found["train/group/tag 1"] == (list(range(50)), [-1.0] * 50)
    assert size(folder) < 50 * (FEWEST * 15 + 200) + 5000


def test_one_tag_twice_in_a_dictionary_is_logged_twice(tmp_path: Path) -> None:
    twice = {"a/b": 1.0, "a": {"b": 2.0}, **dict.fromkeys(MANY, 3.0)}
    with vdlite.init(project="p", dir=tmp_path) as run:
        for _ in range(5):
            run.log(twice)
        folder = Path(run.logdir)
    assert logged(folder)["a/b"] == (list(range(5)), [2.0] * 5)
    assert len(LogReader(folder).scalars(".", "a/b", superseded=True)) == 10


def test_a_trainer_logs_numbers_once_a_step_and_the_others_beside_one_that_is_refused(
    tmp_path: Path,
) -> None:
    run = TrainerRun(str(tmp_path))
    for step in range(20):
        values = {tag: float(step * at) for at, tag in enumerate(MANY)}
        run.log(values, step)
        run.log(values, step)  # again
        run.log({**values, "": 1.0}, step)
        run.log({**values, "new": 1.0 * step}, step)
    run.writer.close()
    found = logged(tmp_path)
    assert found[MANY[3]] == (list(range(20)), [3.0 * step for step in range(20)])
    assert found["new"] == (list(range(20)), [1.0 * step for step in range(20)])
    reader = LogReader(tmp_path)
    assert len(reader.scalars(".", MANY[3], superseded=True)) == 20
