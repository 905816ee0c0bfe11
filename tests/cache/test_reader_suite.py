"""The tests of the reader once more, each log read from what was kept of it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# They are about threads and time, whatever is read.
ELSEWHERE = ["test_hanging_drives.py", "test_hanging_folders.py"]
STORES = ["mlflow", "mlflow_artifacts", "optuna", "trackio", "databases", "neptune"]
NAMING_FILES = ["wandb_media", "wandb_environment", "swanlab_media", "projector", "settings"]
# Very many or very large ones, a writer's speed, and what only who has read the logs knows of those that are gone.
LEFT_OUT = [
    "flipped_bytes",
    "any_bytes",
    "long_console",
    "makes_a_writer_wait",
    "was_killed_shows",
    "gone_is_named_until",
]
ASKED = ("-k", " and ".join(f"not {name}" for name in LEFT_OUT))


@pytest.mark.parametrize(
    "arguments",
    [
        ["tests/reader", *(f"--ignore=tests/reader/{name}" for name in ELSEWHERE), *ASKED],
        [*(f"tests/foreign/test_{name}.py" for name in [*STORES, *NAMING_FILES]), *ASKED],
    ],
    ids=["reader", "foreign"],
)
def test_every_test_of_the_reader_passes_with_a_cache(arguments: list[str]) -> None:
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "tests.reader.cached", *arguments),
            *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:rerunfailures"),
        ],
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if "PYTEST" not in key},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-5000:] + ran.stderr[-2000:]
