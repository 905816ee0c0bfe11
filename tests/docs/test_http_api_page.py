"""docs/http-api.md and the pages below it say what the server does."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.docs.pages import PAGES, page
from tests.server.conftest import client_of, events, grown, run_ids, wait_until_loaded
from vdlite import LogWriter
from vdlite.server import serve

PAGE = page("docs/http-api.md")
NOUNS = [each for each in PAGES if each.path.parent.name == "http-api"]
SECTIONS = {
    heading: text
    for each in NOUNS
    for heading, text in re.findall(
        r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", each.text, re.MULTILINE | re.DOTALL
    )
}


def examples(heading: str) -> list[Any]:
    """The JSON of a section."""
    blocks = re.findall(r"^```json\n(.*?)^```$", SECTIONS[heading], re.MULTILINE | re.DOTALL)
    return [json.loads(block) for block in blocks]


def shape(value: Any) -> Any:
    """The names of all fields; a list has the shape of its first item."""
    if isinstance(value, dict):
        return {name: shape(item) for name, item in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return None


def fits(got: Any, said: Any) -> bool:
    """True if both have the same fields; what is empty or null in one of them fits anything."""
    if isinstance(got, dict) and isinstance(said, dict):
        return got.keys() == said.keys() and all(fits(got[name], said[name]) for name in got)
    if isinstance(got, list) and isinstance(said, list) and got and said:
        return fits(got[0], said[0])
    empty: tuple[Any, ...] = (None, [], {})
    return got in empty or said in empty or shape(got) is shape(said) is None


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a server whose only log has everything that an answer can tell."""
    logdir = tmp_path_factory.mktemp("logs")
    with LogWriter(logdir / "lr=0.1") as writer:
        for step in range(10_000):
            writer.add_scalar("loss/train", step if step % 100 else float("nan"), step)
    damaged = bytearray(Path(writer.file_name).read_bytes())
    damaged[50_000] ^= 1
    Path(writer.file_name).write_bytes(damaged)
    with (
        serve(logdir, port=0, token="a-token-for-tests") as server,
        client_of(server) as client,
    ):
        wait_until_loaded(client)
        yield client


def ask(client: httpx.Client, heading: str, **given: Any) -> Any:
    method, path = heading.split()
    answer = client.request(method, path.removeprefix("/"), **given)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_every_route_has_its_heading(client: httpx.Client) -> None:
    paths = client.get("api/openapi.json").json()["paths"]
    routes = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert {heading for heading in SECTIONS if "/api/" in heading} == routes


def test_the_table_of_routes_leads_to_each_of_them() -> None:
    rows = re.findall(r"^\| \[`(.+?)`\]\((.+?)#(.+?)\) \|", PAGE.text, re.MULTILINE)
    assert {route for route, _, _ in rows} == {
        heading for heading in SECTIONS if "/api/" in heading
    }
    for route, path, anchor in rows:
        there = page(f"docs/{path}")
        assert route in there.headings
        assert anchor in there.anchors


def test_every_parameter_is_on_the_page(client: httpx.Client) -> None:
    description = client.get("api/openapi.json").json()
    missing = []
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            section = SECTIONS[f"{method.upper()} {path}"]
            for parameter in operation.get("parameters", []):
                name = parameter["name"]
                if not re.search(rf"[?&`]{name}[=`]", section):
                    missing.append(f"{method} {path}: {name}")
    assert missing == []


def test_every_status_of_a_refusal_is_on_the_page(client: httpx.Client) -> None:
    paths = client.get("api/openapi.json").json()["paths"]
    statuses = {
        status
        for methods in paths.values()
        for op in methods.values()
        for status in op["responses"]
    }
    assert set(re.findall(r"^\| (\d{3}) \|", PAGE.text, re.MULTILINE)) == statuses - {"200", "206"}


@pytest.mark.parametrize("heading", ["GET /api/status", "GET /api/runs", "GET /api/tags"])
def test_an_example_has_the_fields_of_the_answer(heading: str, client: httpx.Client) -> None:
    (said,) = examples(heading)
    got = ask(client, heading)
    if "kinds" in got:
        assert list(got["kinds"]) == ["scalar"]
    assert fits(got, said), (shape(got), shape(said))


def test_the_example_of_the_damage_has_its_fields(client: httpx.Client) -> None:
    (said,) = examples("GET /api/damage")
    got = ask(client, "GET /api/damage")
    assert got["damage"]
    assert fits(got, said), (shape(got), shape(said))


def test_the_examples_of_the_scalars_have_their_fields(client: httpx.Client) -> None:
    question, said = examples("POST /api/scalars")
    missing = ask(client, "POST /api/scalars", json=question)
    assert missing == {
        "series": [{"run": "f3b2c81d90aa", "tag": "loss/train", "error": "not_found"}]
    }

    (run,) = run_ids(client).values()
    question["series"][0]["run"] = run
    got = ask(client, "POST /api/scalars", json=question)
    assert fits(got, said), (shape(got), shape(said))


def test_the_columns_of_the_export_are_those_of_the_page(client: httpx.Client) -> None:
    (run,) = run_ids(client).values()
    table = client.get("api/export", params={"run": run, "tag": "loss/train"}).text
    assert f"Columns: `{table.partition(chr(10))[0]}`" in SECTIONS["GET /api/export"]


def test_the_event_of_growth_has_the_fields_of_the_page(tmp_path: Path) -> None:
    row = re.search(r"^\| `growth` \| `(.+?)`: ", SECTIONS["GET /api/events"], re.MULTILINE)
    assert row is not None
    with (
        LogWriter(tmp_path / "run") as writer,
        serve(tmp_path, port=0, token="a-token-for-tests") as server,
        client_of(server) as client,
    ):
        wait_until_loaded(client)
        with client.stream("GET", "api/events") as response:
            writer.add_scalar("loss/train", 0.5, 1)
            got = next(data for name, data in events(response) if grown(name, data))
    assert fits(got, json.loads(row[1]))
    assert got["growth"][0]["series"]


def test_the_first_event_is_a_status(client: httpx.Client) -> None:
    (said,) = examples("GET /api/status")
    with client.stream("GET", "api/events") as response:
        name, data = next(events(response))
    assert name == "status"
    assert fits(data, said)
    assert re.findall(r"^\| `(\w+)` \|", SECTIONS["GET /api/events"], re.MULTILINE)[0] == name
