"""What holds for all tests with torch."""

import pytest
import torch

from tests.unhurried import hurried, unhurried

__all__ = ["hurried", "unhurried"]


@pytest.fixture(autouse=True, scope="session")
def _one_thread():
    """Small models gain nothing by threads, and lose much where another program has the cores."""
    torch.set_num_threads(1)
