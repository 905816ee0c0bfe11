"""Profiles of trainings as people have them: loaders, several ranks, compiled models, checkpointing."""

import os
import socket
import sys
import time
from pathlib import Path

import pytest
import torch
from torch.utils.checkpoint import checkpoint
from torch.utils.data import DataLoader, Dataset

from tests.torch.profiles import Net, Training, hooks, logged, names
from vdlite import LogReader, LogWriter
from vdlite.kinds.profile import PHASES

SLEEP = 0.02
DATA = PHASES.index("data")


class Slow(Dataset[torch.Tensor]):
    """Samples that take their time."""

    def __len__(self) -> int:
        return 40

    def __getitem__(self, index: int) -> torch.Tensor:
        time.sleep(SLEEP / 4)
        return torch.ones(8)


def profiled(folder: Path, loader: DataLoader[torch.Tensor], steps: int) -> None:
    training = Training()
    with (
        LogWriter(folder / "run") as writer,
        writer.profile(steps=steps, wait=1, warmup=1) as profile,
    ):
        for inputs in loader:
            training.step(inputs)
            profile.step()


def test_the_data_of_a_step_take_what_the_loader_sleeps(tmp_path: Path) -> None:
    profiled(tmp_path, DataLoader(Slow(), 4), steps=3)
    (made,) = logged(tmp_path)
    assert (
        names(made, "loader") == ["enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"] * 3
    )
    assert (made.tables.phases[:, DATA] >= SLEEP * 1e9).all()
    assert made.tables.facts["loader_workers"] == 0
    lengths = made.tables.steps[:, 1] - made.tables.steps[:, 0]
    assert made.tables.phases.sum(axis=1).tolist() == lengths.tolist()


def test_waiting_for_workers_is_data_too_and_workers_log_nothing(tmp_path: Path) -> None:
    profiled(tmp_path, DataLoader(Slow(), 4, num_workers=2), steps=3)
    (made,) = logged(tmp_path)
    assert (
        names(made, "loader")
        == ["enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__"] * 3
    )
    assert "loader_workers" not in made.tables.facts
    assert LogReader(tmp_path).damage == []


def test_a_checkpointed_module_is_called_again_in_the_backward_pass(tmp_path: Path) -> None:
    class Checkpointed(Net):
        def forward(self, inputs: torch.Tensor) -> torch.Tensor:
            for block in self.blocks:
                inputs = checkpoint(block, inputs, use_reentrant=False)
            return self.head(inputs)

    training = Training(Checkpointed())
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=1, wait=0, warmup=0, modules=training.model) as profile,
    ):
        training.step(torch.ones(4, 8, requires_grad=True))
        profile.step()
    (made,) = logged(tmp_path)
    calls = names(made, "module")
    assert calls.count("blocks.0") == calls.count("blocks.1.linear") == 2
    assert calls.count("head") == 1


def test_a_compiled_model_is_profiled_and_not_compiled_anew(tmp_path: Path) -> None:
    compilations = []

    def backend(graph: torch.fx.GraphModule, _: object) -> object:
        compilations.append(graph)
        return graph.forward

    model = Net()
    compiled = torch.compile(model, backend=backend)
    before = hooks(model)
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=2, wait=1, warmup=1, modules=compiled) as profile,
    ):
        for _ in range(4):
            compiled(torch.ones(4, 8)).sum().backward()
            profile.step()
    (made,) = logged(tmp_path)
    assert len(compilations) == 1
    assert names(made, "operator").count("aten::addmm") == 6
    assert names(made, "module") == []
    assert hooks(model) == before


def test_a_compiled_function_of_a_model_is_left_in_one_piece(tmp_path: Path) -> None:
    compilations = []

    def backend(graph: torch.fx.GraphModule, _: object) -> object:
        compilations.append(graph)
        return graph.forward

    model = Net()
    step = torch.compile(lambda inputs: model(inputs).sum(), backend=backend)
    with (
        LogWriter(tmp_path / "run") as writer,
        writer.profile(steps=1, wait=1, warmup=1, modules=model) as profile,
    ):
        for _ in range(3):
            step(torch.ones(4, 8))
            profile.step()
    assert len(logged(tmp_path)) == 1
    assert len(compilations) == 1


def test_two_ranks_log_side_by_side_with_their_collectives(tmp_path: Path) -> None:
    if not torch.distributed.is_available():
        pytest.skip("torch is built without it")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    torch.multiprocessing.spawn(_rank, (str(tmp_path), port), nprocs=2)
    reader = LogReader(tmp_path)
    assert reader.tags("run", "profile") == ["profile/rank0", "profile/rank1"]
    ranks = [reader.profile("run", f"profile/rank{rank}") for rank in range(2)]
    assert [(each.facts["rank"], each.facts["world"]) for each in ranks] == [(0, 2), (1, 2)]
    spans = [
        [
            (each.tables.strings[name], each.tables.strings[group], sequence)
            for name, group, sequence in zip(
                each.tables.collectives.name.tolist(),
                each.tables.collectives.group.tolist(),
                each.tables.collectives.sequence.tolist(),
                strict=True,
            )
        ]
        for each in ranks
    ]
    assert sorted(spans[0]) == sorted(spans[1])
    assert ("gloo:all_reduce", "gloo", 0) in spans[0]


def _rank(rank: int, folder: str, port: int) -> None:
    import torch.distributed as dist

    os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    torch.set_num_threads(1)
    dist.init_process_group("gloo", rank=rank, world_size=2)
    training = Training()
    model = torch.nn.parallel.DistributedDataParallel(training.model)
    with (
        LogWriter(Path(folder) / "run") as writer,
        writer.profile(steps=2, modules=model) as profile,
    ):
        for _ in range(4):
            model(torch.ones(4, 8)).sum().backward()
            profile.step()
    # The other rank's last collective needs this one.
    dist.barrier()
    dist.destroy_process_group()
    sys.stdout.flush()
