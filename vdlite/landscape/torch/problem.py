"""A PyTorch model, its samples and its loss."""

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, SupportsIndex

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.agreement import apart, not_the_same_twice, warn_of_shortcuts
from vdlite.landscape.alignment.groups import PermutationGroups
from vdlite.landscape.directions.axes import Directions
from vdlite.landscape.directions.principal import Snapshots
from vdlite.landscape.identity import structure
from vdlite.landscape.keywords import Given, with_options
from vdlite.landscape.options import class_names
from vdlite.landscape.problem import Values
from vdlite.landscape.surface.second_derivatives import AxisCurvatures
from vdlite.landscape.torch.alignment.graph import groups_of
from vdlite.landscape.torch.batches import Batch
from vdlite.landscape.torch.classes import ClassLosses
from vdlite.landscape.torch.copying import check_scripted, copy_of, put_into_mode
from vdlite.landscape.torch.devices import device_for, device_of
from vdlite.landscape.torch.ensemble import ensembles
from vdlite.landscape.torch.evaluator import TorchEvaluator
from vdlite.landscape.torch.hessian import TorchHessian, in_pieces
from vdlite.landscape.torch.ignored_targets import warn_of_ignored
from vdlite.landscape.torch.measures import Measure
from vdlite.landscape.torch.modules import bare, frozen, weights_of
from vdlite.landscape.torch.own_references import warn_of_own
from vdlite.landscape.torch.plain_way import allowance, is_quickest, plain_plan
from vdlite.landscape.torch.provenance import facts_of
from vdlite.landscape.torch.randomness import own_randomness
from vdlite.landscape.torch.sampling import sampled
from vdlite.landscape.torch.sampling_error import standard_error
from vdlite.landscape.torch.setup import Setup, TorchOptions
from vdlite.landscape.torch.shared_memory import warn_of_shared
from vdlite.landscape.torch.tuning import Plan
from vdlite.landscape.torch.unclear_counts import warn_of_unclear
from vdlite.landscape.weights import STATISTICS, Array, Weight, fingerprint
from vdlite.landscape.workers.pickling import Recipe, by_recipe, remade

MOST_DIFFERENTIATED = 20_000_000
"""Parameters of a model whose curvature along the axes is exact; a product takes six copies of them."""

_MANY_TIMES = 4  # more points than were expected are worth looking again for what is fastest


