"""Whatever lists the pages of the documentation lists all of them: the contents, their page, the site, the help."""

import html
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.docs.contents import BEGIN, DOCS, INDEX, PLACES, as_markdown, page_of
from tests.docs.pages import ROOT


def test_every_page_stands_in_the_contents_once() -> None:
    listed = [place.path for place in PLACES]
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert pages - set(listed) == set()
    assert len(listed) == len(set(listed))
    assert [place.path for place in PLACES if not page_of(place).path.is_file()] == []


def test_the_page_of_the_contents_is_the_contents() -> None:
    # python -m tests.docs.contents
    assert INDEX.read_text("utf-8").partition(BEGIN)[2] == as_markdown(PLACES)


def test_sections_have_words_in_each_language_of_the_page() -> None:
    source = (ROOT / "webapp" / "src" / "lib" / "docs" / "contents.ts").read_text("utf-8")
    (listed,) = re.findall(r"const titles = \[(.*?)\]", source, re.DOTALL)
    titles = {title for place in PLACES for title in (place.section, place.group) if title}
    assert set(re.findall(r'"(.+?)"', listed)) == titles


@pytest.mark.skipif(importlib.util.find_spec("zensical") is None, reason="the group docs")
def test_the_site_is_built_without_warnings_and_its_links_lead_somewhere(tmp_path: Path) -> None:
    site = tmp_path / "site"
    subprocess.run([sys.executable, DOCS / "build.py", site], check=True, timeout=120)
    texts = {path: path.read_text("utf-8") for path in site.rglob("*.html")}
    assert len(texts) == len(PLACES) + 1  # for what is not found
    anchors = {
        path: set(map(html.unescape, re.findall(r'\bid="?([^"\s>]+)', text)))
        for path, text in texts.items()
    }
    broken = []
    for path, text in texts.items():
        if path.name == "404.html":
            continue
        for found in re.findall(
            r'<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)="?([^"\s>]+)', text
        ):
            target, _, anchor = html.unescape(found).partition("#")
            if re.match(r"[a-z]+:|//", target):
                continue
            file = (path.parent / unquote(target)).resolve() if target else path
            file = file / "index.html" if file.is_dir() else file
            if not file.is_file() or (anchor and unquote(anchor) not in anchors.get(file, anchor)):
                broken.append(f"{path.relative_to(site)}: {found}")
    assert broken == []
    assert "Log from many processes" in (site / "search.json").read_text("utf-8")
