"""The documentation is served as it is in the repository, and nothing beside it."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from vdlite.server.doc_pages import SOURCES, read_pages
from vdlite.server.routes.service.docs import DocAnswer, DocsAnswer


def test_every_page_is_listed_and_given_as_it_is(client: httpx.Client) -> None:
    listed = DocsAnswer.model_validate(client.get("api/docs").json(), strict=True).pages
    files = {path.relative_to(SOURCES).with_suffix("").as_posix() for path in SOURCES.rglob("*.md")}
    assert len(listed) == len(files)
    assert {page.name for page in listed} == files
    assert {page.name: page.title for page in listed}["views/scalars"] == "Scalars"
    for page in listed:
        got = DocAnswer.model_validate(client.get(f"api/docs/{page.name}").json(), strict=True)
        assert got.text == (SOURCES / f"{page.name}.md").read_text("utf-8")


@pytest.mark.parametrize(
    "name",
    [
        "../README",
        "..%2FREADME",
        "views/../../README",
        "views%2F..%2F..%2FREADME",
        "%2Fetc%2Fpasswd",
        "/etc/passwd",
        "images/make.py",
        "views/scalars.md",
        "views",
        "",
        "x" * 3000,
    ],
)
def test_nothing_but_the_pages_can_be_named(client: httpx.Client, name: str) -> None:
    # As raw bytes: httpx would fold ".." away before it asks.
    request = client.build_request("GET", "api/docs/")
    raw = request.url.raw_path + name.encode()
    answer = client.send(
        httpx.Request("GET", request.url.copy_with(raw_path=raw), headers=request.headers)
    )
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"
    assert len(answer.json()["error"]["message"]) < 200


def test_links_beside_the_pages_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("# Secret", "utf-8")
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "page.md").write_text("No heading", "utf-8")
    (folder / "link.md").symlink_to(secret)
    pages = read_pages(folder)
    assert list(pages) == ["page"]
    assert pages["page"].title == "page"
    assert read_pages(tmp_path / "none") == {}


def test_pages_come_in_the_order_of_the_contents_and_unlisted_ones_last(tmp_path: Path) -> None:
    for name in ("a", "b", "c", "d"):
        (tmp_path / f"{name}.md").write_text(f"# {name}\n", "utf-8")
    (tmp_path / "zensical.toml").write_text(
        '[project]\nnav = [{ "Log" = ["c.md", "none.md", { "Inner" = ["b.md"] }] }, "a.md"]\n',
        "utf-8",
    )
    pages = read_pages(tmp_path).values()
    assert [(page.name, page.section, page.group) for page in pages] == [
        ("c", "Log", ""),
        ("b", "Log", "Inner"),
        ("a", "", ""),
        ("d", "", ""),
    ]


def test_headings_are_those_of_sections_and_not_comments_in_code(tmp_path: Path) -> None:
    text = (
        "# Title\n\n## One\n\n```sh\n## no\n```\n\n### Two `x`\n\n````md\n```\n## no\n```\n````\n"
    )
    (tmp_path / "page.md").write_text(text, "utf-8")
    assert read_pages(tmp_path)["page"].headings == ["One", "Two `x`"]
