"""The Trainer of transformers, with a tiny model that is made here."""

import logging
import math
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("transformers")
pytest.importorskip("accelerate")

import torch
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    Trainer,
    TrainingArguments,
)
from transformers.integrations import integration_utils

import vdlite.integrations  # noqa: F401
from tests.trainers.reading import Logged, outcome_after, runs
from vdlite.integrations.transformers import VdliteCallback


class Rows(torch.utils.data.Dataset[Any]):
    """Random tokens, with labels."""

    def __init__(self, count: int) -> None:
        self.tokens = torch.randint(0, 50, (count, 8), generator=torch.Generator().manual_seed(0))

    def __len__(self) -> int:
        return len(self.tokens)

    def __getitem__(self, index: int) -> dict[str, Any]:
        return {"input_ids": self.tokens[index], "labels": int(self.tokens[index, 0] > 25)}


def trainer(folder: Path, **options: Any) -> Any:
    """Eight steps of two epochs."""
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=50,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=16,
    )
    callbacks = options.pop("callbacks", None)
    compute_metrics = options.pop("compute_metrics", None)
    model = options.pop("model", None) or BertForSequenceClassification(config)
    settings: dict[str, Any] = {
        "num_train_epochs": 2,
        "per_device_train_batch_size": 8,
        "logging_steps": 2,
        "report_to": "vdlite",
        "save_strategy": "no",
        "use_cpu": True,
        "disable_tqdm": True,
        "eval_strategy": "epoch",
        **options,
    }
    return Trainer(
        model=model,
        args=TrainingArguments(output_dir=str(folder), **settings),
        train_dataset=Rows(32),
        eval_dataset=Rows(8),
        callbacks=callbacks,
        compute_metrics=compute_metrics,
    )


def test_a_training_is_one_run_with_its_trial_and_lineage(tmp_path: Path) -> None:
    made = trainer(tmp_path, learning_rate=0.01)
    made.train()

    logged = Logged(tmp_path)
    losses = [(each["step"], each["loss"]) for each in made.state.log_history if "loss" in each]
    assert logged.points("train/loss") == losses
    assert logged.steps("eval/loss") == [4, 8]
    ((values, metrics),) = logged.trials
    assert (values["learning_rate"], values["num_train_epochs"]) == (0.01, 2)
    assert metrics == ("eval/loss",)
    assert "output_dir" not in values
    assert logged.lineage["network"] == "BertForSequenceClassification"
    assert logged.lineage["optimizer"] == "AdamW"
    assert logged.lineage["train_samples"] == 32
    assert '"hidden_size": 16' in logged.payload("text", "model_config")
    assert '"learning_rate": 0.01' in logged.payload("text", "args")
    assert logged.tags("environment") == ["environment"]
    assert logged.progress == ("steps", 8, 8)


def test_the_metric_of_the_best_model_judges_as_the_arguments_say(tmp_path: Path) -> None:
    trainer(
        tmp_path,
        metric_for_best_model="margin",
        greater_is_better=True,
        compute_metrics=lambda _: {"margin": 0.5},
    ).train()
    logged = Logged(tmp_path)
    assert [metrics for _, metrics in logged.trials] == [("eval/margin",)]
    assert logged.goals == {"eval/margin": "max"}


def test_a_training_that_came_to_its_end_is_finished(tmp_path: Path) -> None:
    trainer(tmp_path).train()
    assert outcome_after(tmp_path) == "finished"


def test_values_of_the_whole_training_are_no_charts_of_one_point(tmp_path: Path) -> None:
    trainer(tmp_path).train()
    logged = Logged(tmp_path)
    assert {"metric/train_runtime", "metric/train_loss", "metric/total_flos"} <= set(logged.lineage)
    assert not [tag for tag in logged.tags() if "train_" in tag or "total_flos" in tag]


def test_an_evaluation_before_and_after_the_training_belongs_to_its_run(tmp_path: Path) -> None:
    made = trainer(tmp_path, eval_strategy="no")
    made.evaluate()
    made.train()
    made.evaluate()
    made.predict(Rows(4))
    logged = Logged(tmp_path)
    assert logged.steps("eval/loss") == [0, 8]
    assert "metric/test_loss" in logged.lineage


def test_epochs_that_two_logs_of_a_step_tell_are_there_once(tmp_path: Path) -> None:
    trainer(tmp_path).train()
    assert Logged(tmp_path).steps("train/epoch") == [2, 4, 6, 8]


def test_gradient_accumulation_counts_the_steps_of_the_optimizer(tmp_path: Path) -> None:
    trainer(tmp_path, gradient_accumulation_steps=2, logging_steps=1).train()
    logged = Logged(tmp_path)
    assert logged.steps("train/loss") == [1, 2, 3, 4]
    assert logged.trials[0][0]["gradient_accumulation_steps"] == 2


