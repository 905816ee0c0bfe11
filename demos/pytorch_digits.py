"""LeNet on handwritten digits with PyTorch. The lines that log are marked with "vdlite".

pip install torch
python demos/pytorch_digits.py
vdlite --logdir runs
"""

import argparse

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn.functional import cross_entropy
from torch.utils.data import Subset, TensorDataset

from vdlite import LogWriter

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--logdir", default="runs/pytorch_digits", help="folder of this run")
parser.add_argument("--epochs", type=int, default=20)
options = parser.parse_args()

torch.manual_seed(0)
values, labels = load_digits(return_X_y=True)
images = torch.tensor(values, dtype=torch.float32).reshape(-1, 1, 8, 8) / 16
labels = torch.tensor(labels)
order = torch.randperm(len(labels))
test, train = order[:360], order[360:]

# LeNet-5 (LeCun et al. 1998), made smaller for images of 8 by 8 pixels.
network = nn.Sequential(
    nn.Conv2d(1, 6, 3, padding=1),
    nn.Tanh(),
    nn.AvgPool2d(2),
    nn.Conv2d(6, 16, 3),
    nn.Tanh(),
    nn.Flatten(),
    nn.Linear(64, 84),
    nn.Tanh(),
    nn.Linear(84, 10),
)
optimizer = torch.optim.Adam(network.parameters(), lr=2e-3)

writer = LogWriter(options.logdir)  # vdlite
writer.add_lineage(model=network, optimizer=optimizer, loss=cross_entropy)  # vdlite
writer.add_graph(network, images[:64], optimizer=optimizer)  # vdlite
digits = TensorDataset(images, labels)
writer.add_data_graph({"train": Subset(digits, train), "test": Subset(digits, test)})  # vdlite
step = 0
for _ in range(options.epochs):
    for batch in train[torch.randperm(len(train))].split(64):
        loss = cross_entropy(network(images[batch]), labels[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        writer.add_scalar("loss/train", loss, step)  # vdlite
        step += 1
    with torch.no_grad():
        accuracy = (network(images[test]).argmax(dim=1) == labels[test]).float().mean()
    writer.add_scalar("accuracy/test", accuracy, step)  # vdlite

print(f"accuracy {accuracy.item():.3f}; now run: vdlite --logdir {options.logdir}")
