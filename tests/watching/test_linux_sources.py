"""The sources of a Linux machine, given planted files."""

from __future__ import annotations

from pathlib import Path

import pytest

from vdlite.watching.disk import Disk, DiskSpace
from vdlite.watching.memory import Memory
from vdlite.watching.network import InfiniBand, Network
from vdlite.watching.process import Process
from vdlite.watching.processor import Processor


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_shares_of_processors_are_those_of_the_time_between_two_looks(tmp_path: Path) -> None:
    source = Processor(tmp_path)
    put(
        tmp_path / "stat",
        "cpu 100 0 100 800 0 0 0 0 50 0\ncpu0 50 0 50 400 0 0 0 0\ncpu1 50 0 50 400 0 0 0 0\nintr 1 2\n",
    )
    assert source.take(0.0) == {}
    # 200 ticks later: 60 busy, 20 waiting for disks; the first processor was busy in 50 of its 100.
    put(
        tmp_path / "stat",
        "cpu 140 5 110 920 20 0 3 2 90 0\ncpu0 80 5 60 440 10 0 3 2\ncpu1 60 0 50 480 10 0 0 0\n",
    )
    assert source.take(1.0) == {
        "cpu/percent": 30.0,
        "cpu/iowait_percent": 10.0,
        "cpu/busiest_percent": 50.0,
    }


def test_a_processor_that_was_plugged_out_costs_no_numbers(tmp_path: Path) -> None:
    source = Processor(tmp_path)
    put(tmp_path / "stat", "cpu 0 0 0 100\ncpu0 0 0 0 50\ncpu1 0 0 0 50\n")
    source.take(0.0)
    put(tmp_path / "stat", "cpu 50 0 0 150\ncpu0 50 0 0 100\n")
    assert source.take(1.0)["cpu/busiest_percent"] == 50.0
    assert source.take(2.0) == {}  # no tick has passed


def test_memory_is_what_programs_can_not_have(tmp_path: Path) -> None:
    put(
        tmp_path / "meminfo",
        "MemTotal: 1000 kB\nMemFree: 100 kB\nMemAvailable: 750 kB\nSwapTotal: 10 kB\nSwapFree: 4 kB\nHugePages_Total: 3\n",
    )
    assert Memory(tmp_path).take(0.0) == {
        "memory/used_bytes": 250.0 * 1024,
        "memory/percent": 25.0,
        "memory/swap_bytes": 6.0 * 1024,
    }
    put(tmp_path / "meminfo", "MemTotal: 1000 kB\nMemFree: 100 kB\nBuffers: 50 kB\nCached: 50 kB\n")
    assert Memory(tmp_path).take(0.0)["memory/percent"] == 80.0
    put(tmp_path / "meminfo", "nothing\n")
    with pytest.raises(ValueError, match="MemTotal"):
        Memory(tmp_path).take(0.0)


def diskstats(read: int, written: int) -> str:
    """Lines as the kernel has them: the disk, a partition, and a volume that is made of it."""
    names = ("sda", "sda1", "dm-0")
    return "".join(f"   8  0 {name} 10 0 {read} 5 20 0 {written} 5 0 0 0 0 0 0\n" for name in names)


def test_bytes_of_disks_count_once(tmp_path: Path) -> None:
    put(tmp_path / "sys/block/sda/device/model", "")
    put(tmp_path / "sys/block/dm-0/size", "")
    source = Disk(tmp_path, tmp_path / "sys")
    put(tmp_path / "diskstats", diskstats(100, 1000))
    assert source.take(10.0) == {}
    put(tmp_path / "diskstats", diskstats(300, 1000))
    assert source.take(12.0) == {
        "disk/read_bytes_per_second": 200 * 512 / 2,
        "disk/written_bytes_per_second": 0.0,
    }


def test_a_counter_that_began_anew_has_no_rate_once(tmp_path: Path) -> None:
    put(tmp_path / "sys/block/sda/device/model", "")
    source = Disk(tmp_path, tmp_path / "sys")
    for now, read in [(0.0, 5000), (1.0, 10), (2.0, 12)]:
        put(tmp_path / "diskstats", diskstats(read, 0))
        found = source.take(now)
        assert found.get("disk/read_bytes_per_second") == {0.0: None, 1.0: None, 2.0: 1024.0}[now]


