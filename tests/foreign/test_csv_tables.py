"""Tables of trainers are read as runs, also while they are rewritten."""

import math
import os
import threading
from pathlib import Path

import pytest

from vdlite import LogReader
from vdlite.cli import main
from vdlite.reader import Store

GOLDEN = Path(__file__).parent / "golden"


def table(folder: Path, text: str | bytes, name: str = "metrics.csv") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    os.utime(path, (1.7e9, 1.7e9))
    return path


def points(reader: LogReader, tag: str, run: str = ".") -> list[tuple[int, float]]:
    found = reader.scalars(run, tag)
    return list(zip(found.steps.tolist(), found.values.tolist(), strict=True))


def test_each_column_is_a_series_and_empty_cells_are_no_points(tmp_path: Path) -> None:
    table(tmp_path, "epoch,step,loss,val\r\n0,10,1.5,\r\n0,20,0.5,\r\n1,20,,2.25\r\n")
    reader = LogReader(tmp_path)
    assert reader.tags(".") == ["epoch", "loss", "val"]
    assert points(reader, "loss") == [(10, 1.5), (20, 0.5)]
    assert points(reader, "val") == [(20, 2.25)]
    assert points(reader, "epoch") == [(10, 0.0), (20, 1.0)]
    assert set(reader.scalars(".", "loss").walltimes) == {1.7e9}


@pytest.mark.parametrize(
    ("head", "steps"),
    [
        ("time/total_timesteps", [5, 6]),
        ("global_step", [5, 6]),
        ("Epoch", [5, 6]),
        ("other", [0, 1]),
    ],
)
def test_the_step_is_the_column_that_is_called_so_else_the_number_of_the_row(
    tmp_path: Path, head: str, steps: list[int]
) -> None:
    table(tmp_path, f"loss,{head}\n1,5\n2,6\n")
    assert LogReader(tmp_path).scalars(".", "loss").steps.tolist() == steps


def test_parts_of_epochs_are_no_steps(tmp_path: Path) -> None:
    table(tmp_path, "epoch,loss\n0.5,3\n1.0,2\n1.5,1\n")
    reader = LogReader(tmp_path)
    assert points(reader, "loss") == [(0, 3), (1, 2), (2, 1)]
    assert points(reader, "epoch") == [(0, 0.5), (1, 1.0), (2, 1.5)]


def test_a_row_without_a_step_has_that_of_the_row_above(tmp_path: Path) -> None:
    table(tmp_path, "step,a,b\n7,1,\n,,2\nx,,3\n9,4,\n")
    reader = LogReader(tmp_path)
    assert points(reader, "a") == [(7, 1), (9, 4)]
    assert reader.scalars(".", "b", superseded=True).steps.tolist() == [7, 7]


def test_names_may_be_padded_and_quoted(tmp_path: Path) -> None:
    """As Ultralytics and others write them."""
    text = (
        '                  epoch,         train/box_loss,"a, ""b""\nc"\n 1, 0.5, 2\n 2, "0.25", 3\n'
    )
    table(tmp_path, text, "results.csv")
    reader = LogReader(tmp_path)
    assert points(reader, "train/box_loss") == [(1, 0.5), (2, 0.25)]
    assert points(reader, 'a, "b"\nc') == [(1, 2), (2, 3)]


@pytest.mark.parametrize("quote", ["", '"'])
def test_rows_of_another_width_are_reported_and_what_they_have_is_read(
    tmp_path: Path, quote: str
) -> None:
    table(tmp_path, f"step,loss,accuracy\n1,0.5,0.1\n2,0.2\n\n3,{quote}0.1{quote},0.2,9\n4\n")
    reader = LogReader(tmp_path)
    assert points(reader, "loss") == [(1, 0.5), (2, 0.2), (3, 0.1)]
    assert points(reader, "accuracy") == [(1, 0.1), (3, 0.2)]
    store = Store([tmp_path])
    store.refresh()
    (run,) = store.runs()
    assert run.left_out == {
        "rows with fewer cells than there are names": 2,
        "rows with more cells than there are names": 1,
    }


