"""Landscapes on a Dask cluster: real worker processes, one of which is killed half-way."""

import os
import signal

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from tests.torch.models import Digits, digits, trained
from vdlite.landscape import compute_surface, random_directions
from vdlite.landscape.torch import TorchProblem

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("default")  # Dask's own threads and sockets


@pytest.fixture
def client():
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            host="127.0.0.1",
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def problem():
    torch.manual_seed(0)
    model = trained(Digits(), digits()[0])
    return TorchProblem(model, [digits()], F.cross_entropy, batch_size=60)


def test_a_cluster_computes_what_one_process_does_even_if_a_worker_is_killed(client):
    asked = problem()
    directions = random_directions(asked.weights)
    alone = compute_surface(asked, directions, x=(-1, 1, 21))
    pids = client.run(os.getpid)
    killed = []

    class Killer:
        """Kills a worker when a quarter is done."""

        def __call__(self, progress):
            if progress.done > progress.total / 4 and not killed:
                killed.append(next(iter(pids.values())))
                os.kill(killed[0], signal.SIGKILL)

    with client.get_executor() as executor:
        shared = compute_surface(
            asked, directions, x=(-1, 1, 21), executor=executor, report=Killer()
        )
    assert killed
    assert shared.done.all()
    np.testing.assert_allclose(shared.values["loss"], alone.values["loss"], rtol=1e-5)


def test_what_is_defined_in_the_callers_script_travels(client):
    """Cloudpickle sends functions by value: a cluster has no copy of the script."""
    asked = problem()
    own = TorchProblem(asked.model, [digits()], lambda outputs, targets: outputs.square().mean())
    directions = random_directions(own.weights)
    with client.get_executor() as executor:
        got = compute_surface(own, directions, x=(-1, 1, 3), executor=executor)
    assert got.done.all()
