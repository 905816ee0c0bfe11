"""The API describes itself wholly."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

DOCS = Path(__file__).parents[2] / "docs" / "http-api"


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
        for page in DOCS.glob("*.md")
        for line in page.read_text(encoding="utf-8").splitlines()
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
        assert set(operation["responses"]) - {"206", "416"} == refusals | {"200"}
        for status in refusals:
            schema = operation["responses"][status]["content"]["application/json"]["schema"]
            assert schema == {"$ref": "#/components/schemas/ErrorAnswer"}


def test_a_refused_method_names_all_that_a_route_has(
    client: httpx.Client, description: dict[str, Any]
) -> None:
    for path, methods in description["paths"].items():
        answer = client.request("PATCH", re.sub(r"{.*?}", "x", path.removeprefix("/")))
        assert answer.status_code == 405, path
        allowed = set(answer.headers["allow"].split(", "))
        assert allowed - {"HEAD"} == {method.upper() for method in methods}, path


def parameter(description: dict[str, Any], path: str, name: str) -> dict[str, Any]:
    found = description["paths"][path]["get"]["parameters"]
    (one,) = [each for each in found if each["name"] == name]
    schema: dict[str, Any] = one["schema"] | {"description": one.get("description", "")}
    return schema


def test_limits_of_texts_are_reported_as_patterns(description: dict[str, Any]) -> None:
    taken = {
        ("/api/profile/table", "by"): (["", "phase", "module,phase"], ["x", "phase,", "phase x"]),
        ("/api/profile/search", "names"): (["", "0", "0-4,7"], ["-1", "1,", "1234567890", "a"]),
        ("/api/profile/slices", "lanes"): (["", "0", "3,4"], ["-1", "1,", "1-2"]),
    }
    for (path, name), (good, bad) in taken.items():
        pattern = re.compile(parameter(description, path, name)["pattern"], re.ASCII)
        assert [text for text in good + bad if pattern.search(text)] == good, name


def test_limits_between_parameters_are_reported(description: dict[str, Any]) -> None:
    for path in ("slices", "range", "memory"):
        assert (
            "more than `start`"
            in parameter(description, f"/api/profile/{path}", "end")["description"]
        )
    for name in ("query", "names"):
        text = parameter(description, "/api/profile/search", name)["description"]
        assert "one of the two" in text


def test_limits_of_bodies_are_reported(description: dict[str, Any]) -> None:
    schemas = description["components"]["schemas"]
    for name, most in (("Scalars", 2000), ("Records", 2000), ("Histograms", 100)):
        assert schemas[f"{name}Request"]["properties"]["series"]["maxItems"] == most
    asked = schemas["WantedMetric"]["allOf"]
    assert [(each["if"]["properties"], each["then"]["required"]) for each in asked] == [
        ({"take": {"const": "at"}}, ["step"]),
        ({"take": {"const": "best"}}, ["by"]),
    ]
    of_tag, of_median = schemas["GroupsRequest"]["allOf"]
    assert of_tag["then"]["required"] == ["x_tag"]
    assert of_median["not"]["properties"]["band"] == {"enum": ["sem", "std", "t"]}


def test_every_answer_has_a_schema_in_both_formats(description: dict[str, Any]) -> None:
    for _, path, operation in operations(description):
        content = operation["responses"]["200"]["content"]
        if path.endswith(("/export", "/events", "/media", "/thumbnails", "/file", "/model")):
            assert all(entry["schema"] for entry in content.values())
        else:
            assert set(content) == {"application/json", "application/msgpack"}
            assert "$ref" in content["application/json"]["schema"]


def test_shapes_have_names_of_their_own(description: dict[str, Any]) -> None:
    """The framework calls two shapes of one name after the modules that they are in."""
    assert [name for name in description["components"]["schemas"] if "__" in name] == []


def test_no_page_that_loads_foreign_scripts_is_there(client: httpx.Client) -> None:
    for path in ("docs", "redoc", "openapi.json"):
        assert client.get(path).status_code == 404
