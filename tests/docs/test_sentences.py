"""Sentences of the documentation are short."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import PAGES, Page

MOST = 35  # words

# Decisions are papers of their time, and the changelog has a line for each change.
READ = [
    page
    for page in PAGES
    if (page.name == "README.md" or page.name.startswith("docs/")) and "decisions/" not in page.name
]


def paragraphs(page: Page) -> list[str]:
    """What is read as running text: no headings, tables, code or pictures; of an item its text."""
    text = re.sub(r"<picture>.*?</picture>|<!--.*?-->", "", page.prose, flags=re.DOTALL)
    lines = [
        re.sub(r"^\s*(?:[-*]|\d+\.) ", "\n", line)
        for line in text.splitlines()
        if not re.match(r"\s*(?:\||#|!\[)", line)
    ]
    return [part.replace("\n", " ") for part in re.split(r"\n\s*\n", "\n".join(lines))]


def sentences(page: Page) -> list[str]:
    found = []
    for paragraph in paragraphs(page):
        plain = re.sub(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)", r"\1", paragraph)
        plain = re.sub(r"`+[^`]*`+", "code", plain)
        # A colon ends one as well: what stands behind it is said anew.
        found += re.split(r"(?<=[.!?:])[\"”*)]*\s+", plain)
    return found


def long_sentences(page: Page) -> list[str]:
    return [each for each in sentences(page) if len(re.findall(r"\w[\w'’.,-]*", each)) > MOST]


@pytest.mark.parametrize("page", READ, ids=lambda page: page.name)
def test_no_sentence_is_longer(page: Page) -> None:
    assert long_sentences(page) == []
