"""The logbook over HTTP: entries of all logdirs, the newest first, and new ones where edits are allowed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.conftest import events, run_ids
from tests.server.test_annotations import editing, tree, write_runs
from vdlite import LogReader
from vdlite.annotations import Logbook, new_entry


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    write_runs(tmp_path / "runs", "a", "b")
    return tmp_path / "runs"


@pytest.fixture
def client(logdir: Path) -> Iterator[httpx.Client]:
    with editing(logdir) as client:
        yield client


def write(client: httpx.Client, text: str, **fields: Any) -> Any:
    answer = client.post("api/logbook", json={"text": text, **fields})
    assert answer.status_code == 200, answer.text
    return answer.json()


def read(client: httpx.Client, **asked: Any) -> Any:
    answer = client.get("api/logbook", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def texts(answer: Any) -> list[str]:
    return [entry["text"] for entry in answer["entries"]]


def test_an_entry_is_kept_in_the_logdir(client: httpx.Client, logdir: Path) -> None:
    ids = run_ids(client)
    empty = read(client)
    assert {**empty, "version": 0} == {
        "version": 0,
        "editable": True,
        "entries": [],
        "older": None,
        "unreadable": [],
    }
    written = write(client, "It *rises*.\n", runs=[ids["a"]], author="ada", command="vdlite runs")
    assert written["runs"] == [{"id": ids["a"], "name": "a"}]
    write(client, "about all")
    after = read(client)
    assert texts(after) == ["about all", "It *rises*."]
    assert after["entries"][1] == written
    assert after["version"] > empty["version"]
    assert client.get("api/status").json()["logbook_version"] == after["version"]
    assert texts(read(client, run=ids["a"])) == ["It *rises*."]
    (found,) = LogReader(logdir).logbook("a")
    assert (found.author, found.command, found.text) == ("ada", "vdlite runs", "It *rises*.")


def test_a_server_that_allows_no_edits_reads_and_writes_nothing(logdir: Path) -> None:
    Logbook(logdir).append(new_entry("by hand", runs=["a", "gone"]))
    before = tree(logdir), (logdir / "logbook.md").read_bytes()
    with editing(logdir, allow_edit=False) as client:
        answer = client.post("api/logbook", json={"text": "x"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_editable")
        found = read(client)
    assert found["editable"] is False
    assert [run["name"] for run in found["entries"][0]["runs"]] == ["a", "gone"]
    assert (tree(logdir), (logdir / "logbook.md").read_bytes()) == before


def test_an_entry_of_another_program_arrives_as_an_event(
    client: httpx.Client, logdir: Path
) -> None:
    with client.stream("GET", "api/events") as response:
        stream = events(response)
        assert next(stream)[0] == "status"
        Logbook(logdir).append(new_entry("found it"))
        version = next(data["version"] for name, data in stream if name == "logbook")
    assert texts(read(client)) == ["found it"]
    assert read(client)["version"] == version


def test_pages_hold_every_entry_once(client: httpx.Client, logdir: Path) -> None:
    for number in range(25):
        Logbook(logdir).append(new_entry(str(number)))
    found: list[str] = []
    asked: dict[str, Any] = {"limit": 10}
    while True:
        page = read(client, **asked)
        assert len(page["entries"]) <= 10
        found += texts(page)
        if page["older"] is None:
            break
        asked["older"] = page["older"]
    assert found == [str(number) for number in range(24, -1, -1)]


def test_several_logdirs_are_one_logbook(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    write_runs(one, "a")
    write_runs(two, "a")
    for number in range(8):
        minute = f"2026-01-01 00:{number:02} UTC"
        with open((one, two)[number % 2] / "logbook.md", "a", encoding="utf-8") as file:
            file.write(f"## {minute}\n- run: `a`\n\n{number}\n")
    with editing(one, two) as client:
        ids = run_ids(client)
        first = read(client, limit=3)
        rest = read(client, limit=100, older=first["older"])
        assert texts(first) + texts(rest) == [str(number) for number in range(7, -1, -1)]
        assert texts(read(client, run=ids["two/a"])) == ["7", "5", "3", "1"]
        both = write(client, "both", runs=[ids["two/a"], ids["one/a"]])
        assert [run["name"] for run in both["runs"]] == ["two/a", "one/a"]
        assert texts(read(client, run=ids["one/a"]))[0] == "both"
    assert [entry.runs for entry in LogReader(two).logbook()][-1] == ("a", "one/a")


def test_with_a_workspace_the_logdir_is_read_and_not_written(tmp_path: Path, logdir: Path) -> None:
    Logbook(logdir).append(new_entry("beside the runs"))
    before = (logdir / "logbook.md").read_bytes()
    for _ in range(2):
        with editing(logdir, workspace=tmp_path / "own") as client:
            run = run_ids(client)["a"]
            if len(read(client)["entries"]) == 1:
                write(client, "kept apart", runs=[run])
            assert sorted(texts(read(client))) == ["beside the runs", "kept apart"]
            assert texts(read(client, run=run)) == ["kept apart"]
    assert (logdir / "logbook.md").read_bytes() == before


def test_what_cannot_be_written_or_asked_is_refused(client: httpx.Client, logdir: Path) -> None:
    run = run_ids(client)["a"]
    for body, status, said in (
        ({"text": " "}, 400, "the text: got an empty one"),
        ({"text": "x" * 70_000}, 400, "want 65536 at most"),
        ({"text": "x", "author": "a\nb"}, 400, "a name in one line"),
        ({"text": "x", "runs": ["000000000000"]}, 404, "000000000000"),
        ({"text": "x", "runs": [run] * 101}, 400, "runs"),
        ({"text": "x", "walltime": 1}, 400, "walltime"),
    ):
        answer = client.post("api/logbook", json=body)
        assert (answer.status_code, said in answer.json()["error"]["message"]) == (status, True)
    for asked in ({"older": "x"}, {"older": "0:1," * 2000}, {"limit": 0}, {"limit": 201}):
        assert client.get("api/logbook", params=asked).status_code == 400
    assert not (logdir / "logbook.md").exists()


def test_a_link_is_neither_followed_nor_written_and_that_is_said(
    client: httpx.Client, logdir: Path, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("secret", "utf-8")
    (logdir / "logbook.md").symlink_to(tmp_path / "secret")
    found = read(client)
    assert found["entries"] == []
    assert "link" in found["unreadable"][0]
    answer = client.post("api/logbook", json={"text": "x"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (507, "not_written")
    assert (tmp_path / "secret").read_text("utf-8") == "secret"
