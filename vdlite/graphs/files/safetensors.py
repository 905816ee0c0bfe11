"""The header of a .safetensors file: names, shapes and dtypes of weights, which are not read."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

from vdlite.errors import FormatError
from vdlite.graphs.files.bounds import MOST_TENSORS
from vdlite.kinds.graph import Graph, GraphBuilder

_MOST_HEADER_BYTES = 100 << 20  # the format's own limit

_STATISTICS = ("running_mean", "running_var", "num_batches_tracked")

_DTYPES = {
    "BOOL": "bool",
    "BF16": "bfloat16",
    **{f"F{bits}": f"float{bits}" for bits in (16, 32, 64)},
    **{f"I{bits}": f"int{bits}" for bits in (8, 16, 32, 64)},
    **{f"U{bits}": f"uint{bits}" for bits in (8, 16, 32, 64)},
    "F8_E4M3": "float8_e4m3fn",
    "F8_E5M2": "float8_e5m2",
}


def read(path: Path) -> Graph:
    """A graph without operations: its scopes are the modules of the names."""
    header = _header(path)
    about = header.pop("__metadata__", {})
    builder = GraphBuilder(
        path.stem,
        flavor="file",
        source="safetensors",
        about={"file": path.name, **(about if isinstance(about, dict) else {})},
    )
    scopes: dict[str, int] = {"": 0}
    if len(header) > MOST_TENSORS:
        warning = f"only the first {MOST_TENSORS} of {len(header)} tensors are shown"
        builder.note(warning, level="warning")
    for name, held in islice(header.items(), MOST_TENSORS):
        if not isinstance(held, dict):
            raise FormatError(f"{path}: got {held!r:.80} for tensor {name!r:.80}")
        owner = name.rpartition(".")[0]
        builder.parameter(
            name,
            (_DTYPES.get(held["dtype"], str(held["dtype"])), held["shape"]),
            role="buffer" if _is_buffer(name, str(held["dtype"])) else "parameter",
            trained=not _is_buffer(name, str(held["dtype"])),
            scope=_scope(builder, scopes, owner),
        )
    return builder.build()


def _is_buffer(name: str, dtype: str) -> bool:
    """True if a tensor is no weight: whole numbers, and what batch norms keep of their data."""
    return (dtype[:1] in "IUB" and dtype != "BF16") or name.endswith(_STATISTICS)


def _scope(builder: GraphBuilder, scopes: dict[str, int], path: str) -> int:
    parts = path.split(".") if path else []
    for end in range(1, len(parts) + 1):
        here = ".".join(parts[:end])
        if here not in scopes:
            above = scopes[".".join(parts[: end - 1])]
            scopes[here] = builder.add_scope(parts[end - 1], parent=above)
    return scopes[path]


def _header(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if not 2 <= length <= min(_MOST_HEADER_BYTES, path.stat().st_size - 8):
            raise FormatError(f"{path}: got a header of {length} bytes")
        header = json.loads(file.read(length))
    if not isinstance(header, dict):
        raise FormatError(f"{path}: got a header that is no map")
    return header
