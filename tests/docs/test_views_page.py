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
    table = page("docs/views/README.md").text
    groups = [
        name for name in re.findall(r"^\| ([A-Z]\w+) \|", table, re.MULTILINE) if name != "Group"
    ]
    assert len(groups) > 4
    text = page("docs/how-to/find-your-way.md").text
    assert [name for name in groups if f"**{name}**" not in text] == []
