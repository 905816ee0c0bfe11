"""docs/views/README.md lists every view of the page."""

import re

from tests.docs.pages import ROOT, page


def test_every_view_has_its_row_and_no_other() -> None:
    registry = (ROOT / "webapp" / "src" / "views" / "registry.ts").read_text("utf-8")
    ids = re.findall(r"^  id: \"(\w+)\",$", registry, re.MULTILINE)
    rows = re.findall(
        r"^\|[^|]*\|[^|]*\| `(\w+)` \|", page("docs/views/README.md").text, re.MULTILINE
    )
    assert sorted(rows) == sorted(ids)


def test_the_way_to_views_names_all_groups_of_the_bar() -> None:
    table = page("docs/views/README.md").text.partition("## Words")[0]
    groups = [
        name for name in re.findall(r"^\| ([A-Z]\w+) \|", table, re.MULTILINE) if name != "Group"
    ]
    assert len(groups) > 4
    text = page("docs/how-to/find-your-way.md").text
    assert [name for name in groups if f"**{name}**" not in text] == []


def test_no_text_of_the_page_has_a_word_that_another_one_stands_for() -> None:
    table = page("docs/views/README.md").text.partition("## Words")[2]
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$", table, re.MULTILINE)[1:]
    sources = ROOT / "webapp" / "src"
    files = [
        *sources.glob("lib/messages/*.ts"),
        *sources.glob("cards/**/texts*.ts"),
        *sources.glob("views/**/texts*.ts"),
    ]
    texts = {
        path.relative_to(sources).as_posix(): re.findall(
            r'"((?:[^"\\]|\\.)*)"', path.read_text("utf-8")
        )
        for path in files
        # What else people call things is what this one is for.
        if path.name != "texts-found.ts"
    }
    said = {text for each in texts.values() for text in each}
    for say, avoided in rows:
        words = avoided.split(", ")
        wrong = [
            f"{path}: {text}"
            for path, each in texts.items()
            for text in each
            for word in words
            if re.search(rf"\b{re.escape(word)}\b", text)
        ]
        assert wrong == []
        for word in say.split(", "):
            assert any(word in text for text in said), word
    assert len(rows) > 5
