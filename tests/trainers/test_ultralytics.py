"""The trainer of Ultralytics, with a network of its own on pictures that are made here.

It wants torchvision, which has to fit torch. In an environment of its own:

    pip install torch==2.13.0 matplotlib opencv-python-headless polars psutil pyyaml requests scipy
    pip install --no-deps torchvision==0.28.0 ultralytics ultralytics-thop
    pip install pytest hypothesis tensorboard vdlite && pytest tests/trainers/test_ultralytics.py
"""

import csv
import logging
import os
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("torch")
pytest.importorskip("tests.trainers.torchvision_on_cpu")
# It keeps settings, and looks for a network, when it is imported.
os.environ["YOLO_CONFIG_DIR"] = tempfile.mkdtemp()
os.environ["YOLO_OFFLINE"] = "true"
pytest.importorskip("ultralytics")

from ultralytics import YOLO

from tests.docs.pages import ROOT
from tests.trainers.reading import Logged, runs
from vdlite.integrations.ultralytics import VdliteCallback

SETTINGS: dict[str, Any] = {
    "imgsz": 32,
    "batch": 2,
    "workers": 0,
    "device": "cpu",
    "amp": False,
    "verbose": False,
    "optimizer": "SGD",
    "lr0": 0.125,
    "warmup_epochs": 0,
    "seed": 7,
}


def pictures(folder: Path) -> str:
    """The description of a data set: squares on noise."""
    noise = np.random.default_rng(0)
    for part in ("train", "val"):
        for sort in ("images", "labels"):
            (folder / sort / part).mkdir(parents=True)
        for number in range(4):
            picture = noise.integers(0, 60, (64, 64, 3), np.uint8)
            picture[16:48, 16:48] = 220
            Image.fromarray(picture).save(folder / f"images/{part}/{number}.png")
            (folder / f"labels/{part}/{number}.txt").write_text("0 0.5 0.5 0.5 0.5\n")
    file = folder / "data.yaml"
    file.write_text(f"path: {folder}\ntrain: images/train\nval: images/val\nnames: [square]\n")
    return str(file)


def train(model: Any, folder: Path, **settings: Any) -> None:
    model.train(data=pictures(folder / "data"), project=str(folder / "runs"), name="first", **SETTINGS, **settings)  # fmt: skip


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Path]:
    """A model after two epochs, and the folder of the training's files."""
    folder = tmp_path_factory.mktemp("trained")
    model = YOLO("yolo11n.yaml")
    VdliteCallback(hparams={"who": "test"}).add_to(model)
    train(model, folder, epochs=2)
    return model, folder / "runs" / "first"


def test_a_training_has_the_numbers_of_its_table(trained: tuple[Any, Path]) -> None:
    _, folder = trained
    (folder / "results.csv").rename(folder / "table.txt")  # it would be read, too
    with open(folder / "table.txt", newline="") as file:
        rows = [
            {name.strip(): value for name, value in row.items()} for row in csv.DictReader(file)
        ]
    logged = Logged(folder.parent)
    names = [name for name in rows[0] if name not in ("epoch", "time")]
    assert logged.tags() == sorted(names)
    for name in names:
        points = logged.points(name)
        assert [step for step, _ in points] == [1, 2]
        # The table has five digits.
        assert [value for _, value in points] == pytest.approx(
            [float(row[name]) for row in rows], rel=1e-4, abs=1e-5
        )


def test_it_gives_its_arguments_its_model_its_weights_and_what_it_drew(
    trained: tuple[Any, Path],
) -> None:
    model, folder = trained
    logged = Logged(folder.parent)
    assert logged.outcome == "finished"
    ((values, judges),) = logged.trials
    assert judges == ("metrics/mAP50-95(B)",)
    assert (values["lr0"], values["epochs"], values["who"]) == (0.125, 2, "test")
    lineage = logged.lineage
    assert lineage["network"] == "DetectionModel"
    assert lineage["optimizer"] == "SGD"
    assert (lineage["train_samples"], lineage["test_samples"]) == (4, 4)
    assert lineage["metric/best/fitness"] == pytest.approx(float(model.trainer.best_fitness))
    assert "metric/best/metrics/mAP50(B)" in lineage
    weights = folder / "weights" / "best.pt"
    assert lineage["weights/best"] == str(weights)
    assert lineage["weights/best_bytes"] == weights.stat().st_size
    drawn = set(logged.tags("image"))
    assert drawn >= {
        "plots/labels",
        "plots/train_batch0",
        "plots/val_batch0_labels",
        "plots/results",
    }
    with Image.open(folder / "val_batch0_labels.jpg") as picture:
        size = picture.size[::-1]
    assert logged.payload("image", "plots/val_batch0_labels").pixels.shape[:2] == size
    assert logged.tags("environment") == ["environment"]


