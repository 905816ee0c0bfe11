"""The files that other tools have written for the tests."""

import re
import tempfile
from pathlib import Path

GOLDEN = [Path(__file__).parent / "golden", Path(__file__).parent.parent / "golden"]
_FOLDERS = (
    tempfile.gettempdir(),
    str(Path.home()),
    str(Path(__file__).parents[2]),
    "/tmp",
    "/root",
    "/Users",
)


def test_golden_files_name_no_folder_of_the_machine_that_made_them() -> None:
    names = re.compile(
        b"|".join(rb"(?<![\w/.])" + re.escape(name.encode()) + b"/" for name in _FOLDERS)
    )
    found = {
        path: names.findall(path.read_bytes())
        for golden in GOLDEN
        for path in golden.rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    }
    assert found
    assert {path: each for path, each in found.items() if each} == {}
