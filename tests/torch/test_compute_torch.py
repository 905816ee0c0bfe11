"""From a training loop to landscapes in the log, with torch models, files of state dicts and the command line."""

import json
import sys

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.models import Digits, digits
from vdlite import LandscapeRecorder, LogReader, LogWriter, compute_landscape
from vdlite.cli import main
from vdlite.errors import LandscapeError
from vdlite.landscape.torch import accuracy
from vdlite.landscape.torch.files import arrays_of
from vdlite.landscape.torch.modules import weights_of


def callback():
    return Digits(), [digits()], F.cross_entropy, {"accuracy": accuracy}


@pytest.fixture
def trained(tmp_path):
    """A run with snapshots, the model at its end, and the losses of the snapshots."""
    torch.manual_seed(1)
    x, y = digits()
    model = Digits()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    losses = {}
    with LogWriter(tmp_path / "run") as writer:
        recorder = LandscapeRecorder(
            writer, model, intervals=[range(0, 12, 2)], optimizer=optimizer, size=5
        )
        for step in range(12):
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            recorder.record(step)
            model.eval()
            with torch.no_grad():
                losses[step] = F.cross_entropy(model(x), y).item()
            model.train()
    return tmp_path / "run", model, losses


def test_snapshots_have_their_own_batch_norm_statistics(trained):
    """The true loss of a checkpoint is not the loss of its weights with the last one's statistics."""
    run, _, losses = trained
    train, result = compute_landscape(run, callback)
    expected = [losses[step] for step in range(0, 12, 2)]
    np.testing.assert_allclose(train.path.true_loss, expected, rtol=1e-4)
    assert train.path.true_loss[-1] == pytest.approx(train.center["loss"], rel=1e-4)
    assert not np.allclose(train.path.loss, train.path.true_loss, rtol=1e-4)
    assert train.settings["optimizer"] == "SGD"
    assert train.settings["learning_rate"] == 0.05
    assert train.settings["model"] == "Digits"
    assert result.metrics == ("loss", "accuracy")


def test_the_recorder_leaves_the_training_as_it_is(tmp_path):
    finals = []
    for record in (False, True):
        torch.manual_seed(3)
        model = Digits()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        x, y = digits()
        with LogWriter(tmp_path / str(record)) as writer:
            recorder = LandscapeRecorder(writer, model) if record else None
            for step in range(4):
                loss = F.cross_entropy(model(x), y)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                if recorder is not None:
                    recorder.record(step)
        finals.append([parameter.detach().clone() for parameter in model.parameters()])
    assert all(torch.equal(one, other) for one, other in zip(*finals, strict=True))


def test_settings_may_be_changed_when_drawing(trained):
    run, _, _ = trained
    (result,) = compute_landscape(
        run, callback, train=False, size=3, num_samples=20, batch_norm="batch", workers=1
    )
    assert result.settings["samples"] == 20
    assert result.settings["batch_norm"] == "batch"


def test_a_wrong_model_is_noticed(trained):
    run, _, _ = trained

    def wrong():
        return nn.Sequential(nn.Flatten(), nn.Linear(64, 10)), [digits()], F.cross_entropy

    with pytest.raises(LandscapeError, match="not the one that was trained"):
        compute_landscape(run, wrong)


@pytest.mark.parametrize(
    "wrap",
    [
        lambda state: state,
        lambda state: {"epoch": 3, "state_dict": state},
        lambda state: {"model": {f"module.{name}": tensor for name, tensor in state.items()}},
        lambda state: {f"_orig_mod.{name}": tensor for name, tensor in state.items()},
    ],
)
def test_files_of_state_dicts_of_many_habits_are_read(tmp_path, wrap):
    model = Digits()
    torch.save(wrap(model.state_dict()), tmp_path / "model.pt")
    weights = weights_of(model, "states")
    arrays = arrays_of(tmp_path / "model.pt", weights)
    for weight, array in zip(weights, arrays, strict=True):
        np.testing.assert_array_equal(array, weight.value)


class Evil:
    def __reduce__(self):
        return (sys.exit, (7,))


