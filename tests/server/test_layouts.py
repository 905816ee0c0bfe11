"""What `/api/layouts` says of the layouts that scripts have logged."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.conftest import TOKEN, client_of, run_ids, wait_until_loaded
from vdlite import LogWriter
from vdlite.server import serve

TAGS = ("loss/train", "loss/test", "loss", "accuracy", "grad/1/norm", "grad/2/norm")


def chart(category: str, title: str, **more: Any) -> dict[str, Any]:
    nothing: dict[str, Any] = {
        "tags": [],
        "margins": [],
        "unmatched": [],
        "wrong": [],
        "left_out": 0,
    }
    return {"category": category, "title": title, **nothing, **more}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with LogWriter(tmp_path / "scalars") as writer:
        for tag in TAGS:
            writer.add_scalar(tag, 1.0, 0)
    server = serve(tmp_path, port=0, token=TOKEN)
    try:
        with client_of(server) as client:
            wait_until_loaded(client)
            yield client
    finally:
        server.stop()


def add(folder: Path, layout: Any, walltime: float = 1e9) -> None:
    with LogWriter(folder) as writer:
        writer.add_custom_scalars(layout, walltime)


def layouts(client: httpx.Client, number: int) -> list[dict[str, Any]]:
    """As soon as there are so many."""
    end = time.monotonic() + 30
    while True:
        found: list[dict[str, Any]] = client.get("api/layouts").raise_for_status().json()["layouts"]
        if len(found) == number and all(each["runs"] for each in found):
            return found
        assert time.monotonic() < end, found
        time.sleep(0.05)


def test_expressions_match_as_in_tensorboard(client: httpx.Client, tmp_path: Path) -> None:
    given = {
        "a": {
            "begins so": ["loss"],
            "whole": ["loss$", "nothing.*"],
            "many": ["grad/.*/norm", "loss/t", "loss/train"],
            "band": ["Margin", ["loss", "no.*", "accuracy"]],
            "wrong": ["(", "", "x" * 1001, r"(a)(c)\2"],
        }
    }
    add(tmp_path / "a", given)
    (found,) = layouts(client, 1)
    assert found["runs"] == [run_ids(client)["a"]]
    begins, whole, many, band, wrong = found["charts"]
    assert begins == chart("a", "begins so", tags=["loss", "loss/test", "loss/train"])
    assert whole == chart("a", "whole", tags=["loss"], unmatched=["nothing.*"])
    norms = ["grad/1/norm", "grad/2/norm"]
    assert many == chart("a", "many", tags=[*norms, "loss/test", "loss/train"])
    assert band == chart("a", "band", margins=[["loss", "no.*", "accuracy"]])
    assert wrong["tags"] == ["accuracy"]
    assert [each["expression"] for each in wrong["wrong"]] == ["(", "", "x" * 500]
    assert "unterminated" in wrong["wrong"][0]["problem"]


def test_what_tensorboards_plugin_finds_is_found(client: httpx.Client, tmp_path: Path) -> None:
    # Its own rule, of custom_scalars_plugin.py: `regex.match(tag)`.
    import re

    expressions = ["loss", "loss/t.*n", ".*norm$", "(?i)LOSS/", "^acc|^grad/1", "x"]
    add(tmp_path / "a", {"a": {each: [each] for each in expressions}})
    (found,) = layouts(client, 1)
    for each in found["charts"]:
        assert each["tags"] == sorted(tag for tag in TAGS if re.match(each["title"], tag))


def test_runs_with_equal_layouts_share_one_and_the_last_layout_counts(
    client: httpx.Client, tmp_path: Path
) -> None:
    for run in "ab":
        add(tmp_path / run, {"a": {"b": ["loss"]}}, 1e9)
    add(tmp_path / "c", {"a": {"b": ["accuracy"]}}, 2e9)
    runs = {}
    newer, shared = layouts(client, 2)
    runs = run_ids(client)
    assert newer["runs"] == [runs["c"]]
    assert set(shared["runs"]) == {runs["a"], runs["b"]}
    add(tmp_path / "c", {"a": {"b": ["loss"]}}, 3e9)
    (found,) = layouts(client, 1)
    assert set(found["runs"]) == {runs["a"], runs["b"], runs["c"]}
    assert found["id"] == shared["id"]


def test_no_expression_keeps_the_server_busy(client: httpx.Client, tmp_path: Path) -> None:
    with LogWriter(tmp_path / "scalars") as writer:
        writer.add_scalar("a" * 200 + "!", 1.0, 0)
    hostile = ["(a+)+$", "(a|aa)*b", "(.*a){30}x", "(((a{90}){90}){90})"]
    add(tmp_path / "a", {"a": {"b": hostile}})
    (found,) = layouts(client, 1)
    begun = time.monotonic()
    (found,) = layouts(client, 1)
    assert time.monotonic() - begun < 5
    (only,) = found["charts"]
    assert only["unmatched"] == hostile[3:]
    assert only["wrong"] == [
        {"expression": each, "problem": "it takes too long"} for each in hostile[:3]
    ]
    begun = time.monotonic()
    client.get("api/layouts").raise_for_status()
    assert time.monotonic() - begun < 0.5  # what took too long once is not tried again


def test_what_is_too_much_is_counted(client: httpx.Client, tmp_path: Path) -> None:
    add(tmp_path / "a", {"a": {str(i): ["x"] * 3 for i in range(203)}}, 2e9)
    add(tmp_path / "b", {"a": {"b": [f"no{i}" for i in range(150)], "c": []}}, 1e9)
    many, few = layouts(client, 2)
    assert (len(many["charts"]), many["left_out"]) == (200, 3)
    first, second = few["charts"]
    assert (len(first["unmatched"]), first["left_out"]) == (100, 50)
    assert second == chart("a", "c")


def test_a_layout_that_is_none_is_left_out(client: httpx.Client, tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a") as writer:
        for number, payload in enumerate((b"", b"\xc0", b"\x81\xa6charts\x91\x01")):
            writer.add_record("layout", f"bad {number}", payload)
    add(tmp_path / "b", {"a": {"b": ["loss"]}})
    (found,) = layouts(client, 1)
    assert found["runs"] == [run_ids(client)["b"]]