class TorchProblem:
    """The loss of a PyTorch model on fixed samples.

    model: any module. It is copied: the caller's own, its mode, gradients, buffers and random numbers stay as they are.
    data: batches, such as a DataLoader's, or one in a list; or several by name: {"train": ..., "test": ...}.
    loss: gives the loss of outputs and targets, where batches are (inputs, ..., targets): a mean, one value for each
        sample, or (sum, count), where what is counted are no samples: tokens that are not padding, say.
    metrics: further ones by name, such as {"accuracy": accuracy}.
    classes: how many classes the targets count, or their names: the loss of each is a metric, too, such as "loss/cat".
    batch_loss: instead of `loss`, for any other model: gives the loss, or metrics by name, of the model and a batch.
    num_samples: so many of each data are kept; all, if left out. sampling: which of them: "random" draws by the seed,
        "stratified" as large a share of each target; "first" takes those that come first, as it is with any stream.
    parameters: "trainable" leaves those alone that require no gradient (unless none does); "weights" moves all, and
        "states" the statistics of batch norm, too.
    batch_norm: "frozen", "reestimated" or "batch"; see `BatchNorm`. training: dropout and the like stay on.
    precision: "" as the model is, "float64", or mixed precision in "bfloat16" or "float16".
    allow_nondeterministic: takes a loss that is not the same twice at one point, with a warning.
    compile: with `torch.compile`. batch_size: what is fastest on this machine, if left out.
    device: the model's, if left out. seed: of the samples that a shuffling loader draws, and of dropout.
    facts: what else a landscape's record shall tell, by name.

    Batches are joined and cut anew where all metrics are means over samples, otherwise they stay as they came. Weights of
    half precision move in float32, and are rounded at each point: `rounding` in the record says how far the loss is
    off that of the same model in float64.
    Raises LandscapeError if model, data or settings do not fit together, and its evaluators if a metric is a plain sum or
    the loss is not the same twice at one point.
    """

    @with_options(TorchOptions)
    def __init__(
        self,
        model: nn.Module,
        data: Iterable[Batch] | Mapping[str, Iterable[Batch]],
        given: Given[TorchOptions],
    ) -> None:
        options = given.options
        if not isinstance(model, nn.Module):
            raise LandscapeError(f"model: got {shown(model)}, want a torch.nn.Module")
        check_scripted(bare(model), options)
        device = device_for(model, options.device)
        seed = options.seed % 2**64  # what torch takes
        classes = None
        if options.classes is not None and options.loss is not None:
            classes = ClassLosses(options.loss, class_names(options.classes))
        measure = Measure(options.loss, options.batch_loss, options.metrics, classes)
        kept = copy_of(model)
        put_into_mode(kept, training=options.training)
        warn_of_shared(bare(model))
        losses = {"loss": options.loss, "batch_loss": options.batch_loss}
        warn_of_own(model, kept, {**losses, **(options.metrics or {})})
        if options.parameters == "trainable" and not frozen(kept):
            # The same landscape, whichever way it was asked for.
            options = replace(options, parameters="weights")
        weights = weights_of(kept, options.parameters, share=True)
        samples = {}
        for name, batches in (data if isinstance(data, Mapping) else {"": data}).items():
            with own_randomness(seed, device, batches):
                samples[str(name)] = sampled(
                    batches,
                    options.num_samples,
                    options.sampling,
                    seed,
                    f"data {name}".strip(),
                    has_targets=measure.takes_outputs,
                )
        if not samples:
            raise LandscapeError("data: got none, want batches")
        warn_of_ignored(options.loss, samples.values())
        warn_of_unclear(samples.values())
        self._setup = Setup(kept, samples, measure, options, device, seed, weights)
        self._plan: Plan | None = None  # what an evaluator has found to be fastest
        self._planned_for: int | None = 0  # points; None: very many
        self._compiles = options.compile
        self._expected: int | None = None
        self.is_plain = False
        """Whether each point is computed with nothing that is used twice."""
        self.recipe: Recipe | None = None
        """How to make it anew in another process, where its loss or its data can't be sent."""
        self._of_samples = [(name, one.fingerprint) for name, one in samples.items()]
        self._fingerprint = self._identity()

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        if by_recipe() and self.recipe is not None:
            whole = weights_of(self.model, "whole", share=True)
            arrays = [weight.value for weight in whole]
            return (
                remade,
                (self.recipe, arrays, self._fingerprint),
                {
                    "_plan": self._plan,
                    "_planned_for": self._planned_for,
                    "is_plain": self.is_plain,
                },
            )
        return super().__reduce_ex__(protocol)

    @property
    def model(self) -> nn.Module:
        """The copy."""
        return self._setup.model

    @property
    def weights(self) -> tuple[Weight, ...]:
        return self._setup.weights

    @property
    def count(self) -> int:
        """How many samples there are of the first data."""
        return sum(self._setup.sizes)

    @property
    def on_processor(self) -> bool:
        """True if the model runs on no card."""
        return bool(self._setup.device.type == "cpu")

    @property
    def fingerprint(self) -> str:
        return self._fingerprint

    def expect(self, points: int) -> None:
        """Say how many points evaluators will compute: to look for what is fastest takes a tenth of that at most."""
        self._expected = points

    def evaluator(self, directions: Directions, device: str | None = None) -> TorchEvaluator:
        directions.check(self.weights)
        return self._evaluator(directions, self._on(device), self._expected)

    def values_of(self, models: Sequence[Sequence[Array]]) -> Values:
        found = self._of_models(models)
        if self.is_plain or is_quickest(self._setup, len(models)):
            return found
        # The last one is where what forwards leave behind has added up most.
        truth = self.plain._of_models([models[len(models) - 1]])
        name = next(iter(found))
        off = apart(float(found[name][-1]), float(truth[name][-1]))
        if off <= self.allowance:
            return found
        warn_of_shortcuts(off)
        found, truth = (
            self.plain._of_models(models),
            self.plain._of_models([models[len(models) - 1]]),
        )
        off = apart(float(found[name][-1]), float(truth[name][-1]))
        if off > self.allowance:
            not_the_same_twice(off, allowed=self.allow_nondeterministic)
        return found

    def _of_models(self, models: Sequence[Sequence[Array]]) -> Values:
        evaluator = self._evaluator(None, self._setup.device, len(models))
        try:
            return evaluator.of_models(models)
        finally:
            evaluator.close()

    def exact(self, directions: Directions, points: NDArray[np.float64]) -> Values | None:
        if not self._setup.takes_shortcuts:
            return None
        plain = self._changed(self._setup.without_shortcuts(), self._fingerprint)
        plain._plan = None
        plain.expect(len(points))
        return plain.values_at(directions, points)

    @property
    def plain(self) -> "TorchProblem":
        """The problem, computed slowly: each point by a fresh copy of the model, over fresh copies of the samples, in batches as
        they came. Nothing of one point can reach another.
        """
        made = copy.copy(self)
        made.is_plain = True
        return made

    @property
    def allowance(self) -> float:
        """How far a loss may be off that of `plain`, as a share of it: what the order of sums and kernels explain."""
        return allowance(self._setup)

    @property
    def allow_nondeterministic(self) -> bool:
        """True if losses are wanted that are not the same twice at one point."""
        return self._setup.options.allow_nondeterministic

    def values_at(
        self, directions: Directions, points: NDArray[np.float64], device: str | None = None
    ) -> Values:
        """The metrics at some points of a plane."""
        evaluator = self.evaluator(directions, device)
        try:
            return evaluator(points)
        finally:
            evaluator.close()

    def hessian(
        self,
        directions: Directions | None = None,
        *,
        device: str | None = None,
        samples: int | None = None,
        ignore: Sequence[str] = (),
    ) -> TorchHessian:
        if samples is not None:
            return self.limited(samples).hessian(directions, device=device, ignore=ignore)
        plan = self._plan if self._planned_for != 0 else None
        hessian = TorchHessian(self._setup, directions, self._on(device), plan, ignore)
        if plan is None:
            self._plan, self._planned_for = hessian.plan, None
        return hessian

    def curvatures_along(
        self, directions: Directions, device: str | None = None
    ) -> AxisCurvatures | None:
        setup = self._setup
        if setup.takes_shortcuts:
            setup = setup.without_shortcuts()
        # Gathering statistics is no part of the graph.
        if setup.options.batch_norm == "reestimated":
            return None
        # A surface of a large model should not need more memory than its points do.
        if sum(weight.value.size for weight in setup.weights) > MOST_DIFFERENTIATED:
            return None
        try:
            hessian = TorchHessian(
                setup, None, self._on(device), in_pieces(setup, self._plan), (), keeps=False
            )
            try:
                return hessian.along(directions)
            finally:
                hessian.close()
        except Exception:  # noqa: BLE001  # a loss or model that can't be differentiated twice, or not here
            return None

    def standard_error(self, device: str | None = None) -> float | None:
        """The standard error of the loss at the center, as an estimate of the loss of all data; None unless its samples were drawn of them."""
        unknown = self._setup.unknown
        if not unknown:
            return None
        evaluator = self._fast_evaluator(None, self._on(device), 1)
        try:
            error = standard_error(evaluator)
        finally:
            evaluator.close()
        return None if error is None else error * unknown

    def slope(self) -> list[Array]:
        hessian = self.hessian()
        try:
            return hessian.split(hessian.gradient())
        finally:
            hessian.close()

    def limited(self, samples: int) -> "TorchProblem":
        """The problem with so many samples only."""
        limited = self._setup.limited(samples)
        return self._changed(limited, fingerprint((), self._fingerprint, samples))

    def reestimated(self) -> "TorchProblem":
        """The problem in which batch norm gathers its statistics anew wherever the model is."""
        options = replace(self._setup.options, batch_norm="reestimated")
        gathers = any(weight.role in STATISTICS for weight in weights_of(self.model, "states"))
        if not gathers or self._setup.options.batch_norm != "frozen":
            return self
        return self._changed(
            replace(self._setup, options=options),
            fingerprint((), self._fingerprint, "reestimated"),
        )

    def ensembles(
        self, models: Snapshots, numbers: Sequence[int], kind: str
    ) -> dict[int, dict[str, float]]:
        """The metrics of the mean prediction of the last so many models, by number; see `ensemble_values`."""
        measure = self._setup.measure
        if not measure.takes_outputs:
            raise LandscapeError(
                f"ensemble: got {kind!r}, but batch_loss(model, batch) is no loss of outputs; want loss=..., or a function "
                "of several models"
            )
        evaluator = self._fast_evaluator(None, self._setup.device, numbers[-1])
        try:
            return ensembles(
                evaluator, measure, models, numbers, probabilities=kind == "probabilities"
            )
        finally:
            evaluator.close()

    @property
    def whole(self) -> "TorchProblem":
        """The problem with all numbers of the state dict among its weights: with them a model is what it was."""
        if self._setup.options.parameters == "whole":
            return self
        return self._changed(self._setup.of("whole"), fingerprint((), self._fingerprint, "whole"))

    def at(self, arrays: Sequence[Array]) -> "TorchProblem":
        """The problem around another model, given by arrays for the weights of `whole`."""
        made = copy.copy(self)
        made._setup = self._setup.at(arrays)
        made._fingerprint = made._identity()
        return made

    def permutation_groups(self) -> PermutationGroups:
        return groups_of(self._setup)

    def facts(self) -> dict[str, Any]:
        plan = self._plan if self._plan is not None else plain_plan(self._setup, None)
        facts = {**facts_of(self._setup, plan), "model_fingerprint": self._of_weights()}
        if not self._compiles or self.is_plain:
            facts.pop("compiled", None)
        return {**facts, "anew": True} if self.is_plain else facts

    def _changed(self, setup: Setup, fingerprint: str) -> "TorchProblem":
        """A copy that evaluates something else, which the recipe would not make."""
        made = copy.copy(self)
        made._setup, made._fingerprint, made.recipe = setup, fingerprint, None
        return made

    def _evaluator(
        self, directions: Directions | None, device: torch.device, points: int | None
    ) -> TorchEvaluator:
        """points: that it will compute. A few take longer to look for what is fast than to be computed in the plain way."""
        if self.is_plain:
            plan = plain_plan(self._setup, self._plan)
            return TorchEvaluator(self._setup, directions, device, plan, plain=True)
        if is_quickest(self._setup, points):
            made = TorchEvaluator(
                self._setup, directions, device, self._plan, points=points, plain=True
            )
            # For the next few; for many, something faster is looked for.
            self._plan = self._plan if self._plan is not None else made.plan
            return made
        return self._fast_evaluator(directions, device, points)

    def _fast_evaluator(
        self, directions: Directions | None, device: torch.device, points: int | None
    ) -> TorchEvaluator:
        """How samples are run for its points, the next one and each worker need not try again."""
        known = self._planned_for
        enough = known is None or (points is not None and points <= _MANY_TIMES * known)
        made = TorchEvaluator(
            self._setup, directions, device, self._plan if enough else None, points=points
        )
        self._compiles = made.compiles
        if not enough:
            self._plan, self._planned_for = made.plan, points
        return made

    def _identity(self) -> str:
        setup, options = self._setup, self._setup.options
        settings = (
            options.parameters,
            options.batch_norm,
            options.training,
            options.precision,
            setup.seed,
        )
        everything = fingerprint(
            weight.value for weight in weights_of(setup.model, "whole", share=True)
        )
        computed = (setup.measure.identity, structure(setup.model))
        return fingerprint((), everything, self._of_samples, computed, settings)

    def _of_weights(self) -> str:
        return fingerprint(weight.value for weight in weights_of(self.model, "weights", share=True))

    def _on(self, device: str | None) -> torch.device:
        return device_of(device) if device is not None else self._setup.device
