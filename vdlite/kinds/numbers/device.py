"""Numbers that lie on an accelerator, fetched without making the training wait for them.

Reading a CUDA tensor with `.item()` stops the caller until the GPU has done all work queued so far.
Instead the number is copied into pinned host memory behind that work, and an event says when it has arrived.
"""

import sys
from collections import deque
from collections.abc import Hashable
from typing import Any, NamedTuple

# What numbers that have arrived no longer need, by device, type and shape: to ask for pinned memory and an event is a
# fifth of what a number costs the caller. Each is in one place only, so that threads share them.
_free: dict[Hashable, deque[tuple[Any, Any]]] = {}


class DeviceScalar(NamedTuple):
    """A number that is on its way from a device."""

    host: Any  # pinned tensor of size one that the copy goes to
    arrival: Any  # event recorded behind the copy
    free: deque[tuple[Any, Any]]  # where both go when the number has been read

    def ready(self) -> bool:
        """True when `result` will not wait."""
        return bool(self.arrival.query())

    def result(self) -> float:
        """The number; waits until it has arrived. To be called once: the memory then serves another number."""
        self.arrival.synchronize()
        number = float(self.host.item())
        self.free.append((self.host, self.arrival))
        return number


def copy_from_device(tensor: Any) -> DeviceScalar | None:
    """Start to copy a CUDA tensor of size one; None if the tensor is not on a CUDA device.

    Whoever has a CUDA tensor has imported torch, so it is looked up and never imported.
    """
    torch = sys.modules.get("torch")
    if torch is None or not getattr(tensor, "is_cuda", False):
        return None
    with torch.no_grad(), torch.cuda.device(tensor.device):
        source = tensor.detach()
        free = _free.setdefault((source.device, source.dtype, source.shape), deque())
        try:
            host, arrival = free.pop()
        except IndexError:
            host, arrival = _host_like(torch, source), torch.cuda.Event()
        host.copy_(source, non_blocking=True)
        # On the tensor's own device and the caller's stream: the copy sees the value of now.
        arrival.record()
    return DeviceScalar(host, arrival, free)


def _host_like(torch: Any, source: Any) -> Any:
    """Pinned memory for a copy of a tensor; it can be written in any mode, also if it is made in inference mode."""
    with torch.inference_mode(False):
        return torch.empty(source.shape, dtype=source.dtype, device="cpu", pin_memory=True)
