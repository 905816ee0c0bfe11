"""Trainings in several processes."""

import os
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def in_two_processes(program: str, *arguments: object) -> None:
    """Run a Python program twice, as `torchrun --nproc-per-node=2` would, on a CPU."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    processes = []
    for rank in range(2):
        environment = os.environ | {
            "RANK": str(rank),
            "LOCAL_RANK": str(rank),
            "WORLD_SIZE": "2",
            "LOCAL_WORLD_SIZE": "2",
            "MASTER_ADDR": "127.0.0.1",
            "MASTER_PORT": str(port),
            "GLOO_SOCKET_IFNAME": "lo",
            "OMP_NUM_THREADS": "1",
            "CUDA_VISIBLE_DEVICES": "",
            "PYTHONPATH": str(ROOT),
        }
        command = [sys.executable, "-c", program, *map(str, arguments)]
        processes.append(subprocess.Popen(command, env=environment))
    try:
        assert [process.wait(timeout=100) for process in processes] == [0, 0]
    finally:
        for process in processes:
            process.kill()
            process.wait()
