"""Models and data that do not fit: an entry's error is one line, also where its own code is not on the way."""

import sys
from pathlib import Path

import pytest

from vdlite.cli import main

ENTRY = """
import torch
from torch import nn


def model():
    layers = nn.Sequential(nn.Linear(3, 3), nn.Linear(4, 2))
    return layers, [(torch.zeros(8, 3), torch.zeros(8, dtype=torch.long))], nn.CrossEntropyLoss()


def data():
    rows = [(torch.zeros(3 + at), 0) for at in range(4)]
    return nn.Linear(3, 2), torch.utils.data.DataLoader(rows, 2), nn.CrossEntropyLoss()


def loss():
    rows = [(torch.zeros(8, 3), torch.zeros(8, dtype=torch.long))]
    return nn.Linear(3, 2), rows, lambda outputs, targets: outputs[targets + 9].mean()
"""


@pytest.mark.parametrize("workers", [[], ["--workers", "2"]])
@pytest.mark.parametrize(
    ("name", "begin", "end"),
    [
        ("model", "RuntimeError: mat1 and mat2 shapes cannot be multiplied", "in forward"),
        ("data", "RuntimeError: stack expects each tensor to be equal size", "collate_tensor_fn"),
        ("loss", "IndexError: index 9 is out of bounds", "line 18 of misfit_entry.py, in <lambda>"),
    ],
)
def test_what_an_entry_gives_and_does_not_fit_is_reported_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    workers: list[str],
    name: str,
    begin: str,
    end: str,
) -> None:
    (tmp_path / "misfit_entry.py").write_text(ENTRY)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "misfit_entry", raising=False)
    arguments = ["landscape", "run", "--new", "--entry", f"misfit_entry:{name}", "--x=-1:1:3"]
    assert main([*arguments, *workers]) == 2
    line, *rest = capsys.readouterr().err.strip().splitlines()[-2 if name == "loss" else -1 :]
    assert line.startswith(f"vdlite landscape: --entry: {begin}")
    assert line.endswith(end)
    assert all(each.startswith("  line 18 of misfit_entry.py") for each in rest)
