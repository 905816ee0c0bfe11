"""A training that is cut off and goes on from its checkpoint, into the same run.

The second part repeats the steps after the checkpoint; the curve shows each step once, with its
newest value.

    python demos/resume.py
    vdlite --logdir runs
"""

import argparse
import math

from vdlite import LogWriter

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--logdir", default="runs/resume", help="folder of this run")
options = parser.parse_args()


def train(first_step: int, cut_off_before: int) -> int:
    """Train and log; returns the step of the last checkpoint."""
    checkpoint = first_step
    with LogWriter(options.logdir) as writer:
        for step in range(first_step, cut_off_before):
            if step % 50 == 0:
                checkpoint = step
            loss = math.exp(-step / 80) + 0.02 * math.sin(step)
            writer.add_scalar("loss", loss, step)
    return checkpoint


checkpoint = train(0, cut_off_before=130)
print(f"cut off after step 129; going on from the checkpoint at step {checkpoint}")
train(checkpoint, cut_off_before=300)
print(f"done; now run: vdlite --logdir {options.logdir}")