def test_what_is_no_number_is_left_out_and_reported(tmp_path: Path) -> None:
    table(tmp_path, "step,a,note,flag\n1,nan,good,True\n2,-inf,,False\n3,1e400,7,\n4,oops,bad,1\n")
    reader = LogReader(tmp_path)
    values = [value for _, value in points(reader, "a")]
    assert math.isnan(values[0])
    assert values[1:] == [-math.inf, math.inf]
    assert points(reader, "note") == [(3, 7)]
    assert points(reader, "flag") == [(1, 1), (2, 0), (4, 1)]
    store = Store([tmp_path])
    store.refresh()
    assert store.runs()[0].left_out == {
        "texts in the column a": 1,
        "texts in the column note": 2,
    }


def test_rows_that_are_too_short_or_too_long_keep_what_has_a_name(tmp_path: Path) -> None:
    table(tmp_path, "step,a,b\n1,2\n2,3,4,5\n\n3,6,7\n")
    reader = LogReader(tmp_path)
    assert points(reader, "a") == [(1, 2), (2, 3), (3, 6)]
    assert points(reader, "b") == [(2, 4), (3, 7)]


@pytest.mark.parametrize("between", [";", "\t"])
def test_other_delimiters_are_found_out(tmp_path: Path, between: str) -> None:
    table(tmp_path, f"\ufeff# a comment\n\nstep{between}a\n1{between}2\n")
    assert points(LogReader(tmp_path), "a") == [(1, 2)]


@pytest.mark.parametrize(
    ("name", "cells", "walltimes"),
    [
        ("timestamp", ["1650000000", "1650000001.5"], [1.65e9, 1650000001.5]),
        ("timestamp", ["1650000000000", "1650000001500"], [1.65e9, 1650000001.5]),
        ("date", ["2022-04-15T05:20:00Z", "2022-04-15 05:20:10+00:00"], [1.65e9, 1650000010]),
        ("time", ["10.5", "70.5"], [1.7e9 - 60, 1.7e9]),
    ],
)
def test_times_are_given_by_a_column_or_by_the_file(
    tmp_path: Path, name: str, cells: list[str], walltimes: list[float]
) -> None:
    """Seconds since the beginning are counted back from when the file was written to last."""
    rows = "".join(f"{step},0.5,{cell}\n" for step, cell in enumerate(cells))
    table(tmp_path, f"step,loss,{name}\n{rows}")
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "loss").walltimes.tolist() == walltimes
    assert reader.tags(".") == (["loss", "time"] if name == "time" else ["loss"])


@pytest.mark.parametrize(
    "name", ["data.csv", "metrics.csv.bak", "train.csv", "my_metrics.csv", "metrics.tsv"]
)
def test_no_other_table_is_a_run(tmp_path: Path, name: str) -> None:
    table(tmp_path, "step,a\n1,2\n", name)
    assert LogReader(tmp_path).runs == []


def test_a_row_may_be_read_while_it_is_written(tmp_path: Path) -> None:
    begin, row = b"step,a,note\n1,2,x\n", b'22,3.5,"a\n""b"\n'
    for end in range(len(row)):
        path = table(tmp_path, begin + row[:end])
        reader = LogReader(tmp_path)
        assert points(reader, "a") == [(1, 2)]
        path.write_bytes(begin + row)
        reader.refresh()
        assert points(reader, "a") == [(1, 2), (22, 3.5)]


def test_a_header_may_be_read_while_it_is_written(tmp_path: Path) -> None:
    whole = b"step,loss\n1,2\n"
    path = table(tmp_path, b"")
    reader = LogReader(tmp_path)
    for end in range(1, len(whole) + 1):
        path.write_bytes(whole[:end])
        reader.refresh()
    assert points(reader, "loss") == [(1, 2)]


def test_a_table_that_is_rewritten_is_read_anew(tmp_path: Path) -> None:
    """As Lightning does when a new name appears: with one more column from the first row on."""
    path = table(tmp_path, "step,loss\n1,0.5\n2,0.25\n")
    reader = LogReader(tmp_path)
    assert points(reader, "loss") == [(1, 0.5), (2, 0.25)]
    path.write_bytes(b"acc,step,loss\n,1,0.5\n,2,0.25\n0.75,3,\n")
    reader.refresh()
    assert points(reader, "loss") == [(1, 0.5), (2, 0.25)]
    assert points(reader, "acc") == [(3, 0.75)]


