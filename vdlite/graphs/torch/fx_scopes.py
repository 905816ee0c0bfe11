"""In which calls a node of torch.fx was made."""

from __future__ import annotations

from torch import fx

from vdlite.graphs.scope_stack import CallOf


def calls_of(node: fx.Node) -> list[CallOf]:
    """From outside to inside."""
    found: list[CallOf] = []
    above = ""
    for key, (path, kind) in (node.meta.get("nn_module_stack") or {}).items():
        bare = str(path).partition("@")[0]
        if bare:
            name = bare.removeprefix(f"{above}.") if above else bare
            qualified = kind if isinstance(kind, str) else getattr(kind, "__name__", "")
            found.append(CallOf((key, path), name, str(qualified).rpartition(".")[2]))
            above = bare
    function = node.meta.get("torch_fn")
    if function:
        found.append(CallOf(function[0], str(function[1]).rpartition(".")[2], "", "function"))
    return found
