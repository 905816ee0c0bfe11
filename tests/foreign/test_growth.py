"""What reading a table of another tool costs grows with its columns and rows, and not with the square: see `tests.work`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.foreign.event_files import event, log, scalar
from tests.work import counted_work, growth
from vdlite.foreign.formats import format_of

SIZES = (200, 400, 800)


def csv_table(folder: Path, columns: int, rows: int) -> None:
    names = ",".join(f"metric{at}" for at in range(columns))
    lines = [",".join(["0.5"] * columns) for _ in range(rows)]
    (folder / "metrics.csv").write_text(
        "\n".join(["step," + names, *(f"{at}," + line for at, line in enumerate(lines))]) + "\n"
    )


def odd_csv_table(folder: Path, columns: int, rows: int) -> None:
    """With a text in each row, and each row of another width."""
    names = ",".join(f"metric{at}" for at in range(columns))
    lines = [",".join(["0.5"] * (columns - at % 7) + ["text"]) for at in range(rows)]
    (folder / "metrics.csv").write_text("\n".join([names, *lines]) + "\n")


def json_lines(folder: Path, columns: int, rows: int) -> None:
    row = {f"metric{at}": 0.5 for at in range(columns)}
    lines = [json.dumps({"step": at} | row) for at in range(rows)]
    (folder / "metrics.jsonl").write_text("\n".join(lines) + "\n")


def nested_json_lines(folder: Path, columns: int, rows: int) -> None:
    """Each row with names of its own, beside those that all have."""
    row = {f"metric{at}": {"train": 0.5, "note": "text"} for at in range(columns)}
    lines = [json.dumps({"step": at, f"own{at}": 1.0} | row) for at in range(rows)]
    (folder / "metrics.jsonl").write_text("\n".join(lines) + "\n")


def trainer_state(folder: Path, columns: int, rows: int) -> None:
    row = {f"metric{at}": 0.5 for at in range(columns)}
    history = [{"step": at, "epoch": 0.1 * at} | row for at in range(rows)]
    state = {"global_step": rows, "max_steps": rows, "log_history": history}
    (folder / "trainer_state.json").write_text(json.dumps(state))


def event_file(folder: Path, columns: int, rows: int) -> None:
    values = [scalar(f"metric{at}", 0.5) for at in range(columns)]
    log(folder, *(event(*values, step=at) for at in range(rows)))


WRITERS = (csv_table, odd_csv_table, json_lines, nested_json_lines, trainer_state, event_file)
WITH_TEXTS = (odd_csv_table, nested_json_lines)


@pytest.mark.parametrize("write", WRITERS, ids=lambda write: write.__name__)
@pytest.mark.parametrize("growing", ["columns", "rows"])
def test_no_table_is_read_with_work_by_the_square(
    tmp_path: Path, write: Callable[[Path, int, int], None], growing: str
) -> None:
    done = []
    for size in (SIZES[0], *SIZES):  # once before: what is loaded when it is needed first
        folder = tmp_path / f"{len(done)}"
        folder.mkdir()
        write(folder, *((size, 3) if growing == "columns" else (3, size)))
        (path,) = folder.iterdir()
        data = path.read_bytes()
        format_ = format_of(path.name)
        assert format_ is not None
        with counted_work() as work, work.counting():
            decoder = format_.make_decoder()
            batch = decoder.decode(data)
            left_out = decoder.left_out
        assert len(batch.declarations) >= 3
        assert bool(left_out) == (write in WITH_TEXTS)
        done.append(work.done)
    assert growth(*done[1:]) < 2.5, done
