"""Data pipelines of runs as columns of the table of trials."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.graphs import pipelines as like
from vdlite import LogWriter
from vdlite.reader.live.store import Store
from vdlite.reader.trials.column import MISSING, NUMBER, Column
from vdlite.reader.trials.table import Tables


def loader(*transforms: Any, batch_size: int = 4) -> Any:
    source = like.ImageFolder("pets", [("a.png", 0)], like.Compose(list(transforms)))
    return like.DataLoader(source, batch_size)


def cell(column: Column, row: int) -> Any:
    code = int(column.codes[row])
    if code == NUMBER:
        return float(column.numbers[row])
    return "missing" if code == MISSING else column.values[code]


def columns(folder: Path) -> dict[str, dict[str, Any]]:
    """The cells of each column by the names of the runs."""
    store = Store([folder])
    while not (store.refresh() and store.done):
        pass
    table = Tables(store).table()
    names = {info.id: info.name for info in store.runs()}
    return {
        column.name: {
            names[table.runs[run]]: cell(column, row) for row, run in enumerate(table.run)
        }
        for column in table.columns
        if column.group == "data"
    }


def test_parameters_are_columns_and_absent_stages_are_false(tmp_path: Path) -> None:
    pipelines = {"a": [like.RandomCrop(28)], "b": [], "c": None}
    for name, transforms in pipelines.items():
        with LogWriter(str(tmp_path / name)) as writer:
            writer.add_scalar("loss", 1.0, 0)
            if transforms is not None:
                writer.add_data_graph({"train": loader(*transforms)})

    found = columns(tmp_path)

    assert found["train/RandomCrop"] == {"a": True, "b": False, "c": "missing"}
    assert found["train/RandomCrop.size[0]"] == {"a": 28, "b": "missing", "c": "missing"}
    assert found["train/loader.batch_size"] == {"a": 4, "b": 4, "c": "missing"}


def test_the_last_pipeline_of_a_loader_counts(tmp_path: Path) -> None:
    with LogWriter(str(tmp_path / "a")) as writer:
        writer.add_data_graph({"train": loader(like.RandomCrop(28)), "val": loader()})
        writer.add_data_graph({"train": loader(like.Resize(3))}, step=1)

    found = columns(tmp_path)

    assert "train/RandomCrop" not in found
    assert found["train/Resize.size"] == {"a": 3}
    assert found["val/loader.batch_size"] == {"a": 4}


def test_values_that_do_not_fit_a_summary_are_read_of_the_payload(tmp_path: Path) -> None:
    many = [like.Normalize([0.1 * at] * 4, [0.2] * 4) for at in range(60)]
    with LogWriter(str(tmp_path / "a")) as writer:
        writer.add_data_graph({"train": loader(*many)})

    found = columns(tmp_path)

    assert found["train/Normalize#60.mean[3]"] == {"a": 0.1 * 59}


def test_lineage_brings_the_pipeline_along(tmp_path: Path) -> None:
    with LogWriter(str(tmp_path / "a")) as writer:
        writer.add_lineage(train_loader=loader(like.RandomCrop(28)), loss="mse")
        writer.add_lineage(test_loader=loader(batch_size=8))
    with LogWriter(str(tmp_path / "b")) as writer:
        writer.add_lineage(train_loader="MNIST")

    found = columns(tmp_path)

    assert found["train/RandomCrop"] == {"a": True, "b": "missing"}
    assert found["test/loader.batch_size"] == {"a": 8, "b": "missing"}
