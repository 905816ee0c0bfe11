"""The table of trials and what is worked out from it, over HTTP, against pandas and SciPy."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pandas
import pytest
from scipy import stats

from tests.server.conftest import TOKEN, client_of, run_ids, wait_until_loaded
from vdlite import LogWriter
from vdlite.server import serve

LAST = {"tag": "loss", "take": "last"}


def frame() -> pandas.DataFrame:
    """30 trials: what each is given, and its last loss."""
    random = np.random.default_rng(0)
    rows = [
        {"lr": 10.0 ** random.uniform(-4, -1), "opt": opt, "seed": seed, "run": f"{opt}-{seed}"}
        for opt in ("sgd", "adam", "lion")
        for seed in range(10)
    ]
    table = pandas.DataFrame(rows)
    table["loss"] = np.log10(table.lr) ** 2 / 10 + (table.opt == "sgd") * 0.3 + table.seed / 100
    return table


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    logdir: Path = tmp_path_factory.mktemp("sweep")
    for row in frame().itertuples():
        with LogWriter(logdir / str(row.run)) as writer:
            # Two of three say that less is better, as somebody would who goes on with an old study.
            writer.add_hparams(
                {"lr": row.lr, "opt": row.opt, "seed": row.seed},
                ["loss"],
                logarithmic=["lr"] if row.seed == 0 else [],
                goals={"loss": "max" if row.opt == "sgd" else "min", "epoch": "max"},
            )
            for step in range(5):
                writer.add_scalar("loss", row.loss + 4 - step, step, 1000.0 + 2 * step)
                writer.add_scalar("epoch", step // 2, step)
    with LogWriter(logdir / "broken") as writer:
        writer.add_hparams({"lr": 1.0, "opt": "sgd", "seed": 0}, ["loss"])
        writer.add_scalar("loss", float("nan"), 0)
    with serve(logdir, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        yield client


def asked(client: httpx.Client, route: str, question: dict[str, Any]) -> Any:
    response = client.post(f"api/{route}", json=question)
    assert response.status_code == 200, response.text
    return response.json()


def test_the_table_holds_what_was_logged(sweep: httpx.Client) -> None:
    got = asked(sweep, "table", {"metrics": [LAST, {"tag": "loss", "take": "at", "step": 2}]})
    names = {run: name for name, run in run_ids(sweep).items()}
    columns = {column["name"]: column for column in got["columns"]}
    words = columns["opt"]["values"]
    table = pandas.DataFrame(
        {
            "run": [names[got["runs"][run]] for run in got["run"]],
            "lr": columns["lr"]["numbers"],
            "opt": [words[code] for code in columns["opt"]["codes"]],
            "seed": columns["seed"]["numbers"],
            "loss": got["metrics"][0]["values"],
            "at": got["metrics"][1]["values"],
        }
    ).set_index("run")
    expected = frame().set_index("run")
    assert table.loc["broken", "loss"] == "NaN"
    table = table.loc[expected.index].astype({"loss": float, "at": float, "seed": int})
    pandas.testing.assert_frame_equal(table[["lr", "opt", "seed", "loss"]], expected)
    assert np.allclose(table["at"], expected["loss"] + 2)
    assert got["declared"] == ["loss"]
    assert got["goals"] == {"loss": "min", "epoch": "max"}
    assert {column["group"] for column in got["columns"]} == {"hparams"}
    assert [name for name, column in columns.items() if column["logarithmic"]] == ["lr"]


@pytest.mark.parametrize(
    "metric",
    [
        {"tag": "loss", "take": "at"},
        {"tag": "loss", "take": "best"},
        {"tag": "loss", "take": "median"},
        {"tag": "loss", "take": "at", "step": 2**63},
        {"take": "last"},
    ],
)
def test_wrong_metrics_are_refused(sweep: httpx.Client, metric: dict[str, Any]) -> None:
    response = sweep.post("api/table", json={"metrics": [metric]})
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "bad_request"


def test_the_importance_says_what_matters(sweep: httpx.Client) -> None:
    got = asked(sweep, "importance", {"metric": LAST})
    assert (got["trials"], got["used"], got["without_metric"]) == (31, 30, 1)
    assert got["hparams"][0]["name"] == "lr"
    by_name = {each["name"]: each for each in got["hparams"]}
    expected = stats.spearmanr(frame().lr, frame().loss)
    assert by_name["lr"]["correlation"] == pytest.approx(expected.statistic)
    assert by_name["opt"]["correlation"] is None
    assert by_name["opt"]["distinct"] == 3


def test_the_importance_is_of_the_trials_asked_for(sweep: httpx.Client) -> None:
    ids = run_ids(sweep)
    trials = [[ids[f"adam-{seed}"], 0] for seed in range(10)] + [["unknown", 0], [ids["lion-0"], 7]]
    got = asked(sweep, "importance", {"metric": LAST, "trials": trials, "hparams": ["lr", "x"]})
    assert got["trials"] == 10
    assert got["advice"] == ["too_few"]
    assert [each["name"] for each in got["hparams"]] == ["lr"]


def test_groups_have_pandas_means(sweep: httpx.Client) -> None:
    ids = run_ids(sweep)
    groups = [[ids[f"{opt}-{seed}"] for seed in range(10)] for opt in ("sgd", "adam")]
    question = {"tag": "loss", "groups": [*groups, ["gone"]], "band": "std", "singles": 6}
    sgd, adam, nothing = asked(sweep, "groups", question)["groups"]
    losses = frame().groupby("opt").loss
    for group, name in ((sgd, "sgd"), (adam, "adam")):
        assert group["x"] == [0, 1, 2, 3, 4]
        mean, std = losses.mean()[name], losses.std()[name]
        assert group["middle"] == pytest.approx([mean + 4 - step for step in range(5)])
        assert group["high"][-1] - group["middle"][-1] == pytest.approx(std)
        assert group["count"] == [10] * 5
        assert (group["interpolated"], group["exact"]) == (False, True)
        assert [single["run"] for single in group["singles"]] == groups[name == "adam"][::9]
    assert (nothing["runs"], nothing["without_tag"], nothing["x"]) == (0, 1, [])


@pytest.mark.parametrize(
    ("most", "drawn"), [(0, []), (1, [0]), (4, [0, 3, 6, 9]), (40, [*range(10)])]
)
def test_single_curves_are_of_the_whole_group(
    sweep: httpx.Client, most: int, drawn: list[int]
) -> None:
    ids = run_ids(sweep)
    sgd = [ids[f"sgd-{seed}"] for seed in range(10)]
    question = {"tag": "loss", "groups": [sgd], "singles": most}
    (group,) = asked(sweep, "groups", question)["groups"]
    assert [single["run"] for single in group["singles"]] == [sgd[place] for place in drawn]


def test_the_band_fits_the_smallest_group_unless_one_is_chosen(sweep: httpx.Client) -> None:
    ids = run_ids(sweep)
    sgd, adam = ([ids[f"{opt}-{seed}"] for seed in range(10)] for opt in ("sgd", "adam"))

    def band(*groups: list[str], **more: str) -> str:
        question = {"tag": "loss", "groups": list(groups)}
        return str(asked(sweep, "groups", question | more)["band"])

    assert [band(sgd, adam[:5]), band(sgd, adam[:4]), band(sgd, adam[:1])] == ["t", "minmax", "t"]
    assert band(sgd, middle="median") == "bootstrap"
    assert band(sgd[:2], adam[:2], band="std") == "std"
    refused = sweep.post(
        "api/groups", json={"tag": "loss", "groups": [sgd], "middle": "median", "band": "sem"}
    )
    assert refused.status_code == 400
    assert "got band 'sem' around a median" in refused.json()["error"]["message"]


def test_runs_that_turned_nan_are_reported_beside_those_that_ended(tmp_path: Path) -> None:
    nan = float("nan")
    for name, values in {
        "odd-0": [3.0, 2.0, 1.0],
        "odd-1": [3.0, nan, nan],
        "odd-2": [3.0, 2.0],
        "odd-3": [nan, nan, nan],
    }.items():
        with LogWriter(tmp_path / name) as writer:
            for step, value in enumerate(values):
                writer.add_scalar("odd", value, step)
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        ids = run_ids(client)
        question = {"tag": "odd", "groups": [[ids[f"odd-{i}"] for i in range(4)]]}
        (group,) = asked(client, "groups", question)["groups"]
    assert (group["runs"], group["finite"]) == (4, 3)
    assert (group["turned"], group["turned_from"]) == (2, 0)
    assert (group["early"], group["early_from"]) == (1, 1)
    assert group["count"] == [3, 2, 1]


def test_groups_go_along_time_and_other_scalars(sweep: httpx.Client) -> None:
    ids = run_ids(sweep)
    question = {"tag": "loss", "groups": [[ids["sgd-0"], ids["sgd-1"]]], "middle": "median"}
    (group,) = asked(sweep, "groups", question | {"axis": "relative"})["groups"]
    assert group["x"] == [0, 2, 4, 6, 8]
    along = {"axis": "tag", "x_tag": "epoch", "range": [1, None]}
    (group,) = asked(sweep, "groups", question | along)["groups"]
    # Of the points of one epoch the last counts; one place beyond the range comes along.
    assert group["x"] == [0, 1, 2]
    middle = frame().set_index("run").loc[["sgd-0", "sgd-1"], "loss"].median()
    assert group["middle"] == pytest.approx([middle + 3, middle + 1, middle])
    response = sweep.post("api/groups", json=question | {"axis": "tag"})
    assert response.status_code == 400
    assert "x_tag" in response.json()["error"]["message"]


def test_groups_go_along_a_scalar_where_it_is_finite(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a") as writer:
        for step, x in enumerate([1.0, math.nan, 2.0, math.inf]):
            writer.add_scalar("x", x, step)
            writer.add_scalar("loss", float(step), step)
    with serve(tmp_path, port=0, token=TOKEN) as server, client_of(server) as client:
        wait_until_loaded(client)
        ids = list(run_ids(client).values())
        question = {"tag": "loss", "groups": [ids], "axis": "tag", "x_tag": "x"}
        (group,) = asked(client, "groups", question)["groups"]
    assert (group["x"], group["middle"]) == ([1, 2], [0, 2])


def test_too_many_groups_are_refused(sweep: httpx.Client) -> None:
    response = sweep.post("api/groups", json={"tag": "loss", "groups": [["a"] * 20_001]})
    assert response.status_code == 413


def test_a_comparison_pairs_by_seed(sweep: httpx.Client) -> None:
    ids = run_ids(sweep)
    a, b = ([[ids[f"{opt}-{seed}"], 0] for seed in range(10)] for opt in ("sgd", "adam"))
    question = {"metric": LAST, "a": [*a, [ids["broken"], 0]], "b": b[2:], "pair_by": ["seed"]}
    got = asked(sweep, "comparison", question)
    losses = frame().set_index(["opt", "seed"]).loss
    expected = stats.ttest_rel(losses["adam"][2:], losses["sgd"][2:])
    assert [pair["label"] for pair in got["pairs"]] == [[str(seed)] for seed in range(2, 10)]
    assert got["p_value"] == pytest.approx(expected.pvalue)
    assert got["low"] == pytest.approx(expected.confidence_interval().low)
    assert got["advice"] == ["unpaired"]
    assert (got["a"]["trials"], got["a"]["used"], got["b"]["used"]) == (11, 8, 8)
    assert (got["a"]["without_value"], got["a"]["without_partner"]) == (1, 2)
    assert {(pair["a_trials"], pair["b_trials"]) for pair in got["pairs"]} == {(1, 1)}
    got = asked(sweep, "comparison", question | {"pair_by": None})
    expected = stats.ttest_ind(losses["adam"][2:], losses["sgd"], equal_var=False)
    assert got["p_value"] == pytest.approx(expected.pvalue)
    assert (got["paired"], got["pairs"]) == (False, [])
    assert got["a"]["mean"] == pytest.approx(losses["sgd"].mean())


def test_a_comparison_says_where_a_pair_is_an_average(sweep: httpx.Client) -> None:
    ids = run_ids(sweep)
    a, b = ([[ids[f"{opt}-{seed}"], 0] for seed in range(10)] for opt in ("sgd", "adam"))
    got = asked(sweep, "comparison", {"metric": LAST, "a": a, "b": b, "pair_by": []})
    assert "averaged" in got["advice"]
    assert [(pair["a_trials"], pair["b_trials"]) for pair in got["pairs"]] == [(10, 10)]
    assert got["p_value"] is None


@pytest.mark.parametrize(
    ("middle", "band"),
    [
        *(("mean", band) for band in ("std", "sem", "t")),
        *(
            (middle, band)
            for middle in ("mean", "median")
            for band in ("auto", "minmax", "quartiles", "bootstrap", "none")
        ),
    ],
)
def test_a_group_without_any_curve_is_empty(sweep: httpx.Client, middle: str, band: str) -> None:
    question = {"tag": "loss", "groups": [[], ["gone"]], "middle": middle, "band": band}
    for group in asked(sweep, "groups", question)["groups"]:
        assert (group["runs"], group["x"], group["low"], group["high"]) == (0, [], [], [])
