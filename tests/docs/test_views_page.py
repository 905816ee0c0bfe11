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
