"""How a model is evaluated: the options of `vdlite.landscape.torch.TorchProblem`, without PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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


MOST_CLASSES = 60
"""Whose losses are kept: a landscape has up to 64 metrics."""


@dataclass(frozen=True, kw_only=True)
class ProblemOptions(Options):
    """The options of how a model is measured, and with what.

    TorchProblem(model, data, loss, num_samples=2048, batch_norm="reestimated")
    compute_landscape(run, callback_fn, precision="bfloat16")  # replaces what the callback says
    """

    loss: Callable[[Any, Any], Any] | None = field(default=None, metadata=NO_FLAG)
    metrics: Mapping[str, Callable[[Any, Any], Any]] | None = field(default=None, metadata=NO_FLAG)
    batch_loss: Callable[[Any, Any], Any] | None = field(default=None, metadata=NO_FLAG)
    classes: int | Sequence[str] | None = field(
        default=None,
        metadata=flag("--classes", "the loss of each class, too: how many there are", metavar="N"),
    )
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
    allow_nondeterministic: bool = field(
        default=False,
        metadata=flag(
            "--allow-nondeterministic",
            "go on with a warning where the loss is not the same twice at one point",
        ),
    )
    device: Any = field(default=None, metadata=NO_FLAG)  # a name, or a torch.device
    facts: Mapping[str, Plain] | None = field(default=None, metadata=NO_FLAG)
    """What else a landscape's record says."""

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
        if self.classes is not None:
            class_names(self.classes)
            if self.batch_loss is not None:
                raise LandscapeError(
                    "classes: batch_loss(model, batch) gives its metrics itself, want loss(outputs, targets)"
                )
        for name in ("num_samples", "batch_size"):
            number = getattr(self, name)
            if number is not None and number < 1:
                raise LandscapeError(f"{name}: got {number}, want 1 or more")


def class_names(classes: int | Sequence[str]) -> tuple[str, ...]:
    """The names of classes, or the numbers of so many. Raises LandscapeError for what is neither."""
    if isinstance(classes, str) or not isinstance(classes, (int, Sequence)):
        raise LandscapeError(f"classes: got {shown(classes)}, want a number, or a name for each")
    names = tuple(map(str, range(classes) if isinstance(classes, int) else classes))
    if not 1 <= len(names) <= MOST_CLASSES:
        got = classes if isinstance(classes, int) else len(names)
        raise LandscapeError(f"classes: got {got}, want 1 to {MOST_CLASSES}")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise LandscapeError(f"classes: got {twice!r} twice, want names that differ")
    return names
