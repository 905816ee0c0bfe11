"""What whole landscapes take, set-up included, beside a plain loop and bare forward passes at their best batch size.

    python -m benchmarks.landscape_jobs [--device cuda] [NAME ...]

The plain loop has a fresh copy of the model for each point. Processor time with one thread, or time by the clock where
a card computes; jobs, passes and loop in turn, and the ratios are medians. Needs torch.
"""

import argparse
import copy
import itertools
import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import nn

from benchmarks.models import lenet, resnet
from vdlite.landscape import compute_surface, random_directions
from vdlite.landscape.torch import TorchProblem


class Job(NamedTuple):
    """A landscape that is computed from nothing."""

    make: Callable[[], tuple[nn.Module, tuple[Any, Any]]]
    side: int
    pairs: int
    wanted: float  # of a plain loop
    loss: Callable[[Any, Any], Any] = F.cross_entropy


class FunctionalLeNet(nn.Module):
    """LeNet-5 as many write it: with calls of functions."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Conv2d(1, 6, 5, padding=2), nn.Conv2d(6, 16, 5)
        self.dense, self.narrow = nn.Linear(400, 120), nn.Linear(120, 84)
        self.head = nn.Linear(84, 10)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.max_pool2d(F.relu(self.first(x)), 2)
        x = F.max_pool2d(F.relu(self.second(x)), 2)
        x = F.relu(self.dense(torch.flatten(x, 1)))
        return self.head(F.relu(self.narrow(x)))


class TransformerBlock(nn.Module):
    """Causal attention and a perceptron, each with a way around it."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.all, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch, length, width = x.shape
        q, k, v = (
            one.view(batch, length, self.heads, -1).transpose(1, 2)
            for one in self.all(self.before(x)).chunk(3, dim=-1)
        )
        found = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(found.transpose(1, 2).reshape(batch, length, width))
        return x + self.narrow(F.gelu(self.wide(self.between(x))))


class Gpt(nn.Module):
    """A language model of 4 layers, 256 wide."""

    def __init__(self, tokens: int = 512, width: int = 256, layers: int = 4) -> None:
        super().__init__()
        self.tokens, self.places = nn.Embedding(tokens, width), nn.Embedding(128, width)
        self.blocks = nn.Sequential(*(TransformerBlock(width, 4) for _ in range(layers)))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, tokens, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.norm(self.blocks(self.tokens(x) + self.places.weight[: x.shape[1]])))


def _functional() -> tuple[nn.Module, tuple[Any, Any]]:
    _, _, samples = lenet(False)
    torch.manual_seed(0)
    return FunctionalLeNet().eval(), samples


def _perceptron(sizes: tuple[int, ...], count: int) -> tuple[nn.Module, tuple[Any, Any]]:
    torch.manual_seed(0)
    layers: list[nn.Module] = []
    for before, after in itertools.pairwise(sizes):
        layers += [nn.Linear(before, after), nn.ReLU()]
    model = nn.Sequential(*layers[:-1]).eval()
    return model, (torch.randn(count, sizes[0]), torch.randint(0, sizes[-1], (count,)))


def _gpt() -> tuple[nn.Module, tuple[Any, Any]]:
    torch.manual_seed(0)
    text = torch.randint(0, 512, (32, 129))
    return Gpt().eval(), (text[:, :-1].contiguous(), text[:, 1:].contiguous())


