from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import httpx
import pytest

from vdlite import LogWriter
from vdlite.server import serve

from .conftest import TOKEN, client_of, run_ids, wait_until_loaded


def test_a_table_has_every_point(client: httpx.Client, ids: dict[str, str]) -> None:
    query = {"run": [ids["long/a"], ids["b"]], "tag": ["loss/train"]}
    answer = client.get("api/export", params=query)
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="loss_train.csv"'
    rows = answer.text.splitlines()
    assert len(rows) == 1 + 10_000 + 5
    assert rows[0] == "run,tag,step,walltime,relative,value"
    assert rows[1] == "long/a,loss/train,0,1000000.0,0.0,0.0"
    assert rows[10_000] == "long/a,loss/train,9999,1009999.0,9999.0,99.0"
    assert rows[-4:] == [
        "b,loss/train,1,3000001.0,1.0,NaN",
        "b,loss/train,2,3000002.0,2.0,Infinity",
        "b,loss/train,3,3000003.0,3.0,-Infinity",
        "b,loss/train,4,3000004.0,4.0,0.25",
    ]


@pytest.mark.parametrize(("file_format", "separator"), [("csv", ","), ("tsv", "\t")])
def test_a_name_with_separators_comes_back_whole(
    client: httpx.Client, ids: dict[str, str], file_format: str, separator: str
) -> None:
    query = {"run": ids["b"], "tag": 'odd, "tag"', "format": file_format}
    text = client.get("api/export", params=query).text
    _, row = csv.reader(io.StringIO(text), delimiter=separator)
    assert row == ["b", 'odd, "tag"', "5", "3000010.0", "0.0", "7.0"]


def test_json_is_a_list_of_points(client: httpx.Client, ids: dict[str, str]) -> None:
    query = {"run": ids["b"], "tag": ["loss/train", 'odd, "tag"'], "format": "json"}
    points = json.loads(client.get("api/export", params=query).text)
    assert [point["value"] for point in points] == [1.5, "NaN", "Infinity", "-Infinity", 0.25, 7.0]
    assert points[-1] == {
        "run": "b",
        "tag": 'odd, "tag"',
        "step": 5,
        "walltime": 3_000_010.0,
        "relative": 0.0,
        "value": 7.0,
    }


def test_superseded_points_come_when_they_are_asked_for(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "run") as writer:
        for step in range(4):
            writer.add_scalar("loss", 10.0 + step, step, 100.0 + step)
    with LogWriter(tmp_path / "run") as writer:
        for step in (2, 3):
            writer.add_scalar("loss", 20.0 + step, step, 200.0 + step)
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        query = {"run": run_ids(client)["run"], "tag": "loss"}
        plain = client.get("api/export", params=query).text.splitlines()
        full = client.get("api/export", params=query | {"superseded": "true"}).text.splitlines()
    assert [row.split(",")[5] for row in plain[1:]] == ["10.0", "11.0", "22.0", "23.0"]
    assert full[0] == "run,tag,step,walltime,relative,value,superseded"
    marked = sorted((row.split(",")[5], row.split(",")[6]) for row in full[1:])
    assert marked == [
        ("10.0", "false"),
        ("11.0", "false"),
        ("12.0", "true"),
        ("13.0", "true"),
        ("22.0", "false"),
        ("23.0", "false"),
    ]


def test_pairs_that_do_not_exist_are_left_out(client: httpx.Client, ids: dict[str, str]) -> None:
    query = {"run": [ids["b"], "nothing"], "tag": ["loss/test", 'odd, "tag"']}
    assert len(client.get("api/export", params=query).text.splitlines()) == 2


def test_nothing_to_export_is_not_found(client: httpx.Client, ids: dict[str, str]) -> None:
    answer = client.get("api/export", params={"run": ids["b"], "tag": "nothing"})
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


@pytest.mark.parametrize("file_format", ["csv", "tsv"])
@pytest.mark.parametrize("tag", ["=HYPERLINK(1)", "+x", "-x", "@x", "-1.5"])
def test_no_name_is_a_formula_in_a_table(tmp_path: Path, file_format: str, tag: str) -> None:
    with LogWriter(tmp_path / "=run") as writer:
        writer.add_scalar(tag, -1.5, 0, 0.0)
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        query = {"run": run_ids(client)["=run"], "tag": tag, "format": file_format}
        text = client.get("api/export", params=query).text
    _, row = csv.reader(io.StringIO(text), delimiter="," if file_format == "csv" else "\t")
    assert row == ["'=run", tag if tag == "-1.5" else f"'{tag}", "0", "0.0", "0.0", "-1.5"]
