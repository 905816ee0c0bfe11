"""Packages of others that a part of vdlite needs: what is said where one is missing, and how to get it."""

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager

from vdlite.errors import MissingPackageError

BASE = {
    "numpy": "numpy",
    "msgpack": "msgpack",
    "PIL": "pillow",
    "sklearn": "scikit-learn",
    "fastapi": "fastapi",
    "uvicorn": "uvicorn",
    "yaml": "pyyaml",
    "shtab": "shtab",
}
"""What is installed with vdlite, unless it was left out: package by module."""

OPTIONAL = {
    "torch": "torch",
    "pandas": "pandas",
    "h5py": "h5py",
    "msgspec": "msgspec",
    "dask": "dask[distributed]",
    "pyarrow": "pyarrow",
    "polars": "polars",
    "duckdb": "duckdb",
    "umap": "umap-learn",
    "matplotlib": "matplotlib",
    "obstore": "obstore",
    "fsspec": "fsspec",
    "mcp": "mcp",
    "textual": "textual",
    "playwright": "playwright",
    "apprise": "apprise",
    "psutil": "psutil",
    "pynvml": "nvidia-ml-py",
    "amdsmi": "amdsmi",
}
"""What only those install who need it."""

_BROUGHT = {
    "rich": "textual",
    "scipy": "sklearn",
    "starlette": "fastapi",
    "pydantic": "fastapi",
    "anyio": "fastapi",
    "h11": "uvicorn",
}
"""What comes with one of these, by module."""


def is_there(module: str) -> bool:
    """True if a module can be imported, without importing it."""
    try:
        return importlib.util.find_spec(module) is not None
    except ValueError:  # it has been put into sys.modules by hand
        return False


def needs(what: str, module: str) -> str:
    """The sentence for a package that is missing: `what` needs it, and this is how it is got.

    module: one of those above. Of those that vdlite is installed with, all that are missing are named.
    """
    known = _BROUGHT.get(module, module)
    package = BASE.get(known) or OPTIONAL[known]
    wanted = [package]
    if known in BASE:
        wanted += [other for name, other in BASE.items() if name != known and not is_there(name)]
    command = " ".join(f'"{each}"' if "[" in each else each for each in wanted)
    return f"{what} needs {package}: pip install {command}"


def missing(error: ModuleNotFoundError, what: str = "this") -> MissingPackageError | None:
    """The error with that sentence for a package that could not be imported; None if it is no such package."""
    module = (error.name or "").partition(".")[0]
    if isinstance(error, MissingPackageError):
        return error
    if module not in BASE.keys() | OPTIONAL.keys() | _BROUGHT.keys() or is_there(module):
        return None
    return MissingPackageError(needs(what, module), name=module)


@contextmanager
def needed(what: str) -> Iterator[None]:
    """Imports of packages that may be missing stand in it, and raise MissingPackageError.

    what: the subject of the sentence, such as "a picture".
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise missing(error, what) or error from None
