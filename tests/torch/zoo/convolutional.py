"""Networks of convolutions."""

import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.zoo.entry import Entry, pictures


class Views(nn.Module):
    """Flattens by a view of a shape that is written down."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, padding=1)
        self.fc = nn.Linear(4 * 16, 3)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv(x)), 2)
        return self.fc(x.view(-1, 64))


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 4, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(4)
        self.body = nn.Sequential(
            nn.Conv2d(4, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(inplace=True)
        )
        self.head = nn.Linear(4, 3)

    def forward(self, x):
        x = F.relu_(self.norm(self.stem(x)))
        x += self.body(x)
        return self.head(x.mean((2, 3)))


class Shuffles(nn.Module):
    """Channels shuffled by view and transpose, and squeezed and excited."""

    def __init__(self):
        super().__init__()
        self.a = nn.Conv2d(3, 8, 1)
        self.b = nn.Conv2d(8, 8, 3, padding=1, groups=4)
        self.gate = nn.Conv2d(8, 8, 1)
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        x = self.a(x)
        n, c, h, w = x.shape
        x = x.view(n, 4, 2, h, w).transpose(1, 2).contiguous().view(n, c, h, w)
        x = F.silu(self.b(x))
        x = x * torch.sigmoid(self.gate(F.adaptive_avg_pool2d(x, 1)))
        return self.head(x.amax((2, 3)))


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(1, 4, 3, stride=2, padding=1)
        self.up = nn.ConvTranspose2d(4, 4, 2, stride=2)
        self.out = nn.Conv2d(5, 2, 1)

    def forward(self, x):
        return self.out(torch.cat([self.up(F.relu(self.down(x))), x], 1))


class Strided(nn.Module):
    """Reads memory by its strides, as it lies."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 4, 3)
        self.fc = nn.Linear(9 * 4, 3)

    def forward(self, x):
        x = self.conv(x)
        windows = x.as_strided((len(x), 4, 3, 3), (x.stride(0), x.stride(1), 6, 1))
        return self.fc(windows.reshape(len(x), -1))


class PermutedView(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 4, 3)
        self.fc = nn.Linear(4, 3)

    def forward(self, x):
        x = self.conv(x).permute(0, 2, 3, 1).contiguous()
        return self.fc(x.view(-1, 4)).view(len(x), -1, 3).mean(1)


class ExportsWeight(nn.Module):
    """Looks at its filters as rows of memory."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 4, 3)

    def forward(self, x):
        rows = F.unfold(x, 3)
        return (self.conv.weight.view(4, -1) @ rows).mean(2)[:, :3]


class Cubes(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv3d(1, 3, 2)
        self.norm = nn.BatchNorm3d(3)

    def forward(self, x):
        return self.norm(self.conv(x)).mean((2, 3, 4))


class Waves(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.utils.parametrizations.weight_norm(nn.Conv1d(2, 4, 3, dilation=2))
        self.b = nn.Conv1d(4, 3, 1)

    def forward(self, x):
        return self.b(torch.tanh(self.a(x))).mean(2)


class FiveDimensional(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(2, 1, 2, 3, 8) * 0.1)
        self.conv = nn.Conv2d(1, 2, 3, padding=1)

    def forward(self, x):
        return torch.einsum("bchw,cijkw->bk", self.conv(x), self.weight)


def _cubes():
    return [(torch.randn(n, 1, 4, 4, 4), torch.randint(0, 3, (n,))) for n in (5, 3)]


def _waves():
    return [(torch.randn(n, 2, 12), torch.randint(0, 3, (n,))) for n in (5, 3)]


def _maps():
    return [(torch.randn(n, 1, 8, 8), torch.randint(0, 2, (n, 8, 8))) for n in (5, 3)]


def _entry(name, model, data, loss=F.cross_entropy, **more):
    return Entry(name, "convolutional", model, data, (5, 3), loss, **more)


ENTRIES = [
    _entry("views", Views, pictures),
    _entry("residual", Residual, lambda: pictures(3)),
    _entry("shuffles", Shuffles, lambda: pictures(3)),
    _entry("u-net", UNet, _maps),
    _entry("strided", Strided, lambda: pictures(2)),
    _entry("view after permute", PermutedView, lambda: pictures(2)),
    _entry("filters as rows", ExportsWeight, lambda: pictures(2)),
    _entry("cubes", Cubes, _cubes),
    _entry("waves", Waves, _waves),
    _entry("five dimensions", FiveDimensional, pictures),
]
