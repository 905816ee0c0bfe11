"""Exports of many runs on a Dask cluster: its answers are those of a LogReader."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.docs.pages import page
from tests.docs.test_blocks import python_blocks, run_python, said_outputs
from vdlite import LogReader, LogWriter
from vdlite.conversion.parquet.export import export_parquet

distributed = pytest.importorskip("distributed")
frames = pytest.importorskip("dask.dataframe")
pyarrow = pytest.importorskip("pyarrow")

RUNS = 2000
SPIKE = 1e6

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


def log_runs(logdir: Path) -> None:
    """Runs of a few points each; every hundredth has a spike, every tenth a step that was logged again."""
    rng = np.random.default_rng(0)
    for run in range(RUNS):
        values = rng.normal(size=6)
        if run % 100 == 7:
            values[run % 6] = SPIKE + run
        steps = [0, 1, 2, 3, 4, 3 if run % 10 == 0 else 5]
        with LogWriter(logdir / f"lr={run % 7}" / f"seed={run:04}") as writer:
            writer.add_scalar_series("loss", values, steps)


def test_sums_last_values_and_spikes_of_many_runs(client, tmp_path):
    log_runs(tmp_path / "runs")
    update = export_parquet(tmp_path / "runs", tmp_path / "exported")
    assert len(update.written) == RUNS
    reader = LogReader(tmp_path / "runs")
    series = {run: reader.scalars(run, "loss") for run in reader.runs}

    table = frames.read_parquet(
        tmp_path / "exported" / "scalars",
        # Many files are one part of the work: each alone takes longer to hand out than to read.
        split_row_groups="adaptive",
        aggregate_files=True,
        blocksize="100KiB",
        dataset={
            "partitioning": {
                "flavor": "hive",
                "schema": pyarrow.schema([("run", pyarrow.string())]),
            }
        },
    )
    assert 4 <= table.npartitions <= 40
    counting = table[~table["superseded"]]
    by_run = counting.groupby("run")
    last_steps = counting[["run", "step"]].groupby("run")["step"].max()
    spikes = counting[counting["value"] > SPIKE / 2][["run", "step", "value"]]
    sums, counts, steps, spikes = client.gather(
        client.compute([by_run["value"].sum(), by_run["value"].count(), last_steps, spikes])
    )

    assert sums.to_dict() == pytest.approx(
        {run: points.values.sum() for run, points in series.items()}, rel=1e-12
    )
    assert counts.to_dict() == {run: len(points) for run, points in series.items()}
    assert steps.to_dict() == {run: points.steps[-1] for run, points in series.items()}
    assert sorted(spikes.itertuples(index=False, name=None)) == sorted(
        (run, int(step), float(value))
        for run, points in series.items()
        for step, value in zip(points.steps, points.values, strict=True)
        if value > SPIKE / 2
    )
    assert len(spikes) == RUNS // 100


def test_the_block_of_the_guide_prints_what_it_says(tmp_path):
    guide = page("docs/how-to/logs-in-other-engines.md")
    block = guide.block(needs="dask")
    logs, export = (each.code for each in python_blocks(guide)[:2])
    script = tmp_path / "guide.py"
    # Dask calls pandas as newer versions warn of.
    quiet = "import warnings\nwarnings.simplefilter('ignore')\n"
    script.write_text(quiet + logs + export + block.code, "utf-8")
    printed = run_python(script, tmp_path)
    (said,) = said_outputs(block.code)
    assert printed.splitlines()[-1] == said
