"""The pages of the documentation, taken apart."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMENT_BEFORE = re.compile(r"<!-- (\w+): (\S+) -->\n$")


@dataclass(frozen=True)
class Block:
    """A fenced block of code."""

    language: str
    code: str
    line: int  # of its first line of code, from 1
    notes: dict[str, str]  # from a comment right before it, such as <!-- file: demos/resume.py -->


@dataclass(frozen=True)
class Page:
    """One Markdown file."""

    path: Path

    @property
    def name(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def text(self) -> str:
        return self.path.read_text("utf-8")

    @cached_property
    def prose(self) -> str:
        """The text without its blocks of code."""
        return _FENCE.sub("", self.text)

    @cached_property
    def blocks(self) -> list[Block]:
        return [
            Block(
                match[1],
                match[2],
                self.text.count("\n", 0, match.start()) + 2,
                {note[1]: note[2]}
                if (note := _COMMENT_BEFORE.search(self.text[: match.start()]))
                else {},
            )
            for match in _FENCE.finditer(self.text)
        ]

    @cached_property
    def headings(self) -> list[str]:
        return re.findall(r"^#+ (.+)$", self.prose, re.MULTILINE)

    @cached_property
    def anchors(self) -> set[str]:
        """The headings as they are named in links."""
        return {
            re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in self.headings
        }

    def block(self, **note: str) -> Block:
        """The one block that has this note."""
        (found,) = [block for block in self.blocks if block.notes == note]
        return found


PAGES = [
    Page(path)
    for path in sorted(
        [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "benchmarks" / "README.md"]
    )
]


def page(name: str) -> Page:
    """The page of that path, such as `docs/cli.md`."""
    (found,) = [each for each in PAGES if each.name == name]
    return found
