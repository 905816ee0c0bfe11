"""Files with a JSON object a line are read as runs."""

import math
import os
from pathlib import Path

import pytest

from tests.foreign.test_csv_tables import points
from vdlite import LogReader
from vdlite.cli import main
from vdlite.foreign.tables.json_lines import LinesDecoder
from vdlite.reader import Store


def lines(folder: Path, text: str | bytes, name: str = "metrics.jsonl") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    os.utime(path, (1.7e9, 1.7e9))
    return path


def test_numbers_are_scalars_also_those_in_objects(tmp_path: Path) -> None:
    lines(
        tmp_path,
        '{"step": 3, "loss": 0.5, "val": {"acc": 1, "deep": {"x": -2}}, "empty": {}}\n'
        '{"step": 4, "loss": NaN, "val": {"acc": Infinity}}\n\n'
        '{"step": 5, "loss": -Infinity, "ok": true, "none": null}\n',
    )
    reader = LogReader(tmp_path)
    assert reader.tags(".") == ["loss", "ok", "val/acc", "val/deep/x"]
    assert points(reader, "val/acc") == [(3, 1), (4, math.inf)]
    assert points(reader, "val/deep/x") == [(3, -2)]
    assert points(reader, "ok") == [(5, 1)]
    (_, first), (_, second), (_, third) = points(reader, "loss")
    assert (first, third) == (0.5, -math.inf)
    assert math.isnan(second)
    assert set(reader.scalars(".", "loss").walltimes) == {1.7e9}


def test_what_is_no_number_is_left_out_and_reported_whatever_came_before(tmp_path: Path) -> None:
    lines(
        tmp_path,
        '{"a": 1, "note": "x"}\n{"a": "text"}\nnot json\n[1]\n{"a": [1, 2]}\n{"a": {"b": 5}}\n{"a": 2}\n'
        f'{{"a": 1{"0" * 400}}}\n',
    )
    store = Store([tmp_path])
    store.refresh()
    assert store.runs()[0].left_out == {
        "texts called note": 1,
        "texts called a": 1,
        "lines that are no JSON object": 2,
        "lists and settings called a": 1,
    }
    reader = LogReader(tmp_path)
    assert points(reader, "a") == [(0, 1), (4, 2), (5, math.inf)]
    assert points(reader, "a/b") == [(3, 5)]


def test_a_line_without_a_step_has_that_of_the_line_above(tmp_path: Path) -> None:
    lines(tmp_path, '{"x": 1}\n{"iteration": 19, "x": 2}\n{"y": 3}\n{"iteration": 39, "x": 4}\n')
    reader = LogReader(tmp_path)
    assert points(reader, "x") == [(0, 1), (19, 2), (39, 4)]
    assert points(reader, "y") == [(19, 3)]


def test_times_are_given_by_the_line_or_by_the_file(tmp_path: Path) -> None:
    lines(tmp_path / "a", '{"step": 1, "x": 1, "timestamp": 1650000000.5}\n')
    lines(tmp_path / "b", '{"step": 1, "x": 1, "time": "2022-04-15T05:20:00Z"}\n')
    lines(tmp_path / "c", '{"x": 1, "time_elapsed": 2.5}\n{"x": 1, "time_elapsed": 12.5}\n')
    lines(tmp_path / "d", '{"x": 1, "time": 0.25}\n')
    reader = LogReader(tmp_path)
    assert [reader.scalars(run, "x").walltimes.tolist() for run in "abcd"] == [
        [1650000000.5],
        [1.65e9],
        [1.7e9 - 10, 1.7e9],
        [1.7e9],
    ]
    assert points(reader, "time", "d") == [(0, 0.25)]


@pytest.mark.parametrize(
    "name",
    ["log.jsonl", "metrics.json", "progress.json", "result.json", "scalars.json", "history.jsonl"],
)
def test_names_that_trainers_give_are_known(tmp_path: Path, name: str) -> None:
    lines(tmp_path, '{"step": 1, "x": 2}\n', name)
    assert points(LogReader(tmp_path), "x") == [(1, 2)]


@pytest.mark.parametrize("name", ["train.jsonl", "data.json", "config.json", "metrics.jsonl.gz"])
def test_no_other_file_is_a_run(tmp_path: Path, name: str) -> None:
    lines(tmp_path, '{"step": 1, "x": 2}\n', name)
    assert LogReader(tmp_path).runs == []


def test_a_line_may_be_read_while_it_is_written(tmp_path: Path) -> None:
    first, second = b'{"step": 1, "x": 1}\n', '{"step": 2, "x": 25, "n": "ü\\n}"}\n'.encode()
    for end in range(len(second)):
        path = lines(tmp_path, first + second[:end])
        reader = LogReader(tmp_path)
        whole = [(1, 1), (2, 25)]
        assert points(reader, "x") == (whole if end == len(second) - 1 else whole[:1])
        path.write_bytes(first + second)
        reader.refresh()
        assert points(reader, "x") == whole


def test_an_object_that_is_written_anew_is_read_anew(tmp_path: Path) -> None:
    path = lines(tmp_path, '{"acc": 0.5}', "metrics.json")
    reader = LogReader(tmp_path)
    assert points(reader, "acc") == [(0, 0.5)]
    path.write_text('{"acc": 0.7, "more": 1}')
    reader.refresh()
    assert points(reader, "acc") == [(0, 0.7)]
    assert points(reader, "more") == [(0, 1)]