def test_a_file_that_would_run_code_is_refused(tmp_path):
    torch.save({"state_dict": Evil()}, tmp_path / "evil.pt")
    with pytest.raises(LandscapeError, match=r"want a state dict that torch\.save wrote"):
        arrays_of(tmp_path / "evil.pt", weights_of(Digits()))


def test_a_torch_in_which_a_file_can_run_code_opens_none(tmp_path, monkeypatch):
    torch.save(Digits().state_dict(), tmp_path / "model.pt")
    monkeypatch.setattr(torch, "__version__", "2.9.1")
    with pytest.raises(LandscapeError, match=r"install torch>=2\.10"):
        arrays_of(tmp_path / "model.pt", weights_of(Digits()))


def test_safetensors_are_read_by_any_torch(tmp_path, monkeypatch):
    monkeypatch.setattr(torch, "__version__", "2.1.0")
    model = Digits()
    header, data = {}, b""
    for name, tensor in model.state_dict().items():
        array = tensor.numpy()
        kind = {"float32": "F32", "int64": "I64"}[array.dtype.name]
        place = [len(data), len(data) + array.nbytes]
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": place}
        data += array.tobytes()
    text = json.dumps(header).encode()
    path = tmp_path / "model.safetensors"
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)
    weights = weights_of(model, "states")
    for weight, array in zip(weights, arrays_of(path, weights), strict=True):
        np.testing.assert_array_equal(array, weight.value)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ({}, "want a state dict"),
        ([1, 2], "got list, want a state dict"),
        ({"first.weight": torch.zeros(1)}, "are missing, such as"),
        (
            {**Digits().state_dict(), "head.bias": torch.zeros(3)},
            r"'head.bias': got shape \(3,\), want \(10,\)",
        ),
    ],
)
def test_a_state_dict_of_another_model_is_reported(tmp_path, state, text):
    torch.save(state, tmp_path / "model.pt")
    with pytest.raises(LandscapeError, match=text):
        arrays_of(tmp_path / "model.pt", weights_of(Digits()))


# -- the command line

ENTRY = """
import torch.nn.functional as F
from tests.torch.models import Digits, digits
from vdlite.landscape.torch import accuracy

def landscape():
    return Digits(), [digits()], F.cross_entropy, {"accuracy": accuracy}
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a script in it, where the command is run."""
    (tmp_path / "own_training.py").write_text(ENTRY)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry != str(tmp_path)])
    yield tmp_path
    sys.modules.pop("own_training", None)


def test_the_command_draws_what_the_recorder_kept(trained, here, capsys):
    run, _, _ = trained
    assert main(["landscape", str(run), "--entry", "own_training:landscape"]) == 0
    out = capsys.readouterr().out
    assert "landscape/train 0-10: 25 of 25 points (100 %)" in out
    assert "\nlandscape/train 0-10: 5 x 5 points, loss" in out
    assert "axes explain" in out
    assert LogReader(run).tags(".", "landscape") == ["landscape/result", "landscape/train"]


def test_the_command_has_the_references_options(trained, here, capsys):
    """A rectangle that starts at zero, layer norm, biases moved, a seed, states."""
    run, _, _ = trained
    arguments = ["landscape", str(run), "--entry", "own_training:landscape", "--only", "result"]
    arguments += ["--x=0:1:3", "--y=-0.5:0:2", "--norm", "layer", "--ignore", "", "--seed", "4"]
    arguments += ["--parameters", "states", "--samples", "30", "--output", str(here / "out.npz")]
    assert main(arguments) == 0
    from vdlite.landscape.files import load

    got = load(here / "out.npz")
    assert got.shape == (2, 3)
    assert got.directions["norm"] == "layer"
    assert got.directions["seed"] == 4
    assert list(got.directions["ignore"]) == []
    assert got.settings["samples"] == 30


def test_the_command_interpolates_between_models(here, capsys):
    for seed in (1, 2):
        torch.manual_seed(seed)
        torch.save(Digits().state_dict(), here / f"model_{seed}.pt")
    arguments = ["landscape", str(here / "run"), "--entry", "own_training:landscape"]
    arguments += ["--new", "--model2", "model_1.pt", "--x=-0.5:1.5:5", "--parameters", "states"]
    assert main(arguments) == 0
    line = LogReader(here / "run").landscape(".", "landscape/line/model_1/parameters=states")
    assert [mark.name for mark in line.marks] == ["run", "model_1"]
    assert main([*arguments, "--model3", "model_2.pt", "--y=0:1:2"]) == 0
    plane = "landscape/plane/model_1+model_2/parameters=states"
    assert LogReader(here / "run").landscape(".", plane).shape == (2, 5)


