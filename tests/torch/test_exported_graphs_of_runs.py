"""Graphs of torch models in event files, as TensorBoard reads them."""

from pathlib import Path

import pytest
import torch

from vdlite import LogReader, LogWriter
from vdlite.cli import main

event_accumulator = pytest.importorskip(
    "tensorboard.backend.event_processing.event_accumulator", exc_type=ImportError
)


def test_a_model_of_torch_is_read_by_tensorboard(tmp_path: Path) -> None:
    block = [torch.nn.Linear(4, 4), torch.nn.ReLU()]
    model = torch.nn.Sequential(torch.nn.Sequential(*block), torch.nn.Linear(4, 2))
    with LogWriter(tmp_path / "run") as writer:
        writer.add_graph(model, torch.zeros(2, 4))
        writer.add_data_graph({"train": torch.utils.data.TensorDataset(torch.zeros(3, 4))})
    folder = tmp_path / "exported"
    assert main(["export", "--tensorboard", str(tmp_path / "run"), str(folder)]) == 0
    accumulator = event_accumulator.EventAccumulator(str(folder)).Reload()
    names = {node.name for node in accumulator.Graph().node}
    for node in accumulator.Graph().node:
        for given in node.input:
            assert given.lstrip("^").partition(":")[0] in names
    assert any("Linear[" in name and name.endswith("/weight") for name in names)
    before = LogReader(tmp_path / "run").records(".", "graph", "model")[0].payload
    after = LogReader(folder).records(".", "graph", "graph")[0].payload
    kept = [at for at, type_ in enumerate(after.types) if type_ not in ("parameter", "buffer")]
    assert sorted(after.types[at] for at in kept) == sorted(before.types)
    # What a function of a module has done is one level below the module there.
    calls = zip(before.scopes, before.calls, strict=True)
    scopes = [f"{scope}.{call}" if call else scope for scope, call in calls]
    assert sorted(after.scopes[at] for at in kept) == sorted(scopes)
    assert {"0.0.linear", "0.1.relu", "1.linear"} <= set(scopes)
