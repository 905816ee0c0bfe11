"""The groups of channels of a model, found in the graph of one call."""

import copy
import operator
from collections.abc import Sequence
from typing import Any

import torch
from torch import fx, nn
from torch.fx.passes.shape_prop import ShapeProp

from vdlite.errors import LandscapeError
from vdlite.landscape.alignment.groups import PermutationGroups
from vdlite.landscape.torch.alignment.channels import Channels, Labeled
from vdlite.landscape.torch.alignment.functions import Functions, shape_of
from vdlite.landscape.torch.alignment.layers import Layers
from vdlite.landscape.torch.counting import part_of
from vdlite.landscape.torch.modules import bare, name_of
from vdlite.landscape.torch.randomness import own_randomness
from vdlite.landscape.torch.setup import Setup
from vdlite.landscape.torch.tracing import OwnTracer

_FEW = 4  # samples of a call; two or more, so that a dimension of one is not that of the samples


def groups_of(setup: Setup) -> PermutationGroups:
    """The groups of channels of a problem's model, found with its first samples."""
    if not setup.measure.takes_outputs:
        raise LandscapeError(
            "align: batch_loss(model, batch) does not tell what the model is called with, want loss(outputs, targets)"
        )
    samples = next(iter(setup.samples.values()))
    batch, count = samples.batches[0], samples.counts[0]
    inputs, _, _ = setup.measure.split(part_of(batch, count, 0, _FEW))
    return permutation_groups(setup.model, inputs)


def permutation_groups(model: nn.Module, inputs: Sequence[Any]) -> PermutationGroups:
    """The channels of a model that can be permuted without a change of what it computes.

    inputs: of one call, two samples or more. Layers, norms, residual sums and concatenations are followed; what is not
    known, such as the heads within an attention, keeps its order, so that the function is the same in any case.
    Raises LandscapeError of a model that torch.fx can't follow, or of which no channels can be permuted.
    """
    model = bare(model)
    seen = copy.deepcopy(model).to("cpu").eval()
    try:
        with own_randomness(0, torch.device("cpu")), torch.no_grad():
            graph = fx.GraphModule(seen, OwnTracer(seen).trace(seen))
            ShapeProp(graph).propagate(*inputs)
    except Exception as error:  # the model's own code, of which anything may come
        first = str(error).partition("\n")[0]
        raise LandscapeError(
            f"align: the forward of {name_of(model)} can't be traced by torch.fx ({first}), so that nobody knows which of "
            "its channels can be permuted"
        ) from error
    found = _walk(graph)
    if not found.sizes:
        raise LandscapeError(
            f"align: no channels of {name_of(model)} can be permuted without a change of what it computes"
        )
    return found


def _walk(graph: fx.GraphModule) -> PermutationGroups:
    channels = Channels()
    layers, functions = Layers(channels), Functions(channels)
    modules = dict(graph.named_modules(remove_duplicate=False))
    labels: dict[fx.Node, Labeled | None] = {}
    parameters: dict[fx.Node, tuple[str, Any]] = {}
    for node in graph.graph.nodes:
        given = [labels.get(one) for one in node.all_input_nodes]
        if node.op == "call_module":
            name = str(node.target)
            # One tensor may come several times, as in attention.
            everything = [*node.args, *node.kwargs.values()]
            inputs = [labels.get(one) for one in everything if isinstance(one, fx.Node)]
            labels[node] = layers.call(name, modules[name], inputs, shape_of(node))
        elif node.op in ("call_function", "call_method"):
            labels[node] = functions.call(node, _name_of(node), labels, parameters)
        elif node.op == "get_attr":
            value = operator.attrgetter(str(node.target))(graph)
            if isinstance(value, nn.Parameter):
                parameters[node] = (str(node.target), value)
        elif node.op == "output":
            channels.fix(given)
    return channels.groups()


def _name_of(node: fx.Node) -> str:
    target = node.target
    return target if isinstance(target, str) else str(getattr(target, "__name__", ""))
