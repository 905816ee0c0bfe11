"""AMD's GPUs, by AMD SMI: the library of their driver, through the package amdsmi."""

from collections.abc import Callable, Mapping
from typing import Any

from vdlite.watching.nvidia import Gpu
from vdlite.watching.readings import Energy, Readings, Trouble
from vdlite.watching.visible_gpus import Named, visible

_VARIABLES = ("ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES")

# Words of AMD SMI's errors: of functions that are lacking, and of GPUs that are gone.
_LACKING = ("NOT_SUPPORTED", "NOT_YET_IMPLEMENTED", "NO_PERM", "INVAL")
_GONE = ("NOT_INIT", "NO_DRV", "NOT_FOUND", "DRIVER_NOT_LOADED")


def amd_gpus(environment: Mapping[str, str], library: Any = None) -> list[Gpu]:
    """The GPUs that a process with this environment may use; none without the package or the driver.

    library: the package; None loads it.
    """
    smi = _loaded() if library is None else library
    if smi is None:
        return []
    try:
        smi.amdsmi_init()
        handles = list(smi.amdsmi_get_processor_handles())
        named = [
            Named(index, str(smi.amdsmi_get_gpu_device_uuid(handle)))
            for index, handle in enumerate(handles)
        ]
    except Exception:  # noqa: BLE001  # errors of the library have classes of its own; there is no driver
        return []
    chosen = visible(named, environment, _VARIABLES)
    return [
        Gpu(each.uuid, f"gpu/{each.index}", _readings(smi, handles[each.index], each.index))
        for each in named
        if each.index in chosen
    ]


def _loaded() -> Any:
    try:
        import amdsmi
    except Exception:  # noqa: BLE001  # it raises errors of many classes where its driver is missing
        return None
    return amdsmi


def _trouble(error: Exception) -> Trouble:
    if isinstance(error, (AttributeError, KeyError, TypeError)):  # of another version
        return "lacking"
    said = str(error)
    if any(word in said for word in _LACKING):
        return "lacking"
    return "gone" if any(word in said for word in _GONE) else "now"


def _readings(smi: Any, handle: Any, index: int) -> Readings:
    name = f"gpu/{index}"
    gpu = _Gpu(smi, handle)
    each: list[Callable[[float], dict[str, object]]] = [
        gpu.use,
        gpu.memory,
        gpu.power,
        gpu.energy,
        gpu.temperature,
        gpu.clocks,
        gpu.errors,
    ]
    return Readings([_below(name, reading) for reading in each], _trouble)


def _below(
    name: str, reading: Callable[[float], dict[str, object]]
) -> Callable[[float], dict[str, float]]:
    """The numbers of a reading, below the GPU's name; what the library has none for is a word."""

    def take(now: float) -> dict[str, float]:
        return {
            f"{name}/{what}": float(value)
            for what, value in reading(now).items()
            if isinstance(value, (int, float))
        }

    return take


class _Gpu:
    """One GPU; each reading is a function of the driver, which it may lack."""

    def __init__(self, smi: Any, handle: Any) -> None:
        self._smi = smi
        self._handle = handle
        self._energy = Energy()

    def use(self, now: float) -> dict[str, object]:
        found = self._smi.amdsmi_get_gpu_activity(self._handle)
        return {"percent": found["gfx_activity"], "memory_busy_percent": found["umc_activity"]}

    def memory(self, now: float) -> dict[str, object]:
        found = self._smi.amdsmi_get_gpu_vram_usage(self._handle)
        used, total = found["vram_used"], found["vram_total"]  # MiB
        return {
            "memory_used_bytes": used << 20,
            "memory_percent": 100.0 * used / total if total else None,
        }

    def power(self, now: float) -> dict[str, object]:
        found = self._smi.amdsmi_get_power_info(self._handle)
        now_or_mean = (found.get("current_socket_power"), found.get("average_socket_power"))
        watts = next(
            (each for each in now_or_mean if isinstance(each, (int, float)) and each), None
        )
        return {"power_watts": watts}

    def energy(self, now: float) -> dict[str, object]:
        found = self._smi.amdsmi_get_energy_count(self._handle)
        microjoules = found["energy_accumulator"] * found["counter_resolution"]
        return {"energy_joules": self._energy.counted(microjoules / 1e6)}

    def temperature(self, now: float) -> dict[str, object]:
        smi = self._smi
        sensor, what = smi.AmdSmiTemperatureType.HOTSPOT, smi.AmdSmiTemperatureMetric.CURRENT
        return {"temperature_celsius": smi.amdsmi_get_temp_metric(self._handle, sensor, what)}

    def clocks(self, now: float) -> dict[str, object]:
        smi = self._smi
        return {
            "clock_mhz": smi.amdsmi_get_clock_info(self._handle, smi.AmdSmiClkType.GFX)["clk"],
            "memory_clock_mhz": smi.amdsmi_get_clock_info(self._handle, smi.AmdSmiClkType.MEM)[
                "clk"
            ],
        }

    def errors(self, now: float) -> dict[str, object]:
        found = self._smi.amdsmi_get_gpu_total_ecc_count(self._handle)
        return {
            "ecc_corrected": found["correctable_count"],
            "ecc_uncorrected": found["uncorrectable_count"],
        }
