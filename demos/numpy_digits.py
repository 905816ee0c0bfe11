"""Softmax regression on handwritten digits: the smallest training that is worth a look.

python demos/numpy_digits.py
vdlite --logdir runs
"""

import argparse

import numpy as np
from sklearn.datasets import load_digits

from vdlite import LogWriter

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--logdir", default="runs/numpy_digits", help="folder of this run")
parser.add_argument("--epochs", type=int, default=50)
parser.add_argument("--rate", type=float, default=0.5, help="learning rate")
options = parser.parse_args()

images, labels = load_digits(return_X_y=True)
images = images / 16  # from 0 to 1
wanted = np.eye(10)[labels]
weights = np.zeros((64, 10))

with LogWriter(options.logdir) as writer:
    for epoch in range(options.epochs):
        logits = images @ weights
        p = np.exp(logits - logits.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        weights -= options.rate * images.T @ (p - wanted) / len(images)

        loss = -np.log(p[np.arange(len(labels)), labels]).mean()
        accuracy = np.mean(p.argmax(axis=1) == labels)
        writer.add_scalar("loss", loss, epoch)
        writer.add_scalar("accuracy", accuracy, epoch)

print(f"accuracy {accuracy:.3f}; now run: vdlite --logdir {options.logdir}")
