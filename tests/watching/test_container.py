"""Limits of containers, by planted files of cgroup v2."""

from __future__ import annotations

from pathlib import Path

import pytest

from vdlite.watching.container import Container

from .test_linux_sources import put


@pytest.fixture
def container(tmp_path: Path) -> Container:
    """A process in the group /slice/job."""
    put(tmp_path / "proc/self/cgroup", "4:memory:/old\n0::/slice/job\n")
    (tmp_path / "cgroup/slice/job").mkdir(parents=True)
    return Container(tmp_path / "proc", tmp_path / "cgroup")


def group(tmp_path: Path, path: str, **files: str) -> None:
    for name, text in files.items():
        put(tmp_path / "cgroup" / path / name.replace("_", ".", 1), text)


def test_a_group_without_limits_has_no_numbers(container: Container, tmp_path: Path) -> None:
    group(tmp_path, "slice/job", cpu_max="max 100000\n", memory_max="max\n", memory_current="7\n")
    assert container.take(0.0) == {}


def test_processor_time_is_a_share_of_what_is_allowed(container: Container, tmp_path: Path) -> None:
    group(tmp_path, "slice/job", cpu_max="200000 100000\n")  # two processors
    stat = "usage_usec {}\nnr_periods {}\nnr_throttled {}\n"
    group(tmp_path, "slice/job", cpu_stat=stat.format(0, 0, 0))
    assert container.take(0.0) == {}
    group(tmp_path, "slice/job", cpu_stat=stat.format(5_000_000, 100, 25))
    assert container.take(10.0) == {
        "container/cpu_percent": 25.0,
        "container/throttled_percent": 25.0,
    }


def test_memory_that_can_be_given_back_is_not_used(container: Container, tmp_path: Path) -> None:
    group(
        tmp_path,
        "slice/job",
        memory_max="1000\n",
        memory_current="900\n",
        memory_stat="anon 1\ninactive_file 400\n",
        memory_events="low 0\noom_kill 2\n",
    )
    assert container.take(0.0) == {
        "container/memory_used_bytes": 500.0,
        "container/memory_percent": 50.0,
        "container/out_of_memory_kills": 2.0,
    }


def test_the_tightest_limit_of_the_groups_around_counts(
    container: Container, tmp_path: Path
) -> None:
    group(tmp_path, "slice/job", memory_max="4000\n", memory_current="100\n")
    group(tmp_path, "slice", memory_max="1000\n", memory_current="900\n")
    assert container.take(0.0)["container/memory_percent"] == 90.0


def test_a_container_that_sees_its_group_as_the_root_has_its_limits(tmp_path: Path) -> None:
    put(tmp_path / "proc/self/cgroup", "0::/../../kubepods/pod1\n")
    group(tmp_path, "", memory_max="1000\n", memory_current="100\n")
    found = Container(tmp_path / "proc", tmp_path / "cgroup").take(0.0)
    assert found["container/memory_percent"] == 10.0


def test_the_first_version_of_cgroups_has_no_numbers(tmp_path: Path) -> None:
    put(tmp_path / "proc/self/cgroup", "4:memory:/old\n3:cpu:/old\n")
    assert Container(tmp_path / "proc", tmp_path / "cgroup").take(0.0) == {}
