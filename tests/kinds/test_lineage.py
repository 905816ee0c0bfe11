"""What a lineage reads off the objects of a training: stand-ins here, torch's own where it is installed."""

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from vdlite import FormatError, LogReader, LogWriter, PayloadError
from vdlite.kinds import lineage


class Parameter:
    """As much of a tensor as is asked for."""

    def __init__(self, number: int, size: int = 4, *, trained: bool = True) -> None:
        self.requires_grad = trained
        self.dtype = "torch.float32"
        self.device = "cpu"
        self._number, self._size = number, size

    def numel(self) -> int:
        return self._number

    def element_size(self) -> int:
        return self._size


class LeNet:
    def parameters(self) -> list[Parameter]:
        return [Parameter(100), Parameter(20, trained=False)]

    named_parameters = parameters

    def buffers(self) -> list[Parameter]:
        return [Parameter(3, 8)]

    def __str__(self) -> str:
        return "LeNet(\n  (fc): Linear\n)"


class Unshaped(Parameter):
    def numel(self) -> int:
        raise ValueError("uninitialized")


class Adam:
    def __init__(self, *groups: Mapping[str, Any]) -> None:
        self.param_groups = [{"params": [object()], **group} for group in groups]


class Digits(list[int]):
    pass


class Stream:
    pass


def logged(logdir: Path, **parts: Any) -> lineage.Lineage:
    with LogWriter(logdir) as writer:
        writer.add_lineage(**parts)
    (record,) = LogReader(logdir).records(".", "lineage", "lineage")
    assert isinstance(record.payload, lineage.Lineage)
    return record.payload


def test_everything_that_is_given_becomes_a_field(tmp_path: Path) -> None:
    found = logged(
        tmp_path,
        model=LeNet(),
        optimizer=Adam({"lr": 0.01, "betas": (0.9, 0.99), "initial_lr": 1.0}),
        scheduler=Stream(),
        loss=sum,
        train_loader=SimpleNamespace(dataset=Digits([1, 2, 3]), batch_size=2),
        test_loader=Digits([1]),
        metrics=["accuracy/test"],
        epochs=5,
        others={"remark": "first"},
    )
    assert found.fields == {
        "network": "LeNet",
        "parameters": 120,
        "trained_parameters": 100,
        "model_bytes": 120 * 4 + 3 * 8,
        "devices": "cpu",
        "dtype": "float32",
        "optimizer": "Adam",
        "learning_rate": 0.01,
        "optimizer/betas": "(0.9, 0.99)",
        "schedule": "Stream",
        "loss": "sum",
        "epochs": 5,
        "train_dataset": "Digits",
        "batch_size": 2,
        "train_samples": 3,
        "test_dataset": "Digits",
        "test_samples": 1,
        "remark": "first",
    }
    assert found.metrics == ("accuracy/test",)
    assert found.network == "LeNet(\n  (fc): Linear\n)"


def test_what_is_missing_has_no_fields(tmp_path: Path) -> None:
    assert logged(tmp_path).fields == {}


def test_groups_that_differ_show_all_their_values(tmp_path: Path) -> None:
    fields = logged(
        tmp_path, optimizer=Adam({"lr": 0.1, "nesterov": True}, {"lr": 0.2, "nesterov": True})
    ).fields
    assert fields["learning_rate"] == "0.1, 0.2"
    assert fields["optimizer/nesterov"] is True


def test_wrappers_are_looked_through(tmp_path: Path) -> None:
    compiled = SimpleNamespace(_orig_mod=SimpleNamespace(module=LeNet(), named_parameters=list))
    assert logged(tmp_path, model=compiled).fields["network"] == "LeNet"


def test_models_without_shapes_and_streams_without_lengths_are_taken(tmp_path: Path) -> None:
    class Lazy(LeNet):
        def parameters(self) -> list[Parameter]:
            return [Unshaped(0)]

    fields = logged(tmp_path, model=Lazy(), train_loader=Stream(), loss="mse").fields
    assert fields == {"network": "Lazy", "loss": "mse", "train_dataset": "Stream"}


