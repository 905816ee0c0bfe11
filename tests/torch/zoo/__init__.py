"""A zoo of networks and losses as people write them, and the plain loop that their landscapes are held against."""

from tests.torch.zoo import (
    batches,
    convolutional,
    graphs,
    impolite,
    losses,
    recurrent,
    transformers,
)

ENTRIES = [
    entry
    for family in (convolutional, recurrent, transformers, graphs, losses, impolite, batches)
    for entry in family.ENTRIES
]
