"""Aim."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import httpx

from benchmarks.peers.data import LOSS, Shape
from benchmarks.peers.peer import PAGE, Peer, Writer, python_of

_PAGE_POINTS = 500  # what its page asks for: the "Maximum" of its densities is its default


class Aim(Peer):
    """Its server sends streams of keys and values, where parts of a key end in 0xfe."""

    name = "Aim"
    writers = (Writer("Aim", "aim", "aim"),)
    query_note = "its server can't sort: it sends all runs with lr > 0.5 and their last values"

    def environment(self, folder: Path) -> dict[str, str]:
        return {}

    def server(self, folder: Path, port: int) -> list[str]:
        start = "from aim.cli.cli import cli_entry_point; cli_entry_point()"
        return [
            *(python_of("aim"), "-c", start, "up", "--yes"),
            *("--repo", str(folder), "--port", str(port), "--workers", "1"),
        ]

    def runs(self, client: httpx.Client, shape: Shape) -> list[str] | None:
        params = {"exclude_params": "true", "exclude_traces": "true", "report_progress": "false"}
        runs = [
            key[0].decode()
            for key, _ in _entries(client, "/api/runs/search/run/", params)
            if key[1:] == [b"props", b"name"]
        ]
        return runs if len(runs) == shape.runs else None

    def tags(self, client: httpx.Client, runs: list[str]) -> set[str] | None:
        answer = client.get(f"/api/runs/{runs[0]}/info/", params={"sequence": "metric"})
        return {each["name"] for each in answer.raise_for_status().json()["traces"]["metric"]}

    def curves(self, client: httpx.Client, runs: list[str], tag: str, shape: Shape) -> int | None:
        params = {
            "q": f"metric.name == '{tag}'",
            "p": str(_PAGE_POINTS),
            "report_progress": "false",
        }
        counts = [
            len(value) // 8
            for key, value in _entries(client, "/api/runs/search/metric/", params)
            if key[-2:] == [b"values", b"blob"]
        ]
        return max(counts) if len(counts) == shape.runs else None

    def best(self, client: httpx.Client) -> list[str] | None:
        names, tags, last = {}, {}, {}
        params = {"q": "run.lr > 0.5", "report_progress": "false"}
        for key, value in _entries(client, "/api/runs/search/run/", params):
            if key[1:] == [b"props", b"name"]:
                names[key[0]] = value.decode()
            elif key[1:2] == [b"traces"] and key[-1] == b"name":
                tags[key[0]] = value.decode()  # of the values that follow
            elif key[-2:] == [b"values", b"last"] and tags[key[0]] == LOSS:
                (last[key[0]],) = struct.unpack("<d", value)
        return [names[run] for run in sorted(last, key=last.__getitem__)[:PAGE]]


def _entries(
    client: httpx.Client, path: str, params: dict[str, str]
) -> Iterator[tuple[list[bytes], bytes]]:
    """Parts of each key, and its value without the byte that says its type."""
    content = client.get(path, params=params).raise_for_status().content
    at = 0
    while at < len(content):
        pieces = []
        for _ in range(2):
            (length,) = struct.unpack_from("<I", content, at)
            pieces.append(content[at + 4 : at + 4 + length])
            at += 4 + length
        key, value = pieces
        yield [part for part in key.split(b"\xfe") if part], value[1:]