def test_a_line_longer_than_a_piece_is_read(tmp_path: Path) -> None:
    lines(tmp_path, f'{{"x": 1, "note": "{"x" * (9 << 20)}"}}\n{{"x": 2}}\n')
    assert points(LogReader(tmp_path), "x") == [(0, 1), (1, 2)]


def test_a_line_that_is_too_long_costs_only_itself() -> None:
    decoder = LinesDecoder()
    first = decoder.decode(b'{"x": 1}\n"' + b"a" * (65 << 20))
    assert [part.values.tolist() for part in first.scalars] == [[1]]
    (damage,) = first.damage
    assert (damage.offset, damage.bytes) == (9, (65 << 20) + 1)
    second = decoder.decode(b"aaa")
    third = decoder.decode(b'aaa"\n{"x": 2}\n')
    assert [part.values.tolist() for part in third.scalars] == [[2]]
    assert (second.damage[0].bytes, third.damage[0].bytes) == (3, 5)
    assert decoder.offset == 9 + (65 << 20) + 1 + 3 + 14


GOOD = [f'{{"step": {step}, "x": {step}}}\n'.encode() for step in range(4)]


@pytest.mark.parametrize(
    "broken",
    [
        b'{"step": 9, "x{"step": 10, "x": 1}\n',  # cut, and gone on with
        b'{"step": 9, "x": 1\n',
        b'{"step": 9, "\xff\xfe": 1}\n',
        b'{"step": 9, "x": 1}}\n',
        b"\0\0\0\0\n",
        b'\0\0\0\0{"step": 9, "x": 1}\n',
    ],
)
def test_a_broken_line_in_a_log_is_damage(
    tmp_path: Path, broken: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    lines(tmp_path, GOOD[0] + GOOD[1] + broken + broken + GOOD[2])
    reader = LogReader(tmp_path)
    assert points(reader, "x") == [(0, 0), (1, 1), (2, 2)]
    (damage,) = reader.damage
    begin = len(GOOD[0] + GOOD[1])
    assert (damage.file, damage.offset, damage.bytes) == (
        "metrics.jsonl",
        begin,
        2 * len(broken),
    )
    assert main(["check", str(tmp_path)]) == 1
    assert f"metrics.jsonl:{begin} {2 * len(broken)} bytes: a line that is no JSON" in (
        capsys.readouterr().out
    )


def test_the_place_of_a_broken_line_is_right_wherever_the_pieces_end() -> None:
    data = GOOD[0] + b'{"step": 9, "x\n' + GOOD[1] + GOOD[2]
    for cut in range(len(data)):
        decoder = LinesDecoder()
        found = decoder.decode(data[:cut]).damage
        found += decoder.decode(data[decoder.offset :]).damage
        assert [(one.offset, one.bytes) for one in found] == [(len(GOOD[0]), 15)], cut


@pytest.mark.parametrize(
    "text",
    [
        '{"x": 1}\n{"x": 2}\n{"step": 3, "x',  # still being written
        '{\n  "x": 1,\n  "y": {"z": 1}\n}\n',
        '[\n{"x": 1},\n{"x": 2}\n]\n',
        '[\n{"x": 1}\n,\n{"x": 2},\n{"x": 3}\n]\n',
        '{"x": 1}\n{\n"x": 2\n}\n',
        '{"x": 1}\n# resumed\n\n   \n{"x": 2}\n',
        '{"x": 1}\n[1, 2]\n"text"\n3\nnull\nepoch 2 begins\n',
        '{"x": 1}\r\n{"x": 2}\r\n',
        "{'x': 1}\n{'x': 2}\n",
        f'{{"x": 1}}\n{{"x": {"1" * 5000}}}\n',
        f'{{"x": 1}}\n{{"x": {"[" * 100_000}\n',
    ],
)
def test_what_is_no_log_or_no_object_is_no_damage(tmp_path: Path, text: str) -> None:
    lines(tmp_path, text)
    assert LogReader(tmp_path).damage == []


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_lines_in_utf_16_are_no_damage(tmp_path: Path, encoding: str) -> None:
    lines(tmp_path, '{"x": 1}\n{"x": 2}\n{"x": 3}\n'.encode(encoding))
    assert LogReader(tmp_path).damage == []


def test_any_number_of_broken_lines_is_reported_in_part(tmp_path: Path) -> None:
    lines(tmp_path, GOOD[0] + (b'{"x": \n' + GOOD[1]) * 3000)
    reader = LogReader(tmp_path)
    assert len(reader.damage) == 1000
    assert len(reader.scalars(".", "x", superseded=True)) == 3001


def test_any_bytes_do_no_harm(tmp_path: Path) -> None:
    import random

    rng = random.Random(7)
    parts = [b'{"a":', b"1}", b"\n", b'{"step":', b"1e999", b",", b'"b":{', b"}", b"\x00", b"\xff"]
    for at in range(60):
        lines(tmp_path / str(at), b"".join(rng.choices(parts, k=200)))
    lines(tmp_path / "deep", '{"a":' * 200_000)
    reader = LogReader(tmp_path)
    assert len(reader.runs) == 61
    for run in reader.runs:
        for tag in reader.tags(run):
            assert len(reader.scalars(run, tag))
