"""What `import vdlite` offers, and what it loads."""

import ast
import importlib
from pathlib import Path

import pytest

import vdlite
from tests.writer import programs


def test_what_is_public_is_what_all_says() -> None:
    assert dir(vdlite) == vdlite.__all__
    assert vdlite.__all__ == sorted(vdlite.__all__)
    assert set(vdlite.__all__) == {"__version__", *vdlite._HOMES, *vdlite._OF_THE_RUN}


@pytest.mark.parametrize("name", sorted({*vdlite.__all__} - {*vdlite._OF_THE_RUN}))
def test_a_public_name_resolves_to_what_its_module_offers(name: str) -> None:
    value = getattr(vdlite, name)
    if name != "__version__":
        home = importlib.import_module(vdlite._HOMES[name])
        assert value is getattr(home, name)
        assert value.__doc__


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(Path(vdlite.__file__).read_text("utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {
        alias.name: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == vdlite._HOMES
    declared = [ast.unparse(node.target) for node in block.body if isinstance(node, ast.AnnAssign)]
    assert sorted(declared) == sorted(vdlite._OF_THE_RUN)


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(vdlite, "nothing")  # noqa: B009  # mypy would refuse the attribute


def loaded_by(program: str) -> set[str]:
    """The modules that are loaded after a program."""
    return set(programs.run(f"import sys\n{program}\nprint(*sys.modules)").split())


def test_the_writer_loads_numpy_and_msgpack_only() -> None:
    loaded = loaded_by("import vdlite; vdlite.LogWriter")
    assert {"numpy", "msgpack", "vdlite.writer"} <= loaded
    heavy = {"fastapi", "starlette", "uvicorn", "pydantic", "sklearn", "scipy", "PIL", "torch"}
    assert loaded & (heavy | {"pandas", "vdlite.reader", "vdlite.server", "vdlite.cli"}) == set()


def test_the_package_alone_loads_nothing() -> None:
    own = {name for name in loaded_by("import vdlite") if name.partition(".")[0] == "vdlite"}
    assert own == {"vdlite", "vdlite.version"}


def test_a_run_that_logs_numbers_loads_what_these_need_only() -> None:
    loaded = loaded_by("import vdlite; vdlite.init(mode='disabled').log({'loss': 0.5})")
    heavy = {
        "json",
        "yaml",
        "tempfile",
        "PIL",
        "matplotlib",
        "vdlite.foreign",
        "vdlite.kinds.image",
    }
    assert loaded & heavy - loaded_by("import numpy, msgpack") == set()


def test_the_reader_loads_no_web_server() -> None:
    loaded = loaded_by("import vdlite; vdlite.LogReader")
    assert loaded & {"fastapi", "uvicorn", "sklearn", "scipy", "pandas", "vdlite.writer"} == set()


def test_a_server_starts_without_what_only_few_requests_need() -> None:
    loaded = loaded_by("import vdlite.server.thread")
    assert "fastapi" in loaded
    heavy = {"scipy.stats", "scipy.special", "scipy.signal", "sklearn", "umap", "pandas", "torch"}
    assert loaded & heavy == set()