def test_a_line_that_leaves_batch_norm_behind_says_so(here, caplog, capsys):
    torch.manual_seed(1)
    torch.save(Digits().state_dict(), here / "model.pt")
    arguments = ["landscape", str(here / "run"), "--entry", "own_training:landscape"]
    arguments += ["--new", "--model2", "model.pt", "--x=0:1:3"]
    assert main([*arguments, "--parameters", "states"]) == 0
    assert "statistics of batch norm" not in caplog.text
    assert main(arguments) == 0
    assert "parameters='states' takes them along" in caplog.text


def test_the_command_takes_checkpoints_from_a_folder(here, capsys):
    for step in (0, 5, 10, 15):
        torch.manual_seed(step)
        torch.save(Digits().state_dict(), here / f"model_{step}.pt")
    arguments = ["landscape", str(here / "run"), "--entry", "own_training:landscape"]
    arguments += ["--snapshots", "model_*.pt", "--only", "train", "--size", "3", "--uncentered"]
    assert main([*arguments, "--method", "cosine"]) == 0
    train = LogReader(here / "run").landscape(".", "landscape/train/uncentered/cosine")
    assert train.path.step.tolist() == [0, 5, 10, 15]


@pytest.mark.parametrize("kept", [0.0, 0.5, 0.99])
def test_a_checkpoint_that_was_cut_short_is_left_out(here, capsys, caplog, kept):
    for step in (0, 5, 10, 15):
        torch.manual_seed(step)
        torch.save(Digits().state_dict(), here / f"model_{step}.pt")
    whole = (here / "model_10.pt").read_bytes()
    (here / "model_10.pt").write_bytes(whole[: int(kept * len(whole))])
    arguments = ["landscape", str(here / "run"), "--entry", "own_training:landscape"]
    arguments += ["--snapshots", "model_*.pt", "--only", "train", "--size", "3"]
    assert main(arguments) == 0
    train = LogReader(here / "run").landscape(".", "landscape/train")
    assert train.path.step.tolist() == [0, 5, 15]
    assert train.settings["left_out"] == [10]
    assert "model_10.pt; it is left out" in caplog.text


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--entry", "own_training"], "want module:function"),
        (["--entry", "own_training:nothing"], "has no function 'nothing'"),
        (["--entry", "no_such_module:f"], "no module 'no_such_module'"),
        (["--entry", "own_training:landscape", "--x", "1:0:3"], "want coordinates that rise"),
        (["--entry", "own_training:landscape", "--model2", "none.pt"], "none.pt"),
        (["--entry", "own_training:landscape", "--snapshots", "*.xyz"], "no file fits"),
        (["--entry", "own_training:landscape", "--workers", "0"], "workers: got 0"),
        (["--entry", "own_training:landscape", "--directions", "up"], "directions: got 'up'"),
        (["--entry", "own_training:landscape", "--output", "a.foo"], "another name than .npz"),
        (["--entry", "own_training:landscape", "--output", "no/a.npz"], "no such folder: no"),
        (["--entry", "own_training:landscape", "--output", "."], "another name than .npz"),
        (["--entry", "own_training:landscape", "--output", "taken.npz"], "a folder of this name"),
        (["--entry", "own_training:landscape", "--line", "--output", "a.obj"], "no surface"),
        (
            ["--entry", "own_training:landscape", "--model2", "a.pt", "--output", "a.vtp"],
            "no surface",
        ),
        (["--entry", "own_training:landscape", "--devices", "cuda:99"], "torch finds"),
        (["--entry", "own_training:landscape", "--devices", "gpu"], "device: got 'gpu'"),
    ],
)
def test_wrong_arguments_end_with_one_line(here, capsys, arguments, text):
    (here / "taken.npz").mkdir()
    assert main(["landscape", str(here / "run"), "--new", *arguments]) == 2
    err = capsys.readouterr().err
    assert text in err
    assert err.count("\n") == 1
