"""What the parts of a GPU do, by the counters that Hopper and later have (GPM of NVML)."""

from typing import Any

_MIB = float(1 << 20)

# By number of NVML's metric: the name, and the unit of the number.
_METRICS = {
    2: ("sm_active_percent", 1.0),
    3: ("sm_occupancy_percent", 1.0),
    5: ("tensor_percent", 1.0),
    10: ("dram_percent", 1.0),
    20: ("pcie_sent_bytes_per_second", _MIB),
    21: ("pcie_received_bytes_per_second", _MIB),
    60: ("nvlink_received_bytes_per_second", _MIB),
    61: ("nvlink_sent_bytes_per_second", _MIB),
}


class Gpm:
    """The counters of one GPU: shares and rates of the time between two looks."""

    def __init__(self, nvml: Any, handle: Any, name: str) -> None:
        self._nvml = nvml
        self._handle = handle
        self._name = name
        self._samples: list[Any] = []  # two: what was then, and what is now
        self._has_first = False

    def take(self, now: float) -> dict[str, float]:
        """Nothing at the first look. Raises an error of the library, or AttributeError, if there are no counters."""
        nvml = self._nvml
        if not self._samples:
            if not nvml.nvmlGpmQueryDeviceSupport(self._handle).isSupportedDevice:
                raise AttributeError("GPM")
            self._samples = [nvml.nvmlGpmSampleAlloc(), nvml.nvmlGpmSampleAlloc()]
        then, newest = self._samples
        nvml.nvmlGpmSampleGet(self._handle, newest)
        self._samples = [newest, then]
        if not self._has_first:
            self._has_first = True
            return {}
        return self._between(then, newest)

    def _between(self, then: Any, newest: Any) -> dict[str, float]:
        asked = self._nvml.c_nvmlGpmMetricsGet_t()
        asked.version = self._nvml.NVML_GPM_METRICS_GET_VERSION
        asked.numMetrics = len(_METRICS)
        asked.sample1, asked.sample2 = then, newest
        for place, number in enumerate(_METRICS):
            asked.metrics[place].metricId = number
        self._nvml.nvmlGpmMetricsGet(asked)
        found = {}
        for place, (name, unit) in enumerate(_METRICS.values()):
            metric = asked.metrics[place]
            if not metric.nvmlReturn and metric.value == metric.value:  # no NaN
                found[f"{self._name}/{name}"] = metric.value * unit
        return found
