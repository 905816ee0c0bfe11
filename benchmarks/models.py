"""Models of which landscapes are measured, with samples. Needs torch."""

from typing import Any

import torch
from sklearn.datasets import load_digits
from torch import nn


def lenet(quick: bool) -> tuple[str, Any, tuple[Any, Any]]:
    """LeNet-5 on scikit-learn's digits, drawn as large as MNIST's."""
    torch.manual_seed(0)
    digits = load_digits()
    pictures = torch.tensor(digits.images[:, None] / 16, dtype=torch.float32)
    pictures = nn.functional.interpolate(pictures, size=28, mode="bilinear")
    count = 512 if quick else 2048
    repeat = -(-count // len(pictures))
    inputs = pictures.repeat(repeat, 1, 1, 1)[:count].contiguous()
    targets = torch.tensor(digits.target).repeat(repeat)[:count]
    model = nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10),
    )  # fmt: skip
    return f"LeNet, {count} digits", model.eval(), (inputs, targets)


def resnet(quick: bool) -> tuple[str, Any, tuple[Any, Any]]:
    """A ResNet with 20 layers and 0.27 million weights on noise of 3 x 32 x 32 (K. He et al., Deep Residual Learning
    for Image Recognition, 2015, section 4.2)."""
    torch.manual_seed(0)
    count = 128 if quick else 512
    inputs, targets = torch.randn(count, 3, 32, 32), torch.randint(0, 10, (count,))
    model = ResNet20()
    with torch.no_grad():
        for batch in inputs.split(128)[:3]:
            model(batch)  # so that batch norms have seen something
    return f"ResNet-20, {count} pictures", model.eval(), (inputs, targets)


class Block(nn.Module):
    """Two convolutions, and a way around them."""

    def __init__(self, before: int, after: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(before, after, 3, stride, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(after)
        self.second = nn.Conv2d(after, after, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(after)
        self.around: nn.Module = nn.Identity()
        if stride != 1 or before != after:
            self.around = nn.Sequential(
                nn.Conv2d(before, after, 1, stride, bias=False), nn.BatchNorm2d(after)
            )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        inner = torch.relu(self.first_norm(self.first(x)))
        return torch.relu(self.second_norm(self.second(inner)) + self.around(x))


class ResNet20(nn.Module):
    """3 x 32 x 32 to 10 classes."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(3, 16, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(16)
        before, blocks = 16, []
        for after, stride in ((16, 1), (32, 2), (64, 2)):
            for number in range(3):
                blocks.append(Block(before, after, stride if number == 0 else 1))
                before = after
        self.blocks = nn.Sequential(*blocks)
        self.head = nn.Linear(64, 10)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.blocks(torch.relu(self.norm(self.first(x))))
        return self.head(x.mean((2, 3)))