def test_a_table_of_the_same_size_or_a_smaller_one_is_read_anew_too(tmp_path: Path) -> None:
    path = table(tmp_path, "step,loss\n1,0.5\n2,0.25\n")
    reader = LogReader(tmp_path)
    for text in ("step,cost\n1,0.5\n2,0.75\n", "step,cost\n5,0.5\n6,0.25\n", "step,cost\n7,1\n"):
        path.write_text(text)
        reader.refresh()
        assert reader.tags(".") == ["cost"]
        rows = [row.split(",") for row in text.split()[1:]]
        assert points(reader, "cost") == [(int(step), float(value)) for step, value in rows]


def test_a_table_that_is_met_empty_while_it_is_rewritten_is_read_when_it_is_there(
    tmp_path: Path,
) -> None:
    path = table(tmp_path, "step,loss\n1,0.5\n2,0.25\n")
    reader = LogReader(tmp_path)
    path.write_bytes(b"")
    reader.refresh()
    assert reader.runs == ["."]
    assert reader.tags(".") == []
    path.write_bytes(b"step,loss,acc\n1,0.5,\n2,0.25,\n3,,1\n")
    reader.refresh()
    assert points(reader, "loss") == [(1, 0.5), (2, 0.25)]
    assert points(reader, "acc") == [(3, 1)]


def test_no_value_is_ever_reported_under_another_name_while_the_table_is_rewritten(
    tmp_path: Path,
) -> None:
    path = table(tmp_path, "step,a\n0,1.5\n")
    reader = LogReader(tmp_path)

    def write() -> None:
        for turn in range(300):
            names = ("a", "b") if turn % 2 else ("b", "a")
            values = {"a": "1.5", "b": "2.5"}
            with path.open("w") as file:
                file.write(f"step,{','.join(names)}\n")
                for row in range(turn % 7):
                    file.write(f"{row},{','.join(values[name] for name in names)}\n")
                    file.flush()

    writer = threading.Thread(target=write)
    writer.start()
    while writer.is_alive():
        reader.refresh()
        for tag, value in (("a", 1.5), ("b", 2.5)):
            if tag in reader.tags("."):
                assert set(reader.scalars(".", tag).values) == {value}
    writer.join()
    reader.refresh()
    assert points(reader, "a") == [(row, 1.5) for row in range(5)]
    assert points(reader, "b") == [(row, 2.5) for row in range(5)]


def test_a_long_table_is_read_in_pieces(tmp_path: Path) -> None:
    rows = 400_000
    text = "".join(f"{row},{row / 8},\n" for row in range(rows))
    path = table(tmp_path, f"step,loss,none\n{text}")
    assert path.stat().st_size > 5 << 20
    loss = LogReader(tmp_path).scalars(".", "loss")
    assert loss.steps.tolist() == list(range(rows))
    assert loss.values.tolist() == [row / 8 for row in range(rows)]


def test_a_row_longer_than_a_piece_is_read(tmp_path: Path) -> None:
    table(tmp_path, f'step,loss,note\n1,2,"{"x" * (5 << 20)}"\n2,3,\n')
    assert points(LogReader(tmp_path), "loss") == [(1, 2), (2, 3)]


def test_short_rows_of_a_wide_table_take_no_more_than_they_hold(tmp_path: Path) -> None:
    names = ",".join(f"n{place}" for place in range(60_000))
    table(tmp_path, f"{names}\n" + "1\n" * 300_000)
    reader = LogReader(tmp_path)
    assert reader.tags(".") == ["n0"]
    assert len(reader.scalars(".", "n0")) == 300_000


def test_a_quote_within_a_cell_stops_nothing(tmp_path: Path) -> None:
    rows = "".join(f"{row},1,\n" for row in range(300_000))
    table(tmp_path, f'step,loss,note\n1,2,5" disk\n{rows}')
    assert len(LogReader(tmp_path).scalars(".", "loss", superseded=True)) == 300_001


