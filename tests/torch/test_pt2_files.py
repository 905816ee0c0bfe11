"""Exported programs in files are read as torch itself has them, without torch."""

import subprocess
import sys
from pathlib import Path

import pytest
import torch
from torch import nn

from tests.torch import graph_models as models
from tests.torch.test_exported_graphs import Branches
from vdlite.graphs.capture import capture
from vdlite.graphs.files import read_file

pytestmark = [  # warnings of torch's own exporter
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:The .grad attribute:UserWarning"),
]


@pytest.mark.parametrize("name", ["tutorial", "transformer", "unet", "branches"])
def test_a_file_is_read_as_the_program_in_memory(name: str, tmp_path: Path) -> None:
    if name == "branches":
        model, given = Branches(), torch.ones(2, 4)
    else:
        make, sizes = models.REPLAYED[name]
        model, given = make().eval(), models.example(sizes)
    program = torch.export.export(model, (given,))
    torch.export.save(program, tmp_path / "model.pt2")
    wanted, read = capture(program), read_file(tmp_path / "model.pt2")
    for column in ("types", "scopes", "calls", "shapes", "dtypes", "files"):
        assert getattr(read, column) == getattr(wanted, column), column
    assert read.edges.tolist() == wanted.edges.tolist()
    assert read.total_flops == wanted.total_flops
    assert read.parameter_count == wanted.parameter_count
    assert read.scope_tree().name == type(model).__name__


def test_sizes_that_change_are_texts(tmp_path: Path) -> None:
    batch = torch.export.Dim("batch")
    model = nn.Sequential(nn.Linear(4, 3), nn.ReLU())
    program = torch.export.export(model, (torch.ones(5, 4),), dynamic_shapes=({0: batch},))
    torch.export.save(program, tmp_path / "model.pt2")
    assert read_file(tmp_path / "model.pt2").shapes == capture(program).shapes


def test_neither_torch_nor_pickle_is_loaded(tmp_path: Path) -> None:
    program = torch.export.export(nn.Linear(2, 2), (torch.ones(1, 2),))
    torch.export.save(program, tmp_path / "model.pt2")
    code = (
        "import sys; from vdlite.graphs.files import read_file; "
        f"print(read_file({str(tmp_path / 'model.pt2')!r}).types); "
        "sys.exit('torch' in sys.modules)"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert printed.stdout.strip() == "['input', 'aten.linear.default', 'output']"
