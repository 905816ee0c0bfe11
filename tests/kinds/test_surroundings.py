"""What job, container, config files, launcher and seeds of a process are: planted, and of hostile ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vdlite import LogReader, LogWriter
from vdlite.kinds.surroundings.hydra import hydra_files, hydra_folders
from vdlite.kinds.surroundings.job import container, job
from vdlite.kinds.surroundings.launcher import launcher_command
from vdlite.kinds.surroundings.seeds import seeds
from vdlite.kinds.surroundings.text_files import CUT, MOST, kept_text
from vdlite.kinds.surroundings.variables import variables
from vdlite.patching.environment import patched_environment

ID = "0123456789abcdef" * 4


def test_the_job_is_what_slurm_torchrun_and_kubernetes_say() -> None:
    found = job(
        {
            "SLURM_JOB_ID": "77",
            "SLURM_ARRAY_TASK_ID": "3",
            "SLURM_STEP_ID": "0",
            "SLURM_JOB_NODELIST": "gpu[1-4]",
            "SLURM_JOB_PARTITION": "a100",
            "SLURM_RESTART_COUNT": "2",
            "TORCHELASTIC_RUN_ID": "abc",
            "TORCHELASTIC_RESTART_COUNT": "1",
            "WORLD_SIZE": "8",
            "LOCAL_WORLD_SIZE": "no number",
            "CONTAINER_IMAGE": "registry/train:1",
            "KUBERNETES_SERVICE_HOST": "10.0.0.1",
            "HOSTNAME": "train-0",
            "POD_NAMESPACE": "ml",
        }
    )
    assert found == {
        "slurm_job": "77",
        "slurm_array_task": "3",
        "slurm_step": "0",
        "slurm_nodes": "gpu[1-4]",
        "slurm_partition": "a100",
        "slurm_restarts": 2,
        "torchrun_id": "abc",
        "torchrun_restarts": 1,
        "world_size": 8,
        "container_image": "registry/train:1",
        "kubernetes_pod": "train-0",
        "kubernetes_namespace": "ml",
    }
    assert job({"HOSTNAME": "laptop"}) == {}


NAMES = ["SLURM_JOB_ID", "WORLD_SIZE", "SLURM_RESTART_COUNT", "KUBERNETES_SERVICE_HOST", "HOSTNAME"]


@given(
    st.dictionaries(
        st.sampled_from([*NAMES, "CONTAINER_IMAGE", "PYTHONHASHSEED", "NCCL_DEBUG", "XLA_FLAGS"]),
        st.text() | st.integers().map(str) | st.just("9" * 10**5) | st.just("²"),
    )
)
def test_hostile_variables_do_no_harm(environment: dict[str, str]) -> None:
    for each in {**job(environment), **seeds(environment)}.values():
        assert len(str(each)) <= 1000
    for name, value in variables(environment).items():
        assert environment[name] == value
        assert len(value) <= 4000


def test_what_vdlite_run_adds_to_the_paths_is_none_of_the_training() -> None:
    inner = patched_environment("also", {"PYTHONPATH": "/home/me/lib"})
    assert variables(inner) == {"PYTHONPATH": "/home/me/lib"}
    assert variables(patched_environment("also", {"CUDA_VISIBLE_DEVICES": ""})) == {
        "CUDA_VISIBLE_DEVICES": ""
    }


def test_only_variables_of_the_list_are_kept() -> None:
    environment = {"NCCL_DEBUG": "INFO", "PYTHONHASHSEED": "0", "HOME": "/root", "DB_PASSWORD": "x"}
    assert variables(environment) == {"NCCL_DEBUG": "INFO", "PYTHONHASHSEED": "0"}
    assert len(variables({f"NCCL_{each}": "1" for each in range(1000)})) == 64


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("proc/self/cgroup", f"12:pids:/docker/{ID}\n"),
        ("proc/self/cgroup", f"0::/kubepods/besteffort/pod12-34/{ID}\n"),
        ("proc/self/cgroup", f"0::/system.slice/docker-{ID}.scope\n"),
        (
            "proc/self/mountinfo",
            f"1 2 8:1 /var/lib/docker/containers/{ID}/hostname /etc/hostname\n",
        ),
        ("run/.containerenv", f'engine="podman"\nname="a"\nid="{ID}"\n'),
    ],
)
def test_a_container_is_known_by_its_files(tmp_path: Path, file: str, text: str) -> None:
    assert container(tmp_path) == {}
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(text)
    assert container(tmp_path) == {"container": ID}


def test_the_image_and_the_namespace_are_in_files_too(tmp_path: Path) -> None:
    folder = tmp_path / "var/run/secrets/kubernetes.io/serviceaccount"
    folder.mkdir(parents=True)
    (folder / "namespace").write_text("ml\n")
    (folder / "token").write_text("not looked at")
    (tmp_path / "run").mkdir()
    (tmp_path / "run/.containerenv").write_text('image="train:1"\nid=""\n')
    assert container(tmp_path) == {"container_image": "train:1", "kubernetes_namespace": "ml"}


def test_a_long_file_is_cut_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xff" + b"x" * MOST)
    text = kept_text(tmp_path / "a")
    assert text is not None
    assert text.startswith("\ufffdxx")
    assert text.endswith(f"x\n{CUT}\n")
    assert len(text) == MOST + len(CUT) + 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_no_file_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a")
    assert kept_text(tmp_path / "a") is None
    assert kept_text(tmp_path) is None
    assert kept_text(tmp_path / "a\0") is None


@pytest.fixture
def hydra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A module as Hydra has it, whose job has the folder tmp_path / "out"."""
    (tmp_path / "out/.hydra").mkdir(parents=True)
    (tmp_path / "out/.hydra/config.yaml").write_text("lr: 0.1\npassword: hunter2hunter2\n")
    (tmp_path / "out/.hydra/overrides.yaml").write_text("- lr=0.1\n")
    runtime = SimpleNamespace(output_dir=str(tmp_path / "out"), cwd="/home/me/code")
    job = SimpleNamespace(runtime=runtime, output_subdir=".hydra")
    config = SimpleNamespace(initialized=lambda: True, get=lambda: job)
    module = SimpleNamespace(HydraConfig=config)
    monkeypatch.setitem(sys.modules, "hydra.core.hydra_config", module)
    return module


