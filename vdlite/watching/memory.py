"""How full the memory of a Linux machine is."""

from pathlib import Path

_KIB = 1024


class Memory:
    """The machine's memory, by `/proc/meminfo`: `memory/used_bytes`, `memory/percent`, `memory/swap_bytes`."""

    def __init__(self, proc: Path = Path("/proc")) -> None:
        self._meminfo = proc / "meminfo"

    def take(self, now: float) -> dict[str, float]:
        """Used is what is not available for programs: files that are kept until somebody needs the room are not."""
        sizes = _sizes(self._meminfo.read_text("ascii", "replace"))
        total, available = sizes["MemTotal"], sizes.get("MemAvailable")
        if available is None:  # kernels before 3.14
            available = sum(sizes.get(name, 0) for name in ("MemFree", "Buffers", "Cached"))
        used = max(0, total - available)
        return {
            "memory/used_bytes": float(used),
            "memory/percent": 100.0 * used / total,
            "memory/swap_bytes": float(sizes.get("SwapTotal", 0) - sizes.get("SwapFree", 0)),
        }


def _sizes(text: str) -> dict[str, int]:
    """Bytes by name. Raises ValueError where there is no total."""
    sizes = {}
    for line in text.splitlines():
        name, _, rest = line.partition(":")
        number, *unit = rest.split() or ["0"]
        if unit == ["kB"]:
            sizes[name] = int(number) * _KIB
    if not sizes.get("MemTotal"):
        raise ValueError("meminfo without MemTotal")
    return sizes
