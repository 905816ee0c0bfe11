"""Scripts in the shape of W&B's quickstart and its examples for PyTorch, with another import."""

import argparse
import copy
import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset

import vdlite
import vdlite as wandb
from vdlite import LogReader, PayloadError


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    wandb.finish()
    yield tmp_path
    wandb.finish()


def only_run(folder: Path) -> tuple[LogReader, str]:
    reader = LogReader(folder / "runs")
    (run,) = reader.runs
    return reader, run


def test_the_quickstart_runs(folder: Path) -> None:
    wandb.login()
    with wandb.init(
        entity="my-team", project="my-awesome-project", config={"learning_rate": 0.01, "epochs": 10}
    ) as run:
        config = run.config
        offset = random.Random(0).random() / 5
        for epoch in range(2, config.epochs):
            loss = config["learning_rate"] ** epoch + offset / epoch
            run.log({"acc": 1 - 2**-epoch - offset, "loss": loss})
    reader, name = only_run(folder)
    assert name.startswith("my-awesome-project/")
    assert len(reader.scalars(name, "acc")) == 8
    assert reader.trials(name)[0].hparams == {"learning_rate": 0.01, "epochs": 10}
    assert reader.outcome(name) == "finished"


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3)
        self.head = nn.Linear(2 * 6 * 6, 3)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.head(torch.relu(self.conv(images)).flatten(1))  # type: ignore[no-any-return]


def test_a_script_for_pictures_runs(folder: Path) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.1)
    parser.add_argument("--log-interval", type=int, default=2)
    args = parser.parse_args([])
    torch.manual_seed(0)
    data = TensorDataset(torch.rand(12, 1, 8, 8), torch.arange(12) % 3)
    wandb.init(project="pytorch-cnn", name="first", tags=["cnn"], settings=wandb.Settings())
    wandb.config.update(args)
    model, criterion = Net(), nn.CrossEntropyLoss()
    wandb.watch(model, criterion, log="all", log_freq=2)
    optimizer = torch.optim.SGD(model.parameters(), lr=wandb.config.lr)
    for epoch in range(2):
        for batch, (images, target) in enumerate(DataLoader(data, batch_size=4)):
            optimizer.zero_grad()
            loss = criterion(model(images), target)
            loss.backward()
            optimizer.step()
            if batch % args.log_interval == 0:
                wandb.log({"epoch": epoch, "loss": loss})
        scores = model(images)
        examples = [
            wandb.Image(image, caption=f"Pred: {guess.item()} Truth: {truth}")
            for image, guess, truth in zip(images, scores.argmax(1), target, strict=True)
        ]
        table = wandb.Table(columns=["image", "label"])
        table.add_data(wandb.Image(images[0]), target[0].item())
        truth, chances = target.numpy(), scores.softmax(1).detach().numpy()
        wandb.log(
            {
                "Examples": examples,
                "Test Accuracy": 100.0 * (scores.argmax(1) == target).float().mean(),
                "Test Loss": loss.item(),
                "logits": wandb.Histogram(scores.detach()),
                "table": table,
                "grid": wandb.Image(images),
                "confusion": wandb.plot.confusion_matrix(y_true=truth, probs=chances),
                "roc": wandb.plot.roc_curve(truth, chances),
            }
        )
    torch.save(model.state_dict(), Path(wandb.run.dir) / "model.pt")  # type: ignore[union-attr]
    wandb.save("runs/pytorch-cnn/first/model.pt")
    wandb.run.summary["best_accuracy"] = 99.0  # type: ignore[union-attr]
    wandb.finish()
    reader, name = only_run(folder)
    assert name == "pytorch-cnn/first"
    assert reader.trials(name)[0].hparams == {"lr": 0.1, "log_interval": 2}
    assert reader.scalars(name, "loss").steps.tolist() == [0, 1, 3, 4]
    assert reader.scalars(name, "Test Loss").steps.tolist() == [2, 5]
    assert {*reader.tags(name, "histogram")} == {
        "logits",
        *(
            f"{what}/{each}"
            for what in ("weights", "gradients")
            for each, _ in Net().named_parameters()
        ),
    }
    # Of 6 backward passes and 8 forward ones every other one, at the step that is next.
    records = reader.records(name, "histogram", "gradients/head.bias")
    assert [record.step for record in records] == [0, 1, 4]
    assert reader.records(name, "image", "Examples")[-1].payload.labels[0].startswith("Pred: ")
    assert reader.records(name, "image", "grid")[-1].payload.grid.count == 4
    assert reader.records(name, "image", "Examples")[0].payload.cell(0).shape == (8, 8, 1)