def test_config_files_of_hydra_are_kept_without_secrets(
    hydra: SimpleNamespace, tmp_path: Path
) -> None:
    with LogWriter(tmp_path / "run") as writer:
        writer.add_environment(diff=False)
    (record,) = LogReader(tmp_path / "run").records(".", "environment", "environment")
    assert record.payload.files == {
        ".hydra/config.yaml": "lr: 0.1\npassword: ***\n",
        ".hydra/overrides.yaml": "- lr=0.1\n",
    }
    assert record.payload.fields["folder"] == "/home/me/code"
    assert record.payload.fields["hydra_output"] == str(tmp_path / "out")
    hydra.HydraConfig.get().output_subdir = None
    assert hydra_files(hydra_folders()) == {}


def test_a_hydra_that_fails_is_left_out(hydra: SimpleNamespace) -> None:
    hydra.HydraConfig.get = lambda: 1 / 0
    assert hydra_folders() == {}
    hydra.HydraConfig.initialized = lambda: False
    assert hydra_folders() == {}
    del hydra.HydraConfig
    assert hydra_folders() == {}


def process(processes: Path, number: int, parent: int, *arguments: str) -> None:
    (processes / str(number)).mkdir()
    (processes / str(number) / "cmdline").write_text("\0".join((*arguments, "")))
    (processes / str(number) / "status").write_text(f"Name:\tx\nPPid:\t{parent}\nUid:\t0\n")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (["/venv/bin/python", "/venv/bin/torchrun", "-m", "a b"], "torchrun -m 'a b'"),
        (["python", "-m", "torch.distributed.run", "t.py"], "python -m torch.distributed.run t.py"),
        (["mpirun", "-n", "2", "python", "t.py"], "mpirun -n 2 python t.py"),
        (
            ["accelerate", "launch", "t.py", "--token", "abc"],
            "accelerate launch t.py --token '***'",
        ),
    ],
)
def test_a_launcher_is_found_above_a_process(tmp_path: Path, typed: list[str], shown: str) -> None:
    process(tmp_path, 40, 30, "python", "t.py")
    process(tmp_path, 30, 20, "sh", "-c", "python t.py")
    process(tmp_path, 20, 10, *typed)
    process(tmp_path, 10, 1, "bash")
    assert launcher_command(40, tmp_path) == shown
    assert launcher_command(20, tmp_path) is None
    assert launcher_command(99, tmp_path) is None


def test_processes_that_are_their_own_parents_end(tmp_path: Path) -> None:
    process(tmp_path, 40, 40, "torchrun")
    assert launcher_command(40, tmp_path) == "torchrun"


@pytest.mark.skipif(sys.platform != "linux", reason="processes are files on Linux")
def test_the_launcher_of_a_real_process_is_kept(tmp_path: Path) -> None:
    child = "import vdlite; w = vdlite.LogWriter('run'); w.add_environment(diff=False); w.close()"
    (tmp_path / "torchrun").write_text(
        f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {child!r}], check=True)\n"
    )
    command = [sys.executable, str(tmp_path / "torchrun"), "--nnodes", "1"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    (record,) = LogReader(tmp_path / "run").records(".", "environment", "environment")
    assert record.payload.fields["launched_by"] == "torchrun --nnodes 1"


@settings(max_examples=50)
@given(st.integers(0, 2**32 - 1))
def test_the_seed_of_numpy_is_known_until_numbers_are_drawn(seed: int) -> None:
    before = np.random.get_state()
    try:
        np.random.seed(seed)
        assert seeds({})["seed_numpy"] == seed
        np.random.random()
        assert "seed_numpy" not in seeds({})
        np.random.seed([seed, 1])
        assert "seed_numpy" not in seeds({})
    finally:
        np.random.set_state(before)


def test_seeds_and_switches_are_asked_of_torch_only_where_it_is_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cudnn = SimpleNamespace(deterministic=True, benchmark=False)
    torch = SimpleNamespace(
        initial_seed=lambda: 2**60 + 1,
        are_deterministic_algorithms_enabled=lambda: True,
        backends=SimpleNamespace(cudnn=cudnn),
        get_float32_matmul_precision=lambda: "high",
    )
    monkeypatch.setitem(sys.modules, "torch", torch)
    found = seeds({"PYTHONHASHSEED": "7"})
    found.pop("seed_numpy", None)
    assert found == {
        "seed_hash": "7",
        "seed_torch": str(2**60 + 1),
        "torch_deterministic": True,
        "cudnn_deterministic": True,
        "cudnn_benchmark": False,
        "matmul_precision": "high",
    }
    torch.initial_seed = lambda: 1 / 0
    torch.backends = None
    assert seeds({}).keys() - {"seed_numpy"} == {"torch_deterministic", "matmul_precision"}
