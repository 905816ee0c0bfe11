"""Real servers in processes of their own."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil

_PATIENCE = 10.0  # seconds that a server may take to end


@dataclass
class Running:
    """A server that was just started."""

    url: str
    started: float  # time.perf_counter() at which its process was started
    process: "subprocess.Popen[bytes]"
    peak: list[float]  # MB, of the process and its children, sampled

    def wait_for(
        self, path: str, ready: "object" = None, timeout: float = 180, accept: str = "*/*"
    ) -> httpx.Response:
        """Ask until the answer is there and `ready` finds it good."""
        check = ready if callable(ready) else lambda response: response.status_code == 200
        with httpx.Client(timeout=60, headers={"Accept": accept}) as client:
            while time.perf_counter() - self.started < timeout:
                try:
                    response = client.get(self.url + path)
                    if check(response):
                        return response
                except httpx.HTTPError:
                    pass
                time.sleep(0.01)
        raise TimeoutError(f"no good answer to {path} within {timeout} s")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _watch_memory(process: psutil.Process, peak: list[float], stop: threading.Event) -> None:
    while not stop.wait(0.02):
        try:
            family = [process, *process.children(recursive=True)]
            peak[0] = max(peak[0], sum(one.memory_info().rss for one in family) / 1e6)
        except psutil.Error:
            return


@contextmanager
def serving(
    command: list[str], port: int, environment: Mapping[str, str] = {}
) -> Iterator[Running]:
    """The server of a command with these variables added, until the end of the block."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )
    peak, stop = [0.0], threading.Event()
    threading.Thread(
        target=_watch_memory, args=(psutil.Process(process.pid), peak, stop), daemon=True
    ).start()
    try:
        yield Running(f"http://127.0.0.1:{port}", started, process, peak)
    finally:
        stop.set()
        _end(process)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a server with all that it has started, which may not end by itself."""
    try:
        family = psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:  # it has ended
        family = []
    process.terminate()
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for one in family:
        with suppress(psutil.NoSuchProcess):
            one.terminate()
    for one in psutil.wait_procs(family, _PATIENCE)[1]:
        with suppress(psutil.NoSuchProcess):
            one.kill()


def vdlite(logdir: Path, port: int) -> list[str]:
    return [
        sys.executable,
        "-m",
        "vdlite",
        "--logdir",
        str(logdir),
        "--port",
        str(port),
        "--no-token",
    ]


def tensorboard(logdir: Path, port: int, samples: int, python: str = sys.executable) -> list[str]:
    script = "from tensorboard.main import run_main; run_main()"
    return [
        python, "-W", "ignore", "-c", script, "--logdir", str(logdir), "--port", str(port),
        "--load_fast", "true", "--samples_per_plugin", f"scalars={samples}",
    ]  # fmt: skip


def warm_page_cache(logdir: Path) -> int:
    """Read every file once; returns the bytes."""
    return sum(len(path.read_bytes()) for path in logdir.rglob("*") if path.is_file())
