"""The licences of what the built page holds, as they lie in a wheel."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from vdlite.server.page import STATIC

ROOT = Path(__file__).resolve().parent.parent
IMPORTED = re.compile(r'(?:from|import|import\()\s*"((?:@[\w.-]+/)?[\w][\w.-]*)')


def test_every_package_that_the_page_imports_is_there_with_its_notice() -> None:
    file = STATIC / "THIRD_PARTY.txt"
    if not file.exists():
        pytest.skip("the page is not built")
    webapp = ROOT / "webapp"
    locked = json.loads((webapp / "package-lock.json").read_text("utf-8"))["packages"]
    sources = [*webapp.glob("src/**/*.ts"), *webapp.glob("src/**/*.svelte")]
    wanted = {
        name
        for source in sources
        if not re.search(r"\.test\.ts$|testing", source.name)
        for name in IMPORTED.findall(source.read_text("utf-8"))
        if not locked.get(f"node_modules/{name}", {"dev": True}).get("dev")
    }
    found = {}
    for part in file.read_text("utf-8").split(f"\n{'=' * 80}\n")[1:]:
        head, _, notice = part.partition("\n")
        parsed = re.fullmatch(r"(\S+) (\S+): (.+)", head)
        assert parsed, head
        name, version, licence = parsed.groups()
        assert locked[f"node_modules/{name}"]["version"] == version
        assert licence
        found[name] = notice
    assert {"three", "svelte", "jspdf", "katex"} <= wanted <= found.keys()
    for name, notice in found.items():
        assert re.search(r"Permission (is hereby granted|to use)|Redistribution and use", notice), (
            name
        )
        assert re.search(r"copyright", notice, re.IGNORECASE), name
    # What jsPDF has from others, whose licences ask for their own notice.
    assert "Copyright (c) 2008, Adobe Systems Incorporated" in found["jspdf"]
    assert not list(STATIC.rglob("*.woff*"))  # a font would state its own
