"""What holds for all trainings."""

import os

import pytest

# Small trainings are slower with several threads, and no test asks the network.
os.environ.update({"OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "KERAS_BACKEND": "torch"})


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Warnings of frameworks, about themselves and each other, are no errors of ours."""
    for item in items:
        if "trainers" in item.path.parts:
            item.add_marker(pytest.mark.filterwarnings("default"))
