"""Builds the site of the documentation into site/, with Zensical (the dependency group `docs`).

python docs/build.py [FOLDER]
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).parent
ROOT = DOCS.parent
CONTENTS = "zensical.toml"

_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def staged(text: str, source: Path) -> str:
    """A page as it stands in the site, where the pages beside README.md lie among the others.

    source: its path in the repository.
    Links to files that are no pages, such as code, leave their words only.
    """

    def link(found: re.Match[str]) -> str:
        target, _, anchor = found[2].partition("#")
        if re.match(r"[a-z]+:", found[2]) or not target:
            return found[0]
        path = (source.parent / target).resolve()
        if DOCS not in path.parents and (path.suffix != ".md" or path.parent != ROOT):
            return found[1]
        above = "../" * len(place_of(source).parent.parts)
        there = above + place_of(path).as_posix() + ("#" + anchor if anchor else "")
        return f"[{found[1]}]({there})"

    parts = []
    end = 0
    for code in _CODE.finditer(text):
        parts += [_LINK.sub(link, text[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, _LINK.sub(link, text[end:])])


def place_of(source: Path) -> Path:
    """Where a file of the repository lies in the site: all of docs, and the pages beside README.md."""
    if source == ROOT / "README.md":
        return Path("README.md")
    return source.relative_to(DOCS if DOCS in source.parents else ROOT)


def build(out: Path) -> None:
    """Make the site anew in `out`.

    Raises CalledProcessError if Zensical has a warning or an error, FileExistsError if something else is in the folder.
    """
    if out.exists() and any(out.iterdir()) and not (out / "search.json").exists():
        raise FileExistsError(f"something else than a site of the documentation is in {out}")
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder)
        shutil.copytree(DOCS, stage / "docs", ignore=shutil.ignore_patterns("*.py", CONTENTS))
        shutil.copy(DOCS / CONTENTS, stage)
        beside = [path for path in ROOT.glob("*.md") if path.name != "README.md"]
        for source in [*DOCS.rglob("*.md"), *beside]:
            page = stage / "docs" / place_of(source)
            page.write_text(staged(source.read_text("utf-8"), source), "utf-8")
        subprocess.run(
            [sys.executable, "-m", "zensical", "build", "--strict"], cwd=stage, check=True
        )
        shutil.rmtree(out, ignore_errors=True)
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(stage / "site", out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", nargs="?", type=Path, default=ROOT / "site", metavar="FOLDER")
    build(parser.parse_args().out)
