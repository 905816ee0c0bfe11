"""NVIDIA's GPUs, by NVML: the library of their driver, through the package nvidia-ml-py."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from vdlite.watching.gpm import Gpm
from vdlite.watching.readings import Energy, Readings, Trouble
from vdlite.watching.visible_gpus import Named, visible

_VARIABLES = ("CUDA_VISIBLE_DEVICES",)

# Numbers of NVML's errors: of functions that the driver, the GPU or the user's rights lack, and of GPUs that are gone.
_LACKING = {2, 3, 4, 13, 25, 26}
_GONE = {1, 9, 15, 16, 28, 999}

# Bits of the reasons for lower clocks.
_BY_POWER = 0x04 | 0x80
_BY_HEAT = 0x20 | 0x40
_SLOWDOWN = 0x08  # one of the two, of which older drivers say no more


class Gpu(NamedTuple):
    """A GPU, and what can be read of it under `gpu/INDEX`."""

    uuid: str
    name: str  # such as gpu/0
    source: Readings


def nvidia_gpus(environment: Mapping[str, str], library: Any = None) -> list[Gpu]:
    """The GPUs that a process with this environment may use; none without the package or the driver.

    library: the package; None loads it.
    """
    nvml = _loaded() if library is None else library
    if nvml is None:
        return []
    try:
        nvml.nvmlInit()
        named = [_named(nvml, index) for index in range(nvml.nvmlDeviceGetCount())]
    except Exception:  # noqa: BLE001  # errors of the library have classes of its own; there is no driver
        return []
    known = [each for each in named if each is not None]
    chosen = visible(known, environment, _VARIABLES)
    return [_gpu(nvml, each) for each in known if each.index in chosen]


def _loaded() -> Any:
    try:
        import pynvml
    except Exception:  # noqa: BLE001  # an old package of that name may do anything
        return None
    return pynvml


def _named(nvml: Any, index: int) -> Named | None:
    try:
        handle = nvml.nvmlDeviceGetHandleByIndex(index)
        uuid = _text(nvml.nvmlDeviceGetUUID(handle))
        parts = tuple(_text(nvml.nvmlDeviceGetUUID(part)) for _, part in _parts(nvml, handle))
    except Exception:  # noqa: BLE001  # this one is lost already; the others need not be
        return None
    return Named(index, uuid, parts)


def _text(given: object) -> str:
    return given.decode() if isinstance(given, bytes) else str(given)


def _parts(nvml: Any, handle: Any) -> Iterator[tuple[int, Any]]:
    """The parts into which a GPU is divided by MIG, by their numbers."""
    most = 0
    with suppress(Exception):
        if nvml.nvmlDeviceGetMigMode(handle)[0]:
            most = nvml.nvmlDeviceGetMaxMigDeviceCount(handle)
    for number in range(most):
        with suppress(Exception):  # numbers that are free
            yield number, nvml.nvmlDeviceGetMigDeviceHandleByIndex(handle, number)


def _gpu(nvml: Any, named: Named) -> Gpu:
    name = f"gpu/{named.index}"
    return Gpu(
        named.uuid, name, _readings(nvml, nvml.nvmlDeviceGetHandleByIndex(named.index), name)
    )


def _readings(nvml: Any, handle: Any, name: str) -> Readings:
    whole = _Whole(nvml, handle, name)
    gpm = Gpm(nvml, handle, name)
    parts = [
        _Memory(nvml, part, f"{name}/mig {number}").take for number, part in _parts(nvml, handle)
    ]
    readings = [
        whole.use,
        _Memory(nvml, handle, name).take,
        whole.power,
        whole.energy,
        whole.temperature,
        whole.processor_clock,
        whole.memory_clock,
        whole.throttling,
        whole.corrected_errors,
        whole.uncorrected_errors,
        gpm.take,
        *parts,
    ]
    return Readings(readings, _trouble)


def _trouble(error: Exception) -> Trouble:
    code = getattr(error, "value", None)
    if isinstance(error, AttributeError) or code in _LACKING:  # an older package, or driver
        return "lacking"
    return "gone" if code in _GONE else "now"


class _Whole:
    """A GPU as a whole; each reading is a function of the driver, which it may lack."""

    def __init__(self, nvml: Any, handle: Any, name: str) -> None:
        self._nvml = nvml
        self._handle = handle
        self._name = name
        self._energy = Energy()
        self._watts = 0.0
        self._has_counter = True

    def use(self, now: float) -> dict[str, float]:
        found = self._nvml.nvmlDeviceGetUtilizationRates(self._handle)
        return {
            f"{self._name}/percent": float(found.gpu),
            f"{self._name}/memory_busy_percent": float(found.memory),
        }

    def power(self, now: float) -> dict[str, float]:
        self._watts = self._nvml.nvmlDeviceGetPowerUsage(self._handle) / 1e3
        return {f"{self._name}/power_watts": self._watts}

    def energy(self, now: float) -> dict[str, float]:
        if self._has_counter:
            try:
                joules = self._nvml.nvmlDeviceGetTotalEnergyConsumption(self._handle) / 1e3
                return {f"{self._name}/energy_joules": self._energy.counted(joules)}
            except Exception as error:
                if _trouble(error) != "lacking":
                    raise
                self._has_counter = False  # GPUs before Volta
        if not self._watts:
            return {}
        return {f"{self._name}/energy_joules": self._energy.integrated(self._watts, now)}

    def temperature(self, now: float) -> dict[str, float]:
        found = self._nvml.nvmlDeviceGetTemperature(self._handle, self._nvml.NVML_TEMPERATURE_GPU)
        return {f"{self._name}/temperature_celsius": float(found)}

    def processor_clock(self, now: float) -> dict[str, float]:
        return {f"{self._name}/clock_mhz": self._clock(self._nvml.NVML_CLOCK_SM)}

    def memory_clock(self, now: float) -> dict[str, float]:
        return {f"{self._name}/memory_clock_mhz": self._clock(self._nvml.NVML_CLOCK_MEM)}

    def _clock(self, which: int) -> float:
        return float(self._nvml.nvmlDeviceGetClockInfo(self._handle, which))

    def throttling(self, now: float) -> dict[str, float]:
        nvml = self._nvml
        ask = getattr(nvml, "nvmlDeviceGetCurrentClocksEventReasons", None)
        reasons = (ask or nvml.nvmlDeviceGetCurrentClocksThrottleReasons)(self._handle)
        by_power, by_heat = bool(reasons & _BY_POWER), bool(reasons & _BY_HEAT)
        if reasons & _SLOWDOWN and not by_power:
            by_heat = True
        return {
            f"{self._name}/throttled_by_power": float(by_power),
            f"{self._name}/throttled_by_heat": float(by_heat),
        }

    def corrected_errors(self, now: float) -> dict[str, float]:
        return self._errors("corrected", self._nvml.NVML_MEMORY_ERROR_TYPE_CORRECTED)

    def uncorrected_errors(self, now: float) -> dict[str, float]:
        return self._errors("uncorrected", self._nvml.NVML_MEMORY_ERROR_TYPE_UNCORRECTED)

    def _errors(self, what: str, kind: int) -> dict[str, float]:
        nvml = self._nvml
        found = nvml.nvmlDeviceGetTotalEccErrors(self._handle, kind, nvml.NVML_VOLATILE_ECC)
        return {f"{self._name}/ecc_{what}": float(found)}


class _Memory:
    """The memory of a GPU, or of a part of one."""

    def __init__(self, nvml: Any, handle: Any, name: str) -> None:
        self._nvml = nvml
        self._handle = handle
        self._name = name

    def take(self, now: float) -> dict[str, float]:
        found = self._asked()
        if not found.total:
            return {}
        return {
            f"{self._name}/memory_used_bytes": float(found.used),
            f"{self._name}/memory_percent": 100.0 * found.used / found.total,
        }

    def _asked(self) -> Any:
        ask = self._nvml.nvmlDeviceGetMemoryInfo
        second = getattr(self._nvml, "nvmlMemory_v2", None)
        if second is not None:
            try:
                return ask(
                    self._handle, version=second
                )  # as nvidia-smi: without what the driver keeps
            except Exception as error:
                if _trouble(error) != "lacking":
                    raise
        return ask(self._handle)
