"""Graphs of what torch has traced already: exported programs, and graph modules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import fx, nn

from vdlite.errors import shown
from vdlite.graphs.torch.fx_nodes import FxNodes
from vdlite.kinds.graph import Graph, GraphBuilder

_ROLES = {
    "PARAMETER": "parameter",
    "BUFFER": "buffer",
    "CONSTANT_TENSOR": "constant",
    "CUSTOM_OBJ": "constant",
}


def of_program(program: Any) -> Graph:
    """The graph of a `torch.export.ExportedProgram`: both ways of conditions, bodies of loops, and sizes that change."""
    held = {
        each.arg.name: (str(each.target), _ROLES[each.kind.name])
        for each in program.graph_signature.input_specs
        if each.kind.name in _ROLES
    }
    tensors = {**program.state_dict, **program.constants}
    ranges = {str(symbol): str(bounds) for symbol, bounds in program.range_constraints.items()}
    return _read(program.graph_module, held, tensors, "export", {"sizes": ranges} if ranges else {})


def of_module(module: fx.GraphModule) -> Graph:
    """The graph of a module that `torch.fx.symbolic_trace` or a compiler has made."""
    tensors = {**dict(module.named_parameters()), **dict(module.named_buffers())}
    return _read(module, {}, tensors, "fx", {})


def _read(
    module: fx.GraphModule,
    held: Mapping[str, tuple[str, str]],
    tensors: Mapping[str, Any],
    source: str,
    about: Mapping[str, Any],
) -> Graph:
    name = _class_name(module)
    builder = GraphBuilder(
        name, source=source, about={"framework": f"torch {torch.__version__}", **about}
    )
    try:
        FxNodes(builder, held, tensors).read(module, [], 0)
    except Exception as error:  # noqa: BLE001  # of whatever version of torch it is: the training goes on
        builder.note(f"the rest can't be read: {shown(error, 700)}", level="error")
    return builder.build()


def _class_name(module: fx.GraphModule) -> str:
    """The class of the model that was traced, where the nodes tell it."""
    for node in module.graph.nodes:
        for path, kind in node.meta.get("nn_module_stack", {}).values():
            if path == "":
                qualified = kind if isinstance(kind, str) else getattr(kind, "__name__", "")
                return str(qualified).rpartition(".")[2]
            break
    return type(module).__name__ if type(module) is not nn.Module else ""
