"""Landscapes whose points beside the surface are computed however long one takes on a busy machine."""

import math

import pytest


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them are worth their time."""
    monkeypatch.setattr("vdlite.landscape.surface.affordable.WORTH_SECONDS", math.inf)


@pytest.fixture
def hurried(unhurried: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what takes a tenth of a second, as for users."""
    monkeypatch.undo()
