"""Every answer is what its model, and with it the description of the API, says."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute
from pydantic import BaseModel

from tests.golden.kinds import NUMBER
from tests.profiling.logs import log
from tests.profiling.recordings import recording
from tests.profiling.test_profile import LANES, training_step
from tests.server.conftest import TOKEN, client_of, run_ids, wait_until_loaded
from vdlite import LogWriter
from vdlite.kinds.registry import KINDS
from vdlite.server import serve
from vdlite.server.routes import all_routers

GOLDEN = Path(__file__).parents[1] / "golden" / f"kinds{NUMBER}"
RECORDED = [kind for kind in KINDS if kind != "scalar"]
METRIC = {"tag": "loss"}

MODELS: dict[str, type[BaseModel]] = {  # by heading; files and the stream of events have no model
    f"{method} /api{route.path}": route.response_model
    for router in all_routers()
    for route in router.routes
    if isinstance(route, APIRoute) and route.response_model is not None
    for method in route.methods or ()
}


class Asker:
    """Asks a server for runs of which one, `golden`, holds a record of every kind."""

    def __init__(self, client: httpx.Client, login_url: str) -> None:
        self.client = client
        self.login_url = login_url
        self.runs = run_ids(client)

    def get(self, path: str, **params: Any) -> Any:
        return self._read(self.client.get(f"api/{path}", params=params))

    def post(self, path: str, **question: Any) -> Any:
        return self._read(self.client.post(f"api/{path}", json=question))

    def send(self, path: str, content: bytes) -> Any:
        return self._read(self.client.post(f"api/{path}", content=content))

    def delete(self, path: str) -> Any:
        return self._read(self.client.delete(f"api/{path}"))

    def _read(self, answer: httpx.Response) -> Any:
        assert answer.status_code == 200, answer.text
        return answer.json()

    def golden(self, tag: str) -> dict[str, str]:
        return {"run": self.runs["golden"], "tag": tag}

    def tag(self, kind: str) -> str:
        """The first one of a kind in the golden log."""
        tags: list[str] = self.get("tags")["kinds"][kind]["tags"]
        return tags[0]

    def trials(self) -> list[list[Any]]:
        return [[run, 0] for name, run in self.runs.items() if name.startswith("trial")]


def records(asker: Asker, kind: str) -> Any:
    there, missing = asker.golden(asker.tag(kind)), asker.golden("missing")
    return asker.post("records", kind=kind, series=[there, missing], fields=["width"])


def payload(asker: Asker, kind: str) -> Any:
    (series,) = asker.get("records", kind=kind, **asker.golden(asker.tag(kind)))["series"]
    place = {"run": series["run"], "tag": series["tag"], "step": series["step"][-1]}
    return asker.get("payload", kind=kind, **place)


def histograms(asker: Asker, kind: str) -> Any:
    there, missing = asker.golden(asker.tag(kind)), asker.golden("missing")
    return asker.post("histograms", kind=kind, series=[there, missing])


def scalars(asker: Asker, **more: Any) -> Any:
    runs = [asker.runs[name] for name in ("trial 0", "odd")] + ["missing"]
    series = [{"run": run, "tag": "loss"} for run in runs]
    return asker.post("scalars", series=series, pixels=10, **more)


def groups(asker: Asker, band: str) -> Any:
    runs = [run for run, _ in asker.trials()]
    return asker.post("groups", tag="loss", groups=[runs, [asker.runs["odd"]], []], band=band)


def comparison(asker: Asker, pair_by: list[str] | None) -> Any:
    trials = asker.trials()
    return asker.post("comparison", metric=METRIC, a=trials[::2], b=trials[1::2], pair_by=pair_by)


def uploaded(asker: Asker) -> str:
    upload = asker.post("uploads", points=2, dimensions=2)["id"]
    asker.send(f"uploads/{upload}?offset=0", bytes(16))
    return str(upload)


def begun_trace(asker: Asker) -> str:
    return str(asker.post("traces", name="a.json", bytes=9)["id"])


def projection(asker: Asker) -> Any:
    return asker.post("projections", **asker.golden("points"), step=3, method="pca")


def silenced(asker: Asker) -> Any:
    return asker.post("alerts/silences", rule="alert", run=asker.runs["odd"], seconds=60)


def noted(asker: Asker) -> Any:
    return asker.post("logbook", text="odd", runs=[asker.runs["odd"]], author="me")


ASKED: dict[str, dict[str, Any]] = {
    "summary": {"run": "odd"},
    "find_runs": {"where": "name ~ trial"},
    "report": {"run": "golden"},
    "series": {"run": "odd", "tag": "loss", "buckets": 2},
    "events": {"bounded": True},
    "compare": {"runs": ["trial*"], "against": ["odd"], "limit": 3},
    "diff": {"a": "trial 0", "b": "odd"},
    "search": {"words": "text", "bounded": True},
    "rows": {"run": "golden", "tag": "text"},
    "ranks": {"run": "odd"},
    "outliers": {"run": "odd"},
    "console_lines": {"run": "golden", "search": "step"},
    "hparams": {"sort": "loss", "descending": True},
    "importance": {"metric": "loss"},
    "groups": {"metric": "loss", "by": "seed"},
}
"""What is asked of each question about runs."""


def deleted(asker: Asker, name: str) -> Any:
    return asker.post("trash", runs=[asker.runs[name]])


def restored(asker: Asker, name: str) -> Any:
    (item,) = (item for item in deleted(asker, name)["items"] if item["run"] == name)
    return asker.post(f"trash/{item['id']}/restore")


def table(asker: Asker) -> Any:
    metrics = [METRIC, METRIC | {"take": "best", "by": "missing"}]
    return asker.post("table", metrics=metrics)


Ask = Callable[[Asker], Any]


def each_of(ask: Callable[[Asker, str], Any], *names: str) -> list[Ask]:
    return [lambda asker, name=name: ask(asker, name) for name in names]  # type: ignore[misc]


QUESTIONS: dict[str, list[Ask]] = {
    "GET /api/status": [lambda asker: asker.get("status")],
    "GET /api/runs": [lambda asker: asker.get("runs")],
    "GET /api/tags": [lambda asker: asker.get("tags")],
    "POST /api/scalars": [
        scalars,
        lambda asker: scalars(asker, smoothing=0.5, quantiles=True, axis="relative"),
    ],
    "GET /api/scalars": [
        lambda asker: asker.get("scalars", run=asker.runs["odd"], tag="loss"),
    ],
    "POST /api/records": each_of(records, *RECORDED),
    "GET /api/records": [
        lambda asker: asker.get("records", kind="image", **asker.golden("gray"), field="width"),
    ],
    "GET /api/payload": each_of(payload, *RECORDED),
    "POST /api/histograms": each_of(histograms, "histogram", "tensor"),
    "GET /api/embeddings": [
        lambda asker: asker.get("embeddings", **asker.golden("points"), step=3),
    ],
    "GET /api/embeddings/neighbors": [
        lambda asker: asker.get(
            "embeddings/neighbors", **asker.golden("points"), step=3, point=0, number=1
        ),
    ],
    "POST /api/uploads": [lambda asker: asker.post("uploads", points=2, dimensions=2)],
    "POST /api/uploads/{upload}": [
        lambda asker: asker.send(
            f"uploads/{asker.post('uploads', points=2, dimensions=2)['id']}?offset=0", bytes(16)
        ),
    ],
    "DELETE /api/uploads/{upload}": [lambda asker: asker.delete(f"uploads/{uploaded(asker)}")],
    "GET /api/projections": [lambda asker: asker.get("projections")],
    "POST /api/projections": [projection],
    "GET /api/projections/{projection}": [
        lambda asker: asker.get(f"projections/{projection(asker)['id']}"),
    ],
    "POST /api/projections/{projection}/pause": [
        lambda asker: asker.post(f"projections/{projection(asker)['id']}/pause"),
    ],
    "POST /api/projections/{projection}/resume": [
        lambda asker: asker.post(f"projections/{projection(asker)['id']}/resume"),
    ],
    "DELETE /api/projections/{projection}": [
        lambda asker: asker.delete(f"projections/{projection(asker)['id']}"),
    ],
    "GET /api/tensor": [
        lambda asker: asker.get("tensor", **asker.golden("tensor"), step=3),
        lambda asker: asker.get("tensor", **asker.golden("tensor"), step=3, slice="0,:"),
    ],
    "GET /api/landscapes": [lambda asker: asker.get("landscapes")],
    "GET /api/landscape": [
        lambda asker: asker.get("landscape", **asker.golden("plane")),
        lambda asker: asker.get("landscape", **asker.golden("line")),
    ],
    "GET /api/layouts": [lambda asker: asker.get("layouts")],
    "POST /api/texts/search": [
        lambda asker: asker.post("texts/search", series=[asker.golden("text")], words="text"),
    ],
    "GET /api/console": [
        lambda asker: asker.get("console", run=asker.runs["golden"]),
        lambda asker: asker.get("console", run=asker.runs["golden"], at=1.76e9, count=1),
    ],
    "POST /api/console/search": [
        lambda asker: asker.post("console/search", run=asker.runs["golden"], words="step"),
    ],
    "POST /api/table": [table],
    "POST /api/importance": [lambda asker: asker.post("importance", metric=METRIC)],
    "POST /api/groups": each_of(groups, "none", "std", "sem", "minmax", "bootstrap", "t"),
    "POST /api/comparison": [
        lambda asker: comparison(asker, None),
        lambda asker: comparison(asker, ["seed"]),
    ],
    "GET /api/trials": [lambda asker: asker.get("trials")],
    "GET /api/annotations": [lambda asker: asker.get("annotations")],
    "POST /api/annotations": [
        lambda asker: asker.post(
            "annotations", runs={asker.runs["odd"]: {"name": "odd one", "labels": ["odd"]}}
        ),
    ],
    "GET /api/logbook": [lambda asker: noted(asker) and asker.get("logbook")],
    "POST /api/logbook": [noted],
    "GET /api/alerts": [
        lambda asker: asker.get("alerts"),
        lambda asker: asker.get("alerts", run=asker.runs["odd"], limit=1),
    ],
    "POST /api/alerts/acknowledgements": [
        lambda asker: asker.post("alerts/acknowledgements"),
        lambda asker: asker.post("alerts/acknowledgements", ids=[1, 2]),
    ],
    "POST /api/alerts/silences": [silenced],
    "GET /api/stops": [lambda asker: asker.get("stops")],
    "POST /api/stops": [
        lambda asker: asker.post("stops", runs=[asker.runs["odd"]], reason="enough"),
        lambda asker: asker.post("stops", runs=[asker.runs["odd"]], withdraw=True),
    ],
    "DELETE /api/alerts/silences/{id}": [
        lambda asker: asker.delete(f"alerts/silences/{silenced(asker)['silences'][-1]['id']}")
    ],
    "GET /api/tags/children": [
        lambda asker: asker.get("tags/children"),
        lambda asker: asker.get("tags/children", prefix="none/"),
    ],
    "GET /api/tags/search": [
        lambda asker: asker.get("tags/search", search="o"),
        lambda asker: asker.get("tags/search", search="/o$/", limit=1),
    ],
    "GET /api/layers": [
        lambda asker: asker.get("layers", run=asker.runs["odd"]),
        lambda asker: asker.get("layers", run=asker.runs["odd"], prefix="none/"),
    ],
    "GET /api/layers/tags": [lambda asker: asker.get("layers/tags", run=asker.runs["odd"], at=0)],
    "GET /api/layers/outliers": [lambda asker: asker.get("layers/outliers", run=asker.runs["odd"])],
    "GET /api/ranks": [lambda asker: asker.get("ranks", run=asker.runs["odd"])],
    "POST /api/questions": each_of(
        lambda asker, name: asker.post("questions", question=name, **ASKED[name]), *ASKED
    ),
    "GET /api/trash": [lambda asker: deleted(asker, "deleted 0") and asker.get("trash")],
    "POST /api/trash": [lambda asker: deleted(asker, "deleted 1")],
    "POST /api/trash/{item}/restore": [lambda asker: restored(asker, "deleted 2")],
    "GET /api/damage": [lambda asker: asker.get("damage")],
    "GET /api/login": [
        lambda asker: asker.get(
            "login", name=asker.login_url.partition("?login=")[2].partition(".")[0]
        )
    ],
    "GET /api/docs": [lambda asker: asker.get("docs")],
    "GET /api/docs/{page:path}": [lambda asker: asker.get("docs/how-to/resume")],
    **{
        f"GET /api/profile{route}": [
            lambda asker, route=route, more=more: asker.get(  # type: ignore[misc]
                f"profile{route}", run=asker.runs["profiles"], tag="profile", **more
            )
        ]
        for route, more in {
            "": {},
            "/table": {"what": "kernel", "by": "launched_by"},
            "/tree": {},
            "/slices": {"start": 0, "end": 1000},
            "/range": {"start": 0, "end": 600},
            "/event": {"event": 5},
            "/search": {"query": "mm"},
            "/memory": {},
            "/ranks": {},
            "/damage": {},
            "/names": {},
        }.items()
    },
    "POST /api/traces": [lambda asker: asker.post("traces", name="a.json", bytes=9)],
    "POST /api/traces/{trace}": [
        lambda asker: asker.send(f"traces/{begun_trace(asker)}?offset=0", b"{}"),
    ],
    "GET /api/traces/{trace}": [lambda asker: asker.get(f"traces/{begun_trace(asker)}")],
    "DELETE /api/traces/{trace}": [lambda asker: asker.delete(f"traces/{begun_trace(asker)}")],
    "GET /api/profile/difference": [
        lambda asker: asker.get(
            "profile/difference",
            run=asker.runs["profiles"],
            tag="profile",
            other_run=asker.runs["profiles"],
            other_tag="profile/rank1",
        )
    ],
    "GET /api/files": [
        lambda asker: asker.get("files", run=asker.runs["golden"]),
        lambda asker: asker.get("files", run=asker.runs["damaged"]),
    ],
}
"""By heading: what to ask for everything that an answer may tell."""

CASES = [
    pytest.param(heading, ask, id=f"{heading} {i}")
    for heading, asks in QUESTIONS.items()
    for i, ask in enumerate(asks)
]


def write_logs(logdir: Path) -> None:
    shutil.copytree(GOLDEN, logdir / "golden")
    for i in range(20):
        with LogWriter(logdir / f"trial {i}") as writer:
            writer.add_hparams({"lr": 0.1 * (i // 2), "seed": i // 2, "opt": "ab"[i % 2]}, ["loss"])
            for step in range(30):
                writer.add_scalar("loss", 1 / (step + 1) + 0.1 * (i // 2) + 0.01 * i, step)
    with LogWriter(logdir / "odd") as writer:
        for step, value in enumerate([float("nan"), float("inf"), float("-inf"), 1.0]):
            writer.add_scalar("loss", value, step)
    for tag in ("profile", "profile/rank0", "profile/rank1"):
        log(logdir / "profiles", recording(training_step(), LANES), tag=tag)
    with LogWriter(logdir / "damaged") as writer:
        for step in range(10_000):
            writer.add_scalar("loss", step, step)
    damaged = bytearray(Path(writer.file_name).read_bytes())
    damaged[50_000] ^= 1
    Path(writer.file_name).write_bytes(damaged)
    for i in range(3):
        with LogWriter(logdir / f"deleted {i}") as writer:
            writer.add_scalar("loss", 0.5, 0)


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    logdir = tmp_path_factory.mktemp("logs")
    write_logs(logdir)
    with (
        serve(logdir, port=0, token=TOKEN, allow_edit=True) as server,
        client_of(server) as client,
    ):
        wait_until_loaded(client)
        yield Asker(client, server.login_url())


def test_every_route_is_asked() -> None:
    assert set(QUESTIONS) == set(MODELS)


@pytest.mark.parametrize(("heading", "ask"), CASES)
def test_an_answer_fits_its_model(heading: str, ask: Ask, asker: Asker) -> None:
    answer = ask(asker)
    read = MODELS[heading].model_validate(answer, strict=True)
    assert (
        read.model_dump(exclude_unset=True) == answer
    )  # a field that is not declared is reported, too


@pytest.mark.parametrize("kind", RECORDED)
def test_media_are_of_a_type_that_is_described(kind: str, asker: Asker) -> None:
    described = asker.get("openapi.json")["paths"]["/api/media"]["get"]["responses"]
    (series,) = asker.get("records", kind=kind, **asker.golden(asker.tag(kind)))["series"]
    params = {"kind": kind, "run": series["run"], "tag": series["tag"], "step": series["step"][-1]}
    answer = asker.client.get("api/media", params=params)
    assert answer.headers["content-type"].partition(";")[0] in described["200"]["content"]
    beyond = asker.client.get("api/media", params=params, headers={"Range": "bytes=99999999-"})
    assert str(beyond.status_code) in described
