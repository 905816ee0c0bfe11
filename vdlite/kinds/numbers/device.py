"""Numbers that lie on an accelerator, fetched without making the training wait for them.

Reading a CUDA tensor with `.item()` stops the caller until the GPU has done all work queued so far.
Instead the number is copied into pinned host memory behind that work, and an event says when it has arrived.
"""

import sys
from typing import Any, NamedTuple


class DeviceScalar(NamedTuple):
    """A number that is on its way from a device."""

    host: Any  # pinned tensor of size one that the copy goes to
    arrival: Any  # event recorded behind the copy

    def ready(self) -> bool:
        """True when `result` will not wait."""
        return bool(self.arrival.query())

    def result(self) -> float:
        """The number; waits until it has arrived."""
        self.arrival.synchronize()
        return float(self.host.item())


def copy_from_device(tensor: Any) -> DeviceScalar | None:
    """Start to copy a CUDA tensor of size one; None if the tensor is not on a CUDA device.

    Whoever has a CUDA tensor has imported torch, so it is looked up and never imported.
    """
    torch = sys.modules.get("torch")
    if torch is None or not getattr(tensor, "is_cuda", False):
        return None
    with torch.no_grad(), torch.cuda.device(tensor.device):
        source = tensor.detach()
        host = torch.empty(source.shape, dtype=source.dtype, device="cpu", pin_memory=True)
        host.copy_(source, non_blocking=True)
        arrival = torch.cuda.Event()
        # On the tensor's own device and the caller's stream: the copy sees the value of now.
        arrival.record()
    return DeviceScalar(host, arrival)
