"""Networks for small images: ResNets of any depth and width, with and without shortcuts, and one in the manner of VGG.

The landscape demos beside this file train them. They take images [N, 1, S, S] of any side S of 8 or more.
"""

import torch
from torch import nn
from torch.nn.functional import pad, relu


class Block(nn.Module):
    """Two convolutions; with a shortcut around them, or without one (He et al. 2016, figure 2)."""

    def __init__(self, inputs: int, outputs: int, stride: int, shortcut: bool) -> None:
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, stride, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(outputs)
        self.second = nn.Conv2d(outputs, outputs, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(outputs)
        self.shortcut = shortcut
        self.stride = stride
        self.more = outputs - inputs  # channels

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        changed = relu(self.first_norm(self.first(images)))
        changed = self.second_norm(self.second(changed))
        if self.shortcut:
            # Where the block makes images smaller, the shortcut takes every second pixel, and zeros for the channels
            # that are new: it has no weights of its own (their option A).
            passed = images[:, :, :: self.stride, :: self.stride]
            changed = changed + pad(passed, (0, 0, 0, 0, 0, self.more))
        return relu(changed)


class ResNet(nn.Module):
    """Three stages of blocks; each halves the images and doubles the channels (He et al. 2016, section 4.2).

    blocks: in each stage, so that there are 6 * blocks + 2 layers.
    width: channels of the first stage. shortcuts: False for the plain network of the same layers.
    """

    def __init__(self, blocks: int, width: int, *, shortcuts: bool = True, classes: int = 10):
        super().__init__()
        self.stem = nn.Conv2d(1, width, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(width)
        made: list[nn.Module] = []
        channels = width
        for stage in range(3):
            for number in range(blocks):
                outputs = width << stage
                stride = 2 if stage and number == 0 else 1
                made.append(Block(channels, outputs, stride, shortcuts))
                channels = outputs
        self.blocks = nn.Sequential(*made)
        self.head = nn.Linear(channels, classes)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        images = self.blocks(relu(self.norm(self.stem(images))))
        return self.head(images.mean((2, 3)))


class VGG(nn.Module):
    """Pairs of convolutions with batch norm, each pair followed by pooling (Simonyan and Zisserman 2015, table 1)."""

    def __init__(self, width: int, *, classes: int = 10) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        channels = 1
        for outputs in (width, 2 * width, 4 * width):
            for _ in range(2):
                layers += [
                    nn.Conv2d(channels, outputs, 3, padding=1, bias=False),
                    nn.BatchNorm2d(outputs),
                    nn.ReLU(),
                ]
                channels = outputs
            layers.append(nn.MaxPool2d(2))
        self.layers = nn.Sequential(*layers)
        self.head = nn.Linear(channels, classes)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.head(self.layers(images).mean((2, 3)))
