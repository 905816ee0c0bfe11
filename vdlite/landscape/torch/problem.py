"""A PyTorch model, its samples and its loss."""

import copy
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, SupportsIndex, get_args

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vdlite.errors import LandscapeError, shown
from vdlite.landscape.directions import Directions
from vdlite.landscape.identity import structure
from vdlite.landscape.problem import Values
from vdlite.landscape.torch.batch_norm import BatchNorm
from vdlite.landscape.torch.batches import Batch, Samples, taken, taken_first
from vdlite.landscape.torch.devices import device_of
from vdlite.landscape.torch.evaluator import TorchEvaluator
from vdlite.landscape.torch.hessian import TorchHessian
from vdlite.landscape.torch.measures import BatchLoss, Criterion, Measure
from vdlite.landscape.torch.modules import (
    Parameters,
    bare,
    copied,
    is_scripted,
    load,
    name_of,
    weights_of,
)
from vdlite.landscape.torch.tuning import Plan
from vdlite.landscape.torch.untouched import own_randomness
from vdlite.landscape.travel import Recipe, by_recipe, remade
from vdlite.landscape.weights import Array, Weight, fingerprint

Precision = Literal["", "float64", "bfloat16", "float16"]


class TorchProblem:
    """The loss of a PyTorch model on fixed samples.

    model: any module. It is copied: the caller's own, its mode, gradients, buffers and random numbers stay as they are.
    data: batches, such as a DataLoader's, or one in a list; or several by name: {"train": ..., "test": ...}.
    loss: gives the loss of outputs and targets, where batches are (inputs, ..., targets): a mean, or one value for
        each sample. metrics: further ones by name, such as {"accuracy": accuracy}.
    batch_loss: instead of `loss`, for any other model: gives the loss, or metrics by name, of the model and a batch.
    num_samples: the first so many of each data are kept; all, if left out.
    parameters: "weights", or "states" for those with the statistics of batch norm.
    batch_norm: "frozen", "reestimated" or "batch"; see `BatchNorm`. training: dropout and the like stay on.
    precision: "" as the model is, "float64", or mixed precision in "bfloat16" or "float16".
    compile: with `torch.compile`. batch_size: what is fastest on this machine, if left out.
    seed: of the samples that a shuffling loader draws, and of dropout.

    Batches are joined and cut anew where all metrics are means over samples, otherwise they stay as they came. Weights of
    half precision move in float32.
    Raises LandscapeError if model, data or settings do not fit together.
    """

    def __init__(
        self,
        model: nn.Module,
        data: Iterable[Batch] | Mapping[str, Iterable[Batch]],
        loss: Criterion | None = None,
        *,
        metrics: Mapping[str, Criterion] | None = None,
        batch_loss: BatchLoss | None = None,
        num_samples: int | None = None,
        parameters: Parameters = "weights",
        batch_norm: BatchNorm = "frozen",
        training: bool = False,
        precision: Precision = "",
        compile: bool = False,  # noqa: A002  # as torch calls it
        batch_size: int | None = None,
        device: str | torch.device | None = None,
        seed: int = 0,
        **facts: Any,
    ) -> None:
        if not isinstance(model, nn.Module):
            raise LandscapeError(f"model: got {shown(model)}, want a torch.nn.Module")
        if precision not in get_args(Precision):
            raise LandscapeError(
                f"precision: got {shown(precision)}, want one of {get_args(Precision)}"
            )
        _check_scripted(bare(model), training, compile)
        for name, number in {"num_samples": num_samples, "batch_size": batch_size}.items():
            if number is not None and number < 1:
                raise LandscapeError(f"{name}: got {number}, want 1 or more")
        first = next(model.parameters(), None)
        self.device = (
            device_of(device)
            if device is not None
            else first.device
            if first is not None
            else torch.device("cpu")
        )
        self.measure = Measure(loss, batch_loss, metrics)
        self.parameters: Parameters = parameters
        self.batch_norm: BatchNorm = batch_norm
        self.training = training
        self.precision: Precision = precision
        self.compile = compile
        self.batch_size = batch_size
        self.seed = seed % 2**64  # what torch takes
        self.plan: Plan | None = None
        self.recipe: Recipe | None = None
        """How to make it anew in another process, where its loss or its data can't be sent."""
        self._facts = dict(facts)
        self.model = _copied(model)
        self._weights = weights_of(self.model, parameters, share=True)
        named = data if isinstance(data, Mapping) else {"": data}
        self.samples: dict[str, Samples] = {}
        for name, batches in named.items():
            with own_randomness(self.seed, self.device, batches):
                self.samples[str(name)] = taken(batches, num_samples, f"data {name}".strip())
        if not self.samples:
            raise LandscapeError("data: got none, want batches")
        self._of_samples = [(name, kept.fingerprint) for name, kept in self.samples.items()]
        self._fingerprint = self._identity()

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        if by_recipe() and self.recipe is not None:
            whole = weights_of(self.model, "whole", share=True)
            arrays = [weight.value for weight in whole]
            return remade, (self.recipe, arrays, self._fingerprint), {"plan": self.plan}
        return super().__reduce_ex__(protocol)

    def __getstate__(self) -> dict[str, Any]:
        state = vars(self).copy()
        if is_scripted(self.model):
            # Pickle can't take it.
            file = io.BytesIO()
            torch.jit.save(self.model, file)
            state["model"] = file.getvalue()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        if isinstance(state.get("model"), bytes):
            state["model"] = torch.jit.load(io.BytesIO(state["model"]), map_location="cpu")
        vars(self).update(state)

    @property
    def weights(self) -> tuple[Weight, ...]:
        return self._weights

    @property
    def fingerprint(self) -> str:
        return self._fingerprint

    def evaluator(self, directions: Directions, device: str | None = None) -> TorchEvaluator:
        directions.check(self._weights)
        return TorchEvaluator(self, directions, self._on(device))

    def values_of(self, models: Sequence[Sequence[Array]]) -> Values:
        evaluator = TorchEvaluator(self, None, self.device)
        try:
            return evaluator.of_models(models)
        finally:
            evaluator.close()

    def exact(self, directions: Directions, points: NDArray[np.float64]) -> Values | None:
        if self.precision not in ("bfloat16", "float16") and not self.compile:
            return None
        plain = copy.copy(self)
        plain.recipe = None
        plain.precision, plain.compile, plain.plan = "", False, None
        return plain.values_at(directions, points)

    def values_at(self, directions: Directions, points: NDArray[np.float64]) -> Values:
        """The metrics at some points of a plane."""
        evaluator = self.evaluator(directions)
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
        problem = self if samples is None else self.limited(samples)
        return TorchHessian(problem, directions, self._on(device), ignore)

    def slope(self) -> list[Array]:
        hessian = self.hessian()
        try:
            return hessian.split(hessian.gradient())
        finally:
            hessian.close()

    def limited(self, samples: int) -> "TorchProblem":
        """The same with the first so many samples only."""
        made = copy.copy(self)
        made.samples = {name: taken_first(kept, samples) for name, kept in self.samples.items()}
        made._fingerprint = fingerprint((), self._fingerprint, samples)
        made.recipe = None
        return made

    @property
    def whole(self) -> "TorchProblem":
        """The same with all numbers of the state dict among its weights: with them a model is what it was."""
        if self.parameters == "whole":
            return self
        made = copy.copy(self)
        made.parameters = "whole"
        made._weights = weights_of(self.model, "whole", share=True)
        made._fingerprint = fingerprint((), self._fingerprint, "whole")
        made.recipe = None
        return made

    def at(self, arrays: Sequence[Array]) -> "TorchProblem":
        """The same problem around another model, given by arrays for the weights of `whole`."""
        made = copy.copy(self)
        made.model = copied(self.model)
        load(made.model, arrays)
        made._weights = weights_of(made.model, self.parameters, share=True)
        made._fingerprint = made._identity()
        return made

    def facts(self) -> dict[str, Any]:
        kept = next(iter(self.samples.values()))
        told: dict[str, Any] = {
            "loss": self.measure.name,
            "samples": kept.count,
            "batch_norm": self.batch_norm,
            "precision": self.precision or str(self._dtype()).removeprefix("torch."),
            "device": self.device.type,
            "model": name_of(self.model),
            "model_fingerprint": self._of_weights(),
            "parameters": sum(weight.value.size for weight in self._weights),
        }
        if self.plan is not None and self.plan.batch_size is not None:
            told["batch_size"] = self.plan.batch_size
        if self.training:
            told["training"] = True
        if self.compile:
            told["compiled"] = True
        return {**told, **self._facts}

    def _identity(self) -> str:
        settings = (self.parameters, self.batch_norm, self.training, self.precision, self.seed)
        everything = fingerprint(
            weight.value for weight in weights_of(self.model, "whole", share=True)
        )
        computed = (self.measure.identity, structure(self.model))
        return fingerprint((), everything, self._of_samples, computed, settings)

    def _of_weights(self) -> str:
        return fingerprint(weight.value for weight in weights_of(self.model, "weights", share=True))

    @property
    def is_half(self) -> bool:
        """Whether the model computes in half precision of its own."""
        return self.precision != "float64" and self._dtype() in (torch.float16, torch.bfloat16)

    def _dtype(self) -> torch.dtype:
        return next(self.model.parameters()).dtype

    def _on(self, device: str | None) -> torch.device:
        return device_of(device) if device is not None else self.device