@pytest.mark.parametrize("between", [";", "\t"])
@pytest.mark.parametrize("rows_at_once", [1, 4])
def test_decimals_may_have_a_comma_where_none_stands_between_the_cells(
    tmp_path: Path, between: str, rows_at_once: int
) -> None:
    head = ["epoch;loss;lr;date;note"]
    rows = [
        "0;2;1e-3;2026-01-01T00:00:00.5+00:00;a,b",
        '1;-0,5;"1,25e-05";2026-01-01T00:00:01.5+00:00;',
        "2;1,234;;2026-01-01T00:00:02.5+00:00;",
        "3;,5;2.5;2026-01-01T00:00:03.5+00:00;",
    ]
    lines = [row.replace(";", between) + "\n" for row in head + rows]
    path = table(tmp_path, "".join(lines[: 1 + rows_at_once]))
    reader = LogReader(tmp_path)
    reader.tags(".")
    for count in range(1 + rows_at_once, len(lines) + 1):
        path.write_text("".join(lines[:count]))
        reader.refresh()
    assert points(reader, "loss") == [(0, 2.0), (1, -0.5), (2, 1.234), (3, 0.5)]
    assert points(reader, "lr") == [(0, 1e-3), (1, 1.25e-05), (3, 2.5)]
    begun = 1_767_225_600.5  # 2026 in UTC, and a half
    assert reader.scalars(".", "loss").walltimes.tolist() == [begun + i for i in range(4)]


def test_commas_are_no_decimals_where_there_are_points(tmp_path: Path) -> None:
    table(tmp_path, "epoch;loss;shape\n0;0.5;3,4\n1;0.25;3,4\n")
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    (run,) = store.runs()
    assert store.run(run.id).tags() == ("loss",)
    assert run.left_out == {"texts in the column shape": 2}


@pytest.mark.parametrize("broken", [b"\0\0\0\n", b"\0\0\0003,0.5\n", b"3,0.\0\0\r\n"])
def test_a_row_with_zero_bytes_is_damage_and_gives_no_points(
    tmp_path: Path, broken: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    before = b"step,loss\r\n1,2\r\n2,1\r\n"
    (tmp_path / "metrics.csv").write_bytes(before + broken + broken + b"9,0.25\r\n")
    reader = LogReader(tmp_path)
    assert points(reader, "loss") == [(1, 2), (2, 1), (9, 0.25)]
    (damage,) = reader.damage
    assert (damage.offset, damage.bytes) == (len(before), 2 * len(broken))
    assert main(["check", str(tmp_path)]) == 1
    assert "a row with zero bytes" in capsys.readouterr().out


def test_names_again_texts_and_rows_of_other_lengths_are_no_damage(tmp_path: Path) -> None:
    table(tmp_path, "step,a,b\n1,2,3\nstep,a,b\n2,,\n3,text,-\n4,5\n5,6,7,8\n\n# resumed\n6,1,2\n")
    assert LogReader(tmp_path).damage == []


def test_a_table_in_utf_16_is_no_damage(tmp_path: Path) -> None:
    (tmp_path / "metrics.csv").write_bytes("step,a\n1,2\n2,3\n".encode("utf-16"))
    assert LogReader(tmp_path).damage == []


def test_any_bytes_do_no_harm(tmp_path: Path) -> None:
    import random

    rng = random.Random(7)
    for at in range(60):
        data = bytes(rng.choice(b'0123456789.,,,\n\n"\r\x00\xff;aenif-') for _ in range(500))
        table(tmp_path / str(at), data)
    reader = LogReader(tmp_path)
    assert len(reader.runs) == 60
    for run in reader.runs:
        for tag in reader.tags(run):
            assert len(reader.scalars(run, tag))


def test_a_table_of_lightning_holds_what_was_logged() -> None:
    reader = LogReader(GOLDEN / "lightning")
    assert reader.tags(".") == ["a,b", "epoch", "train_loss", "val_loss"]
    assert points(reader, "train_loss") == [(step, 1 / (step + 1)) for step in range(40)]
    assert points(reader, "val_loss") == [(19, 2.375), (39, 4.875)]
    assert points(reader, "a,b") == [(19, 19), (39, 39)]
