"""Names that frameworks know, without waiting for frameworks."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(program: str, *arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    return done.stdout.strip()


_FRAMEWORK = "name = 'theirs'\nknown = {}\n"
_ADAPTER = "import their_framework\ntheir_framework.known['vdlite'] = 1\n"
_FRAMEWORKS = """
import sys
sys.path.insert(0, sys.argv[1])
from vdlite.integrations.registering import register_when_imported
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a framework, and adapters for it: one that fits and one that does not."""
    (tmp_path / "their_framework.py").write_text(_FRAMEWORK, "utf-8")
    (tmp_path / "our_adapter.py").write_text(_ADAPTER, "utf-8")
    (tmp_path / "old_adapter.py").write_text("from their_framework import gone\n", "utf-8")
    return tmp_path


def test_no_framework_is_loaded_by_the_package() -> None:
    program = """
import sys
import vdlite.integrations
print([name for name in ("torch", "transformers", "accelerate", "numpy") if name in sys.modules])
"""
    assert run(program) == "[]"


def test_an_adapter_is_loaded_right_behind_its_framework(folder: Path) -> None:
    program = f"""{_FRAMEWORKS}
register_when_imported({{"their_framework": "our_adapter"}})
assert "our_adapter" not in sys.modules
import their_framework
print(their_framework.known)
"""
    assert run(program, folder) == "{'vdlite': 1}"


def test_an_adapter_is_loaded_at_once_for_a_framework_that_is_there(folder: Path) -> None:
    program = f"""{_FRAMEWORKS}
import their_framework
register_when_imported({{"their_framework": "our_adapter"}})
print(their_framework.known)
"""
    assert run(program, folder) == "{'vdlite': 1}"


def test_an_adapter_that_does_not_fit_costs_only_itself(folder: Path) -> None:
    program = f"""{_FRAMEWORKS}
register_when_imported({{"their_framework": "old_adapter"}})
import their_framework
print(their_framework.name)
"""
    assert run(program, folder) == "theirs"


def test_a_framework_that_is_missing_says_so_as_ever(folder: Path) -> None:
    program = f"""{_FRAMEWORKS}
register_when_imported({{"no_framework": "our_adapter"}})
try:
    import no_framework
except ModuleNotFoundError as error:
    print(error)
"""
    assert run(program, folder) == "No module named 'no_framework'"
