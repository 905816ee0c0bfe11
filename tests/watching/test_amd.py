"""AMD's GPUs, by a planted driver."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from vdlite.watching.amd import amd_gpus
from vdlite.watching.source import SourceGoneError


class FakeSmi:
    """The package, as far as it is used."""

    AmdSmiTemperatureType = SimpleNamespace(HOTSPOT=1)
    AmdSmiTemperatureMetric = SimpleNamespace(CURRENT=0)
    AmdSmiClkType = SimpleNamespace(GFX=0, MEM=4)

    def __init__(self) -> None:
        self.energy = 0
        self.error: Exception | None = None

    def amdsmi_init(self) -> None: ...

    def amdsmi_get_processor_handles(self) -> list[int]:
        return [7, 8]

    def amdsmi_get_gpu_device_uuid(self, handle: int) -> str:
        return f"uuid-{handle}"

    def amdsmi_get_gpu_activity(self, handle: int) -> dict[str, Any]:
        if self.error:
            raise self.error
        return {"gfx_activity": 90, "umc_activity": "N/A"}

    def amdsmi_get_gpu_vram_usage(self, handle: int) -> dict[str, int]:
        return {"vram_total": 65_536, "vram_used": 16_384}

    def amdsmi_get_power_info(self, handle: int) -> dict[str, Any]:
        return {"current_socket_power": "N/A", "average_socket_power": 250}

    def amdsmi_get_energy_count(self, handle: int) -> dict[str, Any]:
        return {"energy_accumulator": self.energy, "counter_resolution": 15.3, "timestamp": 1}

    def amdsmi_get_temp_metric(self, handle: int, sensor: int, what: int) -> int:
        return 55

    def amdsmi_get_clock_info(self, handle: int, which: int) -> dict[str, int]:
        return {"clk": 1700 if which == 0 else 900}


def test_a_gpu_has_the_numbers_that_its_driver_gives() -> None:
    smi = FakeSmi()
    gpus = amd_gpus({"HIP_VISIBLE_DEVICES": "1"}, smi)
    assert [gpu.name for gpu in gpus] == ["gpu/1"]
    gpus[0].source.take(0.0)
    smi.energy = 1_000_000
    assert gpus[0].source.take(1.0) == {
        "gpu/1/percent": 90.0,
        "gpu/1/memory_used_bytes": 16.0 * 2**30,
        "gpu/1/memory_percent": 25.0,
        "gpu/1/power_watts": 250.0,
        "gpu/1/energy_joules": pytest.approx(15.3),
        "gpu/1/temperature_celsius": 55.0,
        "gpu/1/clock_mhz": 1700.0,
        "gpu/1/memory_clock_mhz": 900.0,
    }


def test_a_driver_that_vanishes_costs_its_gpus() -> None:
    smi = FakeSmi()
    gpu = amd_gpus({}, smi)[0]
    smi.error = RuntimeError("AMDSMI_STATUS_DRIVER_NOT_LOADED")
    with pytest.raises(SourceGoneError):
        gpu.source.take(0.0)
