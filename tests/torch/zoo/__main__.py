"""The whole zoo, held against the plain loop: a table of what came of each entry.

python -m tests.torch.zoo [--device cuda] [NAME ...]
"""

import argparse
import collections
import time

import torch

from tests.torch.zoo import ENTRIES
from tests.torch.zoo.judging import judged
from tests.torch.zoo.public import public_entries

WAYS = {
    "as it is": {},
    "batch size given": {"batch_size": 5},
    "in float64": {"precision": "float64"},
}


def main(names, device):
    """Print a line for each entry and way, and the counts."""
    # Numbers of ten bits would hide differences.
    torch.backends.cudnn.allow_tf32 = False
    counts = collections.Counter()
    for entry in [*ENTRIES, *public_entries()]:
        if names and entry.name not in names:
            continue
        for way, options in WAYS.items():
            began = time.monotonic()
            verdict = judged(entry, 5, 2, device, **options)
            counts[way, verdict.outcome] += 1
            counts[way, "computed anew"] += verdict.anew
            seconds = time.monotonic() - began
            print(
                f"{entry.family:14} {entry.name:32} {way:16} {verdict.outcome:8} {verdict.apart:8.1e} "
                f"{'anew' if verdict.anew else '':5} {seconds:5.2f} s  {verdict.words[:150]!r}",
                flush=True,
            )
    for (way, outcome), number in sorted(counts.items()):
        print(f"{way:16} {outcome:14} {number}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--device", default="cpu")
    given = parser.parse_args()
    main(given.names, given.device)
