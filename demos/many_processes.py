"""Several processes log into one run at once. Each makes its own LogWriter; nothing else is needed.

python demos/many_processes.py
vdlite --logdir runs
"""

import argparse
import multiprocessing
import random

from vdlite import LogWriter


def work(rank: int, logdir: str) -> None:
    """What one process does: all of them log into the same run."""
    chance = random.Random(rank)
    level = 1.0
    with LogWriter(logdir) as writer:
        for step in range(200):
            level *= chance.uniform(0.97, 1.01)
            writer.add_scalar(f"loss/rank {rank}", level, step)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--logdir", default="runs/many_processes", help="folder of this run")
    parser.add_argument("--processes", type=int, default=4)
    options = parser.parse_args()

    # "spawn" works on every system and together with CUDA.
    context = multiprocessing.get_context("spawn")
    workers = [
        context.Process(target=work, args=(rank, options.logdir))
        for rank in range(options.processes)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    print(f"done; now run: vdlite --logdir {options.logdir}")
