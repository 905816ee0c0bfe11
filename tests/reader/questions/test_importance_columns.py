"""Which columns are asked how much they matter."""

from __future__ import annotations

from typing import Any

import numpy as np

from vdlite.reader.questions.importance_columns import asked_columns
from vdlite.reader.trials.column import MISSING, NUMBER, Column


def column(name: str, cells: list[Any], group: str = "data") -> Column:
    """None is a missing cell."""
    words = list(dict.fromkeys(each for each in cells if isinstance(each, (str, bool))))
    codes = [
        MISSING if each is None else words.index(each) if isinstance(each, (str, bool)) else NUMBER
        for each in cells
    ]
    numbers = [
        each if isinstance(each, (int, float)) and not isinstance(each, bool) else np.nan
        for each in cells
    ]
    return Column(
        group, name, np.array(numbers, np.float64), np.array(codes, np.int32), tuple(words)
    )


COLUMNS = [
    column("lr", [0.1, 0.2, 0.3], "hparams"),
    column("train_samples", [1, 2, 3], "lineage"),
    column("train/Crop", [True, True, False]),
    column("train/Crop.size", ["[28, 28]", "[32, 32]", None]),
    column("train/Crop.size[0]", [28, 32, None]),
    column("train/Crop.size[1]", [28, 32, None]),
    column("train/Crop.fill", [0, 0, None]),
    column("train/loader.batch_size", [4, 4, 4]),
    column("train/pipeline", ["a", "b", "c"]),
    column("val/Crop", [True, True, False]),
]


def names(rows: list[int], **options: Any) -> list[str]:
    found = asked_columns(
        COLUMNS, np.array(rows), options.get("names"), with_data=options.get("with_data", True)
    )
    return [each.name for each in found]


def test_of_pipelines_what_differs_is_asked_once() -> None:
    assert names([0, 1, 2]) == ["lr", "train/Crop", "train/Crop.size[0]"]


def test_only_the_trials_that_count_decide() -> None:
    assert names([0, 1]) == ["lr", "train/Crop.size[0]"]


def test_without_data_hyperparameters_alone_are_asked() -> None:
    assert names([0, 1, 2], with_data=False) == ["lr"]
    assert names([0, 1, 2], names={"opt"}, with_data=False) == []
