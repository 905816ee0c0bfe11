"""How a problem gets to another process."""

import pickle
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any

from vdlite.errors import LandscapeError
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.problem import Problem
from vdlite.landscape.weights import Array

Recipe = Callable[[], Any]
"""Makes a problem anew: the same one in every process."""

_by_recipe = ContextVar("_by_recipe", default=False)


def by_recipe() -> bool:
    """True if a problem that is being pickled shall send its recipe: it holds something that can't be sent."""
    return _by_recipe.get()


def packed(problem: Problem, directions: Directions, *, foreign: bool) -> bytes:
    """The problem as bytes. Raises LandscapeError if it can't be sent.

    foreign: to workers that have not run the caller's script; what is defined there is sent by value.
    """
    dumps = _dumps(foreign)
    try:
        return dumps((problem, directions))
    except Exception as error:
        whole = _packed_by_recipe(problem, directions, dumps)
        if whole is not None:
            return whole
        raise LandscapeError(
            f"workers: the model, data or loss can't be sent to another process ({error}), "
            "want functions and classes defined at the top of a module, or workers=1"
        ) from error


def _dumps(foreign: bool) -> Callable[[Any], bytes]:
    if foreign:
        try:
            import cloudpickle  # Dask and mpi4py bring it along
        except ImportError:
            pass
        else:
            return lambda thing: bytes(cloudpickle.dumps(thing))
    return lambda thing: pickle.dumps(thing, protocol=5)


def _packed_by_recipe(
    problem: Problem, directions: Directions, dumps: Callable[[Any], bytes]
) -> bytes | None:
    token = _by_recipe.set(True)
    try:
        return dumps((problem, directions))
    except Exception:  # noqa: BLE001  # there is none, or it can't be sent either
        return None
    finally:
        _by_recipe.reset(token)


def remade(recipe: Recipe, arrays: Sequence[Array], fingerprint: str) -> Any:
    """A problem made anew, around the model that was sent. Raises LandscapeError if it became another one."""
    made = recipe().at(arrays)
    if made.fingerprint != fingerprint:
        raise LandscapeError(
            "workers: callback_fn (--entry) gives other samples or settings each time it is called, want the same ones "
            "(seed what is random), or workers=1"
        )
    return made
