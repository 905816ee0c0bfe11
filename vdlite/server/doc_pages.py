"""The pages of the documentation, as they came with this vdlite: a fixed list, read once and kept in memory.

What a request names is looked up in that list and never becomes a path of the file system.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGED = Path(__file__).parent / "docs"
"""Where hatch_build.py puts them in a wheel."""

SOURCES = Path(__file__).parents[2] / "docs"
"""Where they are in the repository, which an editable install reads."""

CONTENTS = "zensical.toml"
"""The file beside them that has them in the order of the contents; the site is built from it as well."""


@dataclass(frozen=True)
class DocPage:
    """One page, in Markdown."""

    name: str  # relative to the folder, with "/" and without the suffix: "how-to/resume"
    text: str
    section: str = ""  # of the contents, such as "Log"
    group: str = ""  # within the section, such as "Your trainer"

    @property
    def title(self) -> str:
        """The page's first heading."""
        found = re.search(r"^# (.+)$", self.text, re.MULTILINE)
        return found[1] if found else self.name

    @property
    def headings(self) -> list[str]:
        """The headings of its sections, of all levels, in their order; code has none."""
        text = re.sub(r"^(```+)[\s\S]*?^\1$", "", self.text, flags=re.MULTILINE)
        return re.findall(r"^##+ (.+)$", text, re.MULTILINE)


@dataclass(frozen=True)
class Place:
    """A page's place in the contents."""

    path: str  # of its file, relative to the folder
    section: str
    group: str


def contents_of(folder: Path) -> list[Place]:
    """The contents in `folder`, in their order; empty where there are none."""
    try:
        nav = tomllib.loads((folder / CONTENTS).read_text("utf-8"))["project"]["nav"]
    except FileNotFoundError:
        return []
    return list(_places(nav, ()))


def _places(entries: list[str | dict[str, list[str]]], above: tuple[str, ...]) -> Iterator[Place]:
    for entry in entries:
        if isinstance(entry, str):
            section, group = (*above, "", "")[:2]
            yield Place(entry, section, group)
        else:
            for title, inner in entry.items():
                yield from _places([*inner], (*above, title))


def read_pages(folder: Path) -> Mapping[str, DocPage]:
    """Every page in `folder` by its name, in the order of the contents and then of the names.

    Links are left out.
    """
    places = {place.path: (at, place) for at, place in enumerate(contents_of(folder))}
    found = {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*.md"))
        if path.is_file() and not path.is_symlink()
    }
    unlisted = len(places), Place("", "", "")
    pages = {}
    for name in sorted(found, key=lambda name: places.get(name, unlisted)[0]):
        _, place = places.get(name, unlisted)
        page = name.removesuffix(".md")
        pages[page] = DocPage(page, found[name].read_text("utf-8"), place.section, place.group)
    return pages


@cache
def doc_pages() -> Mapping[str, DocPage]:
    """The pages of this vdlite; empty where it came without them."""
    return read_pages(PACKAGED if PACKAGED.is_dir() else SOURCES)