def _of_tokens(outputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    return F.cross_entropy(outputs.flatten(0, 1), targets.flatten())


JOBS = {
    "LeNet of modules, 2048, 11 x 11": Job(lambda: lenet(False)[1:], 11, 3, 0.8),
    "LeNet of functions, 2048, 11 x 11": Job(_functional, 11, 3, 0.8),
    "ResNet-20, 512, 5 x 5": Job(lambda: resnet(False)[1:], 5, 3, 1.0),
    "ResNet-20, 512, 21 x 21": Job(lambda: resnet(False)[1:], 21, 1, 0.9),
    "MLP 512-2048-2048-10, 256, 9 x 9": Job(
        lambda: _perceptron((512, 2048, 2048, 10), 256), 9, 5, 1.3
    ),
    "MLP 12-16-16-4, 240, 41 x 41": Job(lambda: _perceptron((12, 16, 16, 4), 240), 41, 5, 1.2),
    "GPT of 4 layers, 32 x 128 tokens, 3 x 3": Job(_gpt, 3, 5, 1.3, _of_tokens),
}


class Ratios(NamedTuple):
    """How long a job takes."""

    of_loop: float
    of_passes: float
    seconds: float


def ratios(job: Job, device: str = "cpu") -> Ratios:
    """Of a job to a plain loop and to its bare passes, and its seconds; medians."""
    model, samples = job.make()
    model, samples = model.to(device), (samples[0].to(device), samples[1].to(device))
    passes = _best(model, samples[0])
    number = job.side**2
    rows = []
    for _ in range(job.pairs):
        # A half of the passes on either side, so that what else runs is the same for both.
        before = _seconds(lambda: _run(passes, number // 2))
        whole = _seconds(lambda: _landscape(model, samples, job))
        limit = before + _seconds(lambda: _run(passes, number - number // 2))
        loop = _seconds(lambda: _loop(model, samples, job, len(passes[1][0])))
        rows.append((whole / loop, whole / limit, whole))
    return Ratios(*(statistics.median(column) for column in zip(*rows, strict=True)))


def _loop(model: nn.Module, samples: tuple[Any, Any], job: Job, size: int) -> None:
    """What somebody would write: a copy for each point, its weights moved, the loss of all batches."""
    directions = [
        [torch.randn_like(one) * one.detach().std(correction=0) for one in model.parameters()]
        for _ in range(2)
    ]
    batches = list(zip(*(one.split(size) for one in samples), strict=True))
    for x, y in itertools.product(torch.linspace(-1, 1, job.side).tolist(), repeat=2):
        moved = copy.deepcopy(model).eval()
        with torch.no_grad():
            for one, first, second in zip(moved.parameters(), *directions, strict=True):
                one += x * first + y * second
            sum(
                float(job.loss(moved(inputs), targets)) * len(targets)
                for inputs, targets in batches
            )


def _landscape(model: nn.Module, samples: tuple[Any, Any], job: Job) -> None:
    problem = TorchProblem(model, [samples], job.loss)
    directions = random_directions(problem.weights, seed=1)
    compute_surface(problem, directions, x=(-1.0, 1.0, job.side), workers=1)


def _best(model: nn.Module, inputs: torch.Tensor) -> tuple[nn.Module, list[torch.Tensor]]:
    """The model and its batches, in the size and layout in which a pass is fastest."""
    tries: list[tuple[float, nn.Module, list[torch.Tensor]]] = []
    layouts = [torch.contiguous_format, torch.channels_last] if inputs.ndim == 4 else [None]
    for layout in layouts:
        own = model if layout is None else _laid_out(model, layout)
        sizes = sorted(
            {min(size, len(inputs)) for size in (4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048)}
        )
        for size in sizes:
            batches = list(inputs.split(size))
            if layout is not None:
                batches = [batch.contiguous(memory_format=layout) for batch in batches]
            seconds = min(_seconds(lambda: _run((own, batches), 1)) for _ in range(4))  # noqa: B023
            tries.append((seconds, own, batches))
    _, own, batches = min(tries, key=lambda one: one[0])
    return own, batches


def _laid_out(model: nn.Module, layout: torch.memory_format) -> nn.Module:
    """A copy in another layout."""
    return copy.deepcopy(model).to(memory_format=layout)


def _run(passes: tuple[nn.Module, list[torch.Tensor]], number: int) -> None:
    model, batches = passes
    with torch.inference_mode():
        for _ in range(number):
            for batch in batches:
                model(batch)


def _seconds(run: Callable[[], None]) -> float:
    if not torch.cuda.is_initialized():
        began = time.process_time()
        run()
        return time.process_time() - began
    torch.cuda.synchronize()
    began = time.perf_counter()
    run()
    torch.cuda.synchronize()
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--device", default="cpu")
    given = parser.parse_args()
    torch.set_num_threads(1)
    # What is loaded once in a process is no part of a landscape.
    small, samples = _perceptron((4, 4, 2), 8)
    _landscape(small.to(given.device), samples, Job(_gpt, 3, 1, 1.0))
    for name, job in JOBS.items():
        if given.names and not any(wanted in name for wanted in given.names):
            continue
        found = ratios(job, given.device)
        print(
            f"{name:42} {found.of_loop:5.2f} of a plain loop, wanted {job.wanted:4.2f}; {found.of_passes:5.2f} of bare passes; "
            f"{found.seconds:7.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