def test_two_trainings_of_one_folder_are_two_runs(tmp_path: Path) -> None:
    made = trainer(tmp_path)
    made.train()
    made.train()
    trainer(tmp_path).train()
    assert len(runs(tmp_path)) == 3
    for run in runs(tmp_path):
        assert Logged(tmp_path, run).steps("train/loss") == [2, 4, 6, 8]


def test_a_training_from_a_checkpoint_goes_on_in_its_run(tmp_path: Path) -> None:
    trainer(tmp_path, save_strategy="epoch", max_steps=4).train()
    trainer(tmp_path, save_strategy="epoch", max_steps=8).train(resume_from_checkpoint=True)
    logged = Logged(tmp_path)  # the states in its checkpoints, which say the same, are no run
    assert logged.steps("train/loss") == [2, 4, 6, 8]
    assert len(logged.trials) == 1


def test_a_folder_of_ones_own_and_other_callbacks_beside(tmp_path: Path) -> None:
    own = VdliteCallback(tmp_path / "mine")
    trainer(tmp_path / "out", report_to="none", callbacks=[own]).train()
    assert Logged(tmp_path).run == "mine"
    assert own.writer is not None
    own.writer.add_scalar("mine", 1.0, 0)
    assert Logged(tmp_path).points("mine") == [(0, 1.0)]


def test_two_names_to_report_to_are_two_logs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Other(VdliteCallback):
        def __init__(self) -> None:
            super().__init__(tmp_path / "other")

    monkeypatch.setitem(integration_utils.INTEGRATION_TO_CALLBACK, "other", Other)
    trainer(tmp_path / "ours", report_to=["vdlite", "other"], max_steps=4).train()
    for folder in ("ours", "other"):
        assert Logged(tmp_path / folder).steps("train/loss") == [2, 4]


def test_each_trial_of_a_search_is_a_run_with_its_hyperparameters(tmp_path: Path) -> None:
    pytest.importorskip("optuna")
    made = trainer(tmp_path, max_steps=2, eval_strategy="no")
    model = made.model
    made.model_init = lambda: model
    made.hyperparameter_search(
        lambda trial: {"learning_rate": trial.suggest_categorical("learning_rate", [0.25])},
        lambda metrics: metrics["eval_loss"],
        n_trials=2,
        backend="optuna",
        hp_name=lambda trial: f"trial-{trial.number}",
    )
    assert [run.partition(".")[2] for run in runs(tmp_path)] == ["trial-0", "trial-1"]
    assert [Logged(tmp_path, run).trials[0][0]["learning_rate"] for run in runs(tmp_path)] == [
        0.25,
        0.25,
    ]


def test_other_processes_write_nothing(tmp_path: Path) -> None:
    made = trainer(tmp_path)
    for callback in made.callback_handler.callbacks:
        if isinstance(callback, VdliteCallback):
            made.state.is_world_process_zero = False
            callback.on_train_begin(made.args, made.state, made.control)
            callback.on_log(made.args, made.state, made.control, {"loss": 1.0})
            callback.on_train_end(made.args, made.state, made.control)
            assert callback.writer is None
    assert not list(tmp_path.rglob("*.vdl"))


def test_the_filter_of_losses_that_are_no_numbers_is_reported(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "vdlite"):
        trainer(tmp_path / "on", max_steps=2, logging_steps=1, eval_strategy="no").train()
    assert "logging_nan_inf_filter=False" in caplog.text
    caplog.clear()
    off = trainer(
        tmp_path / "off",
        max_steps=2,
        logging_steps=1,
        eval_strategy="no",
        logging_nan_inf_filter=False,
    )
    torch.nn.init.constant_(off.model.classifier.bias, math.nan)
    with caplog.at_level(logging.WARNING, "vdlite"):
        off.train()
    assert not caplog.text
    assert math.isnan(Logged(tmp_path / "off").points("train/loss")[0][1])


def test_what_cannot_be_logged_is_reported_once_and_raises_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    made = trainer(tmp_path, max_steps=1)
    with caplog.at_level(logging.WARNING, "vdlite"):
        made.log({"odd": [1, 2, 3], "word": "yes", "nested": {"a": 0.5}, "none": None})
        made.log({"odd": object()})
    assert caplog.text.count("train/odd") == 1
    logged = Logged(tmp_path)
    assert logged.points("train/nested/a") == [(0, 0.5)]
    assert logged.payload("text", "train/word") == "yes"
    assert "train/none" not in logged.tags()
