"""The scopes of a graph as a table of text."""

from collections.abc import Sequence

from vdlite.kinds.graph.scope_tree import Scope, scope_tree
from vdlite.kinds.graph.types import Graph, Shape

_HEAD = ("Scope", "Type", "Output", "Parameters", "FLOPs", "Share")


def markdown(graph: Graph, depth: int | None = None) -> str:
    """A Markdown table of its modules and groups, with FLOPs of the forward pass; function calls are left out.

    depth: how many levels below the whole; None for all.
    """
    whole = scope_tree(graph)
    rows: list[tuple[str, ...]] = [_HEAD, ("---", "---", "---", "---:", "---:", "---:")]
    for level, scope in whole.walk():
        if scope.kind != "function" and (depth is None or level <= depth):
            rows.append(_row(level, scope, whole))
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([*lines, "", *_below(graph, whole)])


def _row(level: int, scope: Scope, whole: Scope) -> tuple[str, ...]:
    share = scope.flops / whole.flops if whole.flops else 0.0
    indent = "&nbsp;&nbsp;" * level
    return (
        f"{indent}{_cell(scope.name)}",
        _cell(scope.type),
        shape_text(scope.output),
        f"{scope.parameter_count:,}",
        quantity(scope.flops),
        f"{share:.1%}",
    )


def _below(graph: Graph, whole: Scope) -> Sequence[str]:
    shared = sum(int(same != at) for at, same in enumerate(graph.parameters.shared_with.tolist()))
    lines = [
        f"Parameters: {whole.parameter_count:,}, trained: {graph.trained_count:,}"
        + (f", shared tensors: {shared}" if shared else "")
        + f", {whole.parameter_bytes:,} bytes",
        f"FLOPs: {quantity(whole.flops)} forward"
        + (f", {quantity(whole.backward_flops)} backward" if whole.backward_flops else "")
        + " (two per multiply-add)",
        f"Operations: {len(graph.nodes):,}",
    ]
    lines += _memory(graph)
    return [*lines, *(f"Note: {_cell(note)}" for note in graph.notes)]


def _memory(graph: Graph) -> list[str]:
    used = graph.memory()
    if used.peak is None or graph.flavor == "data" or not used.live.any():
        return []
    where = ".".join(part for part in (graph.scopes[used.peak], graph.names[used.peak]) if part)
    most = quantity(float(used.live[used.peak]))
    results = f"{most}B of results at most, at {_cell(where)} ({graph.phases[used.peak]})"
    return [f"Memory: {results}, beside {quantity(used.held)}B held throughout"]


def shape_text(shape: Shape | None) -> str:
    """Such as "float32 [1, 64, 7, 7]"."""
    if shape is None:
        return ""
    dtype, sizes = shape
    return _cell(f"{dtype} [{', '.join(map(str, sizes))}]" if sizes is not None else dtype)


def quantity(number: float) -> str:
    """Four digits and a letter: 3.628 G."""
    for letter, size in (("P", 1e15), ("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.4g} {letter}"
    return f"{number:.4g}"


def _cell(text: str) -> str:
    return " ".join(text.replace("\\", "\\\\").replace("|", "\\|").split())
