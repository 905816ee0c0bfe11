"""What holds for all tests of SummaryWriters."""

import pytest

from vdlite.tensorboard import notices


@pytest.fixture(autouse=True)
def _every_warning_is_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "_said", set())