def test_metrics_may_be_values(tmp_path: Path) -> None:
    found = logged(tmp_path, metrics={"accuracy": 0.9})
    assert found.fields == {"metric/accuracy": 0.9}
    assert found.metrics == ()


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"metrics": "accuracy"}, "metrics: got 'accuracy', want a list of tags or a mapping"),
        ({"metrics": [3]}, "metrics: got int 3, want tags or a mapping"),
        ({"others": [1]}, "others: got list"),
        ({"others": {1: 2}}, "lineage: got int 1, want a string"),
    ],
)
def test_wrong_parts_are_refused(tmp_path: Path, parts: dict[str, Any], message: str) -> None:
    with LogWriter(tmp_path) as writer, pytest.raises(PayloadError, match=message):
        writer.add_lineage(**parts)


def test_an_object_that_raises_is_reported(tmp_path: Path) -> None:
    class Broken:
        @property
        def parameters(self) -> None:
            raise OSError("gone")

    with LogWriter(tmp_path) as writer, pytest.raises(PayloadError, match="gone"):
        writer.add_lineage(model=Broken())


@pytest.mark.parametrize("payload", [b"", b"\x80", b"\xc1", b"\x81\xa6fields\x01"])
def test_other_bytes_are_no_lineage(payload: bytes) -> None:
    with pytest.raises(FormatError):
        lineage.decode(payload)


def test_a_real_torch_training_is_described(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    data = torch.utils.data
    model = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.BatchNorm1d(3))
    model[0].bias.requires_grad_(False)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    dataset = data.Subset(data.TensorDataset(torch.zeros(10, 4)), range(8))
    fields = logged(
        tmp_path,
        model=model,
        optimizer=optimizer,
        scheduler=torch.optim.lr_scheduler.StepLR(optimizer, 1),
        loss=torch.nn.functional.mse_loss,
        train_loader=data.DataLoader(dataset, batch_size=2),
    ).fields
    expected = {
        "network": "Sequential",
        "parameters": 4 * 3 + 3 + 3 + 3,
        "trained_parameters": 4 * 3 + 3 + 3,
        "devices": "cpu",
        "dtype": "float32",
        "optimizer": "SGD",
        "learning_rate": 0.1,
        "optimizer/momentum": 0.9,
        "schedule": "StepLR",
        "loss": "mse_loss",
        "train_dataset": "Subset(TensorDataset)",
        "batch_size": 2,
        "train_samples": 8,
        "steps_per_epoch": 4,
    }
    assert {name: fields[name] for name in expected} == expected


class Module:
    """As much of a module as is asked for: its parts by name."""

    def __init__(self, **parts: Any) -> None:
        self.__dict__ |= parts
        self._parts = parts

    def named_children(self) -> Any:
        return self._parts.items()

    def named_parameters(self) -> Any:
        return []

    def parameters(self) -> Any:
        return [Parameter(1)]


class Wrapper(Module): ...


def test_a_part_that_is_called_module_is_no_wrapped_network() -> None:
    inner = Module()
    whole = Wrapper(module=inner, head=Module())
    found = lineage.lineage(whole, None, None, None, None, None, None, None, None)
    assert lineage.decode(found.encode()[0]).fields["network"] == "Wrapper"
    wrapped = Wrapper(module=Wrapper(_orig_mod=inner))
    found = lineage.lineage(wrapped, None, None, None, None, None, None, None, None)
    assert lineage.decode(found.encode()[0]).fields["network"] == "Module"


def test_a_network_that_wraps_itself_is_one() -> None:
    model = Wrapper()
    model.__dict__["module"] = model
    found = lineage.lineage(model, None, None, None, None, None, None, None, None)
    assert lineage.decode(found.encode()[0]).fields["network"] == "Wrapper"


def test_a_dataset_that_cannot_tell_its_length_has_none(tmp_path: Path) -> None:
    class Remote:
        def __len__(self) -> int:
            raise ConnectionError("the server is down")

    with LogWriter(tmp_path) as writer:
        writer.add_lineage(
            train_loader=Remote(),
            optimizer=SimpleNamespace(param_groups=[{"lr": float("nan"), "\ud800": 1}]),
        )
    (record,) = LogReader(tmp_path).records(".", "lineage", "lineage")
    fields = dict(record.payload.fields)
    assert fields["train_dataset"] == "Remote"
    assert "train_samples" not in fields
    assert fields["learning_rate"] != fields["learning_rate"]  # NaN, as a number
    assert fields["optimizer/?"] == 1
