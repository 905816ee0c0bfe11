"""How a small network learns to tell digits apart: its hidden layer after each epoch, as embeddings.

Run it, then `vdlite --logdir runs` and look at Embeddings: the digits part from each other as the steps go on.
"""

import warnings

import numpy as np
from sklearn.datasets import load_digits
from sklearn.neural_network import MLPClassifier

from vdlite import LogWriter

EPOCHS = 20

digits = load_digits()
inputs = digits.data / 16
names = [f"digit {digit}, image {i}" for i, digit in enumerate(digits.target)]
model = MLPClassifier(hidden_layer_sizes=(64,), random_state=0)


def hidden(values: np.ndarray) -> np.ndarray:
    """What the hidden layer makes of the images, [N, 64]."""
    return np.maximum(values @ model.coefs_[0] + model.intercepts_[0], 0)


with LogWriter("runs/embeddings-digits") as writer, warnings.catch_warnings():
    warnings.simplefilter("ignore")  # scikit-learn would like more epochs
    for epoch in range(EPOCHS):
        model.partial_fit(inputs, digits.target, classes=np.arange(10))
        guesses = model.predict(inputs)
        writer.add_scalar("accuracy", np.mean(guesses == digits.target), epoch)
        writer.add_embeddings(
            "hidden layer",
            hidden(inputs),
            [digits.target, guesses, names],
            ["digit", "guess", "name"],
            step=epoch,
            thumbnails=digits.images,
        )
