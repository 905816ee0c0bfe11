"""Projections over HTTP: started, watched, cancelled, found again."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterator
from typing import Any

import httpx
import msgpack
import numpy as np
import pytest
from sklearn.datasets import load_digits

from tests.server.conftest import MSGPACK, TOKEN, client_of, run_ids, wait_until_loaded
from vdlite import LogWriter
from vdlite.server import serve

DIGITS = load_digits()
VECTORS = DIGITS.data[:300].astype(np.float32)
PATIENCE = 60.0  # seconds; only a failing test waits that long
GLANCE = (
    0.02  # seconds between two looks: the server is part of this process, and has its work to do
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    logdir = tmp_path_factory.mktemp("embeddings")
    with LogWriter(logdir / "a") as writer:
        labels = [DIGITS.target[:300].tolist(), [f"digit {i}" for i in range(300)]]
        writer.add_embeddings(
            "digits", VECTORS, labels, ["digit", "name"], thumbnails=DIGITS.images[:300] / 16
        )
        writer.add_embeddings("digits", VECTORS * 2 + 1, step=5)
        holes = VECTORS[:20].copy()
        holes[3, 2] = np.nan
        writer.add_embeddings("holes", holes)
        writer.add_embeddings("other width", VECTORS[:, :8])
        writer.add_embeddings("none", np.zeros((0, 4)))
        writer.add_record("embeddings", "broken", b"\x01")
    with (
        serve(logdir, port=0, token=TOKEN) as server,
        client_of(server) as client,
    ):
        client.timeout = httpx.Timeout(PATIENCE)
        wait_until_loaded(client)
        yield client


@pytest.fixture(scope="module")
def run(client: httpx.Client) -> str:
    return run_ids(client)["a"]


def settled(client: httpx.Client, answer: dict[str, Any]) -> dict[str, Any]:
    """The projection when it is over, with its coordinates."""
    until = time.monotonic() + PATIENCE
    while answer["state"] in ("queued", "running") and time.monotonic() < until:
        time.sleep(GLANCE)
        answer = client.get(f"api/projections/{answer['id']}").json()
    return answer


def projected(client: httpx.Client, **wanted: Any) -> dict[str, Any]:
    return settled(client, client.post("api/projections", json=wanted).json())


def test_pca_equals_numpys_centered_svd(client: httpx.Client, run: str) -> None:
    answer = projected(client, run=run, tag="digits", method="pca")
    centered = VECTORS.astype(np.float64) - VECTORS.mean(axis=0, dtype=np.float64)
    left, singular, _ = np.linalg.svd(centered, full_matrices=False)
    assert answer["state"] == "done" and answer["exact"]
    np.testing.assert_allclose(answer["ratio"], (singular**2 / (singular**2).sum())[:10])
    got = np.array(answer["coordinates"]).T
    want = (left * singular)[:, :10]
    np.testing.assert_allclose(got, want * np.sign((got * want).sum(axis=0)), atol=1e-3)


def test_another_step_is_projected_on_the_axes_of_the_chosen_one(
    client: httpx.Client, run: str
) -> None:
    base = projected(client, run=run, tag="digits", method="pca")
    held = projected(client, run=run, tag="digits", step=5, fit_step=0, method="pca")
    own = projected(client, run=run, tag="digits", step=5, method="pca")
    x, moved = np.array(base["coordinates"]), np.array(held["coordinates"])
    # The points of step 5 are those of step 0, doubled and moved by one along each dimension.
    np.testing.assert_allclose(np.ptp(moved - 2 * x, axis=1), 0, atol=1e-3)
    assert held["id"] != own["id"] and held["ratio"] == base["ratio"]


def test_points_with_holes_have_no_coordinates_and_are_counted(
    client: httpx.Client, run: str
) -> None:
    answer = projected(client, run=run, tag="holes", method="pca")
    assert (answer["points"], answer["left_out"], answer["projected"]) == (20, 1, 19)
    assert answer["coordinates"][0][3] == "NaN"
    assert all(isinstance(x, float) for i, x in enumerate(answer["coordinates"][0]) if i != 3)


def test_tsne_gives_its_progress_and_is_found_again(client: httpx.Client, run: str) -> None:
    wanted = {"run": run, "tag": "digits", "method": "tsne", "components": 2, "iterations": 300}
    before = client.post("api/projections", json=wanted | {"start": False}).json()
    assert (before["state"], before["coordinates"]) == ("unmade", None)
    answer = projected(client, **wanted)
    assert (answer["state"], answer["iteration"], answer["done"]) == ("done", 300, 1.0)
    assert answer["reduced_to"] == 50
    again = client.post("api/projections", json=wanted | {"start": False}).json()
    assert (again["id"], again["coordinates"]) == (answer["id"], answer["coordinates"])
    known = client.get(f"api/projections/{answer['id']}", params={"have": answer["version"]})
    assert known.json()["coordinates"] is None


def test_a_layout_of_another_step_begins_where_this_one_ended_and_lies_on_it(
    client: httpx.Client, run: str
) -> None:
    common = {"run": run, "tag": "digits", "method": "tsne", "components": 2, "iterations": 300}
    first = projected(client, **common)
    second = projected(client, **common, step=5, after=first["id"])
    assert second["aligned"]
    x, y = (np.array(each["coordinates"]).ravel() for each in (first, second))
    assert np.corrcoef(x, y)[0, 1] > 0.7


def test_a_layout_can_be_cancelled_and_started_again(client: httpx.Client, run: str) -> None:
    wanted = {"run": run, "tag": "digits", "method": "tsne", "iterations": 20_000, "seed": 9}
    started = client.post("api/projections", json=wanted).json()
    while client.get(f"api/projections/{started['id']}").json()["version"] == 0:
        time.sleep(GLANCE)
    ended = client.delete(f"api/projections/{started['id']}").json()
    assert ended["state"] == "cancelled"
    assert len(ended["coordinates"]) == 3  # what there was of it
    assert client.get(f"api/projections/{started['id']}").json()["state"] == "cancelled"
    anew = client.post("api/projections", json=wanted).json()
    assert anew["id"] == started["id"] and anew["state"] in ("queued", "running")
    client.delete(f"api/projections/{started['id']}")


def test_a_layout_waits_and_goes_on_where_it_was(client: httpx.Client, run: str) -> None:
    question = {"run": run, "tag": "digits", "step": 0, "method": "tsne", "iterations": 300}
    answer = client.post("api/projections", json={**question, "seed": 77}).json()
    path = f"api/projections/{answer['id']}"
    while client.get(path).json()["iteration"] is None:
        time.sleep(GLANCE)
    paused = client.post(f"{path}/pause").json()
    assert paused["state"] == "paused"
    # What was on its way when it was asked to wait still comes; then nothing more.
    before = client.get(path).json()["iteration"]
    deadline = time.monotonic() + PATIENCE
    while (now := client.get(path).json()["iteration"]) != before and time.monotonic() < deadline:
        before = now
        time.sleep(GLANCE)
    assert before < 300
    assert client.post(f"{path}/resume").json()["state"] == "running"
    while client.get(path).json()["iteration"] == before and time.monotonic() < deadline:
        time.sleep(GLANCE)
    assert client.get(path).json()["iteration"] > before
    assert client.post(f"{path}/pause").json()["state"] == "paused"
    # Another layout is wanted: this one must not stand in its way.
    other = projected(client, run=run, tag="digits", step=5, method="tsne", iterations=50)
    assert other["state"] == "done"
    assert client.get(path).json()["state"] == "done"


def test_other_requests_are_answered_while_a_layout_is_made(client: httpx.Client, run: str) -> None:
    wanted = {"run": run, "tag": "digits", "method": "tsne", "iterations": 20_000}
    first = client.post("api/projections", json=wanted | {"seed": 1}).json()
    second = client.post("api/projections", json=wanted | {"seed": 2}).json()
    meanwhile = projected(client, run=run, tag="digits", method="pca", seed=5)
    for each in (second, first):
        client.delete(f"api/projections/{each['id']}")
    assert (second["state"], meanwhile["state"]) == ("queued", "done")
    assert second["ahead"] >= 1  # one that was cancelled before may still be coming to its end
    assert settled(client, second)["state"] == "cancelled"


def test_a_limit_is_reported_and_the_others_have_no_place(client: httpx.Client, run: str) -> None:
    answer = projected(
        client, run=run, tag="digits", method="tsne", iterations=50, limit=40, components=2
    )
    assert (answer["points"], answer["projected"]) == (300, 40)
    assert sum(x != "NaN" for x in answer["coordinates"][0]) == 40


def test_no_points_at_all_are_no_error(client: httpx.Client, run: str) -> None:
    for method in ("pca", "tsne"):
        answer = projected(client, run=run, tag="none", method=method)
        assert (answer["state"], answer["points"]) == ("done", 0)


def test_what_goes_wrong_is_reported(client: httpx.Client, run: str) -> None:
    first = projected(client, run=run, tag="holes", method="tsne", iterations=50)
    answer = projected(client, run=run, tag="digits", method="tsne", after=first["id"])
    assert answer["state"] == "failed"
    assert "has 20 points in 3 dimensions, want 300 in 3" in answer["error"]
    broken = projected(client, run=run, tag="broken", method="pca")
    assert broken["state"] == "failed" and "embeddings payload" in broken["error"]


@pytest.mark.parametrize(
    ("wanted", "status", "words"),
    [
        ({"method": "guess"}, 400, "method: got 'guess'"),
        ({"method": "tsne", "iterations": 10**9}, 400, "iterations: got 1000000000"),
        ({"method": "tsne", "components": 4}, 400, "components: got 4"),
        ({"method": "pca", "tag": "missing"}, 404, "no 'embeddings' records"),
        ({"method": "pca", "step": 77}, 404, "at step 77"),
        ({"method": "pca", "upload": "x"}, 404, "no such upload"),
        ({"method": "tsne", "after": "x"}, 404, "no such projection"),
        ({"method": "pca", "what": 1}, 400, "there is no such parameter"),
    ],
)
def test_a_wrong_question_is_refused(
    client: httpx.Client, run: str, wanted: dict[str, Any], status: int, words: str
) -> None:
    answer = client.post("api/projections", json={"run": run, "tag": "digits"} | wanted)
    assert answer.status_code == status
    assert words in answer.json()["error"]["message"]


def test_the_methods_are_listed_and_a_missing_one_says_what_to_do(
    client: httpx.Client, run: str
) -> None:
    there = importlib.util.find_spec("umap") is not None
    answer = client.get("api/projections").json()
    assert answer["methods"] == {"pca": True, "tsne": True, "umap": there}
    if not there:
        assert "pip install umap-learn" in answer["missing"]["umap"]
        wanted = {"run": run, "tag": "digits", "method": "umap"}
        refused = client.post("api/projections", json=wanted)
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "not_installed")


# -- what is known of the points


def test_metadata_comes_with_its_types_and_without_the_vectors(
    client: httpx.Client, run: str
) -> None:
    where = {"run": run, "tag": "digits", "step": 0}
    answer = client.get("api/embeddings", params=where).json()
    assert (answer["points"], answer["dimensions"], answer["left_out"]) == (300, 64, 0)
    digit, name = answer["columns"]
    assert (digit["name"], digit["type"]) == ("digit", "number")
    assert digit["values"] == DIGITS.target[:300].tolist()
    assert (name["type"], name["values"][7]) == ("text", "digit 7")
    packed = msgpack.unpackb(client.get("api/embeddings", params=where, headers=MSGPACK).content)
    column = packed["columns"][0]["values"]
    assert np.frombuffer(column["data"], f"<{column['dtype']}").tolist() == digit["values"]


def test_thumbnails_are_one_picture_that_the_browser_may_keep(
    client: httpx.Client, run: str
) -> None:
    where = {"run": run, "tag": "digits", "step": 0}
    known = client.get("api/embeddings", params=where).json()
    assert known["thumbnails"] == {"width": 8, "height": 8, "across": 18}
    answer = client.get("api/embeddings/thumbnails", params=where | {"check": known["check"]})
    assert answer.content.startswith(b"\x89PNG")
    assert "immutable" in answer.headers["Cache-Control"]
    none = client.get("api/embeddings/thumbnails", params=where | {"step": 5})
    assert none.status_code == 404


def test_neighbors_are_those_of_all_dimensions(client: httpx.Client, run: str) -> None:
    where = {"run": run, "tag": "digits", "step": 0, "point": 4, "number": 3}
    answer = client.get("api/embeddings/neighbors", params=where | {"metric": "euclidean"}).json()
    distances = np.linalg.norm(VECTORS - VECTORS[4], axis=1)
    want = np.argsort(distances)[1:4]
    assert answer["points"] == want.tolist()
    np.testing.assert_allclose(answer["distances"], distances[want], rtol=1e-5)
    beyond = client.get("api/embeddings/neighbors", params=where | {"point": 300})
    assert beyond.status_code == 400


def test_a_damaged_record_is_reported(client: httpx.Client, run: str) -> None:
    answer = client.get("api/embeddings", params={"run": run, "tag": "broken", "step": 0})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "damaged")


# -- uploads


def begun(client: httpx.Client, points: int, dimensions: int) -> dict[str, Any]:
    answer = client.post("api/uploads", json={"points": points, "dimensions": dimensions})
    return dict(answer.json())


def bring(client: httpx.Client, name: str, offset: int, piece: bytes) -> httpx.Response:
    return client.post(
        f"api/uploads/{name}",
        params={"offset": offset},
        content=piece,
        headers={"Content-Type": "application/octet-stream"},
    )


def test_an_upload_in_pieces_is_projected_like_what_was_logged(
    client: httpx.Client, run: str
) -> None:
    name = begun(client, 300, 64)["id"]
    raw = VECTORS.astype("<f4").tobytes()
    assert bring(client, name, 0, raw[:10_000]).json()["received"] == 10_000
    early = projected(client, upload=name, method="pca")
    assert early["state"] == "failed" and "lack" in early["error"]
    assert bring(client, name, 10_000, raw[10_000:]).json()["received"] == len(raw)
    logged = projected(client, run=run, tag="digits", method="pca")
    assert projected(client, upload=name, method="pca")["coordinates"] == logged["coordinates"]
    near = client.get("api/embeddings/neighbors", params={"upload": name, "point": 4}).json()
    assert len(near["points"]) == 10
    assert client.delete(f"api/uploads/{name}").json() == {"id": name}
    assert client.delete(f"api/uploads/{name}").status_code == 404


def test_pieces_come_in_order_and_no_more_than_was_said(client: httpx.Client) -> None:
    name = begun(client, 1, 2)["id"]
    wrong = bring(client, name, 4, b"1234")
    assert (wrong.status_code, "want the one at 0" in wrong.text) == (400, True)
    assert bring(client, name, 0, b"123456789").status_code == 400
    assert bring(client, name, 0, b"12345678").json()["wanted"] == 8


def test_an_upload_that_is_too_large_is_refused_before_it_comes(client: httpx.Client) -> None:
    answer = client.post("api/uploads", json={"points": 10_000_000, "dimensions": 1000})
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
