"""How a model is evaluated: the options of `vdlite.landscape.torch.TorchProblem`, without PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from vdlite.errors import LandscapeError, shown
from vdlite.kinds.landscape import Plain
from vdlite.landscape.facts import OF_TORCH, check_facts
from vdlite.landscape.keywords import NO_FLAG, Options, flag

Parameters = Literal["trainable", "weights", "states", "whole"]
"""weights: the parameters. states: with them the mean and variance that batch norm has gathered. whole: with all other
numbers of the state dict, too, such as the vectors of a spectral norm: a snapshot of them is the model."""

Sampling = Literal["random", "stratified", "first"]
"""random: drawn by the seed. stratified: as large a share of each target. first: those that come first, which is all
that a stream has."""

BatchNorm = Literal["frozen", "reestimated", "batch"]
"""frozen: it uses what it has gathered in training. reestimated: it gathers anew at each point, over all samples.
batch: it uses the mean and variance of each batch."""

Precision = Literal["", "float64", "bfloat16", "float16"]
"""Empty: as the model is."""


@dataclass(frozen=True, kw_only=True)
class ProblemOptions(Options):
    """What a model is measured with, and how.

    TorchProblem(model, data, loss, num_samples=2048, batch_norm="reestimated")
    compute_landscape(run, callback_fn, precision="bfloat16")  # replaces what the callback says
    """

    loss: Callable[[Any, Any], Any] | None = field(default=None, metadata=NO_FLAG)
    metrics: Mapping[str, Callable[[Any, Any], Any]] | None = field(default=None, metadata=NO_FLAG)
    batch_loss: Callable[[Any, Any], Any] | None = field(default=None, metadata=NO_FLAG)
    num_samples: int | None = field(
        default=None, metadata=flag("--samples", "of the data, for each point", metavar="N")
    )
    sampling: Sampling = field(
        default="random", metadata=flag("--sampling", "how they are chosen (default: random)")
    )
    batch_size: int | None = field(
        default=None,
        metadata=flag("--batch-size", "default: what is fastest on this machine", metavar="N"),
    )
    batch_norm: BatchNorm = field(
        default="frozen", metadata=flag("--batch-norm", "default: frozen")
    )
    parameters: Parameters = field(
        default="trainable",
        metadata=flag(
            "--parameters",
            "default: trainable, without frozen ones",
            choices=("trainable", "weights", "states"),
        ),
    )
    precision: Precision = field(
        default="", metadata=flag("--precision", "default: as the model is")
    )
    compile: bool = field(default=False, metadata=flag("--compile", "with torch.compile"))
    training: bool = field(default=False, metadata=flag("--training", "with dropout and the like"))
    device: Any = field(default=None, metadata=NO_FLAG)  # a name, or a torch.device
    facts: Mapping[str, Plain] | None = field(default=None, metadata=NO_FLAG)
    """What else a landscape's record tells."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, kind in (
            ("batch_norm", BatchNorm),
            ("precision", Precision),
            ("sampling", Sampling),
        ):
            if (value := getattr(self, name)) not in get_args(kind):
                raise LandscapeError(f"{name}: got {shown(value)}, want one of {get_args(kind)}")
        if self.facts is not None:
            check_facts(self.facts, OF_TORCH)
        for name in ("num_samples", "batch_size"):
            number = getattr(self, name)
            if number is not None and number < 1:
                raise LandscapeError(f"{name}: got {number}, want 1 or more")