def test_a_training_that_is_resumed_goes_on_in_its_run(tmp_path: Path) -> None:
    model = YOLO("yolo11n.yaml")
    VdliteCallback(tmp_path / "own").add_to(model)

    def end(trainer: Any) -> None:
        if trainer.epoch == 0:
            raise KeyboardInterrupt

    model.add_callback("on_fit_epoch_end", end)
    with pytest.raises(KeyboardInterrupt):
        train(model, tmp_path, epochs=2, plots=False)
    assert Logged(tmp_path / "own").steps("train/box_loss") == [1]
    assert Logged(tmp_path / "own").outcome is None
    again = YOLO(tmp_path / "runs/first/weights/last.pt")
    VdliteCallback(tmp_path / "own").add_to(again)
    again.train(resume=True)
    logged = Logged(tmp_path / "own")
    assert logged.steps("train/box_loss") == [1, 2]
    assert logged.steps("lr/pg0") == [1, 2]
    assert len(logged.trials) == 1
    assert logged.outcome == "finished"


def test_other_processes_log_nothing(
    trained: tuple[Any, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RANK", "1")
    callback = VdliteCallback(tmp_path / "other")
    for event in (
        "on_pretrain_routine_end",
        "on_train_epoch_end",
        "on_fit_epoch_end",
        "on_train_end",
    ):
        getattr(callback, event)(trained[0].trainer)
    callback.teardown(trained[0].trainer)
    assert callback.writer is None
    assert runs(tmp_path) == []


def test_a_trainer_that_has_something_otherwise_is_not_ended(
    trained: tuple[Any, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    trainer = trained[0].trainer
    callback = VdliteCallback(tmp_path / "other")
    callback.on_pretrain_routine_end(trainer)
    monkeypatch.setattr(trainer, "label_loss_items", None)
    monkeypatch.setattr(trainer, "plots", {tmp_path / "torn.jpg": {"timestamp": 1.0}})
    (tmp_path / "torn.jpg").write_bytes(b"\xff\xd8\xff")
    with caplog.at_level(logging.WARNING):
        callback.on_train_epoch_end(trainer)
        callback.on_train_epoch_end(trainer)
    assert sum("on_train_epoch_end" in record.message for record in caplog.records) == 1
    callback.on_fit_epoch_end(trainer)
    callback.teardown(trainer)
    assert Logged(tmp_path / "other").trials


def test_it_is_pickled_without_its_run(trained: tuple[Any, Path], tmp_path: Path) -> None:
    callback = VdliteCallback(tmp_path / "other")
    callback.on_pretrain_routine_end(trained[0].trainer)
    assert pickle.loads(pickle.dumps(callback)).writer is None
    callback.teardown(trained[0].trainer)


def test_its_own_tensorboard_logs_here_by_vdlite_run(tmp_path: Path) -> None:
    pytest.importorskip("tensorboard")
    script = tmp_path / "train.py"
    script.write_text(
        "import tests.trainers.torchvision_on_cpu\n"
        "from ultralytics import YOLO, settings\n"
        "settings.update({'tensorboard': True})\n"
        f"YOLO('yolo11n.yaml').train(data={pictures(tmp_path / 'data')!r}, project={str(tmp_path / 'runs')!r}, "
        f"name='first', epochs=1, plots=False, **{SETTINGS!r})\n"
    )
    # Within pytest it logs nothing.
    environment = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    subprocess.run(
        [sys.executable, "-m", "vdlite", "run", "--", sys.executable, str(script)],
        cwd=tmp_path,
        env=environment | {"PYTHONPATH": str(ROOT), "YOLO_CONFIG_DIR": str(tmp_path / "config")},
        timeout=800,
        check=True,
    )
    folder = tmp_path / "runs" / "first"
    assert list(folder.glob("*.vdl"))
    for others in (*folder.glob("*tfevents*"), folder / "results.csv"):
        others.unlink()  # they would be read, too
    assert Logged(tmp_path / "runs").steps("train/box_loss") == [1]
