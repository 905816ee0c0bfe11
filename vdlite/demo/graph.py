"""The graph of the demo's network: what its NumPy code does with a batch, forward, backward and one step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from vdlite import GraphBuilder
from vdlite.demo.network import LEAK, Network, Optimizer


def network_graph(network: Network, *, batch: int, optimizer: str) -> GraphBuilder:
    """Operation by operation; FLOPs are those of the products of matrices.

    batch: images at once. optimizer: its rule. Layers are called as in the tags of their histograms.
    """
    graph = GraphBuilder("Network", about={"framework": "NumPy", "batch": batch})
    forward = _calls_from(graph, Network.activations)
    backward = _calls_from(graph, Network.gradients, phase="backward")
    flow = graph.node("input", name="images", outputs=[_array(batch, len(network.weights[0]))])
    labels = graph.node("input", name="labels", outputs=[("int64", [batch])])
    last = len(network.weights) - 1
    layers: list[tuple[int, int, int, int]] = []  # scope, input, values before the ReLU, weight
    for at, weight in enumerate(network.weights):
        inputs, outputs = weight.shape
        shape = [_array(batch, outputs)]
        with graph.scope(f"layer {at}", "Layer") as scope:
            flops = 2.0 * batch * inputs * outputs
            product = forward("matmul", [flow], shape, flops=flops)
            values = forward("add", [product], shape)
            held = graph.parameter(f"layer {at}.weight", _array(*weight.shape), used_by=[product])
            graph.parameter(f"layer {at}.bias", _array(outputs), used_by=[values])
            layers.append((scope, flow, values, held))
            flow = values
            if at < last:
                flow = forward("leaky_relu", [values], shape, attributes={"slope": float(LEAK)})
    with graph.scope("loss", "CrossEntropy") as loss:
        shares = forward("softmax", [flow], [_array(batch, network.weights[-1].shape[1])])
        least = forward("negative_log_mean", [shares, labels], [_array()])
    graph.node("output", [least], name="loss", outputs=[_array()], scope=0)
    slope = backward(
        "softmax_backward",
        [shares, labels],
        [_array(batch, network.weights[-1].shape[1])],
        scope=loss,
    )
    gradients: list[tuple[int, tuple[int, ...]]] = []
    for at, (scope, taken, _, held) in reversed(list(enumerate(layers))):
        inputs, outputs = network.weights[at].shape
        flops = 2.0 * batch * inputs * outputs
        of_weight = backward(
            "matmul", [taken, slope], [_array(inputs, outputs)], scope=scope, flops=flops
        )
        of_bias = backward("sum", [slope], [_array(outputs)], scope=scope)
        gradients += [(of_weight, (inputs, outputs)), (of_bias, (outputs,))]
        if at:
            shape = [_array(batch, inputs)]
            slope = backward("matmul", [slope], shape, scope=scope, flops=flops)
            graph.use(held, slope)
            before, values = layers[at - 1][0], layers[at - 1][2]
            slope = backward("leaky_relu_backward", [slope, values], shape, scope=before)
    step = _calls_from(graph, Optimizer.step, phase="optimizer")
    with graph.scope("optimizer", optimizer, kind="group"):
        for gradient, sizes in gradients:
            step(optimizer, [gradient], [_array(*sizes)])
    return graph


def _calls_from(
    graph: GraphBuilder, function: Callable[..., Any], *, phase: str = "forward"
) -> Callable[..., int]:
    """Makes nodes that tell where they are called."""
    code = function.__code__
    node = partial(graph.node, phase=phase, file=code.co_filename, line=code.co_firstlineno)

    def made(kind: str, inputs: list[int], outputs: list[Any], **others: Any) -> int:
        return node(kind, inputs, outputs=outputs, **others)

    return made


def _array(*sizes: int) -> tuple[str, list[int]]:
    return "float32", list(sizes)
