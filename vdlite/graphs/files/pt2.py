"""Exported programs of torch in .pt2 files: a zip with the program as JSON. Weights and pickles are not opened."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from vdlite.errors import FormatError
from vdlite.graphs.files.bounds import MOST_TEXT_BYTES
from vdlite.graphs.files.pt2_nodes import Pt2Nodes
from vdlite.kinds.graph import Graph, GraphBuilder


def read(path: Path) -> Graph:
    """The first program of the archive."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = [each.filename for each in archive.infolist()]
            found = [name for name in names if "/models/" in f"/{name}" and name.endswith(".json")]
            found += [name for name in names if name.endswith("serialized_exported_program.json")]
            if not found:
                raise FormatError(f"{path}: got an archive without an exported program")
            program = _json(path, archive, found[0])
            places = _places(path, archive, names)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, OSError, EOFError) as error:
        # A RuntimeError: it is encrypted, or packed in a way that nothing here knows.
        raise FormatError(f"{path}: not an archive that can be read: {error}") from error
    if "graph_module" not in program:
        raise FormatError(f"{path}: got a program without a graph")
    return _graph(path, program, places)


def _json(path: Path, archive: zipfile.ZipFile, name: str) -> Mapping[str, Any]:
    with archive.open(name) as file:  # what the archive says of its size is not believed
        text = file.read(MOST_TEXT_BYTES + 1)
    if len(text) > MOST_TEXT_BYTES:
        raise FormatError(f"{path}: got more than {MOST_TEXT_BYTES} bytes in {name}")
    found = json.loads(text)
    if not isinstance(found, dict):
        raise FormatError(f"{path}: got {type(found).__name__} in {name}, want a map")
    return found


def _places(path: Path, archive: zipfile.ZipFile, names: Sequence[str]) -> dict[str, str]:
    """The place where each tensor of the model is kept: those that share a place are one."""
    found: dict[str, str] = {}
    for name in names:
        if name.endswith("_weights_config.json"):
            for tensor, held in _json(path, archive, name).get("config", {}).items():
                found[tensor] = str(held.get("path_name", tensor))
    return found


def _graph(path: Path, program: Mapping[str, Any], places: Mapping[str, str]) -> Graph:
    ranges = {
        name: [held.get("min_val"), held.get("max_val")]
        for name, held in program.get("range_constraints", {}).items()
    }
    module = program["graph_module"]
    builder = GraphBuilder(
        _class_name(module) or path.stem,
        flavor="file",
        source="pt2",
        about={
            "file": path.name,
            "framework": f"torch {program.get('torch_version', '')}",
            **({"sizes": ranges} if ranges else {}),
        },
    )
    Pt2Nodes(builder, module["signature"]["input_specs"], places).whole(module["graph"])
    return builder.build()


def _class_name(module: Mapping[str, Any]) -> str:
    """The class of the model, as its first node says."""
    for node in module["graph"]["nodes"]:
        stack = node.get("metadata", {}).get("nn_module_stack", "")
        if stack:
            first = stack.partition(";")[0].split(",")
            return str(first[-1]).rpartition(".")[2]
    return ""
