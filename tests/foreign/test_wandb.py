"""Offline runs of W&B: one that it has written itself, and damaged ones."""

import json
import math
import os
import random
import shutil
import struct
from pathlib import Path

import numpy as np
import pytest

from tests.foreign.event_files import message, number
from tests.foreign.wandb_files import BEGIN, BLOCK, framed
from vdlite import LogReader
from vdlite.reader import Store
from vdlite.reader.trials.table import Tables

NAME = "run-golden.wandb"
GOLDEN = Path(__file__).parent / "golden" / "wandb"


def item(path: str, value: object) -> bytes:
    keys = b"".join(message(2, key) for key in path.split("."))
    return message(1, keys + message(16, json.dumps(value)))


def history(step: int, **values: object) -> bytes:
    row = {"_timestamp": 1.7e9 + step, "_step": step} | values
    items = b"".join(item(name.replace("__", "."), value) for name, value in row.items())
    return number(1, step + 1) + message(2, items + message(2, number(1, step)))


def log(folder: Path, *records: bytes) -> Path:
    path = folder / NAME
    path.write_bytes(framed(list(records)))
    return path


def test_what_wandb_has_written_is_read() -> None:
    reader = LogReader(GOLDEN)
    assert reader.damage == []
    loss = reader.scalars(".", "train/loss")
    assert loss.steps.tolist() == list(range(200))
    assert loss.values.tolist() == [step / 8 for step in range(200)]
    assert (np.diff(loss.walltimes) >= 0).all()
    assert reader.scalars(".", "deep/a/b").values.tolist() == [-float(step) for step in range(200)]
    odd = reader.scalars(".", "odd")
    assert odd.steps.tolist() == [0, 50, 100, 150]
    np.testing.assert_array_equal(odd.values, [np.nan, np.inf, 2.0**60, 1.0])
    assert "system/memory_percent" in reader.tags(".")


def test_config_name_and_texts_are_there() -> None:
    reader = LogReader(GOLDEN)
    (trial,) = reader.trials()
    assert dict(trial.hparams) == {
        "lr": 0.1, "batch": 32, "opt/name": "adam", "opt/betas": "[0.9, 0.99]", "flag": True,
    }  # fmt: skip
    texts = {tag: reader.records(".", "text", tag)[0].payload for tag in reader.tags(".", "text")}
    assert texts == {
        "note": "**hello** ü",
        "notes": "a note",
        "alerts": "**Careful**\n\nthe loss rises",
    }
    made = reader.records(".", "histogram", "weights")[0]
    assert (made.step, made.payload.counts.tolist()) == (200, [1, 0, 3])
    assert made.payload.edges.tolist() == [0, 1, 2, 4]


def test_metrics_that_are_defined_judge_the_run() -> None:
    """Of which the smallest or the largest value counts, but not both."""
    (trial,) = LogReader(GOLDEN.with_name("wandb-metrics")).trials()
    assert trial.hparams == {"lr": 0.1}
    assert trial.goals == {"val/acc": "max", "val/loss": "min"}
    assert [(tag, metric and metric.last) for tag, metric in trial.metrics.items()] == [
        ("val/acc", 0.5),
        ("val/loss", 2.0),
    ]


def test_older_versions_tell_a_goal(tmp_path: Path) -> None:
    """Also where no config is given, and by names of values that are in others."""
    metrics = {"score": 2, "deep.loss": 1, "unset": 0}
    goals = [message(12, message(1, name) + number(8, goal)) for name, goal in metrics.items()]
    log(tmp_path, message(17, message(8, "run")), *goals, history(0, score=1.0, deep__loss=2.0))
    (trial,) = LogReader(tmp_path).trials()
    assert trial.goals == {"score": "max", "deep.loss": "min", "deep/loss": "min"}
    assert list(trial.metrics) == ["score", "deep/loss"]


def test_group_job_type_and_tags_are_its_lineage_and_columns_of_trials(tmp_path: Path) -> None:
    fields = {3: "p", 6: "seeds", 7: "train", 8: "run", 12: "sweep1"}
    parts = b"".join(message(field, text) for field, text in fields.items())
    run = message(17, parts + message(10, "baseline") + message(10, "v2"))
    log(tmp_path, run, history(0, loss=1.0), run)  # reported again, it says nothing new
    (lineage,) = LogReader(tmp_path).records(".", "lineage", "lineage", superseded=True)
    assert lineage.payload.fields == {
        "project": "p", "group": "seeds", "job_type": "train", "sweep": "sweep1",
        "tags": "baseline, v2",
    }  # fmt: skip
    assert LogReader(tmp_path).labels(".") == ["baseline", "v2"]
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    columns = {column.name: column.values for column in Tables(store).table().columns}
    assert columns["group"] == ("seeds",)


