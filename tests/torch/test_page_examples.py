"""What the page shows where a view is empty fills that view: graphs and profiles."""

from pathlib import Path

import pytest

from tests.docs.examples import WITH_TORCH, kinds_after


@pytest.mark.parametrize("kind", WITH_TORCH)
def test_the_lines_of_a_kind_log_it(tmp_path: Path, kind: str) -> None:
    assert kind in kinds_after(kind, tmp_path)
