"""Writes `transformers/trainer_state.json` with transformers itself: `pip install torch transformers accelerate`, version 5.23.0."""

import shutil
import tempfile
from pathlib import Path

import torch
from transformers import Trainer, TrainingArguments


class _Line(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(1, 1)

    def forward(self, x: torch.Tensor, labels: torch.Tensor) -> dict[str, torch.Tensor]:
        found = self.layer(x)
        return {"loss": ((found - labels) ** 2).mean(), "logits": found}


def write(folder: Path) -> None:
    """The same as `test_trainer_state.py` expects."""
    torch.manual_seed(7)
    data = [{"x": torch.tensor([i / 30]), "labels": torch.tensor([i / 10])} for i in range(30)]
    with tempfile.TemporaryDirectory() as root:
        given = TrainingArguments(
            root, max_steps=30, logging_steps=5, eval_strategy="steps", eval_steps=15, report_to=[]
        )
        trainer = Trainer(_Line(), given, train_dataset=data, eval_dataset=data)
        trainer.train()
        trainer.save_state()
        folder.mkdir(exist_ok=True)
        shutil.copy(Path(root) / "trainer_state.json", folder)


if __name__ == "__main__":
    write(Path(__file__).parent / "transformers")
