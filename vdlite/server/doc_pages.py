"""The pages of the documentation, as they came with this vdlite: a fixed list, read once and kept in memory.

What a request names is looked up in that list and never becomes a path of the file system.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGED = Path(__file__).parent / "docs"
"""Where hatch_build.py puts them in a wheel."""

SOURCES = Path(__file__).parents[2] / "docs"
"""Where they are in the repository, which an editable install reads."""


@dataclass(frozen=True)
class DocPage:
    """One page, in Markdown."""

    name: str  # relative to the folder, with "/" and without the suffix: "how-to/resume"
    text: str

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


def read_pages(folder: Path) -> Mapping[str, DocPage]:
    """Every page in `folder` by its name, in the order of the names; links are left out."""
    pages = {}
    for path in sorted(folder.rglob("*.md")):
        if path.is_file() and not path.is_symlink():
            name = path.relative_to(folder).with_suffix("").as_posix()
            pages[name] = DocPage(name, path.read_text("utf-8"))
    return pages


@cache
def doc_pages() -> Mapping[str, DocPage]:
    """The pages of this vdlite; empty where it came without them."""
    return read_pages(PACKAGED if PACKAGED.is_dir() else SOURCES)
