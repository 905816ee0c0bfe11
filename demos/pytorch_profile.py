"""A training that asks a profile why it is slow, mends that, and compares. Lines that profile are marked with "vdlite".

pip install torch
python demos/pytorch_profile.py
vdlite --logdir runs/pytorch-profile
"""

import argparse
import time

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn.functional import cross_entropy
from torch.utils.data import BatchSampler, DataLoader, Dataset, RandomSampler

from vdlite import LogReader, LogWriter

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--logdir", default="runs/pytorch-profile", help="folder of both runs")
parser.add_argument("--steps", type=int, default=60)
options = parser.parse_args()
torch.set_num_threads(1)  # a network this small gains nothing by more


class Digits(Dataset):
    """Handwritten digits; by an index one of them, by a list of indices a batch."""

    def __init__(self) -> None:
        values, labels = load_digits(return_X_y=True)
        self.images = torch.tensor(values, dtype=torch.float32).reshape(-1, 1, 8, 8) / 16
        self.labels = torch.tensor(labels)

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, index: int | list[int]) -> tuple[torch.Tensor, torch.Tensor]:
        return self.images[index], self.labels[index]


class SlowDigits(Digits):
    """Each is "decoded" for a millisecond whenever it is asked for: the bottleneck."""

    def __getitem__(self, index: int | list[int]) -> tuple[torch.Tensor, torch.Tensor]:
        time.sleep(0.001)
        return super().__getitem__(index)


def train(run: str, loader: DataLoader) -> None:
    torch.manual_seed(0)
    network = nn.Sequential(
        nn.Conv2d(1, 32, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(32, 64, 3),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(64 * 36, 10),
    )
    optimizer = torch.optim.Adam(network.parameters(), lr=2e-3)
    step = 0
    with (
        LogWriter(f"{options.logdir}/{run}") as writer,
        writer.profile(steps=5, wait=10, modules=network) as profile,  # vdlite
    ):
        while step < options.steps:
            for images, labels in loader:
                loss = cross_entropy(network(images), labels)
                loss.backward()
                optimizer.step()
                optimizer.zero_grad()
                writer.add_scalar("loss/train", loss.item(), step)
                profile.step()  # vdlite
                step += 1
                if step == options.steps:
                    break


digits = Digits()
whole_batches = BatchSampler(RandomSampler(digits), 32, drop_last=True)
LOADERS = {
    "before": DataLoader(SlowDigits(), 32, shuffle=True, drop_last=True),
    "after": DataLoader(digits, sampler=whole_batches, batch_size=None),
}
for run, loader in LOADERS.items():
    train(run, loader)
    profiled = LogReader(options.logdir).profile(run)
    steps = profiled.steps
    print(f"{run}: {(steps[:, 1] - steps[:, 0]).mean() / 1e6:.1f} ms a step")
    for advice in profiled.advice():
        print(f"  {advice.level}: {advice.text}")

print(f"now run: vdlite --logdir {options.logdir}")
