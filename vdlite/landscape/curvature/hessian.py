"""The protocol of a loss that has second derivatives."""

from collections.abc import Sequence
from typing import Protocol, cast

from vdlite.errors import LandscapeError
from vdlite.landscape.curvature.lanczos import Vector
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.problem import Problem
from vdlite.landscape.weights import Array


class Hessian(Protocol):
    """The Hessian of a loss, averaged over all samples, by its products with vectors."""

    @property
    def size(self) -> int:
        """The Hessian's rows: entries of all weights that count."""

    @property
    def rounding(self) -> float:
        """How exact a product is, as a share of its length."""

    def __call__(self, vector: Vector) -> Vector:
        """The product with a vector [N], where the model is now."""

    def move(self, point: Sequence[float]) -> None:
        """Put the model to a point of the plane."""

    def place(self, arrays: Sequence[Array]) -> None:
        """Put the model anywhere: an array for each weight."""

    def loss_and_gradient(self) -> tuple[float, Vector]:
        """The loss where the model is now, and its gradient [N]."""

    def split(self, vector: Vector) -> list[Array]:
        """A vector [N] as an array for each weight; zeros for those that do not count."""

    def close(self) -> None: ...


class Curved(Problem, Protocol):
    """A problem whose loss has a Hessian."""

    def hessian(
        self,
        directions: Directions | None = None,
        *,
        device: str | None = None,
        samples: int | None = None,
        ignore: Sequence[str] = (),
    ) -> Hessian:
        """samples: the first so many; all, if left out. ignore: weights that count as constants."""

    def slope(self) -> list[Array]:
        """The gradient of the loss at the center, an array for each weight."""


def curved(problem: Problem, what: str) -> Curved:
    """The problem. Raises LandscapeError if its loss has no derivatives. what: needs them."""
    if not hasattr(problem, "hessian"):
        raise LandscapeError(f"{what}: want a problem with derivatives, this one has none")
    return cast(Curved, problem)
