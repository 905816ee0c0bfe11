"""A driver of NVIDIA as its Python package shows it: GPUs that tests plant, take away and divide."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any


class NvmlError(Exception):
    """An error of the library, with its number."""

    def __init__(self, value: int) -> None:
        super().__init__(f"NVML error {value}")
        self.value = value


NOT_SUPPORTED, NO_DRIVER, LOST, TIMEOUT = 3, 9, 15, 10


@dataclass
class FakeGpu:
    """One GPU; `lacking` names functions that its driver does not have."""

    uuid: str
    millijoules: int = 0
    milliwatts: int = 300_000
    reasons: int = 0
    parts: list[FakeGpu] = field(default_factory=list)
    lacking: frozenset[str] = frozenset()
    error: int = 0  # of each call
    has_gpm: bool = False
    calls: list[str] = field(default_factory=list)


@dataclass
class FakeNvml:
    """The package, as far as it is used."""

    gpus: list[FakeGpu]
    init_error: int = 0

    NVML_TEMPERATURE_GPU = 0
    NVML_CLOCK_SM = 1
    NVML_CLOCK_MEM = 2
    NVML_MEMORY_ERROR_TYPE_CORRECTED = 0
    NVML_MEMORY_ERROR_TYPE_UNCORRECTED = 1
    NVML_VOLATILE_ECC = 0
    NVML_GPM_METRICS_GET_VERSION = 1

    def nvmlInit(self) -> None:  # noqa: N802  # as the package calls it; so are all below
        if self.init_error:
            raise NvmlError(self.init_error)

    def nvmlDeviceGetCount(self) -> int:  # noqa: N802
        return len(self.gpus)

    def nvmlDeviceGetHandleByIndex(self, index: int) -> FakeGpu:  # noqa: N802
        return self._asked(self.gpus[index], "Handle")

    def nvmlDeviceGetUUID(self, gpu: FakeGpu) -> str:  # noqa: N802
        return self._asked(gpu, "UUID").uuid

    def nvmlDeviceGetMigMode(self, gpu: FakeGpu) -> list[int]:  # noqa: N802
        return [int(bool(self._asked(gpu, "MigMode").parts)), 0]

    def nvmlDeviceGetMaxMigDeviceCount(self, gpu: FakeGpu) -> int:  # noqa: N802
        return 7

    def nvmlDeviceGetMigDeviceHandleByIndex(self, gpu: FakeGpu, number: int) -> FakeGpu:  # noqa: N802
        if number >= len(gpu.parts):
            raise NvmlError(6)
        return gpu.parts[number]

    def nvmlDeviceGetUtilizationRates(self, gpu: FakeGpu) -> Any:  # noqa: N802
        if self._asked(gpu, "Utilization").parts:
            raise NvmlError(NOT_SUPPORTED)
        return SimpleNamespace(gpu=87, memory=40)

    def nvmlDeviceGetMemoryInfo(self, gpu: FakeGpu) -> Any:  # noqa: N802
        self._asked(gpu, "Memory")
        return SimpleNamespace(used=20 << 30, total=80 << 30)

    def nvmlDeviceGetPowerUsage(self, gpu: FakeGpu) -> int:  # noqa: N802
        return self._asked(gpu, "Power").milliwatts

    def nvmlDeviceGetTotalEnergyConsumption(self, gpu: FakeGpu) -> int:  # noqa: N802
        return self._asked(gpu, "Energy").millijoules

    def nvmlDeviceGetTemperature(self, gpu: FakeGpu, sensor: int) -> int:  # noqa: N802
        self._asked(gpu, "Temperature")
        return 61

    def nvmlDeviceGetClockInfo(self, gpu: FakeGpu, which: int) -> int:  # noqa: N802
        self._asked(gpu, "Clock")
        return {1: 1980, 2: 2619}[which]

    def nvmlDeviceGetCurrentClocksEventReasons(self, gpu: FakeGpu) -> int:  # noqa: N802
        return self._asked(gpu, "Reasons").reasons

    def nvmlDeviceGetTotalEccErrors(self, gpu: FakeGpu, kind: int, counter: int) -> int:  # noqa: N802
        self._asked(gpu, "Ecc")
        return 4 if kind == 0 else 0

    def nvmlGpmQueryDeviceSupport(self, gpu: FakeGpu) -> Any:  # noqa: N802
        return SimpleNamespace(isSupportedDevice=int(self._asked(gpu, "Gpm").has_gpm))

    def nvmlGpmSampleAlloc(self) -> list[int]:  # noqa: N802
        return [0]

    def nvmlGpmSampleGet(self, gpu: FakeGpu, sample: list[int]) -> None:  # noqa: N802
        self._asked(gpu, "GpmSample")
        sample[0] = gpu.millijoules

    def c_nvmlGpmMetricsGet_t(self) -> Any:  # noqa: N802
        metrics = [SimpleNamespace(metricId=0, nvmlReturn=0, value=0.0) for _ in range(98)]
        return SimpleNamespace(version=0, numMetrics=0, sample1=None, sample2=None, metrics=metrics)

    def nvmlGpmMetricsGet(self, asked: Any) -> None:  # noqa: N802
        assert asked.version == 1
        for metric in asked.metrics[: asked.numMetrics]:
            metric.value = float(metric.metricId + asked.sample2[0] - asked.sample1[0])
            metric.nvmlReturn = NOT_SUPPORTED if metric.metricId in (60, 61) else 0

    def _asked(self, gpu: FakeGpu, what: str) -> FakeGpu:
        gpu.calls.append(what)
        if what in gpu.lacking:
            raise NvmlError(NOT_SUPPORTED)
        if gpu.error:
            raise NvmlError(gpu.error)
        return gpu
