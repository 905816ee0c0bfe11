"""Engines of PyTorch-Ignite."""

from pathlib import Path

import pytest

pytest.importorskip("ignite")

import torch
from ignite.engine import Engine, Events
from ignite.handlers import global_step_from_engine

from tests.trainers.reading import Logged
from vdlite.integrations.ignite import VdliteLogger


def test_outputs_metrics_and_learning_rates_are_one_run(tmp_path: Path) -> None:
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.5)
    trainer = Engine(lambda engine, batch: {"loss": batch / 4, "odd": torch.tensor(batch)})
    evaluator = Engine(lambda engine, batch: None)

    @evaluator.on(Events.COMPLETED)
    def _count(engine: Engine) -> None:
        engine.state.metrics["accuracy"] = 0.25

    @trainer.on(Events.EPOCH_COMPLETED)
    def _evaluate(engine: Engine) -> None:
        evaluator.run([0])

    with VdliteLogger(tmp_path / "first") as logger:
        logger.log_hyperparams({"lr": 0.5}, ("val/accuracy",))
        logger.attach_output_handler(
            trainer, Events.ITERATION_COMPLETED, tag="train", output_transform=lambda output: output
        )
        logger.attach_opt_params_handler(trainer, Events.ITERATION_STARTED, optimizer=optimizer)
        logger.attach_output_handler(
            evaluator,
            Events.COMPLETED,
            tag="val",
            metric_names="all",
            global_step_transform=global_step_from_engine(trainer),
        )
        trainer.run([1, 2], max_epochs=2)

    logged = Logged(tmp_path)
    assert logged.outcome == "finished"
    assert logged.points("train/loss") == [(1, 0.25), (2, 0.5), (3, 0.25), (4, 0.5)]
    assert logged.points("lr/group_0") == [(step, 0.5) for step in (1, 2, 3, 4)]
    assert logged.points("val/accuracy") == [(1, 0.25), (2, 0.25)]
    assert logged.trials == [({"lr": 0.5}, ("val/accuracy",))]


def test_an_engine_that_fails_keeps_what_it_logged(tmp_path: Path) -> None:
    def step(engine: Engine, batch: float) -> float:
        if batch == 3:
            raise RuntimeError("broken on purpose")
        return batch

    trainer = Engine(step)
    logger = VdliteLogger(tmp_path)
    logger.attach_output_handler(
        trainer, Events.ITERATION_COMPLETED, tag="train", output_transform=lambda output: output
    )
    with pytest.raises(RuntimeError, match="broken on purpose"):
        trainer.run([1, 2, 3])
    assert Logged(tmp_path).points("train/output") == [(1, 1.0), (2, 2.0)]


def test_a_with_block_that_an_error_leaves_gives_a_failure(tmp_path: Path) -> None:
    def step(engine: Engine, batch: float) -> None:
        raise RuntimeError("broken on purpose")

    with pytest.raises(RuntimeError), VdliteLogger(tmp_path) as logger:
        logger.log_hyperparams({"lr": 0.5})
        Engine(step).run([1])
    assert Logged(tmp_path).outcome == "failed"
