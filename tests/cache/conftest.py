"""What tests of the cache have in common."""

import pytest

from vdlite.reader.run import keeping


@pytest.fixture(autouse=True)
def _small_logs_are_kept_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """What holds for large logs is shown with small ones."""
    monkeypatch.setattr(keeping, "LEAST_BYTES", 0)
