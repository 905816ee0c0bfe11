"""The tests of the reader once more, each log read from what was kept of it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# They are about threads and time, whatever is read.
ELSEWHERE = ["test_hanging_drives.py", "test_hanging_folders.py"]


def test_every_test_of_the_reader_passes_with_a_cache() -> None:
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "tests.reader.cached", "tests/reader"),
            *(f"--ignore=tests/reader/{name}" for name in ELSEWHERE),
            *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:rerunfailures"),
        ],
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if "PYTEST" not in key},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-5000:] + ran.stderr[-2000:]
