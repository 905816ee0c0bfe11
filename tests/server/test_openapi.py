"""The API describes itself wholly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

DOCS = Path(__file__).parents[2] / "docs" / "http-api.md"


@pytest.fixture(scope="module")
def description(client: httpx.Client) -> dict[str, Any]:
    answer = client.get("api/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    content: dict[str, Any] = answer.json()
    return content


def operations(description: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method.upper(), path, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]


def test_it_names_every_route_of_the_docs_and_no_other(description: dict[str, Any]) -> None:
    headings = {
        line.removeprefix("## ")
        for line in DOCS.read_text(encoding="utf-8").splitlines()
        if line.startswith(("## GET /api", "## POST /api", "## DELETE /api"))
    }
    named = {f"{method} {path}" for method, path, _ in operations(description)}
    assert named == headings


def test_every_route_has_words_and_every_refusal(description: dict[str, Any]) -> None:
    for method, path, operation in operations(description):
        assert operation["description"], (method, path)
        refusals = {
            "400",
            "401",
            "403",
            "404",
            "405",
            "409",
            "413",
            "422",
            "429",
            "500",
            "503",
            "507",
        }
        assert set(operation["responses"]) - {"206"} == refusals | {"200"}
        for status in refusals:
            schema = operation["responses"][status]["content"]["application/json"]["schema"]
            assert schema == {"$ref": "#/components/schemas/ErrorAnswer"}


def test_every_answer_has_a_schema_in_both_formats(description: dict[str, Any]) -> None:
    for _, path, operation in operations(description):
        content = operation["responses"]["200"]["content"]
        if path.endswith(("/export", "/events", "/media", "/thumbnails", "/file", "/model")):
            assert all(entry["schema"] for entry in content.values())
        else:
            assert set(content) == {"application/json", "application/msgpack"}
            assert "$ref" in content["application/json"]["schema"]


def test_no_page_that_loads_foreign_scripts_is_there(client: httpx.Client) -> None:
    for path in ("docs", "redoc", "openapi.json"):
        assert client.get(path).status_code == 404