def _check_scripted(model: nn.Module, training: bool, compiled: bool) -> None:
    """Raises LandscapeError for what a model of TorchScript can't be told."""
    traced = isinstance(model, (torch.jit.TracedModule, torch.jit.TopLevelTracedModule))
    unable = (
        "training: got True, but a traced model computes as it did when it was traced"
        if training and traced
        else "compile: got True, but torch.compile takes no scripted model, which is compiled already"
        if compiled and is_scripted(model)
        else ""
    )
    if unable:
        raise LandscapeError(f"{unable}; return the plain module from callback_fn (--entry)")


def _copied(model: nn.Module) -> nn.Module:
    """A copy on the CPU, that can be sent to other processes. Raises LandscapeError if the model can't be copied."""
    try:
        inner = bare(model)
        # What a forward has left behind, such as the weight that `weight_norm` computes, belongs to its graph.
        left = (value for module in inner.modules() for value in vars(module).values())
        plain = {
            id(value): value.detach().clone()
            for value in left
            if isinstance(value, torch.Tensor) and not value.is_leaf
        }
        return copied(inner, plain).cpu()
    except Exception as error:
        raise LandscapeError(
            f"model: {name_of(model)} can't be copied ({error}); hooks or tensors that belong to a graph have to "
            "be taken away first"
        ) from error