def test_a_config_that_is_repeated_is_reported_once(tmp_path: Path) -> None:
    def config(**values: object) -> bytes:
        return message(5, b"".join(item(name, value) for name, value in values.items()))

    log(
        tmp_path, message(17, message(8, "run")), config(lr=0.1, on=True), history(0, loss=1.0),
        config(lr=0.1, on=True), config(lr=0.1, on=1, new="x"), config(lr=0.2, new="x"),
    )  # fmt: skip
    reader = LogReader(tmp_path)
    (trial,) = reader.trials()
    assert trial.hparams == {"lr": 0.1, "on": True}
    lineages = [dict(each.payload.fields) for each in reader.records(".", "lineage", "lineage")]
    assert lineages == [{"on": 1, "new": "x"}, {"lr": 0.2}]
    assert type(lineages[0]["on"]) is int


def test_a_summary_that_repeats_what_was_logged_is_no_lineage(tmp_path: Path) -> None:
    def summary(**values: object) -> bytes:
        items = (item(name.replace("__", "."), value) for name, value in values.items())
        return message(3, b"".join(items))

    log(
        tmp_path, history(0, loss=1.0, acc=0.25), summary(best=0.5), summary(loss=0.5),
        history(1, loss=0.5),
        summary(acc={"max": 0.9833333333333333}), summary(best=0.5, loss=0.5, acc={"max": 0.25}),
        summary(alone__max=3), message(18, number(1, 0)),
    )  # fmt: skip
    reader = LogReader(tmp_path)
    lineages = [dict(each.payload.fields) for each in reader.records(".", "lineage", "lineage")]
    assert lineages == [{"metric/best": 0.5}, {"metric/alone/max": 3}]


def test_the_network_of_older_versions_is_a_metric_each_way(tmp_path: Path) -> None:
    values = {"network": {"sent": 10, "recv": 20.5}, "cpu": 1.5}
    items = b"".join(
        message(3, message(1, k) + message(16, json.dumps(v))) for k, v in values.items()
    )
    log(tmp_path, history(0, loss=1.0), message(7, items))
    reader = LogReader(tmp_path)
    assert reader.tags(".") == ["loss", "system/cpu", "system/network.recv", "system/network.sent"]
    assert reader.scalars(".", "system/network.sent").values.tolist() == [10.0]


def test_the_run_has_its_name_and_has_ended() -> None:
    store = Store([GOLDEN])
    while not store.done or store.held_up:
        store.refresh()
    (run,) = store.runs()
    assert (run.display_name, run.state, run.tools) == ("my run", "ended", ("W&B",))
    assert run.left_out == {"table-file, whose file can't be read": 1}


def test_a_run_that_was_killed_is_quiet(tmp_path: Path) -> None:
    path = log(tmp_path, message(17, message(8, "killed")), history(0, loss=0.5))
    os.utime(path, (1.7e9, 1.7e9))
    assert (LogReader(tmp_path).state("."), LogReader(tmp_path).outcome(".")) == ("quiet", None)


def test_a_histogram_may_have_packed_bins(tmp_path: Path) -> None:
    packed = {
        "_type": "histogram",
        "values": [1, 2],
        "packedBins": {"min": 0, "size": 0.5, "count": 2},
    }
    log(tmp_path, history(0, h=packed))
    made = LogReader(tmp_path).records(".", "histogram", "h")[0].payload
    assert (made.counts.tolist(), made.edges.tolist()) == ([1, 2], [0, 0.5, 1])


def test_records_may_go_over_several_blocks(tmp_path: Path) -> None:
    text = "x" * (3 * BLOCK)
    log(tmp_path, history(0, a=1.0), history(1, note=text), history(2, a=2.0))
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "a").values.tolist() == [1, 2]
    assert reader.records(".", "text", "note")[0].payload == text


