"""A layout in a process of its own: reads vectors and parameters from its input, gives its progress on its output.

It ends when it is done, or when whoever started it has ended.
"""

import contextlib
import os
import sys
import time
from collections.abc import Mapping
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from vdlite.projection.barnes_hut import barnes_hut
from vdlite.projection.messages import receive, send
from vdlite.projection.pausing import Pausing
from vdlite.projection.prepare import reduced
from vdlite.projection.tsne import tsne
from vdlite.projection.umap import umap

_NOTHING = np.empty((0, 0), np.float32)
_PAUSE = 0.25  # seconds between two words of progress


def main() -> int:
    """Answer one request. Returns the exit code."""
    # Below everything that the user does; and libraries may print what they like.
    if hasattr(os, "nice"):
        os.nice(5)
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    request, vectors = receive(sys.stdin.buffer)
    start: NDArray[np.float32] | None = None
    if request.pop("has_start"):
        start = receive(sys.stdin.buffer)[1]
    pausing = Pausing(sys.stdin.buffer)
    try:
        # Whoever reads may have gone.
        with contextlib.suppress(BrokenPipeError):
            layout, iteration = _layout(request, vectors, start, output, pausing)
            send(output, {"done": 1.0, "last": True, "iteration": iteration}, layout)
    except Exception as error:  # noqa: BLE001  # the outermost edge of this process: reported to whoever started it
        with contextlib.suppress(BrokenPipeError):
            send(output, {"error": f"{type(error).__name__}: {error}"}, _NOTHING)
    return 0


def _layout(
    request: Mapping[str, Any],
    vectors: NDArray[np.float32],
    start: NDArray[np.float32] | None,
    output: IO[bytes],
    pausing: Pausing,
) -> tuple[NDArray[np.float32], int | None]:
    """The layout, and after how many iterations, where the method counts them."""
    reported = 0.0

    def is_time() -> bool:
        nonlocal reported
        now = time.monotonic()
        if now - reported < _PAUSE:
            return False
        reported = now
        return True

    parameters = dict(request)
    if parameters.pop("method") == "umap":

        def progress(share: float) -> None:
            pausing.wait()
            if is_time():
                send(output, {"done": share}, _NOTHING)

        points = reduced(vectors, parameters["seed"])
        return umap(points, start=start, progress=progress, **parameters), None

    done = 0

    def report(iteration: int, layout: NDArray[np.float32]) -> None:
        nonlocal done
        done = iteration
        pausing.wait()
        if is_time():
            share = iteration / parameters["iterations"]
            send(output, {"done": share, "iteration": iteration}, layout)

    points = reduced(vectors, parameters["seed"])
    return tsne(points, start=start, report=report, parts=barnes_hut(), **parameters), done


if __name__ == "__main__":
    sys.exit(main())
