"""`LogReader.find_runs`: which columns a query can name, and which of several of one name it means."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from vdlite import LogReader, LogWriter
from vdlite.annotations import Edit, Sidecar
from vdlite.errors import QueryError, WhereError
from vdlite.reader.questions.run_names import Called, distinguished


def log(folder: Path, hparams: dict[str, float | str], scalars: dict[str, list[float]]) -> None:
    with LogWriter(folder) as writer:
        if hparams:
            writer.add_hparams(hparams)
        for tag, values in scalars.items():
            for step, value in enumerate(values):
                writer.add_scalar(tag, value, step)


def found(logdir: Path, where: str) -> list[str]:
    return [each.run for each in LogReader(logdir).find_runs(where).runs]


def test_a_hyperparameter_comes_before_a_metric_and_that_before_what_is_known_of_the_run(
    tmp_path: Path,
) -> None:
    log(tmp_path / "a", {"lr": 1.0}, {"lr": [5.0], "step": [3.0]})
    log(tmp_path / "b", {"lr": 2.0}, {"lr": [6.0], "step": [4.0]})
    assert found(tmp_path, "lr == 1") == ["a"]
    assert found(tmp_path, "metrics:lr == 6") == ["b"]
    assert found(tmp_path, "max(lr) == 6") == ["b"]
    assert found(tmp_path, "step == 4") == ["b"]
    assert found(tmp_path, "run:step == 0") == ["a", "b"]


def test_a_metric_has_its_last_value_and_others_by_name(tmp_path: Path) -> None:
    log(tmp_path / "a", {}, {"loss/test": [3.0, 1.0, 2.0]})
    log(tmp_path / "b", {}, {"loss/test": [1.0, math.nan, 5.0]})
    log(tmp_path / "c", {}, {})
    assert found(tmp_path, "loss/test == 2 and mean(loss/test) == 2") == ["a"]
    assert found(tmp_path, "max(loss/test) > last(loss/test)") == ["a"]
    assert found(tmp_path, "mean(loss/test) == 3") == ["b"]
    assert found(tmp_path, "loss/test is missing") == ["c"]


def test_a_run_has_the_hyperparameters_and_numbers_of_its_last_trial(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a") as writer:
        for lr, loss in ((0.1, 5.0), (0.2, 4.0)):
            writer.add_hparams({"lr": lr}, ["loss"])
            writer.add_scalar("loss", loss, int(lr * 10))
    assert found(tmp_path, "lr == 0.2 and max(loss) == 4") == ["a"]
    assert found(tmp_path, "lr == 0.1") == []


def test_what_describes_a_run_can_be_asked_for(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a", display_name="first") as writer:
        writer.add_lineage(others={"dataset": "cifar", "tags": "old"})
        writer.add_scalar("loss", math.inf, 7)
    assert found(tmp_path, "lineage:dataset == cifar and labels == old") == ["a"]
    assert found(tmp_path, "run:step == 7 and diverged == 1 and outcome == finished") == ["a"]
    assert found(tmp_path, "duration >= 0 and started <= updated and records > 1") == ["a"]
    assert found(tmp_path, "damaged == 0 and gaps == 0 and hangs == 0 and note is missing") == ["a"]
    assert found(tmp_path, "first cifar") == ["a"]


def test_how_many_were_looked_at_is_said(tmp_path: Path) -> None:
    for name in "abc":
        log(tmp_path / name, {"lr": 0.1}, {})
    Sidecar(tmp_path).append([Edit("run", "b", True, "archived")])
    answer = LogReader(tmp_path).find_runs("lr > 0", limit=1)
    assert [each.run for each in answer.runs] == ["a"]
    assert (answer.found, answer.seen, answer.archived) == (2, 2, 1)
    assert LogReader(tmp_path).find_runs("lr == 7").absent == "nothing has lr 7"
    assert LogReader(tmp_path / "a").find_runs("lr > 0").found == 1


def test_an_empty_logdir_has_no_column_but_those_of_runs(tmp_path: Path) -> None:
    reader = LogReader(tmp_path)
    assert reader.find_runs("state == live and adam").runs == ()
    with pytest.raises(QueryError, match=r"there is no column lr, there are name, state, outcome"):
        reader.find_runs("lr < 1")


def test_an_unknown_column_names_those_that_may_be_meant(tmp_path: Path) -> None:
    log(tmp_path / "a", {"learning_rate": 0.1}, {"accuracy/test": [1.0]})
    with pytest.raises(WhereError, match="did you mean learning_rate") as caught:
        found(tmp_path, "1 < learningrate")
    assert (caught.value.start, caught.value.end) == (4, 16)
    with pytest.raises(WhereError, match="did you mean accuracy/test"):
        LogReader(tmp_path).find_runs(sort="accuracy/tset")
    with pytest.raises(WhereError, match=r"want a column"):
        LogReader(tmp_path).find_runs(sort="")


def test_what_has_nothing_to_sort_by_is_last_in_both_directions(tmp_path: Path) -> None:
    for name, value in {"a": "x10", "b": 2.0, "c": "x9", "d": math.nan}.items():
        log(tmp_path / name, {"v": value}, {})
    log(tmp_path / "e", {}, {})
    reader = LogReader(tmp_path)
    rising = [each.run for each in reader.find_runs(sort="v").runs]
    falling = [each.run for each in reader.find_runs(sort="v", descending=True).runs]
    assert (rising, falling) == (["b", "c", "a", "d", "e"], ["a", "c", "b", "d", "e"])


def test_names_that_people_give_are_known_after_the_next_look(tmp_path: Path) -> None:
    log(tmp_path / "a", {}, {"loss": [1.0]})
    reader = LogReader(tmp_path)
    assert (reader.display_name("a"), reader.labels("a")) == (None, [])
    sidecar = Sidecar(tmp_path)
    sidecar.append([Edit("run", "a", "given", "name"), Edit("run", "a", ["kept"], "labels")])
    reader.refresh()
    assert (reader.display_name("a"), reader.labels("a")) == ("given", ["kept"])
    assert reader.summary("a").display_name == "given"


def test_runs_that_are_called_the_same_are_called_by_their_places_too() -> None:
    same = [
        Called("base", "x/seed0/base", ()),
        Called("base", "x/seed1/base", ()),
        Called("base", "y", ("TensorBoard",)),
        Called("other", "z", ()),
    ]
    assert distinguished(same) == {
        "x/seed0/base": "base (seed0)",
        "x/seed1/base": "base (seed1)",
        "y": "base (TensorBoard)",
        "z": "other",
    }
    stores = ("s3://one/runs/base", "s3://two/runs/base")
    assert distinguished([Called("base", path, ()) for path in stores]) == {
        "s3://one/runs/base": "base (s3://one)",
        "s3://two/runs/base": "base (s3://two)",
    }


def test_a_name_of_several_runs_is_asked_for_as_the_page_shows_it(tmp_path: Path) -> None:
    for name in ("one", "two"):
        with LogWriter(tmp_path / name, display_name="base") as writer:
            writer.add_scalar("loss", 1.0, 0)
    assert found(tmp_path, "name == 'base (one)'") == ["one"]
    assert found(tmp_path, "name ~ base") == ["one", "two"]


def test_what_came_is_found_once_the_reader_has_looked(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a") as writer:
        writer.add_scalar("loss", 1.0, 0)
        reader = LogReader(tmp_path)
        assert reader.find_runs("loss < 2").found == 1
        writer.add_scalar("loss", 3.0, 1)
        with LogWriter(tmp_path / "b") as other:
            other.add_scalar("loss", 0.0, 0)
        assert reader.find_runs("loss < 2").found == 1
        reader.refresh()
        assert [each.run for each in reader.find_runs("loss < 2").runs] == ["b"]
        assert [each.run for each in reader.find_runs("loss > 2").runs] == ["a"]