def test_a_machine_without_disks_of_its_own_has_no_rates(tmp_path: Path) -> None:
    put(tmp_path / "diskstats", "")
    source = Disk(tmp_path, tmp_path / "sys")
    assert [source.take(0.0), source.take(1.0)] == [{}, {}]


def test_the_file_system_of_a_run_has_a_share_and_bytes(tmp_path: Path) -> None:
    found = DiskSpace(str(tmp_path)).take(0.0)
    assert 0 < found["disk/percent"] < 100
    assert found["disk/free_bytes"] > 0


def net_dev(**counts: tuple[int, int]) -> str:
    head = "Inter-|   Receive  |  Transmit\n face |bytes packets| bytes\n"
    return head + "".join(
        f"{name:>6}: {received} 1 0 0 0 0 0 0 {sent} 1 0 0 0 0 0 0\n"
        for name, (received, sent) in counts.items()
    )


def test_interfaces_that_are_devices_count_alone(tmp_path: Path) -> None:
    put(tmp_path / "sys/class/net/eth0/device/vendor", "")
    source = Network(tmp_path, tmp_path / "sys")
    put(tmp_path / "net/dev", net_dev(lo=(9, 9), eth0=(100, 200), docker0=(100, 200)))
    assert source.take(0.0) == {}
    put(tmp_path / "net/dev", net_dev(lo=(99, 99), eth0=(300, 250), docker0=(300, 250)))
    assert source.take(2.0) == {
        "network/received_bytes_per_second": 100.0,
        "network/sent_bytes_per_second": 25.0,
    }


def test_in_a_container_every_interface_but_its_own_loop_counts(tmp_path: Path) -> None:
    source = Network(tmp_path, tmp_path / "sys")
    put(tmp_path / "net/dev", net_dev(lo=(9, 9), eth0=(100, 200)))
    source.take(0.0)
    put(tmp_path / "net/dev", net_dev(lo=(99, 99), eth0=(300, 200)))
    assert source.take(1.0)["network/received_bytes_per_second"] == 200.0


def test_infiniband_counts_in_words_of_four_bytes(tmp_path: Path) -> None:
    source = InfiniBand(tmp_path)
    assert source.take(0.0) == {}
    counters = tmp_path / "class/infiniband/mlx5_0/ports/1/counters"
    put(counters / "port_rcv_data", "1000\n")
    put(counters / "port_xmit_data", "0\n")
    assert source.take(1.0) == {}
    put(counters / "port_rcv_data", "1500\n")
    assert source.take(2.0)["infiniband/received_bytes_per_second"] == 2000.0


def put_process(
    proc: Path, pid: int, children: str = "", *, ticks: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> None:
    """A process with a name that would mislead, and one thread."""
    used = " ".join(map(str, ticks))
    put(proc / f"{pid}/stat", f"{pid} (a) 9 (b) S 1 0 0 0 0 0 0 0 0 0 {used} 20 0 3 0 77 0 25 0\n")
    put(proc / f"{pid}/task/{pid}/children", children)


def test_a_process_counts_with_its_children_and_theirs(tmp_path: Path) -> None:
    import os

    second, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
    put_process(tmp_path, 10, "11 12 ")
    put_process(tmp_path, 11, "13 ")
    put_process(tmp_path, 13)  # 12 has just ended
    source = Process(10, tmp_path)
    assert source.take(0.0) == {
        "process/memory_bytes": 3.0 * 25 * page,
        "process/threads": 9.0,
        "process/children": 2.0,
    }
    # The grandchild has ended: its second is now its parent's.
    put_process(tmp_path, 10, "11", ticks=(second, 0, 0, 0))
    put_process(tmp_path, 11, ticks=(0, second // 2, second // 2, 0))
    assert source.take(2.0)["process/cpu_percent"] == 100.0


def test_a_kernel_that_lists_no_children_has_the_process_alone(tmp_path: Path) -> None:
    put_process(tmp_path, 10)
    (tmp_path / "10/task/10/children").unlink()
    assert Process(10, tmp_path).take(0.0)["process/children"] == 0.0
