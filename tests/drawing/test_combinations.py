"""What would be ignored is refused."""

from pathlib import Path
from typing import Any

import pytest

from vdlite import compute_landscape
from vdlite.errors import LandscapeError


def unused() -> Any:
    raise AssertionError("nothing is computed")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"with_runs": ["b"], "each_snapshot": True}, "with_runs: got it with each_snapshot"),
        ({"with_runs": ["b"], "models": ["b"]}, "with_runs: got it with models"),
        ({"models": ["b"], "each_snapshot": True}, "models: got it with each_snapshot"),
        ({"with_runs": ["b"], "train": False, "result": True}, "train: got it with with_runs"),
        ({"each_snapshot": True, "result": True}, "result: got it with each_snapshot"),
        ({"with_runs": ["b"], "axes": 1}, "axes: got 1 with with_runs"),
        ({"with_runs": ["b"], "averages": 3}, "averages: got no path"),
        ({"each_snapshot": True, "averages": 3}, "averages: got no path"),
        ({"train": False, "averages": 3}, "averages: got no path"),
        ({"axes": 1, "averages": 3}, "averages: got no path"),
        ({"with_runs": ["a"]}, "with_runs: got the run itself: a"),
        ({"sharpness_radius": 0.1}, "sharpness_radius: got it without with_sharpness"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    options: dict[str, Any], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    with pytest.raises(LandscapeError, match=message):
        compute_landscape("a", unused, **options)