@pytest.mark.parametrize("fill", range(6))
def test_a_block_may_end_with_less_than_a_fragment_takes(tmp_path: Path, fill: int) -> None:
    # So many bytes of the first record that the block ends with `fill` zeros behind the second.
    first = history(0, note="")
    rest = BLOCK - len(BEGIN) - 7 - len(first) - 1 - fill
    record = history(0, note="y" * (rest - 2))
    log(tmp_path, record, history(1, a=1.0), history(2, a=2.0))
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "a").steps.tolist() == [1, 2]
    assert reader.damage == []


@pytest.mark.parametrize("records", [0, 1, 3])
def test_it_may_be_read_while_it_grows(tmp_path: Path, records: int) -> None:
    whole = framed([history(step, a=float(step), note="z" * 700) for step in range(100)])
    path = tmp_path / NAME
    path.write_bytes(b"")
    reader = LogReader(tmp_path)
    assert reader.kinds(".") == []
    for end in range(records, len(whole) + 997, 997):
        path.write_bytes(whole[:end])
        reader.refresh()
    assert reader.scalars(".", "a").values.tolist() == [float(step) for step in range(100)]
    assert reader.damage == []


def test_a_flipped_byte_costs_its_record_only(tmp_path: Path) -> None:
    path = log(tmp_path, *(history(step, a=float(step), note="z" * 900) for step in range(200)))
    data = bytearray(path.read_bytes())
    data[BLOCK + 5000] ^= 4
    path.write_bytes(data)
    reader = LogReader(tmp_path)
    steps = reader.scalars(".", "a").steps.tolist()
    assert len(set(range(200)) - set(steps)) == 1
    (damage,) = reader.damage
    assert damage.offset <= BLOCK + 5000 < damage.offset + damage.bytes < damage.offset + 1200


def test_values_of_another_type_further_on_are_of_their_own_kind(tmp_path: Path) -> None:
    log(tmp_path, history(0, x=1), history(1, x="no"), history(2, x=None), history(3, x=[1, 2]))
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "x").steps.tolist() == [0]
    assert reader.records(".", "text", "x")[0].payload == "no"
    store = Store([tmp_path])
    while not store.done or store.held_up:
        store.refresh()
    assert store.runs()[0].left_out == {"list": 1}


def test_whole_numbers_of_any_size_are_numbers(tmp_path: Path) -> None:
    log(tmp_path, history(0, x=10**400, n="text"), history(1, x=-(10**400)), history(2, x=2**60))
    values = LogReader(tmp_path).scalars(".", "x").values.tolist()
    assert values == [math.inf, -math.inf, 2.0**60]


def test_a_value_that_is_no_json_costs_only_its_record(tmp_path: Path) -> None:
    broken = message(2, message(1, message(2, "x") + message(16, "{")))
    log(tmp_path, history(0, a=1.0), broken, history(2, a=2.0))
    reader = LogReader(tmp_path)
    assert reader.scalars(".", "a").steps.tolist() == [0, 2]
    assert "no JSON" in reader.damage[0].reason


def test_another_file_of_such_a_name_is_no_run_of_wandb(tmp_path: Path) -> None:
    (tmp_path / "run-x.wandb").write_bytes(b"x" * (3 << 20))
    reader = LogReader(tmp_path)
    assert [damage.reason for damage in reader.damage] == ["not a log file of W&B"]


def test_any_bytes_do_no_harm(tmp_path: Path) -> None:
    rng = random.Random(3)
    whole = (GOLDEN / NAME).read_bytes()
    for at in range(20):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 60)):
            data[rng.randrange(7, len(data))] = rng.randrange(256)
        data[7:11] = struct.pack("<I", rng.randrange(1 << 32))
        (tmp_path / str(at)).mkdir()
        (tmp_path / str(at) / NAME).write_bytes(data[: rng.randrange(len(data))])
    shutil.copy(GOLDEN / NAME, tmp_path)
    reader = LogReader(tmp_path)
    for run in reader.runs:
        for kind in reader.kinds(run):
            for tag in reader.tags(run, kind):
                if kind != "scalar":
                    assert reader.records(run, kind, tag)[0].payload is not None
    assert len(reader.scalars(".", "train/loss")) == 200


def test_a_name_that_is_too_long_does_not_hide_the_config(tmp_path: Path) -> None:
    given = message(4, message(1, message(1, "lr") + message(16, "0.5")))
    log(tmp_path, message(17, given + message(8, "n" * 5000)), history(0, a=1.0))
    reader = LogReader(tmp_path)
    assert [dict(trial.hparams) for trial in reader.trials()] == [{"lr": 0.5}]
    assert "meta of a run" in reader.damage[0].reason