def test_a_model_that_logs_by_itself_logs_what_a_watch_does(folder: Path) -> None:
    torch.manual_seed(0)
    model, images = Net(), torch.rand(4, 1, 8, 8)
    run = wandb.init(logdir=folder / "hooks")
    run.watch(model, log="all", log_freq=1)
    with vdlite.LogWriter(folder / "watch") as writer:
        watched = vdlite.watch(model, writer, every=1)
        for _ in range(3):
            model.zero_grad()
            model(images).sum().backward()
            watched.step()
            run.log({"loss": 1.0})
    run.finish()
    reader = LogReader(folder)
    tags = reader.tags("watch", "histogram")
    assert tags == reader.tags("hooks", "histogram")
    for tag in tags:
        theirs, ours = (
            [
                (each.step, each.payload.counts.tolist(), each.payload.edges.tolist())
                for each in some
            ]
            for some in (reader.records(name, "histogram", tag) for name in ("hooks", "watch"))
        )
        assert theirs == ours
        assert len(ours) == 3


def test_hooks_end_and_take_no_part_in_copies(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    model, images = Net(), torch.rand(2, 1, 8, 8)
    run = wandb.init(logdir=folder / "run")
    wandb.watch([model, nn.Linear(1, 1)], log="all", log_freq=1, log_graph=True)
    assert "add_graph(model, inputs)" in caplog.text
    for other in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        other(images).sum().backward()
    assert pickle.loads(pickle.dumps(run)).logdir == run.logdir
    assert LogReader(run.logdir).kinds(".") == []
    model(images).sum().backward()
    wandb.unwatch(model)
    model(images).sum().backward()
    assert len(LogReader(run.logdir).records(".", "histogram", "weights/head.bias")) == 1
    wandb.watch(model, log_freq=1)
    wandb.finish()
    model(images).sum().backward()
    assert not model.conv.weight._backward_hooks
    for wrong in ({"log": "some"}, {"log_freq": 0}, {"log_freq": "often"}, {"models": 3}):
        with wandb.init(mode="offline", dir=folder), pytest.raises(PayloadError):
            wandb.run.watch(**{"models": model, **wrong})  # type: ignore[union-attr,arg-type]
    with wandb.init(mode="disabled"):
        wandb.watch(model)
        assert not model.conv.weight._backward_hooks


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (torch.tensor(1.0, requires_grad=True), "scalar"),
        (torch.tensor([[2]], dtype=torch.bfloat16), "scalar"),
        ([torch.tensor(1.0, requires_grad=True), torch.tensor(2.0)], "tensor"),
        (torch.rand(4, 4, requires_grad=True), "tensor"),
        (torch.rand(40), "histogram"),
        ([torch.rand(3, 8, 8)] * 2, "histogram"),
        (wandb.Image(torch.rand(3, 8, 3)), "image"),
        (wandb.Image(torch.rand(2, 3, 8, 8) * 255), "image"),
        (wandb.Video(torch.rand(2, 3, 8, 8)), "video"),
        (wandb.Histogram(torch.rand(9)), "histogram"),
        (wandb.Audio(torch.rand(1, 100)), "audio"),
    ],
)
def test_tensors_are_taken(folder: Path, value: Any, kind: str) -> None:
    with wandb.init(logdir=folder) as run:
        run.log({"v": value})
    reader = LogReader(folder)
    assert reader.kinds(".") == [kind]
    if isinstance(value, wandb.Image) and value.picture.ndim == 3:
        pixels = reader.records(".", "image", "v")[0].payload.pixels
        want = np.rint(value.picture.permute(1, 2, 0).numpy() * 255)
        assert np.abs(pixels - want).max() <= 1


class Noisy(Dataset[int]):
    """A dataset whose workers log, as some do for want of a better place."""

    def __len__(self) -> int:
        return 4

    def __getitem__(self, index: int) -> int:
        if wandb.run is not None:
            wandb.log({"loaded": float(index)}, step=index)
        return index


def test_workers_of_a_loader_log_into_the_run(folder: Path) -> None:
    wandb.init(logdir=folder)
    loader = DataLoader(Noisy(), num_workers=2, multiprocessing_context="fork")
    for batch in loader:
        wandb.log({"batch": batch}, step=int(batch))
    wandb.finish()
    reader = LogReader(folder)
    assert reader.scalars(".", "loaded").values.tolist() == [0.0, 1.0, 2.0, 3.0]
    assert reader.scalars(".", "batch").steps.tolist() == [0, 1, 2, 3]
