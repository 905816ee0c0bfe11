"""Another model of the same architecture, permuted so that it lies near a first one."""

from collections.abc import Sequence
from typing import Protocol, cast

from vdlite.errors import LandscapeError
from vdlite.landscape.alignment.groups import PermutationGroups
from vdlite.landscape.alignment.matching import match
from vdlite.landscape.problem import Problem
from vdlite.landscape.weights import STATISTICS, Array


class _Permutable(Protocol):
    def permutation_groups(self) -> PermutationGroups: ...


def groups_of(problem: Problem) -> PermutationGroups:
    """The channels of a problem's model that can be permuted. Raises LandscapeError if nobody knows."""
    if not hasattr(problem, "permutation_groups"):
        raise LandscapeError(
            "align: only the channels of PyTorch models are known, want a TorchProblem, or groups"
        )
    return cast(_Permutable, problem).permutation_groups()


def align(
    problem: Problem,
    model: Sequence[Array],
    *,
    to: Sequence[Array] | None = None,
    groups: PermutationGroups | None = None,
    seed: int = 0,
) -> list[Array]:
    """The arrays of a model that computes the same, with its channels in the order in which it lies nearest to another.

    Weight matching; see `match`. model, to: an array for each weight of `problem.whole`; to: the problem's own, if left
    out. groups: which channels are permuted together, if the problem does not tell. seed: of the order of the search.
    Raises LandscapeError if no channels can be permuted, as of a model that torch.fx can't follow.
    """
    weights = problem.whole.weights
    names = [weight.name for weight in weights]
    reference = [weight.value for weight in weights] if to is None else to
    found = groups if groups is not None else groups_of(problem)
    first, other = (dict(zip(names, one, strict=True)) for one in (reference, model))
    statistics = {weight.name for weight in weights if weight.role in STATISTICS}
    permutations = match(found, first, other, without=statistics, seed=seed)
    made = found.permuted(other, permutations)
    return [made[name] for name in names]
