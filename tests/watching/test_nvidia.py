"""NVIDIA's GPUs, by a planted driver."""

from __future__ import annotations

import pytest

from vdlite.watching.nvidia import nvidia_gpus
from vdlite.watching.source import SourceGoneError

from .fake_nvml import LOST, NO_DRIVER, TIMEOUT, FakeGpu, FakeNvml

FIRST, SECOND = "GPU-aaaa1111-22", "GPU-bbbb1111-22"


def names(nvml: FakeNvml, **environment: str) -> list[str]:
    return [gpu.name for gpu in nvidia_gpus(environment, nvml)]


def test_a_gpu_has_numbers_in_units_of_their_names() -> None:
    gpu = FakeGpu(FIRST, millijoules=5_000)
    (watched,) = nvidia_gpus({}, FakeNvml([gpu]))
    watched.source.take(0.0)
    gpu.millijoules = 8_500
    assert watched.source.take(1.0) == {
        "gpu/0/percent": 87.0,
        "gpu/0/memory_busy_percent": 40.0,
        "gpu/0/memory_used_bytes": 20.0 * 2**30,
        "gpu/0/memory_percent": 25.0,
        "gpu/0/power_watts": 300.0,
        "gpu/0/energy_joules": 3.5,
        "gpu/0/temperature_celsius": 61.0,
        "gpu/0/clock_mhz": 1980.0,
        "gpu/0/memory_clock_mhz": 2619.0,
        "gpu/0/throttled_by_power": 0.0,
        "gpu/0/throttled_by_heat": 0.0,
        "gpu/0/ecc_corrected": 4.0,
        "gpu/0/ecc_uncorrected": 0.0,
    }


def test_without_a_driver_there_are_no_gpus() -> None:
    assert nvidia_gpus({}, FakeNvml([FakeGpu(FIRST)], init_error=NO_DRIVER)) == []


def test_what_a_driver_lacks_is_asked_for_once() -> None:
    gpu = FakeGpu(FIRST, lacking=frozenset({"Ecc", "Temperature"}))
    (watched,) = nvidia_gpus({}, FakeNvml([gpu]))
    watched.source.take(0.0)
    found = watched.source.take(1.0)
    assert "gpu/0/power_watts" in found
    assert "gpu/0/temperature_celsius" not in found
    assert gpu.calls.count("Temperature") == 1


def test_a_function_that_does_not_answer_once_is_asked_again() -> None:
    gpu = FakeGpu(FIRST)
    (watched,) = nvidia_gpus({}, FakeNvml([gpu]))
    gpu.error = TIMEOUT
    assert watched.source.take(0.0) == {}
    gpu.error = 0
    assert watched.source.take(1.0)["gpu/0/percent"] == 87.0


def test_a_gpu_that_is_lost_in_the_middle_is_gone() -> None:
    lost, other = FakeGpu(FIRST), FakeGpu(SECOND)
    watched = nvidia_gpus({}, FakeNvml([lost, other]))
    lost.error = LOST
    with pytest.raises(SourceGoneError):
        watched[0].source.take(0.0)
    assert watched[1].source.take(0.0)["gpu/1/percent"] == 87.0


def test_a_gpu_that_is_lost_at_the_start_costs_no_other() -> None:
    assert names(FakeNvml([FakeGpu(FIRST, error=LOST), FakeGpu(SECOND)])) == ["gpu/1"]


def test_energy_is_integrated_where_there_is_no_counter() -> None:
    gpu = FakeGpu(FIRST, lacking=frozenset({"Energy"}), milliwatts=100_000)
    (watched,) = nvidia_gpus({}, FakeNvml([gpu]))
    assert [watched.source.take(now)["gpu/0/energy_joules"] for now in (0.0, 10.0, 15.0)] == [
        0.0,
        1000.0,
        1500.0,
    ]


def test_energy_goes_on_where_the_driver_began_anew() -> None:
    gpu = FakeGpu(FIRST, millijoules=1_000_000)
    (watched,) = nvidia_gpus({}, FakeNvml([gpu]))
    found = []
    for gpu.millijoules in (1_000_000, 1_500_000, 10_000, 20_000):
        found.append(watched.source.take(0.0)["gpu/0/energy_joules"])
    assert found == [0.0, 500.0, 500.0, 510.0]


@pytest.mark.parametrize(
    ("reasons", "power", "heat"),
    [(0x01, 0, 0), (0x02, 0, 0), (0x04, 1, 0), (0x88, 1, 0), (0x20, 0, 1), (0x48, 0, 1), (8, 0, 1)],
)
def test_reasons_for_lower_clocks_are_power_and_heat(reasons: int, power: int, heat: int) -> None:
    (watched,) = nvidia_gpus({}, FakeNvml([FakeGpu(FIRST, reasons=reasons)]))
    found = watched.source.take(0.0)
    assert (found["gpu/0/throttled_by_power"], found["gpu/0/throttled_by_heat"]) == (power, heat)


def test_counters_of_hopper_are_of_the_time_between_two_looks() -> None:
    gpu = FakeGpu(FIRST, has_gpm=True)
    (watched,) = nvidia_gpus({}, FakeNvml([gpu]))
    assert "gpu/0/tensor_percent" not in watched.source.take(0.0)
    for _ in range(2):
        gpu.millijoules += 30
        found = watched.source.take(1.0)
        assert found["gpu/0/tensor_percent"] == 35.0
        assert found["gpu/0/pcie_sent_bytes_per_second"] == 50.0 * 2**20
        assert "gpu/0/nvlink_sent_bytes_per_second" not in found  # this GPU has none


def test_the_parts_of_a_divided_gpu_have_memory_of_their_own() -> None:
    gpu = FakeGpu(FIRST, parts=[FakeGpu("MIG-cc"), FakeGpu("MIG-dd")])
    (watched,) = nvidia_gpus({}, FakeNvml([gpu]))
    found = watched.source.take(0.0)
    assert "gpu/0/percent" not in found
    assert found["gpu/0/mig 1/memory_percent"] == 25.0
    assert found["gpu/0/power_watts"] == 300.0


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("1", ["gpu/1"]),
        ("1,0", ["gpu/0", "gpu/1"]),
        ("", []),
        ("-1", []),
        ("0,7,1", ["gpu/0"]),
        (SECOND, ["gpu/1"]),
        ("GPU-b", ["gpu/1"]),
        ("GPU-", []),
        ("MIG-cc", ["gpu/2"]),
        ("MIG-GPU-dddd/1/0", ["gpu/2"]),
        ("nonsense", []),
    ],
)
def test_only_gpus_that_the_process_may_use_are_watched(given: str, expected: list[str]) -> None:
    divided = FakeGpu("GPU-dddd1111", parts=[FakeGpu("MIG-cc")])
    nvml = FakeNvml([FakeGpu(FIRST), FakeGpu(SECOND), divided])
    assert names(nvml, CUDA_VISIBLE_DEVICES=given) == expected
