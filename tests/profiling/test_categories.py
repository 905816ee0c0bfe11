"""What the page and the logs call events has one order: logs hold positions."""

import re
from pathlib import Path

from vdlite.kinds.profile import CATEGORIES

PAGE = Path(__file__).parents[2] / "webapp" / "src" / "lib" / "profile" / "categories.ts"


def test_the_page_knows_the_categories_in_their_order() -> None:
    (listed,) = re.findall(r"CATEGORIES = \[(.*?)\]", PAGE.read_text(), re.DOTALL)
    assert tuple(re.findall(r'"([^"]+)"', listed)) == CATEGORIES
