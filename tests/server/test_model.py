"""Graphs of files: of the one that the server was started with, and of those that are sent."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.conftest import TOKEN, client_of
from vdlite.kinds.graph import decode
from vdlite.server import serve

GRAPH = json.dumps({"nodes": [{"name": "a", "type": "x"}, {"name": "b", "inputs": ["a"]}]})


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    (tmp_path / "net.json").write_text(GRAPH)
    (tmp_path / "logs").mkdir()
    with (
        serve(tmp_path / "logs", port=0, token=TOKEN, model=tmp_path / "net.json") as server,
        client_of(server) as client,
    ):
        yield client


def test_the_file_of_the_start_is_a_graph(client: httpx.Client, tmp_path: Path) -> None:
    answer = client.get("api/model")
    assert decode(answer.content).names == ["a", "b"]
    (tmp_path / "net.json").write_text("{")
    answer = client.get("api/model")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "damaged")


def test_a_file_that_is_still_to_come_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "net.json"
    with serve(tmp_path, port=0, token=TOKEN, model=file) as server, client_of(server) as client:
        assert server.notes == (f"--model: {file} does not exist yet; waiting for it",)
        answer = client.get("api/model")
        assert (answer.status_code, answer.json()["error"]["message"]) == (
            404,
            "model: net.json is not there yet; waiting for it",
        )
        file.write_text(GRAPH)
        assert decode(client.get("api/model").content).names == ["a", "b"]


def test_a_file_of_which_no_graph_is_read_is_noted_at_the_start(tmp_path: Path) -> None:
    with serve(tmp_path, port=0, token=TOKEN, model=tmp_path / "model.pdmodel") as server:
        (note,) = server.notes
    assert note.startswith(
        "--model: got 'model.pdmodel', of which no graph is read: want one of .pt2, "
    )


def test_without_one_there_is_none(tmp_path: Path) -> None:
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        assert client.get("api/model").status_code == 404


def test_a_file_that_is_sent_is_a_graph(client: httpx.Client) -> None:
    answer = client.post("api/model", params={"name": "../other/net.json"}, content=GRAPH)
    assert decode(answer.content).edges.tolist() == [[0, 1]]


@pytest.mark.parametrize("name", ["net", "..", "", "a/", "a.exe", "a.onnx", "\0.json", "x" * 4000])
def test_a_name_or_content_that_is_none_is_refused_without_a_path(
    client: httpx.Client, name: str
) -> None:
    answer = client.post("api/model", params={"name": name}, content=b"hello")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "damaged")
    assert "/tmp" not in answer.text
    assert tempfile.gettempdir() not in answer.text
    assert "vdlite-" not in answer.text


def test_a_body_may_be_larger_than_others_but_not_endless(client: httpx.Client) -> None:
    content = GRAPH + " " * (5 << 20)
    assert client.post("api/model", params={"name": "a.json"}, content=content).status_code == 200
    content = GRAPH + " " * (33 << 20)
    answer = client.post("api/model", params={"name": "a.json"}, content=content)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
    assert client.post("api/scalars", content=b" " * (5 << 20)).status_code == 413


def test_nobody_without_the_token_gets_one(client: httpx.Client) -> None:
    with httpx.Client(base_url=client.base_url) as stranger:
        assert stranger.get("api/model").status_code in (401, 403)
        assert stranger.post("api/model", params={"name": "a.json"}).status_code in (401, 403)


@pytest.mark.parametrize("gives_length", [True, False])
def test_a_file_that_is_too_large_is_refused_in_words(
    client: httpx.Client, gives_length: bool
) -> None:
    content = bytes(40 * 1024 * 1024)
    given: Any = content if gives_length else iter([content[: 1 << 20]] * 40)
    answer = client.post("api/model", params={"name": "a.onnx"}, content=given)
    assert answer.status_code == 413
    assert answer.json()["error"]["message"] == "the body is larger than 33554432 bytes"
