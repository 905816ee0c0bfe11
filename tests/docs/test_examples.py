"""What the page shows where a view is empty fills that view."""

from pathlib import Path

import pytest

from tests.docs.examples import EXAMPLES, WITH_TORCH, kinds_after
from tests.docs.pages import ROOT


@pytest.mark.parametrize("kind", [kind for kind in EXAMPLES if kind not in WITH_TORCH])
def test_the_lines_of_a_kind_log_it(tmp_path: Path, kind: str) -> None:
    assert kind in kinds_after(kind, tmp_path)


def test_each_example_is_short_and_names_a_page() -> None:
    for example in EXAMPLES.values():
        assert (ROOT / "docs" / f"{example['page']}.md").is_file()
        assert len(example["lines"]) <= 5
        assert max(map(len, example["lines"])) <= 92
