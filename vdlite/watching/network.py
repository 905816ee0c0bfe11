"""What goes through the network interfaces of a Linux machine."""

import os
from pathlib import Path

from vdlite.watching.source import Rates


class Network:
    """All interfaces, by `/proc/net/dev`: `network/received_bytes_per_second` and `network/sent_bytes_per_second`."""

    def __init__(self, proc: Path = Path("/proc"), sys: Path = Path("/sys")) -> None:
        self._dev = proc / "net" / "dev"
        self._interfaces = sys / "class" / "net"
        self._rates = Rates()

    def take(self, now: float) -> dict[str, float]:
        """The bytes of interfaces that are devices; bridges and tunnels would count twice.

        In a container no interface is one: then all count, but that of the machine to itself.
        """
        counts = {}
        for line in self._dev.read_text("ascii", "replace").splitlines():
            name, colon, rest = line.partition(":")
            fields = rest.split()
            if colon and len(fields) > 8 and name.strip() != "lo":
                counts[name.strip()] = int(fields[0]), int(fields[8])
        devices = [name for name in counts if (self._interfaces / name / "device").exists()]
        chosen = [counts[name] for name in devices or counts]
        sums = {
            "network/received_bytes_per_second": sum(received for received, _ in chosen),
            "network/sent_bytes_per_second": sum(sent for _, sent in chosen),
        }
        return self._rates.of(sums if chosen else {}, now)


class InfiniBand:
    """All InfiniBand ports: `infiniband/received_bytes_per_second` and `infiniband/sent_bytes_per_second`.

    What GPUs of several machines send each other goes past the network interfaces.
    """

    def __init__(self, sys: Path = Path("/sys")) -> None:
        self._adapters = sys / "class" / "infiniband"
        self._rates = Rates()

    def take(self, now: float) -> dict[str, float]:
        """The bytes of all ports; the kernel counts in words of four bytes."""
        received = sent = ports = 0
        for adapter in os.listdir(self._adapters) if self._adapters.is_dir() else []:
            for counters in (self._adapters / adapter / "ports").glob("*/counters"):
                received += 4 * int((counters / "port_rcv_data").read_text())
                sent += 4 * int((counters / "port_xmit_data").read_text())
                ports += 1
        sums = {
            "infiniband/received_bytes_per_second": received,
            "infiniband/sent_bytes_per_second": sent,
        }
        return self._rates.of(sums if ports else {}, now)
