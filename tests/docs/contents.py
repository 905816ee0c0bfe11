"""docs/README.md is the contents, docs/zensical.toml, as a page. Written anew by `python -m tests.docs.contents`."""

from __future__ import annotations

import os
from itertools import groupby

from tests.docs.pages import ROOT, Page
from vdlite.server.doc_pages import Place, contents_of

DOCS = ROOT / "docs"
PLACES = contents_of(DOCS)
INDEX = DOCS / "README.md"
BEGIN = "<!-- contents -->\n"


def page_of(place: Place) -> Page:
    """The page of a place; what is not in docs lies beside README.md."""
    inside = DOCS / place.path
    return Page(inside if inside.is_file() else ROOT / place.path)


def _link(place: Place) -> str:
    found = page_of(place)
    target = os.path.relpath(found.path, DOCS).replace(os.sep, "/")
    return f"[{found.headings[0]}]({target})"


def as_markdown(places: list[Place]) -> str:
    """The contents as lists of links: a heading for each section, a line for each page, those of a group below it."""
    text = ""
    for section, inside in groupby(places, key=lambda place: place.section):
        text += f"\n## {section}\n\n"
        for group, pages in groupby(inside, key=lambda place: place.group):
            links = [_link(place) for place in pages if place.path != INDEX.name]
            text += f"- {group}\n" if group else ""
            text += "".join(f"{'  ' if group else ''}- {each}\n" for each in links)
    return text


if __name__ == "__main__":
    before, _, _ = INDEX.read_text("utf-8").partition(BEGIN)
    INDEX.write_text(before + BEGIN + as_markdown(PLACES), "utf-8")
