"""A small multilayer perceptron in NumPy, its gradients, and three ways to descend along them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Labels = NDArray[np.int64]

AnyContext = AbstractContextManager[object]

LEAST_SHARE = np.float32(1e-7)  # that a label gets in the loss, which is 16 nats at most
LEAK = np.float32(0.01)  # slope below zero; with plain ReLU, a network can die instead of diverging


def _no_span(_: str) -> AnyContext:
    return nullcontext()


@dataclass(slots=True)
class Network:
    """Layers of weights [inputs, outputs] and biases [outputs], with leaky ReLU between them."""

    weights: list[Array]
    biases: list[Array]

    @classmethod
    def random(cls, sizes: list[int], rng: np.random.Generator) -> Network:
        """He initialization: variance 2 / inputs (He et al. 2015, section 2.2)."""
        pairs = list(pairwise(sizes))
        weights = [
            (rng.standard_normal(pair) * np.sqrt(2 / pair[0])).astype(np.float32) for pair in pairs
        ]
        return cls(weights, [np.zeros(outputs, np.float32) for _, outputs in pairs])

    @property
    def parameters(self) -> list[Array]:
        return [*self.weights, *self.biases]

    def activations(self, images: Array) -> list[Array]:
        """The input of every layer, and the logits [N, classes] as the last."""
        values = [images]
        for weight, bias in zip(self.weights, self.biases, strict=True):
            logits = values[-1] @ weight + bias
            values.append(np.where(logits > 0, logits, LEAK * logits))
        values[-1] = logits  # nothing is cut off after the last layer
        return values

    def loss(self, images: Array, labels: Labels) -> float:
        """Mean cross-entropy, in nats."""
        return _cross_entropy(self.activations(images)[-1], labels)[0]

    def accuracy(self, images: Array, labels: Labels) -> float:
        """Share of the images whose largest logit is that of their label."""
        return float(np.mean(self.activations(images)[-1].argmax(axis=1) == labels))

    def measures(self, images: Array, labels: Labels) -> dict[str, float]:
        """Loss and accuracy of one pass."""
        logits = self.activations(images)[-1]
        right = np.mean(logits.argmax(axis=1) == labels)
        return {"loss": _cross_entropy(logits, labels)[0], "accuracy": float(right)}

    def gradients(
        self, images: Array, labels: Labels, span: Callable[[str], AnyContext] = _no_span
    ) -> tuple[float, list[Array]]:
        """The loss, and its gradient for each of `parameters`, by backpropagation.

        span: what is around the forward and the backward pass, and each layer of the latter.
        """
        with span("forward"):
            *inputs, logits = self.activations(images)
            loss, slope = _cross_entropy(logits, labels)
        weights: list[Array] = []
        biases: list[Array] = []
        with span("backward"):
            for layer in reversed(range(len(self.weights))):
                with span(f"layer {layer}"):
                    weights.insert(0, inputs[layer].T @ slope)
                    biases.insert(0, slope.sum(axis=0))
                    slope = (slope @ self.weights[layer].T) * np.where(
                        inputs[layer] > 0, np.float32(1), LEAK
                    )
        return loss, [*weights, *biases]


def _cross_entropy(logits: Array, labels: Labels) -> tuple[float, Array]:
    """The mean loss, and its gradient for the logits [N, classes]."""
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    rows = np.arange(len(labels))
    loss = -np.log(np.maximum(shares[rows, labels], LEAST_SHARE)).mean()
    shares[rows, labels] -= 1
    return float(loss), shares / np.float32(len(labels))


class Optimizer:
    """Descends along a gradient; the rule is one of RULES."""

    def __init__(self, rule: str, parameters: list[Array]) -> None:
        self._rule = RULES[rule]
        self._parameters = parameters
        self._memories = [_Memory(np.zeros_like(p), np.zeros_like(p)) for p in parameters]

    def step(self, gradients: list[Array], rate: float) -> None:
        """Change the parameters in place."""
        steps = zip(self._parameters, gradients, self._memories, strict=True)
        for parameter, gradient, memory in steps:
            parameter -= np.float32(rate) * self._rule(gradient, memory)


@dataclass(slots=True)
class _Memory:
    """What an optimizer remembers of one parameter's gradients."""

    first: Array
    second: Array
    steps: int = field(default=0)


def _plain(gradient: Array, _: _Memory) -> Array:
    return gradient


def _momentum(gradient: Array, memory: _Memory) -> Array:
    memory.first = 0.9 * memory.first + gradient
    return memory.first


def _adam(gradient: Array, memory: _Memory) -> Array:
    """Kingma and Ba 2015, algorithm 1, with their default constants."""
    memory.steps += 1
    memory.first = 0.9 * memory.first + 0.1 * gradient
    memory.second = 0.999 * memory.second + 0.001 * gradient**2
    mean = memory.first / (1 - 0.9**memory.steps)
    spread = np.sqrt(memory.second / (1 - 0.999**memory.steps))
    step: Array = mean / (spread + np.float32(1e-8))
    return step


RULES: dict[str, Callable[[Array, _Memory], Array]] = {
    "sgd": _plain,
    "momentum": _momentum,
    "adam": _adam,
}
